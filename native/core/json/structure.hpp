// The structural index of a JSON text: the position of every bracket, comma, colon, string and scalar. simdjson's stage
// 1 computes it, and checks that the text is UTF-8, that every string is closed and that no string has a control
// character. Only this file, number.cpp, eisel-lemire.hpp and dump/json.hpp use simdjson. In WebAssembly
// wasm/structure.cpp takes its place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "../border.hpp"
#include "../buffer.hpp"

namespace simdjson::internal {
class dom_parser_implementation;  // NOLINT(readability-identifier-naming)
}

namespace validlib {

class Structure {
 public:
  Structure() noexcept;
  ~Structure();
  Structure(const Structure&) = delete;
  Structure& operator=(const Structure&) = delete;

  // The text is followed by `textPadding` spaces. False if it is not JSON, or if there is not enough memory for its
  // index. White space has an index of no tokens.
  bool index(const std::uint8_t* text, std::size_t size) noexcept;

  // One position per token, then `size` twice: a walk may read the token after the last, and the one after that. Both
  // are spaces of the padding.
  std::uint32_t* begin() const noexcept { return begin_; }
  std::uint32_t* end() const noexcept { return end_; }

  // True once a text was read, if simdjson takes the kernel of a processor with AVX2.
  bool isWide() const noexcept { return isWide_; }

  std::size_t capacity() const noexcept { return capacity_; }
  // Frees the memory.
  void release() noexcept;

 private:
#if defined(__wasm__)
  Buffer<std::uint32_t> positions_;
#else
  std::unique_ptr<simdjson::internal::dom_parser_implementation> parser_;
#endif
  std::size_t capacity_ = 0;
  bool isWide_ = false;
  std::uint32_t* begin_ = nullptr;
  std::uint32_t* end_ = nullptr;
};

bool isUtf8(const std::uint8_t* text, std::size_t size) noexcept;

}  // namespace validlib
