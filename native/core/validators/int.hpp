// Int: an integer. With `bigint` it is another node class.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "../coercion.hpp"
#include "../dump/params.hpp"
#include "../multiple.hpp"
#include "bounds.hpp"

namespace validlib {

struct Int : Node {
  Int() noexcept : Node(Kind::integer) {}

  bool coerce = false;
  // Accepts integers beyond the safe range, as doubles.
  bool unsafe = false;
  // Within the safe range, or finite.
  Range range{-maxSafeInteger, maxSafeInteger};
  // 0 if there is none.
  double multiple = 0;
  // The same with `unsafe`, which allows fractions. Its digits are 0 if there is none.
  ScaledDecimal scaledMultiple;
  std::vector<double> options;

  void read(dump::Params& params) override {
    nullable = params.flag("nullable");
    coerce = params.flag("coerce");
    unsafe = params.flag("unsafe");
    constexpr double most = std::numeric_limits<double>::max();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (unsafe) range = {-most, most};
    double limit = 0;
    const auto find = [&](const char* name) {
      if (!params.number(name, limit)) return false;
      if (unsafe) edges_.add(limit);
      return true;
    };
    if (find("min")) range.raise(limit);
    if (find("max")) range.lower(limit);
    if (find("exclusive_min")) range.raise(unsafe ? std::nextafter(limit, infinity) : limit + 1);
    if (find("exclusive_max")) range.lower(unsafe ? std::nextafter(limit, -infinity) : limit - 1);
    if (!unsafe)
      params.number("multiple_of", multiple);
    else if (params.decimal("multiple_of", scaledMultiple) && coerce)
      params.delegate();
    params.eachItem("options", [&](dump::element option) {
      if (!dump::numberIn(option, options.emplace_back())) params.delegate();
      edges_.add(options.back());
    });
    prepare();
  }

  Traits traits() const override { return {.keepsInput = !coerce}; }

  // Call it when all parameters are known.
  void prepare() noexcept {
    integers_ = {range.min, range.max};
    plain_ = multiple == 0 && scaledMultiple.digits == 0 && options.empty();
  }

  template <Mode mode>
  [[gnu::always_inline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    std::int64_t small;
    const std::uint8_t* const token = walk.tokens.text + *cursor.at;
    if (!readShortInteger(token, cursor.at[1] - *cursor.at, small) && !readSmallInteger(token, small)) [[unlikely]] {
      return slowPath<mode>(cursor, [&](Cursor& copy) noexcept { return checkOther<mode>(walk, copy); });
    }
    if (!integers_.hold(small) || !(plain_ || acceptsSmall(token, static_cast<double>(small)))) [[unlikely]]
      return walk.refuse<mode>(*this, cursor);
    if constexpr (mode == Mode::value) {
      if (small > mark::null && small <= INT32_MAX) [[likely]] {
        *cursor.out++ = static_cast<std::int32_t>(small);
      } else {
        Tape::putInteger(cursor, static_cast<double>(small));
      }
    }
    ++cursor.at;
    return Outcome::valid;
  }

 private:
  template <Mode mode>
  [[gnu::noinline]] Outcome checkOther(Walk& walk, Cursor& cursor) const noexcept {
    const auto* const start = cursor.at;
    const std::uint8_t first = walk.tokens.peek(cursor);
    double value;
    if (isDigit(first) || first == '-') {
      if (!walk.tokens.readNumber(cursor, value)) return walk.stop();
      if (coerce) value = std::trunc(value);
      if (std::trunc(value) != value) return refuse<mode>(walk, cursor, start);
      ++cursor.at;
    } else if (takeNull<mode>(*this, walk, cursor)) {
      return Outcome::valid;
    } else if (!coerce || !readCoerced(walk, cursor, value)) {
      return walk.pass.hasStopped() ? Outcome::stop : refuse<mode>(walk, cursor, start);
    }
    const std::uint8_t* const token = walk.tokens.text + *start;
    const Outcome decided = decide(token, value);
    if (decided == Outcome::stop) return walk.stop();
    if (decided == Outcome::invalid || !range.holds(value) || !accepts(value))
      return refuse<mode>(walk, cursor, start);
    if (mode != Mode::value && isNegativeZero(value) && !walk.dropSign(*start)) return walk.stop();
    if constexpr (mode == Mode::value) Tape::putInteger(cursor, value + 0.0);
    return Outcome::valid;
  }

  // A string or a boolean; false if it is not an integer.
  bool readCoerced(Walk& walk, Cursor& cursor, double& value) const noexcept {
    if (walk.tokens.peek(cursor) == '"') {
      Text text;
      if (!walk.tokens.readString(cursor, text)) return walk.stop() == Outcome::valid;
      return integerOf(text.bytes, value) || (unsafe && longIntegerOf(text.bytes, value));
    }
    std::int32_t number;
    if (!isBoolean(walk, cursor, number)) return false;
    ++cursor.at;
    value = number;
    return true;
  }

  template <Mode mode>
  Outcome refuse(Walk& walk, Cursor& cursor, const std::uint32_t* start) const noexcept {
    cursor.at = start;
    return walk.refuse<mode>(*this, cursor);
  }

  // Returns whether a number is a multiple of a fraction; stops if only TypeScript knows whether it is valid.
  [[gnu::noinline]] Outcome decide(const std::uint8_t* token, double value) const noexcept {
    if (!edges_.empty() && (*token == '"' ? edges_.has(value) : edges_.decide(token, value))) return Outcome::stop;
    return scaledMultiple.digits == 0 ? Outcome::valid : checkMultiple(token, value, scaledMultiple);
  }

  // Tests the conditions besides the range of an integer of few digits.
  [[gnu::noinline]] bool acceptsSmall(const std::uint8_t* token, double value) const noexcept {
    return accepts(value) && (scaledMultiple.digits == 0 || decide(token, value) == Outcome::valid);
  }

  bool accepts(double value) const noexcept {
    return (multiple == 0 || std::fmod(value, multiple) == 0) &&
           (options.empty() || std::find(options.begin(), options.end(), value) != options.end());
  }

  Integers integers_;
  // The limits and options beyond the safe range.
  Edges edges_;
  // The range is the only condition.
  bool plain_ = false;
};

// Int with `bigint`: of any size, digit by digit.
struct BigInt : Node {
  BigInt() noexcept : Node(Kind::bigInteger) {}

