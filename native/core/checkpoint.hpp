// Backtracking: what a walk restores when a value is validated again, or when only the verdict on it counts.
#pragma once

#include <type_traits>

#include "walk.hpp"

namespace validlib {

// The state of a walk before a value. What holds inside the value only ends with the checkpoint; everything else that
// has been noted about the value since then stays, unless it is forgotten. `mode` says what is written about the value.
template <Mode mode>
class Checkpoint {
 public:
  Checkpoint(Walk& walk, const Cursor& cursor) noexcept
      : walk_(walk),
        scope_(walk.scope),
        delegated_(walk.delegations.count),
        zeros_(walk.zeros.save()),
        unevaluated_(walk.unevaluated.save()),
        failures_{},
        tape_{},
        truncated_(walk.report.truncated),
        tooDeep_(walk.tooDeep),
        refusedEarly_(walk.pass.hasRefusedEarly()) {
    cursor_.follow<mode>(cursor);
    if constexpr (mode == Mode::value) tape_ = walk.tape.save();
    if constexpr (mode == Mode::failures) failures_ = walk.report.save();
  }
  ~Checkpoint() { leave(); }
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;

  const std::uint32_t* at() const noexcept { return cursor_.at; }

  // What has happened since: something was delegated, or a -0 has become 0.
  bool delegates() const noexcept { return walk_.delegations.count != delegated_; }
  bool dropsSigns() const noexcept { return walk_.zeros.save() != zeros_; }
  // The members that are unevaluated.
  Unevaluated::Left left() const noexcept { return walk_.unevaluated.since(unevaluated_); }

  // Leaves the value before the checkpoint ends.
  void leave() const noexcept { walk_.scope = scope_; }

  // Returns to the value, and discards everything written about it except failures.
  void rewind(Cursor& cursor) const noexcept {
    cursor.follow<mode>(cursor_);
    forgetDelegations();
    forgetSigns();
    forgetMembers();
    if constexpr (mode == Mode::value) walk_.tape.restore(tape_);
  }

  void forgetDelegations() const noexcept { walk_.delegations.count = delegated_; }
  void forgetFailures() const noexcept {
    if constexpr (mode == Mode::failures) walk_.report.restore(failures_);
  }
  void forgetMembers() const noexcept { walk_.unevaluated.restore(unevaluated_); }
  // A value of that outcome is passed on, or not: the validator that gets it next has to know which of its -0 are 0.
  void forgetSigns(Outcome outcome) const noexcept {
    if (outcome != Outcome::valid || !scope_.passesOn) forgetSigns();
  }
  // The value has been accepted, so it does not matter that a part of it was refused before its end.
  void forgetEarlyRefusal() const noexcept {
    if (!refusedEarly_) walk_.pass.forgetEarlyRefusal();
  }

  // Begins a trial: nothing has been left out of the report yet, and no reference is too deep.
  void beginTrial() const noexcept { walk_.report.truncated = walk_.tooDeep = false; }
  // Of a trial only the verdict counts, and the members that it has evaluated.
  void endTrial() const noexcept {
    walk_.report.truncated = truncated_;
    walk_.tooDeep |= tooDeep_;
    forgetSigns();
  }

  // Delegates the whole value to the node's check in TypeScript, and writes `mark` to the tape.
  Outcome delegateWhole(const Node& node, std::int32_t mark, Cursor& cursor) const noexcept {
    // The memo keeps only verdicts, not delegated values.
    if (walk_.pass.isMemoized()) return walk_.stop();
    leave();
    forgetFailures();
    rewind(cursor);
    return delegateNext(node, mark, walk_, cursor);
  }

 private:
  // Does not get the checkpoint, which can stay in registers.
  [[gnu::noinline]] static Outcome delegateNext(const Node& node, std::int32_t mark, Walk& walk,
                                                Cursor& cursor) noexcept {
    if constexpr (mode == Mode::value) *cursor.out++ = mark;
    const std::uint32_t begin = *cursor.at;
    const Outcome outcome = walk.delegate<mode>(node, cursor);
    return walk.delegations.addWhole(*cursor.at - begin, walk.tokens.size()) ? outcome : walk.stop();
  }

  void forgetSigns() const noexcept { walk_.zeros.restore(zeros_); }

  // In place of what is not saved: each Trial would write it to memory.
  struct NoFailures {};
  struct NoTape {};

  Walk& walk_;
  Scope scope_;
  Cursor cursor_;
  std::uint32_t delegated_;
  std::size_t zeros_;
  std::size_t unevaluated_;
  [[no_unique_address]] std::conditional_t<mode == Mode::failures, Report::State, NoFailures> failures_;
  [[no_unique_address]] std::conditional_t<mode == Mode::value, Tape::State, NoTape> tape_;
  bool truncated_;
  bool tooDeep_;
  bool refusedEarly_;
};

}  // namespace validlib
