// Positions in a text, as errors show them: offset, line and column.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "border.hpp"

namespace validlib {

// Counts the bytes for which the predicate is true; without a branch, and in counters of a byte, so that compilers
// vectorize it, with as many counters as one register or a few have bytes.
template <typename Is>
std::uint32_t countOf(const std::uint8_t* first, const std::uint8_t* last, Is is) noexcept {
  constexpr std::size_t counters = 64;
  constexpr std::size_t most = UINT8_MAX;
  std::uint32_t count = 0;
  for (std::size_t rows; (rows = static_cast<std::size_t>(last - first) / counters) > 0;) {
    std::array<std::uint8_t, counters> counts{};
    for (std::size_t row = std::min(rows, most); row > 0; --row, first += counters) {
      for (std::size_t i = 0; i < counters; ++i) counts[i] += is(first[i]) ? 1 : 0;
    }
    for (const std::uint8_t one : counts) count += one;
  }
  for (; first != last; ++first) count += is(*first) ? 1 : 0;
  return count;
}

constexpr bool isNewline(std::uint8_t byte) noexcept { return byte == '\n'; }
constexpr bool startsCharacter(std::uint8_t byte) noexcept { return (byte & 0xc0) != 0x80; }
// True for the first of the four bytes of a character that takes two units of UTF-16.
constexpr bool isSurrogatePair(std::uint8_t byte) noexcept { return byte >= 0xf0; }

struct Position {
  std::uint32_t offset, line, column;

  // The position of the first character after a byte order mark of `skipped` bytes.
  static constexpr Position first(std::uint32_t skipped, Unit unit) noexcept {
    return {unit == Unit::bytes ? skipped : 0, 1, 1};
  }

  // Moves from the position of one character to that of a later one.
  void advance(const std::uint8_t* from, const std::uint8_t* to, Unit unit) noexcept {
    offset += unit == Unit::bytes ? static_cast<std::uint32_t>(to - from)
                                  : countOf(from, to, startsCharacter) + countOf(from, to, isSurrogatePair);
    const std::uint32_t newlines = countOf(from, to, isNewline);
    if (newlines > 0) {
      line += newlines;
      column = 1;
      from = to;
      while (!isNewline(from[-1])) --from;
    }
    column += countOf(from, to, startsCharacter);
  }
};

// How long a text is, as people count.
struct Extent {
  std::uint32_t lineFeeds;
  // Behind the last line feed.
  std::uint32_t characters;

  // Of fewer than 2^32 bytes.
  static Extent of(const std::uint8_t* text, std::size_t size) noexcept {
    Position end{0, 0, 1};
    end.advance(text, text + size, Unit::bytes);
    return {end.line, end.column - 1};
  }
};

}  // namespace validlib
