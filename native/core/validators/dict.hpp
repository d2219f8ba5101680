// Dict: an object with a schema. One with keys that JavaScript would reorder, or that come twice, is left to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../keys.hpp"
#include "../members.hpp"
#include "../shapes.hpp"
#include "check.hpp"
#include "bounds.hpp"

namespace validlib {

struct Dict : Node {
  Dict() noexcept : Node(Kind::dict) {}

  struct Key {
    Key(const std::string& text, const Node* node) : spelling(text), value(node), plain(spelling.isPlain(text)) {}
    Spelling spelling;
    const Node* value;  // null for a key that is only disposed of
    bool plain;         // no character of it takes an escape
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
  // Its own order. What is learned of others belongs to whoever runs the schema.
  Shapes shapes;

  // To be called when all else is known; false when there is no memory.
  bool prepare() {
    std::vector<std::int32_t> order = {0};
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (needs(i)) {
        needed_ |= i < 64 ? std::uint64_t{1} << i : 0;
        hurried_ &= i < 64 && !keys[i].disposed;
      }
      if (keys[i].disposed) continue;
      order.push_back(static_cast<std::int32_t>(i));
      ++order[0];
    }
    return shapes.build(order, keys.size(), [this](std::size_t key) { return needs(key); });
  }

  // Something is to be said or made when the key is missing.
  bool needs(std::size_t key) const noexcept { return keys[key].required || keys[key].unsure; }

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
    // The last step it has followed.
    const Shapes::Step* step;
    std::uint32_t opening;
    std::uint32_t size = 0;
    Outcome outcome = Outcome::valid;
    // Its first keys, if they come in the order of the schema.
    std::uint32_t came = 0;
    // It has left all shapes.
    bool strayed = false;
    // There was nothing else in it, to its end or as far as it was looked at.
    bool followed = true;
    // Only JavaScript knows what it comes to.
    bool left = false;
  };

  // One key twice, an order of keys that JavaScript does not keep, or a key nobody here can judge.
  Outcome leave(Walk& walk, Object& object) const noexcept {
    if (!tagged) return walk.stop();
    object.left = true;
    return Outcome::invalid;
  }

