// Dumps of validators of one value. Only dump.cpp includes this.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "reader.hpp"

namespace validlib::dump {

inline Node* Reader::boolean(object params) {
  auto& made = *add<Bool>();
  knows(params, made, {"nullable", "coerce_str", "coerce_int"});
  made.coerceStr = flag(params, "coerce_str");
  made.coerceInt = flag(params, "coerce_int");
  return &made;
}

inline Node* Reader::constant(object params) {
  auto& made = *add<Const>();
  element value;
  if (params["value"].get(value) != SUCCESS || !read(value, made.value))
    made.kind = Kind::deferred;
  else if (made.value.isContainer())
    made.kind = Kind::structure;
  return &made;
}

// Data without anything that JSON has no form for; objects are spelled out as entries, as their keys may be any.
inline bool Reader::read(element value, Datum& into) {
  bool sound = true;
  array items;
  if (value.is_null()) {
    into.type = Datum::Type::null;
  } else if (value.is_bool()) {
    into.type = isTrue(value) ? Datum::Type::yes : Datum::Type::no;
  } else if (value.is_string()) {
    into.type = Datum::Type::string;
    into.string = textOf(value);
  } else if (value.get_array().get(items) == SUCCESS) {
    into.type = Datum::Type::array;
    for (const element item : items) sound &= read(item, into.members.emplace_back());
  } else if (isEncoded(value, "object")) {
    into.type = Datum::Type::object;
    eachItem(value.get_object().value_unsafe(), "entries", [&](element entry) {
      element key;
      element member;
      if (entry.at(0).get(key) == SUCCESS && entry.at(1).get(member) == SUCCESS) {
        into.keys.add(textOf(key));
        sound &= read(member, into.members.emplace_back());
      } else {
        sound = false;
      }
    });
  } else {
    into.type = Datum::Type::number;
    sound = numberIn(value, into.number);
  }
  return sound;
}

inline Node* Reader::floating(object params) {
  auto& made = *add<Float>();
  // A number too great is left to the reference engine: only strings are what `nan` and `inf` speak of.
  knows(params, made,
        {"nullable", "coerce", "nan", "inf", "min", "max", "exclusive_min", "exclusive_max", "multiple_of"});
  made.coerce = flag(params, "coerce");
  made.nan = flag(params, "nan");
  made.inf = flag(params, "inf");
  range(params, made.range, made);
  // Greater than one number is no less than the next one.
  const double infinity = std::numeric_limits<double>::infinity();
  double limit = 0;
  if (number(params, "exclusive_min", limit, made)) made.range.raise(beyond(limit, infinity));
  if (number(params, "exclusive_max", limit, made)) made.range.lower(beyond(limit, -infinity));
  // Python writes numbers in more ways than JSON does.
  if (decimal(params, "multiple_of", made.multiple, made) && made.coerce) made.kind = Kind::deferred;
  return &made;
}

inline Node* Reader::integer(object params) {
  if (flag(params, "bigint")) return bigInteger(params);
  auto& made = *add<Int>();
  knows(params, made, {"nullable", "coerce", "min", "max", "exclusive_min", "exclusive_max", "multiple_of", "options"});
  made.coerce = flag(params, "coerce");
  double limit = 0;
  if (number(params, "min", limit, made)) made.range.raise(limit);
  if (number(params, "max", limit, made)) made.range.lower(limit);
  if (number(params, "exclusive_min", limit, made)) made.range.raise(limit + 1);
  if (number(params, "exclusive_max", limit, made)) made.range.lower(limit - 1);
  number(params, "multiple_of", made.multiple, made);
  eachItem(params, "options", [&](element option) {
    if (!numberIn(option, made.options.emplace_back())) made.kind = Kind::deferred;
  });
  made.prepare();
  return &made;
}

inline Node* Reader::bigInteger(object params) {
  auto& made = *add<BigInt>();
  knows(params, made,
        {"nullable", "coerce", "bigint", "min", "max", "exclusive_min", "exclusive_max", "multiple_of", "options"});
  made.coerce = flag(params, "coerce");
  const auto read = [&made](element value, std::vector<BigInt::Value>& into) {
    element text;
    const bool sound = isEncoded(value, "bigint") && value["text"].get(text) == SUCCESS && !textOf(text).empty();
    if (sound)
      into.emplace_back(textOf(text));
    else
      made.kind = Kind::deferred;
  };
  element limit;
  if (params["min"].get(limit) == SUCCESS) read(limit, made.min);
  if (params["max"].get(limit) == SUCCESS) read(limit, made.max);
  if (params["exclusive_min"].get(limit) == SUCCESS) read(limit, made.exclusiveMin);
  if (params["exclusive_max"].get(limit) == SUCCESS) read(limit, made.exclusiveMax);
  if (params["multiple_of"].get(limit) == SUCCESS) {
    std::vector<BigInt::Value> multiple;
    read(limit, multiple);
    if (multiple.empty() || !digitsOf(multiple[0].text, made.multiple)) made.kind = Kind::deferred;
  }
  eachItem(params, "options", [&](element option) { read(option, made.options); });
  return &made;
}

// Date, Time and Datetime.
inline Node* Reader::moment(object params, Parts parts) {
  auto& made = *add<Moment>();
  // What it is returned as, JavaScript knows.
  knows(params, made, {"nullable", "format", "min", "max", "tz", "as"});
  made.parts = parts;
  const std::string format = text(params, "format");
  made.format = format == "rfc3339" ? NamedFormat::rfc3339 : NamedFormat::iso;
  if (format != "rfc3339" && format != "iso") made.kind = Kind::deferred;
  made.aware = parts == Parts::datetime && (format == "rfc3339" || !text(params, "tz").empty());
  instant(params, "min", made.min, made);
  instant(params, "max", made.max, made);
  return &made;
}

inline Node* Reader::string(object params) {
  auto& made = *add<Str>();
  // JSON has no bytes to decode, and an automaton never backtracks.
  knows(params, made,
        {"nullable", "encoding", "strip", "normspace", "case", "minlen", "maxlen", "pattern", "backtrack", "format",
         "options"});
  made.normalizes = flag(params, "normspace");
  made.strips = made.normalizes || flag(params, "strip");
  const std::string letters = text(params, "case");
  if (letters == "lower")
    made.letters = Letters::lower;
  else if (letters == "upper")
    made.letters = Letters::upper;
  else if (!letters.empty())
    made.kind = Kind::deferred;
  lengths(params, made.lengths, made);
  element pattern;
  if (params["pattern"].get(pattern) == SUCCESS) {
    made.pattern = patternOf(pattern, properties_);
    if (made.pattern == nullptr) made.kind = Kind::deferred;
  }
  const std::string format = text(params, "format");
  made.format = formatNamed(format);
  made.formatExceptions = exceptionsOf(format);
  if (made.format == nullptr && !format.empty()) made.kind = Kind::deferred;
  eachItem(params, "options", [&](element option) {
    made.options.add(textOf(option));
    made.hasOptions = true;
  });
  made.prepare();
  return &made;
}

}  // namespace validlib::dump
