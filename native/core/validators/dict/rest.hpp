// Keys of an object in any order, which are looked up. What the ones that are not in the schema mean is in others.hpp.
#pragma once

#include <bit>

#include "../dict.hpp"

namespace validlib {

// Checks the rest of an object with keys in any order, from a key on, or reports that a key is missing.
template <Mode mode>
[[gnu::noinline]] void Dict::checkRest(Walk& walk, Cursor& cursor, Object& object) const noexcept {
  if (object.outcome == Outcome::stop) return;
  if (object.followed && object.outcome != Outcome::valid && !walk.isExhaustive<mode>()) return;
  Members members(walk, skips ? keys.blankOf(keys.count) : keys.count);
  if (!members.sound()) {
    object.outcome = walk.stop();
    return;
  }
  recall<mode>(object, members);
  if (!object.followed && !checkMembers<mode>(walk, cursor, members, object)) return;
  if constexpr (mode == Mode::value) {
    if (!object.followed || !(object.step->ordered || object.step->ends)) {
      // Many objects may end at once, without a value between their ends.
      if (walk.tape.full(cursor)) {
        object.outcome = walk.stop(Stop::tapeFull);
        return;
      }
      *cursor.out++ = mark::endOfMembers;
    }
  }
  const bool isMet = !skips && presence.isMetBy(members);
  if (isMet && dependents.empty()) return;
  const Came came{keys, members, skips};
  if (!isMet) presence.check<mode>(*this, came, walk, object);
  dependents.note(came, walk, object);
}

// Notes the keys that have come in an expected order.
template <Mode mode>
inline void Dict::recall(const Object& object, Members& members) const noexcept {
  if (object.step->ordered)
    members.addFirst(object.came | object.blanks);
  else
    object.step->forEachKey([&members](std::int32_t key) { members.add(static_cast<std::size_t>(key)); });
  for (std::uint32_t left = object.blanks; left != 0; left &= left - 1)
    members.add(keys.blankOf(static_cast<std::size_t>(std::countr_zero(left))));
  if constexpr (mode == Mode::failures) {
    // JavaScript has them in this order.
    members.eachWord([&](std::size_t number) noexcept {
      for (std::uint64_t word = members.word(number); word != 0; word &= word - 1) {
        const std::size_t key = number * 64 + static_cast<std::size_t>(std::countr_zero(word));
        if (key < keys.count) members.cameInPlace(keys.members[key].isIndex, keys.members[key].index);
      }
    });
  }
}

// Follows the object to its end, from a key on; false if it stops before.
template <Mode mode>
[[gnu::always_inline]] inline bool Dict::checkMembers(Walk& walk, Cursor& given, Members& members,
                                                      Object& object) const noexcept {
  Step<mode> way(walk, PathKind::key, true, id);
  Cursor cursor;
  cursor.follow<mode>(given);
  std::int32_t before = object.step->key;
  for (;;) {
    const bool blank = isBlank(walk, cursor.at);
    const bool special = blank || walk.report.truncated || keyTest != nullptr;
    const std::int32_t key = special ? -1 : takeSimple<mode>(walk, cursor, before);
    Outcome outcome;
    if (key >= 0) [[likely]] {
      before = key;
      const bool keepsPlace = mode != Mode::failures || members.keepsPlace(keys[key].isIndex, keys[key].index);
      outcome = keepsPlace && members.add(static_cast<std::size_t>(key)) ? checkKnown<mode>(walk, cursor, way, key)
                                                                         : delegateWhole(*this, walk, object);
    } else if (mode != Mode::verdict || special || object.records || (others.value == nullptr && !others.areSkipped)) {
      outcome = slowPath<mode>(
          cursor, [&](Cursor& copy) noexcept { return checkMember<mode>(walk, copy, members, way, object, blank); });
    } else {
      outcome = checkOther<mode>(walk, cursor, members, way, object);
    }
    if (outcome != Outcome::valid && !goesOn<mode>(walk, object, outcome)) [[unlikely]] {
      given.follow<mode>(cursor);
      return false;
    }
    object.size += blank ? 0 : 1;
    const std::uint8_t next = walk.tokens.take(cursor);
    if (next == ',') continue;
    given.follow<mode>(cursor);
    if (next == '}' && members.distinct()) return true;
    object.outcome = next == '}' ? delegateWhole(*this, walk, object) : walk.stop();
    return false;
  }
}

// Moves past the next key and its colon, and returns its number, if it needs no special treatment; else -1.
template <Mode mode>
[[gnu::always_inline]] inline std::int32_t Dict::takeSimple(Walk& walk, Cursor& cursor,
                                                            std::int32_t before) const noexcept {
  if constexpr (mode == Mode::verdict) {
    const std::size_t expected = walk.expectedKeys.after(id, before);
    if (expected < keys.count && keys.members[expected].isSimple() &&
        keys.members[expected].spelling.begins(walk.tokens.text + *cursor.at, walk.tokens.end())) [[likely]] {
      cursor.at += 2;
      return static_cast<std::int32_t>(expected);
    }
  }
  const std::int32_t key = find(walk, cursor);
  if (key < 0 || walk.tokens.text[cursor.at[1]] != ':') return -1;
  cursor.at += 2;
  if constexpr (mode == Mode::verdict) walk.expectedKeys.set(id, before, key);
  return key;
}

// Checks the value of a key.
template <Mode mode>
[[gnu::always_inline]] inline Outcome Dict::checkKnown(Walk& walk, Cursor& cursor, Step<mode>& way,
                                                       std::int32_t key) const noexcept {
  if constexpr (mode == Mode::value) *cursor.out++ = key;
  way.is(PathKind::key, static_cast<std::uint32_t>(key));
  if constexpr (mode == Mode::verdict) return checkHere<mode>(*keys[key].value, walk, cursor);
  return slowPath<mode>(cursor,
                        [&](Cursor& copy) noexcept { return validlib::check<mode>(*keys[key].value, walk, copy); });
}

// Handles any key, which may have escapes. Its value may be blank.
template <Mode mode>
[[gnu::noinline]] Outcome Dict::checkMember(Walk& walk, Cursor& cursor, Members& members, Step<mode>& way,
                                            Object& object, bool blank) const noexcept {
  if (walk.tokens.peek(cursor) != '"') return walk.stop();
  Outcome keyOutcome = Outcome::valid;
  if (keyTest != nullptr && !blank && !walk.report.truncated) {
    keyOutcome = checkKey<mode>(walk, cursor, way, object);
    if (keyOutcome != Outcome::valid && (keyOutcome == Outcome::stop || !walk.isExhaustive<mode>())) return keyOutcome;
  }
  const Cursor start = cursor;
  Text text;
  if (!walk.tokens.readString(cursor, text)) return walk.stop();
  const std::int32_t key = keys.table.findPadded(text.bytes);
  Outcome outcome;
  if (key < 0 || (keys[key].value == nullptr && !keys[key].disposed)) {
    const Bytes raw = walk.tokens.rawString(cursor);
    cursor = start;
    outcome = others.check<mode>(*this, walk, cursor, members, way, object, {raw, text, key, blank});
  } else {
    const bool mayFail = mode == Mode::failures && (keyTest != nullptr || !keys[key].disposed);
    if (mayFail && !members.keepsPlace(text.bytes)) return delegateWhole(*this, walk, object);
    if (!members.add(static_cast<std::size_t>(key))) return delegateWhole(*this, walk, object);
    if (blank) members.add(keys.blankOf(static_cast<std::size_t>(key)));
    if (walk.tokens.take(cursor) != ':') return walk.stop();
    if (!blank && !keys[key].disposed && !walk.report.truncated)
      outcome = checkKnown<mode>(walk, cursor, way, key);
    else
      outcome = walk.skip(cursor) ? Outcome::valid : walk.stop();
  }
  return outcome == Outcome::valid ? keyOutcome : outcome;
}

// The same in a walk for a verdict, if all keys that are not in the schema are alike.
template <Mode mode>
[[gnu::always_inline]] inline Outcome Dict::checkOther(Walk& walk, Cursor& cursor, Members& members, Step<mode>& way,
                                                       Object& object) const noexcept {
  const auto* const start = cursor.at;
  Text text;
  if (walk.tokens.peek(cursor) != '"' || !walk.tokens.readString(cursor, text)) return walk.stop();
  const std::int32_t key = keys.table.findPadded(text.bytes);
  if (key >= 0 && (keys[key].value != nullptr || keys[key].disposed)) [[unlikely]] {
    cursor.at = start;
    return slowPath<mode>(
        cursor, [&](Cursor& copy) noexcept { return checkMember<mode>(walk, copy, members, way, object, false); });
  }
  if (others.value != nullptr && !members.addUnknown(*start, walk.tokens.rawString(cursor), text.bytes))
    return walk.stop();
  if (walk.tokens.take(cursor) != ':') return walk.stop();
  if (key >= 0 && others.unknown != Others::Unknown::strip) members.add(static_cast<std::size_t>(key));
  if (others.value != nullptr) return checkHere<mode>(*others.value, walk, cursor);
  const auto skip = [&walk](Cursor& copy) noexcept { return walk.skip(copy); };
  const bool isText = walk.tokens.peek(cursor) == '"';
  const bool skipped = isText ? walk.tokens.passString(cursor) : slowPath<mode>(cursor, skip);
  return skipped ? Outcome::valid : walk.stop();
}

// Checks the key at the cursor with the validator of all keys.
template <Mode mode>
inline Outcome Dict::checkKey(Walk& walk, const Cursor& cursor, Step<mode>& way, Object& object) const noexcept {
  way.is(PathKind::unknownKey, *cursor.at);
  const Step<mode> half(walk, PathKind::extraKey, true);
  constexpr Mode keyMode = mode == Mode::value ? Mode::verdict : mode;
  const std::uint32_t delegatedBefore = walk.delegations.count;
  Cursor copy;
  copy.at = cursor.at;
  const Outcome outcome = validlib::check<keyMode>(*keyTest, walk, copy);
  return walk.delegations.count == delegatedBefore || outcome == Outcome::stop ? outcome
                                                                               : delegateWhole(*this, walk, object);
}

}  // namespace validlib
