// Bool: a boolean. One that coerces is deferred.
#pragma once

#include "../walk.hpp"

namespace validlib {

struct Bool : Node {
  Bool() noexcept : Node(Kind::boolean) {}

  template <bool emits>
  [[gnu::always_inline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    std::int32_t value;
    if (walk.isWord(cursor, "true")) {
      value = 1;
    } else if (walk.isWord(cursor, "false")) {
      value = 0;
    } else if (nullable && walk.isNull(cursor)) {
      value = mark::null;
    } else {
      return aside<emits>(cursor, [&](Cursor& copy) noexcept { return walk.refuse(*this, copy); });
    }
    if constexpr (emits) *cursor.out++ = value;
    ++cursor.at;
    return Outcome::valid;
  }
};

}  // namespace validlib
