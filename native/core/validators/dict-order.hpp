// Dict: the walk of an object whose keys come in an order that is expected. Only dict.hpp includes this.
#pragma once

#include <cstdint>

#include "dict.hpp"

namespace validlib {

// The hot loop: no look-up, and nothing but the token and the step in registers. A key and its colon are compared
// with the next of a shape, 16 bytes at once with what is behind them, which the padding allows; a step without a
// next ends every shape.
// The checks of values ask whether the tape is full, so the keys need not: they write nothing. Follows the object for
// as long as its keys come in the order of a shape; `followed` becomes false, at a key, when they do not, or when
// there is nothing left to collect. No shape has a key whose value is blank; where those are skipped, they are looked
// for.
template <Mode mode>
[[gnu::always_inline]] inline void Dict::follow(Walk& walk, Cursor& cursor, Object& object) const noexcept {
  if (skipsBlank) [[unlikely]]
    return follow<mode, true>(walk, cursor, object);
  follow<mode, false>(walk, cursor, object);
}
template <Mode mode, bool skips>
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
    if constexpr (skips) {
      if (isBlank(walk, cursor.at)) return finish(false);
    }
    cursor.at += 2;
    step = next;
    way.is(static_cast<std::uint32_t>(step->key));
    const Outcome outcome = checkHere<mode>(*step->member->value, walk, cursor);
    if (outcome != Outcome::valid) [[unlikely]] {
      object.outcome = outcome;
      if (outcome == Outcome::stop) return finish(true);
      if (!walk.isExhaustive<mode>()) {
        // A later value of the same key would take its place.
        walk.pass.refuseEarly();
        return finish(true);
      }
    }
    const std::uint8_t end = walk.tokens.take(cursor);
    if (end == ',') {
      if (outcome != Outcome::valid && walk.report.truncated) [[unlikely]]
        return finish(false);
      continue;
    }
    return end == '}' ? finish(true) : stop();
  }
}

// The step behind `step` that the key is of, where that is not the first of them, or where white space stands in
// front of the colon; else null.
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

// As `follow`, from a key on, and whatever is not in the schema is dropped on the way.
template <Mode mode>
[[gnu::noinline]] void Dict::followDropping(Walk& walk, Cursor& cursor, Object& object) const noexcept {
  while (drop(walk, cursor, object) && walk.tokens.peek(cursor) == '"') {
    // The token in front of the first key: a comma, in place of the brace.
    --cursor.at;
    follow<mode>(walk, cursor, object);
  }
}

// Moves behind a member that is not in the schema, where there is one; false when that was the last member.
[[gnu::noinline]] inline bool Dict::drop(Walk& walk, Cursor& cursor, Object& object) const noexcept {
  if (object.followed || walk.report.truncated || walk.tokens.peek(cursor) != '"') return false;
  Cursor behind;
  behind.at = cursor.at;
  Text text;
  if (!walk.tokens.readString(behind, text) || table.find(text.bytes) >= 0) return false;
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

// Follows the object for as long as its keys come in the order of the schema, whichever are left out; `followed`
// becomes true when that is to its end, as in `follow`. No branch depends on which keys those are.
template <Mode mode>
[[gnu::always_inline]] inline void Dict::followSubset(Walk& walk, Cursor& cursor, Object& object) const noexcept {
  if (skipsBlank) [[unlikely]]
    return followSubset<mode, true>(walk, cursor, object);
  followSubset<mode, false>(walk, cursor, object);
}
template <Mode mode, bool skips>
inline void Dict::followSubset(Walk& walk, Cursor& given, Object& object) const noexcept {
  Step<mode> way(walk, PathKind::key, true, id);
  Cursor cursor;
  cursor.follow<mode>(given);
  std::uint32_t came = object.came;
  std::uint32_t blanks = skips ? object.blanks : 0;
  std::uint32_t size = object.size;
  const auto finish = [&](bool followed) noexcept {
    given.follow<mode>(cursor);
    object.came = came;
    if constexpr (skips) object.blanks = blanks;
    object.size = size;
    object.followed = followed;
  };
  const auto stop = [&]() noexcept {
    object.outcome = walk.stop();
    finish(true);
  };
  for (;;) {
    const std::int32_t key = walk.report.truncated ? -1 : find(walk, cursor);
    const std::uint32_t before = skips ? came | blanks : came;
    if (key < 0 || key >= subsetKeys || before >> key != 0) [[unlikely]]
      return finish(false);
    const bool blank = skips && isBlank(walk, cursor.at);
    (blank ? blanks : came) |= std::uint32_t{1} << key;
    ++cursor.at;
    if (walk.tokens.take(cursor) != ':') return stop();
    Outcome outcome = Outcome::valid;
    if (blank) {
      ++cursor.at;
    } else {
      ++size;
      way.is(static_cast<std::uint32_t>(key));
      outcome = checkHere<mode>(*at(key).value, walk, cursor);
    }
    if (outcome != Outcome::valid) [[unlikely]] {
      object.outcome = outcome;
      if (outcome == Outcome::stop) return finish(true);
      if (!walk.isExhaustive<mode>()) {
        walk.pass.refuseEarly();
        return finish(true);
      }
    }
    const std::uint8_t end = walk.tokens.take(cursor);
    if (end == ',') continue;
    return end == '}' ? finish(true) : stop();
  }
}

}  // namespace validlib
