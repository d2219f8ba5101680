// A value that several validators get, one after another. All but the last return it unchanged, so they write nothing.
#pragma once

#include <algorithm>
#include <vector>

#include "checkpoint.hpp"
#include "validators/entry.hpp"
#include "walk.hpp"

namespace validlib {

// Returns whether C++ can pass a value on from each of the validators to the next one.
inline bool canRelay(const std::vector<const Node*>& steps, const TraitsTable& traits) {
  if (steps.empty()) return true;
  const auto isChecked = [&traits](const Node* step) {
    return traits[step->id].keepsInput && !traits[step->id].delegates;
  };
  // The last one gets a value whose numbers no longer have their spelling.
  return std::all_of(steps.begin(), steps.end() - 1, isChecked) &&
         (steps.size() == 1 || !traits[steps.back()->id].readsDigits);
}

template <Mode mode>
class Relay {
 public:
  Relay(Walk& walk, const Cursor& cursor) noexcept : walk_(walk), effort_(walk.work, cursor), before_(walk, cursor) {}

  // Runs a validator that is not the last.
  [[gnu::always_inline]] Outcome pass(const Node& node, Cursor& cursor) noexcept {
    cursor.at = before_.at();
    walk_.scope.passesOn = true;
    const Outcome outcome = run < mode == Mode::value ? Mode::verdict : mode > (node, cursor);
    return outcome == Outcome::invalid ? finish(outcome, cursor) : outcome;
  }

  // Runs the last one.
  [[gnu::always_inline]] Outcome end(const Node& node, Cursor& cursor) noexcept {
    cursor.at = before_.at();
    before_.leave();
    const Outcome outcome = run<mode>(node, cursor);
    return outcome == Outcome::stop ? outcome : finish(outcome, cursor);
  }

  // Returns whether a part of the value was delegated, so that it is not known whether the value is accepted.
  bool delegates() const noexcept { return before_.delegates(); }

  Outcome delegateWhole(const Node& node, std::int32_t mark, Cursor& cursor) const noexcept {
    return before_.delegateWhole(node, mark, cursor);
  }

 private:
  template <Mode own>
  [[gnu::always_inline]] Outcome run(const Node& node, Cursor& cursor) noexcept {
    const Outcome outcome = check<own>(node, walk_, cursor);
    if (outcome == Outcome::stop) return outcome;
    return effort_.spend(cursor) ? outcome : walk_.stop(Stop::costly);
  }

  [[gnu::always_inline]] Outcome finish(Outcome outcome, const Cursor& cursor) noexcept {
    before_.forgetSigns(outcome);
    effort_.end(cursor);
    return outcome;
  }

  Walk& walk_;
  Effort effort_;
  const Checkpoint<mode> before_;
};

}  // namespace validlib
