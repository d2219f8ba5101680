// Tuple: a fixed number of members, each of its own kind.
#pragma once

#include <vector>

#include "../dump/params.hpp"
#include "array.hpp"

namespace validlib {

struct Tuple : Node {
  Tuple() noexcept : Node(Kind::tuple) {}

  std::vector<const Node*> items;

  void read(dump::Params& params) override {
    nullable = params.flag("nullable");
    items = params.members("items");
  }

  std::vector<const Node*> children() const override { return items; }

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    const std::uint32_t opening = *cursor.at;
    if (walk.tokens.text[opening] != '[') return checkNull<mode>(*this, walk, cursor, mark::nullContainer);
    if constexpr (mode == Mode::value) {
      if (nullable) *cursor.out++ = 0;
    }
    if (!walk.nesting.enter(1)) return walk.stop();
    // The error of the length comes first, but the length is known last: the members' failures are then dropped.
    const Checkpoint<mode> before(walk, cursor);
    walk.scope.records = false;
    std::uint32_t count = 0;
    const Outcome outcome = checkMembers<mode>(walk, cursor, count);
    before.leave();
    walk.nesting.exit(1);
    if (outcome == Outcome::stop || count == items.size())
      return walk.scope.records && outcome == Outcome::valid && !walk.unevaluated.endList() ? walk.stop() : outcome;
    if (!walk.isExhaustive<mode>()) return Outcome::invalid;
    before.forgetFailures();
    before.forgetDelegations();
    return walk.refuse<mode>(*this, Reason::tupleLength, count, opening);
  }

 private:
  template <Mode mode>
  Outcome checkMembers(Walk& walk, Cursor& cursor, std::uint32_t& count) const noexcept {
    return checkItems<mode>(walk, cursor, count, [&](Cursor& at, std::uint32_t index) noexcept {
      if (index < items.size() && !walk.report.truncated) [[likely]]
        return checkHere<mode>(*items[index], walk, at);
      // The length is wrong.
      if (index >= items.size() && !walk.isExhaustive<mode>()) return Outcome::invalid;
      return skipItem<mode>(walk, at);
    });
  }
};

}  // namespace validlib
