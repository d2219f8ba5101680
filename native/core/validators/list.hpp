// List: items of one kind.
#pragma once

#include "check.hpp"
#include "bounds.hpp"

namespace validlib {

struct List : Node {
  List() noexcept : Node(Kind::list) {}

  const Node* item = nullptr;
  Lengths lengths;
  // JavaScript drops equal items. How many are left is not known here, so where that matters the list is left to it.
  bool unique = false;

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if (walk.peek(cursor) != '[') {
      if (!nullable || !walk.isNull(cursor)) return walk.refuse<mode>(*this, cursor);
      if constexpr (mode == Mode::value) *cursor.out++ = mark::nullContainer;
      ++cursor.at;
      return Outcome::valid;
    }
    return tagged ? checkOrLeave<mode>(walk, cursor) : checkArray<mode>(walk, cursor);
  }

 private:
  template <Mode mode>
  [[gnu::always_inline]] Outcome checkArray(Walk& walk, Cursor& cursor) const noexcept {
    if (!walk.enter(1)) return walk.stop();
    const std::uint32_t opening = *cursor.at;
    const std::uint32_t deferred = walk.deferred;
    std::int32_t* const size = cursor.out;
    if constexpr (mode == Mode::value) ++cursor.out;
    std::uint32_t count = 0;
    const Outcome outcome = checkItems<mode>(walk, cursor, count);
    walk.leave(1);
    if (outcome != Outcome::valid) return outcome;
    if constexpr (mode == Mode::value) *size = static_cast<std::int32_t>(count);
    if (!lengths.given || lengths.holds(count)) return Outcome::valid;
    // Items that may still fail come first.
    if (walk.deferred != deferred) return walk.stop();
    return walk.refuse<mode>(*this, lengths.broken(count), count, opening);
  }

  template <Mode mode>
  [[gnu::noinline]] Outcome checkOrLeave(Walk& walk, Cursor& cursor) const noexcept {
    const Undo<mode> undo(walk, cursor);
    Cursor copy = cursor;
    if (!walk.enter(1)) return walk.stop();
    std::int32_t* const size = copy.out;
    if constexpr (mode == Mode::value) ++copy.out;
    std::uint32_t count = 0;
    const Outcome outcome = checkItems<mode>(walk, copy, count);
    walk.leave(1);
    if (outcome == Outcome::valid && (count > lengths.maxlen || lengths.minlen > (count > 0 ? 1 : 0))) {
      return undo.leave(*this, mark::leftContainer, walk, cursor);
    }
    cursor = copy;
    if constexpr (mode == Mode::value) *size = static_cast<std::int32_t>(count);
    return outcome;
  }

  template <Mode mode>
  Outcome checkItems(Walk& walk, Cursor& given, std::uint32_t& count) const noexcept {
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
      step.is(index);
      const Outcome outcome = checkHere<mode>(*item, walk, cursor);
      if (outcome != Outcome::valid) [[unlikely]] {
        if (outcome == Outcome::stop || !walk.isExact<mode>()) {
          given.at = cursor.at;
          return outcome;
        }
        result = outcome;
        if (walk.report.truncated) {
          given.follow<mode>(cursor);
          return skipItems(walk, given);
        }
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
