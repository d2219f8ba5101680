// Int: an integer.
#pragma once

#include <cmath>
#include <vector>

#include "limits.hpp"

namespace validlib {

struct Int : Node {
  Int() noexcept : Node(Kind::integer) {}

  Range range;
  std::vector<double> options;

  template <bool emits>
  Outcome check(Walk& walk) const noexcept {
    const std::uint8_t first = walk.peek();
    if (!isDigit(first) && first != '-') {
      if (!nullable || !walk.isNull()) return walk.refuse(*this);
      if constexpr (emits) walk.tape.put(mark::null);
      ++walk.at;
      return Outcome::valid;
    }
    double value;
    if (!walk.readNumber(value)) return walk.stop();
    if (std::trunc(value) != value || !range.holds(value) || !isOption(value)) return walk.refuse(*this);
    if constexpr (emits) {
      walk.tape.putInteger(value);
    } else if (isNegativeZero(value)) {
      return walk.stop();
    }
    ++walk.at;
    return Outcome::valid;
  }

 private:
  bool isOption(double value) const noexcept {
    if (options.empty()) return true;
    for (const double option : options) {
      if (option == value) return true;
    }
    return false;
  }
};

}  // namespace validlib
