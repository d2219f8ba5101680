// A validator this side does not know: its own check in TypeScript decides, once the walk is done.
#pragma once

#include "../walk.hpp"

namespace validlib {

template <Mode mode>
[[gnu::noinline]] Outcome checkDelegated(const Node& node, Walk& walk, Cursor& cursor) noexcept {
  return walk.delegate<mode>(node, cursor);
}

}  // namespace validlib
