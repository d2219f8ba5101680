// What a run leaves for JavaScript to build values from: 32-bit integers, doubles, and the characters of all strings.
// ARCHITECTURE.md draws the layout; src/json/build.ts reads it.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "json/text.hpp"

namespace validlib {

// Marks in place of an integer.
namespace mark {
inline constexpr std::int32_t number = INT32_MIN;    // the value is the next double
inline constexpr std::int32_t null = INT32_MIN + 1;  // the value is null
inline constexpr std::int32_t noString = -1;         // a string that is null
inline constexpr std::int32_t anyShape = -1;         // an object whose keys have no shape of their own
inline constexpr std::int32_t nullContainer = -2;    // an array or object that is null
inline constexpr std::int32_t extraKey = -1;         // in place of a key's number: its text follows
inline constexpr std::int32_t endOfMembers = -2;     // of an object of any shape
}  // namespace mark

// How a value of no known type is written.
namespace form {
enum Form : std::int32_t { null, no, yes, number, string, json };
}

// Characters of many strings, in chunks: JavaScript makes one string of each chunk and takes slices of it. A slice
// keeps its chunk alive, so chunks are small; a string that does not fit has one for itself.
template <class Char>
class Chunks {
 public:
  static constexpr std::uint32_t chunkSize = 16 * 1024 / sizeof(Char);
  // Writers may write this much too far.
  static constexpr std::uint32_t slack = 32;

  // Room for `size` characters more, in one chunk; null when there is no memory.
  Char* reserve(std::size_t size) noexcept {
    if (used_ - first_ + size > chunkSize && used_ != first_) {
      if (!remember(used_)) return nullptr;
      first_ = used_;
      turned_ = true;
    }
    if (used_ + size + slack > capacity_ && !grow(used_ + size + slack)) return nullptr;
    return data_.get() + used_;
  }

  struct Span {
    std::int32_t begin, end;
    bool turned;  // it is the first one of its chunk, and not of the first chunk
  };

  // Ends the string that began where `reserve` said.
  Span finish(const Char* end) noexcept {
    const auto stop = static_cast<std::uint32_t>(end - data_.get());
    const Span span{static_cast<std::int32_t>(used_ - first_), static_cast<std::int32_t>(stop - first_), turned_};
    used_ = stop;
    turned_ = false;
    return span;
  }

  void clear() noexcept {
    used_ = first_ = boundaries_ = 0;
    turned_ = false;
  }

  void release() noexcept {
    clear();
    data_.reset();
    bounds_.reset();
    capacity_ = boundsCapacity_ = 0;
  }

  struct State {
    std::uint32_t used, first, boundaries;
    bool turned;
  };
  State save() const noexcept { return {used_, first_, boundaries_, turned_}; }
  void restore(State state) noexcept {
    used_ = state.used;
    first_ = state.first;
    boundaries_ = state.boundaries;
    turned_ = state.turned;
  }

  bool empty() const noexcept { return used_ == 0; }
  std::size_t capacity() const noexcept { return capacity_; }
  std::uint32_t chunkCount() const noexcept { return boundaries_ + 1; }
  const Char* chunk(std::uint32_t index) const noexcept { return data_.get() + start(index); }
  std::size_t chunkLength(std::uint32_t index) const noexcept {
    return (index < boundaries_ ? bounds_[index] : used_) - start(index);
  }

 private:
  std::uint32_t start(std::uint32_t index) const noexcept { return index == 0 ? 0 : bounds_[index - 1]; }

  bool remember(std::uint32_t bound) noexcept {
    if (boundaries_ == boundsCapacity_ && !extend(bounds_, boundsCapacity_, boundaries_, boundaries_ + 1)) return false;
    bounds_[boundaries_++] = bound;
    return true;
  }

  bool grow(std::size_t size) noexcept { return extend(data_, capacity_, used_, size); }

