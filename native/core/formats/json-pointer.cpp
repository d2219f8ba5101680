// JSON Pointers, of RFC 6901, and relative ones, of draft-bhutton-relative-json-pointer-00.
#include "characters.hpp"
#include "index.hpp"

namespace validlib {

namespace {

// Empty, or segments that each begin with a slash.
bool isJsonPointer(Bytes text) noexcept {
  if (!text.empty() && text[0] != '/') return false;
  for (std::size_t at = text.find('~'); at != Bytes::npos; at = text.find('~', at + 1)) {
    if (at + 1 == text.size() || (text[at + 1] != '0' && text[at + 1] != '1')) return false;
  }
  return true;
}

// The number of leading digits; a zero must be the only one.
std::size_t numberSize(Bytes text) noexcept {
  std::size_t size = 0;
  while (size < text.size() && isDigit(static_cast<std::uint8_t>(text[size]))) ++size;
  return size > 1 && text[0] == '0' ? 1 : size;
}

// Levels up, a move along an array, and then a JSON Pointer, or `#` for the key or index.
bool isRelativeJsonPointer(Bytes text) noexcept {
  const std::size_t levels = numberSize(text);
  if (levels == 0) return false;
  text.remove_prefix(levels);
  if (text.starts_with('+') || text.starts_with('-')) {
    const std::size_t places = numberSize(text.substr(1));
    if (places == 0 || text[1] == '0') return false;
    text.remove_prefix(places + 1);
  }
  return text == "#" || isJsonPointer(text);
}

// A JSON Pointer as the fragment of a URI (RFC 6901, 6): the same characters as any fragment, percent-encoded ones
// included.
bool isFragment(Bytes text) noexcept {
  constexpr CharacterSet character("09AZaz__..!!$$&&''(())**++,,::;;==??@@--//");
  if (!text.starts_with('#')) return false;
  text.remove_prefix(1);
  // Whether the character before was a tilde, after which there is a 0 or a 1, and whether there was none.
  bool afterTilde = false;
  bool first = true;
  for (std::size_t at = 0; at < text.size(); first = false) {
    char c = text[at++];
    if (c == '%') {
      if (text.size() - at < 2 || !hexDigit.has(text[at]) || !hexDigit.has(text[at + 1])) return false;
      const Bytes code = text.substr(at, 2);
      // Those that matter. Any other is a character of a key.
      c = code == "30"                    ? '0'
          : code == "31"                  ? '1'
          : code == "2F" || code == "2f"  ? '/'
          : code == "7E" || code == "7e"  ? '~'
                                          : 'a';
      at += 2;
    } else if (c != '~' && !character.has(c)) {
      return false;
    }
    if ((first && c != '/') || (afterTilde && c != '0' && c != '1')) return false;
    afterTilde = c == '~';
  }
  return !afterTilde;
}

}  // namespace

namespace {
constexpr FormatEntry entries[] = {
    {"json-pointer", isJsonPointer},
    {"relative-json-pointer", isRelativeJsonPointer},
    {"json-pointer-uri-fragment", isFragment},
};
}  // namespace

constinit const FormatTable jsonPointerFormats = entries;

}  // namespace validlib
