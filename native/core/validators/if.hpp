// If: one of two validators, by the verdict of a third.
#pragma once

#include "../trial.hpp"
#include "any.hpp"
#include "pipeline.hpp"

namespace validlib {

struct If : Pipeline {
  If() noexcept : Pipeline(Kind::conditional) {}

  const Node* condition = nullptr;
  // Null if any value is valid.
  const Node* consequent = nullptr;
  const Node* alternate = nullptr;

  void read(dump::Params& params) override {
    condition = params.member("condition");
    consequent = params.member("consequent");
    alternate = params.member("alternate");
    if (condition == nullptr) params.reject();
  }

  std::vector<const Node*> children() const override {
    std::vector<const Node*> all;
    for (const Node* branch : {consequent, alternate}) {
      if (branch != nullptr) all.push_back(branch);
    }
    return all;
  }
  std::vector<const Node*> tests() const override { return {condition}; }
  std::size_t walks() const override { return 2; }

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    return checkOnce<mode>(*this, walk, cursor);
  }

  template <Mode mode>
  Outcome checkInside(Walk& walk, Cursor& cursor) const noexcept {
    Effort effort(walk.work, cursor);
    Outcome outcome = verdictOf(*condition, walk, cursor.at, effort);
    if (outcome == Outcome::stop) return outcome;
    const bool accepted = outcome == Outcome::valid;
    const Node* const branch = accepted ? consequent : alternate;
    const std::int32_t number = accepted ? 1 : 2;
    if constexpr (mode == Mode::value) *cursor.out++ = branch == nullptr ? 0 : number;
    if (branch == nullptr) {
      outcome = takeAny<mode>(walk, cursor);
    } else {
      Step<mode> way(walk, PathKind::branch, false, id);
      way.is(static_cast<std::uint32_t>(number));
      outcome = validlib::check<mode>(*branch, walk, cursor);
    }
    if (outcome == Outcome::stop) return outcome;
    if (!effort.spend(cursor)) return walk.stop(Stop::costly);
    effort.end(cursor);
    return outcome;
  }
};

}  // namespace validlib
