// Reads a short text from left to right, for dates and times.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../json/text.hpp"

namespace validlib {

class Scanner {
 public:
  explicit Scanner(Bytes text) noexcept : at_(text.data()), end_(at_ + text.size()) {}

  bool ended() const noexcept { return at_ == end_; }
  // The next character; 0 at the end.
  char peek() const noexcept { return at_ < end_ ? *at_ : '\0'; }

  // Moves past the character, if it is the next one.
  bool take(char c) noexcept {
    const bool found = at_ < end_ && *at_ == c;
    at_ += found ? 1 : 0;
    return found;
  }

  // Moves past the next character; false at the end.
  bool any(char& c) noexcept {
    if (at_ == end_) return false;
    c = *at_++;
    return true;
  }

  // Reads a number with that many digits.
  bool number(std::ptrdiff_t size, int& value) noexcept {
    if (end_ - at_ < size) return false;
    bool digits = true;
    value = 0;
    for (const char* const end = at_ + size; at_ < end; ++at_) {
      digits &= isDigit(static_cast<std::uint8_t>(*at_));
      value = value * 10 + (*at_ - '0');
    }
    return digits;
  }

  // Reads a digit, if it is the next character.
  bool digit(int& value) noexcept {
    if (at_ == end_ || !isDigit(static_cast<std::uint8_t>(*at_))) return false;
    value = *at_++ - '0';
    return true;
  }

  // Moves past all digits; false if there is none.
  bool digits() noexcept {
    const char* const begin = at_;
    while (at_ < end_ && isDigit(static_cast<std::uint8_t>(*at_))) ++at_;
    return at_ > begin;
  }

 private:
  const char* at_;
  const char* end_;
};

}  // namespace validlib
