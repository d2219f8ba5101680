// OneOf: the first step that passes. One that holds a validator this side does not know is deferred itself.
#pragma once

#include "pipeline.hpp"

namespace validlib {

struct OneOf : StepsPipeline {
  OneOf() noexcept : StepsPipeline(Kind::oneOf) {}

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if (!walk.nesting.enter(0)) return walk.stop();
    std::uint16_t step;
    const Outcome outcome =
        walk.careful && memoized ? checkCarefully<mode>(walk, cursor) : checkSteps<mode>(walk, cursor, step);
    walk.nesting.exit(0);
    return outcome;
  }

 private:
  // Says which step has passed.
  template <Mode mode>
  Outcome checkSteps(Walk& walk, Cursor& cursor, std::uint16_t& passed) const noexcept {
    Effort effort(walk.work, cursor);
    const Undo<mode> undo(walk, cursor);
    const auto* end = cursor.at;
    const bool refusedEarly = walk.refusedEarly;
    bool truncated = false;
    bool defers = false;
    {
      Step<mode> way(walk, PathKind::step, true);
      for (std::size_t i = 0; i < steps.size() && !defers; ++i) {
        undo.rewind(walk, cursor);
        if constexpr (mode == Mode::value) *cursor.out++ = static_cast<std::int32_t>(i);
        walk.report.truncated = false;
        const Outcome outcome = checkStep<mode>(i, walk, cursor, way, effort);
        if (outcome == Outcome::stop) return outcome;
        if (outcome == Outcome::valid) {
          undo.forgetFailures(walk);
          walk.refusedEarly = refusedEarly;
          effort.end(cursor);
          passed = static_cast<std::uint16_t>(i);
          defers = undo.defers(walk);
          if (!defers) return outcome;
        }
        truncated |= walk.report.truncated;
        if (cursor.at > end) end = cursor.at;
      }
    }
    // The step has deferred a part of the value, so whether it accepts the value is not known here.
    if (defers) return undo.handOver(*this, mark::handedOverSteps, walk, cursor);
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
    Effort effort(walk.work, cursor);
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
