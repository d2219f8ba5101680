// The tags of a OneOf with a discriminator: each value of one key selects a step, here a number that the OneOf knows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "keys.hpp"
#include "walk.hpp"

namespace validlib {

class Tags {
 public:
  static constexpr std::int32_t none = -1;

  std::string key;
  // The step of an object without the key, or `none`.
  std::int32_t missing = none;

  void add(const std::string& text, std::int32_t step) {
    texts_.add(text);
    steps_.push_back(step);
  }
  void add(double number, std::int32_t step) {
    const Number tag{number, step};
    numbers_.insert(std::upper_bound(numbers_.begin(), numbers_.end(), tag, before), tag);
  }
  void addNull(std::int32_t step) noexcept { null_ = step; }
  void add(bool flag, std::int32_t step) noexcept { (flag ? yes_ : no_) = step; }

  // Finds the step that the next value selects, or `none`; false if it cannot be read here.
  bool find(Walk& walk, const Cursor& cursor, std::int32_t& step) const noexcept {
    Cursor behind;
    behind.at = cursor.at;
    const std::uint8_t first = walk.tokens.peek(cursor);
    step = none;
    if (first == '"') {
      Text text;
      if (!walk.tokens.readString(behind, text)) return false;
      const std::int32_t tag = texts_.find(text.bytes);
      if (tag >= 0) step = steps_[static_cast<std::size_t>(tag)];
    } else if (isDigit(first) || first == '-') {
      Number tag{0, none};
      if (!walk.tokens.readNumber(behind, tag.value)) return false;
      const auto found = std::lower_bound(numbers_.begin(), numbers_.end(), tag, before);
      if (found != numbers_.end() && found->value == tag.value) step = found->step;
    } else if (walk.tokens.isNull(cursor)) {
      step = null_;
    } else if (walk.tokens.isWord(cursor, "true")) {
      step = yes_;
    } else if (walk.tokens.isWord(cursor, "false")) {
      step = no_;
    }
    return true;
  }

 private:
  struct Number {
    double value;
    std::int32_t step;
  };
  static bool before(const Number& a, const Number& b) noexcept { return a.value < b.value; }

  KeyTable texts_;
  // By the number of the text: the step.
  std::vector<std::int32_t> steps_;
  // In ascending order.
  std::vector<Number> numbers_;
  std::int32_t null_ = none;
  std::int32_t yes_ = none;
  std::int32_t no_ = none;
};

}  // namespace validlib
