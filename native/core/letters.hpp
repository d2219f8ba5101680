// The case of letters: what `case` of Str is about.
#pragma once

#include <cstddef>
#include <cstdint>

#include "buffer.hpp"
#include "json/text.hpp"

namespace validlib {

enum class Letters : std::uint8_t { given, lower, upper };

// Makes the letters of an ASCII text all of one case, in `room`, where the text may stand already; false when there is
// no memory. As much behind the text as `slack` may be read.
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
