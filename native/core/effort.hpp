// What pipelines walk, counted: each part of the text as often as they do.
#pragma once

#include "walk.hpp"

namespace validlib {

// Accounts for the work of one pipeline on one value.
class Effort {
 public:
  Effort(Walk& walk, const Cursor& cursor) noexcept : walk_(walk), begin_(*cursor.at), outer_(walk.accounted) {}

  // A step has come to the cursor; false when all have walked too much.
  bool spend(const Cursor& cursor) noexcept {
    const std::uint64_t span = *cursor.at - begin_;
    const std::uint64_t inside = walk_.accounted - outer_;
    walk_.work += 1 + (span > inside ? span - inside : 0);
    walk_.accounted = outer_;
    return walk_.work <= walk_.maxWork;
  }
  // The pipeline rests at the cursor.
  void end(const Cursor& cursor) noexcept { walk_.accounted = outer_ + (*cursor.at - begin_); }

 private:
  Walk& walk_;
  std::uint32_t begin_;
  std::uint64_t outer_;
};

}  // namespace validlib
