// Short repeated strings of a text. JavaScript makes one string of all of them, and one slice for each: creating a new
// string each time takes longer, and most of the garbage collection of a large value is moving strings.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "border.hpp"
#include "buffer.hpp"
#include "json/text.hpp"

namespace validlib {

// A lossy cache: a string that is not found is written as usual. So there is one slot for each hash, slots are
// overwritten, and a sender gains nothing by choosing strings that collide.
class Repeats {
 public:
  // Forgets the last text, and begins one of `size` bytes. With 0 bytes, or without memory, the cache is inactive.
  void begin(std::size_t size) noexcept {
    spellings_.truncate(0);
    table_.truncate(0);
    found_ = missed_ = 0;
    active_ = false;
    if (size == 0 || std::endian::native != std::endian::little) return;
    const std::size_t places = std::bit_ceil(std::clamp(size / bytesPerPlace, leastPlaces, mostPlaces));
    shift_ = 64 - std::bit_width(places - 1);
    // The offset that JavaScript gets is never 0.
    active_ = table_.resize(places) && spellings_.resize(width);
  }

  // True if looking up pays off.
  bool active() const noexcept { return active_; }

  // True for sizes of strings that are looked up.
  static bool fits(std::size_t size) noexcept { return size - shortest <= longest - shortest; }

  // Looks up an ASCII string. Returns its end offset among all repeated strings, if it has occurred before; otherwise
  // 0. 16 bytes after the string may be read.
  [[gnu::noinline]] std::int32_t find(Bytes text) noexcept {
    const std::size_t size = text.size();
    std::uint64_t head = detail::load(text.data());
    std::uint64_t tail = detail::load(text.data() + 8);
    if (size <= 8) {
      head &= ~std::uint64_t{0} >> (64 - 8 * size);
      tail = 0;
    } else {
      tail &= ~std::uint64_t{0} >> (128 - 8 * size);
    }
    const std::uint64_t mixed = (head ^ (tail * 0x9e3779b97f4a7c15U)) * 0xff51afd7ed558ccdU;
    Place& place = table_[mixed >> shift_];
    if (place.head == head && place.tail == tail && place.known % width == size) {
      ++found_;
      if (place.known < width) keep(place, text);
      return place.known < width ? 0 : static_cast<std::int32_t>(place.known);
    }
    // A frequent string keeps its slot.
    if (place.known < width) place = {head, static_cast<std::uint32_t>(tail), static_cast<std::uint32_t>(size)};
    if (++missed_ == sample) {
      active_ = found_ > sample / 4;
      found_ = missed_ = 0;
    }
    return 0;
  }

  // All repeated strings, one after the other; the first place is empty.
  const char* data() const noexcept { return spellings_.data(); }
  std::size_t size() const noexcept { return spellings_.size(); }

  std::size_t largestBuffer() const noexcept { return std::max(table_.bytes(), spellings_.bytes()); }

  void trim(std::size_t keep) noexcept {
    if (table_.bytes() > keep) table_.release();
    if (spellings_.bytes() > keep) spellings_.release();
    active_ = false;
  }

 private:
  struct Place {
    std::uint64_t head;
    std::uint32_t tail;
    // The end of the string, which begins at a multiple of `width`: 0 until it occurs a second time.
    std::uint32_t known;
  };

  static constexpr std::size_t width = repeatWidth;
  // V8 creates strings of one character without allocation, and slices of 13 or more, which would keep all of them
  // alive.
  static constexpr std::size_t shortest = 2;
  static constexpr std::size_t longest = 12;
  static constexpr std::size_t bytesPerPlace = 64;
  static constexpr std::size_t leastPlaces = 1024;
  static constexpr std::size_t mostPlaces = std::size_t{16} * 1024;
  // Looking up costs a quarter of what a hit saves, so after this many lookups without enough hits it may end.
  static constexpr std::uint32_t sample = 2048;

  void keep(Place& place, Bytes text) noexcept {
    const std::size_t at = spellings_.size();
    if (at >= width * mostPlaces || !spellings_.resize(at + width, ' ')) return;
    std::memcpy(spellings_.data() + at, text.data(), text.size());
    place.known |= static_cast<std::uint32_t>(at);
  }

  Buffer<Place> table_;
  Buffer<char> spellings_;
  int shift_ = 0;
  std::uint32_t found_ = 0;
  std::uint32_t missed_ = 0;
  bool active_ = false;
};

}  // namespace validlib
