// A regular expression as a table of states, made by src/json/native-pattern.ts from what JavaScript says of each ASCII
// character. It matches from the start of a text, not necessarily to its end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "json/text.hpp"

namespace validlib {

class Pattern {
 public:
  // What is known of a text in a state.
  enum State : std::uint16_t { dead, matched, firstFree };

  // Which column of the table a character has.
  std::array<std::uint8_t, 128> columns{};
  std::size_t columnCount = 0;
  // By state and column; the rows of `dead` and `matched` lead to themselves.
  std::vector<std::uint16_t> next;
  // Whether the text may end in a state.
  std::vector<bool> ends;
  std::uint16_t start = dead;

  // The text is ASCII.
  bool matches(Bytes text) const noexcept {
    std::size_t state = start;
    for (const char c : text) {
      if (state < firstFree) return state == matched;
      state = next[state * columnCount + columns[static_cast<std::uint8_t>(c) & 0x7f]];
    }
    return ends[state];
  }
};

}  // namespace validlib
