// Numbers in text, as Python's int() and float() read them.
#include "coercion.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "expect.hpp"

using namespace validlib;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Reads {
  std::string text;
  std::optional<double> integer;
  std::optional<double> number;
};

bool same(const std::optional<double>& a, const std::optional<double>& b) {
  if (!a.has_value() || !b.has_value()) return a.has_value() == b.has_value();
  return std::isnan(*a) ? std::isnan(*b) : *a == *b;
}

}  // namespace

int main() {
  constexpr auto none = std::nullopt;
  for (const Reads& one : {
           Reads{"5", 5, 5},
           {" \t\n\v\f\r5 ", 5, 5},
           {"\x1c"
            "5",
            none, none},
           {"5\u00a0", none, none},
           {"+1_000", 1000, 1000},
           {"-0", 0, 0},
           {"007", 7, 7},
           {"9007199254740991", 9007199254740991.0, 9007199254740991.0},
           {"-9007199254740992", none, -9007199254740992.0},
           {"9007199254740993", none, 9007199254740992.0},
           {std::string(5000, '0') + "1", 1, 1},
           {"1" + std::string(400, '0'), none, infinity},
           {"1.5", none, 1.5},
           {".5", none, 0.5},
           {"5.", none, 5},
           {"-.5e1", none, -5},
           {"5.e-1", none, 0.5},
           {"1_0.0_1e1_0", none, 10.01e10},
           {"1E5", none, 1e5},
           {"0." + std::string(2000, '0') + "1e2000", none, 0.1},
           {"1e-400", none, 0},
           {"1e400", none, infinity},
           {"-Infinity", none, -infinity},
           {"+iNf", none, infinity},
           {" nan ", none, std::nan("")},
           {"-NaN", none, std::nan("")},
           {"", none, none},
           {" ", none, none},
           {"+", none, none},
           {"+-1", none, none},
           {"- 1", none, none},
           {"_1", none, none},
           {"1_", none, none},
           {"1__0", none, none},
           {".", none, none},
           {"._5", none, none},
           {"5._0", none, none},
           {"5_.0", none, none},
           {".e5", none, none},
           {"1e", none, none},
           {"1e+", none, none},
           {"1e_5", none, none},
           {"1e5.", none, none},
           {"1 2", none, none},
           {"0x10", none, none},
           {"infinit", none, none},
           {"nanx", none, none},
           {std::string("5\0", 2), none, none},
       }) {
    double value = 0;
    const std::optional<double> integer = integerOf(one.text, value) ? std::optional(value) : none;
    EXPECT(same(integer, one.integer), one.text);
    EXPECT(!integer.has_value() || !std::signbit(*integer) || *integer != 0, one.text);
    std::string room(one.text.size() + spellingRoom, '\0');
    const std::optional<double> number = floatOf(one.text, room.data(), value) ? std::optional(value) : none;
    EXPECT(same(number, one.number), one.text);
  }
  struct Written {
    std::string text;
    // As JavaScript writes it; empty for none.
    std::string decimal;
  };
  const auto spelled = [](bool read, const Decimal& decimal) {
    return read ? (decimal.negative ? "-" : "") + std::string(decimal.digits) : std::string();
  };
  char room[maxTextDigits];
  for (const Written& one : {
           Written{"5", "5"},
           {" -00_7\n", "-7"},
           {"-0", "0"},
           {"+123_456789012345678901234567890", "123456789012345678901234567890"},
           {std::string(5000, '0') + "1", "1"},
           {std::string(1000, '9'), std::string(1000, '9')},
           {std::string(1001, '9'), ""},
           {"1__0", ""},
           {"_1", ""},
           {"1_", ""},
           {"1.0", ""},
           {"-", ""},
           {"", ""},
       }) {
    Decimal decimal;
    const bool read = decimalOf(one.text, room, decimal);
    EXPECT(spelled(read, decimal) == one.decimal, one.text);
  }
  for (const Written& one : {
           Written{"5", "5"},
           {"0", "0"},
           {"-12345678901234567890", "-12345678901234567890"},
           {"-0", ""},
           {"01", ""},
           {"-", ""},
           {"1.0", ""},
           {"1e5", ""},
       }) {
    Decimal decimal;
    const std::string padded = one.text + ' ';
    const bool read = writtenDecimal(reinterpret_cast<const std::uint8_t*>(padded.data()), decimal);
    EXPECT(spelled(read, decimal) == one.decimal, one.text);
  }
  // In order.
  const std::string ordered[] = {"-100", "-99", "-20", "-3", "0", "4", "50", "51", "100"};
  for (const std::string& a : ordered) {
    for (const std::string& b : ordered) {
      const auto of = [](const std::string& text) {
        return Decimal{text[0] == '-', Bytes(text).substr(text[0] == '-' ? 1 : 0)};
      };
      EXPECT((of(a) < of(b)) == (&a < &b), a + " < " + b);
      EXPECT((of(a) == of(b)) == (&a == &b), a + " == " + b);
    }
  }

  return validlib::test::ended();
}
