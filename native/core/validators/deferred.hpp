// A validator this side does not know: its own check in TypeScript decides, once the walk is done.
#pragma once

#include "../walk.hpp"

namespace validlib {

template <bool emits>
Outcome checkDeferred(const Node& node, Walk& walk, Cursor& cursor) noexcept {
  ++walk.deferred;
  if (walk.collecting) {
    const std::uint32_t token = *cursor.at;
    if (!walk.skip(cursor)) return walk.stop();
    walk.report.add({Reason::deferred, node.id, 0, token, token, cursor.at[-1] + 1, 0, 0, true, false}, walk.place);
    return Outcome::valid;
  }
  if constexpr (emits) return walk.copyValue(cursor) ? Outcome::valid : walk.stop();
  return walk.skip(cursor) ? Outcome::valid : walk.stop();
}

}  // namespace validlib
