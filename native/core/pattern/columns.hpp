// Characters that a pattern does not distinguish share a column. The last column is for the end of the text.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "../sort.hpp"
#include "syntax.hpp"

namespace validlib {

class Columns {
 public:
  // Finds the columns of the sets; false if they are too many. Characters from `unknownFrom` on are unknown.
  bool find(const Syntax& syntax, char32_t unknownFrom) {
    std::vector<char32_t> firsts{0, 0x80};
    for (const CodePoints& set : syntax.sets) {
      for (const CodePoints::Range& range : set.ranges()) {
        firsts.push_back(range.first);
        if (range.last < CodePoints::last) firsts.push_back(range.last + 1);
      }
    }
    firsts.push_back(unknownFrom);
    sort(firsts.data(), firsts.data() + firsts.size());
    firsts.erase(std::unique(firsts.begin(), firsts.end()), firsts.end());
    while (firsts.back() > CodePoints::last) firsts.pop_back();
    if (firsts.size() * syntax.sets.size() > maxWork) return false;
    std::map<std::vector<bool>, std::uint8_t> columns;
    for (std::size_t i = 0; i < firsts.size(); ++i) {
      // Whether the character is known, and for each set whether it contains the character.
      std::vector<bool> in{firsts[i] < unknownFrom};
      in.reserve(syntax.sets.size() + 1);
      for (const CodePoints& set : syntax.sets) in.push_back(in.front() && set.has(firsts[i]));
      const auto [found, isNew] = columns.emplace(in, static_cast<std::uint8_t>(columns.size()));
      if (isNew) {
        // One column more is for the end.
        if (columns.size() == maxCount) return false;
        members_.push_back(std::move(in));
      }
      const std::uint8_t column = found->second;
      const char32_t next = i + 1 < firsts.size() ? firsts[i + 1] : CodePoints::last + 1;
      if (firsts[i] < 0x80) {
        std::fill(ascii_.begin() + firsts[i], ascii_.begin() + next, column);
      } else if (columns_.empty() || columns_.back() != column) {
        firsts_.push_back(firsts[i]);
        columns_.push_back(column);
      }
    }
    count_ = columns.size() + 1;
    return true;
  }

  std::size_t count() const noexcept { return count_; }
  std::size_t end() const noexcept { return count_ - 1; }

  std::uint8_t ascii(std::uint8_t character) const noexcept { return ascii_[character]; }
  std::uint8_t of(char32_t point) const noexcept { return point < 0x80 ? ascii_[point] : wide(point); }
  std::uint8_t wide(char32_t point) const noexcept {
    const auto after = std::upper_bound(firsts_.begin(), firsts_.end(), point);
    return columns_[static_cast<std::size_t>(after - firsts_.begin()) - 1];
  }

  // The column is not the end.
  bool isKnown(std::size_t column) const noexcept { return members_[column].front(); }
  bool has(std::size_t column, std::uint32_t set) const noexcept { return members_[column][set + 1]; }

 private:
  static constexpr std::size_t maxCount = 256;
  static constexpr std::size_t maxWork = 1 << 19;

  std::size_t count_ = 0;
  std::array<std::uint8_t, 128> ascii_{};
  // Those beyond ASCII: the first character of each run of the same column.
  std::vector<char32_t> firsts_;
  std::vector<std::uint8_t> columns_;
  // By column: whether its characters are known, and the sets that have them.
  std::vector<std::vector<bool>> members_;
};

}  // namespace validlib
