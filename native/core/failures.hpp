// The failures of a run, written down for TypeScript: integers, and one text for all strings among them.
// native/README.md draws the layout; src/native/errors.ts reads it.
#pragma once

#include <cstdint>

#include "buffer.hpp"
#include "report.hpp"

namespace validlib {

class Walk;

// Forms of actual values, besides those of the tape.
namespace form {
inline constexpr std::int32_t array = 6;   // some array
inline constexpr std::int32_t object = 7;  // some object
}  // namespace form

struct Failures {
  // truncated, count, then for each failure: reason, node, number, collected, offset, line, column, the value (form and
  // two integers), the number of steps of the path, and the steps, innermost first (kind and two integers).
  Buffer<std::int32_t> integers;
  Buffer<char16_t> text;
  // There is too much to write, or too little memory: the reference engine must judge the text.
  bool overflows = false;
};

// What `offset` counts.
enum class Unit : std::uint8_t { bytes, utf16 };

// `skipped` bytes of a byte order mark are not part of the text.
Failures writeFailures(const Walk& walk, std::uint32_t skipped, Unit unit) noexcept;

}  // namespace validlib
