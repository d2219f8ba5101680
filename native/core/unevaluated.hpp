// The members of a value that its validators leave unevaluated, for a Closed around them. Each container that passes
// adds a list of them, so a member is unevaluated if it is in all lists. TypeScript logs the evaluated members instead.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "buffer.hpp"
#include "sort.hpp"

namespace validlib {

class Unevaluated {
 public:
  // A member of the current container, by the number of its first token; false if there is not enough memory.
  [[nodiscard]] bool add(std::uint32_t token) noexcept { return tokens_.push(token); }
  // The container has passed.
  [[nodiscard]] bool endList() noexcept { return tokens_.push(endOfList); }

  std::size_t save() const noexcept { return tokens_.size(); }
  // Drops all that was added since: a validator has refused the value.
  void restore(std::size_t count) noexcept { tokens_.truncate(count); }

  // What the lists since then have left.
  struct Left {
    // No container has passed: no member is evaluated.
    bool all;
    // Otherwise these, in order: indexes, because members that are validated add theirs behind.
    std::size_t begin;
    std::size_t end;

    bool none() const noexcept { return !all && begin == end; }
  };
  // Valid until something before the end is dropped.
  Left since(std::size_t count) noexcept {
    std::uint32_t* const first = tokens_.begin() + count;
    std::uint32_t* last = tokens_.end();
    sort(first, last);
    const std::uint32_t* const ends = std::lower_bound(first, last, endOfList);
    const std::ptrdiff_t lists = last - ends;
    std::uint32_t* behind = first;
    for (const std::uint32_t* run = first; run != ends;) {
      const std::uint32_t token = *run;
      const std::uint32_t* const begin = run;
      while (run != ends && *run == token) ++run;
      if (run - begin == lists) *behind++ = token;
    }
    return {lists == 0, count, count + static_cast<std::size_t>(behind - first)};
  }
  std::uint32_t at(std::size_t index) const noexcept { return tokens_[index]; }

  std::size_t bytes() const noexcept { return tokens_.bytes(); }
  void release() noexcept { tokens_.release(); }

 private:
  static constexpr std::uint32_t endOfList = UINT32_MAX;

  Buffer<std::uint32_t> tokens_;
};

}  // namespace validlib
