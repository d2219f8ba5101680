// Declares the entries to all validators; index.hpp defines them.
#pragma once

#include "../checkpoint.hpp"
#include "../step.hpp"
#include "../walk.hpp"

namespace validlib {

// Checks the next value and moves past it.
template <Mode mode>
Outcome check(const Node& node, Walk& walk, Cursor& cursor) noexcept;

// The same for loops: simple values are checked in place.
template <Mode mode>
Outcome checkHere(const Node& node, Walk& walk, Cursor& cursor) noexcept;

}  // namespace validlib
