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
  Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    const std::uint32_t opening = *cursor.at;
    if (walk.text[opening] != '[') {
      if (!nullable || !walk.isNull(cursor)) return walk.refuse(*this, cursor);
      if constexpr (emits) *cursor.out++ = mark::nullContainer;
      ++cursor.at;
      return Outcome::valid;
    }
    if constexpr (emits) {
      if (nullable) *cursor.out++ = 0;
    }
    if (!walk.enter(1)) return walk.stop();
    // The length comes first, but it is known last: then the members' failures are forgotten.
    const Report::State failures = walk.report.save();
    const std::uint32_t deferred = walk.deferred;
    std::uint32_t count = 0;
    const Outcome outcome = checkMembers<emits>(walk, cursor, count);
    walk.leave(1);
    if (outcome == Outcome::stop || count == items.size()) return outcome;
    walk.report.restore(failures);
    walk.deferred = deferred;
    return walk.refuse(*this, Reason::tupleLength, count, opening);
  }

 private:
  template <bool emits>
  Outcome checkMembers(Walk& walk, Cursor& given, std::uint32_t& count) const noexcept {
    ++given.at;
    if (walk.peek(given) == ']') {
      ++given.at;
      return Outcome::valid;
    }
    Step step(walk, Place::index, true);
    Cursor cursor;
    cursor.follow<emits>(given);
    Outcome result = Outcome::valid;
    for (std::uint32_t index = 0; index < maxItems;) {
      Outcome outcome;
      if (index < items.size() && !walk.report.truncated) [[likely]] {
        step.is(index);
        outcome = checkHere<emits>(*items[index], walk, cursor);
      } else {
        outcome = aside<emits>(cursor, [&](Cursor& copy) noexcept { return walk.skip(copy) ? Outcome::valid : walk.stop(); });
      }
      if (outcome == Outcome::stop) return outcome;
      if (outcome == Outcome::invalid) result = outcome;
      ++index;
      const std::uint8_t next = walk.take(cursor);
      if (next == ',') continue;
      count = index;
      given.follow<emits>(cursor);
      return next == ']' ? result : walk.stop();
    }
    return walk.stop();
  }
};

}  // namespace validlib
