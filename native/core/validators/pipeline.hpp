// The base of AllOf, OneOf and LazyRef. They pass their input on: each adds a level of schema depth, but no level of
// the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../dump/params.hpp"
#include "entry.hpp"

namespace validlib {

struct Pipeline : Node {
  using Node::Node;

  std::size_t walks() const override { return children().size(); }

  // Runs `own.checkInside<mode>`, the check inside the pipeline. With the memo, a walk for a verdict runs it once for
  // each value.
  template <Mode mode, class Own>
  [[gnu::always_inline]] static Outcome checkOnce(const Own& own, Walk& walk, Cursor& cursor) noexcept {
    if (!walk.nesting.enter(0)) return walk.stop();
    const Outcome outcome = mode == Mode::verdict && walk.isMemoized(own)
                                ? recallVerdict(own, walk, cursor)
                                : own.template checkInside<mode>(walk, cursor);
    walk.nesting.exit(0);
    return outcome;
  }

 private:
  template <class Own>
  [[gnu::noinline]] static Outcome recallVerdict(const Own& own, Walk& walk, Cursor& cursor) noexcept {
    std::uint16_t step = 0;
    return walk.recall(own, cursor, step,
                       [&](std::uint16_t&) noexcept { return own.template checkInside<Mode::verdict>(walk, cursor); });
  }
};

// AllOf and OneOf.
struct StepsPipeline : Pipeline {
  using Pipeline::Pipeline;

  std::vector<const Node*> steps;

  void read(dump::Params& params) override {
    steps = params.members("steps");
    if (steps.empty()) params.reject();
  }

  std::vector<const Node*> children() const override { return steps; }

  // Runs one step on the value, and accounts for its work.
  template <Mode mode, class Way>
  [[gnu::always_inline]] Outcome checkStep(std::size_t index, Walk& walk, Cursor& cursor, Way& way,
                                           Effort& effort) const noexcept {
    way.is(static_cast<std::uint32_t>(index));
    const Outcome outcome = validlib::check<mode>(*steps[index], walk, cursor);
    if (outcome == Outcome::stop) return outcome;
    return effort.spend(cursor) ? outcome : walk.stop(Stop::costly);
  }
};

}  // namespace validlib
