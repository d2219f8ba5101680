// Declares the entries to all validators; index.hpp defines them.
#pragma once

#include "../walk.hpp"

namespace validlib {

// Checks the next value and moves behind it. With `emits` the validated value goes to the tape.
template <bool emits>
Outcome check(const Node& node, Walk& walk, Cursor& cursor) noexcept;

// The same for loops: simple values are checked in place.
template <bool emits>
Outcome checkHere(const Node& node, Walk& walk, Cursor& cursor) noexcept;

}  // namespace validlib
