// Const: one value. One that only JavaScript can compare is deferred.
#pragma once

#include "../datum.hpp"

namespace validlib {

struct Const : Node {
  Const() noexcept : Node(Kind::constant) {}

  Datum value;

  // 0 and -0 are equal, and the input is what is returned.
  bool keepsSign() const noexcept { return value.type == Datum::Type::number && value.number == 0; }

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    const std::uint32_t token = *cursor.at;
    const Outcome outcome = value.compareScalar(walk, cursor);
    if (outcome == Outcome::invalid) return walk.refuse<mode>(*this, cursor);
    if constexpr (mode == Mode::value) {
      if (outcome == Outcome::valid && keepsSign()) *cursor.out++ = walk.tokens.text[token] == '-' ? 1 : 0;
    }
    return outcome;
  }

  // The same for an array or an object: what is returned has its keys in the order of the text.
  template <Mode mode>
  [[gnu::noinline]] Outcome checkContainer(Walk& walk, Cursor& cursor) const noexcept {
    const auto* const start = cursor.at;
    const Outcome outcome = value.compare(walk, cursor, walk.isExact<mode>() && !walk.surveyed);
    if (outcome == Outcome::stop) return outcome;
    if (outcome == Outcome::invalid) {
      if (!walk.isExact<mode>()) return outcome;
      // Pipelines account for what is skipped as if nobody walked there.
      walk.work.total += *cursor.at - *start;
      cursor.at = start;
      return walk.refuse<mode>(*this, cursor);
    }
    if constexpr (mode == Mode::value) {
      if (!walk.putJson(cursor, start)) return walk.stop();
    }
    return outcome;
  }
};

}  // namespace validlib
