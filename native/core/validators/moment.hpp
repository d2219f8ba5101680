// Date, Time and Datetime with a format that has a name: their texts are judged here. What they mean to JavaScript,
// their own checks make of them, for values only.
#pragma once

#include <cstdint>
#include <limits>

#include "../time/iso.hpp"
#include "bounds.hpp"

namespace validlib {

struct Moment : Node {
  Moment() noexcept : Node(Kind::moment) {}

  NamedFormat format = NamedFormat::iso;
  Parts parts = Parts::date;
  // Its values are moments: the texts have to have an offset, or else must have none.
  bool aware = false;
  Instant min{std::numeric_limits<std::int64_t>::min(), 0};
  Instant max{std::numeric_limits<std::int64_t>::max(), 0};

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if (walk.tokens.peek(cursor) != '"') {
      if (!takeNull<mode>(*this, walk, cursor, mark::noString)) return walk.refuse<mode>(*this, cursor);
      if constexpr (mode == Mode::value) *cursor.out++ = 0;
      return Outcome::valid;
    }
    const auto* const start = cursor.at;
    Text text;
    if (!walk.tokens.readString(cursor, text)) return walk.stop();
    if (!takes(text.bytes)) {
      cursor.at = start;
      return walk.refuse<mode>(*this, cursor);
    }
    if constexpr (mode == Mode::value) {
      if (!walk.putString(cursor, text)) return walk.stop();
    }
    return Outcome::valid;
  }

 private:
  bool takes(Bytes text) const noexcept {
    Civil civil;
    return readIso(format, parts, text, civil) && civil.aware == aware && civil.instant >= min && civil.instant <= max;
  }
};

}  // namespace validlib
