// Dict: an object with a schema. One with keys that JavaScript would reorder, or that come twice, is left to it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../dump/params.hpp"
#include "../keys.hpp"
#include "../members.hpp"
#include "../shapes.hpp"
#include "bounds.hpp"
#include "entry.hpp"

namespace validlib {

struct Dict : Node {
  Dict() noexcept : Node(Kind::dict) {}

  // Those of the schema in its order, then others to dispose of.
  std::vector<Member> keys;
  KeyTable table;
  const Node* extraKey = nullptr;
  const Node* extraValue = nullptr;
  // What becomes of keys that are not in the schema, where no validators say it.
  enum class Unknown : std::uint8_t { forbid, strip, keep };
  Unknown unknown = Unknown::forbid;
  // A key whose value is the empty text is taken for one that is missing. But it may come again, with another value.
  bool skipsBlank = false;
  Lengths lengths;
  // Its own order. What is learned of others belongs to whoever runs the schema.
  Shapes shapes;

  void read(dump::Params& params) override {
    // JSON has no mappings with many values for a key.
    params.ignore({"multikeys"});
    skipsBlank = params.flag("skip_blank");
    params.eachMember("schema", [&](const std::string& name, dump::element value) {
      keys.emplace_back(name, params.node(value)).required = true;
      table.add(name);
      std::uint64_t index;
      // Objects have such keys in another order than the text.
      if (arrayIndex(name, index)) params.defer();
    });
    params.lengths(lengths);
    const std::vector<const Node*> extra = params.members("extra");
    if (extra.size() == 2) {
      extraKey = extra[0];
      extraValue = extra[1];
    }
    const std::string others = params.text("unknown");
    if (others == "strip") unknown = Unknown::strip;
    if (others == "keep") unknown = Unknown::keep;
    params.eachMember("defaults", [&](const std::string& name, dump::element value) {
      if (Member* const key = memberNamed(name)) {
        key->required = false;
        key->hasDefault = true;
        key->defersDefault = value.is_object() || value.is_array();
      }
    });
    params.eachItem("optional", [&](dump::element name) {
      if (Member* const key = memberNamed(dump::textOf(name))) key->required = false;
    });
    params.eachItem("dispose", [&](dump::element item) {
      const std::string name = dump::textOf(item);
      if (memberNamed(name) == nullptr) {
        keys.emplace_back(name, nullptr);
        table.add(name);
      }
      memberNamed(name)->disposed = true;
    });
    if (!prepare()) params.defer();
  }

  std::vector<const Node*> children() const override {
    std::vector<const Node*> all;
    for (const Member& key : keys) {
      if (key.value != nullptr) all.push_back(key.value);
    }
    if (extraKey != nullptr) all.insert(all.end(), {extraKey, extraValue});
    return all;
  }

  Traits traits() const override {
    const auto changes = [](const Member& key) { return key.disposed || key.hasDefault; };
    const auto defersDefault = [](const Member& key) { return key.defersDefault; };
    return {
        .keepsInput = unknown != Unknown::strip && !skipsBlank && std::none_of(keys.begin(), keys.end(), changes),
        .defers = std::any_of(keys.begin(), keys.end(), defersDefault),
        // Its keys may come in an order that JavaScript does not keep.
        .mayHandOver = takesOthers(),
    };
  }

  // A key that is passed on has to be checked before.
  bool mustDefer(const TraitsTable& traits) const override {
    return extraKey != nullptr && (!traits[extraKey->id].keepsInput || traits[extraKey->id].defers);
  }

  // Keys that are not in the schema get into the result.
  bool takesOthers() const noexcept { return extraKey != nullptr || unknown == Unknown::keep; }

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if (walk.tokens.peek(cursor) != '{') return checkNull<mode>(*this, walk, cursor, mark::nullContainer);
    if (mayBeHandedOver) [[unlikely]]
      return checkOrHandOver<mode>(walk, cursor);
    bool handedOver = false;
    return checkObject<mode>(walk, cursor, handedOver);
  }

