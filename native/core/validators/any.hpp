// Any: any value.
#pragma once

#include "../walk.hpp"

namespace validlib {

struct Any : Node {
  Any() noexcept : Node(Kind::anything) {}

  template <bool emits>
  Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if constexpr (emits) return walk.copyValue(cursor) ? Outcome::valid : walk.stop();
    return walk.skip(cursor) ? Outcome::valid : walk.stop();
  }
};

}  // namespace validlib
