// Float: a number.
#pragma once

#include "limits.hpp"

namespace validlib {

struct Float : Node {
  Float() noexcept : Node(Kind::floating) {}

  Range range;

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
    if (!range.holds(value)) return walk.refuse(*this);
    if constexpr (emits) {
      if (nullable) walk.tape.put(mark::number);
      // Adding 0 turns -0 into 0.
      walk.tape.putNumber(value + 0.0);
    } else if (isNegativeZero(value)) {
      return walk.stop();
    }
    ++walk.at;
    return Outcome::valid;
  }
};

}  // namespace validlib
