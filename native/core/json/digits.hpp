// Which of some characters are digits, as bits.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#include "characters.hpp"

namespace validlib {

// Eight characters; on big-endian machines their order is another, which only `eightDigits` minds.
[[gnu::always_inline]] inline std::uint64_t eightAt(const std::uint8_t* at) noexcept {
  std::uint64_t word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// The high bit of every byte of eight characters that is no digit.
[[gnu::always_inline]] inline std::uint64_t othersOfEight(std::uint64_t word) noexcept {
  word ^= 0x3030303030303030;
  // Adding 0x76 carries into the high bit from 10 on.
  return (((word & 0x7f7f7f7f7f7f7f7f) + 0x7676767676767676) | word) & 0x8080808080808080;
}

// The same as `otherThanDigits` without vector instructions.
inline std::uint32_t otherThanDigitsInWords(const std::uint8_t* at) noexcept {
  std::uint32_t others = 0;
  for (int part = 0; part < 32; part += 8) {
    if constexpr (std::endian::native == std::endian::little) {
      // The product moves the eight bits together, into the highest byte.
      const std::uint64_t bits = (othersOfEight(eightAt(at + part)) >> 7) * 0x0102040810204080;
      others |= static_cast<std::uint32_t>(bits >> 56) << part;
    } else {
      for (int i = part; i < part + 8; ++i) others |= (isDigit(at[i]) ? 0U : 1U) << i;
    }
  }
  return others;
}

// A bit for each of 32 characters that is no digit; the lowest is that of the first.
[[gnu::always_inline]] inline std::uint32_t otherThanDigits(const std::uint8_t* at) noexcept {
#if defined(__SSE2__) || defined(_M_X64)
  const auto digits = [](const std::uint8_t* part) noexcept {
    const __m128i loaded = _mm_loadu_si128(reinterpret_cast<const __m128i*>(part));
    const __m128i values = _mm_sub_epi8(loaded, _mm_set1_epi8('0'));
    const __m128i small = _mm_cmpeq_epi8(_mm_min_epu8(values, _mm_set1_epi8(9)), values);
    return static_cast<std::uint32_t>(_mm_movemask_epi8(small));
  };
  return ~(digits(at) | digits(at + 16) << 16);
#elif defined(__wasm_simd128__)
  const auto digits = [](const std::uint8_t* part) noexcept {
    const v128_t values = wasm_i8x16_sub(wasm_v128_load(part), wasm_i8x16_splat('0'));
    return static_cast<std::uint32_t>(wasm_i8x16_bitmask(wasm_u8x16_le(values, wasm_i8x16_splat(9))));
  };
  return ~(digits(at) | digits(at + 16) << 16);
#else
  return otherThanDigitsInWords(at);
#endif
}

}  // namespace validlib
