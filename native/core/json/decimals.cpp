#include "decimals.hpp"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#include <algorithm>
#include <array>

#include "eisel-lemire.hpp"
#include "number.hpp"

namespace validlib {

namespace {

// A decimal as an integer.
struct Scaled {
  std::uint64_t digits;
  std::uint8_t count;
  std::uint8_t fraction;
  bool negative;
};

// The last n of 32 bytes are set in those that begin at n.
constexpr auto lastBytes = [] {
  std::array<std::uint8_t, 64> bytes{};
  for (std::size_t i = 32; i < bytes.size(); ++i) bytes[i] = 0xff;
  return bytes;
}();

[[gnu::target("avx2"), gnu::always_inline]] inline __m256i load(const std::uint8_t* at) noexcept {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
}

// Reads one item of `size` characters. At most 24 digits fit; beyond 19, the first ones have to be zeros.
[[gnu::target("avx2,bmi,bmi2,lzcnt"), gnu::always_inline]] inline bool readScaled(const std::uint8_t* at,
                                                                                  std::uint32_t size,
                                                                                  Scaled& number) noexcept {
  if (size - 1 > 24) [[unlikely]]
    return false;
  const __m256i zero = _mm256_set1_epi8('0');
  const __m256i values = _mm256_sub_epi8(load(at), zero);
  const __m256i small = _mm256_cmpeq_epi8(_mm256_min_epu8(values, _mm256_set1_epi8(9)), values);
  const std::uint32_t sign = *at == '-' ? 1 : 0;
  const std::uint32_t others = ~static_cast<std::uint32_t>(_mm256_movemask_epi8(small)) & ((1U << size) - 1) & ~sign;
  if (others == 0 || (others & (others - 1)) != 0) [[unlikely]]
    return false;
  const auto point = static_cast<std::uint32_t>(std::countr_zero(others));
  const std::uint32_t fraction = size - point - 1;
  const std::uint32_t count = size - sign - 1;
  if (at[point] != '.' || fraction == 0 || point == sign || (at[sign] == '0' && point > sign + 1)) [[unlikely]]
    return false;
  // The digits behind the point stay, those in front of it move into its place.
  const std::uint8_t* const last = at + size - 32;
  const __m256i joined = _mm256_blendv_epi8(load(last - 1), load(last), load(lastBytes.data() + fraction));
  const __m256i digits = _mm256_and_si256(_mm256_sub_epi8(joined, zero), load(lastBytes.data() + count));
  // Two digits of each pair, four of each two pairs, then eight.
  const __m256i pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x010a));
  const __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x00010064));
  const __m256i eights = _mm256_madd_epi16(_mm256_packus_epi32(fours, fours), _mm256_set1_epi32(0x00012710));
  const auto low = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_extracti128_si256(eights, 1)));
  const std::uint64_t high = static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(eights))) >> 32;
  if (high > 999) [[unlikely]]
    return false;
  number = {high * 10'000'000'000'000'000 + (low & 0xffffffff) * 100'000'000 + (low >> 32),
            static_cast<std::uint8_t>(count), static_cast<std::uint8_t>(fraction), sign != 0};
  return true;
}

}  // namespace

[[gnu::target("avx2,bmi,bmi2,lzcnt")]] std::size_t readDecimals(const Decimals& items, std::size_t most,
                                                                double* numbers) noexcept {
  // In two steps, because the processor looks ahead by few instructions that wait for others: the one number would have
  // to be read before the next one is begun.
  constexpr std::size_t block = 16;
  std::array<Scaled, block> scaled;
  std::size_t done = 0;
  for (bool more = true; more && done < most;) {
    std::size_t count = 0;
    for (const std::size_t room = std::min(block, most - done); count < room; ++count) {
      const std::uint32_t* const token = items.tokens + 2 * (done + count);
      // 33 characters are read in front of the end of the item.
      more = token[1] > 32 && items.text[token[1]] == ',' &&
             readScaled(items.text + token[0], token[1] - token[0], scaled[count]);
      if (!more) break;
    }
    for (std::size_t i = 0; i < count; ++i, ++done) {
      const auto& [digits, size, fraction, negative] = scaled[i];
      double value;
      if (size <= 15) {
        value = static_cast<double>(static_cast<std::int64_t>(digits)) / exactPowers[fraction];
      } else if (!approximate(digits, -std::int64_t{fraction}, value)) {
        return done;
      }
      // Adding 0 turns -0 into 0.
      value = withSign(value, negative) + 0.0;
      if (!(value >= items.min && value <= items.max)) return done;
      numbers[done] = value;
    }
  }
  return done;
}

}  // namespace validlib

#endif
