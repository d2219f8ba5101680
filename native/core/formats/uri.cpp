// URIs and references to them, of RFC 3986; IRIs and references to them, of RFC 3987.
#include <algorithm>

#include "characters.hpp"
#include "index.hpp"

namespace validlib {

namespace {

constexpr CharacterSet allowed("09AZaz__..~~:://??##[[]]@@!!$$&&''()**++,,;;==%%--");
constexpr CharacterSet bracket("[[]]");
constexpr CharacterSet notInHost("@@[[]]");
constexpr CharacterSet behindAuthority("//??##");
constexpr CharacterSet behindScheme("//??##::");
constexpr CharacterSet schemeCharacter("09AZaz++..--");
constexpr CharacterSet futureCharacter("09AZaz__..~~!!$$&&''()**++,,;;==::--");

constexpr bool isLetter(char c) noexcept { return lowerCase(c) >= 'a' && lowerCase(c) <= 'z'; }

// The characters beyond ASCII that are allowed.
enum class Alphabet : std::uint8_t { uri, iri };

// Moves past a character beyond ASCII. An IRI allows some where a URI has letters, and more of them in a query.
bool readWide(Bytes text, std::size_t& at, bool isQuery) noexcept {
  const char32_t c = readCharacter(text, at);
  return isUcschar(c) || (isQuery && isPrivate(c));
}

// All characters are allowed in a URI, and two digits follow each percent sign.
bool isSpelled(Bytes text, Alphabet alphabet) noexcept {
  enum class Part : std::uint8_t { path, query, fragment };
  Part part = Part::path;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (static_cast<std::uint8_t>(text[i]) >= 0x80 && alphabet == Alphabet::iri) {
      if (!readWide(text, i, part == Part::query)) return false;
      --i;
      continue;
    }
    if (!allowed.has(text[i])) return false;
    if (text[i] == '#') part = Part::fragment;
    if (text[i] == '?' && part == Part::path) part = Part::query;
    if (text[i] != '%') continue;
    if (text.size() - i < 3 || !hexDigit.has(text[i + 1]) || !hexDigit.has(text[i + 2])) return false;
  }
  return true;
}

// The length of a scheme; 0 if the text begins with none.
std::size_t schemeSize(Bytes text) noexcept {
  std::size_t size = 0;
  while (size < text.size() && schemeCharacter.has(text[size])) ++size;
  return size > 0 && size < text.size() && isLetter(text[0]) && text[size] == ':' ? size : 0;
}

bool isFuture(Bytes text) noexcept {
  const std::size_t dot = text.find('.');
  return dot != Bytes::npos && dot >= 2 && dot + 1 < text.size() && lowerCase(text[0]) == 'v' &&
         hexDigit.holds(text.substr(1, dot - 1)) && futureCharacter.holds(text.substr(dot + 1));
}

// User information, the host, and the port. All characters have been checked before.
bool isAuthority(Bytes text) noexcept {
  const std::size_t at = text.find('@');
  if (at != Bytes::npos) {
    if (bracket.findIn(text) < at) return false;
    text.remove_prefix(at + 1);
  }
  std::size_t host = text.find(':');
  if (text.starts_with('[')) {
    const std::size_t closing = text.find(']');
    if (closing == Bytes::npos) return false;
    const Bytes literal = text.substr(1, closing - 1);
    if (!isIpv6(literal) && !isFuture(literal)) return false;
    host = closing + 1;
  } else if (notInHost.findIn(text) < std::min(host, text.size())) {
    return false;
  }
  const Bytes port = text.substr(std::min(host, text.size()));
  return port.empty() || (port[0] == ':' && decimalDigit.holds(port.substr(1)));
}

enum class Reference : std::uint8_t { none, relative, absolute };

Reference referenceOf(Bytes text, Alphabet alphabet) noexcept {
  if (!isSpelled(text, alphabet)) return Reference::none;
  const std::size_t scheme = schemeSize(text);
  const Reference found = scheme > 0 ? Reference::absolute : Reference::relative;
  Bytes path = scheme > 0 ? text.substr(scheme + 1) : text;
  const bool hasAuthority = path.starts_with("//");
  if (hasAuthority) {
    path.remove_prefix(2);
    const Bytes authority = path.substr(0, behindAuthority.findIn(path));
    if (!isAuthority(authority)) return Reference::none;
    path.remove_prefix(authority.size());
  }
  if (bracket.findIn(path) < path.size() || path.find('#') != path.rfind('#')) return Reference::none;
  if (hasAuthority || found == Reference::absolute) return found;
  // The text before that colon would be the scheme, if it could be one.
  const std::size_t end = behindScheme.findIn(path);
  return end < path.size() && path[end] == ':' ? Reference::none : found;
}

template <Alphabet alphabet>
bool isAbsolute(Bytes text) noexcept {
  return referenceOf(text, alphabet) == Reference::absolute;
}

template <Alphabet alphabet>
bool isReference(Bytes text) noexcept {
  return referenceOf(text, alphabet) != Reference::none;
}

}  // namespace

namespace {
constexpr FormatEntry entries[] = {
    {"uri", isAbsolute<Alphabet::uri>},
    {"uri-reference", isReference<Alphabet::uri>},
    {"iri", isAbsolute<Alphabet::iri>},
    {"iri-reference", isReference<Alphabet::iri>},
};
}  // namespace

constinit const FormatTable uriFormats = entries;

}  // namespace validlib
