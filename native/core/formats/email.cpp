// Email addresses: `Mailbox` of RFC 5321, in ASCII.
#include "characters.hpp"
#include "index.hpp"

namespace validlib {

namespace {

// RFC 5321 (4.5.3.1): 256 octets for a path, which has two angle brackets.
constexpr std::size_t maxLength = 254;
constexpr std::size_t maxLocal = 64;

constexpr CharacterSet atom("09AZaz__!!##$$%%&&''**++//==??^^``{{||}}~~--");
constexpr CharacterSet quotable(" ~");

// Words, with dots between them.
bool isDotted(Bytes text) noexcept {
  char before = '.';
  for (const char c : text) {
    if (c == '.' ? before == '.' : !atom.has(c)) return false;
    before = c;
  }
  return before != '.';
}

// What stands between quotes.
bool isQuotable(Bytes text) noexcept {
  bool escaped = false;
  for (const char c : text) {
    if (!quotable.has(c) || (c == '"' && !escaped)) return false;
    escaped = c == '\\' && !escaped;
  }
  return !escaped;
}

bool isLocal(Bytes text) noexcept {
  if (!text.starts_with('"')) return isDotted(text);
  return text.size() >= 2 && text.ends_with('"') && isQuotable(text.substr(1, text.size() - 2));
}

// `[IPv6:`, in any case.
bool hasIpv6Tag(Bytes domain) noexcept {
  return domain.size() >= 6 && lowerCase(domain[1]) == 'i' && lowerCase(domain[2]) == 'p' &&
         lowerCase(domain[3]) == 'v' && domain[4] == '6' && domain[5] == ':';
}

}  // namespace

bool isEmail(Bytes text) noexcept {
  if (text.size() > maxLength) return false;
  // A quoted local part may have this character too; a domain has none.
  const std::size_t at = text.rfind('@');
  if (at == Bytes::npos || at > maxLocal || !isLocal(text.substr(0, at))) return false;
  const Bytes domain = text.substr(at + 1);
  if (!domain.starts_with('[')) return isDomain(domain);
  if (!domain.ends_with(']')) return false;
  return hasIpv6Tag(domain) ? isIpv6(domain.substr(6, domain.size() - 7)) : isIpv4(domain.substr(1, domain.size() - 2));
}

}  // namespace validlib
