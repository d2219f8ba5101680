// How deep a walk is: in levels of the text, in validators inside each other, in references, and in the stack.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "buffer.hpp"
#include "stack.hpp"

namespace validlib {

class Nesting {
 public:
  // The deepest nesting a walk follows, whatever the limits allow.
  static constexpr std::uint32_t deepest = 1024;
  // Validators may be nested this many times deeper than the text, and so deep in all; as in src/report/report.ts.
  static constexpr std::uint32_t framesPerLevel = 4;
  static constexpr std::uint32_t framesInAll = 2052;

  // Depths of the references that count theirs, by alias. There is room for those of the schema.
  Buffer<std::uint32_t> references;
  // The greatest of them on the way to the value being checked.
  std::uint32_t referenceDepth = 0;
  // All of them in one number; see `LazyRef::weight`.
  std::uint32_t referenceSum = 0;

  void begin(std::uint32_t maxDepth) noexcept {
    for (std::uint32_t& depth : references) depth = 0;
    referenceDepth = referenceSum = 0;
    maxDepth_ = std::min(maxDepth, deepest);
    maxFrames_ = std::min(framesPerLevel * (maxDepth_ + 1), framesInAll);
    depth_ = frames_ = mostFrames_ = 0;
    stackFloor_ = stack_.floor(stackPointer());
  }

  // Walks are on this thread from now on.
  void moveHere() noexcept { stack_ = Stack(); }

  // Counts one more validator inside another, and with `levels` so many levels of the text; false when that is too
  // deep, which ends the walk. Else `exit` is to be called with the same.
  bool enter(std::uint32_t levels) noexcept {
    depth_ += levels;
    return depth_ <= maxDepth_ && (++frames_ <= mostFrames_ || raise()) && stackPointer() > stackFloor_;
  }
  void exit(std::uint32_t levels) noexcept {
    depth_ -= levels;
    --frames_;
  }

  std::uint32_t depth() const noexcept { return depth_; }
  std::uint32_t frames() const noexcept { return frames_; }
  // One more level may be below `more` others.
  bool allows(std::uint32_t more) const noexcept { return depth_ + more < maxDepth_; }

  // How many validators stand inside each other below this one while `act` runs, at most.
  template <class Act>
  std::uint32_t framesOf(Act act) noexcept {
    const std::uint32_t most = mostFrames_;
    mostFrames_ = frames_;
    act();
    const std::uint32_t frames = mostFrames_ - frames_;
    mostFrames_ = std::max(most, mostFrames_);
    return frames;
  }
  // So many do again; false when that is too deep.
  bool revisit(std::uint32_t frames) noexcept {
    if (frames_ + frames > maxFrames_) return false;
    mostFrames_ = std::max(mostFrames_, frames_ + frames);
    return true;
  }

 private:
  // One more validator inside another than there have been.
  bool raise() noexcept {
    mostFrames_ = frames_;
    return frames_ <= maxFrames_;
  }

  std::uint32_t depth_ = 0;
  std::uint32_t maxDepth_ = 0;
  std::uint32_t frames_ = 0;
  std::uint32_t maxFrames_ = 0;
  // The greatest number of frames there have been, so far or since a pipeline began.
  std::uint32_t mostFrames_ = 0;
  Stack stack_;
  std::uintptr_t stackFloor_ = 0;
};

}  // namespace validlib
