// Declares the one entry to all validators; index.hpp defines it.
#pragma once

#include "../walk.hpp"

namespace validlib {

// Checks the value at `walk.at` and moves behind it. With `emits` the validated value goes to the tape.
template <bool emits>
Outcome check(const Node& node, Walk& walk) noexcept;

}  // namespace validlib
