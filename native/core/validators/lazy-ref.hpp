// LazyRef: another validator, by alias. An alias that is not registered is delegated.
#pragma once

#include <algorithm>
#include <limits>

#include "../dump/params.hpp"
#include "pipeline.hpp"

namespace validlib {

struct LazyRef : Pipeline {
  LazyRef() noexcept : Pipeline(Kind::lazyRef) {}

  const Node* target = nullptr;
  std::uint32_t alias = 0;
  bool counts = false;
  // Parameter `maxdepth`, if the reference counts its depth.
  double maxdepth = 0;
  // The weight of one reference in the sum of all counts, so that no two states have the same sum; 0 if there are too
  // many aliases for that.
  std::uint32_t weight = 0;

  void read(dump::Params& params) override {
    counts = params.number("maxdepth", maxdepth);
    params.resolve(*this, params.text("use"));
  }

  std::vector<const Node*> children() const override { return {target}; }

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    return checkOnce<mode>(*this, walk, cursor);
  }

  template <Mode mode>
  Outcome checkInside(Walk& walk, Cursor& cursor) const noexcept {
    return counts ? checkCounted<mode>(walk, cursor) : validlib::check<mode>(*target, walk, cursor);
  }

 private:
  template <Mode mode>
  [[gnu::noinline]] Outcome checkCounted(Walk& walk, Cursor& cursor) const noexcept {
    std::uint32_t& depth = walk.nesting.references[alias];
    if (depth >= maxdepth) {
      walk.tooDeep = true;
      const std::uint32_t token = *cursor.at;
      if (walk.isExhaustive<mode>() && !walk.skip(cursor)) return walk.stop();
      return walk.refuse<mode>(*this, Reason::depth, depth + 1, token);
    }
    if (walk.pass.isMemoized() && weight == 0) return walk.stop();
    const std::uint32_t outer = walk.nesting.referenceDepth;
    walk.nesting.referenceDepth = std::max(outer, ++depth);
    walk.nesting.referenceSum += weight;
    const Outcome outcome = validlib::check<mode>(*target, walk, cursor);
    walk.nesting.referenceSum -= weight;
    walk.nesting.referenceDepth = outer;
    --depth;
    return outcome;
  }
};

}  // namespace validlib
