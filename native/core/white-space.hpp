// White space in strings, by JavaScript's `\s`: for `strip` and `normspace` of Str.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "buffer.hpp"
#include "json/text.hpp"

namespace validlib {

// Returns whether a code point is white space.
inline constexpr bool isWhiteSpace(char32_t point) noexcept {
  if (point < 0x80) return point == ' ' || (point >= '\t' && point <= '\r');
  return point == 0xa0 || point == 0x1680 || (point >= 0x2000 && point <= 0x200a) || point == 0x2028 ||
         point == 0x2029 || point == 0x202f || point == 0x205f || point == 0x3000 || point == 0xfeff;
}

// The number of bytes of white space at `at`: 0 if there is none.
inline std::size_t whiteSpaceAt(Bytes text, std::size_t at) noexcept {
  const auto* const begin = reinterpret_cast<const std::uint8_t*>(text.data()) + at;
  const std::uint8_t* behind = begin;
  return at < text.size() && isWhiteSpace(nextCodePoint(behind)) ? static_cast<std::size_t>(behind - begin) : 0;
}

// The text without white space at both ends.
inline Bytes stripped(Bytes text) noexcept {
  while (const std::size_t size = whiteSpaceAt(text, 0)) text.remove_prefix(size);
  while (!text.empty()) {
    std::size_t last = text.size() - 1;
    while (isContinuation(text[last])) --last;
    if (whiteSpaceAt(text, last) == 0) break;
    text = text.substr(0, last);
  }
  return text;
}

// Replaces each run of white space by one space, in `room`; false if there is not enough memory. `slack` bytes after
// the text may be read.
inline bool normalizeSpaces(Bytes& text, Buffer<char>& room, std::size_t slack) noexcept {
  if (!room.reserve(text.size() + slack)) return false;
  char* out = room.data();
  for (std::size_t at = 0; at < text.size();) {
    std::size_t size = whiteSpaceAt(text, at);
    if (size == 0) {
      do {
        *out++ = text[at++];
      } while (at < text.size() && isContinuation(text[at]));
      continue;
    }
    for (; size > 0; size = whiteSpaceAt(text, at)) at += size;
    *out++ = ' ';
  }
  text = {room.data(), static_cast<std::size_t>(out - room.data())};
  return true;
}

}  // namespace validlib
