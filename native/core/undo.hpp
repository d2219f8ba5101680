// The way back, for a value that is to be judged again.
#pragma once

#include "walk.hpp"

namespace validlib {

// Remembers a walk, for a value that must be judged anew, or that only TypeScript can judge as it turns out.
template <Mode mode>
class Undo {
 public:
  Undo(Walk& walk, const Cursor& cursor) noexcept : deferred_(walk.deferred), failures_{}, tape_(walk.tape.save()) {
    cursor_.follow<mode>(cursor);
    if constexpr (mode == Mode::failures) failures_ = walk.report.save(walk.place);
  }

  const std::uint32_t* at() const noexcept { return cursor_.at; }

  // Something was left to TypeScript since.
  bool defers(const Walk& walk) const noexcept { return walk.deferred != deferred_; }

  // Back to the value, and what was written about it is forgotten, but for failures.
  void rewind(Walk& walk, Cursor& cursor) const noexcept {
    cursor.follow<mode>(cursor_);
    walk.deferred = deferred_;
    if constexpr (mode == Mode::value) walk.tape.restore(tape_);
  }
  void forgetFailures(Walk& walk) const noexcept {
    if constexpr (mode == Mode::failures) walk.report.restore(failures_);
  }

  // Leaves the value to the node's own check; the mark says so.
  [[gnu::noinline]] Outcome leave(const Node& node, std::int32_t mark, Walk& walk, Cursor& cursor) const noexcept {
    // What was left would have to be kept with the verdict.
    if (walk.careful) return walk.stop();
    forgetFailures(walk);
    rewind(walk, cursor);
    if constexpr (mode == Mode::value) *cursor.out++ = mark;
    const std::uint32_t begin = *cursor.at;
    const Outcome outcome = walk.defer<mode>(node, cursor);
    return walk.leavesTooMuch(*cursor.at - begin) ? walk.stop() : outcome;
  }

 private:
  Cursor cursor_;
  std::uint32_t deferred_;
  Report::State failures_;
  Tape::State tape_;
};

}  // namespace validlib
