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
  Outcome check(Walk& walk) const noexcept {
    if (walk.peek() != '"') {
      if (!nullable || !walk.isNull()) return walk.refuse(*this);
      if constexpr (emits) {
        walk.tape.put(mark::noString);
        if (!hasOptions) walk.tape.put(0);
      }
      ++walk.at;
      return Outcome::valid;
    }
    const auto* const start = walk.at;
    Text text;
    if (!walk.readString(text)) return walk.stop();
    std::int32_t option = 0;
    if (!holdsLength(text) || (hasOptions && (option = find(text.bytes)) < 0)) {
      walk.at = start;
      return walk.refuse(*this);
    }
    if constexpr (emits) {
      if (hasOptions) {
        walk.tape.put(option);
      } else if (!walk.putString(text)) {
        return walk.stop();
      }
    }
    return Outcome::valid;
  }

 private:
  bool holdsLength(const Text& text) const noexcept {
    return !lengths.given() || lengths.holds(text.ascii ? text.bytes.size() : codePoints(text.bytes));
  }

  std::int32_t find(Bytes text) const noexcept {
    for (std::size_t i = 0; i < options.size(); ++i) {
      if (options[i] == text) return static_cast<std::int32_t>(i);
    }
    return -1;
  }
};

}  // namespace validlib
