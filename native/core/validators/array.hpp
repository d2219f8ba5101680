// The walk of an array, shared by List and Tuple.
#pragma once

#include <cstdint>

#include "bounds.hpp"
#include "entry.hpp"

namespace validlib {

// The largest array that is walked.
inline constexpr std::uint32_t maxItems = 1U << 25;

// Walks an item after the last error that the budget allows: it is not validated, but it must be JSON.
template <Mode mode>
[[gnu::always_inline]] inline Outcome skipItem(Walk& walk, Cursor& cursor) noexcept {
  return slowPath<mode>(cursor, [&](Cursor& copy) noexcept { return walk.skip(copy) ? Outcome::valid : walk.stop(); });
}

// Walks an array from its bracket on: `checkItem(cursor, index)` moves past an item. After a complete walk, `count` is
// the number of items.
template <Mode mode, class CheckItem>
[[gnu::always_inline]] inline Outcome checkItems(Walk& walk, Cursor& given, std::uint32_t& count,
                                                 CheckItem checkItem) noexcept {
  ++given.at;
  if (walk.tokens.peek(given) == ']') {
    ++given.at;
    return Outcome::valid;
  }
  Step<mode> way(walk, PathKind::index, true);
  Cursor cursor;
  cursor.follow<mode>(given);
  Outcome result = Outcome::valid;
  for (std::uint32_t index = 0; index < maxItems;) {
    way.is(index);
    const Outcome outcome = checkItem(cursor, index);
    if (outcome != Outcome::valid) [[unlikely]] {
      if (outcome == Outcome::stop || !walk.isExhaustive<mode>()) {
        given.at = cursor.at;
        return outcome;
      }
      result = outcome;
    }
    ++index;
    const std::uint8_t next = walk.tokens.take(cursor);
    if (next == ',') continue;
    count = index;
    given.follow<mode>(cursor);
    return next == ']' ? result : walk.stop();
  }
  return walk.stop();
}

}  // namespace validlib
