// The places a walk is at. Loops keep a copy of their own, which stays in registers, and hand it on by reference only
// where they leave the fast path.
#pragma once

#include <cstdint>

namespace validlib {

struct Cursor {
  const std::uint32_t* at = nullptr;  // the next token
  // Where the tape is written.
  std::int32_t* out = nullptr;
  double* number = nullptr;
  std::uint8_t* narrow = nullptr;
  char16_t* wide = nullptr;
};

}  // namespace validlib
