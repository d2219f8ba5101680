#include "schema.hpp"

#include "validators/index.hpp"

namespace validlib {

void Schema::settle() {
  TraitsTable traits;
  std::vector<std::vector<const Node*>> children;
  traits.reserve(nodes_.size());
  children.reserve(nodes_.size());
  const auto isDeferred = [](const Node& node) { return node.kind == Kind::deferred; };
  for (const auto& node : nodes_) {
    traits.push_back(isDeferred(*node) ? Traits{.keepsInput = false, .defers = true} : node->traits());
    children.push_back(isDeferred(*node) ? std::vector<const Node*>() : node->children());
  }
  // References make circles: repeat until nothing changes.
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& node : nodes_) {
      Traits& own = traits[node->id];
      const Traits before = own;
      for (const Node* child : children[node->id]) {
        const Traits& other = traits[child->id];
        own.keepsInput &= other.keepsInput;
        own.defers |= other.defers;
        own.mayHandOver |= other.mayHandOver;
        own.readsDigits |= other.readsDigits;
      }
      if (!isDeferred(*node) && node->mustDefer(traits)) {
        node->kind = Kind::deferred;
        own.keepsInput = false;
        own.defers = true;
        children[node->id].clear();
      }
      changed |= own != before;
    }
  }
  for (const auto& node : nodes_) {
    if (isDeferred(*node)) continue;
    node->mayBeHandedOver = node->handsOverWhole(traits);
    node->memoized = !traits[node->id].defers;
    stepCount_ += node->walks();
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
