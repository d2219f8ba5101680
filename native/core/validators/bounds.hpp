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

// The largest array a List or Tuple walks.
inline constexpr std::uint32_t maxItems = 1U << 25;

}  // namespace validlib
