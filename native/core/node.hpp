// A validator in the form of the walk: an immutable node of a tree, or of a graph with references.
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
  // The result depends on the spelling of numbers.
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

  // The next six describe the validator to `Schema::settle`. A walk calls none of them.

  // The validators that get the input or a part of it.
  virtual std::vector<const Node*> children() const { return {}; }
  // The validators that only say whether they accept the input or a part of it. C++ has to know that at once, so the
  // validator is delegated if one of them is, or has a part that is.
  virtual std::vector<const Node*> tests() const { return {}; }
  // The traits of the validator alone, without its children.
  virtual Traits traits() const { return {}; }
  // Returns whether the traits of its children force all its values to be delegated.
  virtual bool mustDelegate(const TraitsTable&) const { return false; }
  // The maximum number of additional walks over its input, which bounds the work of a walk.
  virtual std::size_t walks() const { return 0; }
  // Returns whether some of its values may be delegated whole, because of itself or of a member.
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

// The result of checking a value; the cursor is after the value unless the walk stopped.
enum class Outcome : std::uint8_t {
  valid,
  invalid,  // the failures are in the report
  stop,     // the walk cannot go on; the walk has the reason
};

}  // namespace validlib
