// Dict: an object with a schema. Objects with duplicate keys are delegated or fall back to TypeScript, because
// JavaScript merges those. It also moves array indexes to the front, which only matters for the order of failures.
//
// The folder dict/ has a file for each concern. An object is followed as long as its keys come in an expected order
// (order.hpp); from the first other key on they are looked up (rest.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "../dump/params.hpp"
#include "../shapes.hpp"
#include "bounds.hpp"
#include "dict/dependents.hpp"
#include "dict/keys.hpp"
#include "dict/lookup.hpp"
#include "dict/object.hpp"
#include "dict/others.hpp"
#include "dict/presence.hpp"
#include "entry.hpp"

namespace validlib {

struct Dict : Node {
  Dict() noexcept : Node(Kind::dict) {}

  Keys keys;
  Others others;
  Presence presence;
  Dependents dependents;
  Lookup lookup;
  // The validator of all keys, or null.
  const Node* keyTest = nullptr;
  // A key whose value is the empty text counts as missing, or null if it is so marked. But it may occur again, with
  // another value.
  bool skipsBlank = false;
  bool skips = false;
  Lengths lengths;
  // The order of the schema. Learned orders belong to the environment that runs it.
  Shapes shapes;

  void read(dump::Params& params) override {
    nullable = params.flag("nullable");
    skips = skipsBlank = params.flag("skip_blank");
    params.eachMember("schema", [&](const std::string& name, dump::element value) {
      keys.add(name, params.node(value)).required = true;
      children_.push_back(keys.members.back().value);
    });
    params.lengths(lengths);
    others.read(params, keys);
    keyTest = params.member("keys");
    readTreatments(params);
    presence.read(params, keys);
    dependents.read(params, keys);
    params.eachItem("null_is_absent", [&](dump::element name) {
      if (Member* const key = keys.named(dump::textOf(name))) key->skipsNull = skips = true;
    });
    if (!prepare()) params.delegate();
  }

  std::vector<const Node*> children() const override { return children_; }
  // A member that several validators get is walked once for each.
  std::vector<const Node*> tests() const override {
    return keyTest == nullptr ? std::vector<const Node*>() : std::vector<const Node*>{keyTest};
  }
  std::size_t walks() const override {
    const auto timesOf = [](std::size_t count) { return count == 0 ? 0 : count + 1; };
    return timesOf(others.patterns.size()) + timesOf(dependents.validators.size());
  }

  Traits traits() const override {
    const auto changes = [](const Member& key) { return key.disposed || key.hasDefault; };
    const auto delegatesDefault = [](const Member& key) { return key.delegatesDefault; };
    const auto& all = keys.members;
    return {
        .keepsInput =
            others.unknown != Others::Unknown::strip && !skips && std::none_of(all.begin(), all.end(), changes),
        .delegates = std::any_of(all.begin(), all.end(), delegatesDefault),
        // Its keys may come in an order that JavaScript does not keep.
        .mayDelegate = others.areTaken(),
    };
  }

  bool mustDelegate(const TraitsTable& traits) const override {
    // The whole is validated again as it is in the text.
    const Traits& own = traits[id];
    if (!dependents.empty() && (!own.keepsInput || own.delegates || own.readsDigits)) return true;
    return others.mustDelegate(traits);
  }

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if (walk.tokens.peek(cursor) != '{') return checkNull<mode>(*this, walk, cursor, mark::nullContainer);
    if constexpr (mode == Mode::verdict) {
      if (walk.keyIndex.isOf(*cursor.at) && !walk.scope.records) {
        if (lookup.isSparse()) return lookup.check(*this, keys, presence, walk, cursor);
        const Outcome outcome = lookup.checkConstants(walk, cursor);
        if (outcome != Outcome::valid) return outcome;
      }
    }
    if (mayBeDelegated) [[unlikely]]
      return checkOrDelegate<mode>(walk, cursor);
    bool delegated = false;
    return checkWhole<mode>(walk, cursor, delegated);
  }

 private:
  // What happens to keys of the schema besides validation; and keys that are always dropped.
  void readTreatments(dump::Params& params) {
    params.eachMember("defaults", [&](const std::string& name, dump::element value) {
      if (Member* const key = keys.named(name)) {
        key->required = false;
        key->hasDefault = true;
        key->delegatesDefault = value.is_object() || value.is_array();
      }
    });
    params.eachItem("optional", [&](dump::element name) {
      if (Member* const key = keys.named(dump::textOf(name))) key->required = false;
    });
    params.eachItem("dispose",
                    [&](dump::element item) { keys.members[keys.watch(dump::textOf(item))].disposed = true; });
  }

