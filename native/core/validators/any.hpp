// Any: any value.
#pragma once

#include "../walk.hpp"

namespace validlib {

struct Any : Node {
  Any() noexcept : Node(Kind::anything) {}

  template <bool emits>
  Outcome check(Walk& walk) const noexcept {
    if constexpr (emits) return walk.copyValue() ? Outcome::valid : walk.stop();
    return walk.skip() ? Outcome::valid : walk.stop();
  }
};

}  // namespace validlib
