// Validates many lines of JSON in one call. Finding the tokens takes a third of the time of a verdict on a short text,
// and most of that is start-up cost. So the tokens of a window of many lines are found at once, and then each line is
// walked by itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "border.hpp"
#include "buffer.hpp"
#include "engine.hpp"

namespace validlib {

// Consecutive lines with the same verdict.
struct LineRun {
  std::uint32_t end;  // the offset after the last of them
  std::uint32_t lines;
  LineVerdict verdict;
};

struct LineLimits {
  Limits limits;
  // Of a line, without its line feed.
  std::uint32_t maxBytes;
};

// An object serves one thread, one call at a time, and keeps its buffers.
class Lines {
 public:
  // The engine may be used for other texts in between. A call of `validate` ends the result of its last run.
  explicit Lines(Engine& engine) noexcept : engine_(engine) {}

  // Validates all lines of fewer than 2^31 bytes. The bytes are copied before they are read, because JavaScript may
  // write to them meanwhile. Returns false if there is no memory.
  bool validate(const Schema& schema, const std::uint8_t* bytes, std::size_t size, LineLimits limits,
                const Learned* learned = nullptr) noexcept {
    return validate({schema, learned, limits}, bytes, size);
  }

  // The result of `validate`, in order.
  const Buffer<LineRun>& runs() const noexcept { return runs_; }

  // Moves the result out.
  Buffer<LineRun> take() noexcept { return std::move(runs_); }

  // The number of bytes of whole lines closest to `target`; at least one line.
  static std::size_t wholeLines(const std::uint8_t* bytes, std::size_t size, std::size_t target) noexcept;

  // For tests: the bytes of all windows of the last call.
  std::uint64_t work() const noexcept { return work_; }

  // Drops buffers of more than `keep` bytes.
  void trim(std::size_t keep) noexcept;

  // Further runs take too much memory: the lines after them are undecided.
  static constexpr std::size_t mostRuns = std::size_t{1} << 20;

 private:
  struct Task {
    const Schema& schema;
    const Learned* learned;
    LineLimits limits;
  };

  bool validate(const Task& task, const std::uint8_t* bytes, std::size_t size) noexcept;

  // Copies the next lines; false if there is not enough memory.
  bool open(const std::uint8_t* bytes, std::size_t size) noexcept;
  // Whole lines that are processed together, copied.
  struct Window {
    std::size_t size;
    // Its offset in all lines.
    std::size_t begin;
    // Its tokens were found.
    bool read;
  };
  const std::uint8_t* text() const noexcept { return window_.data(); }
  struct LineResult {
    // The offset of the next line in the window.
    std::size_t next;
    LineVerdict verdict;
    // The tokens after it may be wrong.
    bool spoilt;
  };

  // Validates the first lines of the window, which is at `begin` of the whole; returns their number of bytes. 0 if the
  // tokens of several lines cannot be found at once.
  std::size_t validateWindow(const Task& task, std::size_t size, std::size_t begin) noexcept;
  // The fast path: validates all lines of a window. Finding the end of a short line, and its tokens, takes a sixth of
  // the time of its verdict. So a line is walked from its first token without knowing its end, and assumed to end after
  // a valid value. If a line feed is inside such a value, there are fewer lines than line feeds at the end: then the
  // result is false, and all lines must be validated again.
  bool validateFast(const Task& task, const Window& window) noexcept;
  // The end of the line at `at`, if a walk has found a valid value and the line ends after it; else 0. `passed` is true
  // if that held for the line before, and nothing was walked since.
  std::size_t endOfValid(const Task& task, const Window& window, std::size_t at, bool passed) noexcept;
  // Finds the end of the line at `at` and validates it. `next` is 0 if the tokens of several lines cannot be found at
  // once.
  LineResult validateNext(const Task& task, const Window& window, std::size_t at) noexcept;
  // Validates a line whose tokens are open.
  LineVerdict validateLine(const Task& task, std::uint32_t begin, std::uint32_t end) noexcept;
  // The slow path, for a line for which the walk has no verdict.
  LineVerdict validateText(const Task& task, std::uint32_t begin, std::uint32_t end) const noexcept;
  void add(std::size_t end, LineVerdict verdict) noexcept;
  // Prefetches the part of the next window that corresponds to the two offsets, which were validated. Cache misses
  // would take a tenth of the time of a verdict.
  void fetchAhead(std::size_t begin, std::size_t end) const noexcept;

  Engine& engine_;
  Buffer<std::uint8_t> window_;
  // The start of the next window, and the ratio of its size to this one.
  const std::uint8_t* ahead_ = nullptr;
  std::size_t aheadSize_ = 0;
  std::size_t pace_ = 1;
  Buffer<LineRun> runs_;
  // Memory is exhausted, or there are too many runs: all following lines are undecided.
  bool gaveUp_ = false;
  // The fast path has not failed for any window of the call.
  bool fast_ = true;
  std::uint64_t work_ = 0;
};

}  // namespace validlib
