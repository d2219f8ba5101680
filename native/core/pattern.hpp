// A regular expression with JavaScript's flags `u` and `y`: it matches from the start of a text, not necessarily to its
// end. Only a verdict is needed, so a deterministic automaton (DFA) over code points decides, in one pass.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "json/text.hpp"
#include "pattern/syntax.hpp"

namespace validlib {

class Pattern {
 public:
  enum class Answer : std::uint8_t {
    no,
    yes,
    unknown,  // there is a character whose properties are not known here
  };

  // Null for patterns that do not behave exactly as in JavaScript here (see pattern/syntax.hpp), and for those that
  // would need too large an automaton.
  static std::unique_ptr<Pattern> compile(Bytes source, Bytes flags, const Properties& properties);

  // Returns whether every text matches, whatever it begins with.
  bool matchesAll() const noexcept { return start_ == matched(); }

  // The text is UTF-8.
  Answer matches(Bytes text) const noexcept;

 private:
  friend class Subsets;

  // A state is the offset of its row in the table. The first three are final: no further input matters.
  static constexpr std::size_t dead = 0;
  std::size_t matched() const noexcept { return columnCount_; }
  std::size_t unknown() const noexcept { return 2 * columnCount_; }
  std::size_t endColumn() const noexcept { return columnCount_ - 1; }

  Answer answer(std::size_t state) const noexcept {
    return state == matched() ? Answer::yes : state == unknown() ? Answer::unknown : Answer::no;
  }
  std::uint8_t wideColumn(char32_t point) const noexcept;

  // Characters that the pattern does not distinguish share a column. The last column is for the end of the text.
  std::size_t columnCount_ = 0;
  // Characters from here on have a column that leads to `unknown`.
  char32_t unknownFrom_ = CodePoints::last + 1;
  std::array<std::uint8_t, 128> ascii_{};
  // Those beyond ASCII: the first character of each run of the same column.
  std::vector<char32_t> firsts_;
  std::vector<std::uint8_t> columns_;
  std::vector<std::uint16_t> next_;
  std::uint16_t start_ = dead;
};

}  // namespace validlib
