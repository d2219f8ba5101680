// The way back, for a value that is to be judged again.
#pragma once

#include "walk.hpp"

namespace validlib {

// Remembers where a walk was in front of a value, which may have to be judged anew, or by TypeScript.
template <Mode mode>
class Undo {
 public:
  Undo(Walk& walk, const Cursor& cursor) noexcept
      : deferred_(walk.deferrals.count), zeros_(walk.zeros.save()), failures_{}, tape_(walk.tape.save()) {
    cursor_.follow<mode>(cursor);
    if constexpr (mode == Mode::failures) failures_ = walk.report.save();
  }

  const std::uint32_t* at() const noexcept { return cursor_.at; }

  // Something was deferred since.
  bool defers(const Walk& walk) const noexcept { return walk.deferrals.count != deferred_; }

  // Back to the value, and what was written about it is forgotten, but for failures.
  void rewind(Walk& walk, Cursor& cursor) const noexcept {
    cursor.follow<mode>(cursor_);
    walk.deferrals.count = deferred_;
    forgetZeros(walk);
    if constexpr (mode == Mode::value) walk.tape.restore(tape_);
  }
  void forgetFailures(Walk& walk) const noexcept {
    if constexpr (mode == Mode::failures) walk.report.restore(failures_);
  }

  void forgetZeros(Walk& walk) const noexcept { walk.zeros.restore(zeros_); }

  // Hands the value over whole to the node's own check; the mark says so.
  [[gnu::noinline]] Outcome handOver(const Node& node, std::int32_t mark, Walk& walk, Cursor& cursor) const noexcept {
    // What is handed over would have to be kept with the verdict.
    if (walk.pass.isMemoized()) return walk.stop();
    forgetFailures(walk);
    rewind(walk, cursor);
    if constexpr (mode == Mode::value) *cursor.out++ = mark;
    const std::uint32_t begin = *cursor.at;
    const Outcome outcome = walk.defer<mode>(node, cursor);
    return walk.deferrals.handOver(*cursor.at - begin, walk.tokens.size()) ? outcome : walk.stop();
  }

 private:
  Cursor cursor_;
  std::uint32_t deferred_;
  std::size_t zeros_;
  Report::State failures_;
  Tape::State tape_;
};

}  // namespace validlib
