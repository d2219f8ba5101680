// The result of a run, from which JavaScript builds values: 32-bit integers, doubles, and the characters of all
// strings. native/README.md draws the layout; src/engines/native/build-code.ts reads it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>

#include "border.hpp"
#include "buffer.hpp"
#include "chunks.hpp"
#include "cursor.hpp"
#include "json/text.hpp"
#include "repeats.hpp"

namespace validlib {

namespace mark {
// Instead of the number of a shape: an object whose first `size` keys are those of the shape. Each of the others
// follows, with its number and its value.
inline std::int32_t cutObject(std::int32_t shape, std::int32_t size) noexcept {
  return cut - (size * maxShapes + shape);
}

// Instead of the number of a shape: an object whose first keys come in the order of the schema, with some left out.
// Each has a bit; their values follow, and after those the other members, if there are any, as above.
inline std::int32_t subsetObject(std::uint32_t came, bool others) noexcept {
  return static_cast<std::int32_t>(came << 1 | (others ? 1U : 0U)) + subset;
}
}  // namespace mark

class Tape {
 public:
  // The smallest tape: it has to grow before a value fits.
  static constexpr std::size_t leastIntegers = leastTape;
  static constexpr std::size_t leastNumbers = 1;

  // Repeated strings are searched in a text of `sought` bytes, unless that is 0. The memory belongs to JavaScript.
  // Discards everything written before. False if there is not enough memory.
  bool begin(std::size_t sought, std::int32_t* integers, std::size_t integerCount, double* numbers,
             std::size_t numberCount) noexcept {
    first_ = integers;
    last_ = integers + integerCount - leastIntegers;
    firstNumber_ = numbers;
    lastNumber_ = numbers + numberCount - leastNumbers;
    narrow.clear();
    wide.clear();
    decoded.truncate(0);
    source_ = {};
    repeats.begin(sought);
    wideAt_ = wide.open(nullptr, 0);
    return wideAt_ != nullptr && (narrowAt_ = narrow.open(nullptr, 0)) != nullptr;
  }

  // Strings will be written for columns, which are UTF-8 as the text is: as their places in it, or in `decoded` if they
  // are not as they stand there. Call it after `begin`; no repeated strings are searched.
  void refer(std::span<const std::uint8_t> text) noexcept {
    source_ = text;
    // So the fast path of other strings needs no test.
    narrow.seal();
  }

  // Moves the cursor to the start.
  void rewind(Cursor& cursor) noexcept {
    restore({1, 1, 0});
    cursor.out = first_;
    cursor.number = firstNumber_;
    cursor.narrow = narrowAt_;
    cursor.wide = wideAt_;
  }

  // Call it when everything is written, before the chunks are read.
  void finish(const Cursor& cursor) noexcept {
    written = static_cast<std::size_t>(cursor.out - first_);
    narrow.close(cursor.narrow);
    wide.close(cursor.wide);
  }

  // True if there may be no space for another value. Every check of a value tests it, and so does the end of an object.
  // Between two tests one number is written at most, and fewer than `leastIntegers` integers: 7 at most, for a
  // delegated value (mark, form, string) and the key of a following member that is not in the schema (mark, string).
  bool full(const Cursor& cursor) const noexcept { return cursor.out >= last_ || cursor.number >= lastNumber_; }

  // How many numbers may be written before it is full.
  std::size_t numbersLeft(const Cursor& cursor) const noexcept {
    return static_cast<std::size_t>(lastNumber_ - cursor.number);
  }

  // An integral number.
  static void putInteger(Cursor& cursor, double value) noexcept {
    if (value > mark::null && value <= INT32_MAX) {
      *cursor.out++ = static_cast<std::int32_t>(value);
    } else {
      *cursor.out++ = mark::number;
      *cursor.number++ = value;
    }
  }

  // False if there is not enough memory. `ascii` says whether the text is known to be ASCII. 32 bytes after the text
  // and after the chunk are readable and writable, so a short text is copied without testing its length.
  [[gnu::always_inline]] bool putString(Cursor& cursor, Bytes text, bool ascii) noexcept {
    if (repeats.active() && ascii && Repeats::fits(text.size())) {
      if (const std::int32_t known = repeats.find(text); known != 0) {
        cursor.out[0] = mark::noString;
        cursor.out[1] = known;
        cursor.out += 2;
        return true;
      }
    }
    if (!ascii || !narrow.fits(cursor.narrow, text.size())) [[unlikely]]
      return detour(cursor, text, ascii);
    std::uint8_t* const end = cursor.narrow + text.size();
    copy(cursor.narrow, text);
    cursor.out[0] = narrow.offset(cursor.narrow);
    cursor.out[1] = narrow.offset(end);
    cursor.out += 2;
    cursor.narrow = end;
    return true;
  }

  // The state that is not in a cursor.
  struct State {
    std::size_t narrow, wide, decoded;
  };
  State save() const noexcept { return {narrow.count(), wide.count(), decoded.size()}; }
  void restore(const State& state) noexcept {
    narrow.restore(state.narrow);
    wide.restore(state.wide);
    decoded.truncate(state.decoded);
  }

  std::size_t largestBuffer() const noexcept {
    return std::max({narrow.bytes(), wide.bytes(), decoded.bytes(), repeats.largestBuffer()});
  }

  // Frees the strings if they take more than `keep` bytes. Call `begin` before writing again.
  void trim(std::size_t keep) noexcept {
    narrow.trim(keep);
    wide.trim(keep);
    if (decoded.bytes() > keep) decoded.release();
    repeats.trim(keep);
  }

  // The number of integers when everything is written.
  std::size_t written = 0;
  Chunks<std::uint8_t> narrow;  // Latin-1
  Chunks<char16_t> wide;        // UTF-16
  Repeats repeats;
  Buffer<std::uint8_t> decoded;  // WTF-8

 private:
  // Both sides may be read and written up to 31 bytes too far.
  static void copy(std::uint8_t* out, Bytes text) noexcept {
    if (text.size() <= 32) [[likely]] {
      std::memcpy(out, text.data(), 16);
      if (text.size() > 16) std::memcpy(out + 16, text.data() + 16, 16);
    } else {
      std::memcpy(out, text.data(), text.size());
    }
  }

  [[gnu::noinline]] bool refer(Cursor& cursor, Bytes text) noexcept;
  [[gnu::noinline]] bool detour(Cursor& given, Bytes text, bool ascii) noexcept;

  std::int32_t* first_ = nullptr;
  std::int32_t* last_ = nullptr;
  double* firstNumber_ = nullptr;
  double* lastNumber_ = nullptr;
  std::uint8_t* narrowAt_ = nullptr;
  char16_t* wideAt_ = nullptr;
  // Last, as only columns need it: in front of the others, values of long texts took 6 % longer.
  std::span<const std::uint8_t> source_;
};

}  // namespace validlib
