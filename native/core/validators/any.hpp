// Any: any value.
#pragma once

#include "../walk.hpp"

namespace validlib {

// Accepts the next value unchanged.
template <Mode mode>
Outcome takeAny(Walk& walk, Cursor& cursor) noexcept {
  if constexpr (mode == Mode::value) return walk.copyValue(cursor) ? Outcome::valid : walk.stop();
  return walk.skip(cursor) ? Outcome::valid : walk.stop();
}

struct Any : Node {
  Any() noexcept : Node(Kind::anything) {}

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    return takeAny<mode>(walk, cursor);
  }
};

}  // namespace validlib
