// The base of AllOf, OneOf and LazyRef. They pass their input on: each adds a level of schema depth, but no level of
// the text.
#pragma once

#include <algorithm>
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
  // each value. That is a tail call, so that the stack frame of a walk without the memo is not below it.
  template <Mode mode, class Own>
  [[gnu::always_inline]] static Outcome checkOnce(const Own& own, Walk& walk, Cursor& cursor) noexcept {
    if (mode == Mode::verdict && walk.isMemoized(own)) return recallVerdict(own, walk, cursor);
    if (!walk.nesting.enter(0)) return walk.stop();
    const Outcome outcome = own.template checkInside<mode>(walk, cursor);
    walk.nesting.exit(0);
    return outcome;
  }

 private:
  template <class Own>
  [[gnu::noinline]] static Outcome recallVerdict(const Own& own, Walk& walk, Cursor& cursor) noexcept {
    if (!walk.nesting.enter(0)) return walk.stop();
    std::uint16_t step = 0;
    const Outcome outcome = walk.recall(own, cursor, step, [&](std::uint16_t&) noexcept {
      return own.template checkInside<Mode::verdict>(walk, cursor);
    });
    walk.nesting.exit(0);
    return outcome;
  }
};

// The index of the keys of the next value for its lifetime, if it is an object that several validators look into.
template <Mode mode>
class Indexed {
 public:
  Indexed(Walk& walk, const Cursor& cursor, bool worth) noexcept : walk_(walk) {
    if constexpr (mode == Mode::verdict) {
      if (!worth || walk.tokens.peek(cursor) != '{' || walk.keyIndex.isOf(*cursor.at)) return;
      outer_ = walk.keyIndex.open();
      opened_ = true;
      walk.indexKeys(cursor);
    }
  }
  ~Indexed() {
    if (opened_) walk_.keyIndex.restore(outer_);
  }
  Indexed(const Indexed&) = delete;
  Indexed& operator=(const Indexed&) = delete;

 private:
  Walk& walk_;
  KeyIndex::State outer_;
  bool opened_ = false;
};

// AllOf and OneOf.
struct StepsPipeline : Pipeline {
  using Pipeline::Pipeline;

  std::vector<const Node*> steps;
  // Several of them may look for few keys of an object.
  bool indexes = false;

  void read(dump::Params& params) override {
    steps = params.members("steps");
    if (steps.empty()) params.reject();
    const auto looks = [](const Node* step) {
      return step->kind == Kind::conditional || step->kind == Kind::dict || step->kind == Kind::oneOf;
    };
    indexes = std::count_if(steps.begin(), steps.end(), looks) > 2;
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
