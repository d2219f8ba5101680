#include "lines.hpp"

#include <algorithm>
#include <cstring>

#include "json/characters.hpp"
#include "json/syntax.hpp"

namespace validlib {

namespace {

// Bytes of a window: it and the index of its tokens are to stay in the processor's second cache.
constexpr std::size_t widest = std::size_t{64} * 1024;

// The offset of the first line feed, or `size`.
std::size_t lineFeed(const std::uint8_t* bytes, std::size_t size) noexcept {
  const void* const found = std::memchr(bytes, '\n', size);
  return found == nullptr ? size : static_cast<std::size_t>(static_cast<const std::uint8_t*>(found) - bytes);
}

bool isBlank(const std::uint8_t* begin, const std::uint8_t* end) noexcept { return std::all_of(begin, end, isSpace); }

}  // namespace

// A quote that nothing closes, or half a character, spoils the tokens of all lines behind it, and nobody says where it
// is. So a window that is spoilt is halved until it is one line; behind that, windows grow again. All windows together
// are at most three times as long as the lines: each halving undoes a doubling, which was paid for by lines judged.
bool Lines::judge(const Task& task, const std::uint8_t* bytes, std::size_t size) noexcept {
  runs_.truncate(0);
  gaveUp_ = false;
  work_ = 0;
  // No line is lost: what there is no memory for becomes part of the last run.
  if (!runs_.reserve(1)) return size == 0;
  std::size_t wanted = widest;
  for (std::size_t at = 0; at < size;) {
    const std::size_t rest = size - at;
    if (gaveUp_) {
      at += std::min(lineFeed(bytes + at, rest) + 1, rest);
      add(at, LineVerdict::undecided);
      continue;
    }
    const std::size_t window = wholeLines(bytes + at, rest, wanted);
    if (window > std::max(wanted, std::size_t{task.limits.maxBytes} + 1)) {
      // One line, and too long.
      at += window;
      add(at, LineVerdict::invalid);
      continue;
    }
    text_ = windowOf(task, bytes + at, window);
    if (text_ == nullptr) {
      gaveUp_ = true;
      continue;
    }
    const std::size_t judged = judgeWindow(task, window, at);
    at += judged;
    wanted = judged == window ? std::min(wanted + window, widest) : std::max(window / 2, std::size_t{1});
  }
  return true;
}

std::size_t Lines::wholeLines(const std::uint8_t* bytes, std::size_t size, std::size_t wanted) noexcept {
  if (size <= wanted) return size;
  std::size_t whole = wanted;
  while (whole > 0 && bytes[whole - 1] != '\n') --whole;
  return whole > 0 ? whole : std::min(wanted + lineFeed(bytes + wanted, size - wanted) + 1, size);
}

// In the middle of the lines no spaces follow a window. But its last byte is a line feed, as that of each line in it.
const std::uint8_t* Lines::windowOf(const Task& task, const std::uint8_t* bytes, std::size_t size) noexcept {
  if (!task.copies) return bytes;
  if (!window_.extend(size + textPadding)) return nullptr;
  std::memcpy(window_.data(), bytes, size);
  std::memset(window_.data() + size, ' ', textPadding);
  return window_.data();
}

std::size_t Lines::judgeWindow(const Task& task, std::size_t size, std::size_t begin) noexcept {
  const std::uint8_t* const text = text_;
  Tokens& tokens = engine_.walk.tokens;
  work_ += size;
  const bool read = tokens.readLines(text, size);
  for (std::size_t at = 0; at < size;) {
    const std::size_t end = at + lineFeed(text + at, size - at);
    const std::size_t next = std::min(end + 1, size);
    if (!read && next < size) return 0;
    const auto first = static_cast<std::uint32_t>(at);
    const auto last = static_cast<std::uint32_t>(end);
    // Not every kernel of simdjson ends a string at an escaped line feed.
    const bool spoilt = end > at && text[end - 1] == '\\';
    if (read) tokens.openLine(first, last);
    LineVerdict verdict;
    if (end - at > task.limits.maxBytes) {
      verdict = LineVerdict::invalid;
    } else if (hasMark(text + at, end - at)) {
      verdict = LineVerdict::undecided;
    } else if (!read || spoilt) {
      verdict = judgeText(task, first, last);
    } else {
      verdict = judgeLine(task, first, last);
    }
    if (read) tokens.closeLine();
    add(begin + next, verdict);
    at = next;
    if (spoilt) return at;
  }
  return size;
}

LineVerdict Lines::judgeLine(const Task& task, std::uint32_t begin, std::uint32_t end) noexcept {
  if (engine_.walk.tokens.count() == 0) return LineVerdict::blank;
  const Verdict verdict = engine_.runLine(task.schema, task.limits.limits, task.learned);
  if (verdict != Verdict::valid && verdict != Verdict::invalid) return judgeText(task, begin, end);
  if (engine_.walk.deferrals.count > 0) return LineVerdict::undecided;
  return verdict == Verdict::valid ? LineVerdict::valid : LineVerdict::invalid;
}

LineVerdict Lines::judgeText(const Task& task, std::uint32_t begin, std::uint32_t end) const noexcept {
  if (isBlank(text_ + begin, text_ + end)) return LineVerdict::blank;
  return isRefused(text_ + begin, end - begin, task.limits.limits.maxDepth) ? LineVerdict::invalid
                                                                            : LineVerdict::undecided;
}

void Lines::add(std::size_t end, LineVerdict verdict) noexcept {
  const auto offset = static_cast<std::uint32_t>(end);
  const std::size_t count = runs_.size();
  if (count == 0 || runs_[count - 1].verdict != verdict) {
    gaveUp_ = count >= mostRuns || !runs_.push({offset, 1, verdict});
    if (!gaveUp_) return;
    runs_[count - 1].verdict = LineVerdict::undecided;
  }
  runs_[count - 1].end = offset;
  ++runs_[count - 1].lines;
}

void Lines::trim(std::size_t keep) noexcept {
  if (window_.bytes() > keep) window_.release();
  if (runs_.bytes() > keep) runs_.release();
}

}  // namespace validlib
