// The pass of a walk over a text, and why it stopped, as one state machine. Most texts take one pass; each further one
// begins because the previous one could not decide. See "The passes of a walk" in native/README.md.
#pragma once

#include <cstdint>

namespace validlib {

// Why a pass stopped before its end.
enum class Stop : std::uint8_t {
  fallBack,  // not JSON, or rare enough to be left to the TypeScript engine
  costly,    // nested pipelines have walked too much
  tapeFull,
};

class Pass {
 public:
  enum class State : std::uint8_t {
    // Ends at the first failure.
    first,
    // The same, after a step of a OneOf has refused an object before its end and so may have missed a duplicate key.
    // Objects skipped from then on are not searched for duplicate keys either, so skipping an object stops the pass.
    refusedEarly,
    // Goes on after failures, so that duplicate keys are seen.
    exhaustive,
    // The text is known to be JSON without duplicate keys, and the end of each container is known.
    surveyed,
    // The same, and verdicts of pipelines are kept in the memo.
    memoized,
    // The pass has stopped, and this one comes next.
    needsExhaustive,
    needsSurvey,
    needsTape,
    needsFallBack,
  };

  State state() const noexcept { return state_; }

  bool isExhaustive() const noexcept { return state_ == State::exhaustive; }
  bool isSurveyed() const noexcept { return state_ == State::surveyed || state_ == State::memoized; }
  bool isMemoized() const noexcept { return state_ == State::memoized; }
  bool hasRefusedEarly() const noexcept { return state_ == State::refusedEarly; }
  bool hasStopped() const noexcept { return state_ > State::memoized; }
  bool needsSurvey() const noexcept { return state_ == State::needsSurvey; }
  bool needsTape() const noexcept { return state_ == State::needsTape; }

  // A new text.
  void begin() noexcept { state_ = State::first; }

  // The same text in another mode. The results of a survey stay valid.
  void beginMode() noexcept { state_ = isSurveyed() ? State::surveyed : State::first; }

  // False unless the last pass stopped for this one.
  [[nodiscard]] bool beginExhaustive() noexcept { return advance(State::needsExhaustive, State::exhaustive); }
  [[nodiscard]] bool beginSurveyed() noexcept { return advance(State::needsSurvey, State::surveyed); }
  // False unless the text was surveyed.
  [[nodiscard]] bool beginMemoized() noexcept { return advance(State::surveyed, State::memoized); }

  // A step has refused an object before its end. Only the first pass records it.
  void refuseEarly() noexcept { static_cast<void>(advance(State::first, State::refusedEarly)); }
  // Another step accepts the value that contains the object.
  void forgetEarlyRefusal() noexcept { static_cast<void>(advance(State::refusedEarly, State::first)); }

  // Called before an object is skipped; false if duplicate keys in it might matter, which stops the pass.
  [[nodiscard]] bool maySkipObject() noexcept { return !advance(State::refusedEarly, State::needsExhaustive); }

  // The first reason counts. A survey helps once: if a pass after it is costly, the TypeScript engine takes over.
  void stop(Stop why) noexcept {
    if (hasStopped()) return;
    state_ = why == Stop::tapeFull                  ? State::needsTape
             : why == Stop::costly && !isSurveyed() ? State::needsSurvey
                                                    : State::needsFallBack;
  }

 private:
  bool advance(State from, State to) noexcept {
    if (state_ != from) return false;
    state_ = to;
    return true;
  }

  State state_ = State::first;
};

}  // namespace validlib
