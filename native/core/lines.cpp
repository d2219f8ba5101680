#include "lines.hpp"

#include <algorithm>
#include <cstring>

#include "json/characters.hpp"
#include "json/syntax.hpp"
#include "json/text.hpp"

namespace validlib {

namespace {

// Bytes of a window: it and the index of its tokens should stay in the L2 cache.
constexpr std::size_t widest = std::size_t{64} * 1024;
// Bytes of the first window, which was not prefetched, so its cache misses stall.
constexpr std::size_t firstWidth = std::size_t{8} * 1024;

// The number of lines; the last one may have no line feed.
std::size_t lineCount(const std::uint8_t* bytes, std::size_t size) noexcept {
  return countOf('\n', bytes, size) + (bytes[size - 1] == '\n' ? 0 : 1);
}

bool isBlank(const std::uint8_t* begin, const std::uint8_t* end) noexcept { return std::all_of(begin, end, isSpace); }

// For longer lines, finding their ends early or late makes no difference, because the walk takes much longer.
constexpr std::size_t longLine = 1024;

}  // namespace

// An unclosed quote, or half a character, spoils the tokens of all lines after it, and stage 1 does not say where it
// is. So a spoilt window is halved until it is one line; after that, windows grow again. All windows together are at
// most three times as long as the lines: each halving undoes a doubling, which validated lines have paid for.
bool Lines::validate(const Task& task, const std::uint8_t* bytes, std::size_t size) noexcept {
  engine_.discard();
  runs_.truncate(0);
  gaveUp_ = false;
  fast_ = true;
  work_ = 0;
  // Lines for which there is no memory become part of the last run.
  if (!runs_.reserve(1)) return size == 0;
  std::size_t target = firstWidth;
  for (std::size_t at = 0; at < size;) {
    const std::size_t rest = size - at;
    if (gaveUp_) {
      at += std::min(lineFeed(bytes + at, rest) + 1, rest);
      add(at, LineVerdict::undecided);
      continue;
    }
    const std::size_t window = wholeLines(bytes + at, rest, target);
    if (window > std::max(target, std::size_t{task.limits.maxBytes} + 1)) {
      // A single line that is too long.
      at += window;
      add(at, LineVerdict::invalid);
      continue;
    }
    if (!open(bytes + at, window)) {
      gaveUp_ = true;
      continue;
    }
    const std::size_t next = std::min(target + window, widest);
    ahead_ = bytes + at + window;
    aheadSize_ = std::min(rest - window, next);
    pace_ = (next + window / 2) / window;
    const std::size_t validated = validateWindow(task, window, at);
    at += validated;
    target = validated == window ? next : std::max(window / 2, std::size_t{1});
  }
  return true;
}

std::size_t Lines::wholeLines(const std::uint8_t* bytes, std::size_t size, std::size_t target) noexcept {
  if (size <= target) return size;
  std::size_t whole = target;
  while (whole > 0 && bytes[whole - 1] != '\n') --whole;
  return whole > 0 ? whole : std::min(target + lineFeed(bytes + target, size - target) + 1, size);
}

// Inside the text, no padding follows a window. But its last byte is a line feed, as that of each of its lines.
bool Lines::open(const std::uint8_t* bytes, std::size_t size) noexcept {
  if (!window_.extend(size + textPadding)) return false;
  std::memcpy(window_.data(), bytes, size);
  std::memset(window_.data() + size, ' ', textPadding);
  return true;
}

std::size_t Lines::validateWindow(const Task& task, std::size_t size, std::size_t begin) noexcept {
  Tokens& tokens = engine_.walk.tokens;
  work_ += size;
  const Window window{size, begin, tokens.readLines(text(), size)};
  if (window.read && fast_) {
    const std::size_t count = runs_.size();
    const LineRun last = count == 0 ? LineRun{} : runs_[count - 1];
    if (validateFast(task, window)) return size;
    runs_.truncate(count);
    if (count > 0) runs_[count - 1] = last;
    gaveUp_ = fast_ = false;
    tokens.rewindLines();
  }
  for (std::size_t at = 0; at < size;) {
    const LineResult line = validateNext(task, window, at);
    at = line.next;
    if (line.spoilt || at == 0) return at;
  }
  return size;
}

// Two adjacent valid lines are never part of one value: a separator would have to be between them. So a walk that has
// come to another line has met no such two, and no other walk begins before that: all walks together are no longer than
// the window.
bool Lines::validateFast(const Task& task, const Window& window) noexcept {
  constexpr int trusted = 2;
  const std::size_t count = lineCount(text(), window.size);
  if (count * longLine < window.size) return false;
  std::size_t validated = 0;
  int valid = trusted;
  bool passed = false;
  for (std::size_t at = 0; at < window.size; ++validated) {
    if (valid == trusted) {
      const std::size_t next = endOfValid(task, window, at, passed);
      passed = next > 0;
      if (passed) {
        add(window.begin + next, LineVerdict::valid);
        fetchAhead(at, next);
        at = next;
        continue;
      }
      valid = 0;
    }
    const LineResult line = validateNext(task, window, at);
    if (line.spoilt) return false;
    if (line.verdict != LineVerdict::blank) valid = line.verdict == LineVerdict::valid ? valid + 1 : 0;
    at = line.next;
  }
  return validated == count;
}

std::size_t Lines::endOfValid(const Task& task, const Window& window, std::size_t at, bool passed) noexcept {
  Tokens& tokens = engine_.walk.tokens;
  tokens.enterLine();
  if (*tokens.first() != at) return 0;
  Cursor cursor;
  const bool passes = passed ? engine_.passesToo(task.schema, cursor)
                             : engine_.passes(task.schema, task.limits.limits, task.learned, cursor);
  if (!passes) return 0;
  // The last token is no longer than the line, and usually one bracket.
  const std::size_t last = cursor.at[-1];
  const std::size_t end = text()[last + 1] == '\n' ? last + 1 : last + lineFeed(text() + last, window.size - last);
  const std::size_t next = std::min(end + 1, window.size);
  if (end > *cursor.at || end - at > task.limits.maxBytes) return 0;
  tokens.leaveLine(cursor);
  return next;
}

Lines::LineResult Lines::validateNext(const Task& task, const Window& window, std::size_t at) noexcept {
  Tokens& tokens = engine_.walk.tokens;
  const std::size_t end = at + lineFeed(text() + at, window.size - at);
  const std::size_t next = std::min(end + 1, window.size);
  if (!window.read && next < window.size) return {0, LineVerdict::undecided, false};
  const auto first = static_cast<std::uint32_t>(at);
  const auto last = static_cast<std::uint32_t>(end);
  // Not every kernel of simdjson ends a string at an escaped line feed.
  const bool spoilt = end > at && text()[end - 1] == '\\';
  if (window.read) tokens.openLine(first, last);
  LineVerdict verdict;
  if (end - at > task.limits.maxBytes) {
    verdict = LineVerdict::invalid;
  } else if (hasMark(text() + at, end - at)) {
    verdict = LineVerdict::undecided;
  } else if (!window.read || spoilt) {
    verdict = validateText(task, first, last);
  } else {
    verdict = validateLine(task, first, last);
  }
  if (window.read) tokens.closeLine();
  add(window.begin + next, verdict);
  return {next, verdict, spoilt};
}

LineVerdict Lines::validateLine(const Task& task, std::uint32_t begin, std::uint32_t end) noexcept {
  if (engine_.walk.tokens.count() == 0) return LineVerdict::blank;
  const Verdict verdict = engine_.runLine(task.schema, task.limits.limits, task.learned);
  if (verdict != Verdict::valid && verdict != Verdict::invalid) return validateText(task, begin, end);
  if (engine_.walk.delegations.count > 0) return LineVerdict::undecided;
  return verdict == Verdict::valid ? LineVerdict::valid : LineVerdict::invalid;
}

LineVerdict Lines::validateText(const Task& task, std::uint32_t begin, std::uint32_t end) const noexcept {
  if (isBlank(text() + begin, text() + end)) return LineVerdict::blank;
  return isRefused(text() + begin, end - begin, task.limits.limits.maxDepth) ? LineVerdict::invalid
                                                                             : LineVerdict::undecided;
}

void Lines::fetchAhead(std::size_t begin, std::size_t end) const noexcept {
#if defined(__GNUC__)
  constexpr std::size_t cacheLine = 64;
  const std::size_t last = std::min(pace_ * end, aheadSize_);
  for (std::size_t at = pace_ * begin; at < last; at += cacheLine) __builtin_prefetch(ahead_ + at);
#else
  static_cast<void>(begin);
  static_cast<void>(end);
#endif
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
