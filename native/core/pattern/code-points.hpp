// Sets of code points.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace validlib {

class CodePoints {
 public:
  static constexpr char32_t last = 0x10ffff;

  struct Range {
    char32_t first, last;
    bool operator==(const Range&) const = default;
    auto operator<=>(const Range&) const = default;
  };

  CodePoints() = default;
  template <std::size_t size>
  explicit CodePoints(const Range (&ranges)[size]) : ranges_(ranges, ranges + size) {}

  // In order, neither overlapping nor adjacent.
  const std::vector<Range>& ranges() const noexcept { return ranges_; }

  bool has(char32_t point) const noexcept {
    const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), point,
                                        [](char32_t one, const Range& range) { return one < range.first; });
    return after != ranges_.begin() && point <= after[-1].last;
  }

  void add(Range range) {
    // Merges the ranges that it touches.
    const auto begin = std::lower_bound(ranges_.begin(), ranges_.end(), range.first,
                                        [](const Range& one, char32_t first) { return one.last + 1 < first; });
    auto end = begin;
    for (; end != ranges_.end() && end->first <= range.last + 1; ++end) {
      range.first = std::min(range.first, end->first);
      range.last = std::max(range.last, end->last);
    }
    ranges_.insert(ranges_.erase(begin, end), range);
  }
  void add(const CodePoints& others) {
    for (const Range& range : others.ranges_) add(range);
  }

  CodePoints complement() const {
    CodePoints result;
    char32_t first = 0;
    for (const Range& range : ranges_) {
      if (range.first > first) result.ranges_.push_back({first, range.first - 1});
      first = range.last + 1;
    }
    if (first <= last) result.ranges_.push_back({first, last});
    return result;
  }

  bool operator==(const CodePoints&) const = default;
  auto operator<=>(const CodePoints&) const = default;

 private:
  std::vector<Range> ranges_;
};

}  // namespace validlib
