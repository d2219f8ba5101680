// JSON Pointers, of RFC 6901, and relative ones, of draft-bhutton-relative-json-pointer-00.
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

}  // namespace

namespace {
constexpr FormatEntry entries[] = {
    {"json-pointer", isJsonPointer},
    {"relative-json-pointer", isRelativeJsonPointer},
};
}  // namespace

constinit const FormatTable jsonPointerFormats = entries;

}  // namespace validlib
