// Sets of ASCII characters that formats are made of.
#pragma once

#include <array>
#include <cstdint>

#include "../json/text.hpp"

namespace validlib {

class CharacterSet {
 public:
  // Pairs of a first and a last character.
  constexpr explicit CharacterSet(Bytes ranges) noexcept {
    for (std::size_t i = 0; i + 1 < ranges.size(); i += 2) {
      for (char c = ranges[i]; c <= ranges[i + 1]; ++c) members_[static_cast<std::uint8_t>(c)] = true;
    }
  }

  constexpr bool has(char c) const noexcept { return members_[static_cast<std::uint8_t>(c)]; }

  // Where the first character of the set stands from `at` on, or the end of the text.
  constexpr std::size_t findIn(Bytes text, std::size_t at = 0) const noexcept {
    while (at < text.size() && !has(text[at])) ++at;
    return at;
  }

  // All characters of the text are of the set. A long text is not read far beyond the first that is not.
  constexpr bool holds(Bytes text) const noexcept {
    constexpr std::size_t block = 64;
    while (!text.empty()) {
      bool all = true;
      for (const char c : text.substr(0, block)) all &= has(c);
      if (!all) return false;
      text.remove_prefix(text.size() < block ? text.size() : block);
    }
    return true;
  }

 private:
  std::array<bool, 256> members_{};
};

inline constexpr CharacterSet decimalDigit("09");
inline constexpr CharacterSet hexDigit("09AFaf");
inline constexpr CharacterSet letterOrDigit("09AZaz");

inline constexpr bool isDecimal(char c) noexcept { return isDigit(static_cast<std::uint8_t>(c)); }
// Of a letter.
inline constexpr char lowerCase(char c) noexcept { return static_cast<char>(c | 0x20); }

}  // namespace validlib
