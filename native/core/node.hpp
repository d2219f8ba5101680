// A validator as the walk sees it: an immutable node of a tree, or of a graph where references lead back.
#pragma once

#include <cstdint>

#include "border.hpp"

namespace validlib {

struct Node {
  explicit Node(Kind which) noexcept : kind(which) {}
  virtual ~Node() = default;
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  // Becomes `deferred` when the whole schema shows that TypeScript must decide.
  Kind kind;
  bool nullable = false;
  // Its values may be handed over whole to its check in TypeScript: on the tape a mark says whether one is.
  bool mayBeHandedOver = false;
  // A pipeline that defers nothing, ever: a careful walk keeps its verdicts.
  bool memoized = false;
  // Position among the validators of the dump, in the order in which its text has them first.
  std::uint32_t id = 0;
};

// What the check of a value says; the cursor is behind the value unless it stopped.
enum class Outcome : std::uint8_t {
  valid,
  invalid,  // the failures are in the report
  stop,     // the walk cannot go on; why is in the walk
};

}  // namespace validlib
