// The factors of powers of ten that the WebAssembly module computes, beside simdjson's table.
#include "../wasm/powers.hpp"

#include <simdjson.h>

#include <string>

#include "expect.hpp"

using namespace validlib;

int main() {
  static std::uint64_t words[2 * powerCount];
  EXPECT(fillPowers(words), "filled");
  const auto& expected = simdjson::internal::power_of_five_128;
  for (std::size_t i = 0; i < powerCount; ++i) {
    const std::string power = std::to_string(static_cast<int>(i) - static_cast<int>(negativePowers));
    EXPECT(words[2 * i] == expected[2 * i], power);
    // From 5^-26 to 5^-18 the low words of simdjson have up to 23 bits too few.
    const std::uint64_t low = expected[2 * i + 1];
    EXPECT(low - words[2 * i + 1] < std::uint64_t{1} << 23, power);
    EXPECT(low == words[2 * i + 1] || (i >= negativePowers - 26 && i <= negativePowers - 18), power);
  }
  return validlib::test::ended();
}
