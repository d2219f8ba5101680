// Identifiers: UUIDs of RFC 9562, ULIDs, and semantic versions.
#include "characters.hpp"
#include "index.hpp"

namespace validlib {

namespace {

constexpr std::size_t uuidSize = 36;
constexpr std::size_t ulidSize = 26;
// Crockford's Base32, without I, L, O and U.
constexpr CharacterSet base32Digit("09AHJKMNPTVZahjkmnptvz");
constexpr CharacterSet identifierCharacter("09AZaz--");

// Moves behind a whole number without leading zeros.
bool readNumber(Bytes& text) noexcept {
  std::size_t size = 0;
  while (size < text.size() && isDecimal(text[size])) ++size;
  const bool sound = size == 1 || (size > 1 && text[0] != '0');
  text.remove_prefix(size);
  return sound;
}

bool take(Bytes& text, char c) noexcept {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

// Identifiers with dots between them. One that is a number may have no leading zeros, if `strict`.
bool areIdentifiers(Bytes text, bool strict) noexcept {
  for (;;) {
    const Bytes one = text.substr(0, text.find('.'));
    if (one.empty() || !identifierCharacter.holds(one)) return false;
    if (strict && one.size() > 1 && one[0] == '0' && decimalDigit.holds(one)) return false;
    if (one.size() == text.size()) return true;
    text.remove_prefix(one.size() + 1);
  }
}

}  // namespace

bool isUuid(Bytes text) noexcept {
  if (text.size() != uuidSize || text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-') return false;
  int digits = 0;
  for (const char c : text) digits += hexDigit.has(c) ? 1 : 0;
  return digits == uuidSize - 4;
}

bool isUlid(Bytes text) noexcept {
  // 26 digits hold two bits more than there are.
  return text.size() == ulidSize && text[0] >= '0' && text[0] <= '7' && base32Digit.holds(text);
}

bool isSemver(Bytes text) noexcept {
  if (!readNumber(text) || !take(text, '.') || !readNumber(text) || !take(text, '.') || !readNumber(text)) return false;
  const std::size_t plus = text.find('+');
  if (plus != Bytes::npos && !areIdentifiers(text.substr(plus + 1), false)) return false;
  text = text.substr(0, plus);
  return text.empty() || (take(text, '-') && areIdentifiers(text, true));
}

}  // namespace validlib
