// Dict: the walk of an object whose keys come in any other order, and what is missing in the end. Only dict.hpp
// includes this.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "dict.hpp"

namespace validlib {

// Checks what comes in no order: the rest of the object, from a key, or that something is missing.
template <Mode mode>
[[gnu::noinline]] void Dict::checkRest(Walk& walk, Cursor& cursor, Object& object) const noexcept {
  if (object.outcome == Outcome::stop) return;
  if (object.followed && object.outcome != Outcome::valid && !walk.isExhaustive<mode>()) return;
  Members members(walk, skipsBlank ? blankOf(keys.size()) : keys.size());
  if (!members.sound()) {
    object.outcome = walk.stop();
    return;
  }
  const bool ordered = object.step->ordered;
  if (ordered) {
    members.addAll(object.came | object.blanks);
    for (std::uint32_t left = object.blanks; left != 0; left &= left - 1) {
      members.add(blankOf(static_cast<std::size_t>(std::countr_zero(left))));
    }
  } else {
    object.step->forEachKey([&members](std::int32_t key) { members.add(static_cast<std::size_t>(key)); });
  }
  if (!object.followed && !checkMembers<mode>(walk, cursor, members, object)) return;
  if constexpr (mode == Mode::value) {
    if (!object.followed || !(ordered || object.step->ends)) {
      // Many objects may end at once, and no value stands between their ends.
      if (walk.tape.full(cursor)) {
        object.outcome = walk.stop(Stop::tapeFull);
        return;
      }
      *cursor.out++ = mark::endOfMembers;
    }
  }
  if (skipsBlank || !needsFitMask_ || !members.hasAll(needed_)) checkMissing<mode>(walk, members, object);
}

// Follows the object to its end, from a key; false when it stops before.
template <Mode mode>
[[gnu::always_inline]] inline bool Dict::checkMembers(Walk& walk, Cursor& cursor, Members& members,
                                                      Object& object) const noexcept {
  Step<mode> way(walk, PathKind::key, true, id);
  for (;;) {
    const bool blank = isBlank(walk, cursor.at);
    const std::int32_t key = blank || walk.report.truncated ? -1 : find(walk, cursor);
    Outcome outcome;
    if (key >= 0) [[likely]] {
      ++cursor.at;
      outcome = members.add(static_cast<std::size_t>(key)) ? checkKnown<mode>(walk, cursor, way, key)
                                                           : handOver(walk, object);
    } else {
      outcome = checkMember<mode>(walk, cursor, members, way, object, blank);
    }
    if (outcome != Outcome::valid) [[unlikely]] {
      object.outcome = outcome;
      if (outcome == Outcome::stop || object.handedOver) return false;
      if (!walk.isExhaustive<mode>()) {
        walk.pass.refuseEarly();
        return false;
      }
    }
    object.size += blank ? 0 : 1;
    const std::uint8_t next = walk.tokens.take(cursor);
    if (next == ',') continue;
    if (next == '}' && members.distinct()) return true;
    object.outcome = next == '}' ? handOver(walk, object) : walk.stop();
    return false;
  }
}

// The colon behind a key, and its value.
template <Mode mode>
[[gnu::always_inline]] inline Outcome Dict::checkKnown(Walk& walk, Cursor& cursor, Step<mode>& way,
                                                       std::int32_t key) const noexcept {
  if (walk.tokens.take(cursor) != ':') return walk.stop();
  if constexpr (mode == Mode::value) *cursor.out++ = key;
  way.is(PathKind::key, static_cast<std::uint32_t>(key));
  return validlib::check<mode>(*at(key).value, walk, cursor);
}

// Any key; an escape may stand in it. Its value may be blank.
template <Mode mode>
[[gnu::noinline]] Outcome Dict::checkMember(Walk& walk, Cursor& cursor, Members& members, Step<mode>& way,
                                            Object& object, bool blank) const noexcept {
  if (walk.tokens.peek(cursor) != '"') return walk.stop();
  const Cursor start = cursor;
  Text text;
  if (!walk.tokens.readString(cursor, text)) return walk.stop();
  const std::int32_t key = table.find(text.bytes);
  if (key < 0) {
    const Bytes raw = walk.tokens.rawString(cursor);
    cursor = start;
    return checkUnknown<mode>(walk, cursor, members, way, object, raw, text, blank);
  }
  if (!members.add(static_cast<std::size_t>(key))) return handOver(walk, object);
  if (blank) members.add(blankOf(static_cast<std::size_t>(key)));
  if (!blank && !at(key).disposed && !walk.report.truncated) return checkKnown<mode>(walk, cursor, way, key);
  return walk.tokens.take(cursor) == ':' && walk.skip(cursor) ? Outcome::valid : walk.stop();
}

// A key that is not in the schema; the walk rests on it.
template <Mode mode>
inline Outcome Dict::checkUnknown(Walk& walk, Cursor& cursor, Members& members, Step<mode>& way, Object& object,
                                  Bytes raw, const Text& text, bool blank) const noexcept {
  const std::uint32_t opening = *cursor.at;
  if (unknown == Unknown::strip) {
    if (lengths.given && !members.addDropped(opening, raw, text.bytes)) return walk.stop();
    ++cursor.at;
    return walk.tokens.take(cursor) == ':' && walk.skip(cursor) ? Outcome::valid : walk.stop();
  }
  if (!members.addUnknown(opening, raw, text.bytes)) return handOver(walk, object);
  if (blank) {
    ++cursor.at;
    return walk.tokens.take(cursor) == ':' && walk.skip(cursor) ? Outcome::valid : walk.stop();
  }
  if (!takesOthers() || walk.report.truncated) {
    if (!walk.isExhaustive<mode>()) return Outcome::invalid;
    ++cursor.at;
    if (walk.tokens.take(cursor) != ':' || !walk.skip(cursor)) return walk.stop();
    if (walk.report.truncated) return Outcome::valid;
    way.is(PathKind::unknownKey, opening);
    return walk.refuse<mode>(*this, Reason::forbiddenKey, 0, opening);
  }
  way.is(PathKind::unknownKey, opening);
  if constexpr (mode == Mode::value) {
    *cursor.out++ = mark::extraKey;
    if (!walk.putString(cursor, text)) return walk.stop();
  }
  if (unknown == Unknown::keep) return checkKept<mode>(walk, cursor);
  Step<mode> half(walk, PathKind::extraKey, true);
  // A string is a string, even where it is a key; it stays as it is.
  constexpr Mode keyMode = mode == Mode::value ? Mode::verdict : mode;
  const std::uint32_t deferred = walk.deferrals.count;
  const Outcome keyOutcome = validlib::check<keyMode>(*extraKey, walk, cursor);
  if (keyOutcome == Outcome::invalid && !walk.isExhaustive<mode>()) return keyOutcome;
  if (keyOutcome == Outcome::stop || walk.tokens.take(cursor) != ':') return walk.stop();
  if (walk.deferrals.count != deferred) return handOver(walk, object);
  half.is(PathKind::extraValue, 0);
  if (walk.report.truncated) return walk.skip(cursor) ? keyOutcome : walk.stop();
  const Outcome outcome = validlib::check<mode>(*extraValue, walk, cursor);
  return outcome == Outcome::valid ? keyOutcome : outcome;
}

// A key that is kept as it is, with its value; the walk rests on it.
template <Mode mode>
[[gnu::noinline]] Outcome Dict::checkKept(Walk& walk, Cursor& cursor) const noexcept {
  ++cursor.at;
  if (walk.tokens.take(cursor) != ':') return walk.stop();
  if constexpr (mode == Mode::value) {
    if (walk.tape.full(cursor)) return walk.stop(Stop::tapeFull);
    return walk.copyValue(cursor) ? Outcome::valid : walk.stop();
  }
  return walk.skip(cursor) ? Outcome::valid : walk.stop();
}

// Reports the keys that are missing.
template <Mode mode>
[[gnu::noinline]] void Dict::checkMissing(Walk& walk, const Members& members, Object& object) const noexcept {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Member& key = keys[i];
    const bool came = members.has(i) && !(skipsBlank && members.has(blankOf(i)));
    if (!key.needed() || (came && !key.disposed)) continue;
    if (walk.report.truncated) break;
    const auto number = static_cast<std::uint32_t>(i);
    if (!key.defersDefault) {
      object.outcome = walk.refuse<mode>(*this, Reason::missingKey, number, object.opening);
    } else {
      walk.deferrals.add(walk.nesting);
      if constexpr (mode == Mode::failures) walk.refuse<mode>(*this, Reason::defaulted, number, object.opening);
    }
  }
}

}  // namespace validlib
