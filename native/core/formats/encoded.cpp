// Bytes as text, of RFC 4648. No bytes are an empty text. Hashes and colours are hexadecimal, too.
#include "characters.hpp"
#include "index.hpp"

namespace validlib {

namespace {
constexpr CharacterSet base64Digit("09AZaz++//");
constexpr CharacterSet base64urlDigit("09AZaz__--");

bool isBase64(Bytes text) noexcept {
  if (text.size() % 4 != 0) return false;
  for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
  return base64Digit.holds(text);
}

bool isHex(Bytes text) noexcept { return text.size() % 2 == 0 && hexDigit.holds(text); }

// The hash of some bytes.
template <std::size_t bytes>
bool isHash(Bytes text) noexcept {
  return text.size() == 2 * bytes && hexDigit.holds(text);
}

// Red, green and blue, with or without alpha, of one digit or two.
bool isHexColor(Bytes text) noexcept {
  if (!text.starts_with('#')) return false;
  text.remove_prefix(1);
  const std::size_t size = text.size();
  return (size == 3 || size == 4 || size == 6 || size == 8) && hexDigit.holds(text);
}
}  // namespace

bool isBase64url(Bytes text) noexcept { return text.size() % 4 != 1 && base64urlDigit.holds(text); }

namespace {
constexpr FormatEntry entries[] = {
    {"base64", isBase64},   {"byte", isBase64}, {"base64url", isBase64url}, {"hex", isHex},
    {"md5", isHash<16>},    {"sha1", isHash<20>},       {"sha256", isHash<32>},
    {"sha384", isHash<48>}, {"sha512", isHash<64>},     {"hex-color", isHexColor},
};
}  // namespace

constinit const FormatTable encodedFormats = entries;

}  // namespace validlib
