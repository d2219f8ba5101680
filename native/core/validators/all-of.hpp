// AllOf: one step after another. All but the last return their input as it is, or the whole is deferred.
#pragma once

#include <vector>

#include "check.hpp"

namespace validlib {

struct AllOf : Node {
  AllOf() noexcept : Node(Kind::allOf) {}

  std::vector<const Node*> steps;

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if (!walk.enter(0)) return walk.stop();
    const Outcome outcome =
        mode == Mode::verdict && walk.careful && kept ? checkCarefully(walk, cursor) : checkSteps<mode>(walk, cursor);
    walk.leave(0);
    return outcome;
  }

 private:
  template <Mode mode>
  Outcome checkSteps(Walk& walk, Cursor& cursor) const noexcept {
    constexpr Mode before = mode == Mode::value ? Mode::verdict : mode;
    Effort effort(walk, cursor);
    const Undo<mode> undo(walk, cursor);
    {
      Step<mode> step(walk, Place::step, false);
      for (std::size_t i = 0; i < steps.size() && !undo.defers(walk); ++i) {
        const bool last = i + 1 == steps.size();
        cursor.at = undo.at();
        if constexpr (mode == Mode::value) {
          if (last && tagged) *cursor.out++ = mark::judged;
        }
        step.is(static_cast<std::uint32_t>(i));
        const Outcome outcome =
            last ? validlib::check<mode>(*steps[i], walk, cursor) : validlib::check<before>(*steps[i], walk, cursor);
        if (outcome == Outcome::stop) return outcome;
        if (!effort.spend(cursor)) return walk.stop(Halt::costly);
        if (last || outcome != Outcome::valid) {
          effort.end(cursor);
          return outcome;
        }
      }
    }
    // Nobody here knows whether a step but the last accepts it.
    return undo.leave(*this, mark::left, walk, cursor);
  }

  [[gnu::noinline]] Outcome checkCarefully(Walk& walk, Cursor& cursor) const noexcept {
    std::uint16_t step = 0;
    return walk.recall(*this, cursor, step,
                       [&](std::uint16_t&) noexcept { return checkSteps<Mode::verdict>(walk, cursor); });
  }
};

}  // namespace validlib
