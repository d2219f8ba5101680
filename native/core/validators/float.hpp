// Float: a number.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "../coercion.hpp"
#include "../dump/params.hpp"
#include "../multiple.hpp"
#include "bounds.hpp"

namespace validlib {

struct Float : Node {
  Float() noexcept : Node(Kind::floating) {}

  bool coerce = false;
  bool nan = false;
  bool inf = false;
  // Finite, unless infinities are accepted.
  Range range;
  // Its digits are 0 if there is none.
  ScaledDecimal multiple;

  void read(dump::Params& params) override {
    nullable = params.flag("nullable");
    coerce = params.flag("coerce");
    nan = params.flag("nan");
    inf = params.flag("inf");
    params.number("min", range.min);
    params.number("max", range.max);
    edges_.add(range.min);
    edges_.add(range.max);
    if (!inf) {
      range.raise(std::numeric_limits<double>::lowest());
      range.lower(std::numeric_limits<double>::max());
    }
    // Exclusively greater than one number means at least the next one.
    const double infinity = std::numeric_limits<double>::infinity();
    double limit = 0;
    if (params.number("exclusive_min", limit)) {
      range.raise(beyond(limit, infinity));
      edges_.add(limit);
    }
    if (params.number("exclusive_max", limit)) {
      range.lower(beyond(limit, -infinity));
      edges_.add(limit);
    }
    params.decimal("multiple_of", multiple);
    if (multiple.digits != 0) return;
    if (range.min <= 0) digits_[0] = digitsUpTo(range.max);
    if (range.max >= 0) digits_[1] = digitsUpTo(-range.min);
  }

  Traits traits() const override { return {.keepsInput = !coerce}; }

  template <Mode mode>
  [[gnu::always_inline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    const std::uint8_t first = walk.tokens.peek(cursor);
    const bool negative = first == '-';
    // One comparison, because signs are not predictable. No JSON value begins with the two characters after the minus.
    if (static_cast<std::uint8_t>(first - '-') > '9' - '-') [[unlikely]] {
      return slowPath<mode>(cursor, [&](Cursor& copy) noexcept { return checkOther<mode>(walk, copy); });
    }
    if constexpr (mode == Mode::verdict) {
      // The sign of -0 matters to the following steps of an AllOf.
      const bool keepsSign = walk.scope.passesOn && negative;
      if (!keepsSign && hasDigits(walk.tokens.text + *cursor.at, digits_[negative ? 1 : 0])) {
        ++cursor.at;
        return Outcome::valid;
      }
    }
    double value;
    if (!walk.tokens.readNumber(cursor, value)) [[unlikely]]
      return walk.stop();
    if (!edges_.empty() && edges_.decide(walk.tokens.text + *cursor.at, value)) [[unlikely]]
      return walk.stop();
    if (!range.holds(value)) [[unlikely]]
      return walk.refuse<mode>(*this, cursor);
    if (multiple.digits != 0) [[unlikely]] {
      const Outcome outcome = checkMultiple(walk.tokens.text + *cursor.at, value, multiple);
      if (outcome == Outcome::stop) return walk.stop();
      if (outcome == Outcome::invalid) return walk.refuse<mode>(*this, cursor);
    }
    if (mode != Mode::value && isNegativeZero(value) && !walk.dropSign(*cursor.at)) [[unlikely]]
      return walk.stop();
    if constexpr (mode == Mode::value) put(cursor, value);
    ++cursor.at;
    return Outcome::valid;
  }

  // Moves past the next items of an array as far as they can be read many at a time. Returns their number.
  std::size_t checkMany(const Walk& walk, Cursor& cursor) const noexcept {
    if (nullable || multiple.digits != 0 || !edges_.empty() || walk.tape.full(cursor)) return 0;
    const std::size_t count = walk.tokens.readNumbers(cursor, range.min, range.max, walk.tape.numbersLeft(cursor));
    cursor.at += 2 * count;
    cursor.number += count;
    return count;
  }

 private:
  // The next double toward an infinity; the infinity itself has none.
  static double beyond(double value, double to) noexcept {
    return value == to ? std::numeric_limits<double>::quiet_NaN() : std::nextafter(value, to);
  }

  template <Mode mode>
  [[gnu::noinline]] Outcome checkOther(Walk& walk, Cursor& cursor) const noexcept {
    if (takeNull<mode>(*this, walk, cursor)) return Outcome::valid;
    if (!coerce) return walk.refuse<mode>(*this, cursor);
    const auto* const start = cursor.at;
    double value;
    if (walk.tokens.peek(cursor) == '"') {
      Text text;
      if (!walk.tokens.readString(cursor, text)) return walk.stop();
      if (!walk.spelling.reserve(text.bytes.size() + spellingRoom)) return walk.stop();
      const bool isNumber = validlib::floatOf(text.bytes, walk.spelling.data(), value);
      if (isNumber && edges_.has(value)) return walk.stop();
      if (!isNumber || !accepts(value)) {
        cursor.at = start;
        return walk.refuse<mode>(*this, cursor);
      }
    } else {
      std::int32_t number;
      if (!isBoolean(walk, cursor, number)) return walk.refuse<mode>(*this, cursor);
      value = number;
      if (!accepts(value)) return walk.refuse<mode>(*this, cursor);
      ++cursor.at;
    }
    if constexpr (mode == Mode::value) put(cursor, value);
    return Outcome::valid;
  }

  void put(Cursor& cursor, double value) const noexcept {
    if (nullable) *cursor.out++ = mark::number;
    // Adding 0 turns -0 into 0.
    *cursor.number++ = value + 0.0;
  }

  // A number with n digits before the point is at most 10^n, to which it may be rounded: the greatest n within a limit.
  static std::size_t digitsUpTo(double limit) noexcept {
    std::size_t digits = 0;
    while (digits < 22 && exactPowers[digits + 1] <= limit) ++digits;
    // From there on, powers and logarithms are rounded themselves.
    return digits < 22 ? digits : static_cast<std::size_t>(std::clamp(std::log10(limit) - 1, 22.0, 300.0));
  }

  // Every number with at most so many digits before the point is valid, so a verdict needs the grammar only. The second
  // is for numbers with a minus in front: signs are not predictable, so they select no branch.
  std::array<std::size_t, 2> digits_{};

  // The limits beyond the safe range.
  Edges edges_;

  bool accepts(double value) const noexcept { return std::isnan(value) ? nan : range.holds(value); }
};

}  // namespace validlib
