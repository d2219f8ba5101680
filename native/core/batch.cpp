#include "batch.hpp"

#include <algorithm>

#include "json/characters.hpp"
#include "json/text.hpp"

namespace validlib {

namespace {

// The lines up to an offset behind one of them; the last one may have no line feed.
std::size_t lineCount(const std::uint8_t* bytes, std::size_t end) noexcept {
  return end == 0 ? 0 : countOf('\n', bytes, end - 1) + 1;
}

}  // namespace

std::size_t Batch::run(const std::uint8_t* bytes, std::size_t size, Purpose purpose, std::span<BatchText> texts,
                       std::size_t given) noexcept {
  Tokens& tokens = engine_.walk.tokens;
  engine_.discard();
  // No string contains a line feed then, so all tokens of a text belong to it.
  if (size == 0 || !tokens.readLines(bytes, size)) return 0;
  Cursor written;
  const bool fast = purpose == Purpose::value && given == 0;
  std::size_t count = validateAll(bytes, {size, given}, purpose, texts, fast, written);
  if (fast && count != lineCount(bytes, end_)) {
    tokens.rewindLines();
    count = validateAll(bytes, {size, given}, purpose, texts, false, written);
  }
  if (purpose == Purpose::value) engine_.endValues(written);
  return count;
}

std::size_t Batch::validateAll(const std::uint8_t* bytes, const Ends& ends, Purpose purpose,
                               std::span<BatchText> texts, bool fast, Cursor& written) noexcept {
  constexpr int trusted = 2;
  const auto [size, given] = ends;
  Tokens& tokens = engine_.walk.tokens;
  if (purpose == Purpose::value) engine_.walk.tape.rewind(written);
  full_ = false;
  end_ = 0;
  std::size_t count = 0;
  int valid = fast ? trusted : 0;
  bool passed = false;
  bool spoilt = false;
  const std::size_t most = given > 0 ? given : texts.size();
  for (std::size_t begin = 0; begin < size && count < most && !spoilt; ++count) {
    if (fast && valid >= trusted) {
      const std::size_t next = endOfValid(bytes, size, begin, passed, written);
      passed = next > 0;
      if (passed) {
        texts[count] = {static_cast<std::int32_t>(next - 1), LineVerdict::valid};
        begin = end_ = next;
        continue;
      }
      valid = 0;
    }
    const std::size_t end =
        given > 0 ? static_cast<std::size_t>(texts[count].end) : begin + lineFeed(bytes + begin, size - begin);
    if (end < begin || end > size) break;
    // Not every kernel of simdjson ends a string at an escaped line feed: the tokens after it may be wrong.
    spoilt = end > begin && bytes[end - 1] == '\\';
    tokens.openLine(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
    const LineVerdict verdict =
        spoilt || end - begin > limits_.maxBytes || hasMark(bytes + begin, end - begin)
            ? LineVerdict::undecided
            : validate(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), purpose, written);
    tokens.closeLine();
    if (full_) break;
    texts[count] = {static_cast<std::int32_t>(end), verdict};
    valid = verdict == LineVerdict::valid ? valid + 1 : 0;
    begin = end_ = end + 1;
  }
  return count;
}

std::size_t Batch::endOfValid(const std::uint8_t* bytes, std::size_t size, std::size_t begin, bool passed,
                              Cursor& written) noexcept {
  Walk& walk = engine_.walk;
  walk.tokens.enterLine();
  if (*walk.tokens.first() != begin) return 0;
  const Tape::State before = walk.tape.save();
  Cursor cursor;
  const bool passes = passed ? engine_.appendsToo(schema_, written, cursor)
                             : engine_.appends(schema_, limits_.limits, learned_, written, cursor);
  if (passes) {
    // The last token is no longer than the line, and usually one bracket.
    const std::size_t last = cursor.at[-1];
    const std::size_t end = bytes[last + 1] == '\n' ? last + 1 : last + lineFeed(bytes + last, size - last);
    if (end <= *cursor.at && end - begin <= limits_.maxBytes) {
      walk.tokens.leaveLine(cursor);
      written.follow<Mode::value>(cursor);
      return end + 1;
    }
  }
  walk.tape.restore(before);
  return 0;
}

LineVerdict Batch::validate(std::uint32_t begin, std::uint32_t end, Purpose purpose, Cursor& written) noexcept {
  const Walk& walk = engine_.walk;
  const std::uint8_t* const text = walk.tokens.text;
  if (walk.tokens.count() == 0) {
    const bool blank = std::all_of(text + begin, text + end, isSpace);
    return blank ? LineVerdict::blank : LineVerdict::undecided;
  }
  const Verdict verdict = purpose == Purpose::value ? engine_.appendValue(schema_, limits_.limits, learned_, written)
                                                    : engine_.runLine(schema_, limits_.limits, learned_);
  full_ = verdict == Verdict::tape;
  if (walk.delegations.count > 0) return LineVerdict::undecided;
  if (verdict == Verdict::valid) return LineVerdict::valid;
  return purpose == Purpose::verdict && verdict == Verdict::invalid ? LineVerdict::invalid : LineVerdict::undecided;
}

}  // namespace validlib
