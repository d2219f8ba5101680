// Int: an integer.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "../coercion.hpp"
#include "limits.hpp"

namespace validlib {

struct Int : Node {
  Int() noexcept : Node(Kind::integer) {}

  bool coerce = false;
  Range range;
  std::vector<double> options;

  template <Mode mode>
  [[gnu::always_inline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    std::int64_t small;
    const std::uint8_t* const token = walk.text + *cursor.at;
    if (!readShortInteger(token, cursor.at[1] - *cursor.at, small) && !readSmallInteger(token, small)) [[unlikely]] {
      return aside<mode>(cursor, [&](Cursor& copy) noexcept { return checkOther<mode>(walk, copy); });
    }
    const auto value = static_cast<double>(small);
    if (!range.holds(value) || (!options.empty() && !isOption(value))) [[unlikely]]
      return walk.refuse<mode>(*this, cursor);
    if constexpr (mode == Mode::value) {
      if (small > mark::null && small <= INT32_MAX) [[likely]] {
        *cursor.out++ = static_cast<std::int32_t>(small);
      } else {
        Tape::putInteger(cursor, value);
      }
    }
    ++cursor.at;
    return Outcome::valid;
  }

 private:
  template <Mode mode>
  [[gnu::noinline]] Outcome checkOther(Walk& walk, Cursor& cursor) const noexcept {
    const auto* const start = cursor.at;
    const std::uint8_t first = walk.peek(cursor);
    double value;
    if (isDigit(first) || first == '-') {
      if (!walk.readNumber(cursor, value)) return walk.stop();
      ++cursor.at;
      if (coerce) value = std::trunc(value);
      if (std::trunc(value) != value) return refuse<mode>(walk, cursor, start);
      // The input is not what a later step may take in its place.
      if (mode != Mode::value && isNegativeZero(value)) return walk.stop();
      value += 0.0;
    } else if (nullable && walk.isNull(cursor)) {
      if constexpr (mode == Mode::value) *cursor.out++ = mark::null;
      ++cursor.at;
      return Outcome::valid;
    } else if (!coerce || !readCoerced(walk, cursor, value)) {
      return walk.halt == Halt::none ? refuse<mode>(walk, cursor, start) : Outcome::stop;
    }
    if (!range.holds(value) || !isOption(value)) return refuse<mode>(walk, cursor, start);
    if constexpr (mode == Mode::value) Tape::putInteger(cursor, value);
    return Outcome::valid;
  }

  // A string or a boolean; false when it is no integer.
  static bool readCoerced(Walk& walk, Cursor& cursor, double& value) noexcept {
    if (walk.peek(cursor) == '"') {
      Text text;
      if (!walk.readString(cursor, text)) return walk.stop() == Outcome::valid;
      return integerOf(text.bytes, value);
    }
    const bool yes = walk.isWord(cursor, "true");
    if (!yes && !walk.isWord(cursor, "false")) return false;
    ++cursor.at;
    value = yes ? 1 : 0;
    return true;
  }

  template <Mode mode>
  Outcome refuse(Walk& walk, Cursor& cursor, const std::uint32_t* start) const noexcept {
    cursor.at = start;
    return walk.refuse<mode>(*this, cursor);
  }

  bool isOption(double value) const noexcept {
    return options.empty() || std::find(options.begin(), options.end(), value) != options.end();
  }
};

}  // namespace validlib
