// Short strings that come more than once in a text. JavaScript makes one string of all of them, and one of each: to
// make it anew every time takes longer, and most of what the collector of garbage does for a large value is to move
// strings.
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

// What is known is a guess: a string that is not found is one among others. So places of the table are given away,
// there is one for each hash, and a sender gains nothing by choosing strings that have the same.
class Repeats {
 public:
  // Forgets the last text. For one of `size` bytes; of none, and without memory, nothing is known.
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

  // Asking is worth it.
  bool active() const noexcept { return active_; }

  // What to ask for.
  static bool fits(std::size_t size) noexcept { return size - shortest <= longest - shortest; }

  // What the tape says of a string of ASCII, if this is not the first time it comes: where it ends among all. Otherwise
  // 0. Behind the string 16 bytes may be read.
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
    // One that comes again and again keeps its place.
    if (place.known < width) place = {head, static_cast<std::uint32_t>(tail), static_cast<std::uint32_t>(size)};
    if (++missed_ == sample) {
      active_ = found_ > sample / 4;
      found_ = missed_ = 0;
    }
    return 0;
  }

  // All of them, one behind the other; the first place is empty.
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
    // Where the string ends, and begins at a multiple of `width`: at 0 until it comes a second time.
    std::uint32_t known;
  };

  static constexpr std::size_t width = repeatWidth;
  // One character is made without memory, and of 13 or more V8 makes a slice, which would keep all of them alive.
  static constexpr std::size_t shortest = 2;
  static constexpr std::size_t longest = 12;
  static constexpr std::size_t bytesPerPlace = 64;
  static constexpr std::size_t leastPlaces = 1024;
  static constexpr std::size_t mostPlaces = std::size_t{16} * 1024;
  // Asking costs a fourth of what a string that is found saves: after so many that were not found it may be over.
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
