// Reads the numbers of an array many at a time, with the vector instructions of x86-64 processors.
#pragma once

#include <cstddef>
#include <cstdint>

namespace validlib {

// Items of an array, and the limits of their values.
struct Decimals {
  const std::uint8_t* text;
  // The first item, then a comma, the next item and so on.
  const std::uint32_t* tokens;
  double min;
  double max;
};

// Reads up to `most` items, as long as each is a decimal of at most 19 digits within the limits, with a point and a
// comma after it. Returns their number. Others are for `parseNumber`. Call it only if `Structure::isWide`.
#if defined(__x86_64__) && defined(__GNUC__)
std::size_t readDecimals(const Decimals& items, std::size_t most, double* numbers) noexcept;
#else
inline std::size_t readDecimals(const Decimals&, std::size_t, double*) noexcept { return 0; }
#endif

}  // namespace validlib
