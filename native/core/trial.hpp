// Whether validators accept a value: what a walk goes on with depends on it. Nothing is written, and no failure is
// recorded.
#pragma once

#include <cstdint>

#include "checkpoint.hpp"
#include "validators/entry.hpp"
#include "walk.hpp"

namespace validlib {

class Trial {
 public:
  // Of the next value.
  Trial(Walk& walk, const std::uint32_t* at) noexcept : walk_(walk), before_(walk, Cursor{at}) {}

  // The verdict of one validator, as part of the work of a pipeline.
  [[gnu::noinline]] Outcome run(const Node& node, Effort& effort) noexcept {
    // The memo does not say why a value was refused.
    if (walk_.tooDeep && walk_.pass.isMemoized()) return walk_.stop();
    Cursor cursor{before_.at()};
    const Checkpoint<Mode::verdict> before(walk_, cursor);
    before.beginTrial();
    const Outcome outcome = check<Mode::verdict>(node, walk_, cursor);
    const bool uncertain = walk_.tooDeep && outcome == Outcome::invalid;
    before.endTrial();
    if (outcome == Outcome::stop) return outcome;
    // A value that is too deep to be decided is no reason to go on.
    if (uncertain) return walk_.stop();
    if (!effort.spend(cursor)) return walk_.stop(Stop::costly);
    if (outcome == Outcome::invalid) {
      refused_ = true;
      before.forgetMembers();
    }
    // It is not known whether a validator that has delegated a part accepts the value.
    return before.delegates() ? walk_.stop() : outcome;
  }

  // Call it after the last run. False if a validator has refused an object before its end, where a later value of the
  // same key would have replaced the one that it has refused.
  [[nodiscard]] bool isSound() noexcept {
    if (!refused_ || !walk_.pass.hasRefusedEarly()) return true;
    before_.forgetEarlyRefusal();
    Cursor cursor{before_.at()};
    return walk_.isDistinct(cursor);
  }

 private:
  Walk& walk_;
  const Checkpoint<Mode::verdict> before_;
  bool refused_ = false;
};

// The verdict of one validator on the next value, as part of the work of a pipeline.
inline Outcome verdictOf(const Node& node, Walk& walk, const std::uint32_t* at, Effort& effort) noexcept {
  Trial trial(walk, at);
  const Outcome outcome = trial.run(node, effort);
  return outcome != Outcome::stop && !trial.isSound() ? walk.stop() : outcome;
}

}  // namespace validlib
