// Sets of ASCII characters, used by formats.
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

  // The position of the first character of the set from `at` on, or the end of the text.
  constexpr std::size_t findIn(Bytes text, std::size_t at = 0) const noexcept {
    while (at < text.size() && !has(text[at])) ++at;
    return at;
  }

  // True if all characters of the text are in the set. A long text is not read far beyond the first that is not.
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

// Planes have 65,536 characters, and no character has one of the last two numbers of a plane.
inline constexpr bool isLastOfPlane(char32_t c) noexcept { return (c & 0xffffU) > 0xfffd; }

// `ucschar` and `iprivate` of RFC 3987.
inline constexpr bool isUcschar(char32_t c) noexcept {
  if (c <= 0xffff) return c >= 0xa0 && (c <= 0xd7ff || (c >= 0xf900 && c <= 0xffef && (c <= 0xfdcf || c >= 0xfdf0)));
  return c <= 0xeffff && (c <= 0xdffff || c >= 0xe1000) && !isLastOfPlane(c);
}
inline constexpr bool isPrivate(char32_t c) noexcept {
  return (c >= 0xe000 && c <= 0xf8ff) || (c >= 0xf0000 && !isLastOfPlane(c));
}

// Moves past a character whose first byte is present.
constexpr char32_t readCharacter(Bytes text, std::size_t& at) noexcept {
  const auto lead = static_cast<std::uint8_t>(text[at++]);
  if (lead < 0x80) return lead;
  // The first byte has one bit for each byte that follows, and two more.
  char32_t c = lead & (lead >= 0xf0 ? 0x07U : lead >= 0xe0 ? 0x0fU : 0x1fU);
  for (int left = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1; left > 0 && at < text.size(); --left) {
    c = (c << 6U) | (static_cast<std::uint8_t>(text[at++]) & 0x3fU);
  }
  return c;
}

inline constexpr bool isDecimal(char c) noexcept { return isDigit(static_cast<std::uint8_t>(c)); }
// For letters only.
inline constexpr char lowerCase(char c) noexcept { return static_cast<char>(c | 0x20); }

}  // namespace validlib
