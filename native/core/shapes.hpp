// Shapes: expected orders of the keys of a Dict. An object with keys in such an order needs no look-up, and is built by
// code generated for it. Shapes do not change while a text is walked: TypeScript finds frequent orders, and sets the
// shapes between two texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "border.hpp"
#include "keys.hpp"
#include "node.hpp"

namespace validlib {

// A key of a Dict.
struct Member {
  Member(const std::string& text, const Node* node) : spelling(text), value(node), plain(spelling.isPlain(text)) {
    isIndex = arrayIndex(text, index);
  }

  // Returns whether it needs no special treatment. If it needs an escape, its raw text would mean another key.
  bool isSimple() const noexcept { return plain && !disposed && value != nullptr; }

  // Returns whether its absence has an effect.
  bool needed() const noexcept { return required || delegatesDefault; }

  // Returns whether the result has it in any case.
  bool isFilled() const noexcept { return required || hasDefault; }

  Spelling spelling;
  const Node* value;  // null for a key that is only dropped
  bool plain;         // true if no character of it needs an escape
  bool isIndex;       // JavaScript moves it to the front of an object, in order
  std::uint64_t index = 0;
  bool disposed = false;
  bool skipsNull = false;  // a null counts as missing
  // What happens if it is missing, or dropped.
  bool required = false;
  bool hasDefault = false;
  bool delegatesDefault = false;  // JavaScript must make the default, and check it
};

// The shapes of one Dict, as a trie: each step adds one key, and shapes with the same beginning share their first
// steps.
class Shapes {
 public:
  static constexpr std::int32_t none = -1;

  struct Step {
    std::int32_t key = none;
    const Member* member = nullptr;  // the same
    std::int32_t size = 0;           // keys up to here
    const Step* next = nullptr;      // the first of the steps that may follow
    const Step* other = nullptr;     // an alternative to this step
    const Step* before = nullptr;    // the step before
    std::int32_t shape = 0;          // the shape that ends here, if one does, or one that passes through here
    bool ends = false;               // a shape ends here
    bool complete = false;           // all required keys have come
    bool ordered = true;             // the keys up to here are ascending, and few enough for bits:
    std::uint32_t came = 0;          // a bit for each

    // Calls `visit` with the keys up to here, the last one first.
    template <class Visit>
    void forEachKey(Visit visit) const {
      for (const Step* step = this; step->before != nullptr; step = step->before) visit(step->key);
    }
  };

  // Builds the tree of `orders`: for each shape the number of its keys, and the keys by number. False if that is not a
  // list of shapes of those keys, or if there is not enough memory.
  bool build(std::span<const std::int32_t> orders, std::span<const Member> keys) noexcept {
    size_ = 0;
    steps_.reset(new (std::nothrow) Step[orders.size() + 1]);
    // By key: one more than the last shape that has it.
    const std::unique_ptr<std::int32_t[]> shapeOf(new (std::nothrow) std::int32_t[keys.size() + 1]());
    if (steps_ == nullptr || shapeOf == nullptr) return false;
    size_ = 1;
    std::int32_t needed = 0;
    for (const Member& key : keys) needed += key.needed() ? 1 : 0;
    steps_[0].complete = needed == 0;
    std::int32_t shape = 0;
    for (std::size_t at = 0; at < orders.size(); ++shape) {
      const auto count = static_cast<std::size_t>(orders[at++]);
      if (shape == maxShapes || count > keys.size() || count > orders.size() - at) return false;
      Step* step = &steps_[0];
      std::int32_t met = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const std::int32_t key = orders[at++];
        if (key < 0 || static_cast<std::size_t>(key) >= keys.size()) return false;
        const auto index = static_cast<std::size_t>(key);
        if (std::exchange(shapeOf[index], shape + 1) == shape + 1) return false;
        const Member& member = keys[index];
        met += member.needed() ? 1 : 0;
        step = add(*step, key, member, shape);
        step->complete = met == needed;
      }
      step->shape = shape;
      step->ends = true;
    }
    return true;
  }

  // No key has come yet.
  const Step* start() const noexcept { return &steps_[0]; }

 private:
  Step* add(Step& from, std::int32_t key, const Member& member, std::int32_t shape) noexcept {
    // Earlier shapes are tried first.
    const Step** link = &from.next;
    for (; *link != nullptr; link = &const_cast<Step*>(*link)->other) {
      if ((*link)->key == key) return const_cast<Step*>(*link);
    }
    Step& step = steps_[size_++];
    step.key = key;
    step.member = &member;
    step.size = from.size + 1;
    step.before = &from;
    step.shape = shape;
    step.ordered = from.ordered && key > from.key && key < subsetKeys;
    if (step.ordered) step.came = from.came | std::uint32_t{1} << key;
    *link = &step;
    return &step;
  }

  std::unique_ptr<Step[]> steps_;
  std::size_t size_ = 0;
};

// The shapes that one user of a schema has learned for its Dicts. The schema itself never changes, so it can be shared.
class Learned {
 public:
  explicit Learned(std::size_t nodeCount) : shapes_(nodeCount) {}

  // Null if there are none for that Dict.
  const Shapes* of(std::uint32_t node) const noexcept { return shapes_[node].get(); }
  void set(std::uint32_t node, std::unique_ptr<Shapes> shapes) noexcept { shapes_[node] = std::move(shapes); }

 private:
  std::vector<std::unique_ptr<Shapes>> shapes_;
};

}  // namespace validlib
