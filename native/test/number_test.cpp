// Numbers: the grammar of JSON, and the nearest double of what fits it.
#include "json/number.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

#include "expect.hpp"
#include "json/decimals.hpp"
#include "json/structure.hpp"

using namespace validlib;

namespace {

constexpr const char* delimiters = " ,]}\n";

bool reads(const std::string& text, double& value, char delimiter = ' ') {
  // Followed by what may follow it, and by spaces as every text is.
  const std::string padded = text + delimiter + std::string(64, ' ');
  const auto* const at = reinterpret_cast<const std::uint8_t*>(padded.data());
  const bool read = parseNumber(at, value);
  const std::size_t digits = text.find_first_not_of("0123456789", text[0] == '-' ? 1 : 0);
  const std::size_t whole = std::min(digits, text.size()) - (text[0] == '-' ? 1 : 0);
  const bool plain = read && text.find_first_of("eE") == std::string::npos;
  EXPECT(hasDigits(at, whole) == plain && hasDigitsAtAnyLength(at, whole) == plain, text);
  EXPECT(!hasDigits(at, whole - 1) || whole == 0, text);
  return read;
}

// The items of an array that can be read many at a time are as `parseNumber` reads them; others end that.
void many(std::mt19937_64& bits) {
  const auto digits = [&bits](std::size_t most) {
    std::string text;
    for (auto count = bits() % (most + 1); count > 0; --count) text += static_cast<char>('0' + bits() % 10);
    return text;
  };
  Structure structure;
  std::size_t read = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string text = "[";
    for (auto count = 1 + bits() % 40; count > 0; --count) {
      const auto form = bits() % 40;
      text += bits() % 2 == 0 ? "-" : "";
      text += form < 8 ? "0" : std::string(1, static_cast<char>('1' + bits() % 9)) + digits(form < 20 ? 2 : 20);
      text += form == 38 ? "" : "." + std::string(form == 39 ? 0 : bits() % 5, '0') + digits(form < 30 ? 16 : 25);
      text += form == 37 ? "e5" : form == 36 ? " " : form == 35 ? "x" : "";
      text += ",";
    }
    text.back() = ']';
    const std::size_t size = text.size();
    text += std::string(textPadding, ' ');
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    EXPECT(structure.index(bytes, size), text);
    const double limit = bits() % 4 == 0 ? 100 : std::numeric_limits<double>::max();
    std::array<double, 40> numbers{};
    for (const std::uint32_t* token = structure.begin() + 1; token < structure.end();) {
      const std::size_t most = bits() % 40;
      const std::size_t count =
          structure.isWide() ? readDecimals({bytes, token, -limit, limit}, most, numbers.data()) : 0;
      EXPECT(count <= most, text);
      for (std::size_t i = 0; i < count; ++i, token += 2) {
        double value = 0;
        EXPECT(parseNumber(bytes + token[0], value) && bytes[token[1]] == ',' && std::abs(value) <= limit, text);
        value += 0.0;
        EXPECT(std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(numbers[i]), text);
      }
      read += count;
      token += 2;
    }
  }
  EXPECT(!structure.isWide() || read > 10'000, "");
}

// The bits of characters that are no digits, with vector instructions and without.
void masks(std::mt19937_64& bits) {
  std::array<std::uint8_t, 32> text{};
  for (int i = 0; i < 100'000; ++i) {
    std::uint32_t expected = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
      text[at] = static_cast<std::uint8_t>(bits() % 2 == 0 ? bits() : '.' + bits() % 14);
      expected |= (isDigit(text[at]) ? 0U : 1U) << at;
    }
    EXPECT(otherThanDigits(text.data()) == expected && otherThanDigitsInWords(text.data()) == expected,
           std::string(text.begin(), text.end()));
  }
}

void agrees(const std::string& text) {
  const double expected = std::strtod(text.c_str(), nullptr);
  for (const char* delimiter = delimiters; *delimiter != '\0'; ++delimiter) {
    double value = 0;
    EXPECT(reads(text, value, *delimiter), text);
    EXPECT(std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(expected), text);
  }
}

// The same number written otherwise: zeros in front of it or behind it, its point elsewhere, its exponent to match.
void agreesInAllForms(const std::string& digits, int exponent) {
  const int size = static_cast<int>(digits.size());
  agrees(digits + "e" + std::to_string(exponent));
  agrees("-" + digits + "000e" + std::to_string(exponent - 3));
  agrees("0." + digits + "e" + std::to_string(exponent + size));
  agrees("0." + std::string(30, '0') + digits + "e" + std::to_string(exponent + size + 30));
  agrees(digits.substr(0, 1) + "." + digits.substr(1) + "0E" + std::to_string(exponent + size - 1));
}

