// An array that grows. It reports if there is not enough memory, where std::vector would end the process.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

#include "room.hpp"

namespace validlib {

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>, "it moves as bytes");

 public:
  Buffer() noexcept = default;
  ~Buffer() { std::free(data_); }
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    swap(other);
    return *this;
  }

  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  T* data() noexcept { return data_; }
  const T* data() const noexcept { return data_; }
  T* begin() noexcept { return data_; }
  const T* begin() const noexcept { return data_; }
  T* end() noexcept { return data_ + size_; }
  const T* end() const noexcept { return data_ + size_; }
  T& operator[](std::size_t index) noexcept { return data_[index]; }
  const T& operator[](std::size_t index) const noexcept { return data_[index]; }

  // Bytes of memory it holds.
  std::size_t bytes() const noexcept { return capacity_ * sizeof(T); }

  // False if there is not enough memory; then nothing has changed. The same for `reserve` and `resize`.
  [[nodiscard]] bool push(T item) noexcept {
    if (size_ == capacity_ && !grow(size_ + 1)) return false;
    data_[size_++] = item;
    return true;
  }

  // Reserves that capacity.
  [[nodiscard]] bool reserve(std::size_t size) noexcept { return size <= capacity_ || grow(size); }

  // New items are copies of `item`.
  [[nodiscard]] bool resize(std::size_t size, T item = T()) noexcept {
    if (!reserve(size)) return false;
    if (size > size_) std::fill(data_ + size_, data_ + size, item);
    size_ = size;
    return true;
  }

  // The same, but new items are uninitialized.
  [[nodiscard]] bool extend(std::size_t size) noexcept {
    if (!reserve(size)) return false;
    size_ = size;
    return true;
  }

  // Removes the items after the first `size`, if there are any. The memory is kept.
  void truncate(std::size_t size) noexcept {
    if (size < size_) size_ = size;
  }

  // Frees the memory.
  void release() noexcept { Buffer().swap(*this); }

  void swap(Buffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

 private:
  static constexpr std::size_t most = static_cast<std::size_t>(-1) / sizeof(T) / 4;

  [[gnu::noinline]] bool grow(std::size_t size) noexcept {
    if (size > most) return false;
    if (isMinimal()) return move(std::max(size, capacity_ + capacity_ / 8));
    std::size_t capacity = capacity_ < 8 ? 8 : 2 * capacity_;
    if (capacity < size) capacity = size;
    void* const data = std::realloc(data_, capacity * sizeof(T));
    if (data == nullptr) return false;
    data_ = static_cast<T*>(data);
    capacity_ = capacity;
    return true;
  }

  // For tests: moves to new memory, and overwrites the old, so that dangling pointers show.
  bool move(std::size_t capacity) noexcept {
    void* const data = std::malloc(capacity * sizeof(T));
    if (data == nullptr) return false;
    if (size_ > 0) {
      std::memcpy(data, data_, size_ * sizeof(T));
      std::memset(static_cast<void*>(data_), 0xa5, size_ * sizeof(T));
    }
    std::free(data_);
    data_ = static_cast<T*>(data);
    capacity_ = capacity;
    return true;
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace validlib
