// Bytes as text, of RFC 4648. No bytes are an empty text.
#include "characters.hpp"
#include "index.hpp"

namespace validlib {

namespace {
constexpr CharacterSet base64Digit("09AZaz++//");
constexpr CharacterSet base64urlDigit("09AZaz__--");
}  // namespace

bool isBase64(Bytes text) noexcept {
  if (text.size() % 4 != 0) return false;
  for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
  return base64Digit.holds(text);
}

bool isBase64url(Bytes text) noexcept { return text.size() % 4 != 1 && base64urlDigit.holds(text); }

bool isHex(Bytes text) noexcept { return text.size() % 2 == 0 && hexDigit.holds(text); }

}  // namespace validlib
