// Digests of values: equal values have equal ones, numbers by value and objects in any order of their keys. The sender
// of a text cannot predict them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "buffer.hpp"
#include "json/text.hpp"

namespace validlib {

struct Digest {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  bool operator==(const Digest&) const noexcept = default;
  bool operator<(const Digest& other) const noexcept {
    return low != other.low ? low < other.low : high < other.high;
  }

  void add(std::uint64_t word) noexcept {
    low = mixed(low ^ word);
    high = mixed(high + word * 0x9e3779b97f4a7c15U);
  }
  void add(const Digest& other) noexcept {
    add(other.low);
    add(other.high);
  }
  void add(Bytes text) noexcept {
    std::size_t at = 0;
    for (; at + 8 <= text.size(); at += 8) {
      std::uint64_t word;
      std::memcpy(&word, text.data() + at, 8);
      add(word);
    }
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, text.size() - at);
    add(word);
    add(text.size());
  }

  // Adds one that may come in any order with others.
  void sum(const Digest& other) noexcept {
    low += other.low;
    high += other.high;
  }

 private:
  static std::uint64_t mixed(std::uint64_t hash) noexcept {
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9U;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebU;
    return hash ^ (hash >> 31);
  }
};

// An item of a list, for the search of those that are equal.
struct Digested {
  Digest digest;
  // Its first token.
  const std::uint32_t* at;
  std::uint32_t index;
  // After the start of its last token.
  std::uint32_t end;

  // Equal items come together, in the order of the list.
  bool operator<(const Digested& other) const noexcept {
    return digest == other.digest ? index < other.index : digest < other.digest;
  }
};

// The digests of containers in lists that have been compared, so that a list around them need not read them again. They
// are in the order of the text, and none is inside another.
class KnownDigests {
 public:
  struct Known {
    // The numbers of its first token, and of that after its last.
    std::uint32_t token;
    std::uint32_t end;
    std::uint32_t height;
    Digest digest;
  };

  void clear() noexcept { known_.truncate(0); }
  std::size_t bytes() const noexcept { return known_.bytes(); }
  void release() noexcept { known_.release(); }

  // The items of a list begin at the token.
  void begin(std::uint32_t token) noexcept {
    inside_ = after_ = known_.size();
    while (inside_ > 0 && known_[inside_ - 1].token >= token) --inside_;
    next_ = inside_;
  }

  // Tokens are asked for in their order. Null if the digest is not known.
  const Known* find(std::uint32_t token) noexcept {
    while (next_ < after_ && known_[next_].token < token) ++next_;
    return next_ < after_ && known_[next_].token == token ? &known_[next_] : nullptr;
  }

  // Of an item of the list. False if there is not enough memory.
  [[nodiscard]] bool add(const Known& item) noexcept { return known_.push(item); }

  // The list has ended: its items take the place of what is known inside them.
  void end() noexcept {
    std::copy(known_.begin() + after_, known_.end(), known_.begin() + inside_);
    known_.truncate(known_.size() - (after_ - inside_));
  }

 private:
  Buffer<Known> known_;
  // Those from the first index to the last were known when the list began; the next one that may be asked for.
  std::size_t inside_ = 0;
  std::size_t next_ = 0;
  std::size_t after_ = 0;
};

}  // namespace validlib
