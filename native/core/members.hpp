// The keys an object has had so far, where they do not come as a shape has them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "keys.hpp"
#include "walk.hpp"

namespace validlib {

class Members {
 public:
  Members(Walk& walk, std::size_t keyCount) : walk_(walk), base_(walk.words.size()), first_(base_ + keyCount / 64) {
    if (first_ != base_) walk.words.resize(first_, 0);
  }
  ~Members() {
    if (walk_.words.size() != base_) walk_.words.resize(base_);
  }
  Members(const Members&) = delete;
  Members& operator=(const Members&) = delete;

  // Remembers a key of the schema, by number; false if it was there before.
  bool add(std::size_t key) noexcept {
    std::uint64_t& word = key < 64 ? word_ : walk_.words[base_ + key / 64 - 1];
    const std::uint64_t bit = std::uint64_t{1} << (key % 64);
    const bool fresh = (word & bit) == 0;
    word |= bit;
    named_ = true;
    return fresh;
  }

  bool has(std::size_t key) const noexcept {
    const std::uint64_t word = key < 64 ? word_ : walk_.words[base_ + key / 64 - 1];
    return ((word >> (key % 64)) & 1) != 0;
  }

  // All keys of a mask of the first 64.
  bool hasAll(std::uint64_t mask) const noexcept { return (mask & ~word_) == 0; }

  // Remembers another key; false when its place in an object is not where it comes.
  bool addUnknown(std::uint32_t opening, Bytes key) {
    std::uint64_t index;
    if (arrayIndex(key, index)) {
      if (named_ || (indexed_ && index <= lastIndex_)) return false;
      indexed_ = true;
      lastIndex_ = index;
      return true;
    }
    named_ = true;
    walk_.words.push_back((std::uint64_t{opening} << 32) | static_cast<std::uint32_t>(key.size()));
    return true;
  }

  // No two of the other keys are equal. Sorts them: linear but for a logarithm, whatever they are.
  bool distinct() noexcept {
    const auto first = walk_.words.begin() + static_cast<std::ptrdiff_t>(first_);
    if (walk_.words.end() - first < 2) return true;
    const auto key = [this](std::uint64_t word) noexcept {
      return bytesOf(walk_.text + (word >> 32) + 1, static_cast<std::uint32_t>(word));
    };
    std::sort(first, walk_.words.end(), [&key](std::uint64_t a, std::uint64_t b) noexcept {
      const auto left = static_cast<std::uint32_t>(a);
      const auto right = static_cast<std::uint32_t>(b);
      return left != right ? left < right : key(a) < key(b);
    });
    const auto equal = [&key](std::uint64_t a, std::uint64_t b) noexcept { return key(a) == key(b); };
    return std::adjacent_find(first, walk_.words.end(), equal) == walk_.words.end();
  }

 private:
  Walk& walk_;
  // One bit for each of the first 64 keys of the schema.
  std::uint64_t word_ = 0;
  // In the walk's words: bits of the rest of them, then offsets and lengths of other keys.
  std::size_t base_;
  std::size_t first_;
  // Keys that are no array indexes, and those that are, have come.
  bool named_ = false;
  bool indexed_ = false;
  std::uint64_t lastIndex_ = 0;
};

}  // namespace validlib
