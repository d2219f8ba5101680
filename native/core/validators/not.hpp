// Not: any value that another validator refuses.
#pragma once

#include "../trial.hpp"
#include "any.hpp"
#include "pipeline.hpp"

namespace validlib {

struct Not : Pipeline {
  Not() noexcept : Pipeline(Kind::negation) {}

  const Node* item = nullptr;

  void read(dump::Params& params) override {
    item = params.member("item");
    if (item == nullptr) params.reject();
  }

  std::vector<const Node*> tests() const override { return {item}; }
  std::size_t walks() const override { return 2; }

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    return checkOnce<mode>(*this, walk, cursor);
  }

  template <Mode mode>
  Outcome checkInside(Walk& walk, Cursor& cursor) const noexcept {
    Effort effort(walk.work, cursor);
    // A refused value has no evaluated members.
    const Checkpoint<Mode::verdict> before(walk, cursor);
    walk.scope.records = false;
    Outcome outcome = verdictOf(*item, walk, cursor.at, effort);
    before.leave();
    if (outcome == Outcome::stop) return outcome;
    outcome = outcome == Outcome::valid ? walk.refuse<mode>(*this, cursor, Reason::forbiddenValue)
                                        : takeAny<mode>(walk, cursor);
    effort.end(cursor);
    return outcome;
  }
};

}  // namespace validlib
