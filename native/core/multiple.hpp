// Tests whether a number is a multiple of another, as decimals: 0.3 is a multiple of 0.1.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>

#include "json/characters.hpp"
#include "json/number.hpp"

namespace validlib {

// `digits * 10^power`, without its sign.
struct ScaledDecimal {
  std::uint64_t digits = 0;
  int power = 0;
};

// The multiple is not 0; both have 17 digits at most.
inline bool isMultiple(const ScaledDecimal& value, const ScaledDecimal& multiple) noexcept {
  if (value.digits == 0) return true;
  int zeros = value.power - multiple.power;
  std::uint64_t divisor = multiple.digits;
  for (; zeros < 0; ++zeros) {
    if (divisor > value.digits) return false;
    divisor *= 10;
  }
  std::uint64_t rest = value.digits % divisor;
  for (; zeros > 0 && rest != 0; --zeros) rest = rest * 10 % divisor;
  return rest == 0;
}

// A JSON number in its original spelling, of up to 19 digits. Returns its number of digits without leading zeros, or
// more than 19 if there are too many.
inline int readDecimal(const std::uint8_t* at, ScaledDecimal& value) noexcept {
  value = {};
  at += *at == '-';
  int size = 0;
  bool fraction = false;
  for (; isDigit(*at) || *at == '.'; ++at) {
    if (*at == '.') {
      fraction = true;
      continue;
    }
    if (size < maxDigits) value.digits = value.digits * 10 + (*at - '0');
    if (size < maxDigits && fraction) --value.power;
    size += value.digits > 0 && size <= maxDigits ? 1 : 0;
  }
  if ((*at | 0x20) == 'e') {
    ++at;
    const bool down = *at == '-';
    at += down || *at == '+' ? 1 : 0;
    int exponent = 0;
    for (; isDigit(*at); ++at) exponent = exponent < 1000 ? exponent * 10 + (*at - '0') : exponent;
    value.power += down ? -exponent : exponent;
  }
  return size;
}

// The shortest decimal that is read as the double, which is finite and not negative: the form of JavaScript.
inline bool shortestScaled(double value, ScaledDecimal& decimal) noexcept {
#if defined(__wasm__)
  // The functions that print it are too large for the module.
  decimal = {};
  return value == 0;
#else
  constexpr int most = 17;
  constexpr std::uint64_t fraction = (std::uint64_t{1} << 52) - 1;
  decimal = {};
  if (value == 0) return true;
  // No other decimal with this few digits is read as the double; the least doubles have fewer.
  const int least = value < std::numeric_limits<double>::min() ? 1 : 15;
  // A power of two: the double above it is twice as far away as the one below.
  const bool power = (std::bit_cast<std::uint64_t>(value) & fraction) == 0;
  // An exponent and a delimiter follow the digits.
  char text[32];
  const auto* const at = reinterpret_cast<const std::uint8_t*>(text);
  const auto isRead = [at, value](int size) noexcept {
    double read = 0;
    return size > 0 && static_cast<std::size_t>(size) < sizeof text && parseNumber(at, read) && read == value;
  };
  for (int digits = least; digits <= most; ++digits) {
    // The nearest decimal with this number of digits.
    const bool nearest = isRead(std::snprintf(text, sizeof text, "%.*e ", digits - 1, value));
    readDecimal(at, decimal);
    if (nearest) return true;
    if (!power) continue;
    // The next greater one may be read as the double although it is farther away.
    ++decimal.digits;
    const auto next = static_cast<unsigned long long>(decimal.digits);
    if (isRead(std::snprintf(text, sizeof text, "%llue%d ", next, decimal.power))) return true;
  }
  return false;
#endif
}

// The decimal of a JSON number as it is written; false if that may not be the shortest one of the double, because it
// has many digits.
inline bool readsAsWritten(const std::uint8_t* at, ScaledDecimal& value) noexcept {
  constexpr int most = 15;
  constexpr int least = -300;
  constexpr int greatest = 290;
  return readDecimal(at, value) <= most && value.power >= least && value.power <= greatest;
}

// The shortest decimal of a JSON number, which is read as `read`. False if it is not known here.
inline bool readScaled(const std::uint8_t* at, double read, ScaledDecimal& value) noexcept {
  return readsAsWritten(at, value) || shortestScaled(std::fabs(read), value);
}

}  // namespace validlib
