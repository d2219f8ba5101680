// LazyRef: another validator, by alias. An alias that is not registered is deferred.
#pragma once

#include <algorithm>
#include <limits>

#include "check.hpp"

namespace validlib {

struct LazyRef : Node {
  LazyRef() noexcept : Node(Kind::lazyRef) {}

  const Node* target = nullptr;
  std::uint32_t alias = 0;
  bool counts = false;
  // Parameter `maxdepth`, when it counts.
  double maxdepth = 0;

  template <Mode mode>
  Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if (!walk.enter(0)) return walk.stop();
    const Outcome outcome = counts ? checkCounted<mode>(walk, cursor) : validlib::check<mode>(*target, walk, cursor);
    walk.leave(0);
    return outcome;
  }

 private:
  template <Mode mode>
  Outcome checkCounted(Walk& walk, Cursor& cursor) const noexcept {
    std::uint32_t& depth = walk.references[alias];
    if (depth >= maxdepth) {
      const std::uint32_t token = *cursor.at;
      if (walk.isExact<mode>() && !walk.skip(cursor)) return walk.stop();
      return walk.refuse<mode>(*this, Reason::depth, depth + 1, token);
    }
    const std::uint32_t outer = walk.referenceDepth;
    walk.referenceDepth = std::max(outer, ++depth);
    const Outcome outcome = validlib::check<mode>(*target, walk, cursor);
    walk.referenceDepth = outer;
    --depth;
    return outcome;
  }
};

}  // namespace validlib
