// Dict: an object with a schema. Keys that JavaScript would reorder, and keys that come twice, are left to the
// reference engine.
#pragma once

#include <string>
#include <vector>

#include "../keys.hpp"
#include "../members.hpp"
#include "../shapes.hpp"
#include "check.hpp"
#include "limits.hpp"

namespace validlib {

struct Dict : Node {
  Dict() noexcept : Node(Kind::dict) {}

  struct Key {
    Key(const std::string& text, const Node* node) : spelling(text), value(node) {}
    Spelling spelling;
    const Node* value;  // null for a key that is only disposed of
    bool disposed = false;
    // What happens when it is missing, or disposed of.
    bool required = false;
    bool hasDefault = false;
    bool unsure = false;  // the default is one that JavaScript must make and check

    bool needed() const noexcept { return required || unsure; }
  };

  // Those of the schema in its order, then others to dispose of.
  std::vector<Key> keys;
  KeyTable table;
  const Node* extraKey = nullptr;
  const Node* extraValue = nullptr;
  Lengths lengths;
  mutable Shapes shapes;

  template <bool emits>
  Outcome check(Walk& walk, Cursor& given) const noexcept {
    const std::uint32_t opening = *given.at;
    if (walk.text[opening] != '{') {
      if (!nullable || !walk.isNull(given)) return walk.refuse(*this, given);
      if constexpr (emits) *given.out++ = mark::nullContainer;
      ++given.at;
      return Outcome::valid;
    }
    if (!walk.enter(1)) return walk.stop();
    const std::uint32_t deferred = walk.deferred;
    std::int32_t* const header = given.out;
    if constexpr (emits) ++given.out;
    Object object;
    if (!checkLikely<emits>(walk, given, object)) checkRest<emits>(walk, given, object);
    if (object.outcome == Outcome::stop) return object.outcome;
    if constexpr (emits) *header = object.shape;
    if (!isComplete(object)) [[unlikely]] checkMissing(walk, object, opening);
    walk.leave(1);
    if (object.outcome != Outcome::valid || !lengths.given || lengths.holds(object.size)) return object.outcome;
    // Members that may still fail come first.
    if (walk.deferred != deferred) return walk.stop();
    return walk.refuse(*this, lengths.broken(object.size), object.size, opening);
  }

 private:
  // What has become of an object so far.
  struct Object {
    std::int32_t shape = Shapes::start;
    std::uint32_t size = 0;
    Outcome outcome = Outcome::valid;
    // It has all it must have, where the shape does not tell.
    bool complete = false;
  };

  const Key& at(std::int32_t key) const noexcept { return keys[static_cast<std::size_t>(key)]; }

  // Follows the object as long as its keys come as they have come before. False where they do not: at a key, or behind
  // the brace of an empty object that is not.
  template <bool emits>
  bool checkLikely(Walk& walk, Cursor& given, Object& object) const noexcept {
    ++given.at;
    if (walk.peek(given) == '}') {
      ++given.at;
      return true;
    }
    Step step(walk, Place::key, true, id);
    Cursor cursor = given;
    std::int32_t shape = Shapes::start;
    std::uint32_t size = 0;
    Outcome result = Outcome::valid;
    bool followed = false;
    for (;;) {
      const std::uint8_t* const token = walk.text + *cursor.at;
      Shapes::Edge edge = shapes.likely(shape);
      if (edge.key < 0 || !at(edge.key).spelling.begins(token)) [[unlikely]] {
        edge = shapes.find(shape, [&](std::int32_t key) noexcept { return at(key).spelling.begins(token); });
        if (edge.key < 0) break;
      }
      ++cursor.at;
      if (walk.take(cursor) != ':') {
        result = walk.stop();
        followed = true;
        break;
      }
      shape = edge.shape;
      if constexpr (emits) *cursor.out++ = edge.key;
      step.is(static_cast<std::uint32_t>(edge.key));
      const Outcome outcome = checkHere<emits>(*at(edge.key).value, walk, cursor);
      ++size;
      const std::uint8_t next = walk.take(cursor);
      if (outcome == Outcome::valid && next == ',') [[likely]] continue;
      if (outcome != Outcome::valid) result = outcome;
      if (next != ',') {
        if (next != '}') result = walk.stop();
        followed = true;
        break;
      }
      if (outcome == Outcome::stop) {
        followed = true;
        break;
      }
      if (walk.report.truncated) break;
    }
    given = cursor;
    object.shape = shape;
    object.size = size;
    object.outcome = result;
    return followed;
  }

  // Follows the rest of the object, from a key.
  template <bool emits>
  [[gnu::noinline]] void checkRest(Walk& walk, Cursor& cursor, Object& object) const noexcept {
    Members members(walk, keys.size());
    shapes.forEachKey(object.shape, [&members](std::int32_t key) { members.add(static_cast<std::size_t>(key)); });
    Step step(walk, Place::key, true, id);
    for (;;) {
      const Outcome outcome = checkMember<emits>(walk, cursor, members, step, object);
      if (outcome != Outcome::valid) object.outcome = outcome;
      if (outcome == Outcome::stop) return;
      ++object.size;
      const std::uint8_t next = walk.take(cursor);
      if (next == ',') continue;
      if (next != '}' || !members.distinct()) object.outcome = walk.stop();
      break;
    }
    object.complete = true;
    for (std::size_t i = 0; i < keys.size(); ++i) object.complete &= !keys[i].needed() || (members.has(i) && !keys[i].disposed);
    if (object.complete) return;
    if (object.shape != Shapes::none) {
    }
    missing_.assign(keys.size(), false);
  }

  std::vector<bool> missing_;
};

}  // namespace validlib
