// A validator as the walk sees it: an immutable node of a tree, or of a graph where references lead back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "border.hpp"

namespace validlib {

struct Node;

namespace dump {
class Params;
}

// Properties of a validator that depend on everything below it.
struct Traits {
  // The result equals the input, except for the sign of a zero.
  bool keepsInput = true;
  // Some part of every value is delegated to TypeScript.
  bool delegates = false;
  // Some values are delegated whole.
  bool mayDelegate = false;
  // The result depends on how numbers are written.
  bool readsDigits = false;

  bool operator==(const Traits&) const noexcept = default;
};

// By id of the node.
using TraitsTable = std::vector<Traits>;

struct Node {
  explicit Node(Kind which) noexcept : kind(which) {}
  virtual ~Node() = default;
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  // Takes the parameters from a dump of the validator.
  virtual void read(dump::Params&) {}

  // The next five describe the validator to `Schema::settle`. A walk calls none of them.

  // The validators that get the input or a part of it.
  virtual std::vector<const Node*> children() const { return {}; }
  // Those of the validator alone, without its children.
  virtual Traits traits() const { return {}; }
  // Returns whether the traits of its children force all its values to be delegated.
  virtual bool mustDelegate(const TraitsTable&) const { return false; }
  // How often it walks its input, at most, beside once: what the work of a walk is bounded by.
  virtual std::size_t walks() const { return 0; }
  // Returns whether some of its values may be delegated whole, for its own sake or because of a member.
  virtual bool mayDelegateWhole(const TraitsTable&) const { return traits().mayDelegate; }

  // Becomes `delegated` if the schema as a whole requires that.
  Kind kind;
  bool nullable = false;
  // Some of its values may be delegated whole: a mark on the tape says whether one is.
  bool mayBeDelegated = false;
  // It delegates nothing, so the memo may keep its verdicts if it is a pipeline.
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
