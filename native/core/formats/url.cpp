// URLs, as the platform's class `URL` reads them. It validates all but the plain ones.
#include "characters.hpp"
#include "index.hpp"

namespace validlib {

namespace {

constexpr CharacterSet behindHost("//??##");

// The length of the scheme and the two slashes after it; 0 for any other text.
std::size_t schemeSize(Bytes text) noexcept {
  constexpr Bytes name = "http";
  if (text.size() < name.size()) return 0;
  for (std::size_t at = 0; at < name.size(); ++at) {
    if (lowerCase(text[at]) != name[at]) return 0;
  }
  std::size_t size = name.size();
  if (size < text.size() && lowerCase(text[size]) == 's') ++size;
  return text.substr(size).starts_with("://") ? size + 3 : 0;
}

bool isPort(Bytes text) noexcept {
  constexpr std::size_t digits = 5;
  constexpr int most = 65535;
  if (text.size() > digits) return false;
  int port = 0;
  for (const char c : text) {
    if (!isDecimal(c)) return false;
    port = port * 10 + (c - '0');
  }
  return port <= most;
}

// True if it is not an http or https URL of an ASCII domain: `URL` accepts any path of such a URL.
bool isNotPlain(Bytes text) noexcept {
  const std::size_t scheme = schemeSize(text);
  if (scheme == 0) return true;
  text.remove_prefix(scheme);
  text = text.substr(0, behindHost.findIn(text));
  const std::size_t colon = text.find(':');
  const Bytes host = text.substr(0, colon);
  if (colon != Bytes::npos && !isPort(text.substr(colon + 1))) return true;
  // A last label that begins with a digit may be the end of an IPv4 address.
  return !isDomain(host) || hasALabel(host) || isDecimal(host[host.rfind('.') + 1]);
}

// A host, and no character that `URL` would drop or interpret differently: white space, control characters,
// backslashes, more slashes.
bool mayBeHttpUrl(Bytes text) noexcept {
  const std::size_t scheme = schemeSize(text);
  if (scheme == 0 || scheme == text.size() || behindHost.has(text[scheme])) return false;
  for (const char c : text) {
    if (static_cast<std::uint8_t>(c) <= ' ' || c == '\x7f' || c == '\\') return false;
  }
  return true;
}

}  // namespace

namespace {
constexpr FormatEntry entries[] = {
    {"url", anyText, isNotPlain},
    {"http-url", mayBeHttpUrl, isNotPlain},
};
}  // namespace

constinit const FormatTable urlFormats = entries;

}  // namespace validlib
