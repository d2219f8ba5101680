// Counts the work of pipelines: each part of the text as often as they walk it. It is bounded in proportion to the
// text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cursor.hpp"

namespace validlib {

struct Work {
  // Bytes of the text, plus one for each step.
  std::uint64_t total = 0;
  std::uint64_t most = 0;
  // Bytes of the current step that pipelines inside it have accounted for.
  std::uint64_t accounted = 0;

  // Steps of pipelines that are not nested walk a text at most once each. With the memo it is little more.
  void begin(std::size_t size, std::size_t stepCount, bool memoized) noexcept {
    total = accounted = 0;
    most = free + (size + 1) * (1 + (memoized ? 8 * stepCount : std::min(stepCount, counted)));
  }
  // Allows another text the same amount of work.
  void beginAgain() noexcept { total = accounted = 0; }

 private:
  // Work that any text may take, and that any schema may multiply, before a new pass begins.
  static constexpr std::uint64_t free = 4096;
  static constexpr std::size_t counted = 64;
};

// Accounts for the work of one pipeline on one value.
class Effort {
 public:
  Effort(Work& work, const Cursor& cursor) noexcept : work_(work), begin_(*cursor.at), outer_(work.accounted) {}

  // A step has reached the cursor; false if all have walked too much.
  bool spend(const Cursor& cursor) noexcept {
    const std::uint64_t span = *cursor.at - begin_;
    const std::uint64_t inside = work_.accounted - outer_;
    work_.total += 1 + (span > inside ? span - inside : 0);
    work_.accounted = outer_;
    return work_.total <= work_.most;
  }
  // The pipeline ends at the cursor.
  void end(const Cursor& cursor) noexcept { work_.accounted = outer_ + (*cursor.at - begin_); }

 private:
  Work& work_;
  std::uint32_t begin_;
  std::uint64_t outer_;
};

}  // namespace validlib
