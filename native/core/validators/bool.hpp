// Bool: a boolean. One that coerces is deferred.
#pragma once

#include "../walk.hpp"

namespace validlib {

struct Bool : Node {
  Bool() noexcept : Node(Kind::boolean) {}

  template <bool emits>
  Outcome check(Walk& walk) const noexcept {
    std::int32_t value;
    if (walk.isWord("true")) {
      value = 1;
    } else if (walk.isWord("false")) {
      value = 0;
    } else if (nullable && walk.isNull()) {
      value = mark::null;
    } else {
      return walk.refuse(*this);
    }
    if constexpr (emits) walk.tape.put(value);
    ++walk.at;
    return Outcome::valid;
  }
};

}  // namespace validlib
