// Any: any value.
#pragma once

#include "../walk.hpp"

namespace validlib {

struct Any : Node {
  Any() noexcept : Node(Kind::anything) {}

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if constexpr (mode == Mode::value) return walk.copyValue(cursor) ? Outcome::valid : walk.stop();
    return walk.skip(cursor) ? Outcome::valid : walk.stop();
  }
};

}  // namespace validlib
