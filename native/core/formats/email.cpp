// Email addresses: `Mailbox` of RFC 5321, in ASCII, or with the characters of RFC 6531; and those of HTML.
#include "../white-space.hpp"
#include "characters.hpp"
#include "index.hpp"

namespace validlib {

namespace {

// RFC 5321 (4.5.3.1): 256 octets for a path, which has two angle brackets.
constexpr std::size_t maxLength = 254;
constexpr std::size_t maxLocal = 64;

constexpr CharacterSet atom("09AZaz__!!##$$%%&&''**++//==??^^``{{||}}~~--");
constexpr CharacterSet quotable(" ~");
constexpr CharacterSet htmlCharacter("09AZaz__..!!##$$%%&&''**++//==??^^``{{||}}~~--");
constexpr CharacterSet letterDigitOrHyphen("09AZaz--");
constexpr CharacterSet letter("AZaz");

constexpr bool isWide(char c) noexcept { return static_cast<std::uint8_t>(c) >= 0x80; }

// Words, with dots between them. If `wide`, characters beyond ASCII are letters, here and below.
bool isDotted(Bytes text, bool wide) noexcept {
  char before = '.';
  for (const char c : text) {
    if (c == '.' ? before == '.' : !atom.has(c) && !(wide && isWide(c))) return false;
    before = c;
  }
  return before != '.';
}

// The text between quotes.
bool isQuotable(Bytes text, bool wide) noexcept {
  bool escaped = false;
  for (const char c : text) {
    if ((!quotable.has(c) && !(wide && isWide(c))) || (c == '"' && !escaped)) return false;
    escaped = c == '\\' && !escaped;
  }
  return !escaped;
}

bool isLocal(Bytes text, bool wide) noexcept {
  if (!text.starts_with('"')) return isDotted(text, wide);
  return text.size() >= 2 && text.ends_with('"') && isQuotable(text.substr(1, text.size() - 2), wide);
}

// As `isDomain`, but each character beyond ASCII counts as one letter.
bool isWideDomain(Bytes text) noexcept {
  std::array<char, maxLength> letters{};
  std::size_t size = 0;
  for (const char c : text) {
    constexpr std::uint8_t continuation = 0x80;
    if ((static_cast<std::uint8_t>(c) & 0xc0U) != continuation) letters[size++] = isWide(c) ? 'a' : c;
  }
  return isDomain({letters.data(), size});
}

bool isMailbox(Bytes text, bool wide) noexcept {
  if (text.size() > maxLength) return false;
  // A quoted local part may have this character too; a domain has none.
  const std::size_t at = text.rfind('@');
  if (at == Bytes::npos || at > maxLocal || !isLocal(text.substr(0, at), wide)) return false;
  const Bytes domain = text.substr(at + 1);
  if (!domain.starts_with('[')) return wide ? isWideDomain(domain) : isDomain(domain);
  return domain.ends_with(']') && isAddressLiteral(domain.substr(1, domain.size() - 2));
}

// White space, controls, and what formats text without being seen: in no label. ASCII is left to `isDomain`.
constexpr bool isInvisible(char32_t c) noexcept {
  return c >= 0x80 && (c < 0xa0 || c == 0xad || c == 0x200b || c == 0x200e || c == 0x200f ||
                       (c >= 0x202a && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || isWhiteSpace(c));
}

// Half of a surrogate pair has no form in UTF-8; from JSON text it comes in three bytes nevertheless.
bool hasLoneSurrogate(Bytes text) noexcept {
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = readCharacter(text, at);
    if (c >= 0xd800 && c <= 0xdfff) return true;
  }
  return false;
}

bool hasInvisible(Bytes text) noexcept {
  for (std::size_t at = 0; at < text.size();) {
    if (isInvisible(readCharacter(text, at))) return true;
  }
  return false;
}

bool isEmail(Bytes text) noexcept { return isMailbox(text, false); }
bool isIdnEmail(Bytes text) noexcept {
  return isMailbox(text, true) && !hasLoneSurrogate(text) && !hasInvisible(text.substr(text.rfind('@')));
}

// Without quotes, with dots anywhere, and a domain name of any length.
bool isHtmlEmail(Bytes text) noexcept {
  const std::size_t at = text.find('@');
  return at != Bytes::npos && at > 0 && htmlCharacter.holds(text.substr(0, at)) && areLabels(text.substr(at + 1));
}

// The last label, after a dot, does not consist of digits only.
bool isEmailWithTld(Bytes text) noexcept {
  if (!isEmail(text)) return false;
  const std::size_t dot = text.rfind('.');
  if (dot == Bytes::npos) return false;
  const Bytes label = text.substr(dot + 1);
  return (label.size() >= 2 && letter.holds(label)) || (hasALabel(label) && letterDigitOrHyphen.holds(label));
}

}  // namespace

namespace {
constexpr FormatEntry entries[] = {
    {"email", isEmail},        {"email rfc", isEmail}, {"email html5", isHtmlEmail}, {"email with-tld", isEmailWithTld},
    {"idn-email", isIdnEmail},
};
}  // namespace

constinit const FormatTable emailFormats = entries;

}  // namespace validlib
