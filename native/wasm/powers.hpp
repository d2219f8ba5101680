// The highest 128 bits of powers of five, from 5^-342 to 5^308: rounded up from 5^-27 to 5^-1, otherwise down.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace validlib {

inline constexpr std::size_t negativePowers = 342;
inline constexpr std::size_t powerCount = negativePowers + 1 + 308;

// A natural number of 1,024 bits, the lowest first: more than 5^308 has, and enough for 2^1023 / 5^342.
class Wide {
 public:
  void scale(std::uint32_t factor) noexcept {
    std::uint64_t carry = 0;
    for (std::uint32_t& limb : limbs_) {
      carry += std::uint64_t{limb} * factor;
      limb = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
  }
  void divide(std::uint32_t divisor) noexcept {
    std::uint64_t rest = 0;
    for (std::size_t i = limbs_.size(); i-- > 0;) {
      rest = rest << 32 | limbs_[i];
      limbs_[i] = static_cast<std::uint32_t>(rest / divisor);
      rest %= divisor;
    }
  }
  void set(std::size_t bit) noexcept { limbs_[bit / 32] |= std::uint32_t{1} << (bit % 32); }

  // The 64 bits from the highest that is set, after `skipped`.
  std::uint64_t top(std::size_t skipped) const noexcept {
    std::size_t highest = limbs_.size() - 1;
    while (limbs_[highest] == 0) --highest;
    const int zeros = std::countl_zero(limbs_[highest]);
    const auto limb = [&](std::size_t behind) -> std::uint64_t {
      return behind > highest ? 0 : limbs_[highest - behind];
    };
    const std::size_t first = skipped / 32;
    const std::uint64_t bits = limb(first) << 32 | limb(first + 1);
    return zeros == 0 ? bits : bits << zeros | limb(first + 2) >> (32 - zeros);
  }

 private:
  std::array<std::uint32_t, 32> limbs_{};
};

// Two words for each power, the high one first.
inline bool fillPowers(std::uint64_t* words) noexcept {
  constexpr std::size_t roundedUp = 27;
  const auto put = [words](std::size_t index, const Wide& power, std::uint64_t more) {
    words[2 * index] = power.top(0);
    words[2 * index + 1] = power.top(64) + more;
  };
  Wide power;
  power.set(0);
  for (std::size_t exponent = 0; negativePowers + exponent < powerCount; ++exponent) {
    put(negativePowers + exponent, power, 0);
    power.scale(5);
  }
  Wide inverse;
  inverse.set(1023);
  for (std::size_t exponent = 1; exponent <= negativePowers; ++exponent) {
    inverse.divide(5);
    put(negativePowers - exponent, inverse, exponent <= roundedUp ? 1 : 0);
  }
  return true;
}

}  // namespace validlib
