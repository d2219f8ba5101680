// Multiples of decimals, and white space in strings.
#include "multiple.hpp"

#include <cstring>
#include <string>

#include "expect.hpp"
#include "white-space.hpp"

using namespace validlib;

namespace {

struct Written {
  const char* text;
  std::uint64_t digits;
  int power;
};

void reads(const Written& given) {
  ScaledDecimal value;
  const std::string text = std::string(given.text) + " ";
  const auto* const at = reinterpret_cast<const std::uint8_t*>(text.c_str());
  double read = 0;
  EXPECT(parseNumber(at, read) && readScaled(at, read, value), given.text);
  // Zeros at the end make no difference.
  for (; value.digits != 0 && value.digits % 10 == 0; value.digits /= 10) ++value.power;
  EXPECT(value.digits == given.digits && (value.digits == 0 || value.power == given.power), given.text);
}

struct Spaced {
  const char* text;
  const char* stripped;
  const char* normalized;
};

void converts(const Spaced& given) {
  Bytes text = stripped(given.text);
  EXPECT(text == given.stripped, given.text);
  Buffer<char> room;
  EXPECT(normalizeSpaces(text, room, 0), given.text);
  EXPECT(text == given.normalized, given.text);
}

}  // namespace

int main() {
  for (const Written& one : {Written{"0", 0, 0},
                             {"-12.50", 125, -1},
                             {"0.00000000000000000001", 1, -20},
                             {"1e5", 1, 5},
                             {"1.5E-3", 15, -4},
                             {"2e+007", 2, 7},
                             {"0e99999999999", 0, 0},
                             {"123456789012345", 123'456'789'012'345, 0},
                             {"1234567890.12345", 123'456'789'012'345, -5},
                             {"1234567890123456", 1'234'567'890'123'456, 0},
                             {"0.30000000000000004", 30'000'000'000'000'004, -17},
                             {"-0.30000000000000001", 3, -1},
                             {"9007199254740993", 9'007'199'254'740'992, 0},
                             // A power of two whose shortest decimal is not the nearest of so many digits.
                             {"9.5367431640625e-07", 95'367'431'640'625, -20},
                             {"5.684341886080802e-14", 5'684'341'886'080'802, -29},
                             {"1.7976931348623157e308", 17'976'931'348'623'157, 292},
                             {"1e300", 1, 300},
                             {"1e-301", 1, -301},
                             {"4.94065645841246544e-324", 5, -324},
                             {"2.2250738585072014e-308", 22'250'738'585'072'014, -324},
                             {"1e-99999999999", 0, 0}}) {
    reads(one);
  }
  const ScaledDecimal cent{1, -2};
  EXPECT(isMultiple({1234, -2}, cent) && isMultiple({5, 20}, cent) && isMultiple({70, -3}, cent), "0.01");
  EXPECT(!isMultiple({12345, -3}, cent) && !isMultiple({1, -300}, cent), "0.01");
  EXPECT(isMultiple({0, -300}, {5, -324}) && isMultiple({1, 290}, {5, -324}) && isMultiple({9, 0}, {3, 0}), "0");
  EXPECT(!isMultiple({1, 290}, {3, -324}) && !isMultiple({1, 0}, {99'999'999'999'999'999, 0}), "1e290");
  for (const Spaced& one : {Spaced{"", "", ""},
                            {" ", "", ""},
                            {"a", "a", "a"},
                            {" a\t\n b ", "a\t\n b", "a b"},
                            {"\xc2\xa0\xe3\x80\x80\xc3\xa9\xe2\x80\x83\xef\xbb\xbf", "\xc3\xa9", "\xc3\xa9"},
                            // A character whose last bytes would be white space, were they the first.
                            {"\xe0\xa0\x89", "\xe0\xa0\x89", "\xe0\xa0\x89"},
                            {"\xe2\x80\x8b \xe2\x80\x8b", "\xe2\x80\x8b \xe2\x80\x8b", "\xe2\x80\x8b \xe2\x80\x8b"}}) {
    converts(one);
  }
  return validlib::test::ended();
}
