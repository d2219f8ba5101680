#include "schema.hpp"

#include "validators/index.hpp"

namespace validlib {

void Schema::settle() {
  TraitsTable traits;
  std::vector<std::vector<const Node*>> children;
  std::vector<std::vector<const Node*>> tests;
  traits.reserve(nodes_.size());
  children.reserve(nodes_.size());
  tests.reserve(nodes_.size());
  const auto isDelegated = [](const Node& node) { return node.kind == Kind::delegated; };
  for (const auto& node : nodes_) {
    traits.push_back(isDelegated(*node) ? Traits{.keepsInput = false, .delegates = true} : node->traits());
    children.push_back(isDelegated(*node) ? std::vector<const Node*>() : node->children());
    tests.push_back(isDelegated(*node) ? std::vector<const Node*>() : node->tests());
  }
  // References form cycles: repeat until nothing changes.
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& node : nodes_) {
      Traits& own = traits[node->id];
      const Traits before = own;
      for (const Node* child : children[node->id]) {
        const Traits& other = traits[child->id];
        own.keepsInput &= other.keepsInput;
        own.delegates |= other.delegates;
        own.mayDelegate |= other.mayDelegate;
        own.readsDigits |= other.readsDigits;
      }
      bool delegatesTest = false;
      for (const Node* test : tests[node->id]) {
        const Traits& other = traits[test->id];
        delegatesTest |= other.delegates;
        own.mayDelegate |= other.mayDelegate;
        own.readsDigits |= other.readsDigits;
      }
      if (!isDelegated(*node) && (delegatesTest || node->mustDelegate(traits))) {
        node->kind = Kind::delegated;
        own.keepsInput = false;
        own.delegates = true;
        children[node->id].clear();
        tests[node->id].clear();
      }
      changed |= own != before;
    }
  }
  for (const auto& node : nodes_) {
    if (isDelegated(*node)) continue;
    node->mayBeDelegated = node->mayDelegateWhole(traits);
    node->memoized = !traits[node->id].delegates;
    stepCount_ += node->walks();
  }
  delegates_ = traits[root_->id].delegates;
  weigh();
}

void Schema::weigh() {
  // Counts are less than the maximum schema depth, so two of them fit one number.
  std::uint32_t next = 1;
  std::vector<std::uint32_t> weights(aliases_.size(), 0);
  for (const auto& node : nodes_) {
    if (node->kind != Kind::lazyRef) continue;
    auto& reference = static_cast<LazyRef&>(*node);
    if (!reference.counts) continue;
    std::uint32_t& weight = weights[reference.alias];
    if (weight == 0 && next != 0) {
      weight = next;
      next = next == 1 ? Nesting::greatestSchemaDepth + 1 : 0;
    }
    reference.weight = weight;
  }
}

}  // namespace validlib
