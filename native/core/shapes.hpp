// The orders in which the keys of a Dict have come: what comes next is guessed from it, and objects whose keys come in
// the same order are built by the same code. A tree: each node stands for the keys on the way to it.
#pragma once

#include <cstdint>
#include <vector>

namespace validlib {

class Shapes {
 public:
  static constexpr std::int32_t none = -1;
  static constexpr std::int32_t start = 0;

  // The most likely key behind a shape, or `none`, and the shape with it.
  std::int32_t likelyKey(std::int32_t shape) const noexcept { return nodes_[static_cast<std::size_t>(shape)].likely.key; }
  std::int32_t likelyShape(std::int32_t shape) const noexcept {
    return nodes_[static_cast<std::size_t>(shape)].likely.shape;
  }

  // The shape with one key more; `none` when there are too many shapes already.
  [[gnu::noinline]] std::int32_t follow(std::int32_t shape, std::int32_t key) {
    for (Edge& edge : at(shape).others) {
      if (edge.key != key) continue;
      // What came last comes again, mostly.
      std::swap(edge, at(shape).likely);
      return at(shape).likely.shape;
    }
    if (nodes_.size() >= limit) return none;
    const auto next = static_cast<std::int32_t>(nodes_.size());
    nodes_.push_back({{none, none}, {}, shape, key});
    Node& node = at(shape);
    if (node.likely.key != none) node.others.push_back(node.likely);
    node.likely = {key, next};
    return next;
  }

  // The keys of a shape, last one first.
  template <class Visit>
  void keys(std::int32_t shape, Visit visit) const {
    for (; shape > start; shape = nodes_[static_cast<std::size_t>(shape)].before) {
      visit(nodes_[static_cast<std::size_t>(shape)].key);
    }
  }

  bool has(std::int32_t shape) const noexcept { return shape >= 0 && static_cast<std::size_t>(shape) < nodes_.size(); }

 private:
  // More than any honest source of data has; hostile ones must not grow it.
  static constexpr std::size_t limit = 1024;

  struct Edge {
    std::int32_t key, shape;
  };
  struct Node {
    Edge likely;
    std::vector<Edge> others;
    std::int32_t before, key;
  };
  Node& at(std::int32_t shape) noexcept { return nodes_[static_cast<std::size_t>(shape)]; }

  std::vector<Node> nodes_{{{none, none}, {}, none, none}};
};

}  // namespace validlib
