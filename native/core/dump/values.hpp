// Values of parameters in dumps.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>

#include "../coercion.hpp"
#include "../multiple.hpp"
#include "../pattern.hpp"
#include "../time/iso.hpp"
#include "../validators/bounds.hpp"
#include "json.hpp"

namespace validlib::dump {

inline std::string textOf(element value) {
  std::string_view text;
  return value.get_string().get(text) == SUCCESS ? std::string(text) : std::string();
}

inline bool isTrue(element value) {
  bool flag = false;
  return value.get_bool().get(flag) == SUCCESS && flag;
}

// A value without a form in JSON: {"__value__": kind, ...}.
inline bool isEncoded(element value, const char* kind) {
  element name;
  return value.is_object() && value["__value__"].get(name) == SUCCESS && textOf(name) == kind;
}

// False if it is not a number.
inline bool numberIn(element value, double& number) {
  if (value.get_double().get(number) == SUCCESS) return true;
  element text;
  if (!isEncoded(value, "number") || value["text"].get(text) != SUCCESS) return false;
  const std::string spelled = textOf(text);
  const double infinity = std::numeric_limits<double>::infinity();
  number = spelled == "Infinity" ? infinity : -infinity;
  if (spelled == "Infinity" || spelled == "-Infinity") return true;
  // -0, or an integer of many digits.
  const std::string ended = spelled + std::string(spellingRoom, ' ');
  return parseNumber(reinterpret_cast<const std::uint8_t*>(ended.data()), number);
}

// {"__value__": "pattern", "source": "...", "flags": "..."}
inline bool patternOf(element value, std::string& source, std::string& flags) {
  element first;
  element second;
  if (!isEncoded(value, "pattern") || value["source"].get(first) != SUCCESS || value["flags"].get(second) != SUCCESS)
    return false;
  source = textOf(first);
  flags = textOf(second);
  return true;
}

// {"end": a code point, "sets": {name: [first, behind the last, first, behind the last, ...]}}, in order
inline bool propertiesOf(element value, Properties& into) {
  object sets;
  std::uint64_t end = 0;
  if (value["end"].get(end) != SUCCESS || value["sets"].get(sets) != SUCCESS) return false;
  into.end = static_cast<char32_t>(std::min<std::uint64_t>(end, CodePoints::last + 1));
  for (const auto& [name, bounds] : sets) {
    CodePoints& set = into.sets[std::string(name)];
    array all;
    if (bounds.get(all) != SUCCESS) return false;
    char32_t first = CodePoints::last + 1;
    for (const element bound : all) {
      std::uint64_t point = 0;
      if (bound.get(point) != SUCCESS || point > CodePoints::last + 1) return false;
      // Every other number.
      if (first > CodePoints::last) {
        first = static_cast<char32_t>(point);
      } else {
        if (point > first) set.add({first, static_cast<char32_t>(point) - 1});
        first = CodePoints::last + 1;
      }
    }
  }
  return true;
}

// A decimal integer above zero of 18 digits at most.
inline bool digitsOf(const std::string& text, std::uint64_t& digits) {
  constexpr std::size_t most = 18;
  const char* const end = text.data() + text.size();
  return text.size() <= most && std::from_chars(text.data(), end, digits).ptr == end && digits > 0;
}

// {"__value__": "decimal", "digits": "17 digits at most", "power": of ten}
inline bool decimalOf(element value, ScaledDecimal& into) {
  element digits;
  // More than any double needs.
  constexpr std::int64_t mostPower = 400;
  std::int64_t power = 0;
  const bool sound = isEncoded(value, "decimal") && value["digits"].get(digits) == SUCCESS &&
                     value["power"].get(power) == SUCCESS && std::abs(power) <= mostPower &&
                     digitsOf(textOf(digits), into.digits);
  into.power = static_cast<int>(power);
  return sound;
}

// {"__value__": "instant", "seconds": since 1970, "nanosecond": those of the second}
inline bool instantOf(element value, Instant& into) {
  std::int64_t nanosecond = 0;
  const bool sound = isEncoded(value, "instant") && value["seconds"].get(into.seconds) == SUCCESS &&
                     value["nanosecond"].get(nanosecond) == SUCCESS;
  into.nanosecond = static_cast<std::int32_t>(nanosecond);
  return sound;
}

// {"__value__": "bigint", "text": "digits, with a minus in front if it is below zero"}
inline bool bigintOf(element value, std::string& into) {
  element text;
  if (!isEncoded(value, "bigint") || value["text"].get(text) != SUCCESS) return false;
  into = textOf(text);
  return !into.empty();
}

// Calls `visit` with the names and values of an object, including one that is written as entries; false for other
// values.
template <class Visit>
bool eachEntry(element value, Visit visit) {
  object all;
  if (isEncoded(value, "object")) {
    array entries;
    if (value["entries"].get_array().get(entries) != SUCCESS) return false;
    for (const element entry : entries) {
      element key;
      element member;
      if (entry.at(0).get(key) != SUCCESS || entry.at(1).get(member) != SUCCESS) return false;
      visit(textOf(key), member);
    }
    return true;
  }
  if (value.get_object().get(all) != SUCCESS) return false;
  for (const auto& [key, member] : all) visit(std::string(key), member);
  return true;
}

}  // namespace validlib::dump
