// The structural index of a JSON text: the position of every bracket, comma, colon, string and scalar. simdjson's stage
// 1 computes it, and checks that the text is UTF-8, that every string is closed and that no string has a control
// character. Only this file, number.cpp, eisel-lemire.hpp and dump/json.hpp use simdjson. In WebAssembly
// wasm/structure.cpp takes its place.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../border.hpp"
#include "../buffer.hpp"

namespace validlib {

// What stage 1 has found.
struct Scan {
  // The end of the positions it has written.
  std::uint32_t* end;
  // The number of blocks that are not plain.
  std::size_t others;
  // The text may be JSON.
  bool valid;
};

// What is where in a block: a bit for each byte.
struct Marks {
  // Outside of strings.
  std::uint64_t openings;
  std::uint64_t closings;
  std::uint64_t commas;
  // More than a space or a control character.
  std::uint64_t content;
  std::uint64_t lineFeeds;
};

// Where a part of a text ended.
struct Quoting {
  bool inString = false;
  // Behind a backslash, in a string.
  bool escaped = false;
};

class Structure {
 public:
  // Bytes of a block.
  static constexpr std::size_t width = 64;

  // The text is followed by `textPadding` spaces. False if it is not JSON, or if there is not enough memory for its
  // index. White space has an index of no tokens.
  bool index(const std::uint8_t* text, std::size_t size) noexcept {
    if (size > capacity_ && !reserve(size)) return false;
    if (size == 0) return false;
    const Scan found = scan(text, size);
    end_ = found.end;
    others_ = found.others;
    end_[0] = end_[1] = static_cast<std::uint32_t>(size);
    return found.valid;
  }

  // One position per token, then `size` twice: a walk may read the token after the last, and the one after that. Both
  // are spaces of the padding.
  std::uint32_t* begin() const noexcept { return begin_; }
  std::uint32_t* end() const noexcept { return end_; }

  // For each block of the text 0 if it is plain: ASCII without escapes.
  const std::uint8_t* blocks() const noexcept { return blocks_.data(); }
  // The number of those that are not.
  std::size_t others() const noexcept { return others_; }

  // True if simdjson takes the kernel of a processor with AVX2.
  static bool isWide() noexcept;

  std::size_t capacity() const noexcept { return capacity_; }
  // Frees the memory.
  void release() noexcept {
    positions_.release();
    blocks_.release();
    capacity_ = 0;
    begin_ = end_ = nullptr;
  }

 private:
  // Positions that are written too far, by a block and after the last token.
  static constexpr std::size_t slack = 2 * width;
  static constexpr std::size_t smallestCapacity = std::size_t{16} * 1024;

  [[gnu::noinline]] bool reserve(std::size_t size) noexcept {
    std::size_t capacity = smallestCapacity;
    while (capacity < size) capacity *= 2;
    release();
    if (!positions_.extend(capacity + slack) || !blocks_.extend(capacity / width)) return false;
    begin_ = positions_.data();
    capacity_ = capacity;
    return true;
  }
  // Writes the positions and marks the blocks.
  Scan scan(const std::uint8_t* text, std::size_t size) noexcept;

  Buffer<std::uint32_t> positions_;
  Buffer<std::uint8_t> blocks_;
  std::size_t capacity_ = 0;
  std::size_t others_ = 0;
  std::uint32_t* begin_ = nullptr;
  std::uint32_t* end_ = nullptr;
};

// Marks blocks of a part of a text, as far as backslashes are in strings only: stage 1 takes others for escapes, too.
// Returns how many it has marked.
std::size_t markBlocks(const std::uint8_t* text, std::size_t count, Quoting& quoting, Marks* marks) noexcept;

// For tests: takes the kernel that simdjson takes now.
void chooseKernel() noexcept;

bool isUtf8(const std::uint8_t* text, std::size_t size) noexcept;

}  // namespace validlib
