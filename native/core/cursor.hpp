// The positions of a walk. Loops keep a copy of their own, which stays in registers, and pass it by reference only when
// they leave the fast path.
#pragma once

#include <cstdint>

#include "mode.hpp"

namespace validlib {

struct Cursor {
  const std::uint32_t* at = nullptr;  // the next token
  // The write position on the tape.
  std::int32_t* out = nullptr;
  double* number = nullptr;
  std::uint8_t* narrow = nullptr;
  char16_t* wide = nullptr;

  // Copies the used members one by one: a copy as a whole would go through memory.
  template <Mode mode>
  [[gnu::always_inline]] void follow(const Cursor& other) noexcept {
    at = other.at;
    if constexpr (mode == Mode::value) {
      out = other.out;
      number = other.number;
      narrow = other.narrow;
      wide = other.wide;
    }
  }
};

// Calls the slow path with a copy of the cursor, so that the caller's cursor can stay in registers.
template <Mode mode, class Call>
[[gnu::always_inline]] inline auto slowPath(Cursor& cursor, Call call) noexcept {
  Cursor copy;
  copy.follow<mode>(cursor);
  const auto result = call(copy);
  cursor.follow<mode>(copy);
  return result;
}

}  // namespace validlib
