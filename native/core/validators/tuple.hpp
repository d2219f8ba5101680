// Tuple: members by their places, each of its own kind; the last may be missing, and others may follow.
#pragma once

#include <vector>

#include "../dump/params.hpp"
#include "array.hpp"

namespace validlib {

struct Tuple : Node {
  Tuple() noexcept : Node(Kind::tuple) {}

  std::vector<const Node*> items;
  // That of the items behind those; null if there are none.
  const Node* rest = nullptr;
  // The least number of items.
  std::size_t least = 0;

  void read(dump::Params& params) override {
    nullable = params.flag("nullable");
    items = params.members("items");
    rest = params.member("rest");
    auto count = static_cast<double>(items.size());
    params.number("least", count);
    if (!(count >= 0 && count <= static_cast<double>(items.size()))) return params.reject();
    least = static_cast<std::size_t>(count);
  }

  std::vector<const Node*> children() const override {
    std::vector<const Node*> all = items;
    if (rest != nullptr) all.push_back(rest);
    return all;
  }

  bool takes(std::uint32_t count) const noexcept {
    return count >= least && (rest != nullptr || count <= items.size());
  }
  // The number of items is not always the same: it is on the tape then.
  bool varies() const noexcept { return rest != nullptr || least < items.size(); }

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    const std::uint32_t opening = *cursor.at;
    if (walk.tokens.text[opening] != '[') return checkNull<mode>(*this, walk, cursor, mark::nullContainer);
    std::int32_t* const size = cursor.out;
    if constexpr (mode == Mode::value) {
      if (nullable || varies()) *cursor.out++ = 0;
    }
    if (!walk.nesting.enter(1)) return walk.stop();
    // The error of the length comes first, but the length is known last: the members' failures are then dropped.
    const Checkpoint<mode> before(walk, cursor);
    walk.scope.records = false;
    std::uint32_t count = 0;
    const Outcome outcome = checkMembers<mode>(walk, cursor, count);
    before.leave();
    walk.nesting.exit(1);
    if constexpr (mode == Mode::value) {
      if (varies() && outcome == Outcome::valid) *size = static_cast<std::int32_t>(count);
    }
    if (outcome == Outcome::stop || takes(count))
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
      if (rest != nullptr && !walk.report.truncated) return checkHere<mode>(*rest, walk, at);
      // The length is wrong.
      if (rest == nullptr && index >= items.size() && !walk.isExhaustive<mode>()) return Outcome::invalid;
      return skipItem<mode>(walk, at);
    });
  }
};

}  // namespace validlib
