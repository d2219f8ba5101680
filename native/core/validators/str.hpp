// Str: a Unicode string. One with a pattern is deferred.
#pragma once

#include <string>
#include <vector>

#include "limits.hpp"

namespace validlib {

struct Str : Node {
  Str() noexcept : Node(Kind::string) {}

  Lengths lengths;
  bool hasOptions = false;
  std::vector<std::string> options;

  template <bool emits>
  [[gnu::always_inline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if (walk.peek(cursor) != '"') [[unlikely]] {
      if (!nullable || !walk.isNull(cursor)) return refuse<emits>(walk, cursor);
      if constexpr (emits) {
        *cursor.out++ = mark::noString;
        if (!hasOptions) *cursor.out++ = 0;
      }
      ++cursor.at;
      return Outcome::valid;
    }
    const auto* const start = cursor.at;
    Text text;
    if (!walk.readString(cursor, text)) [[unlikely]] return walk.stop();
    std::int32_t option = 0;
    if (!holdsLength(text) || (hasOptions && (option = find(text.bytes)) < 0)) [[unlikely]] {
      cursor.at = start;
      return refuse<emits>(walk, cursor);
    }
    if constexpr (emits) {
      if (hasOptions) {
        *cursor.out++ = option;
      } else if (!walk.putString(cursor, text)) {
        return walk.stop();
      }
    }
    return Outcome::valid;
  }

 private:
  template <bool emits>
  [[gnu::always_inline]] Outcome refuse(Walk& walk, Cursor& cursor) const noexcept {
    return aside<emits>(cursor, [&](Cursor& copy) noexcept { return walk.refuse(*this, copy); });
  }

  bool holdsLength(const Text& text) const noexcept {
    return !lengths.given || lengths.holds(text.ascii ? text.bytes.size() : codePoints(text.bytes));
  }

  std::int32_t find(Bytes text) const noexcept {
    for (std::size_t i = 0; i < options.size(); ++i) {
      if (options[i] == text) return static_cast<std::int32_t>(i);
    }
    return -1;
  }
};

}  // namespace validlib