  const Key& at(std::int32_t key) const noexcept { return keys[static_cast<std::size_t>(key)]; }

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
    const Shapes* const learned = walk.learned == nullptr ? nullptr : walk.learned->of(id);
    const std::uint32_t deferred = walk.deferred;
    std::int32_t* const header = cursor.out;
    if constexpr (mode == Mode::value) ++cursor.out;
    Object object{learned == nullptr ? shapes.start() : learned->start(), *cursor.at};
    follow<mode>(walk, cursor, object);
    const Shapes::Step& step = *object.step;
    if (!(object.followed && step.complete)) [[unlikely]]
      checkStrange<mode>(walk, cursor, object);
    if constexpr (mode == Mode::value) {
      *header = !object.strayed && step.ends ? step.shape
                : step.ordered               ? mark::subsetObject(object.came, !object.followed)
                                             : mark::cutObject(step.shape, step.size);
    }
    walk.leave(1);
    left = object.left;
    if (object.outcome != Outcome::valid || !lengths.given || lengths.holds(object.size)) return object.outcome;
    // Members that may still fail come first.
    if (walk.deferred != deferred) return walk.stop();
    return walk.refuse<mode>(*this, lengths.broken(object.size), object.size, object.opening);
  }

  // Follows the object for as long as its keys come in the order of a shape; `followed` becomes false, at a key, when
  // they do not, or when there is nothing left to collect.
  template <Mode mode>
  void follow(Walk& walk, Cursor& given, Object& object) const noexcept {
    ++given.at;
    if (walk.peek(given) == '}') {
      ++given.at;
      return;
    }
    Step<mode> place(walk, Place::key, true, id);
    Cursor cursor;
    cursor.follow<mode>(given);
    const Shapes::Step* step = object.step;
    const auto leave = [&](bool followed) noexcept {
      given.follow<mode>(cursor);
      object.step = step;
      object.size = static_cast<std::uint32_t>(step->size);
      object.followed = followed;
    };
    const auto stop = [&]() noexcept {
      object.outcome = walk.stop();
      leave(true);
    };
    for (;;) {
      const std::uint8_t* const token = walk.text + *cursor.at;
      const Shapes::Step* next = step->next;
      while (next != nullptr && !at(next->key).spelling.begins(token, walk.end())) next = next->other;
      if (next == nullptr) [[unlikely]]
        return leave(false);
      ++cursor.at;
      if (walk.take(cursor) != ':') return stop();
      step = next;
      place.is(static_cast<std::uint32_t>(step->key));
      const Outcome outcome = checkHere<mode>(*at(step->key).value, walk, cursor);
      if (outcome != Outcome::valid) [[unlikely]] {
        object.outcome = outcome;
        if (outcome == Outcome::stop) return leave(true);
        if (!walk.isExact<mode>()) {
          // A later value of the same key would take its place.
          walk.cut = true;
          return leave(true);
        }
      }
      const std::uint8_t end = walk.take(cursor);
      if (end == ',') {
        if (outcome != Outcome::valid && walk.report.truncated) [[unlikely]]
          return leave(false);
        continue;
      }
      return end == '}' ? leave(true) : stop();
    }
  }

  // Checks what is no shape: the rest of the object, from a key, or that something is missing.
  template <Mode mode>
  [[gnu::noinline]] void checkStrange(Walk& walk, Cursor& cursor, Object& object) const noexcept {
    const Shapes::Step& step = *object.step;
    object.strayed = !object.followed;
    object.came = step.came;
    if (step.ordered && object.strayed) followSubset<mode>(walk, cursor, object);
    if (step.ordered && object.followed && hurried_ && (needed_ & ~std::uint64_t{object.came}) == 0) return;
    checkRest<mode>(walk, cursor, object);
  }

  // Follows the object for as long as its keys come in the order of the schema, whichever are left out; `followed`
  // becomes true when that is to its end, as in `follow`. No branch depends on which keys those are.
  template <Mode mode>
  void followSubset(Walk& walk, Cursor& given, Object& object) const noexcept {
    Step<mode> place(walk, Place::key, true, id);
    Cursor cursor;
    cursor.follow<mode>(given);
    std::uint32_t came = object.came;
    std::uint32_t size = object.size;
    const auto leave = [&](bool followed) noexcept {
      given.follow<mode>(cursor);
      object.came = came;
      object.size = size;
      object.followed = followed;
    };
    const auto stop = [&]() noexcept {
      object.outcome = walk.stop();
      leave(true);
    };
    for (;;) {
      const std::int32_t key = walk.report.truncated ? -1 : find(walk, cursor);
      if (key < 0 || key >= mark::subsetKeys || came >> key != 0) [[unlikely]]
        return leave(false);
      came |= std::uint32_t{1} << key;
      ++size;
      ++cursor.at;
      if (walk.take(cursor) != ':') return stop();
      place.is(static_cast<std::uint32_t>(key));
      const Outcome outcome = checkHere<mode>(*at(key).value, walk, cursor);
      if (outcome != Outcome::valid) [[unlikely]] {
        object.outcome = outcome;
        if (outcome == Outcome::stop) return leave(true);
        if (!walk.isExact<mode>()) {
          walk.cut = true;
          return leave(true);
        }
      }
      const std::uint8_t end = walk.take(cursor);
      if (end == ',') continue;
      return end == '}' ? leave(true) : stop();
    }
  }

  // Checks what comes in no order: the rest of the object, from a key, or that something is missing.
  template <Mode mode>
  [[gnu::noinline]] void checkRest(Walk& walk, Cursor& cursor, Object& object) const noexcept {
    if (object.outcome == Outcome::stop) return;
    if (object.followed && object.outcome != Outcome::valid && !walk.isExact<mode>()) return;
    Members members(walk, keys.size());
    if (!members.sound()) {
      object.outcome = walk.stop();
      return;
    }
    const bool ordered = object.step->ordered;
    if (ordered) {
      members.addAll(object.came);
    } else {
      object.step->forEachKey([&members](std::int32_t key) { members.add(static_cast<std::size_t>(key)); });
    }
    if (!object.followed && !checkMembers<mode>(walk, cursor, members, object)) return;
    if constexpr (mode == Mode::value) {
      if (!object.followed || !(ordered || object.step->ends)) {
        // Many objects may end at once, and no value stands between their ends.
        if (walk.tape.full(cursor)) {
          object.outcome = walk.stop(Halt::tape);
          return;
        }
        *cursor.out++ = mark::endOfMembers;
      }
    }
    if (!hurried_ || !members.hasAll(needed_)) checkMissing<mode>(walk, members, object);
  }

  // Follows the object to its end, from a key; false when it stops before.
  template <Mode mode>
  [[gnu::always_inline]] bool checkMembers(Walk& walk, Cursor& cursor, Members& members,
                                           Object& object) const noexcept {
    Step<mode> place(walk, Place::key, true, id);
    for (;;) {
      const std::int32_t key = walk.report.truncated ? -1 : find(walk, cursor);
      Outcome outcome;
      if (key >= 0) [[likely]] {
        ++cursor.at;
        outcome = members.add(static_cast<std::size_t>(key)) ? checkKnown<mode>(walk, cursor, place, key)
                                                             : leave(walk, object);
      } else {
        outcome = checkMember<mode>(walk, cursor, members, place, object);
      }
      if (outcome != Outcome::valid) [[unlikely]] {
        object.outcome = outcome;
        if (outcome == Outcome::stop || object.left) return false;
        if (!walk.isExact<mode>()) {
          walk.cut = true;
          return false;
        }
      }
      ++object.size;
      const std::uint8_t next = walk.take(cursor);
      if (next == ',') continue;
      if (next == '}' && members.distinct()) return true;
      object.outcome = next == '}' ? leave(walk, object) : walk.stop();
      return false;
    }
  }

  // The colon behind a key, and its value.
  template <Mode mode>
  [[gnu::always_inline]] Outcome checkKnown(Walk& walk, Cursor& cursor, Step<mode>& place,
                                            std::int32_t key) const noexcept {
    if (walk.take(cursor) != ':') return walk.stop();
    if constexpr (mode == Mode::value) *cursor.out++ = key;
    place.is(Place::key, static_cast<std::uint32_t>(key));
    return validlib::check<mode>(*at(key).value, walk, cursor);
  }

  // The number of the next key, where it is one that needs no further thought; else -1.
  [[gnu::always_inline]] std::int32_t find(const Walk& walk, const Cursor& cursor) const noexcept {
    if (walk.text[*cursor.at] != '"') return -1;
    Cursor behind;
    behind.at = cursor.at + 1;
    const std::int32_t key = table.findPadded(walk.rawString(behind));
    // Where a key is written with an escape, it is another that has the text.
    return key < 0 || !at(key).plain || at(key).disposed ? -1 : key;
  }

  // Any key; an escape may stand in it.
  template <Mode mode>
  [[gnu::noinline]] Outcome checkMember(Walk& walk, Cursor& cursor, Members& members, Step<mode>& place,
                                        Object& object) const noexcept {
    if (walk.peek(cursor) != '"') return walk.stop();
    const Cursor start = cursor;
    Text text;
    if (!walk.readString(cursor, text)) return walk.stop();
    const std::int32_t key = table.find(text.bytes);
    if (key < 0) {
      // Written with escapes, it may equal another that is not.
      if (walk.rawString(cursor).size() != text.bytes.size()) return leave(walk, object);
      cursor = start;
      return checkUnknown<mode>(walk, cursor, members, place, object, text);
    }
    if (!members.add(static_cast<std::size_t>(key))) return leave(walk, object);
    if (!at(key).disposed && !walk.report.truncated) return checkKnown<mode>(walk, cursor, place, key);
    return walk.take(cursor) == ':' && walk.skip(cursor) ? Outcome::valid : walk.stop();
  }

  // A key that is not in the schema; the walk rests on it.
  template <Mode mode>
  Outcome checkUnknown(Walk& walk, Cursor& cursor, Members& members, Step<mode>& place, Object& object,
                       const Text& text) const noexcept {
    const std::uint32_t opening = *cursor.at;
    if (!members.addUnknown(opening, text.bytes)) return leave(walk, object);
    if (extraKey == nullptr || walk.report.truncated) {
      if (!walk.isExact<mode>()) return Outcome::invalid;
      ++cursor.at;
      if (walk.take(cursor) != ':' || !walk.skip(cursor)) return walk.stop();
      if (walk.report.truncated) return Outcome::valid;
      place.is(Place::unknownKey, opening);
      return walk.refuse<mode>(*this, Reason::forbiddenKey, 0, opening);
    }
    place.is(Place::unknownKey, opening);
    if constexpr (mode == Mode::value) {
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

  // Reports the keys that are missing.
  template <Mode mode>
  [[gnu::noinline]] void checkMissing(Walk& walk, const Members& members, Object& object) const noexcept {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const Key& key = keys[i];
      if (!needs(i) || (members.has(i) && !key.disposed)) continue;
      if (walk.report.truncated) break;
      const auto number = static_cast<std::uint32_t>(i);
      if (!key.unsure) {
        object.outcome = walk.refuse<mode>(*this, Reason::missingKey, number, object.opening);
      } else {
        walk.countDeferred();
        if constexpr (mode == Mode::failures) walk.refuse<mode>(*this, Reason::defaulted, number, object.opening);
      }
    }
  }

  // One bit for each of the first 64 keys that are needed; and whether those are all, so that a look at them does.
  std::uint64_t needed_ = 0;
  bool hurried_ = true;
};

}  // namespace validlib
