// List: items of one kind.
#pragma once

#include "check.hpp"
#include "limits.hpp"

namespace validlib {

struct List : Node {
  List() noexcept : Node(Kind::list) {}

  const Node* item = nullptr;
  Lengths lengths;
  // JavaScript drops equal items; the length of what is left is not known here, so such a list with `lengths` is deferred.
  bool unique = false;

  template <bool emits>
  Outcome check(Walk& walk) const noexcept {
    const std::uint32_t opening = *walk.at;
    if (walk.text[opening] != '[') {
      if (!nullable || !walk.isNull()) return walk.refuse(*this);
      if constexpr (emits) walk.tape.put(mark::nullContainer);
      ++walk.at;
      return Outcome::valid;
    }
    if (!walk.enter(1)) return walk.stop();
    const std::uint32_t deferred = walk.deferred;
    std::int32_t* size = nullptr;
    if constexpr (emits) size = walk.tape.skip();
    std::uint32_t count = 0;
    const Outcome outcome = checkItems<emits>(walk, count);
    walk.leave(1);
    if (outcome != Outcome::valid) return outcome;
    if constexpr (emits) *size = static_cast<std::int32_t>(count);
    if (lengths.holds(count)) return Outcome::valid;
    // Items that may still fail come first.
    if (walk.deferred != deferred) return walk.stop();
    return walk.refuse(*this, lengths.broken(count), count, opening);
  }

 private:
  template <bool emits>
  Outcome checkItems(Walk& walk, std::uint32_t& count) const noexcept {
    ++walk.at;
    if (walk.peek() == ']') {
      ++walk.at;
      return Outcome::valid;
    }
    Step step(walk, Place::index, true);
    Outcome result = Outcome::valid;
    for (;;) {
      if (count == maxItems) return walk.stop();
      if (walk.report.truncated) [[unlikely]] {
        if (!walk.skip()) return walk.stop();
      } else {
        step.is(count);
        const Outcome outcome = validlib::check<emits>(*item, walk);
        if (outcome != Outcome::valid) [[unlikely]] {
          if (outcome == Outcome::stop) return outcome;
          result = outcome;
        }
      }
      ++count;
      const std::uint8_t next = walk.text[*walk.at++];
      if (next == ',') continue;
      return next == ']' ? result : walk.stop();
    }
  }
};

}  // namespace validlib
