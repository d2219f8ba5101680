// Whether a number is a multiple of another, as decimals: 0.3 is one of 0.1.
#pragma once

#include <cstdint>

#include "json/characters.hpp"

namespace validlib {

// `digits * 10^power`, without its sign.
struct ScaledDecimal {
  std::uint64_t digits = 0;
  int power = 0;
};

// The multiple is not 0, and has 17 digits at most; the value has 15 of them.
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

// A JSON number as it is written, if no double but its own is nearer to that decimal than to any other of so few
// digits: then its shortest text is the same decimal. False where there are too many digits, or the number is too great
// or small.
inline bool readScaled(const std::uint8_t* at, ScaledDecimal& value) noexcept {
  constexpr int most = 15;
  constexpr int least = -300;
  constexpr int greatest = 290;
  value = {};
  at += *at == '-';
  int size = 0;
  bool fraction = false;
  for (; isDigit(*at) || *at == '.'; ++at) {
    if (*at == '.') {
      fraction = true;
      continue;
    }
    value.digits = value.digits * 10 + (*at - '0');
    value.power -= fraction ? 1 : 0;
    size += value.digits > 0 ? 1 : 0;
    if (size > most || value.power < least) return false;
  }
  if ((*at | 0x20) == 'e') {
    ++at;
    const bool down = *at == '-';
    at += down || *at == '+' ? 1 : 0;
    int exponent = 0;
    for (; isDigit(*at) && exponent < 1000; ++at) exponent = exponent * 10 + (*at - '0');
    value.power += down ? -exponent : exponent;
  }
  return value.digits == 0 || (value.power >= least && value.power <= greatest);
}

}  // namespace validlib
