// Float: a number. Strings that are to be converted are left to JavaScript, but for those that JSON would read alike.
#pragma once

#include <array>
#include <cstring>

#include "../coercion.hpp"
#include "limits.hpp"

namespace validlib {

struct Float : Node {
  Float() noexcept : Node(Kind::floating) {}

  bool coerce = false;
  Range range;

  template <Mode mode>
  [[gnu::always_inline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    const std::uint8_t first = walk.peek(cursor);
    if (!isDigit(first) && first != '-') [[unlikely]] {
      return aside<mode>(cursor, [&](Cursor& copy) noexcept { return checkOther<mode>(walk, copy); });
    }
    double value;
    if (!walk.readNumber(cursor, value)) [[unlikely]]
      return walk.stop();
    if (!range.holds(value)) [[unlikely]]
      return walk.refuse<mode>(*this, cursor);
    // The input is not what a later step may take in its place.
    if (mode != Mode::value && isNegativeZero(value)) [[unlikely]]
      return walk.stop();
    if constexpr (mode == Mode::value) put(cursor, value);
    ++cursor.at;
    return Outcome::valid;
  }

 private:
  template <Mode mode>
  [[gnu::noinline]] Outcome checkOther(Walk& walk, Cursor& cursor) const noexcept {
    if (nullable && walk.isNull(cursor)) {
      if constexpr (mode == Mode::value) putMark(cursor, mark::null);
      ++cursor.at;
      return Outcome::valid;
    }
    if (!coerce) return walk.refuse<mode>(*this, cursor);
    const auto* const start = cursor.at;
    double value;
    if (walk.peek(cursor) == '"') {
      Text text;
      if (!walk.readString(cursor, text)) return walk.stop();
      if (!decimalOf(text.bytes, value)) {
        if constexpr (mode == Mode::value) {
          ++walk.deferred;
          *cursor.out++ = mark::left;
          return walk.putString(cursor, text) ? Outcome::valid : walk.stop();
        } else {
          cursor.at = start;
          return walk.defer<mode>(*this, cursor);
        }
      }
    } else {
      const bool yes = walk.isWord(cursor, "true");
      if (!yes && !walk.isWord(cursor, "false")) return walk.refuse<mode>(*this, cursor);
      value = yes ? 1 : 0;
      ++cursor.at;
    }
    if (!range.holds(value)) {
      cursor.at = start;
      return walk.refuse<mode>(*this, cursor);
    }
    if constexpr (mode == Mode::value) put(cursor, value);
    return Outcome::valid;
  }

  void put(Cursor& cursor, double value) const noexcept {
    if (nullable || coerce) putMark(cursor, coerce ? mark::judged : mark::number);
    // Adding 0 turns -0 into 0.
    *cursor.number++ = value + 0.0;
  }

  // One that may be left takes the same space whether it is or not.
  void putMark(Cursor& cursor, std::int32_t mark) const noexcept {
    *cursor.out = mark;
    cursor.out += coerce ? 3 : 1;
  }

  // A string that is a JSON number; false for everything else, though it may be a number too.
  static bool decimalOf(Bytes text, double& value) noexcept {
    std::array<std::uint8_t, 64> copy;
    if (text.empty() || text.size() >= copy.size()) return false;
    std::memcpy(copy.data(), text.data(), text.size());
    copy[text.size()] = ' ';
    // Digits end at the first space, so all must be digits.
    for (const char c : text) {
      if (isSpace(static_cast<std::uint8_t>(c)) || isDelimiter(static_cast<std::uint8_t>(c))) return false;
    }
    return parseNumber(copy.data(), value) && std::isfinite(value);
  }
};

}  // namespace validlib
