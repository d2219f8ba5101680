#include "number.hpp"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <limits>

#include "eisel-lemire.hpp"

namespace validlib {

namespace {

// The nearest double of `digits * 10^power`; false if there is none, or the power has no factor.
bool compute(std::uint64_t digits, std::int64_t power, double& value) noexcept {
  return power >= simdjson::internal::smallest_power && power <= simdjson::internal::largest_power &&
         simdjson::builtin::numberparsing::compute_float_64(power, digits, false, value);
}

// A natural number of at most 3,072 bits, which is more than a comparison of a double and 800 digits needs.
class Natural {
 public:
  explicit Natural(std::uint64_t value = 0) noexcept {
    for (; value != 0; value >>= 32) push(static_cast<std::uint32_t>(value));
  }

  // This times `factor`, plus `summand`.
  void scale(std::uint32_t factor, std::uint32_t summand = 0) noexcept {
    std::uint64_t carry = summand;
    for (std::size_t i = 0; i < size_; ++i) {
      carry += std::uint64_t{limbs_[i]} * factor;
      limbs_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) push(static_cast<std::uint32_t>(carry));
  }

  void scaleByPowerOfFive(std::int64_t power) noexcept {
    // 5^13 is the greatest that fits a limb.
    for (; power >= 13; power -= 13) scale(1220703125);
    for (; power > 0; --power) scale(5);
  }

  void scaleByPowerOfTwo(std::int64_t power) noexcept {
    scale(std::uint32_t{1} << (power % 32));
    const auto whole = static_cast<std::size_t>(power / 32);
    if (size_ == 0 || whole == 0) return;
    if (size_ + whole > limbs_.size()) return;
    std::copy_backward(limbs_.begin(), limbs_.begin() + size_, limbs_.begin() + size_ + whole);
    std::fill_n(limbs_.begin(), whole, 0);
    size_ += whole;
  }

  std::strong_ordering operator<=>(const Natural& other) const noexcept {
    if (size_ != other.size_) return size_ <=> other.size_;
    for (std::size_t i = size_; i-- > 0;) {
      if (limbs_[i] != other.limbs_[i]) return limbs_[i] <=> other.limbs_[i];
    }
    return std::strong_ordering::equal;
  }

 private:
  void push(std::uint32_t limb) noexcept {
    if (size_ < limbs_.size()) limbs_[size_++] = limb;
  }

  // The low limbs first; the highest is not 0.
  std::array<std::uint32_t, 96> limbs_;
  std::size_t size_ = 0;
};

// The digits of a number from the first that is not 0, without its point.
class Digits {
 public:
  explicit Digits(const std::uint8_t* first) noexcept : at_(first) {
    while (*at_ == '0' || *at_ == '.') ++at_;
  }
  bool ended() noexcept {
    at_ += *at_ == '.';
    return !isDigit(*at_);
  }
  // Only while `ended` is false.
  std::uint32_t next() noexcept { return *at_++ - std::uint32_t{'0'}; }

 private:
  const std::uint8_t* at_;
};

// The number is between `low` and the next double: which of them is nearer? Takes up to 20 us.
[[gnu::noinline]] double nearer(const std::uint8_t* first, std::int64_t power, double low) noexcept {
  // A point half way between two doubles has fewer digits.
  constexpr int most = 800;
  Natural number;
  bool more = false;
  int count = 0;
  // Nine digits at a time fit a limb.
  std::uint32_t factor = 1;
  std::uint32_t summand = 0;
  for (Digits digits(first); !digits.ended();) {
    const std::uint32_t digit = digits.next();
    if (count == most) {
      more |= digit != 0;
      ++power;
      continue;
    }
    ++count;
    factor *= 10;
    summand = summand * 10 + digit;
    if (count % 9 != 0) continue;
    number.scale(factor, summand);
    factor = 1;
    summand = 0;
  }
  number.scale(factor, summand);
  // Half way stands (2 * mantissa + 1) * 2^exponent.
  const auto bits = std::bit_cast<std::uint64_t>(low);
  const std::uint64_t fraction = bits & 0xfffffffffffffU;
  const auto biased = static_cast<std::int64_t>(bits >> 52);
  const std::uint64_t mantissa = biased == 0 ? fraction : fraction | (std::uint64_t{1} << 52);
  const std::int64_t exponent = std::max(biased, std::int64_t{1}) - 1076;
  Natural half(2 * mantissa + 1);
  if (power >= 0) {
    number.scaleByPowerOfFive(power);
  } else {
    half.scaleByPowerOfFive(-power);
  }
  if (power >= exponent) {
    number.scaleByPowerOfTwo(power - exponent);
  } else {
    half.scaleByPowerOfTwo(exponent - power);
  }
  const auto order = number <=> half;
  const bool up = order > 0 || (order == 0 && (more || (fraction & 1) != 0));
  return std::bit_cast<double>(bits + (up ? 1 : 0));
}

}  // namespace

bool hasDigitsAtAnyLength(const std::uint8_t* text, std::size_t most) noexcept {
  const auto skipDigits = [](const std::uint8_t* at) noexcept {
    while (isDigit(*at)) ++at;
    return at;
  };
  const std::uint8_t* const first = text + (*text == '-' ? 1 : 0);
  const std::uint8_t* at = skipDigits(first);
  const auto count = static_cast<std::size_t>(at - first);
  if (count == 0 || count > most || (*first == '0' && count > 1)) return false;
  if (*at == '.') {
    const std::uint8_t* const fraction = at + 1;
    at = skipDigits(fraction);
    if (at == fraction) return false;
  }
  return isDelimiter(*at);
}

double scaledDouble(bool negative, std::uint64_t digits, std::int64_t power) noexcept {
  double value;
  if (approximate(digits, power, value)) [[likely]]
    return withSign(value, negative);
  if (digits == 0 || power < simdjson::internal::smallest_power) {
    value = 0;
  } else if (!compute(digits, power, value)) {
    value = std::numeric_limits<double>::infinity();
  }
  return negative ? -value : value;
}

double longDouble(const std::uint8_t* text, bool negative, std::int64_t power) noexcept {
  const std::uint8_t* const first = text + (negative ? 1 : 0);
  std::uint64_t leading = 0;
  bool exact = true;
  std::int64_t rest = 0;
  int count = 0;
  for (Digits digits(first); !digits.ended();) {
    const std::uint32_t digit = digits.next();
    if (count < maxDigits) {
      leading = leading * 10 + digit;
      ++count;
    } else {
      ++rest;
      exact &= digit == 0;
    }
  }
  if (exact) return scaledDouble(negative, leading, power + rest);
  // The number is between `leading` and the one behind it: mostly both have the same nearest double.
  double low = 0;
  double high;
  if (power + rest >= simdjson::internal::smallest_power) {
    if (!compute(leading, power + rest, low)) {
      low = std::numeric_limits<double>::infinity();
    } else if (!compute(leading + 1, power + rest, high) || low != high) {
      low = nearer(first, power, low);
    }
  }
  return negative ? -low : low;
}

}  // namespace validlib
