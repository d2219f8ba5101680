// Tuple: a fixed number of members, each of its own kind.
#pragma once

#include <vector>

#include "check.hpp"
#include "limits.hpp"

namespace validlib {

struct Tuple : Node {
  Tuple() noexcept : Node(Kind::tuple) {}

  std::vector<const Node*> items;

  template <bool emits>
  Outcome check(Walk& walk) const noexcept {
    const std::uint32_t opening = *walk.at;
    if (walk.text[opening] != '[') {
      if (!nullable || !walk.isNull()) return walk.refuse(*this);
      if constexpr (emits) walk.tape.put(mark::nullContainer);
      ++walk.at;
      return Outcome::valid;
    }
    if constexpr (emits) {
      if (nullable) walk.tape.put(0);
    }
    // The length comes first, but it is known last: then the members' failures are forgotten.
    const Report::State failures = walk.report.save();
    const std::uint32_t deferred = walk.deferred;
    if (!walk.enter(1)) return walk.stop();
    std::uint32_t count = 0;
    const Outcome outcome = checkMembers<emits>(walk, count);
    walk.leave(1);
    if (outcome == Outcome::stop || count == items.size()) return outcome;
    walk.report.restore(failures);
    walk.deferred = deferred;
    return walk.refuse(*this, Reason::tupleLength, count, opening);
  }

 private:
  template <bool emits>
  Outcome checkMembers(Walk& walk, std::uint32_t& count) const noexcept {
    ++walk.at;
    if (walk.peek() == ']') {
      ++walk.at;
      return Outcome::valid;
    }
    Step step(walk, Place::index, true);
    Outcome result = Outcome::valid;
    for (;;) {
      if (count == maxItems) return walk.stop();
      if (count >= items.size() || walk.report.truncated) {
        if (!walk.skip()) return walk.stop();
      } else {
        step.is(count);
        const Outcome outcome = validlib::check<emits>(*items[count], walk);
        if (outcome == Outcome::stop) return outcome;
        if (outcome == Outcome::invalid) result = outcome;
      }
      ++count;
      const std::uint8_t next = walk.text[*walk.at++];
      if (next == ',') continue;
      return next == ']' ? result : walk.stop();
    }
  }
};

}  // namespace validlib
