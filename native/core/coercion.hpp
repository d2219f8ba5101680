// Conversion of text to numbers, as in src/values/numeric.ts.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "json/characters.hpp"
#include "json/number.hpp"
#include "json/text.hpp"

namespace validlib {

// The text without the ASCII white space of Python around it.
inline Bytes trimmed(Bytes text) noexcept {
  const auto isBlank = [](char c) noexcept { return (c >= '\t' && c <= '\r') || c == ' '; };
  while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
  return text;
}

// Removes the sign at the start and returns whether it is negative.
inline bool takeSign(Bytes& text) noexcept {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative || (!text.empty() && text.front() == '+')) text.remove_prefix(1);
  return negative;
}

// The greatest integer to which no other integer is rounded.
inline constexpr double maxSafeInteger = 9007199254740991;

// A decimal integer as Python's int() reads it: a sign, digits, single underscores between them. False for any other
// text, or if a double cannot hold it exactly.
inline bool integerOf(Bytes given, double& value) noexcept {
  constexpr auto largest = static_cast<std::uint64_t>(maxSafeInteger);
  Bytes text = trimmed(given);
  const bool negative = takeSign(text);
  std::uint64_t digits = 0;
  bool afterDigit = false;
  for (const char c : text) {
    if (c == '_' ? !afterDigit : !isDigit(static_cast<std::uint8_t>(c))) return false;
    afterDigit = c != '_';
    if (!afterDigit) continue;
    digits = digits * 10 + static_cast<std::uint64_t>(c - '0');
    if (digits > largest) return false;
  }
  if (!afterDigit) return false;
  // Adding 0 turns -0 into 0.
  value = static_cast<double>(negative ? -static_cast<std::int64_t>(digits) : static_cast<std::int64_t>(digits)) + 0.0;
  return true;
}

// An integer of any size in decimal: a sign, and digits without leading zeros.
struct Decimal {
  bool negative = false;
  Bytes digits;

  friend bool operator==(const Decimal& a, const Decimal& b) noexcept {
    return a.negative == b.negative && a.digits == b.digits;
  }
  friend bool operator<(const Decimal& a, const Decimal& b) noexcept {
    if (a.negative != b.negative) return a.negative;
    const Decimal& less = a.negative ? b : a;
    const Decimal& more = a.negative ? a : b;
    if (less.digits.size() != more.digits.size()) return less.digits.size() < more.digits.size();
    return less.digits < more.digits;
  }
};

// The maximum by which a number grows if it is spelled as JSON, including bytes that are read after it.
inline constexpr std::size_t spellingRoom = 64;

// The limits of integers in numeric.ts: in a string, and written out in JSON.
inline constexpr std::size_t maxTextDigits = 1000;
inline constexpr std::size_t maxJsonDigits = 100'000;

// As integerOf, but of any size. The digits go to `room` for `maxTextDigits` of them; false if it is not an integer, or
// has too many digits.
inline bool decimalOf(Bytes given, char* room, Decimal& value) noexcept {
  Bytes text = trimmed(given);
  value.negative = takeSign(text);
  char* end = room;
  bool afterDigit = false;
  for (const char c : text) {
    if (c == '_' ? !afterDigit : !isDigit(static_cast<std::uint8_t>(c))) return false;
    afterDigit = c != '_';
    if (!afterDigit || (c == '0' && end == room)) continue;
    if (end == room + maxTextDigits) return false;
    *end++ = c;
  }
  if (!afterDigit) return false;
  if (end == room) {
    *end++ = '0';
    value.negative = false;
  }
  value.digits = {room, static_cast<std::size_t>(end - room)};
  return true;
}

// As integerOf, but the double that is nearest to an integer of any size.
[[gnu::noinline]] inline bool longIntegerOf(Bytes text, double& value) noexcept {
  char room[1 + maxTextDigits + spellingRoom];
  Decimal decimal;
  if (!decimalOf(text, room + 1, decimal)) return false;
  room[0] = '-';
  std::memset(room + 1 + decimal.digits.size(), ' ', spellingRoom);
  return parseNumber(reinterpret_cast<const std::uint8_t*>(room) + (decimal.negative ? 0 : 1), value);
}

// An integer that is written out in JSON text, from its first character on; false for a number of another form, and for
// -0.
inline bool writtenDecimal(const std::uint8_t* at, Decimal& value) noexcept {
  value.negative = *at == '-';
  at += value.negative;
  const std::uint8_t* const first = at;
  while (isDigit(*at)) ++at;
  value.digits = bytesOf(first, static_cast<std::size_t>(at - first));
  if (value.digits.empty() || !isDelimiter(*at)) return false;
  return *first != '0' || (value.digits.size() == 1 && !value.negative);
}

// Beyond the safe range, a double stands for several integers, and for an infinity of them where it is infinite.
inline bool isBeyond(double value) noexcept { return value > maxSafeInteger || value < -maxSafeInteger; }

// False if the number at that place, which is read as the double, is the same integer. True if only TypeScript knows.
[[gnu::noinline]] inline bool isRounded(const std::uint8_t* at, double value) noexcept {
  constexpr std::size_t most = 19;
  Decimal written;
  if (!writtenDecimal(at, written) || written.digits.size() > most) return true;
  std::uint64_t digits = 0;
  for (const char digit : written.digits) digits = digits * 10 + static_cast<std::uint64_t>(digit - '0');
  return static_cast<std::uint64_t>(written.negative ? -value : value) != digits;
}

