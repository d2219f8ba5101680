// Keys of an object in an expected order: that of a shape, or of the schema with any keys left out.
#pragma once

#include "../dict.hpp"

namespace validlib {

// Returns whether the object may follow a shape. If no value is written and the first key is likely to be another,
// reading the keys in the order of the last object is faster.
template <Mode mode>
[[gnu::always_inline]] inline bool Dict::mayFollow(const Walk& walk, const Object& object) const noexcept {
  if constexpr (mode != Mode::verdict) return true;
  const Shapes::Step* const first = object.step->next;
  return first != nullptr && walk.expectedKeys.after(id, Shapes::none) == static_cast<std::size_t>(first->key);
}

// Enters an object that follows no shape.
inline void Dict::open(const Walk& walk, Cursor& cursor, Object& object) noexcept {
  ++cursor.at;
  object.followed = walk.tokens.peek(cursor) == '}';
  if (object.followed) ++cursor.at;
}

// The hot loop: no look-up, and only the token and the step in registers. A key and its colon are compared with the
// next key of a shape, 16 bytes at once including those after them, which the padding allows; a step without a next one
// ends every shape.
// The checks of values test whether the tape is full, so the keys need not: they write nothing. Follows the object as
// long as its keys come in the order of a shape; `followed` becomes false, at a key, if they do not, or if there is
// nothing left to collect. No shape has a key whose value is skipped, a blank or a null: those are tested for.
template <Mode mode>
[[gnu::always_inline]] inline void Dict::follow(Walk& walk, Cursor& cursor, Object& object) const noexcept {
  if (skips) [[unlikely]]
    return follow<mode, true>(walk, cursor, object);
  follow<mode, false>(walk, cursor, object);
}
template <Mode mode, bool skipping>
[[gnu::noinline]] void Dict::follow(Walk& walk, Cursor& given, Object& object) const noexcept {
  ++given.at;
  if (walk.tokens.peek(given) == '}') {
    ++given.at;
    return;
  }
  Step<mode> way(walk, PathKind::key, true, id);
  Cursor cursor;
  cursor.follow<mode>(given);
  const Shapes::Step* step = object.step;
  const auto finish = [&](bool followed) noexcept {
    given.follow<mode>(cursor);
    object.step = step;
    object.size = static_cast<std::uint32_t>(step->size);
    object.followed = followed;
  };
  const auto stop = [&]() noexcept {
    object.outcome = walk.stop();
    finish(true);
  };
  for (;;) {
    const std::uint8_t* const token = walk.tokens.text + *cursor.at;
    const Shapes::Step* next = step->next;
    if (next == nullptr || !next->member->spelling.begins(token, walk.tokens.end())) [[unlikely]] {
      next = another(*step, walk.tokens, cursor.at);
      if (next == nullptr) return finish(false);
    }
    if constexpr (skipping) {
      if (isBlank(walk, cursor.at)) return finish(false);
    }
    cursor.at += 2;
    step = next;
    way.is(static_cast<std::uint32_t>(step->key));
    const Outcome outcome = checkHere<mode>(*step->member->value, walk, cursor);
    if (outcome != Outcome::valid && !goesOn<mode>(walk, object, outcome)) [[unlikely]]
      return finish(true);
    const std::uint8_t end = walk.tokens.take(cursor);
    if (end == ',') {
      if (outcome != Outcome::valid && walk.report.truncated) [[unlikely]]
        return finish(false);
      continue;
    }
    return end == '}' ? finish(true) : stop();
  }
}

// The step after `step` for the key, if it is not the first of them, or if white space precedes the colon; else null.
[[gnu::noinline]] inline const Shapes::Step* Dict::another(const Shapes::Step& step, const Tokens& tokens,
                                                           const std::uint32_t* key) noexcept {
  const std::uint8_t* const token = tokens.text + *key;
  const bool spaced = tokens.isSpaced(key);
  if (spaced && tokens.text[key[1]] != ':') return nullptr;
  for (const Shapes::Step* next = step.next; next != nullptr; next = next->other) {
    const Spelling& spelling = next->member->spelling;
    if (spaced ? spelling.isAt(token, tokens.end()) : spelling.begins(token, tokens.end())) return next;
  }
  return nullptr;
}

// As `follow`, from a key on, but drops keys that are not in the schema.
template <Mode mode>
[[gnu::noinline]] void Dict::followDropping(Walk& walk, Cursor& cursor, Object& object) const noexcept {
  while (drop(walk, cursor, object) && walk.tokens.peek(cursor) == '"') {
    // The token before the first key: a comma, instead of the brace.
    --cursor.at;
    follow<mode>(walk, cursor, object);
  }
}

// Moves past a member that is not in the schema, if it is next; false if it was the last member.
[[gnu::noinline]] inline bool Dict::drop(Walk& walk, Cursor& cursor, Object& object) const noexcept {
  if (object.followed || walk.report.truncated || walk.tokens.peek(cursor) != '"') return false;
  if (object.step->size == static_cast<std::int32_t>(keys.count)) {
    // All keys have come, so what follows is dropped.
    if (const std::uint32_t* const end = walk.endOf(object.start)) {
      cursor.at = end;
      object.followed = true;
      return false;
    }
  }
  Cursor behind;
  behind.at = cursor.at;
  Text text;
  if (!walk.tokens.readString(behind, text)) return false;
  const Bytes raw = walk.tokens.rawString(behind);
  const bool isPlain = raw.size() == text.bytes.size();
  if ((isPlain ? keys.table.findPadded(raw) : keys.table.find(text.bytes)) >= 0) return false;
  if (walk.tokens.take(behind) != ':' || !walk.skip(behind)) {
    object.outcome = walk.stop();
    object.followed = true;
    return false;
  }
  const std::uint8_t next = walk.tokens.take(behind);
  cursor.at = behind.at;
  if (next == ',') return true;
  if (next != '}') object.outcome = walk.stop();
  object.followed = true;
  return false;
}

// Follows the object as long as its keys come in the order of the schema, with any of them left out; `followed` becomes
// true at its end, as in `follow`. No branch depends on which keys are present.
template <Mode mode>
[[gnu::always_inline]] inline void Dict::followSubset(Walk& walk, Cursor& cursor, Object& object) const noexcept {
  if (skips) [[unlikely]]
    return followSubset<mode, true>(walk, cursor, object);
  followSubset<mode, false>(walk, cursor, object);
}
template <Mode mode, bool skipping>
inline void Dict::followSubset(Walk& walk, Cursor& given, Object& object) const noexcept {
  Step<mode> way(walk, PathKind::key, true, id);
  Cursor cursor;
  cursor.follow<mode>(given);
  std::uint32_t came = object.came;
  std::uint32_t blanks = skipping ? object.blanks : 0;
  std::uint32_t size = object.size;
  const auto finish = [&](bool followed) noexcept {
    given.follow<mode>(cursor);
    object.came = came;
    if constexpr (skipping) object.blanks = blanks;
    object.size = size;
    object.followed = followed;
  };
  const auto stop = [&]() noexcept {
    object.outcome = walk.stop();
    finish(true);
  };
  for (;;) {
    const std::int32_t key = walk.report.truncated ? -1 : find(walk, cursor);
    const std::uint32_t before = skipping ? came | blanks : came;
    if (key < 0 || key >= subsetKeys || before >> key != 0) [[unlikely]]
      return finish(false);
    const bool blank = skipping && isBlank(walk, cursor.at);
    (blank ? blanks : came) |= std::uint32_t{1} << key;
    ++cursor.at;
    if (walk.tokens.take(cursor) != ':') return stop();
    Outcome outcome = Outcome::valid;
    if (blank) {
      ++cursor.at;
    } else {
      ++size;
      way.is(static_cast<std::uint32_t>(key));
      outcome = checkHere<mode>(*keys[key].value, walk, cursor);
    }
    if (outcome != Outcome::valid && !goesOn<mode>(walk, object, outcome)) [[unlikely]]
      return finish(true);
    const std::uint8_t end = walk.tokens.take(cursor);
    if (end == ',') continue;
    return end == '}' ? finish(true) : stop();
  }
}

}  // namespace validlib
