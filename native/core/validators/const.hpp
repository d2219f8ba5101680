// Const: one value. Values that only JavaScript can compare are delegated.
#pragma once

#include "../datum.hpp"
#include "../dump/params.hpp"

namespace validlib {

struct Const : Node {
  Const() noexcept : Node(Kind::constant) {}

  Datum value;

  void read(dump::Params& params) override {
    dump::element given;
    if (!params.find("value", given) || !readDatum(given, value))
      params.delegate();
    else if (value.isContainer())
      kind = Kind::structure;
  }

  // In a nested text, each part may be compared with the constant once for each of the values around it.
  std::size_t walks() const override { return value.isContainer() ? value.levels() : 0; }

  // 0 and -0 are equal, and the input is returned.
  bool keepsSign() const noexcept { return value.type == Datum::Type::number && value.number == 0; }

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    const std::uint32_t token = *cursor.at;
    const Outcome outcome = value.compareScalar(walk, cursor);
    if (outcome == Outcome::invalid) return walk.refuse<mode>(*this, cursor);
    if constexpr (mode == Mode::value) {
      if (outcome == Outcome::valid && keepsSign()) *cursor.out++ = walk.keepsSign(token) ? 1 : 0;
    }
    return outcome;
  }

  // The same for an array or an object: the result has its keys in the order of the text.
  template <Mode mode>
  [[gnu::noinline]] Outcome checkContainer(Walk& walk, Cursor& cursor) const noexcept {
    const auto* const start = cursor.at;
    const Outcome outcome = value.compare(walk, cursor, walk.walksToEnds<mode>());
    if (outcome == Outcome::stop) return outcome;
    if (outcome == Outcome::invalid) {
      if (!walk.isExhaustive<mode>()) return outcome;
      // For pipelines, skipped values count as if they were not walked.
      walk.work.total += *cursor.at - *start;
      cursor.at = start;
      return walk.refuse<mode>(*this, cursor);
    }
    if constexpr (mode == Mode::value) {
      if (!walk.putJson(cursor, start)) return walk.stop();
    }
    return outcome;
  }

 private:
  // False for a value without a form in JSON. Objects are written as entries, because they may have any keys.
  static bool readDatum(dump::element given, Datum& into) {
    bool sound = true;
    dump::array items;
    if (given.is_null()) {
      into.type = Datum::Type::null;
    } else if (given.is_bool()) {
      into.type = dump::isTrue(given) ? Datum::Type::yes : Datum::Type::no;
    } else if (given.is_string()) {
      into.type = Datum::Type::string;
      into.string = dump::textOf(given);
    } else if (given.get_array().get(items) == dump::SUCCESS) {
      into.type = Datum::Type::array;
      for (const dump::element item : items) sound &= readDatum(item, into.members.emplace_back());
    } else if (dump::isEncoded(given, "object")) {
      into.type = Datum::Type::object;
      sound &= dump::eachEntry(given, [&](const std::string& key, dump::element member) {
        into.keys.add(key);
        sound &= readDatum(member, into.members.emplace_back());
      });
    } else {
      into.type = Datum::Type::number;
      sound = dump::numberIn(given, into.number);
    }
    return sound;
  }
};

}  // namespace validlib
