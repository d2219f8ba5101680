// The tokens of one text: their positions, and functions to read them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "buffer.hpp"
#include "cursor.hpp"
#include "json/decimals.hpp"
#include "json/number.hpp"
#include "json/structure.hpp"
#include "json/text.hpp"

namespace validlib {

// A string with its escapes replaced.
struct Text {
  Bytes bytes;
  bool ascii = true;
};

// Functions that read a token rely on this: `textPadding` spaces follow the text, so that 64 bytes may be read from
// anywhere in it, and every number and word ends. After the last token there are two more that point to the padding, so
// that a cursor at the end may read the next token and the one after it: a space, which no validator accepts.
class Tokens {
 public:
  const std::uint8_t* text = nullptr;

  // False if the text is not JSON. It is followed by `textPadding` spaces.
  bool read(const std::uint8_t* bytes, std::size_t size) noexcept { return find(bytes, size) && count() > 0; }

  // Finds the tokens of many lines at once, for `openLine`; false if any of them is not JSON. They are followed by
  // `textPadding` spaces.
  bool readLines(const std::uint8_t* bytes, std::size_t size) noexcept {
    if (!find(bytes, size)) return false;
    // Other lines may follow these. So a walk that goes past their end reads a line feed, which no validator accepts.
    if (bytes[size - 1] == '\n') last_[0] = last_[1] = static_cast<std::uint32_t>(size - 1);
    last_ = first_;
    return true;
  }

  // Returns to the first of the lines.
  void rewindLines() noexcept { first_ = last_ = structure_.begin(); }

  // Enters the next line without limiting the tokens to it: those of the following lines are visible too.
  void enterLine() noexcept {
    first_ = last_;
    size_ = *structure_.end();
    end_ = text + size_;
  }
  // Ends the line at the cursor.
  void leaveLine(const Cursor& cursor) noexcept { last_ = first_ + (cursor.at - first_); }

  // Enters the next line: until it is closed, only its tokens are visible. Offsets are those of the whole text.
  void openLine(std::uint32_t begin, std::uint32_t end) noexcept {
    std::uint32_t* const at = behind(end);
    first_ = last_;
    last_ = at;
    size_ = end - begin;
    end_ = text + end;
    behind_ = {last_[0], last_[1]};
    last_[0] = last_[1] = end;
  }
  void closeLine() noexcept {
    last_[0] = behind_[0];
    last_[1] = behind_[1];
  }

  std::size_t size() const noexcept { return size_; }
  const std::uint8_t* end() const noexcept { return end_; }

  std::size_t count() const noexcept { return static_cast<std::size_t>(last_ - first_); }
  const std::uint32_t* first() const noexcept { return first_; }
  // The number of the next token.
  std::uint32_t number(const Cursor& cursor) const noexcept { return static_cast<std::uint32_t>(cursor.at - first_); }
  bool ended(const Cursor& cursor) const noexcept { return cursor.at == last_; }

  // The first character of the next token.
  std::uint8_t peek(const Cursor& cursor) const noexcept { return text[*cursor.at]; }
  // Moves past the next token, a single character.
  std::uint8_t take(Cursor& cursor) const noexcept { return text[*cursor.at++]; }

  // True if the next token is the word.
  template <std::size_t size>
  bool isWord(const Cursor& cursor, const char (&word)[size]) const noexcept {
    const std::uint8_t* const at = text + *cursor.at;
    const bool same = std::memcmp(at, word, size - 1) == 0;
    const bool ends = isDelimiter(at[size - 1]);
    return same & ends;
  }
  bool isNull(const Cursor& cursor) const noexcept { return isWord(cursor, "null"); }

  // Reads the next token, a number; infinite if it is too large for a double. False if it is not a number.
  bool readNumber(const Cursor& cursor, double& value) const noexcept { return parseNumber(text + *cursor.at, value); }

  // True if the next token is a number.
  bool isNumber(const Cursor& cursor) const noexcept {
    double value;
    return hasDigits(text + *cursor.at, SIZE_MAX) || readNumber(cursor, value);
  }

  // Reads the numbers at the next tokens, as far as that is possible many at a time: see `readDecimals`.
  std::size_t readNumbers(const Cursor& cursor, double min, double max, std::size_t most) const noexcept {
    return Structure::isWide() ? readDecimals({text, cursor.at, min, max}, most, cursor.number) : 0;
  }

  // True if white space follows the token, a string.
  bool isSpaced(const std::uint32_t* token) const noexcept { return text[token[1] - 1] != '"'; }