 private:
  // Null when there is no such key.
  Member* memberNamed(const std::string& name) {
    const std::int32_t index = table.find(name);
    return index < 0 ? nullptr : &keys[static_cast<std::size_t>(index)];
  }

  // To be called when all else is known; false when there is no memory.
  bool prepare() {
    std::vector<std::int32_t> order = {0};
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (keys[i].needed()) {
        needed_ |= i < 64 ? std::uint64_t{1} << i : 0;
        needsFitMask_ &= i < 64 && !keys[i].disposed;
      }
      if (keys[i].disposed) continue;
      order.push_back(static_cast<std::int32_t>(i));
      ++order[0];
    }
    return shapes.build(order, keys);
  }


  // What is known of an object so far.
  struct Object {
    // The last step it has followed.
    const Shapes::Step* step;
    std::uint32_t opening;
    std::uint32_t size = 0;
    Outcome outcome = Outcome::valid;
    // Its first keys, if they come in the order of the schema.
    std::uint32_t came = 0;
    // Those between them whose value was blank.
    std::uint32_t blanks = 0;
    // Its keys have come in the order of no shape.
    bool unshaped = false;
    // They did to its end, or to the value at which the walk of it ended.
    bool followed = true;
    // Only its check in TypeScript can judge it.
    bool handedOver = false;
  };

  // One key twice, an order of keys that JavaScript does not keep, or a key nobody here can judge.
  Outcome handOver(Walk& walk, Object& object) const noexcept {
    if (!mayBeHandedOver) return walk.stop();
    object.handedOver = true;
    return Outcome::invalid;
  }

  const Member& at(std::int32_t key) const noexcept { return keys[static_cast<std::size_t>(key)]; }

  // The value of a key is blank; whether a colon stands between them is not looked at.
  [[gnu::always_inline]] bool isBlank(const Walk& walk, const std::uint32_t* key) const noexcept {
    // At the end of a text there are no two tokens more.
    if (!skipsBlank || walk.tokens.text[*key] != '"') return false;
    const std::uint8_t* const value = walk.tokens.text + key[2];
    return value[0] == '"' && value[1] == '"';
  }

  // What `Members` remembers beside a key of the schema whose value was blank.
  std::size_t blankOf(std::size_t key) const noexcept { return keys.size() + key; }

  template <Mode mode>
  [[gnu::noinline]] Outcome checkOrHandOver(Walk& walk, Cursor& cursor) const noexcept {
    const Undo<mode> undo(walk, cursor);
    bool handedOver = false;
    const Outcome outcome = checkObject<mode>(walk, cursor, handedOver);
    return handedOver ? undo.handOver(*this, mark::handedOverContainer, walk, cursor) : outcome;
  }

  template <Mode mode>
  [[gnu::always_inline]] Outcome checkObject(Walk& walk, Cursor& cursor, bool& handedOver) const noexcept {
    if (!walk.nesting.enter(1)) return walk.stop();
    const Shapes* const learned = walk.learned == nullptr ? nullptr : walk.learned->of(id);
    const std::uint32_t deferred = walk.deferrals.count;
    std::int32_t* const header = cursor.out;
    if constexpr (mode == Mode::value) ++cursor.out;
    Object object{learned == nullptr ? shapes.start() : learned->start(), *cursor.at};
    follow<mode>(walk, cursor, object);
    if (!(object.followed && object.step->complete)) [[unlikely]]
      checkUnshaped<mode>(walk, cursor, object);
    if constexpr (mode == Mode::value) {
      const Shapes::Step& step = *object.step;
      *header = !object.unshaped && step.ends ? step.shape
                : step.ordered                ? mark::subsetObject(object.came, !object.followed)
                                              : mark::cutObject(step.shape, step.size);
    }
    walk.nesting.exit(1);
    handedOver = object.handedOver;
    if (object.outcome != Outcome::valid || !lengths.given || lengths.holds(object.size)) return object.outcome;
    // Members that may still fail come first.
    if (walk.deferrals.count != deferred) return walk.stop();
    return walk.refuse<mode>(*this, lengths.broken(object.size), object.size, object.opening);
  }

  // Checks what is no shape: the rest of the object, from a key, or that something is missing.
  template <Mode mode>
  [[gnu::noinline]] void checkUnshaped(Walk& walk, Cursor& cursor, Object& object) const noexcept {
    // Where lengths are given, keys that are dropped must be counted, and each of them once.
    const bool drops = unknown == Unknown::strip && !lengths.given;
    if (drops && !object.followed) {
      followDropping<mode>(walk, cursor, object);
      if (object.followed && object.step->complete) return;
    }
    const Shapes::Step& step = *object.step;
    object.unshaped = !object.followed;
    object.came = step.came;
    if (step.ordered && object.unshaped) {
      do {
        followSubset<mode>(walk, cursor, object);
      } while (drops && drop(walk, cursor, object));
    }
    if (step.ordered && object.followed && needsFitMask_ && (needed_ & ~std::uint64_t{object.came}) == 0) return;
    checkRest<mode>(walk, cursor, object);
  }

  // The number of the next key, where it is one that needs no further thought; else -1.
  [[gnu::always_inline]] std::int32_t find(const Walk& walk, const Cursor& cursor) const noexcept {
    if (walk.tokens.text[*cursor.at] != '"') return -1;
    Cursor behind;
    behind.at = cursor.at + 1;
    const std::int32_t key = table.findPadded(walk.tokens.rawString(behind));
    // Where a key is written with an escape, it is another that has the text.
    return key < 0 || !at(key).plain || at(key).disposed ? -1 : key;
  }

  // Keys that come in an order that is expected: dict-order.hpp.

  template <Mode mode>
  void follow(Walk& walk, Cursor& cursor, Object& object) const noexcept;
  template <Mode mode, bool skips>
  void follow(Walk& walk, Cursor& given, Object& object) const noexcept;
  static const Shapes::Step* another(const Shapes::Step& step, const Tokens& tokens, const std::uint32_t* key) noexcept;
  template <Mode mode>
  void followDropping(Walk& walk, Cursor& cursor, Object& object) const noexcept;
  bool drop(Walk& walk, Cursor& cursor, Object& object) const noexcept;
  template <Mode mode>
  void followSubset(Walk& walk, Cursor& cursor, Object& object) const noexcept;
  template <Mode mode, bool skips>
  void followSubset(Walk& walk, Cursor& given, Object& object) const noexcept;

  // Keys that come in any other order, those that are not in the schema, and those that do not come: dict-rest.hpp.

  template <Mode mode>
  void checkRest(Walk& walk, Cursor& cursor, Object& object) const noexcept;
  template <Mode mode>
  bool checkMembers(Walk& walk, Cursor& cursor, Members& members, Object& object) const noexcept;
  template <Mode mode>
  Outcome checkKnown(Walk& walk, Cursor& cursor, Step<mode>& way, std::int32_t key) const noexcept;
  template <Mode mode>
  Outcome checkMember(Walk& walk, Cursor& cursor, Members& members, Step<mode>& way, Object& object,
                      bool blank) const noexcept;
  template <Mode mode>
  Outcome checkUnknown(Walk& walk, Cursor& cursor, Members& members, Step<mode>& way, Object& object, Bytes raw,
                       const Text& text, bool blank) const noexcept;
  template <Mode mode>
  Outcome checkKept(Walk& walk, Cursor& cursor) const noexcept;
  template <Mode mode>
  void checkMissing(Walk& walk, const Members& members, Object& object) const noexcept;

  // One bit for each of the first 64 keys that are needed; and whether these bits say all: no key behind them is
  // needed, and none of them is disposed of.
  std::uint64_t needed_ = 0;
  bool needsFitMask_ = true;
};

}  // namespace validlib

#include "dict-order.hpp"
#include "dict-rest.hpp"
