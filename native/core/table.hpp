// A hash table. The sender of a text chooses the keys, so the hash is seeded. `add` reports if there is not enough
// memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "buffer.hpp"

namespace validlib {

// `Key` can be compared, and `digest()` returns 64 bits of it that differ for different keys, if possible.
template <class Key, class Value>
class Table {
 public:
  Table() noexcept = default;
  // The seed is the address of the table.
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  std::size_t size() const noexcept { return count_; }
  std::size_t bytes() const noexcept { return slots_.bytes(); }

  // Null if the key is not in the table. Valid until the next `add`.
  const Value* find(const Key& key) const noexcept {
    if (count_ == 0) return nullptr;
    const Slot& slot = slots_[place(slots_, key)];
    return slot.used ? &slot.value : nullptr;
  }

  // Adds a key that is not in the table yet. False if there is not enough memory.
  [[nodiscard]] bool add(const Key& key, const Value& value) noexcept {
    if (2 * (count_ + 1) > slots_.size() && !grow()) return false;
    slots_[place(slots_, key)] = {key, value, true};
    ++count_;
    return true;
  }

  void clear() noexcept {
    if (count_ == 0) return;
    for (Slot& slot : slots_) slot.used = false;
    count_ = 0;
  }

  // Clears it and frees the memory.
  void release() noexcept {
    slots_.release();
    count_ = 0;
  }

 private:
  struct Slot {
    Key key;
    Value value;
    bool used;
  };

  // The slot of the key, or a free one for it. The number of slots is a power of two.
  std::size_t place(const Buffer<Slot>& slots, const Key& key) const noexcept {
    // Memory is at a random address in each process, which serves as the seed.
    std::uint64_t hash = key.digest() ^ (reinterpret_cast<std::uintptr_t>(this) * 0x9e3779b97f4a7c15U);
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9U;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebU;
    const std::size_t mask = slots.size() - 1;
    std::size_t at = static_cast<std::size_t>(hash ^ (hash >> 31)) & mask;
    while (slots[at].used && !(slots[at].key == key)) at = (at + 1) & mask;
    return at;
  }

  bool grow() noexcept {
    Buffer<Slot> larger;
    if (!larger.resize(slots_.empty() ? 64 : 2 * slots_.size(), Slot{})) return false;
    for (const Slot& slot : slots_) {
      if (slot.used) larger[place(larger, slot.key)] = slot;
    }
    slots_.swap(larger);
    return true;
  }

  Buffer<Slot> slots_;
  std::size_t count_ = 0;
};

}  // namespace validlib
