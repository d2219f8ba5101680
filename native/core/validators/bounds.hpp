// Checks that many validators share.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "../coercion.hpp"
#include "../multiple.hpp"
#include "../walk.hpp"

namespace validlib {

// Parameters `min` and `max`.
struct Range {
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();

  bool holds(double value) const noexcept { return value >= min && value <= max; }

  // Adds a limit; NaN, which nothing satisfies, makes the range empty.
  void raise(double limit) noexcept { min = limit <= min ? min : limit; }
  void lower(double limit) noexcept { max = limit >= max ? max : limit; }
};

// The only number that Int and Float change: they convert it to 0.
inline bool isNegativeZero(double value) noexcept { return value == 0 && std::signbit(value); }

// The integers of a range, for values that a double holds exactly: compared without conversion to doubles.
class Integers {
 public:
  Integers() noexcept = default;
  Integers(double min, double max) noexcept {
    constexpr double beyond = 0x1p53;
    // Empty if one of them is NaN.
    least_ = min <= max ? static_cast<std::int64_t>(std::ceil(std::clamp(min, -beyond, beyond))) : 1;
    most_ = min <= max ? static_cast<std::int64_t>(std::floor(std::clamp(max, -beyond, beyond))) : 0;
  }

  bool hold(std::int64_t value) const noexcept { return value >= least_ && value <= most_; }

 private:
  std::int64_t least_ = INT64_MIN;
  std::int64_t most_ = INT64_MAX;
};

// Returns whether the number at that place, which is read as the double, is a multiple; stops if only TypeScript knows.
[[gnu::noinline]] inline Outcome checkMultiple(const std::uint8_t* at, double value,
                                               const ScaledDecimal& multiple) noexcept {
  ScaledDecimal written;
  if (!std::isfinite(value)) return Outcome::invalid;
  // Beyond the safe range, the digits are those of the integer.
  if (isBeyond(value) ? readsAsWritten(at, written) : readScaled(at, value, written))
    return isMultiple(written, multiple) ? Outcome::valid : Outcome::invalid;
  Decimal integer;
  // A number like 2^64 may stand for the integer that it is, too.
  constexpr std::uint64_t exact = std::uint64_t{1} << 53;
  if (!isBeyond(value) || multiple.power > 0 || multiple.digits > exact || !writtenDecimal(at, integer))
    return Outcome::stop;
  std::uint64_t rest = 0;
  for (const char digit : integer.digits) rest = (rest * 10 + static_cast<std::uint64_t>(digit - '0')) % multiple.digits;
  for (int zeros = multiple.power; zeros < 0 && rest != 0; ++zeros) rest = rest * 10 % multiple.digits;
  return rest == 0 ? Outcome::valid : Outcome::invalid;
}

// Parameters `minlen` and `maxlen`.
struct Lengths {
  Lengths() noexcept = default;
  Lengths(double min, double max) noexcept : minlen(min), maxlen(max), given(true), lengths(min, max) {}

  double minlen = 0;
  double maxlen = std::numeric_limits<double>::infinity();
  bool given = false;
  Integers lengths;

  bool holds(std::size_t length) const noexcept { return lengths.hold(static_cast<std::int64_t>(length)); }
  Reason broken(std::size_t length) const noexcept {
    return static_cast<double>(length) < minlen ? Reason::minLength : Reason::maxLength;
  }
};

// Moves past a null that the node accepts, and writes a mark for it; false if the next value is not null.
template <Mode mode>
[[gnu::always_inline]] inline bool takeNull(const Node& node, Walk& walk, Cursor& cursor,
                                            std::int32_t mark = mark::null) noexcept {
  if (!node.nullable || !walk.tokens.isNull(cursor)) return false;
  if constexpr (mode == Mode::value) *cursor.out++ = mark;
  ++cursor.at;
  return true;
}

// Handles a value of another type: null, or refused.
template <Mode mode>
[[gnu::always_inline]] inline Outcome checkNull(const Node& node, Walk& walk, Cursor& cursor,
                                                std::int32_t mark) noexcept {
  return takeNull<mode>(node, walk, cursor, mark) ? Outcome::valid : walk.refuse<mode>(node, cursor);
}

// True if the next value is a boolean; with the number that it is converted to.
[[gnu::always_inline]] inline bool isBoolean(const Walk& walk, const Cursor& cursor, std::int32_t& value) noexcept {
  const bool yes = walk.tokens.isWord(cursor, "true");
  const bool no = walk.tokens.isWord(cursor, "false");
  value = yes ? 1 : 0;
  // The order is unpredictable, so there is no branch.
  return yes | no;
}

}  // namespace validlib
