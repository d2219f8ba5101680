// What strings and booleans are as numbers, where a validator is told to convert them.
#pragma once

#include <cstdint>

#include "json/characters.hpp"
#include "json/number.hpp"
#include "json/text.hpp"

namespace validlib {

// Without the ASCII white space around it, as Python has it.
inline Bytes trimmed(Bytes text) noexcept {
  const auto isBlank = [](char c) noexcept { return (c >= '\t' && c <= '\r') || (c >= '\x1c' && c <= ' '); };
  while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
  return text;
}

// A decimal integer as Python's int() reads it: a sign, digits, single underscores between them. False when it is none,
// or when a double cannot hold it exactly.
inline bool integerOf(Bytes given, double& value) noexcept {
  constexpr std::uint64_t largest = (std::uint64_t{1} << 53) - 1;
  Bytes text = trimmed(given);
  const bool negative = !text.empty() && text.front() == '-';
  if (negative || (!text.empty() && text.front() == '+')) text.remove_prefix(1);
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

}  // namespace validlib
