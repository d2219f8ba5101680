// Values of parameters, as dumps have them. Only dump.cpp includes this.
#pragma once

#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "pattern.hpp"
#include "validators/limits.hpp"

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
inline bool isTagged(element value, const char* kind) {
  element tag;
  return value.is_object() && value["__value__"].get(tag) == SUCCESS && textOf(tag) == kind;
}

// False when it is no number.
inline bool numberOf(element value, double& number) {
  if (value.get_double().get(number) == SUCCESS) return true;
  element text;
  if (!isTagged(value, "number") || value["text"].get(text) != SUCCESS) return false;
  const std::string spelled = textOf(text);
  const double infinity = std::numeric_limits<double>::infinity();
  number = spelled == "-0" ? -0.0 : spelled == "Infinity" ? infinity : -infinity;
  return spelled == "-0" || spelled == "Infinity" || spelled == "-Infinity";
}

// False when it is no array of small integers.
inline bool integersOf(simdjson::simdjson_result<element> value, std::vector<std::uint16_t>& integers) {
  array items;
  if (value.get_array().get(items) != SUCCESS) return false;
  for (const element item : items) {
    std::uint64_t integer;
    if (item.get_uint64().get(integer) != SUCCESS || integer > 0xffff) return false;
    integers.push_back(static_cast<std::uint16_t>(integer));
  }
  return true;
}

// {"__value__": "pattern", "columns": [...], "next": [...], "ends": [...], "start": n}; null for anything else.
inline std::unique_ptr<Pattern> patternOf(element value) {
  auto made = std::make_unique<Pattern>();
  std::vector<std::uint16_t> columns;
  std::vector<std::uint16_t> ends;
  std::uint64_t start = 0;
  if (!isTagged(value, "pattern") || !integersOf(value["columns"], columns) || !integersOf(value["ends"], ends) ||
      !integersOf(value["next"], made->next) || value["start"].get_uint64().get(start) != SUCCESS) {
    return nullptr;
  }
  // Nothing in it may lead out of the table.
  const std::size_t states = ends.size();
  if (columns.size() != made->columns.size() || states < Pattern::firstFree || made->next.size() % states != 0 ||
      start >= states) {
    return nullptr;
  }
  made->columnCount = made->next.size() / states;
  const auto below = [](const std::vector<std::uint16_t>& items, std::size_t limit) {
    return std::all_of(items.begin(), items.end(), [limit](std::uint16_t item) { return item < limit; });
  };
  if (!below(columns, made->columnCount) || !below(made->next, states)) return nullptr;
  std::copy(columns.begin(), columns.end(), made->columns.begin());
  made->ends.assign(ends.begin(), ends.end());
  made->start = static_cast<std::uint16_t>(start);
  return made;
}

// Parameters that many validators have.

inline bool flag(object params, const char* name) {
  element value;
  return params[name].get(value) == SUCCESS && isTrue(value);
}

// Whether it is there; one that cannot be read defers the validator.
inline bool number(object params, const char* name, double& into, Node& node) {
  element value;
  if (params[name].get(value) != SUCCESS) return false;
  if (!numberOf(value, into)) node.kind = Kind::deferred;
  return true;
}

inline void range(object params, Range& range, Node& node) {
  number(params, "min", range.min, node);
  number(params, "max", range.max, node);
}

inline void lengths(object params, Lengths& lengths, Node& node) {
  const bool least = number(params, "minlen", lengths.minlen, node);
  const bool most = number(params, "maxlen", lengths.maxlen, node);
  lengths.given = least || most;
}

}  // namespace validlib::dump
