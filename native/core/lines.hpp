// Judges many lines of JSON in one go. To find tokens takes a third of the time of a verdict on a short text, and most
// of that is spent before the first of them. So they are found in a window of many lines at once, and then each line is
// walked by itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "border.hpp"
#include "buffer.hpp"
#include "engine.hpp"

namespace validlib {

// Lines one after the other that were judged alike.
struct LineRun {
  std::uint32_t end;  // the offset behind the last of them
  std::uint32_t lines;
  LineVerdict verdict;
};

struct LineLimits {
  Limits limits;
  // Of a line, without its line feed.
  std::uint32_t maxBytes;
};

// One object serves one thread, one call at a time, and keeps its buffers.
class Lines {
 public:
  // The engine may be used for other texts in between. A call of `judge` ends the result of its last run.
  explicit Lines(Engine& engine) noexcept : engine_(engine) {}

  // Judges all lines of fewer than 2^31 bytes, which are copied before they are looked at: somebody else may write to
  // them meanwhile. False when there is no memory.
  bool judge(const Schema& schema, const std::uint8_t* bytes, std::size_t size, LineLimits limits,
             const Learned* learned = nullptr) noexcept {
    return judge({schema, learned, limits}, bytes, size);
  }

  // What `judge` has found, in order.
  const Buffer<LineRun>& runs() const noexcept { return runs_; }

  // The same, for good.
  Buffer<LineRun> take() noexcept { return std::move(runs_); }

  // How many bytes of whole lines there are, as close to `wanted` as can be; at least one line.
  static std::size_t wholeLines(const std::uint8_t* bytes, std::size_t size, std::size_t wanted) noexcept;

  // For tests: bytes of all windows that tokens were sought in, by the last call.
  std::uint64_t work() const noexcept { return work_; }

  // Drops buffers of more than `keep` bytes.
  void trim(std::size_t keep) noexcept;

  // More runs than this take too much memory: the lines behind them are undecided.
  static constexpr std::size_t mostRuns = std::size_t{1} << 20;

 private:
  struct Task {
    const Schema& schema;
    const Learned* learned;
    LineLimits limits;
  };

  bool judge(const Task& task, const std::uint8_t* bytes, std::size_t size) noexcept;

  // Copies the lines that are looked at next; false when there is no memory.
  bool open(const std::uint8_t* bytes, std::size_t size) noexcept;
  // Whole lines that are looked at together, copied.
  struct Window {
    std::size_t size;
    // Where it stands in the whole.
    std::size_t begin;
    // Its tokens were found.
    bool read;
  };
  const std::uint8_t* text() const noexcept { return window_.data(); }
  struct Judged {
    // Where the next line begins in the window.
    std::size_t next;
    LineVerdict verdict;
    // The tokens behind it may be wrong.
    bool spoilt;
  };

  // Judges the first lines of the window, which stand at `begin` in the whole; returns how many bytes of it. 0 when the
  // tokens of several lines cannot be found at once.
  std::size_t judgeWindow(const Task& task, std::size_t size, std::size_t begin) noexcept;
  // Judges all lines of a window. To seek the end of a short line, and its tokens, takes a sixth of the time of its
  // verdict. So it is walked from its first token without knowing where it ends; where the walk has found a valid
  // value, the line is taken to end there. If another line feed stands in the middle of such a value, there are fewer
  // lines than line feeds in the end: then the answer is false, and all must be judged again.
  bool judgeHastily(const Task& task, const Window& window) noexcept;
  // The end of the line at `at`, where a walk has found a valid value, and behind it the end of a line; else 0.
  // `passed` says that this was so of the line before, and nothing was walked since.
  std::size_t endOfValid(const Task& task, const Window& window, std::size_t at, bool passed) noexcept;
  // Judges the line at `at`, whose end is sought first. `next` is 0 when the tokens of several lines cannot be found at
  // once.
  Judged judgeNext(const Task& task, const Window& window, std::size_t at) noexcept;
  // The line of the window, whose tokens are open.
  LineVerdict judgeLine(const Task& task, std::uint32_t begin, std::uint32_t end) noexcept;
  // The same line, of which the walk could not say anything.
  LineVerdict judgeText(const Task& task, std::uint32_t begin, std::uint32_t end) const noexcept;
  void add(std::size_t end, LineVerdict verdict) noexcept;
  // The part of the window between the two offsets was judged: has the processor fetch as large a part of the next one.
  // To wait for memory takes a tenth of the time of a verdict.
  void fetchAhead(std::size_t begin, std::size_t end) const noexcept;

  Engine& engine_;
  Buffer<std::uint8_t> window_;
  // Where the next window stands, and how many bytes of it there are for each of this one.
  const std::uint8_t* ahead_ = nullptr;
  std::size_t aheadSize_ = 0;
  std::size_t pace_ = 1;
  Buffer<LineRun> runs_;
  // There is no memory, or there are too many runs: all lines that follow are undecided.
  bool gaveUp_ = false;
  // No window of the call had to be judged again.
  bool hasty_ = true;
  std::uint64_t work_ = 0;
};

}  // namespace validlib