  // Call it when all parameters are known; false if there is not enough memory.
  bool prepare() {
    others.addChildren(children_);
    children_.insert(children_.end(), dependents.validators.begin(), dependents.validators.end());
    others.prepare({.skips = skips, .validates = keyTest != nullptr, .counts = lengths.given});
    presence.prepare(keys);
    dependents.prepare(keys);
    seesPresence_ = presence.seesOthers() || !dependents.empty();
    lookup.prepare(keys, others.areSkipped && keyTest == nullptr && dependents.empty(), skips);
    std::vector<std::int32_t> order = {0};
    for (std::size_t i = 0; i < keys.count; ++i) {
      if (keys.members[i].disposed || keys.members[i].value == nullptr) continue;
      order.push_back(static_cast<std::int32_t>(i));
      ++order[0];
    }
    return shapes.build(order, keys.members);
  }

  template <Mode mode>
  [[gnu::noinline]] Outcome checkOrDelegate(Walk& walk, Cursor& cursor) const noexcept {
    const Checkpoint<mode> before(walk, cursor);
    bool delegated = false;
    const Outcome outcome = checkWhole<mode>(walk, cursor, delegated);
    return delegated ? before.delegateWhole(*this, mark::delegatedContainer, cursor) : outcome;
  }

  template <Mode mode>
  [[gnu::always_inline]] Outcome checkWhole(Walk& walk, Cursor& cursor, bool& delegated) const noexcept {
    if (dependents.empty()) [[likely]]
      return checkObject<mode>(walk, cursor, delegated);
    return dependents.check<mode>(*this, walk, cursor,
                                  [&]() noexcept { return checkObject<mode>(walk, cursor, delegated); });
  }

  template <Mode mode>
  [[gnu::always_inline]] Outcome checkObject(Walk& walk, Cursor& cursor, bool& delegated) const noexcept {
    if (!walk.nesting.enter(1)) return walk.stop();
    const Shapes* const learned = walk.learned == nullptr ? nullptr : walk.learned->of(id);
    const std::uint32_t delegatedBefore = walk.delegations.count;
    std::int32_t* const header = cursor.out;
    if constexpr (mode == Mode::value) ++cursor.out;
    Object object{learned == nullptr ? shapes.start() : learned->start(), *cursor.at, cursor.at};
    object.records = std::exchange(walk.scope.records, false);
    if (keyTest != nullptr || !mayFollow<mode>(walk, object)) [[unlikely]]
      open(walk, cursor, object);
    else
      follow<mode>(walk, cursor, object);
    if (seesPresence_ || !isWhole<mode>(object)) [[unlikely]]
      checkUnshaped<mode>(walk, cursor, object);
    if constexpr (mode == Mode::value) {
      const Shapes::Step& step = *object.step;
      *header = !object.unshaped && step.ends ? step.shape
                : step.ordered                ? mark::subsetObject(object.came, !object.followed)
                                              : mark::cutObject(step.shape, step.size);
    }
    walk.nesting.exit(1);
    walk.scope.records = object.records;
    delegated = object.delegated;
    if (object.outcome != Outcome::valid || !lengths.given || lengths.holds(object.size)) {
      const bool ends = object.records && object.outcome == Outcome::valid;
      return ends && !walk.unevaluated.endList() ? walk.stop() : object.outcome;
    }
    // Members that may still fail come first.
    if (walk.delegations.count != delegatedBefore) return walk.stop();
    return walk.refuse<mode>(*this, lengths.broken(object.size), object.size, object.opening);
  }

  // Returns whether an object has ended with the keys that its schema needs: to be built, where a shape ends.
  template <Mode mode>
  [[gnu::always_inline]] static bool isWhole(const Object& object) noexcept {
    return object.followed && object.step->complete && (mode == Mode::verdict || object.step->ends);
  }

  // Checks the rest of an object that does not follow a shape, from a key on, or reports that a key is missing.
  template <Mode mode>
  [[gnu::noinline]] void checkUnshaped(Walk& walk, Cursor& cursor, Object& object) const noexcept {
    if constexpr (mode == Mode::verdict) {
      // Without a value to write, only objects whose keys vary are read in the order of the schema.
      if (!walk.expectedKeys.areVain(id)) {
        object.came = object.step->came;
        return checkRest<mode>(walk, cursor, object);
      }
    }
    // If lengths are given, dropped keys must be counted, and each of them once.
    const bool isRead = lengths.given || !others.patterns.empty() || keyTest != nullptr || object.records;
    const bool isDropped =
        others.unknown == Others::Unknown::strip || (others.unknown == Others::Unknown::keep && mode != Mode::value);
    const bool drops = !isRead && isDropped;
    if (drops && !object.followed) {
      followDropping<mode>(walk, cursor, object);
      if (isWhole<mode>(object) && !seesPresence_) return;
    }
    const Shapes::Step& step = *object.step;
    object.unshaped = !object.followed;
    object.came = step.came;
    if (step.ordered && object.unshaped && keyTest == nullptr) {
      do {
        followSubset<mode>(walk, cursor, object);
      } while (drops && drop(walk, cursor, object));
    }
    if (step.ordered && object.followed && dependents.empty() && presence.isMetBy(object.came)) return;
    checkRest<mode>(walk, cursor, object);
  }

