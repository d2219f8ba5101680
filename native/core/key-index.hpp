// Where the keys of the current object are, for pipelines with several validators that ask for few of them, such as the
// conditions of Ifs: each key is read once for all of them. The object is known to be JSON without duplicate keys, so a
// validator may refuse it without a look at the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "buffer.hpp"
#include "json/text.hpp"

namespace validlib {

class KeyIndex {
 public:
  // The objects that are worth it: with the keys of larger ones, looking through the index would take longer.
  static constexpr std::size_t mostKeys = 48;

  struct State {
    std::uint32_t object = none;
    std::uint32_t first = 0;
    const std::uint32_t* end = nullptr;
  };
  static constexpr std::uint32_t none = UINT32_MAX;

  // Returns whether it is that of the object which begins at an offset.
  bool isOf(std::uint32_t opening) const noexcept { return state_.object == opening; }
  // The token after the object.
  const std::uint32_t* end() const noexcept { return state_.end; }

  // The first eight bytes of a key, with zeros after a shorter one.
  static std::uint64_t headOf(Bytes key) noexcept {
    std::uint64_t word = 0;
    std::memcpy(&word, key.data(), key.size() < sizeof word ? key.size() : sizeof word);
    return word;
  }

  // The value of a key with that head, or null.
  const std::uint32_t* find(Bytes key, std::uint64_t head) const noexcept {
    for (const Entry* entry = entries_.begin() + state_.first; entry != entries_.end(); ++entry) {
      if (entry->head == head && entry->text == key) return entry->value;
    }
    return nullptr;
  }

  // Begins the index of another object, inside the current one or at its place. Returns the state to restore.
  State open() noexcept {
    const State outer = state_;
    state_ = {none, static_cast<std::uint32_t>(entries_.size()), nullptr};
    return outer;
  }
  // False if there is not enough memory, or too many keys.
  [[nodiscard]] bool add(Bytes key, const std::uint32_t* value) noexcept {
    return entries_.size() - state_.first < mostKeys && entries_.push({headOf(key), key, value});
  }
  // The index has all keys of the object.
  void complete(std::uint32_t opening, const std::uint32_t* end) noexcept {
    state_.object = opening;
    state_.end = end;
  }
  void restore(const State& outer) noexcept {
    entries_.truncate(state_.first);
    state_ = outer;
  }
  void clear() noexcept {
    entries_.truncate(0);
    state_ = {};
  }

  std::size_t bytes() const noexcept { return entries_.bytes(); }
  void release() noexcept { entries_.release(); }

 private:
  struct Entry {
    std::uint64_t head;
    Bytes text;
    const std::uint32_t* value;
  };

  Buffer<Entry> entries_;
  State state_;
};

}  // namespace validlib
