// The keys of a Dict, looked up by their text.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "json/text.hpp"
#include "sort.hpp"

namespace validlib {

// A key in its usual spelling, with its quotes and the colon right after them.
class Spelling {
 public:
  explicit Spelling(const std::string& key) : text_(spell(key)) {
    std::uint8_t bytes[16] = {};
    std::uint8_t mask[16] = {};
    for (std::size_t i = 0; i < 16 && i < text_.size(); ++i) {
      bytes[i] = static_cast<std::uint8_t>(text_[i]);
      mask[i] = 0xff;
    }
    std::memcpy(words_, bytes, 16);
    std::memcpy(masks_, mask, 16);
    if (text_.size() > 16) std::memcpy(tail_, text_.data() + text_.size() - 16, 16);
  }

  // True if no character of the key needs an escape.
  bool isPlain(const std::string& key) const noexcept { return text_.size() == key.size() + 3; }

  // True if the token is this key, and the next one is the colon. The text ends at `end`; 32 bytes more may be read.
  bool begins(const std::uint8_t* at, const std::uint8_t* end) const noexcept {
    std::uint64_t words[2];
    std::memcpy(words, at, 16);
    if ((((words[0] ^ words_[0]) & masks_[0]) | ((words[1] ^ words_[1]) & masks_[1])) != 0) return false;
    if (text_.size() <= 16) return true;
    if (text_.size() > 32) return startsWith(at, end, text_.size());
    std::memcpy(words, at + text_.size() - 16, 16);
    return words[0] == tail_[0] && words[1] == tail_[1];
  }

  // True if the token is this key, whatever the next one is.
  bool isAt(const std::uint8_t* at, const std::uint8_t* end) const noexcept {
    return startsWith(at, end, text_.size() - 1);
  }

 private:
  // Not inlined, because loops have few registers.
  [[gnu::noinline]] bool startsWith(const std::uint8_t* at, const std::uint8_t* end, std::size_t size) const noexcept {
    return size <= static_cast<std::size_t>(end - at) && std::memcmp(at, text_.data(), size) == 0;
  }

  static std::string spell(const std::string& key) {
    std::string text = "\"";
    for (const char c : key) {
      const auto byte = static_cast<std::uint8_t>(c);
      if (byte < 0x20) {
        // The key needs an escape that has several forms, so it is found by the decoded text. No token begins like
        // this.
        return "\"\x01:";
      }
      if (c == '"' || c == '\\') text += '\\';
      text += c;
    }
    text += "\":";
    return text;
  }

  std::uint64_t words_[2];
  std::uint64_t masks_[2];
  // The last 16 bytes of a longer one.
  std::uint64_t tail_[2] = {0, 0};
  std::string text_;
};

// A hash table from text to number. The keys come from a schema, so the sender of a text cannot choose them to collide.
// Of duplicate keys, the first is found.
class KeyTable {
 public:
  void add(const std::string& key) {
    texts_.push_back(key);
    const std::size_t size = std::bit_ceil(texts_.size() * 2);
    const bool grows = size != slots_.size();
    if (grows) {
      slots_.assign(size, {});
      shift_ = static_cast<unsigned>(64 - std::countr_zero(size));
    }
    for (std::size_t i = grows ? 0 : texts_.size() - 1; i < texts_.size(); ++i) {
      const Ends ends(texts_[i]);
      std::size_t slot = placeOf(ends, texts_[i].size());
      while (slots_[slot].number >= 0) slot = (slot + 1) & (size - 1);
      slots_[slot] = {ends, texts_[i].size(), static_cast<std::int32_t>(i)};
    }
  }

  // The key of a number.
  const std::string& text(std::size_t number) const noexcept { return texts_[number]; }

  // The number of the key, or -1.
  std::int32_t find(Bytes key) const noexcept { return find(key, Ends(key)); }

  // The same for a key with 16 readable bytes after it: if it is short, without a branch on its size.
  std::int32_t findPadded(Bytes key) const noexcept {
    if (slots_.empty()) return -1;
    if (key.size() > 16) return find(key, Ends(key));
    // The bytes that belong to the key are those over the first of the ones.
    static constexpr std::uint8_t ones[32] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                              0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    Ends ends;
    std::uint64_t mask[2];
    std::memcpy(ends.head, key.data(), sizeof ends.head);
    std::memcpy(mask, ones + 16 - key.size(), sizeof mask);
    ends.head[0] &= mask[0];
    ends.head[1] &= mask[1];
    return find(key, ends);
  }

 private:
  // The first 16 bytes of a text, and the last 16 of a longer one, with zeros after a shorter one.
  struct Ends {
    std::uint64_t head[2] = {0, 0};
    std::uint64_t tail[2] = {0, 0};

