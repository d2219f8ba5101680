// The keys of an object so far, if they do not follow a shape.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "keys.hpp"
#include "walk.hpp"

namespace validlib {

class Members {
 public:
  Members(Walk& walk, std::size_t keyCount)
      : walk_(walk), base_(walk.words.size()), first_(base_ + keyCount / 64), keys_(walk.unescapedKeys.size()) {
    sound_ = first_ == base_ || walk.words.resize(first_, 0);
  }
  ~Members() {
    walk_.words.truncate(base_);
    walk_.unescapedKeys.truncate(keys_);
  }
  Members(const Members&) = delete;
  Members& operator=(const Members&) = delete;

  // True if there was memory for the keys of the schema. If not, no other method may be called.
  bool sound() const noexcept { return sound_; }

  // Records a key of the schema, by number; false if it was already present.
  bool add(std::size_t key) noexcept {
    std::uint64_t& word = key < 64 ? word_ : walk_.words[base_ + key / 64 - 1];
    const std::uint64_t bit = std::uint64_t{1} << (key % 64);
    const bool fresh = (word & bit) == 0;
    word |= bit;
    return fresh;
  }

  // The same for several of the first keys, a bit for each; none of them was present.
  void addFirst(std::uint32_t keys) noexcept { word_ |= keys; }

  bool has(std::size_t key) const noexcept {
    const std::uint64_t word = key < 64 ? word_ : walk_.words[base_ + key / 64 - 1];
    return ((word >> (key % 64)) & 1) != 0;
  }

  // The presence of 64 keys, a bit for each.
  std::uint64_t word(std::size_t number) const noexcept {
    return number == 0 ? word_ : walk_.words[base_ + number - 1];
  }

  // True if all keys of a mask of the first 64 are present.
  bool hasAll(std::uint64_t mask) const noexcept { return (mask & ~word_) == 0; }

  // Records an unknown key; false if there is not enough memory.
  bool addUnknown(std::uint32_t opening, Bytes raw, Bytes key) noexcept { return walk_.addKey(opening, raw, key); }

  // Returns whether JavaScript visits the key at its place in the text: array indexes come first there, in order.
  bool keepsPlace(Bytes key) noexcept {
    std::uint64_t index = 0;
    const bool isIndex = arrayIndex(key, index);
    return keepsPlace(isIndex, index);
  }
  bool keepsPlace(bool isIndex, std::uint64_t index) noexcept {
    if (!isIndex) {
      named_ = true;
      return true;
    }
    if (named_ || index < leastIndex_) return false;
    leastIndex_ = index + 1;
    return true;
  }
  // A key has come where JavaScript visits it.
  void cameInPlace(bool isIndex, std::uint64_t index) noexcept {
    named_ |= !isIndex;
    if (isIndex) leastIndex_ = std::max(leastIndex_, index + 1);
  }

  // True if no two of the unknown keys are equal. Sorts them.
  bool distinct() noexcept {
    return walk_.words.size() < first_ + 2 ||
           areDistinct(walk_.words.begin() + first_, walk_.words.end(), walk_.tokens.text, walk_.unescapedKeys.data());
  }

 private:
  Walk& walk_;
  // One bit for each of the first 64 keys of the schema.
  std::uint64_t word_ = 0;
  // The position in the walk's words: bits of the remaining schema keys, then offsets and lengths of unknown keys.
  std::size_t base_;
  std::size_t first_;
  // The bytes that keys written with escapes took before.
  std::size_t keys_;
  bool sound_;
  // For the order of keys in JavaScript: whether one that is no array index has come, and the next one that may come.
  bool named_ = false;
  std::uint64_t leastIndex_ = 0;
};

}  // namespace validlib
