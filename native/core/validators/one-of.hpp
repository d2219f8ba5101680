// OneOf: the first step that passes. One that holds a validator this side does not know is deferred itself.
#pragma once

#include <vector>

#include "check.hpp"

namespace validlib {

struct OneOf : Node {
  OneOf() noexcept : Node(Kind::oneOf) {}

  std::vector<const Node*> steps;

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if (!walk.enter(0)) return walk.stop();
    std::uint16_t step;
    const Outcome outcome =
        walk.careful && kept ? checkCarefully<mode>(walk, cursor) : checkSteps<mode>(walk, cursor, step);
    walk.leave(0);
    return outcome;
  }

 private:
  // Says which step has passed.
  template <Mode mode>
  Outcome checkSteps(Walk& walk, Cursor& cursor, std::uint16_t& passed) const noexcept {
    Effort effort(walk, cursor);
    const Undo<mode> undo(walk, cursor);
    const auto* end = cursor.at;
    const bool cut = walk.cut;
    bool truncated = false;
    bool left = false;
    {
      Step<mode> step(walk, Place::step, true);
      for (std::size_t i = 0; i < steps.size() && !left; ++i) {
        undo.rewind(walk, cursor);
        if constexpr (mode == Mode::value) *cursor.out++ = static_cast<std::int32_t>(i);
        walk.report.truncated = false;
        step.is(static_cast<std::uint32_t>(i));
        const Outcome outcome = validlib::check<mode>(*steps[i], walk, cursor);
        if (outcome == Outcome::stop) return outcome;
        if (!effort.spend(cursor)) return walk.stop(Halt::costly);
        if (outcome == Outcome::valid) {
          undo.forgetFailures(walk);
          walk.cut = cut;
          effort.end(cursor);
          passed = static_cast<std::uint16_t>(i);
          left = undo.defers(walk);
          if (!left) return outcome;
        }
        truncated |= walk.report.truncated;
        if (cursor.at > end) end = cursor.at;
      }
    }
    // Nobody here knows whether that step accepts it.
    if (left) return undo.leave(*this, mark::leftSteps, walk, cursor);
    undo.rewind(walk, cursor);
    walk.report.truncated = truncated;
    cursor.at = end;
    effort.end(cursor);
    return Outcome::invalid;
  }

  // Finds the step first, then walks it.
  template <Mode mode>
  [[gnu::noinline]] Outcome checkCarefully(Walk& walk, Cursor& cursor) const noexcept {
    if constexpr (mode == Mode::failures) return walk.stop();
    Effort effort(walk, cursor);
    const auto* const start = cursor.at;
    std::uint16_t step = 0;
    Outcome outcome = walk.recall(*this, cursor, step, [&](std::uint16_t& passed) noexcept {
      return checkSteps<Mode::verdict>(walk, cursor, passed);
    });
    if (mode == Mode::value && outcome == Outcome::valid) {
      cursor.at = start;
      *cursor.out++ = step;
      outcome = validlib::check<mode>(*steps[step], walk, cursor);
      if (outcome != Outcome::valid || !effort.spend(cursor)) return walk.stop();
    }
    effort.end(cursor);
    return outcome;
  }
};

}  // namespace validlib
