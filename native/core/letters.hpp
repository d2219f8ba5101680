// The case of letters, for `case` of Str.
#pragma once

#include <cstddef>
#include <cstdint>

#include "buffer.hpp"
#include "json/text.hpp"

namespace validlib {

enum class Letters : std::uint8_t { given, lower, upper };

// Converts an ASCII text to one case, in `room`, where the text may already be; false if there is not enough memory.
// `slack` bytes after the text may be read.
inline bool fold(Letters letters, Bytes& text, Buffer<char>& room, std::size_t slack) noexcept {
  if (!room.reserve(text.size() + slack)) return false;
  const char first = letters == Letters::lower ? 'A' : 'a';
  char* const out = room.data();
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char one = text[at];
    const bool turns = one >= first && one < first + 26;
    out[at] = turns ? static_cast<char>(one ^ 0x20) : one;
  }
  text = {out, text.size()};
  return true;
}

}  // namespace validlib
