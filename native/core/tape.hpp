// What a run leaves for JavaScript to build values from: 32-bit integers, doubles, and the characters of all strings.
// native/README.md draws the layout; src/native/build-code.ts reads it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "border.hpp"
#include "chunks.hpp"
#include "cursor.hpp"
#include "json/text.hpp"
#include "repeats.hpp"

namespace validlib {

namespace mark {
// In place of the number of a shape: an object whose first `size` keys are those of the shape. Behind them stands for
// each of the others its number, and its value.
inline std::int32_t cutObject(std::int32_t shape, std::int32_t size) noexcept {
  return cut - (size * maxShapes + shape);
}

// In place of the number of a shape: an object whose first keys come in the order of the schema, some of them left out.
// A bit for each says which; their values follow, and after those the other members, if there are any, as above.
inline std::int32_t subsetObject(std::uint32_t came, bool others) noexcept {
  return static_cast<std::int32_t>(came << 1 | (others ? 1U : 0U)) + subset;
}
}  // namespace mark

class Tape {
 public:
  // The smallest tape: no value fits before it has grown.
  static constexpr std::size_t leastIntegers = leastTape;
  static constexpr std::size_t leastNumbers = 1;

  // Strings that come more than once are sought in a text of `sought` bytes, unless that is 0. The memory belongs to
  // JavaScript. Everything written before is forgotten. False when there is no memory.
  bool begin(std::size_t sought, std::int32_t* integers, std::size_t integerCount, double* numbers,
             std::size_t numberCount) noexcept {
    first_ = integers;
    last_ = integers + integerCount - leastIntegers;
    firstNumber_ = numbers;
    lastNumber_ = numbers + numberCount - leastNumbers;
    narrow.clear();
    wide.clear();
    repeats.begin(sought);
    wideAt_ = wide.open(nullptr, 0);
    return wideAt_ != nullptr && (narrowAt_ = narrow.open(nullptr, 0)) != nullptr;
  }

  // Where writing begins.
  void rewind(Cursor& cursor) noexcept {
    restore({1, 1});
    cursor.out = first_;
    cursor.number = firstNumber_;
    cursor.narrow = narrowAt_;
    cursor.wide = wideAt_;
  }

  // To be called when all is written, before the chunks are read.
  void finish(const Cursor& cursor) noexcept {
    written = static_cast<std::size_t>(cursor.out - first_);
    narrow.close(cursor.narrow);
    wide.close(cursor.wide);
  }

  // There may be no room for another value. Every check of a value asks, and so does the end of an object. Between two
  // questions one number is written at most, and fewer than `leastIntegers` integers: 7 at most, for a value that is
  // delegated (mark, form, string) and the key of a member behind it that is not in the schema (mark, string).
  bool full(const Cursor& cursor) const noexcept { return cursor.out >= last_ || cursor.number >= lastNumber_; }

  // An integral number.
  static void putInteger(Cursor& cursor, double value) noexcept {
    if (value > mark::null && value <= INT32_MAX) {
      *cursor.out++ = static_cast<std::int32_t>(value);
    } else {
      *cursor.out++ = mark::number;
      *cursor.number++ = value;
    }
  }

  // False when there is no memory. `ascii` is what the caller knows of the text. Behind the text and behind the chunk
  // 32 bytes are readable and writable, so a short one is copied without asking how long it is.
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

  // What a cursor does not hold.
  struct State {
    std::size_t narrow, wide;
  };
  State save() const noexcept { return {narrow.count(), wide.count()}; }
  void restore(const State& state) noexcept {
    narrow.restore(state.narrow);
    wide.restore(state.wide);
  }

  std::size_t largestBuffer() const noexcept {
    return std::max({narrow.bytes(), wide.bytes(), repeats.largestBuffer()});
  }

  // Frees the strings if they take more than `keep` bytes. Writing has to `begin` again.
  void trim(std::size_t keep) noexcept {
    narrow.trim(keep);
    wide.trim(keep);
    repeats.trim(keep);
  }

  // How many integers there are when all is written.
  std::size_t written = 0;
  Chunks<std::uint8_t> narrow;  // Latin-1
  Chunks<char16_t> wide;        // UTF-16
  Repeats repeats;

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

  [[gnu::noinline]] bool detour(Cursor& given, Bytes text, bool ascii) noexcept;

  std::int32_t* first_ = nullptr;
  std::int32_t* last_ = nullptr;
  double* firstNumber_ = nullptr;
  double* lastNumber_ = nullptr;
  std::uint8_t* narrowAt_ = nullptr;
  char16_t* wideAt_ = nullptr;
};

}  // namespace validlib
