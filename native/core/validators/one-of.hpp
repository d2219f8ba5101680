// OneOf: the first step that passes. One that holds a validator this side does not know is deferred itself.
#pragma once

#include <vector>

#include "check.hpp"

namespace validlib {

struct OneOf : Node {
  OneOf() noexcept : Node(Kind::oneOf) {}

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
    const Undo<mode> undo(walk, cursor);
    const Cursor start = cursor;
    const auto* end = start.at;
    const Report::State failures = walk.report.save();
    const Tape::State tape = walk.tape.save();
    const std::uint32_t deferred = walk.deferred;
    const bool cut = walk.cut;
    bool truncated = false;
    {
      Step<mode> step(walk, Place::step, true);
      for (std::size_t i = 0; i < steps.size(); ++i) {
        cursor.follow<mode>(start);
        if constexpr (mode == Mode::value) {
          walk.tape.restore(tape);
          *cursor.out++ = static_cast<std::int32_t>(i);
        }
        walk.report.truncated = false;
        step.is(static_cast<std::uint32_t>(i));
        const Outcome outcome = validlib::check<mode>(*steps[i], walk, cursor);
        if (outcome == Outcome::valid) {
          if constexpr (mode == Mode::failures) walk.report.restore(failures);
          walk.cut = cut;
          if (walk.deferred == deferred) return outcome;
          break;
        }
        if (outcome == Outcome::stop) return outcome;
        walk.deferred = deferred;
        truncated |= walk.report.truncated;
        if (cursor.at > end) end = cursor.at;
      }
      if (walk.deferred == deferred) {
        walk.report.truncated = truncated;
        cursor.at = end;
        return Outcome::invalid;
      }
    }
    // Nobody here knows whether that step accepts it.
    return undo.leave(*this, mark::leftSteps, walk, cursor);
  }
};

}  // namespace validlib
