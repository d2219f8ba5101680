// Values of parameters, as dumps have them. Only dump.cpp includes this.
#pragma once

#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>

#include "../multiple.hpp"
#include "../pattern.hpp"
#include "../time/iso.hpp"
#include "../validators/bounds.hpp"

namespace validlib::dump {

using simdjson::SUCCESS;
using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

inline std::string textOf(element value) {
  std::string_view text;
  return value.get_string().get(text) == SUCCESS ? std::string(text) : std::string();
}

inline bool isTrue(element value) {
  bool flag = false;
  return value.get_bool().get(flag) == SUCCESS && flag;
}

// A value JSON has no form for: {"__value__": kind, ...}.
inline bool isEncoded(element value, const char* kind) {
  element name;
  return value.is_object() && value["__value__"].get(name) == SUCCESS && textOf(name) == kind;
}

// False when it is no number.
inline bool numberIn(element value, double& number) {
  if (value.get_double().get(number) == SUCCESS) return true;
  element text;
  if (!isEncoded(value, "number") || value["text"].get(text) != SUCCESS) return false;
  const std::string spelled = textOf(text);
  const double infinity = std::numeric_limits<double>::infinity();
  number = spelled == "-0" ? -0.0 : spelled == "Infinity" ? infinity : -infinity;
  return spelled == "-0" || spelled == "Infinity" || spelled == "-Infinity";
}

// {"__value__": "pattern", "source": "...", "flags": "..."}; null when only JavaScript can tell what matches it.
inline std::unique_ptr<Pattern> patternOf(element value, const Properties& properties) {
  element source;
  element flags;
  if (!isEncoded(value, "pattern") || value["source"].get(source) != SUCCESS || value["flags"].get(flags) != SUCCESS) {
    return nullptr;
  }
  return Pattern::compile(textOf(source), textOf(flags), properties);
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
      // Every other one.
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

// Parameters that many validators have.

inline bool flag(object params, const char* name) {
  element value;
  return params[name].get(value) == SUCCESS && isTrue(value);
}

// Empty when it is not there.
inline std::string text(object params, const char* name) {
  element value;
  return params[name].get(value) == SUCCESS ? textOf(value) : std::string();
}

// Whether it is there; one that cannot be read defers the validator.
inline bool number(object params, const char* name, double& into, Node& node) {
  element value;
  if (params[name].get(value) != SUCCESS) return false;
  if (!numberIn(value, into)) node.kind = Kind::deferred;
  return true;
}

// An integer of 18 digits at most.
inline bool digitsOf(const std::string& text, std::uint64_t& digits) {
  constexpr std::size_t most = 18;
  const char* const end = text.data() + text.size();
  return text.size() <= most && std::from_chars(text.data(), end, digits).ptr == end && digits > 0;
}

// {"__value__": "decimal", "digits": "17 digits at most", "power": of ten}; whether it is there.
inline bool decimal(object params, const char* name, ScaledDecimal& into, Node& node) {
  element value;
  element digits;
  // More than any double needs.
  constexpr std::int64_t mostPower = 400;
  std::int64_t power = 0;
  if (params[name].get(value) != SUCCESS) return false;
  const bool sound = isEncoded(value, "decimal") && value["digits"].get(digits) == SUCCESS &&
                     value["power"].get(power) == SUCCESS && std::abs(power) <= mostPower &&
                     digitsOf(textOf(digits), into.digits);
  into.power = static_cast<int>(power);
  if (!sound) node.kind = Kind::deferred;
  return true;
}

// The next double on the way to an infinity; none there.
inline double beyond(double value, double to) {
  return value == to ? std::numeric_limits<double>::quiet_NaN() : std::nextafter(value, to);
}

inline void range(object params, Range& range, Node& node) {
  number(params, "min", range.min, node);
  number(params, "max", range.max, node);
}

// {"__value__": "instant", "seconds": since 1970, "nanosecond": those of the second}
inline void instant(object params, const char* name, Instant& into, Node& node) {
  element value;
  if (params[name].get(value) != SUCCESS) return;
  std::int64_t nanosecond = 0;
  const bool sound = isEncoded(value, "instant") && value["seconds"].get(into.seconds) == SUCCESS &&
                     value["nanosecond"].get(nanosecond) == SUCCESS;
  into.nanosecond = static_cast<std::int32_t>(nanosecond);
  if (!sound) node.kind = Kind::deferred;
}

inline void lengths(object params, Lengths& lengths, Node& node) {
  double min = lengths.minlen;
  double max = lengths.maxlen;
  const bool least = number(params, "minlen", min, node);
  const bool most = number(params, "maxlen", max, node);
  if (least || most) lengths = Lengths(min, max);
}

}  // namespace validlib::dump