    Ends() noexcept = default;
    explicit Ends(Bytes text) noexcept {
      if (text.size() <= 16) {
        std::memcpy(head, text.data(), text.size());
      } else {
        std::memcpy(head, text.data(), 16);
        std::memcpy(tail, text.data() + text.size() - 16, 16);
      }
    }

    // Of a longer text, only its ends are hashed. The upper bits depend on all bytes. The products do not wait for each
    // other.
    [[gnu::always_inline]] std::uint64_t hash(std::size_t size) const noexcept {
      std::uint64_t value = (head[0] ^ size) * 0x9e3779b97f4a7c15U + head[1] * 0xc4ceb9fe1a85ec53U;
      if (size > 16) value += tail[0] * 0x9fb21c651e98df25U + tail[1] * 0xff51afd7ed558ccdU;
      return value;
    }

    bool operator==(const Ends& other) const noexcept {
      return ((head[0] ^ other.head[0]) | (head[1] ^ other.head[1]) | (tail[0] ^ other.tail[0]) |
              (tail[1] ^ other.tail[1])) == 0;
    }
  };
  struct Slot {
    Ends ends;
    std::size_t size = 0;
    std::int32_t number = -1;
  };

  // The slot to look at first.
  std::size_t placeOf(const Ends& ends, std::size_t size) const noexcept {
    return static_cast<std::size_t>(ends.hash(size) >> shift_);
  }

  std::int32_t find(Bytes key, const Ends& ends) const noexcept {
    if (slots_.empty()) return -1;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = placeOf(ends, key.size());; at = (at + 1) & mask) {
      const Slot& slot = slots_[at];
      if (slot.number < 0) return -1;
      if (slot.size == key.size() && slot.ends == ends &&
          (key.size() <= 32 || texts_[static_cast<std::size_t>(slot.number)] == key)) {
        return slot.number;
      }
    }
  }

  std::vector<std::string> texts_;
  std::vector<Slot> slots_;
  // All but the bits that number the slots: there are two at least.
  unsigned shift_ = 0;
};

// An array index in JavaScript's sense, 0 to 2^32-2 without leading zeros: such keys come first in an object.
inline bool arrayIndex(Bytes key, std::uint64_t& value) noexcept {
  if (key.empty() || key.size() > 10 || (key[0] == '0' && key.size() > 1)) return false;
  value = 0;
  for (const char c : key) {
    if (!isDigit(static_cast<std::uint8_t>(c))) return false;
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return value < 0xffffffffU;
}

// A key of a text in one word: the offset of its opening quote, and its length.
inline std::uint64_t spanOf(std::uint32_t opening, Bytes key) noexcept {
  return (std::uint64_t{opening} << 32) | static_cast<std::uint32_t>(key.size());
}

// The same for a key written with escapes: its offset among such keys after decoding. Texts are too short for offsets
// with this bit.
inline constexpr std::uint32_t unescapedKey = std::uint32_t{1} << 31;

// Returns whether no two of the keys are equal. Sorts them, in O(n log n) for any keys. `unescaped` has the decoded
// keys.
[[gnu::noinline]] inline bool areDistinct(std::uint64_t* first, std::uint64_t* last, const std::uint8_t* text,
                                          const char* unescaped) noexcept {
  if (last - first < 2) return true;
  const auto key = [text, unescaped](std::uint64_t span) noexcept {
    const auto offset = static_cast<std::uint32_t>(span >> 32);
    const auto size = static_cast<std::uint32_t>(span);
    return (offset & unescapedKey) == 0 ? bytesOf(text + offset + 1, size)
                                        : Bytes{unescaped + (offset ^ unescapedKey), size};
  };
  // Many objects have their keys in alphabetical order. Most of them differ in their first eight bytes.
  const auto follows = [&](std::uint64_t a, std::uint64_t b) noexcept {
    const Bytes left = key(a);
    const Bytes right = key(b);
    if (left.size() >= 8 && right.size() >= 8) {
      const std::uint64_t start = detail::bigEndian(left.data());
      const std::uint64_t other = detail::bigEndian(right.data());
      if (start != other) return start > other;
    }
    return !(left < right);
  };
  if (std::adjacent_find(first, last, follows) == last) return true;
  // Otherwise any order will do: by length, by the last bytes, by all bytes.
  sort(first, last, [&](std::uint64_t a, std::uint64_t b) noexcept {
    const Bytes left = key(a);
    const Bytes right = key(b);
    if (left.size() != right.size()) return left.size() < right.size();
    if (left.size() >= 8) {
      const std::uint64_t end = detail::load(left.data() + left.size() - 8);
      const std::uint64_t other = detail::load(right.data() + right.size() - 8);
      if (end != other) return end < other;
    }
    return left < right;
  });
  const auto equal = [&key](std::uint64_t a, std::uint64_t b) noexcept { return key(a) == key(b); };
  return std::adjacent_find(first, last, equal) == last;
}

}  // namespace validlib
