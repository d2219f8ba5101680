// Identifiers: UUIDs of RFC 9562, those that libraries make, slugs, and semantic versions.
#include "characters.hpp"
#include "index.hpp"

namespace validlib {

namespace {

constexpr std::size_t uuidSize = 36;
constexpr std::size_t ulidSize = 26;
// Crockford's Base32, without I, L, O and U.
constexpr CharacterSet base32Digit("09AHJKMNPTVZahjkmnptvz");
constexpr CharacterSet identifierCharacter("09AZaz--");
constexpr CharacterSet nanoidCharacter("09AZaz__--");
constexpr CharacterSet smallLetterOrDigit("09az");
constexpr CharacterSet base32HexDigit("09av");

// Moves past a whole number without leading zeros.
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

// Identifiers with dots between them. If `strict`, numeric ones have no leading zeros.
bool areIdentifiers(Bytes text, bool strict) noexcept {
  for (;;) {
    const Bytes one = text.substr(0, text.find('.'));
    if (one.empty() || !identifierCharacter.holds(one)) return false;
    if (strict && one.size() > 1 && one[0] == '0' && decimalDigit.holds(one)) return false;
    if (one.size() == text.size()) return true;
    text.remove_prefix(one.size() + 1);
  }
}

bool isUuid(Bytes text) noexcept {
  if (text.size() != uuidSize || text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-') return false;
  int digits = 0;
  for (const char c : text) digits += hexDigit.has(c) ? 1 : 0;
  return digits == uuidSize - 4;
}

// It has the digit of its version, and the bits `10` of the variant of RFC 9562.
template <char version>
bool isUuidOf(Bytes text) noexcept {
  constexpr CharacterSet variant("89ABab");
  return isUuid(text) && text[14] == version && variant.has(text[19]);
}

bool isUlid(Bytes text) noexcept {
  // 26 digits hold two bits more than a ULID has.
  return text.size() == ulidSize && text[0] >= '0' && text[0] <= '7' && base32Digit.holds(text);
}

bool isNanoid(Bytes text) noexcept {
  constexpr std::size_t size = 21;
  return text.size() == size && nanoidCharacter.holds(text);
}

// A letter, then letters and digits; the library makes 24 characters, and accepts 2 to 32.
bool isCuid2(Bytes text) noexcept {
  constexpr std::size_t most = 32;
  return text.size() >= 2 && text.size() <= most && !isDecimal(text[0]) && smallLetterOrDigit.holds(text);
}

// 12 bytes in base32hex: four bits of the last digit are zero.
bool isXid(Bytes text) noexcept {
  constexpr std::size_t size = 20;
  return text.size() == size && base32HexDigit.holds(text) && (text.back() == '0' || text.back() == 'g');
}

// Up to the greatest number of 20 bytes in base 62, whose digits are in the order of ASCII.
bool isKsuid(Bytes text) noexcept {
  constexpr Bytes greatest = "aWgEPTl1tmebfsQzFP4bxwgy80V";
  return text.size() == greatest.size() && letterOrDigit.holds(text) && text <= greatest;
}

// Words with one hyphen between them.
bool isSlug(Bytes text) noexcept {
  char before = '-';
  for (const char c : text) {
    if (c == '-' ? before == '-' : !smallLetterOrDigit.has(c)) return false;
    before = c;
  }
  return before != '-';
}

bool isSemver(Bytes text) noexcept {
  if (!readNumber(text) || !take(text, '.') || !readNumber(text) || !take(text, '.') || !readNumber(text)) return false;
  const std::size_t plus = text.find('+');
  if (plus != Bytes::npos && !areIdentifiers(text.substr(plus + 1), false)) return false;
  text = text.substr(0, plus);
  return text.empty() || (take(text, '-') && areIdentifiers(text, true));
}

}  // namespace

namespace {
constexpr FormatEntry entries[] = {
    {"uuid", isUuid},
    {"uuid1", isUuidOf<'1'>},
    {"uuid2", isUuidOf<'2'>},
    {"uuid3", isUuidOf<'3'>},
    {"uuid4", isUuidOf<'4'>},
    {"uuid5", isUuidOf<'5'>},
    {"uuid6", isUuidOf<'6'>},
    {"uuid7", isUuidOf<'7'>},
    {"uuid8", isUuidOf<'8'>},
    {"ulid", isUlid},
    {"nanoid", isNanoid},
    {"cuid2", isCuid2},
    {"xid", isXid},
    {"ksuid", isKsuid},
    {"slug", isSlug},
    {"semver", isSemver},
};
}  // namespace

constinit const FormatTable identifierFormats = entries;

}  // namespace validlib
