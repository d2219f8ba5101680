// The validators of a key of a Dict that matches patterns: its own and theirs, one after another. No validator of a
// plan is one.
#pragma once

#include <vector>

#include "../relay.hpp"

namespace validlib {

struct Sequence : Node {
  explicit Sequence(std::vector<const Node*> all) : Node(Kind::sequence), steps(std::move(all)) {}

  // At least two.
  std::vector<const Node*> steps;

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    Relay<mode> relay(walk, cursor);
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
      const Outcome outcome = relay.pass(*steps[i], cursor);
      if (outcome != Outcome::valid) return outcome;
      if (relay.delegates()) return walk.stop();
    }
    return relay.end(*steps.back(), cursor);
  }
};

}  // namespace validlib
