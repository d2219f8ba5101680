// Addresses: IPv4 and IPv6 as RFC 3986 writes them, their networks, host names of RFC 1123, EUI-48.
#include "characters.hpp"
#include "index.hpp"

namespace validlib {

namespace {

// Longer than any address: `ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255` has 45 characters.
constexpr std::size_t maxIpv6 = 45;
// The greatest length of a host name, without the dot of the root, and of one of its labels.
constexpr std::size_t maxHostname = 253;
constexpr std::size_t maxLabel = 63;

// Moves past a number from 0 to 255 of at most three digits.
bool readOctet(const char*& at, const char* end, bool leadingZeros) noexcept {
  const char* const begin = at;
  int value = 0;
  while (at < end && at - begin < 3 && isDecimal(*at)) value = value * 10 + (*at++ - '0');
  return at > begin && value <= 255 && (leadingZeros || *begin != '0' || at - begin == 1);
}

bool areOctets(Bytes text, bool leadingZeros) noexcept {
  const char* at = text.data();
  const char* const end = at + text.size();
  for (int dots = 0; dots < 3; ++dots, ++at) {
    if (!readOctet(at, end, leadingZeros) || at == end || *at != '.') return false;
  }
  return readOctet(at, end, leadingZeros) && at == end;
}

// The same with leading zeros: `Snum` of RFC 5321.
bool isDotted(Bytes text) noexcept { return areOctets(text, true); }

// Eight groups. `::` stands for at least `least` of them, and the last two may be written as a tail.
bool areGroups(Bytes text, Format isTail, int least) noexcept {
  if (text.size() > maxIpv6) return false;
  const char* at = text.data();
  const char* const end = at + text.size();
  // True if a `::` stands for missing groups.
  bool gap = text.starts_with("::");
  if (gap) at += 2;
  if (gap && at == end) return true;
  int groups = 0;
  for (;;) {
    const char* const begin = at;
    while (at < end && hexDigit.has(*at)) ++at;
    if (at < end && *at == '.') {
      // The last two.
      if (!isTail({begin, static_cast<std::size_t>(end - begin)})) return false;
      groups += 2;
      break;
    }
    if (at == begin || at - begin > 4) return false;
    ++groups;
    if (at == end) break;
    if (*at++ != ':') return false;
    if (at < end && *at == ':') {
      if (gap) return false;
      gap = true;
      if (++at == end) break;
    }
  }
  return gap ? groups <= 8 - least : groups == 8;
}

}  // namespace

bool isIpv4(Bytes text) noexcept { return areOctets(text, false); }

bool isIpv6(Bytes text) noexcept { return areGroups(text, isIpv4, 1); }

bool isAddressLiteral(Bytes text) noexcept {
  const bool isTagged = text.size() > 4 && lowerCase(text[0]) == 'i' && lowerCase(text[1]) == 'p' &&
                        lowerCase(text[2]) == 'v' && text[3] == '6' && text[4] == ':';
  return isTagged ? areGroups(text.substr(5), isDotted, 2) : isDotted(text);
}

bool isDomain(Bytes text) noexcept { return text.size() <= maxHostname && areLabels(text); }

bool areLabels(Bytes text) noexcept {
  std::size_t label = 0;
  char before = '.';
  for (const char c : text) {
    // A label neither begins nor ends with a hyphen.
    if (c == '.' ? before == '.' || before == '-' : c == '-' ? before == '.' : !letterOrDigit.has(c)) return false;
    label = c == '.' ? 0 : label + 1;
    if (label > maxLabel) return false;
    before = c;
  }
  return before != '.' && before != '-';
}

bool hasALabel(Bytes text) noexcept {
  for (std::size_t at = text.find("--"); at != Bytes::npos; at = text.find("--", at + 1)) {
    const bool isSecond = at == 2 || (at > 2 && text[at - 3] == '.');
    if (isSecond && lowerCase(text[at - 2]) == 'x' && lowerCase(text[at - 1]) == 'n') return true;
  }
  return false;
}

namespace {

// An address and the length of a prefix without leading zeros, separated by a slash.
bool isNetwork(Bytes text, Format isAddress, int most) noexcept {
  const std::size_t slash = text.find('/');
  if (slash == Bytes::npos) return false;
  const Bytes prefix = text.substr(slash + 1);
  constexpr std::size_t maxDigits = 3;
  if (prefix.empty() || prefix.size() > maxDigits || (prefix.size() > 1 && prefix[0] == '0')) return false;
  int bits = 0;
  for (const char c : prefix) {
    if (!isDecimal(c)) return false;
    bits = bits * 10 + (c - '0');
  }
  return bits <= most && isAddress(text.substr(0, slash));
}

bool isCidrv4(Bytes text) noexcept { return isNetwork(text, isIpv4, 32); }
bool isCidrv6(Bytes text) noexcept { return isNetwork(text, isIpv6, 128); }

// Six pairs of digits, with colons or with hyphens.
bool isMac(Bytes text) noexcept {
  constexpr std::size_t size = 17;
  if (text.size() != size || (text[2] != ':' && text[2] != '-')) return false;
  for (std::size_t at = 0; at < size; ++at) {
    if (at % 3 == 2 ? text[at] != text[2] : !hexDigit.has(text[at])) return false;
  }
  return true;
}

// Labels in Unicode are left to TypeScript.
bool mayBeIdnHostname(Bytes text) noexcept { return isBeyondAscii(text) || isDomain(text); }
bool hasUnicode(Bytes text) noexcept { return isBeyondAscii(text) || hasALabel(text); }

}  // namespace

namespace {
constexpr FormatEntry entries[] = {
    {"ipv4", isIpv4},
    {"ipv6", isIpv6},
    {"hostname", isDomain, hasALabel},
    {"idn-hostname", mayBeIdnHostname, hasUnicode},
    {"cidrv4", isCidrv4},
    {"cidrv6", isCidrv6},
    {"mac", isMac},
};
}  // namespace

constinit const FormatTable addressFormats = entries;

}  // namespace validlib
