#include "batch.hpp"

#include <algorithm>

#include "json/characters.hpp"
#include "json/text.hpp"

namespace validlib {

std::size_t Batch::run(const std::uint8_t* bytes, std::size_t size, Purpose purpose, std::span<BatchText> texts,
                       std::size_t given) noexcept {
  Walk& walk = engine_.walk;
  Tokens& tokens = walk.tokens;
  engine_.discard();
  full_ = false;
  Cursor written;
  if (purpose == Purpose::value) walk.tape.rewind(written);
  // No string contains a line feed then, so all tokens of a text belong to it.
  if (size == 0 || !tokens.readLines(bytes, size)) return 0;
  std::size_t count = 0;
  bool spoilt = false;
  const std::size_t most = given > 0 ? given : texts.size();
  for (std::size_t begin = 0; begin < size && count < most && !spoilt; ++count) {
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
    begin = end + 1;
  }
  if (purpose == Purpose::value) engine_.endValues(written);
  return count;
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
