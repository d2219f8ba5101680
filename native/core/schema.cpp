#include "schema.hpp"

#include <algorithm>

#include "validators/index.hpp"

namespace validlib {

namespace {

// Calls `visit` with every validator that `node` may hand its input, or a part of it.
template <class Visit>
void forEachChild(const Node& node, Visit visit) {
  switch (node.kind) {
    case Kind::allOf:
      for (const Node* step : static_cast<const AllOf&>(node).steps) visit(*step);
      break;
    case Kind::oneOf:
      for (const Node* step : static_cast<const OneOf&>(node).steps) visit(*step);
      break;
    case Kind::tuple:
      for (const Node* item : static_cast<const Tuple&>(node).items) visit(*item);
      break;
    case Kind::list:
    case Kind::set: visit(*static_cast<const List&>(node).item); break;
    case Kind::lazyRef: visit(*static_cast<const LazyRef&>(node).target); break;
    case Kind::dict: {
      const auto& dict = static_cast<const Dict&>(node);
      for (const Member& key : dict.keys) {
        if (key.value != nullptr) visit(*key.value);
      }
      if (dict.extraKey != nullptr) {
        visit(*dict.extraKey);
        visit(*dict.extraValue);
      }
      break;
    }
    default: break;
  }
}

// The validator by itself returns what it is given, but for the sign of a zero.
bool keepsInput(const Node& node) {
  switch (node.kind) {
    case Kind::deferred:
    case Kind::moment:
    case Kind::bigInteger: return false;
    case Kind::boolean: {
      const auto& boolean = static_cast<const Bool&>(node);
      return !boolean.coerceStr && !boolean.coerceInt;
    }
    case Kind::floating: return !static_cast<const Float&>(node).coerce;
    case Kind::integer: return !static_cast<const Int&>(node).coerce;
    case Kind::string: {
      const auto& string = static_cast<const Str&>(node);
      return !string.strips && string.letters == Letters::given;
    }
    case Kind::list:
    case Kind::set: return !static_cast<const List&>(node).unique;
    case Kind::dict:
      for (const Member& key : static_cast<const Dict&>(node).keys) {
        if (key.disposed || key.hasDefault) return false;
      }
      return static_cast<const Dict&>(node).unknown != Dict::Unknown::strip &&
             !static_cast<const Dict&>(node).skipsBlank;
    default: return true;
  }
}

// The validator by itself judges some values and hands others over.
bool mayHandOver(const Node& node) {
  switch (node.kind) {
    case Kind::list:
    case Kind::set: return static_cast<const List&>(node).unique && static_cast<const List&>(node).lengths.given;
    case Kind::string: return static_cast<const Str&>(node).handsOver();
    // Its keys may come in an order that JavaScript does not keep.
    case Kind::dict: return static_cast<const Dict&>(node).takesOthers();
    default: return false;
  }
}

bool defersByItself(const Node& node) {
  if (node.kind != Kind::dict) return node.kind == Kind::deferred;
  for (const Member& key : static_cast<const Dict&>(node).keys) {
    if (key.defersDefault) return true;
  }
  return false;
}

// It hands its input on as it is.
bool isPipeline(const Node& node) {
  return node.kind == Kind::oneOf || node.kind == Kind::allOf || node.kind == Kind::lazyRef;
}

bool isTagged(const Node& node) { return node.kind == Kind::oneOf && static_cast<const OneOf&>(node).tags != nullptr; }

// How often it walks its input, at most.
std::size_t stepsOf(const Node& node) {
  // Once for the tag.
  if (isTagged(node)) return 2;
  // Where a text nests, each part of it stands at some level of the constant for so many of the values around it.
  if (node.kind == Kind::structure) return static_cast<const Const&>(node).value.levels();
  std::size_t count = 0;
  if (isPipeline(node)) forEachChild(node, [&count](const Node&) { ++count; });
  return count;
}

// What a validator and all below it have in common.
struct Traits {
  bool keepsInput;
  bool defers;       // some part of any value
  bool mayHandOver;  // some part of some value
  bool spells;       // asks how numbers are written
};

// The validator, by itself or for a member's sake, may hand a value over whole.
bool mayBeHandedOver(const Node& node, const std::vector<Traits>& traits) {
  if (node.kind == Kind::allOf) {
    const auto& steps = static_cast<const AllOf&>(node).steps;
    return std::any_of(steps.begin(), steps.end() - 1,
                       [&traits](const Node* step) { return traits[step->id].mayHandOver; });
  }
  return mayHandOver(node);
}

// Some of its members must not defer, or must return what they are given; then the whole is deferred.
bool mustDefer(const Node& node, const std::vector<Traits>& traits) {
  // It passes its input on unchanged, and has judged it then.
  const auto passesOn = [&traits](const Node* step) { return traits[step->id].keepsInput && !traits[step->id].defers; };
  if (node.kind == Kind::oneOf) return traits[node.id].defers && !isTagged(node);
  if (node.kind == Kind::allOf) {
    const auto& steps = static_cast<const AllOf&>(node).steps;
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
      if (!passesOn(steps[i])) return true;
    }
    // A step hands on what it has made, in which numbers are not written any more.
    return steps.size() > 1 && traits[steps.back()->id].spells;
  }
  if (node.kind == Kind::dict) {
    const Node* extraKey = static_cast<const Dict&>(node).extraKey;
    return extraKey != nullptr && !passesOn(extraKey);
  }
  return false;
}

}  // namespace

void Schema::settle() {
  std::vector<Traits> traits;
  traits.reserve(nodes_.size());
  for (const auto& node : nodes_) {
    traits.push_back({keepsInput(*node), defersByItself(*node), mayHandOver(*node), node->kind == Kind::bigInteger});
  }
  // References make circles: repeat until nothing changes.
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& node : nodes_) {
      Traits& own = traits[node->id];
      const Traits before = own;
      forEachChild(*node, [&](const Node& child) {
        own.keepsInput &= traits[child.id].keepsInput;
        own.defers |= traits[child.id].defers;
        own.mayHandOver |= traits[child.id].mayHandOver;
        own.spells |= traits[child.id].spells;
      });
      if (node->kind != Kind::deferred && mustDefer(*node, traits)) {
        node->kind = Kind::deferred;
        own = {false, true, own.mayHandOver, own.spells};
      }
      changed |= own.keepsInput != before.keepsInput || own.defers != before.defers ||
                 own.mayHandOver != before.mayHandOver || own.spells != before.spells;
    }
  }
  for (const auto& node : nodes_) {
    node->mayBeHandedOver = mayBeHandedOver(*node, traits);
    node->memoized = isPipeline(*node) && !traits[node->id].defers;
    stepCount_ += stepsOf(*node);
  }
  defers_ = traits[root_->id].defers;
  weigh();
}

void Schema::weigh() {
  // Counts are fewer than validators may stand inside each other, so two of them fit one number.
  std::uint32_t next = 1;
  std::vector<std::uint32_t> weights(aliases_.size(), 0);
  for (const auto& node : nodes_) {
    if (node->kind != Kind::lazyRef) continue;
    auto& reference = static_cast<LazyRef&>(*node);
    if (!reference.counts) continue;
    std::uint32_t& weight = weights[reference.alias];
    if (weight == 0 && next != 0) {
      weight = next;
      next = next == 1 ? Nesting::framesInAll + 1 : 0;
    }
    reference.weight = weight;
  }
}

}  // namespace validlib