  // Returns whether the walk of an object goes on after an invalid member.
  template <Mode mode>
  [[gnu::always_inline]] static bool goesOn(Walk& walk, Object& object, Outcome outcome) noexcept {
    object.outcome = outcome;
    if (outcome == Outcome::stop || object.delegated) return false;
    if (walk.isExhaustive<mode>()) return true;
    // A later value of the same key would replace it.
    walk.pass.refuseEarly();
    return false;
  }

  // Returns whether the value of a key counts as missing, without checking for a colon between them.
  [[gnu::always_inline]] bool isBlank(Walk& walk, const std::uint32_t* key) const noexcept {
    // At the end of a text there are not two more tokens.
    if (!skips || walk.tokens.text[*key] != '"') return false;
    const std::uint8_t* const value = walk.tokens.text + key[2];
    if (value[0] == 'n') return isSkippedNull(walk, key);
    return skipsBlank && value[0] == '"' && value[1] == '"';
  }
  [[gnu::noinline]] bool isSkippedNull(Walk& walk, const std::uint32_t* key) const noexcept {
    Cursor cursor;
    cursor.at = key + 2;
    if (!walk.tokens.isNull(cursor)) return false;
    cursor.at = key;
    Text text;
    if (!walk.tokens.readString(cursor, text)) return false;
    const std::int32_t known = keys.table.findPadded(text.bytes);
    return known >= 0 && keys[known].skipsNull;
  }

  // The number of the next key if it needs no special treatment; else -1.
  [[gnu::always_inline]] std::int32_t find(const Walk& walk, const Cursor& cursor) const noexcept {
    if (walk.tokens.text[*cursor.at] != '"') return -1;
    Cursor behind;
    behind.at = cursor.at + 1;
    const std::int32_t key = keys.table.findPadded(walk.tokens.rawString(behind));
    return key < 0 || !keys[key].isSimple() ? -1 : key;
  }

  // Keys in an expected order: dict/order.hpp.

  template <Mode mode>
  bool mayFollow(const Walk& walk, const Object& object) const noexcept;
  static void open(const Walk& walk, Cursor& cursor, Object& object) noexcept;
  template <Mode mode>
  void follow(Walk& walk, Cursor& cursor, Object& object) const noexcept;
  template <Mode mode, bool skipping>
  void follow(Walk& walk, Cursor& given, Object& object) const noexcept;
  static const Shapes::Step* another(const Shapes::Step& step, const Tokens& tokens, const std::uint32_t* key) noexcept;
  template <Mode mode>
  void followDropping(Walk& walk, Cursor& cursor, Object& object) const noexcept;
  bool drop(Walk& walk, Cursor& cursor, Object& object) const noexcept;
  template <Mode mode>
  void followSubset(Walk& walk, Cursor& cursor, Object& object) const noexcept;
  template <Mode mode, bool skipping>
  void followSubset(Walk& walk, Cursor& given, Object& object) const noexcept;

  // Keys in any other order: dict/rest.hpp.

  template <Mode mode>
  void checkRest(Walk& walk, Cursor& cursor, Object& object) const noexcept;
  template <Mode mode>
  void recall(const Object& object, Members& members) const noexcept;
  template <Mode mode>
  bool checkMembers(Walk& walk, Cursor& cursor, Members& members, Object& object) const noexcept;
  template <Mode mode>
  std::int32_t takeSimple(Walk& walk, Cursor& cursor, std::int32_t before) const noexcept;
  template <Mode mode>
  Outcome checkKnown(Walk& walk, Cursor& cursor, Step<mode>& way, std::int32_t key) const noexcept;
  template <Mode mode>
  Outcome checkMember(Walk& walk, Cursor& cursor, Members& members, Step<mode>& way, Object& object,
                      bool blank) const noexcept;
  template <Mode mode>
  Outcome checkOther(Walk& walk, Cursor& cursor, Members& members, Step<mode>& way, Object& object) const noexcept;
  template <Mode mode>
  Outcome checkKey(Walk& walk, const Cursor& cursor, Step<mode>& way, Object& object) const noexcept;

  // The validators of values, also those that get a value of another.
  std::vector<const Node*> children_;
  // Keys that need not be in the schema have an effect when they come, or when they are missing.
  bool seesPresence_ = false;
};

}  // namespace validlib

#include "dict/order.hpp"
#include "dict/rest.hpp"