// Limits, or options, whose equals may be rounded.
class Edges {
 public:
  void add(double limit) {
    if (std::isfinite(limit) && isBeyond(limit)) all_.push_back(limit);
  }
  bool empty() const noexcept { return all_.empty(); }
  bool has(double value) const noexcept { return std::find(all_.begin(), all_.end(), value) != all_.end(); }
  // Returns whether only the digits of the number at that place say on which side of a limit it is.
  bool decide(const std::uint8_t* at, double value) const noexcept { return has(value) && isRounded(at, value); }

 private:
  std::vector<double> all_;
};

// The integer value of a JSON number with a fraction or an exponent, as `jsonBigintOf` of numeric.ts reads it; if
// `truncates`, without the fraction.
class ScientificInteger {
 public:
  ScientificInteger(const std::uint8_t* at, bool truncates) noexcept {
    negative_ = *at == '-';
    at += negative_;
    std::int64_t before = 0;
    bool fraction = false;
    first_ = at;
    for (; isDigit(*at) || *at == '.'; ++at) {
      if (*at == '.') {
        fraction = true;
        continue;
      }
      // Leading zeros do not count as digits.
      const bool counts = count_ > 0 || *at != '0';
      if (counts && count_++ == 0) first_ = at;
      before += fraction ? (counts ? 0 : -1) : (counts ? 1 : 0);
    }
    if ((*at | 0x20) == 'e') {
      ++at;
      const bool down = *at == '-';
      at += down || *at == '+' ? 1 : 0;
      std::int64_t exponent = 0;
      for (; isDigit(*at); ++at) exponent = exponent < beyond ? exponent * 10 + (*at - '0') : exponent;
      before += down ? -exponent : exponent;
    }
    size_ = count_ == 0 || before <= 0 ? 0 : static_cast<std::size_t>(before);
    known_ = size_ > 0 ? size_ <= limit() && (truncates || !hasFraction()) : truncates || count_ == 0;
  }

  // True if it is an integer within the limit of digits.
  bool known() const noexcept { return known_; }
  // The number of digits, if known; 0 for the value 0.
  std::size_t size() const noexcept { return size_; }

  // Writes the digits to `room`.
  Decimal write(char* room) const noexcept {
    if (size_ == 0) {
      *room = '0';
      return {false, {room, 1}};
    }
    const std::uint8_t* at = first_;
    for (std::size_t i = 0; i < size_; ++i) {
      if (i < count_ && *at == '.') ++at;
      room[i] = i < count_ ? static_cast<char>(*at++) : '0';
    }
    return {negative_, {room, size_}};
  }

 private:
  static constexpr std::int64_t beyond = 1'000'000'000;

  // Zeros that an exponent adds have the limit for digits in a string.
  std::size_t limit() const noexcept {
    return count_ < maxTextDigits ? maxTextDigits : std::min(count_, maxJsonDigits);
  }

  // True if there is a digit other than 0 after the point.
  bool hasFraction() const noexcept {
    const std::uint8_t* at = first_;
    for (std::size_t i = 0; i < count_; ++i, ++at) {
      if (*at == '.') ++at;
      if (i >= size_ && *at != '0') return true;
    }
    return false;
  }

  bool negative_ = false;
  bool known_ = false;
  // The first digit that is not 0, and the number of digits from there on.
  const std::uint8_t* first_ = nullptr;
  std::size_t count_ = 0;
  std::size_t size_ = 0;
};

// A word in any case.
inline bool isWordInAnyCase(Bytes text, Bytes lower) noexcept {
  if (text.size() != lower.size()) return false;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    if ((text[i] | 0x20) != lower[i]) return false;
  }
  return true;
}

// Copies digits with single underscores between them to `out`; false if there are none, or if an underscore is
// elsewhere.
inline bool takeDigits(Bytes& text, char*& out) noexcept {
  bool afterDigit = false;
  while (!text.empty() && (text.front() == '_' || isDigit(static_cast<std::uint8_t>(text.front())))) {
    if (text.front() != '_')
      *out++ = text.front();
    else if (!afterDigit)
      return false;
    afterDigit = text.front() != '_';
    text.remove_prefix(1);
  }
  return afterDigit;
}

// A number as Python's float() reads it, the nearest double; false for any other text. `room` has space for
// `spellingRoom` more characters than the text.
inline bool floatOf(Bytes given, char* room, double& value) noexcept {
  Bytes text = trimmed(given);
  const bool negative = takeSign(text);
  if (isWordInAnyCase(text, "nan")) {
    value = std::numeric_limits<double>::quiet_NaN();
    return true;
  }
  if (isWordInAnyCase(text, "inf") || isWordInAnyCase(text, "infinity")) {
    value = negative ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    return true;
  }
  // The same number in JSON: with room for a sign, without leading zeros.
  char* first = room + 1;
  char* end = first;
  const bool integral = !text.empty() && text.front() != '.';
  if (integral && !takeDigits(text, end)) return false;
  while (first < end && *first == '0') ++first;
  if (first == end) *end++ = '0';
  if (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    const bool fraction = !text.empty() && (isDigit(static_cast<std::uint8_t>(text.front())) || text.front() == '_');
    if (fraction) *end++ = '.';
    if (fraction ? !takeDigits(text, end) : !integral) return false;
  } else if (!integral) {
    return false;
  }
  if (!text.empty() && (text.front() | 0x20) == 'e') {
    text.remove_prefix(1);
    *end++ = 'e';
    if (takeSign(text)) *end++ = '-';
    if (!takeDigits(text, end)) return false;
  }
  if (!text.empty()) return false;
  std::memset(end, ' ', spellingRoom / 2);
  if (negative) *--first = '-';
  return parseNumber(reinterpret_cast<const std::uint8_t*>(first), value);
}

}  // namespace validlib
