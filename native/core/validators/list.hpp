// List: items of one kind.
#pragma once

#include "check.hpp"
#include "limits.hpp"

namespace validlib {

struct List : Node {
  List() noexcept : Node(Kind::list) {}

  const Node* item = nullptr;
  Lengths lengths;
  // JavaScript drops equal items; how many are left is not known here, so such a list with `lengths` is deferred.
  bool unique = false;

  template <bool emits>
  Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    const std::uint32_t opening = *cursor.at;
    if (walk.text[opening] != '[') {
      if (!nullable || !walk.isNull(cursor)) return walk.refuse(*this, cursor);
      if constexpr (emits) *cursor.out++ = mark::nullContainer;
      ++cursor.at;
      return Outcome::valid;
    }
    if (!walk.enter(1)) return walk.stop();
    const std::uint32_t deferred = walk.deferred;
    std::int32_t* const size = cursor.out;
    if constexpr (emits) ++cursor.out;
    std::uint32_t count = 0;
    const Outcome outcome = checkItems<emits>(walk, cursor, count);
    walk.leave(1);
    if (outcome != Outcome::valid) return outcome;
    if constexpr (emits) *size = static_cast<std::int32_t>(count);
    if (!lengths.given || lengths.holds(count)) return Outcome::valid;
    // Items that may still fail come first.
    if (walk.deferred != deferred) return walk.stop();
    return walk.refuse(*this, lengths.broken(count), count, opening);
  }

 private:
  template <bool emits>
  Outcome checkItems(Walk& walk, Cursor& given, std::uint32_t& count) const noexcept {
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
      step.is(index);
      const Outcome outcome = checkHere<emits>(*item, walk, cursor);
      if (outcome != Outcome::valid) [[unlikely]] {
        if (outcome == Outcome::stop) return outcome;
        result = outcome;
        if (walk.report.truncated) {
          given.follow<emits>(cursor);
          return skipItems(walk, given);
        }
      }
      ++index;
      const std::uint8_t next = walk.take(cursor);
      if (next == ',') continue;
      count = index;
      given.follow<emits>(cursor);
      return next == ']' ? result : walk.stop();
    }
    return walk.stop();
  }

  // Nothing is left to collect, but it must be JSON.
  static Outcome skipItems(Walk& walk, Cursor& cursor) noexcept {
    for (;;) {
      const std::uint8_t next = walk.take(cursor);
      if (next == ']') return Outcome::invalid;
      if (next != ',' || !walk.skip(cursor)) return walk.stop();
    }
  }
};

}  // namespace validlib
