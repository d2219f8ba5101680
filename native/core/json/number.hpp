// JSON numbers, read as JSON.parse reads them: strict grammar, nearest double.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "characters.hpp"

namespace validlib {

// More digits than this may not fit 64 bits.
inline constexpr int maxDigits = 19;

// The nearest double of a number with valid grammar, `digits * 10^power`; infinite if it is too large.
double scaledDouble(const std::uint8_t* text, bool negative, std::uint64_t digits, std::int64_t power) noexcept;
// The same for a number of more digits; `power` is that of its last digit.
double longDouble(const std::uint8_t* text, bool negative, std::int64_t power) noexcept;

// The common case, an integer of at most 15 digits, which a double holds exactly; it ends at a delimiter or at the
// padding. False for anything else, including -0.
inline bool readSmallInteger(const std::uint8_t* at, std::int64_t& value) noexcept {
  const bool negative = *at == '-';
  at += negative;
  const std::uint8_t* const first = at;
  std::uint64_t digits = 0;
  while (isDigit(*at)) digits = digits * 10 + (*at++ - '0');
  const std::int64_t count = at - first;
  if (count == 0 || count > 15 || !isDelimiter(*at) || (*first == '0' && (count > 1 || negative))) return false;
  value = static_cast<std::int64_t>(digits);
  if (negative) value = -value;
  return true;
}

// The same if the next token, the end of the number, is `size` characters away: no loop, so no branch misprediction.
// Always reads eight bytes.
inline bool readShortInteger(const std::uint8_t* at, std::uint32_t size, std::int64_t& value) noexcept {
  if constexpr (std::endian::native != std::endian::little) return false;
  if (size - 1 > 7 || (*at == '0' && size > 1)) return false;
  std::uint64_t digits;
  std::memcpy(&digits, at, sizeof digits);
  // The first digits go to the low bytes; missing ones are zero.
  const std::uint32_t shift = 64 - 8 * size;
  digits = (digits << shift) - (0x3030303030303030U << shift);
  if ((((digits + 0x7676767676767676U) | digits) & 0x8080808080808080U) != 0) return false;
  digits = digits * 10 + (digits >> 8);
  digits = (((digits & 0x000000ff000000ffU) * 0x000f424000000064U) +
            (((digits >> 16) & 0x000000ff000000ffU) * 0x0000271000000001U)) >>
           32;
  value = static_cast<std::int64_t>(digits);
  return true;
}

// False if the text is not a JSON number followed by a delimiter.
inline bool parseNumber(const std::uint8_t* text, double& value) noexcept {
  const std::uint8_t* at = text;
  const bool negative = *at == '-';
  at += negative;
  const std::uint8_t* const first = at;
  std::uint64_t digits = 0;
  while (isDigit(*at)) digits = digits * 10 + (*at++ - '0');
  std::int64_t count = at - first;
  if (count == 0 || (*first == '0' && count > 1)) return false;
  if (isDelimiter(*at)) {
    if (count > maxDigits) {
      value = longDouble(text, negative, 0);
    } else {
      value = static_cast<double>(digits);
      if (negative) value = -value;
    }
    return true;
  }
  std::int64_t power = 0;
  if (*at == '.') {
    const std::uint8_t* const fraction = ++at;
    while (isDigit(*at)) digits = digits * 10 + (*at++ - '0');
    power = fraction - at;
    if (power == 0) return false;
    count -= power;
  }
  if ((*at | 0x20) == 'e') {
    ++at;
    const bool down = *at == '-';
    at += down || *at == '+';
    const std::uint8_t* const exponent = at;
    std::int64_t size = 0;
    // Far beyond the range of a double, whatever the digits; but without overflow.
    for (; isDigit(*at); ++at) size = size < 100000000 ? size * 10 + (*at - '0') : size;
    if (at == exponent) return false;
    power += down ? -size : size;
  }
  if (!isDelimiter(*at)) return false;
  if (count > maxDigits) [[unlikely]] {
    // Leading zeros do not count as digits.
    for (const std::uint8_t* zero = first; *zero == '0' || *zero == '.'; ++zero) count -= *zero == '0';
  }
  value = count > maxDigits ? longDouble(text, negative, power) : scaledDouble(text, negative, digits, power);
  return true;
}

}  // namespace validlib
