// Visits the tokens of a value, whatever it is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "keys.hpp"
#include "walk.hpp"

namespace validlib {

// What a visitor has if nothing else: each function returns whether the visit goes on.
struct Visitor {
  // Keys and values are read only for visitors that want them. Otherwise it is only checked that they are JSON.
  static constexpr bool readsKeys = false;
  static constexpr bool readsValues = false;
  // An array or an object begins at the cursor; it has ended before it.
  static bool opened(const Cursor&, bool) noexcept { return true; }
  // Returns true if it has moved the cursor past the array or object that begins there.
  static bool passes(Cursor&) noexcept { return false; }
  static bool closed(const Cursor&) noexcept { return true; }
  // A key has ended before the cursor. It began at that offset.
  static bool key(std::uint32_t, const Text&, const Cursor&) noexcept { return true; }
  static bool text(Bytes) noexcept { return true; }
  // It has ended before the cursor.
  static bool number(double, const Cursor&) noexcept { return true; }
  // true, false or null, by its first character.
  static bool word(std::uint8_t) noexcept { return true; }
};

// The containers that are open in a visit.
class Levels {
 public:
  bool none() const noexcept { return level_ == 0; }
  std::uint32_t count() const noexcept { return level_; }

  // Call it only if `Nesting` allows one more.
  void open(bool object) noexcept {
    const std::uint64_t bit = std::uint64_t{1} << (level_ % 64);
    std::uint64_t& word = objects_[level_ / 64];
    word = object ? word | bit : word & ~bit;
    ++level_;
  }
  void close() noexcept { --level_; }
  // Whether the innermost is an object.
  bool inObject() const noexcept { return ((objects_[(level_ - 1) / 64] >> ((level_ - 1) % 64)) & 1) != 0; }

 private:
  // One bit for each: whether it is an object.
  std::array<std::uint64_t, Nesting::deepest / 64 + 1> objects_;
  std::uint32_t level_ = 0;
};

// Moves past the next value, which is no container and has that first character; false as `traverse`.
template <class Visit>
inline bool visitScalar(std::uint8_t first, Tokens& tokens, Cursor& cursor, Visit& visit) noexcept {
  const auto isWord = [&]() noexcept {
    return first == 't'   ? tokens.isWord(cursor, "true")
           : first == 'f' ? tokens.isWord(cursor, "false")
                          : tokens.isWord(cursor, "null");
  };
  const bool word = first == 't' || first == 'f' || first == 'n';
  if constexpr (!Visit::readsValues) {
    if (first == '"') return tokens.passString(cursor);
    const bool known = word ? isWord() : tokens.isNumber(cursor);
    ++cursor.at;
    return known;
  }
  double number = 0;
  Text string;
  if (first == '"') return tokens.readString(cursor, string) && visit.text(string.bytes);
  const bool known = word ? isWord() : tokens.readNumber(cursor, number);
  ++cursor.at;
  return known && (word ? visit.word(first) : visit.number(number, cursor));
}

// The same for a key and its colon.
template <class Visit>
inline bool visitKey(Tokens& tokens, Cursor& cursor, Visit& visit) noexcept {
  const std::uint32_t opening = *cursor.at;
  if (tokens.peek(cursor) != '"') return false;
  if constexpr (!Visit::readsKeys) return tokens.passString(cursor) && tokens.take(cursor) == ':';
  Text string;
  if (!tokens.readString(cursor, string)) return false;
  return visit.key(opening, string, cursor) && tokens.take(cursor) == ':';
}

// Moves past the next value and calls `visit` for its tokens; false if it is not JSON, or if `visit` returns false.
template <class Visit>
bool traverse(Walk& walk, Cursor& cursor, Visit& visit) noexcept {
  Tokens& tokens = walk.tokens;
  Levels levels;
  const auto closing = [](bool object) noexcept -> std::uint8_t { return object ? '}' : ']'; };
  for (;;) {
    const std::uint8_t first = tokens.peek(cursor);
    const bool isContainer = first == '{' || first == '[';
    if (isContainer && !visit.passes(cursor)) {
      const bool object = first == '{';
      if (!walk.nesting.allows(levels.count()) || !visit.opened(cursor, object)) return false;
      levels.open(object);
      ++cursor.at;
      if (tokens.peek(cursor) != closing(object)) {
        if (object && !visitKey(tokens, cursor, visit)) return false;
        continue;
      }
    } else if (!isContainer && !visitScalar(first, tokens, cursor, visit)) {
      return false;
    }
    // After a value, or before the end of an empty container.
    for (;;) {
      if (levels.none()) return true;
      const std::uint8_t next = tokens.take(cursor);
      if (next == ',') {
        if (levels.inObject() && !visitKey(tokens, cursor, visit)) return false;
        break;
      }
      if (next != closing(levels.inObject()) || !visit.closed(cursor)) return false;
      levels.close();
    }
  }
}

// Finds keys that come twice, and calls `ended(first, behind)` with the numbers of the tokens of each container.
template <class Ended>
class DistinctKeys : public Visitor {
 public:
  static constexpr bool readsKeys = true;

  DistinctKeys(Walk& walk, Ended ended) noexcept : walk_(walk), ended_(ended) {}

  bool opened(const Cursor& cursor, bool) noexcept {
    return open_.push({walk_.tokens.number(cursor), walk_.words.size()});
  }
  bool key(std::uint32_t opening, const Text& text, const Cursor& cursor) noexcept {
    return walk_.addKey(opening, walk_.tokens.rawString(cursor), text.bytes);
  }
  bool closed(const Cursor& cursor) noexcept {
    const auto [token, words] = open_[open_.size() - 1];
    open_.truncate(open_.size() - 1);
    const bool distinct =
        areDistinct(walk_.words.begin() + words, walk_.words.end(), walk_.tokens.text, walk_.unescapedKeys.data());
    walk_.words.truncate(words);
    if (distinct) ended_(token, walk_.tokens.number(cursor));
    return distinct;
  }

 private:
  struct Open {
    std::uint32_t token;
    // The number of words before its keys.
    std::size_t words;
  };

  Walk& walk_;
  Ended ended_;
  Buffer<Open> open_;
};

}  // namespace validlib
