// The nearest double of a decimal, by one product of 64 bits. Lemire, "Number Parsing at a Gigabyte per Second".
#pragma once

#include <simdjson.h>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace validlib {

// The nearest double of `digits * 10^power`: false if the product does not decide how to round, or the double is not
// normal.
[[gnu::always_inline]] inline bool approximate(std::uint64_t digits, std::int64_t power, double& value) noexcept {
  if (digits == 0 || power < simdjson::internal::smallest_power || power > simdjson::internal::largest_power)
    return false;
  const int zeros = std::countl_zero(digits);
  const std::uint64_t factor =
      simdjson::internal::power_of_five_128[2 * static_cast<std::size_t>(power - simdjson::internal::smallest_power)];
  const auto [low, high] = simdjson::builtin::numberparsing::full_multiplication(digits << zeros, factor);
  // The factor is rounded down, so the product may be greater; or it may be exact, and half way between two doubles.
  if ((high & 0x1ff) == 0x1ff || low <= 1) [[unlikely]]
    return false;
  const auto top = static_cast<int>(high >> 63);
  std::uint64_t mantissa = high >> (top + 9);
  mantissa = (mantissa + (mantissa & 1)) >> 1;
  // floor(power * log2(10)); rounding may carry into the exponent, to which the highest bit is added.
  const std::int64_t exponent = (((152170 + 65536) * power) >> 16) + 1024 + 63 - zeros - (1 - top) - 1;
  if (exponent < 1 || exponent > 2044) [[unlikely]]
    return false;
  value = std::bit_cast<double>((static_cast<std::uint64_t>(exponent) << 52) + mantissa);
  return true;
}

}  // namespace validlib
