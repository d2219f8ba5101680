// The orders in which the keys of a Dict have come: what comes next is guessed from it, and objects whose keys come in
// the same order are built by the same code. A tree: each shape stands for the keys on the way to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace validlib {

class Shapes {
 public:
  static constexpr std::int32_t none = -1;
  static constexpr std::int32_t start = 0;

  // A key that has come behind a shape, and the shape with it.
  struct Edge {
    std::int32_t key, shape;
  };
  enum class Complete : std::uint8_t { unknown, yes, no };

  // The edge that was taken last.
  Edge likely(std::int32_t shape) const noexcept { return at(shape).likely; }

  // An edge whose key is accepted; its key is `none` when there is none. It becomes the likely one.
  template <class Accept>
  Edge find(std::int32_t shape, Accept accepts) noexcept {
    Shape& from = at(shape);
    for (Edge& edge : from.others) {
      if (!accepts(edge.key)) continue;
      std::swap(edge, from.likely);
      return from.likely;
    }
    return {none, none};
  }

  // The shape with one key more; `none` when there are too many shapes already.
  std::int32_t add(std::int32_t shape, std::int32_t key) {
    const Edge known = at(shape).likely.key == key ? at(shape).likely
                                                   : find(shape, [key](std::int32_t other) { return other == key; });
    if (known.key != none) return known.shape;
    if (shapes_.size() >= limit) return none;
    const Edge edge{key, static_cast<std::int32_t>(shapes_.size())};
    shapes_.push_back({{none, none}, {}, shape, key, Complete::unknown, 0});
    Shape& from = at(shape);
    if (from.likely.key != none) from.others.push_back(from.likely);
    from.likely = edge;
    return edge.shape;
  }

  // One more object has had that shape.
  void count(std::int32_t shape) noexcept { ++at(shape).objects; }
  std::uint32_t objects(std::int32_t shape) const noexcept { return at(shape).objects; }
  std::int32_t size() const noexcept { return static_cast<std::int32_t>(shapes_.size()); }

  // Calls `visit` with the keys of a shape, the last one first.
  template <class Visit>
  void forEachKey(std::int32_t shape, Visit visit) const {
    for (; shape > start; shape = at(shape).before) visit(at(shape).key);
  }

  // Whether an object of that shape has all it must have.
  Complete complete(std::int32_t shape) const noexcept { return at(shape).complete; }
  void setComplete(std::int32_t shape, bool complete) noexcept {
    at(shape).complete = complete ? Complete::yes : Complete::no;
  }

 private:
  // More than any honest source of data has; hostile ones must not grow it.
  static constexpr std::size_t limit = 1024;

  struct Shape {
    Edge likely;
    std::vector<Edge> others;
    std::int32_t before, key;
    Complete complete;
    std::uint32_t objects = 0;
  };
  Shape& at(std::int32_t shape) noexcept { return shapes_[static_cast<std::size_t>(shape)]; }
  const Shape& at(std::int32_t shape) const noexcept { return shapes_[static_cast<std::size_t>(shape)]; }

  std::vector<Shape> shapes_{{{none, none}, {}, none, none, Complete::unknown, 0}};
};

}  // namespace validlib
