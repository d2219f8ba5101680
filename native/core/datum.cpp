#include "datum.hpp"

#include "members.hpp"

namespace validlib {

namespace {

// Handles a next value that differs.
Outcome differ(Walk& walk, Cursor& cursor, bool whole) noexcept {
  return !whole || walk.skip(cursor) ? Outcome::invalid : walk.stop();
}

}  // namespace

Outcome Datum::compare(Walk& walk, Cursor& cursor, bool whole) const noexcept {
  if (!isContainer()) {
    const Outcome outcome = compareScalar(walk, cursor);
    return outcome == Outcome::invalid ? differ(walk, cursor, whole) : outcome;
  }
  const std::uint8_t opening = type == Type::array ? '[' : '{';
  if (walk.tokens.peek(cursor) != opening) return differ(walk, cursor, whole);
  if (!walk.nesting.enter(1)) return walk.stop();
  ++cursor.at;
  const Outcome outcome = type == Type::array ? compareItems(walk, cursor, whole) : compareMembers(walk, cursor, whole);
  walk.nesting.exit(1);
  return outcome;
}

Outcome Datum::compareItems(Walk& walk, Cursor& cursor, bool whole) const noexcept {
  if (walk.tokens.peek(cursor) == ']') {
    ++cursor.at;
    return members.empty() ? Outcome::valid : Outcome::invalid;
  }
  bool same = true;
  for (std::size_t i = 0;; ++i) {
    same = same && i < members.size();
    const Outcome outcome = same ? members[i].compare(walk, cursor, whole) : differ(walk, cursor, whole);
    same = outcome == Outcome::valid;
    if (outcome == Outcome::stop || !(same || whole)) return outcome;
    const std::uint8_t next = walk.tokens.take(cursor);
    if (next == ',') continue;
    if (next != ']') return walk.stop();
    return same && i + 1 == members.size() ? Outcome::valid : Outcome::invalid;
  }
}

Outcome Datum::compareMembers(Walk& walk, Cursor& cursor, bool whole) const noexcept {
  if (walk.tokens.peek(cursor) == '}') {
    ++cursor.at;
    return members.empty() ? Outcome::valid : Outcome::invalid;
  }
  Members came(walk, members.size());
  if (!came.sound()) return walk.stop();
  bool same = true;
  for (std::size_t count = 1;; ++count) {
    Text text;
    if (walk.tokens.peek(cursor) != '"' || !walk.tokens.readString(cursor, text)) return walk.stop();
    const std::int32_t key = keys.find(text.bytes);
    if (walk.tokens.take(cursor) != ':') return walk.stop();
    const auto index = static_cast<std::size_t>(key);
    // Of duplicate keys the last value counts, which is rare enough to stop.
    if (key >= 0 && !came.add(index)) return walk.stop();
    const Outcome outcome = key >= 0 ? members[index].compare(walk, cursor, whole) : differ(walk, cursor, whole);
    if (outcome == Outcome::stop) return outcome;
    if (outcome == Outcome::invalid) {
      same = false;
      if (!whole) {
        // A later value of the same key would replace it.
        if (key >= 0) walk.pass.refuseEarly();
        return outcome;
      }
    }
    const std::uint8_t next = walk.tokens.take(cursor);
    if (next == ',') continue;
    if (next != '}') return walk.stop();
    // No key is duplicate, so equal counts mean that all keys are present.
    return same && count == members.size() ? Outcome::valid : Outcome::invalid;
  }
}

}  // namespace validlib
