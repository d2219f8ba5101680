// The keys an object has had so far, where they do not come as a shape has them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "keys.hpp"
#include "walk.hpp"

namespace validlib {

class Members {
 public:
  Members(Walk& walk, std::size_t keyCount)
      : walk_(walk),
        base_(walk.words.size()),
        first_(base_ + keyCount / 64),
        keys_(walk.unescapedKeys.size()) {
    sound_ = first_ == base_ || walk.words.resize(first_, 0);
  }
  ~Members() {
    walk_.words.truncate(base_);
    walk_.unescapedKeys.truncate(keys_);
  }
  Members(const Members&) = delete;
  Members& operator=(const Members&) = delete;

  // There is memory for the keys of the schema; nothing else may be asked if there is not.
  bool sound() const noexcept { return sound_; }

  // Remembers a key of the schema, by number; false if it was there before.
  bool add(std::size_t key) noexcept {
    std::uint64_t& word = key < 64 ? word_ : walk_.words[base_ + key / 64 - 1];
    const std::uint64_t bit = std::uint64_t{1} << (key % 64);
    const bool fresh = (word & bit) == 0;
    word |= bit;
    named_ = true;
    return fresh;
  }

  // The same for several of the first, a bit for each; none was there before.
  void addAll(std::uint32_t keys) noexcept {
    word_ |= keys;
    named_ |= keys != 0;
  }

  bool has(std::size_t key) const noexcept {
    const std::uint64_t word = key < 64 ? word_ : walk_.words[base_ + key / 64 - 1];
    return ((word >> (key % 64)) & 1) != 0;
  }

  // All keys of a mask of the first 64.
  bool hasAll(std::uint64_t mask) const noexcept { return (mask & ~word_) == 0; }

  // Remembers another key; false when its place in an object is not where it comes, or when there is no memory.
  bool addUnknown(std::uint32_t opening, Bytes raw, Bytes key) noexcept {
    std::uint64_t index;
    if (arrayIndex(key, index)) {
      if (named_ || (indexed_ && index <= lastIndex_)) return false;
      indexed_ = true;
      lastIndex_ = index;
      return true;
    }
    named_ = true;
    return walk_.addKey(opening, raw, key);
  }

  // The same for a key that is dropped: its place does not matter.
  bool addDropped(std::uint32_t opening, Bytes raw, Bytes key) noexcept { return walk_.addKey(opening, raw, key); }

  // No two of the other keys are equal. Sorts them.
  bool distinct() noexcept {
    return areDistinct(walk_.words.begin() + first_, walk_.words.end(), walk_.tokens.text,
                       walk_.unescapedKeys.data());
  }

 private:
  Walk& walk_;
  // One bit for each of the first 64 keys of the schema.
  std::uint64_t word_ = 0;
  // In the walk's words: bits of the rest of them, then offsets and lengths of other keys.
  std::size_t base_;
  std::size_t first_;
  // How many bytes there were of keys that are written with escapes.
  std::size_t keys_;
  bool sound_;
  // Keys that are no array indexes, and those that are, have come.
  bool named_ = false;
  bool indexed_ = false;
  std::uint64_t lastIndex_ = 0;
};

}  // namespace validlib