  // The string at the token before the cursor, undecoded.
  Bytes rawString(const Cursor& cursor) const noexcept {
    // The next token is after the closing quote, with only spaces between them.
    const std::uint8_t* const first = text + cursor.at[-1] + 1;
    const std::uint8_t* closing = text + *cursor.at - 1;
    while (*closing != '"') --closing;
    return bytesOf(first, static_cast<std::size_t>(closing - first));
  }

  // Reads the next token, a string, and moves past it; false if it cannot be read here.
  [[gnu::always_inline]] bool readString(Cursor& cursor, Text& string) noexcept {
    ++cursor.at;
    string.bytes = rawString(cursor);
    string.ascii = true;
    return plain_ || (marked_ && isPlain(string.bytes)) || decode(string);
  }

  // Moves past the next token, a string; false if it is not JSON.
  [[gnu::always_inline]] bool passString(Cursor& cursor) const noexcept {
    ++cursor.at;
    if (plain_) return true;
    const Bytes raw = rawString(cursor);
    return (marked_ && isPlain(raw)) || areEscapesValid(raw);
  }

  // True if a part of the text is ASCII.
  bool isAscii(const std::uint8_t* begin, std::size_t size) const noexcept {
    return plain_ || !textTraitsOf(begin, size).wide;
  }

  // Size of the largest buffer, for `trim`.
  std::size_t largestBuffer() const noexcept { return std::max(structure_.capacity(), decoded_.bytes()); }

  // Drops buffers of more than `keep` bytes.
  void trim(std::size_t keep) noexcept {
    if (structure_.capacity() > keep) structure_.release();
    if (decoded_.bytes() > keep) decoded_.release();
  }

 private:
  bool find(const std::uint8_t* bytes, std::size_t size) noexcept {
    text = bytes;
    size_ = size;
    end_ = bytes + size;
    if (!structure_.index(bytes, size)) return false;
    // Where many blocks are not plain, the look-up costs more than it saves.
    constexpr std::size_t share = 4;
    const std::size_t others = structure_.others();
    plain_ = others == 0;
    marked_ = others * share * Structure::width <= size;
    first_ = structure_.begin();
    last_ = structure_.end();
    return true;
  }

  // The first token after the open line, at `end` or later. Lines are often alike, so it is searched where it would be
  // if the line had as many tokens as the one before; tokens near there are counted without a data-dependent branch.
  [[gnu::always_inline]] std::uint32_t* behind(std::uint32_t end) const noexcept {
    constexpr std::ptrdiff_t near = 8;
    const auto left = static_cast<std::size_t>(structure_.end() - last_);
    std::uint32_t* at = last_ + std::min(count(), left);
    if (at - last_ >= near && structure_.end() - at >= near) [[likely]] {
      at -= near;
      std::uint32_t before = 0;
      for (std::ptrdiff_t i = 0; i < 2 * near; ++i) before += at[i] < end ? 1 : 0;
      at += before;
    }
    while (at > last_ && at[-1] >= end) --at;
    while (*at < end) ++at;
    return at;
  }

  // True if a string is in blocks of plain ASCII, at most two. So one character does not make all strings of a large
  // text slow.
  bool isPlain(Bytes string) const noexcept {
    const auto begin = static_cast<std::size_t>(reinterpret_cast<const std::uint8_t*>(string.data()) - text);
    const std::size_t first = begin / Structure::width;
    // A string ends before its quote, which is in the text.
    const std::size_t last = (begin + string.size()) / Structure::width;
    const std::uint8_t* const blocks = structure_.blocks();
    return last - first < 2 && (blocks[first] | blocks[last]) == 0;
  }

  // Replaces the escapes, if there are any.
  [[gnu::noinline]] bool decode(Text& string) noexcept;

  Structure structure_;
  // The tokens that a walk sees: all, or those of one line.
  std::uint32_t* first_ = nullptr;
  std::uint32_t* last_ = nullptr;
  std::size_t size_ = 0;
  const std::uint8_t* end_ = nullptr;
  // The overwritten tokens after the line, in the index of all lines.
  std::array<std::uint32_t, 2> behind_{};
  // No string of the text holds an escape or a character beyond ASCII.
  bool plain_ = false;
  // Most blocks of the text are plain ASCII.
  bool marked_ = false;
  // The last string that had escapes.
  Buffer<char> decoded_;
};

}  // namespace validlib