// Numbers of every length and exponent.
void random(std::mt19937_64& bits) {
  char text[1100];
  for (int i = 0; i < 100'000; ++i) {
    const auto value = std::bit_cast<double>(bits());
    if (!std::isfinite(value)) continue;
    std::snprintf(text, sizeof text, "%.*g", static_cast<int>(1 + bits() % 40), value);
    agrees(text);
    const double fraction = std::ldexp(static_cast<double>(bits()), -64 - static_cast<int>(bits() % 16));
    std::snprintf(text, sizeof text, "%.25f", fraction);
    agrees(text);
    std::snprintf(text, sizeof text, "%lld", static_cast<long long>(bits() >> (bits() % 64)));
    agrees(text);
    std::string digits(1, static_cast<char>('1' + bits() % 9));
    for (auto count = bits() % 60; count > 0; --count) digits += static_cast<char>('0' + bits() % 10);
    if (i % 10 == 0) agreesInAllForms(digits, static_cast<int>(bits() % 700) - 370);
    if (i % 100 != 0) continue;
    std::snprintf(text, sizeof text, "%.1070f", std::ldexp(1.0, -static_cast<int>(bits() % 1074)));
    agrees(text);
  }
}

// Numbers half way between two doubles, where rounding decides, and those a digit beside them.
void halfWay(std::mt19937_64& bits) {
  char text[1100];
  for (int i = 0; i < 10'000; ++i) {
    // Every fourth is beside the smallest or the largest doubles.
    const std::uint64_t pattern = bits() & 0x7fffffffffffffffU;
    const auto value = std::bit_cast<double>(i % 4 != 0   ? pattern
                                             : i % 8 == 0 ? pattern & 0x000fffffffffffffU >> (bits() % 52)
                                                          : 0x7fefffffffffffffU - bits() % 4);
    if (!std::isfinite(value)) continue;
    const double next = std::nextafter(value, std::numeric_limits<double>::infinity());
    // A long double holds the point between them where it is longer than a double.
    const long double half = value + (std::isfinite(next) ? (static_cast<long double>(next) - value) / 2
                                                          : std::ldexp(static_cast<long double>(1), 970));
    std::snprintf(text, sizeof text, "%.*Le", i % 3 == 0 ? 800 : 18 + static_cast<int>(bits() % 10), half);
    std::string mantissa = text;
    const std::size_t end = mantissa.find('e');
    if (end == std::string::npos) continue;
    const std::string exponent = mantissa.substr(end);
    mantissa.resize(end);
    agrees(mantissa + exponent);
    agrees(mantissa + "0000000000000000000000000" + exponent);
    agrees(mantissa + "0000000000000000000000001" + exponent);
    mantissa += std::to_string(bits());
    agrees(mantissa + exponent);
    mantissa.resize(20 + bits() % 8);
    agrees(mantissa + exponent);
    mantissa.back() = mantissa.back() == '9' ? '8' : static_cast<char>(mantissa.back() + 1);
    agrees(mantissa + exponent);
  }
}

// Integers of at most 18 digits, and no other numbers.
void integers(std::mt19937_64& bits) {
  const auto readsInteger = [](const std::string& text, std::int64_t& value) {
    const std::string padded = text + "," + std::string(64, '7');
    return readInteger(reinterpret_cast<const std::uint8_t*>(padded.data()), value);
  };
  std::int64_t value = 0;
  for (int i = 0; i < 100'000; ++i) {
    const auto number = static_cast<std::int64_t>(bits() >> (4 + bits() % 60)) * (i % 2 == 0 ? 1 : -1);
    const std::string text = std::to_string(number);
    const bool fits = text.size() - (number < 0 ? 1 : 0) <= 18;
    EXPECT(readsInteger(text, value) == fits && (!fits || value == number), text);
    EXPECT(!readsInteger(text + ".5", value) && !readsInteger(text + "e1", value), text);
  }
  for (const char* text : {"", "-", "-0", "01", "-01", "00", "1a", "+1"}) {
    EXPECT(!readsInteger(text, value), text);
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
  agrees(std::string(5000, '1') + "e-5300");
  agrees("0." + std::string(5000, '0') + "1" + std::string(30, '7') + "e5000");
  // Half way between two doubles, and one digit beyond it after a thousand zeros.
  agrees("9007199254740993." + std::string(1000, '0'));
  agrees("9007199254740993." + std::string(1000, '0') + "1");
  agrees("9007199254740992." + std::string(1000, '9'));
  std::mt19937_64 bits(20261121);
  random(bits);
  halfWay(bits);
  integers(bits);
  masks(bits);
  many(bits);
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
