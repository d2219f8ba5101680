// Tuple: a fixed number of members, each of its own kind.
#pragma once

#include <vector>

#include "check.hpp"
#include "bounds.hpp"

namespace validlib {

struct Tuple : Node {
  Tuple() noexcept : Node(Kind::tuple) {}

  std::vector<const Node*> items;

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    const std::uint32_t opening = *cursor.at;
    if (walk.text[opening] != '[') {
      if (!nullable || !walk.isNull(cursor)) return walk.refuse<mode>(*this, cursor);
      if constexpr (mode == Mode::value) *cursor.out++ = mark::nullContainer;
      ++cursor.at;
      return Outcome::valid;
    }
    if constexpr (mode == Mode::value) {
      if (nullable) *cursor.out++ = 0;
    }
    if (!walk.enter(1)) return walk.stop();
    // The length comes first, but it is known last: then the members' failures are forgotten.
    const Report::State failures = walk.report.save(walk.place);
    const std::uint32_t deferred = walk.deferred;
    std::uint32_t count = 0;
    const Outcome outcome = checkMembers<mode>(walk, cursor, count);
    walk.leave(1);
    if (outcome == Outcome::stop || count == items.size()) return outcome;
    if (!walk.isExact<mode>()) return Outcome::invalid;
    walk.report.restore(failures);
    walk.deferred = deferred;
    return walk.refuse<mode>(*this, Reason::tupleLength, count, opening);
  }

 private:
  template <Mode mode>
  Outcome checkMembers(Walk& walk, Cursor& given, std::uint32_t& count) const noexcept {
    ++given.at;
    if (walk.peek(given) == ']') {
      ++given.at;
      return Outcome::valid;
    }
    Step<mode> step(walk, Place::index, true);
    Cursor cursor;
    cursor.follow<mode>(given);
    Outcome result = Outcome::valid;
    for (std::uint32_t index = 0; index < maxItems;) {
      Outcome outcome;
      if (index >= items.size() && !walk.isExact<mode>()) {
        given.at = cursor.at;
        return Outcome::invalid;
      }
      if (index < items.size() && !walk.report.truncated) [[likely]] {
        step.is(index);
        outcome = checkHere<mode>(*items[index], walk, cursor);
      } else {
        outcome =
            aside<mode>(cursor, [&](Cursor& copy) noexcept { return walk.skip(copy) ? Outcome::valid : walk.stop(); });
      }
      if (outcome != Outcome::valid) [[unlikely]] {
        if (outcome == Outcome::stop || !walk.isExact<mode>()) {
          given.at = cursor.at;
          return outcome;
        }
        result = outcome;
      }
      ++index;
      const std::uint8_t next = walk.take(cursor);
      if (next == ',') continue;
      count = index;
      given.follow<mode>(cursor);
      return next == ']' ? result : walk.stop();
    }
    return walk.stop();
  }
};

}  // namespace validlib
