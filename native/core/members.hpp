// The keys of an object so far, if they do not follow a shape.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "keys.hpp"
#include "walk.hpp"

namespace validlib {

class Members {
 public:
  Members(Walk& walk, std::size_t keyCount)
      : walk_(walk), further_(keyCount / 64), first_(walk.words.size()), keys_(walk.unescapedKeys.size()) {
    if (further_ > 0) base_ = walk.keyBits.open(further_, sound_);
  }
  ~Members() {
    if (further_ > 0 && sound_) {
      eachFurther([this](std::size_t word) noexcept { walk_.keyBits[base_ + word] = 0; });
      walk_.keyBits.close(base_);
    }
    walk_.words.truncate(first_);
    walk_.unescapedKeys.truncate(keys_);
  }
  Members(const Members&) = delete;
  Members& operator=(const Members&) = delete;

  // True if there was memory for the keys of the schema. If not, no other method may be called.
  bool sound() const noexcept { return sound_; }

  // Records a key of the schema, by number; false if it was already present.
  bool add(std::size_t key) noexcept {
    const std::uint64_t bit = std::uint64_t{1} << (key % 64);
    std::uint64_t& word = key < 64 ? word_ : touch(key / 64 - 1);
    const bool fresh = (word & bit) == 0;
    word |= bit;
    return fresh;
  }

  // The same for several of the first keys, a bit for each; none of them was present.
  void addFirst(std::uint32_t keys) noexcept { word_ |= keys; }

  bool has(std::size_t key) const noexcept {
    return ((word(key / 64) >> (key % 64)) & 1) != 0;
  }

  // The presence of 64 keys, a bit for each.
  std::uint64_t word(std::size_t number) const noexcept {
    return number == 0 ? word_ : walk_.keyBits[base_ + number - 1];
  }

  // Calls `visit` with the numbers of the words that may have a bit: as many as the object has keys, not as its schema
  // has.
  template <class Visit>
  void eachWord(Visit visit) const noexcept {
    visit(std::size_t{0});
    eachFurther([&visit](std::size_t word) noexcept { visit(word + 1); });
  }

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
  // The word of later keys of that number.
  std::uint64_t& touch(std::size_t number) noexcept {
    touched_ |= std::uint64_t{1} << (number % 64);
    return walk_.keyBits[base_ + number];
  }

  template <class Visit>
  void eachFurther(Visit visit) const noexcept {
    for (std::uint64_t left = touched_; left != 0; left &= left - 1) {
      for (auto word = static_cast<std::size_t>(std::countr_zero(left)); word < further_; word += 64) visit(word);
    }
  }

  Walk& walk_;
  // One bit for each of the first 64 keys of the schema.
  std::uint64_t word_ = 0;
  // The same for further ones, in the walk's bits: how many words, and where; and a bit for those of them that may have
  // one, by the rest of their number divided by 64.
  std::size_t further_;
  std::size_t base_ = 0;
  std::uint64_t touched_ = 0;
  // The position in the walk's words: offsets and lengths of unknown keys.
  std::size_t first_;
  // The bytes that keys written with escapes took before.
  std::size_t keys_;
  bool sound_ = true;
  // For the order of keys in JavaScript: whether one that is no array index has come, and the next one that may come.
  bool named_ = false;
  std::uint64_t leastIndex_ = 0;
};

}  // namespace validlib
