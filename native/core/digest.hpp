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
  bool operator<(const Digest& other) const noexcept { return low != other.low ? low < other.low : high < other.high; }

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

// The digests of the containers in lists that have been compared, so that lists around them, and lists inside that are
// compared later, need not read them again. In the order of the text.
class KnownDigests {
 public:
  struct Known {
    // The numbers of its first token, and of that after its last.
    std::uint32_t token;
    std::uint32_t end;
    // Levels of containers.
    std::uint32_t height;
    Digest digest;
  };

  void clear() noexcept { known_.truncate(0); }
  std::size_t bytes() const noexcept { return known_.bytes(); }
  void release() noexcept { known_.release(); }

  // The items of a list begin at the token.
  void begin(std::uint32_t token) noexcept {
    isNew_ = false;
    after_ = known_.size();
    inside_ = next_ = firstFrom(0, token);
  }

  // Tokens are asked for in their order. Null if the digest is not known.
  const Known* find(std::uint32_t token) noexcept {
    next_ = firstFrom(next_, token);
    return next_ < after_ && known_[next_].token == token ? &known_[next_] : nullptr;
  }

  // A container of the list that was known is passed, or another one begins. False if there is not enough memory.
  [[nodiscard]] bool pass(const Known& container) noexcept { return known_.push(container); }
  [[nodiscard]] bool open(std::uint32_t token) noexcept {
    isNew_ = true;
    return known_.push({token, 0, 0, {}});
  }
  // The index of the last one that was passed or has begun.
  std::size_t last() const noexcept { return known_.size() - 1; }
  void close(std::size_t index, std::uint32_t end, std::uint32_t height, const Digest& digest) noexcept {
    known_[index] = {known_[index].token, end, height, digest};
  }

  // The list has ended. If a container of it was new, all of them take the place of what was known of its inside.
  void end() noexcept {
    if (isNew_) std::copy(known_.begin() + after_, known_.end(), known_.begin() + inside_);
    known_.truncate(isNew_ ? known_.size() - (after_ - inside_) : after_);
  }

 private:
  // The first after that index, of those known when the list began, that is not in front of the token.
  std::size_t firstFrom(std::size_t index, std::uint32_t token) const noexcept {
    const auto before = [](const Known& one, std::uint32_t limit) noexcept { return one.token < limit; };
    const Known* const found = std::lower_bound(known_.begin() + index, known_.begin() + after_, token, before);
    return static_cast<std::size_t>(found - known_.begin());
  }

  Buffer<Known> known_;
  // Those from the first index to the last were known when the list began; the next one that may be asked for.
  std::size_t inside_ = 0;
  std::size_t next_ = 0;
  std::size_t after_ = 0;
  bool isNew_ = false;
};

}  // namespace validlib
