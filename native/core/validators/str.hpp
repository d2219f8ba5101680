// Str: a Unicode string.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "../pattern.hpp"
#include "limits.hpp"

namespace validlib {

struct Str : Node {
  Str() noexcept : Node(Kind::string) {}

  Lengths lengths;
  std::unique_ptr<Pattern> pattern;
  bool hasOptions = false;
  std::vector<std::string> options;

  template <Mode mode>
  [[gnu::always_inline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if (walk.peek(cursor) != '"') [[unlikely]] {
      if (!nullable || !walk.isNull(cursor)) return walk.refuse<mode>(*this, cursor);
      if constexpr (mode == Mode::value) putNull(cursor);
      ++cursor.at;
      return Outcome::valid;
    }
    if (hasOptions) return aside<mode>(cursor, [&](Cursor& copy) noexcept { return checkOptions<mode>(walk, copy); });
    const auto* const start = cursor.at;
    Text text;
    if (!walk.readString(cursor, text)) [[unlikely]]
      return walk.stop();
    if (!holdsLength(text) || !holdsPattern(text)) [[unlikely]] {
      cursor.at = start;
      return walk.refuse<mode>(*this, cursor);
    }
    if constexpr (mode == Mode::value) {
      if (!walk.putString(cursor, text)) return walk.stop();
    }
    return Outcome::valid;
  }

 private:
  template <Mode mode>
  [[gnu::noinline]] Outcome checkOptions(Walk& walk, Cursor& cursor) const noexcept {
    const auto* const start = cursor.at;
    Text text;
    if (!walk.readString(cursor, text)) return walk.stop();
    const std::int32_t option = find(text.bytes);
    if (option < 0 || !holdsLength(text) || !holdsPattern(text)) {
      cursor.at = start;
      return walk.refuse<mode>(*this, cursor);
    }
    // The tape has the number of the option in place of the string.
    if constexpr (mode == Mode::value) *cursor.out++ = option;
    return Outcome::valid;
  }

  void putNull(Cursor& cursor) const noexcept {
    *cursor.out++ = mark::noString;
    if (!hasOptions) *cursor.out++ = 0;
  }

  bool holdsLength(const Text& text) const noexcept {
    return !lengths.given || lengths.holds(text.ascii ? text.bytes.size() : codePoints(text.bytes));
  }

  bool holdsPattern(const Text& text) const noexcept { return pattern == nullptr || pattern->matches(text.bytes); }

  std::int32_t find(Bytes text) const noexcept {
    for (std::size_t i = 0; i < options.size(); ++i) {
      if (options[i] == text) return static_cast<std::int32_t>(i);
    }
    return -1;
  }
};

}  // namespace validlib
