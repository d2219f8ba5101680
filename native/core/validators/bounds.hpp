// Checks that many validators share.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "../walk.hpp"

namespace validlib {

// Parameters `min` and `max`.
struct Range {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();

  bool holds(double value) const noexcept { return value >= min && value <= max; }

  // Another limit; NaN, which nothing is beyond, makes it empty.
  void raise(double limit) noexcept { min = limit <= min ? min : limit; }
  void lower(double limit) noexcept { max = limit >= max ? max : limit; }
};

// The one number that Int and Float change. Where the result is not written a later step may take the input in its
// place, which is right for all others.
inline bool isNegativeZero(double value) noexcept { return value == 0 && std::signbit(value); }

// Parameters `minlen` and `maxlen`.
struct Lengths {
  double minlen = 0;
  double maxlen = std::numeric_limits<double>::infinity();

  bool given = false;
  bool holds(std::size_t length) const noexcept {
    const auto value = static_cast<double>(length);
    return value >= minlen && value <= maxlen;
  }
  Reason broken(std::size_t length) const noexcept {
    return static_cast<double>(length) < minlen ? Reason::minLength : Reason::maxLength;
  }
};

// Moves behind a null that the node accepts, and leaves a mark of it; false when the next value is none.
template <Mode mode>
[[gnu::always_inline]] inline bool takeNull(const Node& node, Walk& walk, Cursor& cursor,
                                            std::int32_t mark = mark::null) noexcept {
  if (!node.nullable || !walk.tokens.isNull(cursor)) return false;
  if constexpr (mode == Mode::value) *cursor.out++ = mark;
  ++cursor.at;
  return true;
}

// A value of another kind than the node is for: null, or refused.
template <Mode mode>
[[gnu::always_inline]] inline Outcome checkNull(const Node& node, Walk& walk, Cursor& cursor,
                                                std::int32_t mark) noexcept {
  return takeNull<mode>(node, walk, cursor, mark) ? Outcome::valid : walk.refuse<mode>(node, cursor);
}

// The next value is a boolean: which, as the number that it is converted to.
[[gnu::always_inline]] inline bool isBoolean(const Walk& walk, const Cursor& cursor, std::int32_t& value) noexcept {
  value = walk.tokens.isWord(cursor, "true") ? 1 : 0;
  return value == 1 || walk.tokens.isWord(cursor, "false");
}

}  // namespace validlib
