// AllOf: one step after another. All but the last return their input as it is, or the whole is deferred.
#pragma once

#include <vector>

#include "check.hpp"

namespace validlib {

struct AllOf : Node {
  AllOf() noexcept : Node(Kind::allOf) {}

  std::vector<const Node*> steps;

  template <bool emits>
  Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if (!walk.enter(0)) return walk.stop();
    const auto* const start = cursor.at;
    Step step(walk, Place::step, false);
    Outcome outcome = Outcome::valid;
    const std::size_t last = steps.size() - 1;
    for (std::size_t i = 0; i <= last && outcome == Outcome::valid; ++i) {
      cursor.at = start;
      step.is(static_cast<std::uint32_t>(i));
      outcome = i < last ? validlib::check<false>(*steps[i], walk, cursor) : validlib::check<emits>(*steps[i], walk, cursor);
    }
    walk.leave(0);
    return outcome;
  }
};

}  // namespace validlib
