// AllOf: one step after another. All but the last return their input as it is, or the whole is deferred.
#pragma once

#include <vector>

#include "check.hpp"

namespace validlib {

struct AllOf : Node {
  AllOf() noexcept : Node(Kind::allOf) {}

  std::vector<const Node*> steps;

  template <Mode mode>
  Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if (!walk.enter(0)) return walk.stop();
    const Outcome outcome = checkSteps<mode>(walk, cursor);
    walk.leave(0);
    return outcome;
  }

 private:
  template <Mode mode>
  Outcome checkSteps(Walk& walk, Cursor& cursor) const noexcept {
    constexpr Mode before = mode == Mode::value ? Mode::verdict : mode;
    const Undo<mode> undo(walk, cursor);
    const auto* const start = cursor.at;
    const std::uint32_t deferred = walk.deferred;
    {
      Step<mode> step(walk, Place::step, false);
      for (std::size_t i = 0; i + 1 < steps.size() && walk.deferred == deferred; ++i) {
        cursor.at = start;
        step.is(static_cast<std::uint32_t>(i));
        const Outcome outcome = validlib::check<before>(*steps[i], walk, cursor);
        if (outcome != Outcome::valid) return outcome;
      }
      if (walk.deferred == deferred) {
        cursor.at = start;
        if constexpr (mode == Mode::value) {
          if (tagged) *cursor.out++ = mark::judged;
        }
        step.is(static_cast<std::uint32_t>(steps.size() - 1));
        return validlib::check<mode>(*steps.back(), walk, cursor);
      }
    }
    // Nobody here knows whether a step but the last accepts it.
    return undo.leave(*this, mark::left, walk, cursor);
  }
};

}  // namespace validlib
