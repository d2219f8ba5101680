// A bit for each key that an open object has had: a stack of words for the objects that are open. All of them are 0 but
// those that an open object has set, so an object costs what it has, not what its schema has.
#pragma once

#include <cstddef>
#include <cstdint>

#include "buffer.hpp"

namespace validlib {

class KeyBits {
 public:
  // Opens so many words, all 0, and returns the place of the first; nothing else may be done if `sound` is false
  // afterwards, because there was not enough memory.
  std::size_t open(std::size_t count, bool& sound) noexcept {
    const std::size_t first = top_;
    sound = top_ + count <= words_.size() || words_.resize(top_ + count, 0);
    if (sound) top_ += count;
    return first;
  }

  // Closes those from a place on: they are 0 again.
  void close(std::size_t first) noexcept { top_ = first; }

  std::uint64_t& operator[](std::size_t place) noexcept { return words_[place]; }
  std::uint64_t operator[](std::size_t place) const noexcept { return words_[place]; }

  std::size_t bytes() const noexcept { return words_.bytes(); }
  void release() noexcept { words_.release(); }

 private:
  Buffer<std::uint64_t> words_;
  std::size_t top_ = 0;
};

}  // namespace validlib
