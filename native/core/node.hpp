// A validator as the walk sees it: an immutable node of a tree, or of a graph where references lead back.
#pragma once

#include <cstdint>
#include <string>

namespace validlib {

enum class Kind : std::uint8_t {
  anything,
  allOf,
  bigInteger,
  boolean,
  constant,
  deferred,
  dict,
  floating,
  integer,
  lazyRef,
  list,
  oneOf,
  string,
  tuple,
};

struct Node {
  explicit Node(Kind which) noexcept : kind(which) {}
  virtual ~Node() = default;
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  // Becomes `deferred` when the whole schema shows that TypeScript must decide.
  Kind kind;
  bool nullable = false;
  // On the tape a mark comes first, which says whether the value was judged or is left to JavaScript.
  bool tagged = false;
  // A pipeline that leaves nothing to TypeScript for certain: a careful walk keeps its verdicts.
  bool kept = false;
  // Position among the validators of the dump, in the order in which its text has them first.
  std::uint32_t id = 0;
};

// What the check of a value has come to; the walk rests behind the value unless it stopped.
enum class Outcome : std::uint8_t {
  valid,
  invalid,  // the failures are in the report
  stop,     // the walk cannot go on; why is in the walk
};

}  // namespace validlib
