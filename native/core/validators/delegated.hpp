// A validator that C++ does not know: its own check in TypeScript decides, after the walk.
#pragma once

#include "../walk.hpp"

namespace validlib {

template <Mode mode>
[[gnu::noinline]] Outcome checkDelegated(const Node& node, Walk& walk, Cursor& cursor) noexcept {
  return walk.delegate<mode>(node, cursor);
}

}  // namespace validlib
