// OneOf: the first step that passes. One that holds a deferred validator is deferred itself.
#pragma once

#include <vector>

#include "check.hpp"

namespace validlib {

struct OneOf : Node {
  OneOf() noexcept : Node(Kind::oneOf) {}

  std::vector<const Node*> steps;

  template <bool emits>
  Outcome check(Walk& walk) const noexcept {
    if (!walk.enter(0)) return walk.stop();
    const std::uint32_t* const tentative = walk.tentative;
    const Outcome outcome = checkSteps<emits>(walk);
    walk.tentative = tentative;
    walk.leave(0);
    return outcome;
  }

 private:
  template <bool emits>
  Outcome checkSteps(Walk& walk) const noexcept {
    const auto* const start = walk.at;
    const auto* end = start;
    const Report::State failures = walk.report.save();
    Tape::State tape;
    if constexpr (emits) tape = walk.tape.save();
    Step step(walk, Place::step, true);
    bool truncated = false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if constexpr (emits) {
        walk.tape.restore(tape);
        walk.tape.put(static_cast<std::int32_t>(i));
      }
      walk.at = walk.tentative = start;
      walk.report.truncated = false;
      step.is(static_cast<std::uint32_t>(i));
      const Outcome outcome = validlib::check<emits>(*steps[i], walk);
      if (outcome == Outcome::stop) return outcome;
      if (outcome == Outcome::valid) {
        walk.report.restore(failures);
        return outcome;
      }
      truncated |= walk.report.truncated;
      if (walk.at > end) end = walk.at;
    }
    walk.report.truncated = truncated;
    walk.at = end;
    // No step went over the value.
    if (end == start && !walk.skip()) return walk.stop();
    return Outcome::invalid;
  }
};

}  // namespace validlib
