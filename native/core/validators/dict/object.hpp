// The state of an object during its walk by a Dict.
#pragma once

#include <cstdint>

#include "../../node.hpp"
#include "../../shapes.hpp"
#include "../../walk.hpp"

namespace validlib {

struct Object {
  // The last shape step that it has followed.
  const Shapes::Step* step;
  std::uint32_t opening;
  const std::uint32_t* start;
  std::uint32_t size = 0;
  Outcome outcome = Outcome::valid;
  // Its first keys, while they come in the order of the schema.
  std::uint32_t came = 0;
  // Those of them whose value was blank.
  std::uint32_t blanks = 0;
  // Its keys do not follow any shape.
  bool unshaped = false;
  // It followed one to its end, or to the value at which its walk ended.
  bool followed = true;
  // It is delegated whole.
  bool delegated = false;
  // A Closed around it wants to know which members are unevaluated.
  bool records = false;
};

// Delegates an object with a duplicate key, with an order of keys that JavaScript does not keep, or with a key that
// only TypeScript can validate.
inline Outcome delegateWhole(const Node& dict, Walk& walk, Object& object) noexcept {
  if (!dict.mayBeDelegated) return walk.stop();
  object.delegated = true;
  return Outcome::invalid;
}

}  // namespace validlib
