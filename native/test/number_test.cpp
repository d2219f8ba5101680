// Numbers: the grammar of JSON, and the nearest double of what fits it.
#include "json/number.hpp"

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

#include "expect.hpp"

using namespace validlib;

namespace {

constexpr const char* delimiters = " ,]}\n";

bool reads(const std::string& text, double& value, char delimiter = ' ') {
  // Followed by what may follow it, and by spaces as every text is.
  const std::string padded = text + delimiter + std::string(64, ' ');
  return parseNumber(reinterpret_cast<const std::uint8_t*>(padded.data()), value);
}

void agrees(const std::string& text) {
  const double expected = std::strtod(text.c_str(), nullptr);
  for (const char* delimiter = delimiters; *delimiter != '\0'; ++delimiter) {
    double value = 0;
    EXPECT(reads(text, value, *delimiter), text);
    EXPECT(std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(expected), text);
  }
}

// Numbers of every length and exponent, and those half way between two doubles, where rounding decides.
void random(std::uint32_t seed) {
  std::mt19937_64 bits(seed);
  char text[1100];
  for (int i = 0; i < 200'000; ++i) {
    const auto value = std::bit_cast<double>(bits());
    if (!std::isfinite(value)) continue;
    std::snprintf(text, sizeof text, "%.*g", static_cast<int>(1 + bits() % 20), value);
    agrees(text[0] == '.' ? std::string("0") + text : text);
    std::snprintf(text, sizeof text, "%lld", static_cast<long long>(bits() >> (bits() % 64)));
    agrees(text);
    if (i % 100 != 0) continue;
    const double next = std::nextafter(std::fabs(value), std::numeric_limits<double>::infinity());
    std::snprintf(text, sizeof text, "%.1070f", std::ldexp(1.0, -static_cast<int>(bits() % 1074)));
    agrees(text);
    if (std::isfinite(next)) {
      std::snprintf(text, sizeof text, "%.17g",
                    (static_cast<long double>(std::fabs(value)) + next) / 2 == 0 ? 1.0 : next);
      agrees(text);
    }
  }
}

}  // namespace

int main() {
  for (const char* text : {
           "0",
           "-0",
           "0.0",
           "-0.0",
           "-0e0",
           "1",
           "-1",
           "10",
           "123456789",
           "0.1",
           "-0.5",
           "1e5",
           "1E5",
           "1e+5",
           "1e-5",
           "0e99999",
           "9007199254740991",
           "9007199254740992",
           "9007199254740993",
           "9223372036854775807",
           "9223372036854775808",
           "18446744073709551615",
           "18446744073709551616",
           "99999999999999999999",
           "100000000000000000000",
           "123456789012345678901234567890",
           "0.30000000000000004",
           "0.1000000000000000055511151231257827",
           "2.2250738585072011e-308",
           "2.2250738585072014e-308",
           "5e-324",
           "4.9e-324",
           "2.47e-324",
           "2.48e-324",
           "1e-400",
           "1.7976931348623157e308",
           "1.7976931348623158e308",
           "1.7976931348623159e308",
           "1e309",
           "-1e309",
           "1e999999999999",
           "1e-999999999999",
           "0e999999999999",
           "123456e-3",
           "8.5e-7",
           "1.00000000000000011102230246251565404",
           "1.0000000000000002",
           "3.141592653589793238462643383279502884197",
           "0.000000000000000000000000000001",
           "10000000000000000000000e-22",
           "0.0000000000000000000000000000000000000000000000000000000000000000000001e70",
       }) {
    agrees(text);
  }
  agrees("1" + std::string(400, '0'));
  agrees("0." + std::string(400, '0') + "1");
  agrees("0." + std::string(2000, '3'));
  agrees(std::string(300, '9') + "." + std::string(300, '9'));
  agrees("1" + std::string(5000, '0') + "e-5000");
  random(20261121);
  for (const char* text : {
           "",     "-",        "+1",        "--1", "01",    "-01", "00",  ".5", "5.",    "-.5",
           "1.e5", "1e",       "1e+",       "1e-", "1e5.5", "0x1", "1_0", "1a", "1.5.5", "1-1",
           "NaN",  "Infinity", "-Infinity", "1\"", "1:",    "1\\", "e5",  "1 ", "1e5e5", "1..5",
       }) {
    const std::string given = text;
    // These end where something may follow; the others must be refused.
    if (given == "1 " || given == "1:") continue;
    double value = 0;
    EXPECT(!reads(given, value), given);
  }
  return validlib::test::ended();
}