  template <class T>
  static bool extend(std::unique_ptr<T[]>& data, std::uint32_t& capacity, std::uint32_t used, std::size_t size) noexcept {
    std::size_t wanted = capacity == 0 ? 1024 : capacity;
    while (wanted < size) wanted *= 2;
    if (wanted > INT32_MAX) return false;
    std::unique_ptr<T[]> larger(new (std::nothrow) T[wanted]);
    if (larger == nullptr) return false;
    if (used > 0) std::memcpy(larger.get(), data.get(), used * sizeof(T));
    data = std::move(larger);
    capacity = static_cast<std::uint32_t>(wanted);
    return true;
  }

  std::unique_ptr<Char[]> data_;
  std::unique_ptr<std::uint32_t[]> bounds_;
  std::uint32_t capacity_ = 0;
  std::uint32_t used_ = 0;
  std::uint32_t first_ = 0;
  std::uint32_t boundaries_ = 0;
  std::uint32_t boundsCapacity_ = 0;
  bool turned_ = false;
};

class Tape {
 public:
  // The memory belongs to JavaScript. Everything written before is forgotten.
  void begin(std::int32_t* integers, std::size_t integerCount, double* numbers, std::size_t numberCount) noexcept {
    first_ = at_ = integers;
    // A value takes a few integers at most; the walk asks `full` once for each.
    last_ = integers + integerCount - slack;
    firstNumber_ = number_ = numbers;
    lastNumber_ = numbers + numberCount - 1;
    narrow.clear();
    wide.clear();
  }

  bool full() const noexcept { return at_ >= last_ || number_ >= lastNumber_; }

  std::int32_t* skip() noexcept { return at_++; }
  void put(std::int32_t value) noexcept { *at_++ = value; }

  // An integral number.
  void putInteger(double value) noexcept {
    if (value > mark::null && value <= INT32_MAX) {
      put(static_cast<std::int32_t>(value));
    } else {
      put(mark::number);
      putNumber(value);
    }
  }
  void putNumber(double value) noexcept { *number_++ = value; }

  // False when there is no memory. `ascii` is what the caller knows of the text.
  bool putString(Bytes text, bool ascii) noexcept {
    if (ascii) {
      std::uint8_t* const out = narrow.reserve(text.size());
      if (out == nullptr) return false;
      copy(out, text);
      return putSpan(narrow.finish(out + text.size()));
    }
    return putWide(text);
  }

  struct State {
    std::int32_t* at;
    double* number;
    Chunks<std::uint8_t>::State narrow;
    Chunks<char16_t>::State wide;
  };
  State save() const noexcept { return {at_, number_, narrow.save(), wide.save()}; }
  void restore(const State& state) noexcept {
    at_ = state.at;
    number_ = state.number;
    narrow.restore(state.narrow);
    wide.restore(state.wide);
  }

  Chunks<std::uint8_t> narrow;  // Latin-1
  Chunks<char16_t> wide;        // UTF-16

 private:
  static constexpr std::size_t slack = 16;

  // Both sides may be read and written up to 31 bytes too far.
  static void copy(std::uint8_t* out, Bytes text) noexcept {
    if (text.size() <= 32) {
      std::memcpy(out, text.data(), 16);
      if (text.size() > 16) std::memcpy(out + 16, text.data() + 16, 16);
    } else {
      std::memcpy(out, text.data(), text.size());
    }
  }

  bool putSpan(Chunks<std::uint8_t>::Span span) noexcept {
    put(span.begin);
    put(span.turned ? ~span.end : span.end);
    return true;
  }

  bool putWide(Bytes text) noexcept {
    if (fitsLatin1(text)) {
      std::uint8_t* const out = narrow.reserve(text.size());
      return out != nullptr && putSpan(narrow.finish(writeLatin1(text, out)));
    }
    char16_t* const out = wide.reserve(text.size());
    if (out == nullptr) return false;
    const auto span = wide.finish(writeUtf16(text, out));
    put(-2 - span.begin);
    put(span.turned ? ~span.end : span.end);
    return true;
  }

  std::int32_t* first_ = nullptr;
  std::int32_t* at_ = nullptr;
  std::int32_t* last_ = nullptr;
  double* firstNumber_ = nullptr;
  double* number_ = nullptr;
  double* lastNumber_ = nullptr;
};

}  // namespace validlib
