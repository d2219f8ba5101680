// Backtracking: returns a walk to a value that is validated again.
#pragma once

#include "walk.hpp"

namespace validlib {

// The state of a walk before a value that may be validated again, or delegated.
template <Mode mode>
class Undo {
 public:
  Undo(Walk& walk, const Cursor& cursor) noexcept
      : delegated_(walk.delegations.count), zeros_(walk.zeros.save()), failures_{}, tape_{} {
    cursor_.follow<mode>(cursor);
    if constexpr (mode == Mode::value) tape_ = walk.tape.save();
    if constexpr (mode == Mode::failures) failures_ = walk.report.save();
  }

  const std::uint32_t* at() const noexcept { return cursor_.at; }

  // Returns whether something was delegated after the state was saved.
  bool delegates(const Walk& walk) const noexcept { return walk.delegations.count != delegated_; }

  // Returns to the value, and discards everything written about it except failures.
  void rewind(Walk& walk, Cursor& cursor) const noexcept {
    cursor.follow<mode>(cursor_);
    walk.delegations.count = delegated_;
    forgetZeros(walk);
    if constexpr (mode == Mode::value) walk.tape.restore(tape_);
  }
  void forgetFailures(Walk& walk) const noexcept {
    if constexpr (mode == Mode::failures) walk.report.restore(failures_);
  }

  void forgetZeros(Walk& walk) const noexcept { walk.zeros.restore(zeros_); }

  // Delegates the whole value to the node's check in TypeScript, and writes `mark` to the tape.
  [[gnu::noinline]] Outcome delegateWhole(const Node& node, std::int32_t mark, Walk& walk,
                                          Cursor& cursor) const noexcept {
    // The memo keeps only verdicts, not delegated values.
    if (walk.pass.isMemoized()) return walk.stop();
    forgetFailures(walk);
    rewind(walk, cursor);
    if constexpr (mode == Mode::value) *cursor.out++ = mark;
    const std::uint32_t begin = *cursor.at;
    const Outcome outcome = walk.delegate<mode>(node, cursor);
    return walk.delegations.addWhole(*cursor.at - begin, walk.tokens.size()) ? outcome : walk.stop();
  }

 private:
  Cursor cursor_;
  std::uint32_t delegated_;
  std::size_t zeros_;
  Report::State failures_;
  Tape::State tape_;
};

}  // namespace validlib
