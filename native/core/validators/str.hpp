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
  // It judges ASCII; other text is left to JavaScript.
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
    if (pattern != nullptr || hasOptions) {
      return aside<mode>(cursor, [&](Cursor& copy) noexcept { return checkContent<mode>(walk, copy); });
    }
    const auto* const start = cursor.at;
    Text text;
    if (!walk.readString(cursor, text)) [[unlikely]]
      return walk.stop();
    if (!holdsLength(text)) [[unlikely]] {
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
  [[gnu::noinline]] Outcome checkContent(Walk& walk, Cursor& cursor) const noexcept {
    const auto* const start = cursor.at;
    Text text;
    if (!walk.readString(cursor, text)) return walk.stop();
    bool accepted = holdsLength(text);
    if (accepted && pattern != nullptr && !text.ascii) {
      if constexpr (mode == Mode::value) {
        ++walk.deferred;
        *cursor.out++ = mark::left;
        return walk.putString(cursor, text) ? Outcome::valid : walk.stop();
      } else {
        cursor.at = start;
        return walk.defer<mode>(*this, cursor);
      }
    }
    std::int32_t option = 0;
    accepted = accepted && (pattern == nullptr || pattern->matches(text.bytes)) &&
               (!hasOptions || (option = find(text.bytes)) >= 0);
    if (!accepted) {
      cursor.at = start;
      return walk.refuse<mode>(*this, cursor);
    }
    if constexpr (mode == Mode::value) {
      if (pattern != nullptr) *cursor.out++ = mark::judged;
      if (numbersOptions()) {
        *cursor.out++ = option;
      } else if (!walk.putString(cursor, text)) {
        return walk.stop();
      }
    }
    return Outcome::valid;
  }

  void putNull(Cursor& cursor) const noexcept {
    if (pattern != nullptr) *cursor.out++ = mark::judged;
    *cursor.out++ = mark::noString;
    if (!numbersOptions()) *cursor.out++ = 0;
  }

  // The tape has the number of the option in place of the string.
  bool numbersOptions() const noexcept { return hasOptions && pattern == nullptr; }

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
