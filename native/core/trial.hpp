// Whether validators accept a value: what a walk goes on with depends on it. Nothing is written, and no failure is
// recorded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "validators/entry.hpp"
#include "walk.hpp"

namespace validlib {

class Trial {
 public:
  // Of the next value.
  Trial(Walk& walk, const std::uint32_t* at) noexcept
      : walk_(walk),
        at_(at),
        delegated_(walk.delegations.count),
        zeros_(walk.zeros.save()),
        refusedEarly_(walk.pass.hasRefusedEarly()) {}

  // The verdict of one validator, as part of the work of a pipeline.
  [[gnu::noinline]] Outcome run(const Node& node, Effort& effort) noexcept {
    Cursor cursor;
    cursor.at = at_;
    const std::size_t unevaluated = walk_.unevaluated.save();
    const bool truncated = std::exchange(walk_.report.truncated, false);
    const bool tooDeep = std::exchange(walk_.tooDeep, false);
    // The memo does not say why a value was refused.
    if (tooDeep && walk_.pass.isMemoized()) return walk_.stop();
    const Outcome outcome = check<Mode::verdict>(node, walk_, cursor);
    const bool uncertain = walk_.tooDeep && outcome == Outcome::invalid;
    walk_.tooDeep |= tooDeep;
    walk_.report.truncated = truncated;
    walk_.zeros.restore(zeros_);
    if (outcome == Outcome::stop) return outcome;
    // A value that is too deep to be decided is no reason to go on.
    if (uncertain) return walk_.stop();
    if (!effort.spend(cursor)) return walk_.stop(Stop::costly);
    if (outcome == Outcome::invalid) {
      refused_ = true;
      walk_.unevaluated.restore(unevaluated);
    }
    // It is not known whether a validator that has delegated a part accepts the value.
    return walk_.delegations.count == delegated_ ? outcome : walk_.stop();
  }

  // Call it after the last run. False if a validator has refused an object before its end, where a later value of the
  // same key would have replaced the one that it has refused.
  [[nodiscard]] bool isSound() noexcept {
    if (!refused_ || !walk_.pass.hasRefusedEarly()) return true;
    if (!refusedEarly_) walk_.pass.forgetEarlyRefusal();
    Cursor cursor;
    cursor.at = at_;
    return walk_.isDistinct(cursor);
  }

 private:
  Walk& walk_;
  const std::uint32_t* at_;
  std::uint32_t delegated_;
  std::size_t zeros_;
  bool refusedEarly_;
  bool refused_ = false;
};

// The verdict of one validator on the next value, as part of the work of a pipeline.
inline Outcome verdictOf(const Node& node, Walk& walk, const std::uint32_t* at, Effort& effort) noexcept {
  Trial trial(walk, at);
  const Outcome outcome = trial.run(node, effort);
  return outcome != Outcome::stop && !trial.isSound() ? walk.stop() : outcome;
}

}  // namespace validlib
