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
  bool known;
  std::uint64_t digits;
  int power;
};

void reads(const Written& given) {
  ScaledDecimal value;
  const std::string text = std::string(given.text) + " ";
  const bool known = readScaled(reinterpret_cast<const std::uint8_t*>(text.c_str()), value);
  EXPECT(known == given.known, given.text);
  if (known) EXPECT(value.digits == given.digits && value.power == given.power, given.text);
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
  for (const Written& one : {Written{"0", true, 0, 0},
                             {"-12.50", true, 1250, -2},
                             {"0.00000000000000000001", true, 1, -20},
                             {"1e5", true, 1, 5},
                             {"1.5E-3", true, 15, -4},
                             {"2e+007", true, 2, 7},
                             {"0e99999999999", true, 0, 9999},
                             {"123456789012345", true, 123'456'789'012'345, 0},
                             {"1234567890.12345", true, 123'456'789'012'345, -5},
                             {"1234567890123456", false, 0, 0},
                             {"0.1234567890123456", false, 0, 0},
                             {"1e300", false, 0, 0},
                             {"1e-301", false, 0, 0},
                             {"1e-99999999999", false, 0, 0}}) {
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
