// What pipelines walk, counted: each part of the text as often as they do. In proportion to the text it is bounded.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cursor.hpp"

namespace validlib {

struct Work {
  // Bytes of the text, and one for each step.
  std::uint64_t total = 0;
  std::uint64_t most = 0;
  // Bytes of the step under way that pipelines inside it have accounted for.
  std::uint64_t accounted = 0;

  // Steps of pipelines that are not nested walk a text once each, at most. With the memo it is little more.
  void begin(std::size_t size, std::size_t stepCount, bool memoized) noexcept {
    total = accounted = 0;
    most = free + (size + 1) * (1 + (memoized ? 8 * stepCount : std::min(stepCount, counted)));
  }
  // Another text may do as much as the last.
  void beginAgain() noexcept { total = accounted = 0; }

 private:
  // What any text may cost, and any schema may multiply it by, before a walk is begun anew.
  static constexpr std::uint64_t free = 4096;
  static constexpr std::size_t counted = 64;
};

// Accounts for the work of one pipeline on one value.
class Effort {
 public:
  Effort(Work& work, const Cursor& cursor) noexcept : work_(work), begin_(*cursor.at), outer_(work.accounted) {}

  // A step has come to the cursor; false when all have walked too much.
  bool spend(const Cursor& cursor) noexcept {
    const std::uint64_t span = *cursor.at - begin_;
    const std::uint64_t inside = work_.accounted - outer_;
    work_.total += 1 + (span > inside ? span - inside : 0);
    work_.accounted = outer_;
    return work_.total <= work_.most;
  }
  // The pipeline rests at the cursor.
  void end(const Cursor& cursor) noexcept { work_.accounted = outer_ + (*cursor.at - begin_); }

 private:
  Work& work_;
  std::uint32_t begin_;
  std::uint64_t outer_;
};

}  // namespace validlib
