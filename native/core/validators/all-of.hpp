// AllOf: one step after another. All steps but the last return their input unchanged, or the whole is delegated.
#pragma once

#include <algorithm>

#include "../relay.hpp"
#include "pipeline.hpp"

namespace validlib {

struct AllOf : StepsPipeline {
  AllOf() noexcept : StepsPipeline(Kind::allOf) {}

  bool mustDelegate(const TraitsTable& traits) const override { return !canRelay(steps, traits); }

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
    const Indexed<mode> indexed(walk, cursor, indexes);
    Relay<mode> relay(walk, cursor);
    {
      Step<mode> way(walk, PathKind::stepInOrder, false);
      const std::size_t last = steps.size() - 1;
      for (std::size_t i = 0; i < last && !relay.delegates(); ++i) {
        way.is(static_cast<std::uint32_t>(i));
        const Outcome outcome = relay.pass(*steps[i], cursor);
        if (outcome != Outcome::valid) return outcome;
      }
      if (!relay.delegates()) {
        way.is(static_cast<std::uint32_t>(last));
        if constexpr (mode == Mode::value) {
          if (mayBeDelegated) *cursor.out++ = mark::handled;
        }
        return relay.end(*steps[last], cursor);
      }
    }
    // A step before the last has delegated a part of the value, so it is not known here whether it accepts the value.
    return relay.delegateWhole(*this, mark::delegated, cursor);
  }
};

}  // namespace validlib
