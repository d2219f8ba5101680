// AllOf: one step after another. All steps but the last return their input unchanged, or the whole is delegated.
#pragma once

#include <algorithm>

#include "pipeline.hpp"

namespace validlib {

struct AllOf : StepsPipeline {
  AllOf() noexcept : StepsPipeline(Kind::allOf) {}

  bool mustDelegate(const TraitsTable& traits) const override {
    const auto isChecked = [&traits](const Node* step) {
      return traits[step->id].keepsInput && !traits[step->id].delegates;
    };
    if (!std::all_of(steps.begin(), steps.end() - 1, isChecked)) return true;
    // The last step gets a value whose numbers no longer have their spelling.
    return steps.size() > 1 && traits[steps.back()->id].readsDigits;
  }

  bool mayDelegateWhole(const TraitsTable& traits) const override {
    return std::any_of(steps.begin(), steps.end() - 1,
                       [&traits](const Node* step) { return traits[step->id].mayDelegate; });
  }

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    return checkOnce<mode>(*this, walk, cursor);
  }

  template <Mode mode>
  Outcome checkInside(Walk& walk, Cursor& cursor) const noexcept {
    constexpr Mode before = mode == Mode::value ? Mode::verdict : mode;
    Effort effort(walk.work, cursor);
    const Undo<mode> undo(walk, cursor);
    {
      Step<mode> way(walk, PathKind::stepInOrder, false);
      for (std::size_t i = 0; i < steps.size() && !undo.delegates(walk); ++i) {
        const bool last = i + 1 == steps.size();
        cursor.at = undo.at();
        if constexpr (mode == Mode::value) {
          if (last && mayBeDelegated) *cursor.out++ = mark::handled;
        }
        walk.passingOn += last ? 0 : 1;
        const Outcome outcome =
            last ? checkStep<mode>(i, walk, cursor, way, effort) : checkStep<before>(i, walk, cursor, way, effort);
        walk.passingOn -= last ? 0 : 1;
        if (outcome == Outcome::stop) return outcome;
        if (outcome != Outcome::valid || walk.passingOn == 0) {
          if (last || outcome != Outcome::valid) undo.forgetZeros(walk);
        }
        if (last || outcome != Outcome::valid) {
          effort.end(cursor);
          return outcome;
        }
      }
    }
    // A step before the last has delegated a part of the value, so it is not known here whether it accepts the value.
    return undo.delegateWhole(*this, mark::delegated, walk, cursor);
  }
};

}  // namespace validlib
