// Dict: an object with a schema. One with keys that JavaScript would reorder, or that come twice, is left to it.
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
  };

  // Those of the schema in its order, then others to dispose of.
  std::vector<Key> keys;
  KeyTable table;
  const Node* extraKey = nullptr;
  const Node* extraValue = nullptr;
  Lengths lengths;
  mutable Shapes shapes;

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if (walk.peek(cursor) != '{') {
      if (!nullable || !walk.isNull(cursor)) return walk.refuse<mode>(*this, cursor);
      if constexpr (mode == Mode::value) *cursor.out++ = mark::nullContainer;
      ++cursor.at;
      return Outcome::valid;
    }
    if (tagged) [[unlikely]]
      return checkOrLeave<mode>(walk, cursor);
    bool left = false;
    return checkObject<mode>(walk, cursor, left);
  }

 private:
  // What has become of an object so far.
  struct Object {
    std::int32_t shape = Shapes::start;
    std::uint32_t size = 0;
    Outcome outcome = Outcome::valid;
    // Only JavaScript knows what it comes to.
    bool left = false;
  };

  // One key twice, an order of keys that JavaScript does not keep, or a key nobody here can judge.
  Outcome leave(Walk& walk, Object& object) const noexcept {
    if (!tagged) return walk.stop();
    object.left = true;
    return Outcome::invalid;
  }

  template <Mode mode>
  [[gnu::noinline]] Outcome checkOrLeave(Walk& walk, Cursor& cursor) const noexcept {
    const Undo<mode> undo(walk, cursor);
    bool left = false;
    const Outcome outcome = checkObject<mode>(walk, cursor, left);
    return left ? undo.leave(*this, mark::leftContainer, walk, cursor) : outcome;
  }

  template <Mode mode>
  [[gnu::always_inline]] Outcome checkObject(Walk& walk, Cursor& cursor, bool& left) const noexcept {
    if (!walk.enter(1)) return walk.stop();
    const std::uint32_t opening = *cursor.at;
    const std::uint32_t deferred = walk.deferred;
    std::int32_t* const header = cursor.out;
    if constexpr (mode == Mode::value) ++cursor.out;
    Object object;
    if (!checkLikely<mode>(walk, cursor, object)) {
      checkRest<mode>(walk, cursor, object, opening);
    } else if (object.outcome != Outcome::stop && shapes.complete(object.shape) != Shapes::Complete::yes) {
      complete<mode>(walk, object, opening);
    }
    if constexpr (mode == Mode::value) {
      *header = object.shape;
      if (object.shape != Shapes::none) shapes.count(object.shape);
    }
    walk.leave(1);
    left = object.left;
    if (object.outcome != Outcome::valid || !lengths.given || lengths.holds(object.size)) return object.outcome;
    // Members that may still fail come first.
    if (walk.deferred != deferred) return walk.stop();
    return walk.refuse<mode>(*this, lengths.broken(object.size), object.size, opening);
  }

  const Key& at(std::int32_t key) const noexcept { return keys[static_cast<std::size_t>(key)]; }

  // Follows the object for as long as its keys come in an order they have come in before. False, at a key, when they
  // do not, or when there is nothing left to collect.
  template <Mode mode>
  bool checkLikely(Walk& walk, Cursor& given, Object& object) const noexcept {
    ++given.at;
    if (walk.peek(given) == '}') {
      ++given.at;
      return true;
    }
    Step<mode> step(walk, Place::key, true, id);
    Cursor cursor;
    cursor.follow<mode>(given);
    std::int32_t shape = Shapes::start;
    std::uint32_t size = 0;
    const auto leave = [&](bool followed) noexcept {
      given.follow<mode>(cursor);
      object.shape = shape;
      object.size = size;
      return followed;
    };
    const auto stop = [&]() noexcept {
      object.outcome = walk.stop();
      return leave(true);
    };
    for (;;) {
      const std::uint8_t* const token = walk.text + *cursor.at;
      Shapes::Edge edge = shapes.likely(shape);
      if (edge.key < 0 || !at(edge.key).spelling.begins(token, walk.end())) [[unlikely]] {
        edge =
            shapes.find(shape, [&](std::int32_t key) noexcept { return at(key).spelling.begins(token, walk.end()); });
        if (edge.key < 0) return leave(false);
      }
      ++cursor.at;
      if (walk.take(cursor) != ':') return stop();
      shape = edge.shape;
      ++size;
      if constexpr (mode == Mode::value) *cursor.out++ = edge.key;
      step.is(static_cast<std::uint32_t>(edge.key));
      const Outcome outcome = checkHere<mode>(*at(edge.key).value, walk, cursor);
      if (outcome != Outcome::valid) [[unlikely]] {
        object.outcome = outcome;
        if (outcome == Outcome::stop) return leave(true);
        if (!walk.isExact<mode>()) {
          // A later value of the same key would take its place.
          walk.cut = true;
          return leave(true);
        }
      }
      const std::uint8_t next = walk.take(cursor);
      if (next == ',') {
        if (outcome != Outcome::valid && walk.report.truncated) [[unlikely]]
          return leave(false);
        continue;
      }
      return next == '}' ? leave(true) : stop();
    }
  }

  // Follows the rest of the object, from a key.
  template <Mode mode>
  [[gnu::noinline]] void checkRest(Walk& walk, Cursor& cursor, Object& object, std::uint32_t opening) const noexcept {
    Members members(walk, keys.size());
    if (!members.sound()) {
      object.outcome = walk.stop();
      return;
    }
    addShape(members, object.shape);
    {
      Step<mode> step(walk, Place::key, true, id);
      for (;;) {
        const Outcome outcome = checkMember<mode>(walk, cursor, members, step, object);
        if (outcome != Outcome::valid) object.outcome = outcome;
        if (outcome == Outcome::stop || object.left) return;
        if (outcome != Outcome::valid && !walk.isExact<mode>()) {
          walk.cut = true;
          return;
        }
        ++object.size;
        const std::uint8_t next = walk.take(cursor);
        if (next == ',') continue;
        if (next == '}' && members.distinct()) break;
        object.outcome = next == '}' ? leave(walk, object) : walk.stop();
        return;
      }
    }
    if constexpr (mode == Mode::value) {
      if (object.shape == Shapes::none) {
        // Many objects may end at once, and no value stands between their ends.
        if (walk.tape.full(cursor)) {
          object.outcome = walk.stop(Halt::tape);
          return;
        }
        *cursor.out++ = mark::endOfMembers;
      }
    }
    checkMissing<mode>(walk, members, object, opening);
  }

  template <Mode mode>
  Outcome checkMember(Walk& walk, Cursor& cursor, Members& members, Step<mode>& step, Object& object) const noexcept {
    if (walk.peek(cursor) != '"') return walk.stop();
    const Cursor start = cursor;
    Text text;
    if (!walk.readString(cursor, text)) return walk.stop();
    const std::int32_t key = table.find(text.bytes);
    if (key < 0) {
      // Written with escapes, it may equal another that is not.
      if (walk.rawString(cursor).size() != text.bytes.size()) return leave(walk, object);
      cursor = start;
      return checkUnknown<mode>(walk, cursor, members, step, object, text);
    }
    if (!members.add(static_cast<std::size_t>(key))) return leave(walk, object);
    if (walk.take(cursor) != ':') return walk.stop();
    if (at(key).disposed || walk.report.truncated) return walk.skip(cursor) ? Outcome::valid : walk.stop();
    if (object.shape != Shapes::none) object.shape = shapes.add(object.shape, key);
    if constexpr (mode == Mode::value) *cursor.out++ = key;
    step.is(Place::key, static_cast<std::uint32_t>(key));
    return validlib::check<mode>(*at(key).value, walk, cursor);
  }

  // A key that is not in the schema; the walk rests on it.
  template <Mode mode>
  Outcome checkUnknown(Walk& walk, Cursor& cursor, Members& members, Step<mode>& step, Object& object,
                       const Text& text) const noexcept {
    const std::uint32_t opening = *cursor.at;
    if (!members.addUnknown(opening, text.bytes)) return leave(walk, object);
    if (extraKey == nullptr || walk.report.truncated) {
      if (!walk.isExact<mode>()) return Outcome::invalid;
      ++cursor.at;
      if (walk.take(cursor) != ':' || !walk.skip(cursor)) return walk.stop();
      if (walk.report.truncated) return Outcome::valid;
      step.is(Place::unknownKey, opening);
      return walk.refuse<mode>(*this, Reason::forbiddenKey, 0, opening);
    }
    step.is(Place::unknownKey, opening);
    if constexpr (mode == Mode::value) {
      object.shape = Shapes::none;
      *cursor.out++ = mark::extraKey;
      if (!walk.putString(cursor, text)) return walk.stop();
    }
    Step<mode> half(walk, Place::extraKey, true);
    // A string is a string, even where it is a key; it stays as it is.
    constexpr Mode keyMode = mode == Mode::value ? Mode::verdict : mode;
    const std::uint32_t deferred = walk.deferred;
    const Outcome keyOutcome = validlib::check<keyMode>(*extraKey, walk, cursor);
    if (keyOutcome == Outcome::invalid && !walk.isExact<mode>()) return keyOutcome;
    if (keyOutcome == Outcome::stop || walk.take(cursor) != ':') return walk.stop();
    if (walk.deferred != deferred) return leave(walk, object);
    half.is(Place::extraValue, 0);
    if (walk.report.truncated) return walk.skip(cursor) ? keyOutcome : walk.stop();
    const Outcome outcome = validlib::check<mode>(*extraValue, walk, cursor);
    return outcome == Outcome::valid ? keyOutcome : outcome;
  }

  void addShape(Members& members, std::int32_t shape) const {
    shapes.forEachKey(shape, [&members](std::int32_t key) { members.add(static_cast<std::size_t>(key)); });
  }

  // The object has had the keys of its shape and no others, all but disposed ones.
  template <Mode mode>
  [[gnu::noinline]] void complete(Walk& walk, Object& object, std::uint32_t opening) const noexcept {
    if (object.outcome != Outcome::valid && !walk.isExact<mode>()) return;
    Members members(walk, keys.size());
    if (!members.sound()) {
      object.outcome = walk.stop();
      return;
    }
    addShape(members, object.shape);
    shapes.setComplete(object.shape, !checkMissing<mode>(walk, members, object, opening));
  }

  // Reports the keys that are missing; true if there are any.
  template <Mode mode>
  bool checkMissing(Walk& walk, const Members& members, Object& object, std::uint32_t opening) const noexcept {
    bool lacks = false;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const Key& key = keys[i];
      if (!(key.required || key.unsure) || (members.has(i) && !key.disposed)) continue;
      lacks = true;
      if (walk.report.truncated) break;
      const auto number = static_cast<std::uint32_t>(i);
      if (!key.unsure) {
        object.outcome = walk.refuse<mode>(*this, Reason::missingKey, number, opening);
      } else {
        walk.countDeferred();
        if constexpr (mode == Mode::failures) walk.refuse<mode>(*this, Reason::defaulted, number, opening);
      }
    }
    return lacks;
  }
};

}  // namespace validlib
