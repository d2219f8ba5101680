// Tracks the -0 of the text that have become 0. Int and Float convert -0 to 0, and an AllOf passes the result of a step
// to the next one. Steps before the last write nothing, so the walk records which zeros have lost their sign.
#pragma once

#include <cstddef>
#include <cstdint>

#include "buffer.hpp"

namespace validlib {

class Zeros {
 public:
  // Records that the number at that offset is 0, in a text of `size` bytes; false if there is not enough memory.
  [[nodiscard]] bool add(std::uint32_t offset, std::size_t size) noexcept {
    const std::size_t words = size / 64 + 1;
    if (bits_.size() < words && !bits_.resize(words, 0)) return false;
    if (has(offset)) return true;
    if (!added_.push(offset)) return false;
    bits_[offset / 64] |= bitOf(offset);
    return true;
  }

  bool has(std::uint32_t offset) const noexcept {
    return offset / 64 < bits_.size() && (bits_[offset / 64] & bitOf(offset)) != 0;
  }
  // The offset of the first such number from `begin` on; `end` or more if there is none before that.
  std::uint32_t next(std::uint32_t begin, std::uint32_t end) const noexcept {
    if (added_.empty()) return end;
    std::uint32_t at = begin;
    while (at < end && !has(at)) at = at % 64 == 0 && bits_[at / 64] == 0 ? at + 64 : at + 1;
    return at;
  }
  bool any(std::uint32_t begin, std::uint32_t end) const noexcept { return next(begin, end) < end; }

  std::size_t save() const noexcept { return added_.size(); }
  // Drops those that were added since.
  void restore(std::size_t count) noexcept {
    if (added_.size() > count) [[unlikely]]
      drop(count);
  }

  std::size_t bytes() const noexcept { return bits_.bytes() + added_.bytes(); }
  void release() noexcept {
    bits_.release();
    added_.release();
  }

 private:
  [[gnu::noinline]] void drop(std::size_t count) noexcept {
    while (added_.size() > count) {
      const std::uint32_t offset = added_[added_.size() - 1];
      bits_[offset / 64] &= ~bitOf(offset);
      added_.truncate(added_.size() - 1);
    }
  }

  static std::uint64_t bitOf(std::uint32_t offset) noexcept { return std::uint64_t{1} << (offset % 64); }

  // One bit for each byte of the text; empty until a zero is recorded.
  Buffer<std::uint64_t> bits_;
  // The offsets, in the order they were added.
  Buffer<std::uint32_t> added_;
};

}  // namespace validlib
