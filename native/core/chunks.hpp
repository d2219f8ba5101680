// Characters of many strings, in chunks: JavaScript makes one string of each chunk and takes slices of it. A slice
// keeps its chunk alive, so chunks are small; a string that does not fit has a chunk of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "buffer.hpp"

namespace validlib {

template <class Char>
class Chunks {
 public:
  static constexpr std::size_t chunkSize = std::size_t{4} * 1024 / sizeof(Char);
  // Writers may write this many bytes too far.
  static constexpr std::size_t slack = 32;

  Chunks() noexcept = default;
  ~Chunks() { drop(); }
  Chunks(const Chunks&) = delete;
  Chunks& operator=(const Chunks&) = delete;

  // Ends the current chunk at `end` and begins another with room for `size`; null if there is not enough memory.
  Char* open(const Char* end, std::size_t size) noexcept {
    if (count_ > 0) close(end);
    if (count_ == chunks_.size() && !chunks_.push({})) return nullptr;
    Chunk& chunk = chunks_[count_];
    const std::size_t least = isMinimal() ? 1 : chunkSize;
    const std::size_t capacity = size > least ? size : least;
    if (chunk.capacity < capacity) {
      std::free(chunk.data);
      chunk.data = static_cast<Char*>(std::malloc((capacity + slack) * sizeof(Char)));
      chunk.capacity = chunk.data == nullptr ? 0 : capacity;
    }
    if (chunk.data == nullptr) return nullptr;
    // No larger than requested: one long string must not make room for short ones that keep all of it alive.
    chunk.size = capacity;
    ++count_;
    use(chunk);
    return begin_;
  }

  // No string fits into the current chunk any more.
  void seal() noexcept { end_ = begin_; }

  void close(const Char* end) noexcept { chunks_[count_ - 1].length = static_cast<std::size_t>(end - begin_); }

  bool fits(const Char* at, std::size_t size) const noexcept { return size <= static_cast<std::size_t>(end_ - at); }
  std::int32_t offset(const Char* at) const noexcept { return static_cast<std::int32_t>(at - begin_); }

  std::size_t count() const noexcept { return count_; }
  void restore(std::size_t count) noexcept {
    if (count >= count_) return;
    count_ = count;
    use(chunks_[count - 1]);
  }
  void clear() noexcept { count_ = 0; }

  const Char* data(std::size_t index) const noexcept { return chunks_[index].data; }
  std::size_t length(std::size_t index) const noexcept { return chunks_[index].length; }

  // Bytes of memory of all chunks.
  std::size_t bytes() const noexcept {
    std::size_t bytes = 0;
    for (const Chunk& chunk : chunks_) bytes += chunk.capacity * sizeof(Char);
    return bytes;
  }

  // Frees memory if it is more than `keep` bytes.
  void trim(std::size_t keep) noexcept {
    if (bytes() <= keep) return;
    clear();
    drop();
  }

 private:
  struct Chunk {
    Char* data = nullptr;
    std::size_t capacity = 0;
    std::size_t size = 0;
    std::size_t length = 0;
  };

  void drop() noexcept {
    for (const Chunk& chunk : chunks_) std::free(chunk.data);
    chunks_.release();
  }

  void use(const Chunk& chunk) noexcept {
    begin_ = chunk.data;
    end_ = begin_ + chunk.size;
  }

  Buffer<Chunk> chunks_;
  std::size_t count_ = 0;
  Char* begin_ = nullptr;
  const Char* end_ = nullptr;
};

}  // namespace validlib
