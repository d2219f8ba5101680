// OneOf: the first step that passes. One that holds a deferred validator is deferred itself.
#pragma once

#include <vector>

#include "check.hpp"

namespace validlib {

struct OneOf : Node {
  OneOf() noexcept : Node(Kind::oneOf) {}

  std::vector<const Node*> steps;

  template <bool emits>
  Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if (!walk.enter(0)) return walk.stop();
    const std::uint32_t* const tentative = walk.tentative;
    const Outcome outcome = checkSteps<emits>(walk, cursor);
    walk.tentative = tentative;
    walk.leave(0);
    return outcome;
  }

 private:
  template <bool emits>
  Outcome checkSteps(Walk& walk, Cursor& cursor) const noexcept {
    const Cursor start = cursor;
    const auto* end = start.at;
    const Report::State failures = walk.report.save();
    const Tape::State tape = walk.tape.save();
    Step step(walk, Place::step, true);
    bool truncated = false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      cursor = start;
      if constexpr (emits) {
        walk.tape.restore(tape);
        *cursor.out++ = static_cast<std::int32_t>(i);
      }
      walk.tentative = start.at;
      walk.report.truncated = false;
      step.is(static_cast<std::uint32_t>(i));
      const Outcome outcome = validlib::check<emits>(*steps[i], walk, cursor);
      if (outcome == Outcome::stop) return outcome;
      if (outcome == Outcome::valid) {
        walk.report.restore(failures);
        return outcome;
      }
      truncated |= walk.report.truncated;
      if (cursor.at > end) end = cursor.at;
    }
    walk.report.truncated = truncated;
    cursor.at = end;
    // No step went over the value.
    if (end == start.at && !walk.skip(cursor)) return walk.stop();
    return Outcome::invalid;
  }
};

}  // namespace validlib
