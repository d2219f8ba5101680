// `dependent_schemas`: validators of the whole object that apply if a key is there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../../dump/params.hpp"
#include "../entry.hpp"
#include "keys.hpp"
#include "object.hpp"
#include "triggers.hpp"

namespace validlib {

class Dependents {
 public:
  std::vector<const Node*> validators;

  void read(dump::Params& params, Keys& keys) {
    params.eachMember("dependent_schemas", [&](const std::string& name, dump::element value) {
      applying_.add(keys.watch(name));
      validators.push_back(params.node(value));
    });
  }

  // Call it when all keys are known.
  void prepare(const Keys& keys) { applying_.prepare(keys); }

  bool empty() const noexcept { return validators.empty(); }

  // Notes on the walk's matches which of them apply to a valid object.
  void note(const Came& came, Walk& walk, Object& object) const noexcept {
    if (object.outcome == Outcome::valid && !applying_.push(walk, came)) object.outcome = walk.stop();
  }

  // Checks an object with `checkObject`, which notes those that apply, and then the whole again with them.
  template <Mode mode, class CheckObject>
  [[gnu::noinline]] Outcome check(const Node& dict, Walk& walk, Cursor& cursor,
                                  CheckObject checkObject) const noexcept {
    const std::size_t first = walk.matches.size();
    Effort effort(walk.work, cursor);
    const Checkpoint<Mode::verdict> before(walk, cursor);
    // Failures are about the result.
    walk.scope.passesOn |= mode == Mode::failures;
    Outcome outcome = checkObject();
    before.leave();
    const bool applies = first < walk.matches.size();
    if (outcome == Outcome::valid && applies && before.delegates()) outcome = walk.stop();
    if (outcome == Outcome::valid && !effort.spend(cursor)) outcome = walk.stop(Stop::costly);
    if (outcome == Outcome::valid && applies) outcome = checkAgain<mode>(dict, first, walk, before.at(), effort);
    walk.matches.truncate(first);
    if (outcome == Outcome::stop) return outcome;
    before.forgetSigns(outcome);
    effort.end(cursor);
    return outcome;
  }

 private:
  // Checks the object from that token on with those that apply: the matches from `first` on.
  template <Mode mode>
  Outcome checkAgain(const Node& dict, std::size_t first, Walk& walk, const std::uint32_t* start,
                     Effort& effort) const noexcept {
    // The value is written already.
    constexpr Mode own = mode == Mode::value ? Mode::verdict : mode;
    const std::size_t last = walk.matches.size();
    if (!walk.nesting.enter(0)) return walk.stop();
    Step<mode> way(walk, PathKind::dependent, false, dict.id);
    Outcome outcome = Outcome::valid;
    for (std::size_t i = first; i < last && outcome == Outcome::valid; ++i) {
      Cursor cursor{start};
      const Checkpoint<Mode::verdict> before(walk, cursor);
      way.is(static_cast<std::uint32_t>(walk.matches[i]));
      walk.scope.passesOn = true;
      outcome = validlib::check<own>(*validators[walk.matches[i]], walk, cursor);
      if (outcome == Outcome::stop) return outcome;
      if (before.delegates() || (mode == Mode::value && before.dropsSigns())) return walk.stop();
      if (!effort.spend(cursor)) return walk.stop(Stop::costly);
    }
    walk.nesting.exit(0);
    return outcome;
  }

  Triggers applying_;
};

}  // namespace validlib
