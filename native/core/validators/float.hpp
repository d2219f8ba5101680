// Float: a number.
#pragma once

#include "limits.hpp"

namespace validlib {

struct Float : Node {
  Float() noexcept : Node(Kind::floating) {}

  Range range;

  template <bool emits>
  [[gnu::always_inline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    const std::uint8_t first = walk.peek(cursor);
    if (!isDigit(first) && first != '-') [[unlikely]] {
      if (!nullable || !walk.isNull(cursor)) {
        return aside<emits>(cursor, [&](Cursor& copy) noexcept { return walk.refuse(*this, copy); });
      }
      if constexpr (emits) *cursor.out++ = mark::null;
      ++cursor.at;
      return Outcome::valid;
    }
    double value;
    if (!walk.readNumber(cursor, value)) [[unlikely]] return walk.stop();
    if (!range.holds(value)) [[unlikely]] {
      return aside<emits>(cursor, [&](Cursor& copy) noexcept { return walk.refuse(*this, copy); });
    }
    if constexpr (emits) {
      if (nullable) *cursor.out++ = mark::number;
      // Adding 0 turns -0 into 0.
      *cursor.number++ = value + 0.0;
    } else if (isNegativeZero(value)) {
      return walk.stop();
    }
    ++cursor.at;
    return Outcome::valid;
  }
};

}  // namespace validlib