  // A limit or an option.
  struct Value {
    // A decimal integer in the form of JavaScript.
    explicit Value(const std::string& given) : text(given) {}
    Decimal decimal() const noexcept {
      const bool negative = text.front() == '-';
      return {negative, Bytes(text).substr(negative ? 1 : 0)};
    }
    std::string text;
  };

  bool coerce = false;
  // At most one of each.
  std::vector<Value> min;
  std::vector<Value> max;
  std::vector<Value> exclusiveMin;
  std::vector<Value> exclusiveMax;
  std::vector<Value> options;
  // Less than 10^18; 0 if there is none.
  std::uint64_t multiple = 0;

  void read(dump::Params& params) override {
    nullable = params.flag("nullable");
    params.ignore({"bigint", "unsafe"});
    coerce = params.flag("coerce");
    const auto limit = [&params](const char* name, std::vector<Value>& into) {
      std::string text;
      if (params.bigint(name, text) && !text.empty()) into.emplace_back(text);
    };
    limit("min", min);
    limit("max", max);
    limit("exclusive_min", exclusiveMin);
    limit("exclusive_max", exclusiveMax);
    std::string text;
    if (params.bigint("multiple_of", text) && !dump::digitsOf(text, multiple)) params.delegate();
    params.eachItem("options", [&](dump::element option) {
      std::string text;
      if (dump::bigintOf(option, text))
        options.emplace_back(text);
      else
        params.delegate();
    });
    plain_ = exclusiveMin.empty() && exclusiveMax.empty() && options.empty() && multiple == 0;
    if (!min.empty()) least_ = saturated(min[0].decimal());
    if (!max.empty()) most_ = saturated(max[0].decimal());
  }

  Traits traits() const override { return {.keepsInput = false, .readsDigits = true}; }

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    const std::uint8_t first = walk.tokens.peek(cursor);
    if (first == '"' && coerce) return checkString<mode>(walk, cursor);
    std::int64_t small;
    const std::uint8_t* const token = walk.tokens.text + *cursor.at;
    if (plain_ && (readShortInteger(token, cursor.at[1] - *cursor.at, small) || readInteger(token, small)) &&
        small >= least_ && small <= most_) [[likely]] {
      ++cursor.at;
      if constexpr (mode == Mode::value) putWord(cursor, small);
      return Outcome::valid;
    }
    if (isDigit(first) || first == '-') return checkNumber<mode>(walk, cursor);
    if (takeNull<mode>(*this, walk, cursor)) return Outcome::valid;
    std::int32_t number;
    if (!coerce || !isBoolean(walk, cursor, number)) return walk.refuse<mode>(*this, cursor);
    return accept<mode>(walk, cursor, cursor.at + 1, {false, number == 1 ? "1" : "0"});
  }

