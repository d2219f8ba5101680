// Shapes: orders in which the keys of a Dict are expected. An object whose keys come in one of them needs no look-up,
// and is built by code made for it. Nothing changes them while a text is walked: TypeScript sees which orders are
// frequent, and says so between two texts.
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
  Member(const std::string& text, const Node* node) : spelling(text), value(node), plain(spelling.isPlain(text)) {}

  // Something is to be said or made when it is missing.
  bool needed() const noexcept { return required || delegatesDefault; }

  Spelling spelling;
  const Node* value;  // null for a key that is only disposed of
  bool plain;         // no character of it takes an escape
  bool disposed = false;
  // What happens when it is missing, or disposed of.
  bool required = false;
  bool hasDefault = false;
  bool delegatesDefault = false;  // JavaScript must make the default, and check it
};

// The shapes of one Dict, as a tree: each step is one key more, and shapes that begin alike share their first steps.
class Shapes {
 public:
  static constexpr std::int32_t none = -1;

  struct Step {
    std::int32_t key = none;
    const Member* member = nullptr;  // the same
    std::int32_t size = 0;           // keys up to here
    const Step* next = nullptr;      // the first of the steps that may follow
    const Step* other = nullptr;     // one that may come in place of this
    const Step* before = nullptr;    // the step before
    std::int32_t shape = 0;          // the shape that ends here, if one does, or one whose way leads through here
    bool ends = false;               // a shape ends here,
    bool complete = false;           // and it has all keys an object must have
    bool ordered = true;             // the keys up to here rise, and are few enough for bits:
    std::uint32_t came = 0;          // a bit for each

    // Calls `visit` with the keys up to here, the last one first.
    template <class Visit>
    void forEachKey(Visit visit) const {
      for (const Step* step = this; step->before != nullptr; step = step->before) visit(step->key);
    }
  };

  // Makes the tree of `orders`, for each shape the number of its keys and the keys by number. False when that is no
  // list of shapes of those keys, or there is no memory.
  bool build(std::span<const std::int32_t> orders, std::span<const Member> keys) noexcept {
    size_ = 0;
    steps_.reset(new (std::nothrow) Step[orders.size() + 1]);
    // By key: one more than the last shape that has it.
    const std::unique_ptr<std::int32_t[]> shapeOf(new (std::nothrow) std::int32_t[keys.size() + 1]());
    if (steps_ == nullptr || shapeOf == nullptr) return false;
    size_ = 1;
    std::int32_t needed = 0;
    for (const Member& key : keys) needed += key.needed() ? 1 : 0;
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
      }
      step->shape = shape;
      step->ends = true;
      step->complete = met == needed;
    }
    return true;
  }

  // No key has come yet.
  const Step* start() const noexcept { return &steps_[0]; }

 private:
  Step* add(Step& from, std::int32_t key, const Member& member, std::int32_t shape) noexcept {
    // Those that came first are tried first.
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

// What one user of a schema has learned of its Dicts. The schema itself never changes, so that many may share it.
class Learned {
 public:
  explicit Learned(std::size_t nodeCount) : shapes_(nodeCount) {}

  // Null when nothing is known about that Dict.
  const Shapes* of(std::uint32_t node) const noexcept { return shapes_[node].get(); }
  void set(std::uint32_t node, std::unique_ptr<Shapes> shapes) noexcept { shapes_[node] = std::move(shapes); }

 private:
  std::vector<std::unique_ptr<Shapes>> shapes_;
};

}  // namespace validlib
