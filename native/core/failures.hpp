// The failures of a run in the form for TypeScript: integers, and one text with all their strings. native/README.md
// draws the layout; src/engines/native/errors.ts reads it.
#pragma once

#include <cstdint>

#include "border.hpp"
#include "buffer.hpp"
#include "report.hpp"

namespace validlib {

class Walk;

struct Failures {
  // truncated, count, then for each failure: reason, node, number, collected, offset, line, column, the value (form and
  // two integers), the number of steps of the path, and the steps, innermost first (kind and two integers).
  Buffer<std::int32_t> integers;
  Buffer<char16_t> text;
  // There is too much to write, nothing to write, or not enough memory: TypeScript validates the text.
  bool overflows = false;
};

// `skipped` bytes of a byte order mark are not part of the text.
Failures writeFailures(const Walk& walk, std::uint32_t skipped, Unit unit) noexcept;

}  // namespace validlib
