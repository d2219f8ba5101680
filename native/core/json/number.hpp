// JSON numbers, read as JSON.parse reads them: strict grammar, nearest double.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "characters.hpp"
#include "digits.hpp"

namespace validlib {

// More digits than this may not fit 64 bits.
inline constexpr int maxDigits = 19;

// The nearest double of a number with valid grammar, `digits * 10^power`; infinite if it is too large.
double scaledDouble(bool negative, std::uint64_t digits, std::int64_t power) noexcept;
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

// The number that eight digits, from 0 to 9, make.
[[gnu::always_inline]] inline std::uint64_t eightDigits(std::uint64_t word) noexcept {
  word = word * 10 + (word >> 8);
  const std::uint64_t pairs = 0x000000ff000000ff;
  return ((word & pairs) * 0x000f424000000064 + ((word >> 16) & pairs) * 0x0000271000000001) >> 32;
}

// As `hasDigits`, for a number of any length.
bool hasDigitsAtAnyLength(const std::uint8_t* text, std::size_t most) noexcept;

// True if the text is a JSON number whose grammar alone shows that it has at most so many digits before the point,
// followed by a delimiter. It has no exponent. Nothing but the length of a rare number decides a branch, because
// lengths are not predictable.
inline bool hasDigits(const std::uint8_t* text, std::size_t most) noexcept {
  const std::uint32_t sign = *text == '-' ? 1 : 0;
  // The first of them is the point or the end, the second is the end if there is a point.
  const std::uint32_t others = otherThanDigits(text) & ~sign;
  const std::uint32_t rest = others & (others - 1);
  if (rest == 0) [[unlikely]]
    return hasDigitsAtAnyLength(text, most);
  const auto point = static_cast<std::uint32_t>(std::countr_zero(others));
  const std::uint32_t end = text[point] == '.' ? static_cast<std::uint32_t>(std::countr_zero(rest)) : point;
  const std::size_t count = point - sign;
  const bool leads = (text[sign] != '0') | (count == 1);
  const bool ends = (end - point != 1) & isDelimiter(text[end]);
  return (count - 1 < most) & leads & ends;
}

// Powers of ten that a double holds exactly.
inline constexpr std::array<double, 23> exactPowers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                       1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                       1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// Appends the digits at a position to a number, which overflows if they are too many, and moves past them. The number
// of digits is not predictable, so no branch depends on it but whether there are eight more.
[[gnu::always_inline]] inline const std::uint8_t* readDigits(const std::uint8_t* at, std::uint64_t& digits) noexcept {
  if constexpr (std::endian::native != std::endian::little) {
    while (isDigit(*at)) digits = digits * 10 + (*at++ - '0');
    return at;
  }
  constexpr std::array<std::uint64_t, 8> powers = {1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000};
  for (;;) {
    const std::uint64_t word = eightAt(at) ^ 0x3030303030303030;
    const std::uint64_t others = othersOfEight(eightAt(at));
    if (others == 0) {
      digits = digits * 100'000'000 + eightDigits(word);
      at += 8;
      continue;
    }
    const int bits = std::countr_zero(others) & 0x38;
    // The first digits go to the high bytes; two shifts, because one cannot be by 64.
    digits = digits * powers[bits / 8] + eightDigits(word << 8 << (56 - bits));
    return at + bits / 8;
  }
}

// As `readSmallInteger`, for an integer of at most 18 digits.
inline bool readInteger(const std::uint8_t* at, std::int64_t& value) noexcept {
  const bool negative = *at == '-';
  const std::uint8_t* const first = at + negative;
  std::uint64_t digits = 0;
  const std::uint8_t* const end = readDigits(first, digits);
  const std::int64_t count = end - first;
  if (count == 0 || count > 18 || !isDelimiter(*end) || (*first == '0' && (count > 1 || negative))) return false;
  value = negative ? -static_cast<std::int64_t>(digits) : static_cast<std::int64_t>(digits);
  return true;
}

// The number with a sign, without a branch: signs are not predictable.
[[gnu::always_inline]] inline double withSign(double value, bool negative) noexcept {
  constexpr std::array<double, 2> signs = {1, -1};
  return value * signs[negative ? 1 : 0];
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
      value = withSign(static_cast<double>(digits), negative);
    }
    return true;
  }
  std::int64_t power = 0;
  if (*at == '.') {
    const std::uint8_t* const fraction = ++at;
    at = readDigits(at, digits);
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
  // Clinger: both are exact, so the quotient or the product is rounded once.
  if (count <= 15 && power >= -22 && power <= 22) {
    value = static_cast<double>(digits);
    value = withSign(power < 0 ? value / exactPowers[-power] : value * exactPowers[power], negative);
    return true;
  }
  if (count > maxDigits) [[unlikely]] {
    // Leading zeros do not count as digits.
    for (const std::uint8_t* zero = first; *zero == '0' || *zero == '.'; ++zero) count -= *zero == '0';
  }
  value = count > maxDigits ? longDouble(text, negative, power) : scaledDouble(negative, digits, power);
  return true;
}

}  // namespace validlib
