// Classes of bytes in a JSON text.
#pragma once

#include <array>
#include <cstdint>

namespace validlib {

inline constexpr bool isDigit(std::uint8_t byte) noexcept { return static_cast<std::uint8_t>(byte - '0') < 10; }

inline constexpr bool isSpace(std::uint8_t byte) noexcept {
  return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

namespace detail {
inline constexpr auto delimiters = [] {
  std::array<bool, 256> table{};
  for (const char c : {' ', '\n', '\r', '\t', ',', ':', '[', ']', '{', '}'}) table[static_cast<std::uint8_t>(c)] = true;
  return table;
}();
}  // namespace detail

// True for characters that may follow a number or a word.
inline constexpr bool isDelimiter(std::uint8_t byte) noexcept { return detail::delimiters[byte]; }

}  // namespace validlib
