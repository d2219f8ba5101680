// Int: an integer.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "limits.hpp"

namespace validlib {

struct Int : Node {
  Int() noexcept : Node(Kind::integer) {}

  Range range;
  std::vector<double> options;

  template <bool emits>
  [[gnu::always_inline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    std::int64_t small;
    if (!readSmallInteger(walk.text + *cursor.at, small)) [[unlikely]] {
      return aside<emits>(cursor, [&](Cursor& copy) noexcept { return checkOther<emits>(walk, copy); });
    }
    const auto value = static_cast<double>(small);
    if (!range.holds(value) || !isOption(value)) [[unlikely]] {
      return aside<emits>(cursor, [&](Cursor& copy) noexcept { return walk.refuse(*this, copy); });
    }
    if constexpr (emits) Tape::putInteger(cursor, value);
    ++cursor.at;
    return Outcome::valid;
  }

 private:
  template <bool emits>
  [[gnu::noinline]] Outcome checkOther(Walk& walk, Cursor& cursor) const noexcept {
    const std::uint8_t first = walk.peek(cursor);
    if (!isDigit(first) && first != '-') {
      if (!nullable || !walk.isNull(cursor)) return walk.refuse(*this, cursor);
      if constexpr (emits) *cursor.out++ = mark::null;
      ++cursor.at;
      return Outcome::valid;
    }
    double value;
    if (!walk.readNumber(cursor, value)) return walk.stop();
    if (std::trunc(value) != value || !range.holds(value) || !isOption(value)) return walk.refuse(*this, cursor);
    if constexpr (emits) {
      Tape::putInteger(cursor, value);
    } else if (isNegativeZero(value)) {
      return walk.stop();
    }
    ++cursor.at;
    return Outcome::valid;
  }

  bool isOption(double value) const noexcept {
    return options.empty() || std::find(options.begin(), options.end(), value) != options.end();
  }
};

}  // namespace validlib