 private:
  template <Mode mode>
  Outcome checkNumber(Walk& walk, Cursor& cursor) const noexcept {
    Decimal decimal;
    if (writtenDecimal(walk.tokens.text + *cursor.at, decimal)) {
      if (decimal.digits.size() > maxJsonDigits) return walk.refuse<mode>(*this, cursor);
      return accept<mode>(walk, cursor, cursor.at + 1, decimal);
    }
    double value;
    if (!walk.tokens.readNumber(cursor, value)) return walk.stop();
    const double whole = coerce ? std::trunc(value) : value;
    if (std::trunc(whole) != whole) return walk.refuse<mode>(*this, cursor);
    if (std::abs(whole) > maxSafeInteger) {
      const ScientificInteger integer(walk.tokens.text + *cursor.at, coerce);
      if (!integer.known()) return walk.refuse<mode>(*this, cursor);
      if (!walk.spelling.reserve(integer.size() + textPadding)) return walk.stop();
      return accept<mode>(walk, cursor, cursor.at + 1, integer.write(walk.spelling.data()));
    }
    char digits[24];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, static_cast<std::int64_t>(std::abs(whole)));
    return accept<mode>(walk, cursor, cursor.at + 1, {whole < 0, {digits, static_cast<std::size_t>(end - digits)}});
  }

  template <Mode mode>
  Outcome checkString(Walk& walk, Cursor& cursor) const noexcept {
    Cursor behind = cursor;
    Text text;
    if (!walk.tokens.readString(behind, text)) return walk.stop();
    char room[maxTextDigits];
    Decimal decimal;
    if (!decimalOf(text.bytes, room, decimal)) return walk.refuse<mode>(*this, cursor);
    return accept<mode>(walk, cursor, behind.at, decimal);
  }

  template <Mode mode>
  Outcome accept(Walk& walk, Cursor& cursor, const std::uint32_t* behind, const Decimal& value) const noexcept {
    const auto equals = [&value](const Value& option) noexcept { return option.decimal() == value; };
    if ((!min.empty() && value < min[0].decimal()) || (!max.empty() && max[0].decimal() < value) ||
        (!exclusiveMin.empty() && !(exclusiveMin[0].decimal() < value)) ||
        (!exclusiveMax.empty() && !(value < exclusiveMax[0].decimal())) || !isStep(value) ||
        (!options.empty() && std::none_of(options.begin(), options.end(), equals))) {
      return walk.refuse<mode>(*this, cursor);
    }
    cursor.at = behind;
    if constexpr (mode == Mode::value) return put(walk, cursor, value) ? Outcome::valid : walk.stop();
    return Outcome::valid;
  }

  bool isStep(const Decimal& value) const noexcept {
    std::uint64_t rest = 0;
    if (multiple != 0) {
      for (const char digit : value.digits) rest = (rest * 10 + static_cast<std::uint64_t>(digit - '0')) % multiple;
    }
    return rest == 0;
  }

  // The range is the only condition.
  bool plain_ = false;
  // The range, as far as it has 64 bits.
  std::int64_t least_ = INT64_MIN;
  std::int64_t most_ = INT64_MAX;

  // The least or the greatest integer of 64 bits for one beyond it.
  static std::int64_t saturated(const Decimal& value) noexcept {
    std::uint64_t number = 0;
    for (const char digit : value.digits.substr(0, 19)) number = number * 10 + static_cast<std::uint64_t>(digit - '0');
    if (value.digits.size() > 19 || number > INT64_MAX) return value.negative ? INT64_MIN : INT64_MAX;
    return value.negative ? -static_cast<std::int64_t>(number) : static_cast<std::int64_t>(number);
  }

  static void putWord(Cursor& cursor, std::int64_t value) noexcept {
    if (value > mark::word && value <= INT32_MAX) {
      *cursor.out++ = static_cast<std::int32_t>(value);
    } else {
      *cursor.out++ = mark::word;
      std::memcpy(cursor.number++, &value, sizeof value);
    }
  }

  static bool put(Walk& walk, Cursor& cursor, const Decimal& value) noexcept {
    // The least and the greatest of 64 bits may stand for others.
    const std::int64_t word = saturated(value);
    if (word != INT64_MIN && word != INT64_MAX) {
      putWord(cursor, word);
      return true;
    }
    *cursor.out++ = value.negative ? mark::negativeDigits : mark::digits;
    return walk.putString(cursor, {value.digits, true});
  }
};

}  // namespace validlib
