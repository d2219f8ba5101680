// Dict: an object with a schema. Objects with duplicate keys are delegated or fall back to TypeScript, because
// JavaScript merges those. It also moves array indexes to the front, which only matters for the order of failures.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../dump/params.hpp"
#include "../keys.hpp"
#include "../members.hpp"
#include "../pattern.hpp"
#include "../relay.hpp"
#include "../shapes.hpp"
#include "../triggers.hpp"
#include "bounds.hpp"
#include "const.hpp"
#include "entry.hpp"
#include "sequence.hpp"

namespace validlib {

struct Dict : Node {
  Dict() noexcept : Node(Kind::dict) {}

  // The keys of the schema in its order, then further keys of `dispose`, and those whose presence matters.
  std::vector<Member> keys;
  KeyTable table;
  const Node* extraKey = nullptr;
  const Node* extraValue = nullptr;
  // Validators of the values whose key matches, in order.
  struct KeyPattern {
    const Pattern* pattern;
    const Node* value;
  };
  std::vector<KeyPattern> patterns;
  // The validator of all keys, or null.
  const Node* keyTest = nullptr;
  // Keys that the result must have, whatever their value: those of `exhaustive` come first.
  std::vector<std::size_t> required;
  // The same for those that it must have if it has another, and how many other rules have before.
  struct Dependency {
    std::vector<std::size_t> others;
    std::size_t before;
  };
  std::vector<Dependency> dependentRequired;
  Triggers requiring;
  // Validators of the whole result if it has a key.
  std::vector<const Node*> dependents;
  Triggers applying;
  // The treatment of other keys that are not in the schema if there is no `extra`.
  enum class Unknown : std::uint8_t { forbid, strip, keep };
  Unknown unknown = Unknown::forbid;
  // A key whose value is the empty text counts as missing. But it may occur again, with another value.
  bool skipsBlank = false;
  Lengths lengths;
  // The order of the schema. Learned orders belong to the environment that runs it.
  Shapes shapes;

  void read(dump::Params& params) override {
    nullable = params.flag("nullable");
    // JSON has no multi-value mappings.
    params.ignore({"multikeys", "backtrack"});
    skipsBlank = params.flag("skip_blank");
    params.eachMember("schema", [&](const std::string& name, dump::element value) {
      keys.emplace_back(name, params.node(value)).required = true;
      children_.push_back(keys.back().value);
      table.add(name);
    });
    params.lengths(lengths);
    const std::vector<const Node*> extra = params.members("extra");
    if (extra.size() == 2) {
      extraKey = extra[0];
      extraValue = extra[1];
      children_.insert(children_.end(), extra.begin(), extra.end());
    }
    const std::string others = params.text("unknown");
    if (others == "strip") unknown = Unknown::strip;
    if (others == "keep") unknown = Unknown::keep;
    params.eachMember("defaults", [&](const std::string& name, dump::element value) {
      if (Member* const key = memberNamed(name)) {
        key->required = false;
        key->hasDefault = true;
        key->delegatesDefault = value.is_object() || value.is_array();
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
    readPatterns(params);
    keyTest = params.member("keys");
    for (const char* name : {"exhaustive", "required"}) {
      params.eachItem(name, [&](dump::element key) { required.push_back(watched(dump::textOf(key))); });
    }
    std::size_t before = 0;
    params.eachMember("dependent_required", [&](const std::string& name, dump::element others) {
      requiring.add(watched(name));
      Dependency one{{}, before};
      dump::array names;
      if (others.get(names) != dump::SUCCESS) return params.reject();
      for (const dump::element other : names) one.others.push_back(watched(dump::textOf(other)));
      before += one.others.size();
      dependentRequired.push_back(std::move(one));
    });
    params.eachMember("dependent_schemas", [&](const std::string& name, dump::element value) {
      applying.add(watched(name));
      dependents.push_back(params.node(value));
      children_.push_back(dependents.back());
    });
    seesPresence_ = !required.empty() || !dependentRequired.empty() || !dependents.empty();
    if (!prepare()) params.delegate();
  }

  std::vector<const Node*> children() const override { return children_; }
  // A member that several validators get is walked once for each.
  std::vector<const Node*> tests() const override {
    return keyTest == nullptr ? std::vector<const Node*>() : std::vector<const Node*>{keyTest};
  }
  std::size_t walks() const override {
    return (patterns.empty() ? 0 : patterns.size() + 1) + (dependents.empty() ? 0 : dependents.size() + 1);
  }

  Traits traits() const override {
    const auto changes = [](const Member& key) { return key.disposed || key.hasDefault; };
    const auto delegatesDefault = [](const Member& key) { return key.delegatesDefault; };
    return {
        .keepsInput = unknown != Unknown::strip && !skipsBlank && std::none_of(keys.begin(), keys.end(), changes),
        .delegates = std::any_of(keys.begin(), keys.end(), delegatesDefault),
        // Its keys may come in an order that JavaScript does not keep.
        .mayDelegate = takesOthers(),
    };
  }

  bool mustDelegate(const TraitsTable& traits) const override {
    const auto cannotRelay = [&traits](const auto& sequence) { return !canRelay(sequence->steps, traits); };
    if (std::any_of(sequences_.begin(), sequences_.end(), cannotRelay)) return true;
    std::vector<const Node*> matched;
    matched.reserve(patterns.size());
    for (const KeyPattern& one : patterns) matched.push_back(one.value);
    if (!canRelay(matched, traits)) return true;
    // The whole is validated again as it is in the text.
    const Traits& own = traits[id];
    if (!dependents.empty() && (!own.keepsInput || own.delegates || own.readsDigits)) return true;
    // A key that is passed on has to be checked first.
    return extraKey != nullptr && (!traits[extraKey->id].keepsInput || traits[extraKey->id].delegates);
  }

  // Returns whether keys that are not in the schema get into the result.
  bool takesOthers() const noexcept { return takesUnmatched() || !patterns.empty(); }

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if (walk.tokens.peek(cursor) != '{') return checkNull<mode>(*this, walk, cursor, mark::nullContainer);
    if constexpr (mode == Mode::verdict) {
      if (walk.keyIndex.isOf(*cursor.at) && !walk.unevaluated.isOpen()) {
        if (isSparse_) return checkSparse(walk, cursor);
        const Outcome outcome = checkConstants(walk, cursor);
        if (outcome != Outcome::valid) return outcome;
      }
    }
    if (mayBeDelegated) [[unlikely]]
      return checkOrDelegate<mode>(walk, cursor);
    bool delegated = false;
    return checkWhole<mode>(walk, cursor, delegated);
  }

 private:
  // Returns whether keys get into the result that are not in the schema and match no pattern.
  bool takesUnmatched() const noexcept { return extraKey != nullptr || unknown == Unknown::keep; }

  // [pattern, validator, the keys of the schema that match it, by number]
  void readPatterns(dump::Params& params) {
    std::vector<std::vector<const Node*>> steps(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) steps[i].push_back(keys[i].value);
    params.eachItem("patterns", [&](dump::element entry) {
      dump::element pattern;
      dump::element value;
      dump::array matching;
      const bool sound = entry.at(0).get(pattern) == dump::SUCCESS && entry.at(1).get(value) == dump::SUCCESS &&
                         entry.at(2).get(matching) == dump::SUCCESS;
      if (!sound) return params.reject();
      patterns.push_back({params.pattern(pattern), params.node(value)});
      children_.push_back(patterns.back().value);
      for (const dump::element key : matching) {
        std::uint64_t number = 0;
        if (key.get(number) != dump::SUCCESS || number >= keys.size()) return params.reject();
        steps[number].push_back(patterns.back().value);
      }
    });
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (steps[i].size() < 2) continue;
      sequences_.push_back(std::make_unique<Sequence>(std::move(steps[i])));
      keys[i].value = sequences_.back().get();
    }
  }

  // Null if there is no such key.
  Member* memberNamed(const std::string& name) {
    const std::int32_t index = table.find(name);
    return index < 0 ? nullptr : &keys[static_cast<std::size_t>(index)];
  }

  // The number of a key whose presence matters, which need not be in the schema.
  std::size_t watched(const std::string& name) {
    const std::int32_t known = table.find(name);
    if (known >= 0) return static_cast<std::size_t>(known);
    keys.emplace_back(name, nullptr);
    table.add(name);
    return keys.size() - 1;
  }

  // Call it when all parameters are known; false if there is not enough memory.
  bool prepare() {
    std::vector<std::int32_t> order = {0};
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (keys[i].needed()) {
        needed_ |= i < 64 ? std::uint64_t{1} << i : 0;
        needsFitMask_ &= i < 64 && !keys[i].disposed;
      }
      if (keys[i].disposed || keys[i].value == nullptr) continue;
      order.push_back(static_cast<std::int32_t>(i));
      ++order[0];
    }
    needsFitMask_ &= !seesPresence_;
    keyCount_ = keys.size();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (keys[i].needed()) needs_.push_back(i);
    }
    const auto isFilled = [this](std::size_t key) { return keys[key].isFilled(); };
    requiring.prepare(isFilled);
    applying.prepare(isFilled);
    prepareOthers();
    return shapes.build(order, keys);
  }
  void prepareOthers() {
    const bool matchesAll = patterns.size() == 1 && patterns[0].pattern != nullptr && patterns[0].pattern->matchesAll();
    if (skipsBlank) return;
    if (extraKey == nullptr && matchesAll) otherValue_ = patterns[0].value;
    if (extraKey != nullptr && extraKey->kind == Kind::anything && patterns.empty()) otherValue_ = extraValue;
    skipsOthers_ = extraKey == nullptr && unknown != Unknown::forbid && patterns.empty() && !lengths.given;
    isSparse_ = skipsOthers_ && keyTest == nullptr && dependents.empty() && keys.size() <= fewKeys;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const bool decides = keys[i].isSimple() && keys[i].value->kind == Kind::constant;
      if (isSparse_ || decides) sought_.emplace_back(table.text(i), keys[i]);
    }
  }

  // A key to look for in an index.
  struct SoughtKey {
    SoughtKey(const std::string& name, const Member& key)
        : text(name), head(KeyIndex::headOf(text)), value(key.value), required(key.required) {}

    std::string text;
    std::uint64_t head;
    const Node* value;
    bool required;
  };

  // The state of an object during its walk.
  struct Object {
    // The last shape step that it has followed.
    const Shapes::Step* step;
    std::uint32_t opening;
    const std::uint32_t* start;
    std::uint32_t size = 0;
    Outcome outcome = Outcome::valid;
    // Its first keys, while they come in the order of the schema.
    std::uint32_t came = 0;
    // Those of them whose value was blank.
    std::uint32_t blanks = 0;
    // Its keys do not follow any shape.
    bool unshaped = false;
    // It followed one to its end, or to the value at which its walk ended.
    bool followed = true;
    // It is delegated whole.
    bool delegated = false;
    // A Closed around it wants to know which members are unevaluated.
    bool records = false;
  };

  // Delegates an object with a duplicate key, with an order of keys that JavaScript does not keep, or with a key that
  // only TypeScript can validate.
  Outcome delegateWhole(Walk& walk, Object& object) const noexcept {
    if (!mayBeDelegated) return walk.stop();
    object.delegated = true;
    return Outcome::invalid;
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

  const Member& at(std::int32_t key) const noexcept { return keys[static_cast<std::size_t>(key)]; }

  // Returns whether the value of a key is blank, without checking for a colon between them.
  [[gnu::always_inline]] bool isBlank(const Walk& walk, const std::uint32_t* key) const noexcept {
    // At the end of a text there are not two more tokens.
    if (!skipsBlank || walk.tokens.text[*key] != '"') return false;
    const std::uint8_t* const value = walk.tokens.text + key[2];
    return value[0] == '"' && value[1] == '"';
  }

  // The number in `Members` for a key of the schema whose value was blank.
  std::size_t blankOf(std::size_t key) const noexcept { return keys.size() + key; }

  template <Mode mode>
  [[gnu::noinline]] Outcome checkOrDelegate(Walk& walk, Cursor& cursor) const noexcept {
    const Undo<mode> undo(walk, cursor);
    bool delegated = false;
    const Outcome outcome = checkWhole<mode>(walk, cursor, delegated);
    return delegated ? undo.delegateWhole(*this, mark::delegatedContainer, walk, cursor) : outcome;
  }

  // Checks an object whose keys are indexed if few keys matter.
  [[gnu::noinline]] Outcome checkSparse(Walk& walk, Cursor& cursor) const noexcept {
    if (!walk.nesting.enter(1)) return walk.stop();
    Object object{shapes.start(), *cursor.at, cursor.at};
    Members members(walk, keys.size());
    std::uint64_t walked = 0;
    for (std::size_t i = 0; i < keys.size() && object.outcome == Outcome::valid; ++i) {
      Cursor value;
      value.at = walk.keyIndex.find(sought_[i].text, sought_[i].head);
      if (value.at == nullptr) continue;
      members.add(i);
      if (keys[i].disposed || keys[i].value == nullptr) continue;
      const std::uint32_t begin = *value.at;
      object.outcome = validlib::check<Mode::verdict>(*keys[i].value, walk, value);
      walked += *value.at - begin;
    }
    if (object.outcome == Outcome::valid && (!needsFitMask_ || !members.hasAll(needed_)))
      checkMissing<Mode::verdict>(walk, members, object);
    walk.nesting.exit(1);
    leaveIndexed(walk, cursor, walked);
    return object.outcome;
  }

  // Checks the constants of an object whose keys are indexed, and moves past it if one of them is wrong: then a OneOf
  // need not walk the object to find that this is not its step.
  [[gnu::always_inline]] Outcome checkConstants(Walk& walk, Cursor& cursor) const noexcept {
    for (const SoughtKey& key : sought_) {
      Cursor value;
      value.at = walk.keyIndex.find(key.text, key.head);
      Outcome outcome = key.required ? Outcome::invalid : Outcome::valid;
      if (value.at != nullptr) outcome = static_cast<const Const&>(*key.value).check<Mode::verdict>(walk, value);
      if (outcome == Outcome::valid) continue;
      if (outcome == Outcome::invalid) leaveIndexed(walk, cursor, 0);
      return outcome;
    }
    return Outcome::valid;
  }

  // Moves past an object whose keys are indexed. `walked` bytes of it were walked.
  static void leaveIndexed(Walk& walk, Cursor& cursor, std::uint64_t walked) noexcept {
    const std::uint64_t size = *walk.keyIndex.end() - *cursor.at;
    cursor.at = walk.keyIndex.end();
    walk.work.accounted += size - std::min(size, walked);
  }

  template <Mode mode>
  [[gnu::always_inline]] Outcome checkWhole(Walk& walk, Cursor& cursor, bool& delegated) const noexcept {
    if (!dependents.empty()) [[unlikely]]
      return checkWithDependents<mode>(walk, cursor, delegated);
    return checkObject<mode>(walk, cursor, delegated);
  }

  template <Mode mode>
  [[gnu::always_inline]] Outcome checkObject(Walk& walk, Cursor& cursor, bool& delegated) const noexcept {
    if (!walk.nesting.enter(1)) return walk.stop();
    const Shapes* const learned = walk.learned == nullptr ? nullptr : walk.learned->of(id);
    const std::uint32_t delegatedBefore = walk.delegations.count;
    std::int32_t* const header = cursor.out;
    if constexpr (mode == Mode::value) ++cursor.out;
    Object object{learned == nullptr ? shapes.start() : learned->start(), *cursor.at, cursor.at};
    object.records = walk.unevaluated.open(false);
    if (keyTest != nullptr || !mayFollow<mode>(walk, object)) [[unlikely]]
      open(walk, cursor, object);
    else
      follow<mode>(walk, cursor, object);
    if (seesPresence_ || !(object.followed && object.step->complete)) [[unlikely]]
      checkUnshaped<mode>(walk, cursor, object);
    if constexpr (mode == Mode::value) {
      const Shapes::Step& step = *object.step;
      *header = !object.unshaped && step.ends ? step.shape
                : step.ordered                ? mark::subsetObject(object.came, !object.followed)
                                              : mark::cutObject(step.shape, step.size);
    }
    walk.nesting.exit(1);
    walk.unevaluated.open(object.records);
    delegated = object.delegated;
    if (object.outcome != Outcome::valid || !lengths.given || lengths.holds(object.size)) {
      const bool ends = object.records && object.outcome == Outcome::valid;
      return ends && !walk.unevaluated.endList() ? walk.stop() : object.outcome;
    }
    // Members that may still fail come first.
    if (walk.delegations.count != delegatedBefore) return walk.stop();
    return walk.refuse<mode>(*this, lengths.broken(object.size), object.size, object.opening);
  }

  // Returns whether the object may follow a shape. If no value is written and the first key is likely to be another,
  // reading the keys in the order of the last object is faster.
  template <Mode mode>
  [[gnu::always_inline]] bool mayFollow(const Walk& walk, const Object& object) const noexcept {
    if constexpr (mode != Mode::verdict) return true;
    const Shapes::Step* const first = object.step->next;
    return first != nullptr && walk.expectedKeys.after(id, Shapes::none) == static_cast<std::size_t>(first->key);
  }

  // Enters an object that follows no shape.
  static void open(const Walk& walk, Cursor& cursor, Object& object) noexcept {
    ++cursor.at;
    object.followed = walk.tokens.peek(cursor) == '}';
    if (object.followed) ++cursor.at;
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
    const bool isRead = lengths.given || !patterns.empty() || keyTest != nullptr || object.records;
    const bool drops = !isRead && (unknown == Unknown::strip || (unknown == Unknown::keep && mode != Mode::value));
    if (drops && !object.followed) {
      followDropping<mode>(walk, cursor, object);
      if (object.followed && object.step->complete && !seesPresence_) return;
    }
    const Shapes::Step& step = *object.step;
    object.unshaped = !object.followed;
    object.came = step.came;
    if (step.ordered && object.unshaped && keyTest == nullptr) {
      do {
        followSubset<mode>(walk, cursor, object);
      } while (drops && drop(walk, cursor, object));
    }
    if (step.ordered && object.followed && needsFitMask_ && (needed_ & ~std::uint64_t{object.came}) == 0) return;
    checkRest<mode>(walk, cursor, object);
  }

  // The number of the next key if it needs no special treatment; else -1.
  [[gnu::always_inline]] std::int32_t find(const Walk& walk, const Cursor& cursor) const noexcept {
    if (walk.tokens.text[*cursor.at] != '"') return -1;
    Cursor behind;
    behind.at = cursor.at + 1;
    const std::int32_t key = table.findPadded(walk.tokens.rawString(behind));
    return key < 0 || !at(key).isSimple() ? -1 : key;
  }

  // Moves past the next key and its colon, and returns its number, if it needs no special treatment; else -1.
  template <Mode mode>
  [[gnu::always_inline]] std::int32_t takeSimple(Walk& walk, Cursor& cursor, std::int32_t before) const noexcept {
    if constexpr (mode == Mode::verdict) {
      const std::size_t expected = walk.expectedKeys.after(id, before);
      if (expected < keyCount_ && keys[expected].isSimple() &&
          keys[expected].spelling.begins(walk.tokens.text + *cursor.at, walk.tokens.end())) [[likely]] {
        cursor.at += 2;
        return static_cast<std::int32_t>(expected);
      }
    }
    const std::int32_t key = find(walk, cursor);
    if (key < 0 || walk.tokens.text[cursor.at[1]] != ':') return -1;
    cursor.at += 2;
    if constexpr (mode == Mode::verdict) walk.expectedKeys.set(id, before, key);
    return key;
  }

  // Keys in an expected order.

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

  // Keys in any other order, unknown keys and missing keys.

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
  Outcome checkOther(Walk& walk, Cursor& cursor, Members& members, Step<mode>& way, Object& object) const noexcept;
  template <Mode mode>
  Outcome checkKey(Walk& walk, const Cursor& cursor, Step<mode>& way, Object& object) const noexcept;
  // A key that is not in the schema.
  struct Other {
    Bytes raw;
    const Text& text;
    // Its number if its presence matters, or -1.
    std::int32_t key;
    bool blank;
  };
  template <Mode mode>
  Outcome checkUnknown(Walk& walk, Cursor& cursor, Members& members, Step<mode>& way, Object& object,
                       const Other& other) const noexcept;
  bool match(Walk& walk, Bytes key) const noexcept;
  template <Mode mode>
  Outcome checkMatched(Walk& walk, Cursor& cursor, std::size_t matched, const Text& key) const noexcept;
  template <Mode mode>
  Outcome checkKept(Walk& walk, Cursor& cursor) const noexcept;
  template <Mode mode>
  void checkMissing(Walk& walk, const Members& members, Object& object) const noexcept;
  template <Mode mode>
  void checkPresence(Walk& walk, const Members& members, Object& object) const noexcept;
  template <Mode mode>
  Outcome checkWithDependents(Walk& walk, Cursor& cursor, bool& delegated) const noexcept;

  // The validators of values, also those that get a value of another.
  std::vector<const Node*> children_;
  // Those of the keys of the schema that match patterns.
  std::vector<std::unique_ptr<Sequence>> sequences_;
  // The validator of the values of all keys that are not in the schema, or null if it depends on the key.
  const Node* otherValue_ = nullptr;
  // Such keys and their values do not matter, unless the result is needed.
  bool skipsOthers_ = false;
  // Few keys matter, and those decide.
  bool isSparse_ = false;
  static constexpr std::size_t fewKeys = 4;
  // The keys to look for in an index: all of them if it is sparse, else those of constants.
  std::vector<SoughtKey> sought_;
  // The size of `keys`, whose computation is a division.
  std::size_t keyCount_ = 0;
  // One bit for each required key among the first 64; and whether these bits are sufficient: no later key is required,
  // and none is in `dispose`.
  std::uint64_t needed_ = 0;
  bool needsFitMask_ = true;
  // The keys whose absence has an effect.
  std::vector<std::size_t> needs_;
  // Keys that need not be in the schema have an effect when they come, or when they are missing.
  bool seesPresence_ = false;
};

// Keys in an expected order.

// The hot loop: no look-up, and only the token and the step in registers. A key and its colon are compared with the
// next key of a shape, 16 bytes at once including those after them, which the padding allows; a step without a next one
// ends every shape.
// The checks of values test whether the tape is full, so the keys need not: they write nothing. Follows the object as
// long as its keys come in the order of a shape; `followed` becomes false, at a key, if they do not, or if there is
// nothing left to collect. No shape has a key whose value is blank; if blanks are skipped, they are tested for.
template <Mode mode>
[[gnu::always_inline]] inline void Dict::follow(Walk& walk, Cursor& cursor, Object& object) const noexcept {
  if (skipsBlank) [[unlikely]]
    return follow<mode, true>(walk, cursor, object);
  follow<mode, false>(walk, cursor, object);
}
template <Mode mode, bool skips>
[[gnu::noinline]] void Dict::follow(Walk& walk, Cursor& given, Object& object) const noexcept {
  ++given.at;
  if (walk.tokens.peek(given) == '}') {
    ++given.at;
    return;
  }
  Step<mode> way(walk, PathKind::key, true, id);
  Cursor cursor;
  cursor.follow<mode>(given);
  const Shapes::Step* step = object.step;
  const auto finish = [&](bool followed) noexcept {
    given.follow<mode>(cursor);
    object.step = step;
    object.size = static_cast<std::uint32_t>(step->size);
    object.followed = followed;
  };
  const auto stop = [&]() noexcept {
    object.outcome = walk.stop();
    finish(true);
  };
  for (;;) {
    const std::uint8_t* const token = walk.tokens.text + *cursor.at;
    const Shapes::Step* next = step->next;
    if (next == nullptr || !next->member->spelling.begins(token, walk.tokens.end())) [[unlikely]] {
      next = another(*step, walk.tokens, cursor.at);
      if (next == nullptr) return finish(false);
    }
    if constexpr (skips) {
      if (isBlank(walk, cursor.at)) return finish(false);
    }
    cursor.at += 2;
    step = next;
    way.is(static_cast<std::uint32_t>(step->key));
    const Outcome outcome = checkHere<mode>(*step->member->value, walk, cursor);
    if (outcome != Outcome::valid && !goesOn<mode>(walk, object, outcome)) [[unlikely]]
      return finish(true);
    const std::uint8_t end = walk.tokens.take(cursor);
    if (end == ',') {
      if (outcome != Outcome::valid && walk.report.truncated) [[unlikely]]
        return finish(false);
      continue;
    }
    return end == '}' ? finish(true) : stop();
  }
}

// The step after `step` for the key, if it is not the first of them, or if white space precedes the colon; else null.
[[gnu::noinline]] inline const Shapes::Step* Dict::another(const Shapes::Step& step, const Tokens& tokens,
                                                           const std::uint32_t* key) noexcept {
  const std::uint8_t* const token = tokens.text + *key;
  const bool spaced = tokens.isSpaced(key);
  if (spaced && tokens.text[key[1]] != ':') return nullptr;
  for (const Shapes::Step* next = step.next; next != nullptr; next = next->other) {
    const Spelling& spelling = next->member->spelling;
    if (spaced ? spelling.isAt(token, tokens.end()) : spelling.begins(token, tokens.end())) return next;
  }
  return nullptr;
}

// As `follow`, from a key on, but drops keys that are not in the schema.
template <Mode mode>
[[gnu::noinline]] void Dict::followDropping(Walk& walk, Cursor& cursor, Object& object) const noexcept {
  while (drop(walk, cursor, object) && walk.tokens.peek(cursor) == '"') {
    // The token before the first key: a comma, instead of the brace.
    --cursor.at;
    follow<mode>(walk, cursor, object);
  }
}

// Moves past a member that is not in the schema, if it is next; false if it was the last member.
[[gnu::noinline]] inline bool Dict::drop(Walk& walk, Cursor& cursor, Object& object) const noexcept {
  if (object.followed || walk.report.truncated || walk.tokens.peek(cursor) != '"') return false;
  if (object.step->size == static_cast<std::int32_t>(keys.size())) {
    // All keys have come, so what follows is dropped.
    if (const std::uint32_t* const end = walk.endOf(object.start)) {
      cursor.at = end;
      object.followed = true;
      return false;
    }
  }
  Cursor behind;
  behind.at = cursor.at;
  Text text;
  if (!walk.tokens.readString(behind, text)) return false;
  const Bytes raw = walk.tokens.rawString(behind);
  const bool isPlain = raw.size() == text.bytes.size();
  if ((isPlain ? table.findPadded(raw) : table.find(text.bytes)) >= 0) return false;
  if (walk.tokens.take(behind) != ':' || !walk.skip(behind)) {
    object.outcome = walk.stop();
    object.followed = true;
    return false;
  }
  const std::uint8_t next = walk.tokens.take(behind);
  cursor.at = behind.at;
  if (next == ',') return true;
  if (next != '}') object.outcome = walk.stop();
  object.followed = true;
  return false;
}

// Follows the object as long as its keys come in the order of the schema, with any of them left out; `followed` becomes
// true at its end, as in `follow`. No branch depends on which keys are present.
template <Mode mode>
[[gnu::always_inline]] inline void Dict::followSubset(Walk& walk, Cursor& cursor, Object& object) const noexcept {
  if (skipsBlank) [[unlikely]]
    return followSubset<mode, true>(walk, cursor, object);
  followSubset<mode, false>(walk, cursor, object);
}
template <Mode mode, bool skips>
inline void Dict::followSubset(Walk& walk, Cursor& given, Object& object) const noexcept {
  Step<mode> way(walk, PathKind::key, true, id);
  Cursor cursor;
  cursor.follow<mode>(given);
  std::uint32_t came = object.came;
  std::uint32_t blanks = skips ? object.blanks : 0;
  std::uint32_t size = object.size;
  const auto finish = [&](bool followed) noexcept {
    given.follow<mode>(cursor);
    object.came = came;
    if constexpr (skips) object.blanks = blanks;
    object.size = size;
    object.followed = followed;
  };
  const auto stop = [&]() noexcept {
    object.outcome = walk.stop();
    finish(true);
  };
  for (;;) {
    const std::int32_t key = walk.report.truncated ? -1 : find(walk, cursor);
    const std::uint32_t before = skips ? came | blanks : came;
    if (key < 0 || key >= subsetKeys || before >> key != 0) [[unlikely]]
      return finish(false);
    const bool blank = skips && isBlank(walk, cursor.at);
    (blank ? blanks : came) |= std::uint32_t{1} << key;
    ++cursor.at;
    if (walk.tokens.take(cursor) != ':') return stop();
    Outcome outcome = Outcome::valid;
    if (blank) {
      ++cursor.at;
    } else {
      ++size;
      way.is(static_cast<std::uint32_t>(key));
      outcome = checkHere<mode>(*at(key).value, walk, cursor);
    }
    if (outcome != Outcome::valid && !goesOn<mode>(walk, object, outcome)) [[unlikely]]
      return finish(true);
    const std::uint8_t end = walk.tokens.take(cursor);
    if (end == ',') continue;
    return end == '}' ? finish(true) : stop();
  }
}

// Keys in any other order, unknown keys and missing keys.

// Checks the rest of an object with keys in any order, from a key on, or reports that a key is missing.
template <Mode mode>
[[gnu::noinline]] void Dict::checkRest(Walk& walk, Cursor& cursor, Object& object) const noexcept {
  if (object.outcome == Outcome::stop) return;
  if (object.followed && object.outcome != Outcome::valid && !walk.isExhaustive<mode>()) return;
  Members members(walk, skipsBlank ? blankOf(keyCount_) : keyCount_);
  if (!members.sound()) {
    object.outcome = walk.stop();
    return;
  }
  const bool ordered = object.step->ordered;
  if (ordered) {
    members.addAll(object.came | object.blanks);
    for (std::uint32_t left = object.blanks; left != 0; left &= left - 1) {
      members.add(blankOf(static_cast<std::size_t>(std::countr_zero(left))));
    }
  } else {
    object.step->forEachKey([&members](std::int32_t key) { members.add(static_cast<std::size_t>(key)); });
  }
  if constexpr (mode == Mode::failures) {
    // They have followed a shape, which has the order of JavaScript.
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (members.has(i)) members.cameInPlace(keys[i].isIndex, keys[i].index);
    }
  }
  if (!object.followed && !checkMembers<mode>(walk, cursor, members, object)) return;
  if constexpr (mode == Mode::value) {
    if (!object.followed || !(ordered || object.step->ends)) {
      // Many objects may end at once, without a value between their ends.
      if (walk.tape.full(cursor)) {
        object.outcome = walk.stop(Stop::tapeFull);
        return;
      }
      *cursor.out++ = mark::endOfMembers;
    }
  }
  if (skipsBlank || !needsFitMask_ || !members.hasAll(needed_)) checkMissing<mode>(walk, members, object);
}

// Follows the object to its end, from a key on; false if it stops before.
template <Mode mode>
[[gnu::always_inline]] inline bool Dict::checkMembers(Walk& walk, Cursor& given, Members& members,
                                                      Object& object) const noexcept {
  Step<mode> way(walk, PathKind::key, true, id);
  Cursor cursor;
  cursor.follow<mode>(given);
  std::int32_t before = object.step->key;
  for (;;) {
    const bool blank = isBlank(walk, cursor.at);
    const bool special = blank || walk.report.truncated || keyTest != nullptr;
    const std::int32_t key = special ? -1 : takeSimple<mode>(walk, cursor, before);
    Outcome outcome;
    if (key >= 0) [[likely]] {
      before = key;
      const bool keepsPlace = mode != Mode::failures || members.keepsPlace(at(key).isIndex, at(key).index);
      outcome = keepsPlace && members.add(static_cast<std::size_t>(key)) ? checkKnown<mode>(walk, cursor, way, key)
                                                                         : delegateWhole(walk, object);
    } else if (mode != Mode::verdict || special || object.records || (otherValue_ == nullptr && !skipsOthers_)) {
      outcome = slowPath<mode>(
          cursor, [&](Cursor& copy) noexcept { return checkMember<mode>(walk, copy, members, way, object, blank); });
    } else {
      outcome = checkOther<mode>(walk, cursor, members, way, object);
    }
    if (outcome != Outcome::valid && !goesOn<mode>(walk, object, outcome)) [[unlikely]] {
      given.follow<mode>(cursor);
      return false;
    }
    object.size += blank ? 0 : 1;
    const std::uint8_t next = walk.tokens.take(cursor);
    if (next == ',') continue;
    given.follow<mode>(cursor);
    if (next == '}' && members.distinct()) return true;
    object.outcome = next == '}' ? delegateWhole(walk, object) : walk.stop();
    return false;
  }
}

// Checks the value of a key.
template <Mode mode>
[[gnu::always_inline]] inline Outcome Dict::checkKnown(Walk& walk, Cursor& cursor, Step<mode>& way,
                                                       std::int32_t key) const noexcept {
  if constexpr (mode == Mode::value) *cursor.out++ = key;
  way.is(PathKind::key, static_cast<std::uint32_t>(key));
  if constexpr (mode == Mode::verdict) return checkHere<mode>(*at(key).value, walk, cursor);
  return slowPath<mode>(cursor,
                        [&](Cursor& copy) noexcept { return validlib::check<mode>(*at(key).value, walk, copy); });
}

// Handles any key, which may have escapes. Its value may be blank.
template <Mode mode>
[[gnu::noinline]] Outcome Dict::checkMember(Walk& walk, Cursor& cursor, Members& members, Step<mode>& way,
                                            Object& object, bool blank) const noexcept {
  if (walk.tokens.peek(cursor) != '"') return walk.stop();
  Outcome keyOutcome = Outcome::valid;
  if (keyTest != nullptr && !blank && !walk.report.truncated) {
    keyOutcome = checkKey<mode>(walk, cursor, way, object);
    if (keyOutcome != Outcome::valid && (keyOutcome == Outcome::stop || !walk.isExhaustive<mode>())) return keyOutcome;
  }
  const Cursor start = cursor;
  Text text;
  if (!walk.tokens.readString(cursor, text)) return walk.stop();
  const std::int32_t key = table.findPadded(text.bytes);
  Outcome outcome;
  if (key < 0 || (at(key).value == nullptr && !at(key).disposed)) {
    const Bytes raw = walk.tokens.rawString(cursor);
    cursor = start;
    outcome = checkUnknown<mode>(walk, cursor, members, way, object, {raw, text, key, blank});
  } else {
    const bool mayFail = mode == Mode::failures && (keyTest != nullptr || !at(key).disposed);
    if (mayFail && !members.keepsPlace(text.bytes)) return delegateWhole(walk, object);
    if (!members.add(static_cast<std::size_t>(key))) return delegateWhole(walk, object);
    if (blank) members.add(blankOf(static_cast<std::size_t>(key)));
    if (walk.tokens.take(cursor) != ':') return walk.stop();
    if (!blank && !at(key).disposed && !walk.report.truncated)
      outcome = checkKnown<mode>(walk, cursor, way, key);
    else
      outcome = walk.skip(cursor) ? Outcome::valid : walk.stop();
  }
  return outcome == Outcome::valid ? keyOutcome : outcome;
}

// The same in a walk for a verdict, if all keys that are not in the schema are alike.
template <Mode mode>
[[gnu::always_inline]] inline Outcome Dict::checkOther(Walk& walk, Cursor& cursor, Members& members, Step<mode>& way,
                                                       Object& object) const noexcept {
  const auto* const start = cursor.at;
  Text text;
  if (walk.tokens.peek(cursor) != '"' || !walk.tokens.readString(cursor, text)) return walk.stop();
  const std::int32_t key = table.findPadded(text.bytes);
  if (key >= 0 && (at(key).value != nullptr || at(key).disposed)) [[unlikely]] {
    cursor.at = start;
    return slowPath<mode>(
        cursor, [&](Cursor& copy) noexcept { return checkMember<mode>(walk, copy, members, way, object, false); });
  }
  if (otherValue_ != nullptr && !members.addUnknown(*start, walk.tokens.rawString(cursor), text.bytes))
    return walk.stop();
  if (walk.tokens.take(cursor) != ':') return walk.stop();
  if (key >= 0 && unknown != Unknown::strip) members.add(static_cast<std::size_t>(key));
  if (otherValue_ != nullptr) return checkHere<mode>(*otherValue_, walk, cursor);
  const auto skip = [&walk](Cursor& copy) noexcept { return walk.skip(copy); };
  const bool isText = walk.tokens.peek(cursor) == '"';
  const bool skipped = isText ? walk.tokens.passString(cursor) : slowPath<mode>(cursor, skip);
  return skipped ? Outcome::valid : walk.stop();
}

// Checks the key at the cursor with the validator of all keys.
template <Mode mode>
inline Outcome Dict::checkKey(Walk& walk, const Cursor& cursor, Step<mode>& way, Object& object) const noexcept {
  way.is(PathKind::unknownKey, *cursor.at);
  const Step<mode> half(walk, PathKind::extraKey, true);
  constexpr Mode keyMode = mode == Mode::value ? Mode::verdict : mode;
  const std::uint32_t delegatedBefore = walk.delegations.count;
  Cursor copy;
  copy.at = cursor.at;
  const Outcome outcome = validlib::check<keyMode>(*keyTest, walk, copy);
  return walk.delegations.count == delegatedBefore || outcome == Outcome::stop ? outcome : delegateWhole(walk, object);
}

// Handles a key that is not in the schema, at the cursor.
template <Mode mode>
inline Outcome Dict::checkUnknown(Walk& walk, Cursor& cursor, Members& members, Step<mode>& way, Object& object,
                                  const Other& other) const noexcept {
  const auto& [raw, text, number, blank] = other;
  const std::uint32_t opening = *cursor.at;
  const std::size_t before = walk.matches.size();
  if (!patterns.empty() && !match(walk, text.bytes)) return delegateWhole(walk, object);
  const std::size_t matched = walk.matches.size() - before;
  if (blank || walk.report.truncated) walk.matches.truncate(before);
  const bool drops = unknown == Unknown::strip && matched == 0;
  if (mode == Mode::failures && !(drops && keyTest == nullptr) && !members.keepsPlace(text.bytes))
    return delegateWhole(walk, object);
  if (drops) {
    // Each is counted once, and validated once.
    const bool matters = keyTest != nullptr || lengths.given;
    if (matters && !members.addUnknown(opening, raw, text.bytes)) return walk.stop();
    ++cursor.at;
    return walk.tokens.take(cursor) == ':' && walk.skip(cursor) ? Outcome::valid : walk.stop();
  }
  // One that is kept as it is may come twice: the last value counts in any case.
  const bool isKept = unknown == Unknown::keep && matched == 0 && !skipsBlank;
  const bool matters = !isKept || lengths.given || keyTest != nullptr || object.records;
  if (matters && !members.addUnknown(opening, raw, text.bytes)) return walk.stop();
  if (blank) {
    ++cursor.at;
    return walk.tokens.take(cursor) == ':' && walk.skip(cursor) ? Outcome::valid : walk.stop();
  }
  // If it gets into the result.
  const auto come = [&]() noexcept {
    if (number >= 0) members.add(static_cast<std::size_t>(number));
  };
  if (matched > 0 && !walk.report.truncated) {
    come();
    way.is(PathKind::unknownKey, opening);
    return checkMatched<mode>(walk, cursor, matched, text);
  }
  if (!takesUnmatched() || walk.report.truncated) {
    if (!walk.isExhaustive<mode>()) return Outcome::invalid;
    ++cursor.at;
    if (walk.tokens.take(cursor) != ':' || !walk.skip(cursor)) return walk.stop();
    if (walk.report.truncated) return Outcome::valid;
    way.is(PathKind::unknownKey, opening);
    return walk.refuse<mode>(*this, Reason::forbiddenKey, 0, opening);
  }
  way.is(PathKind::unknownKey, opening);
  if constexpr (mode == Mode::value) {
    *cursor.out++ = mark::extraKey;
    if (!walk.putString(cursor, text)) return walk.stop();
  }
  if (unknown == Unknown::keep) {
    come();
    if (object.records && !walk.unevaluated.add(walk.tokens.number(cursor))) return walk.stop();
    return checkKept<mode>(walk, cursor);
  }
  Step<mode> half(walk, PathKind::extraKey, true);
  // A string is always valid as a key, and stays unchanged.
  constexpr Mode keyMode = mode == Mode::value ? Mode::verdict : mode;
  const std::uint32_t delegatedBefore = walk.delegations.count;
  const Outcome keyOutcome = validlib::check<keyMode>(*extraKey, walk, cursor);
  if (keyOutcome == Outcome::invalid && !walk.isExhaustive<mode>()) return keyOutcome;
  if (keyOutcome == Outcome::stop || walk.tokens.take(cursor) != ':') return walk.stop();
  if (walk.delegations.count != delegatedBefore) return delegateWhole(walk, object);
  if (keyOutcome == Outcome::valid) come();
  half.is(PathKind::extraValue, 0);
  if (walk.report.truncated) return walk.skip(cursor) ? keyOutcome : walk.stop();
  const Outcome outcome = validlib::check<mode>(*extraValue, walk, cursor);
  return outcome == Outcome::valid ? keyOutcome : outcome;
}

// Pushes the patterns that a key matches; false if only JavaScript knows them, or if there is not enough memory.
[[gnu::noinline]] inline bool Dict::match(Walk& walk, Bytes key) const noexcept {
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const Pattern::Answer answer = patterns[i].pattern->matches(key);
    if (answer == Pattern::Answer::no) continue;
    if (answer == Pattern::Answer::unknown || !walk.matches.push(static_cast<std::uint32_t>(i))) return false;
  }
  return true;
}

// Handles a key that matches the last `matched` patterns on the stack, and its value, at the cursor.
template <Mode mode>
[[gnu::noinline]] Outcome Dict::checkMatched(Walk& walk, Cursor& cursor, std::size_t matched,
                                             const Text& key) const noexcept {
  const std::size_t first = walk.matches.size() - matched;
  const std::uint32_t last = walk.matches[walk.matches.size() - 1];
  if constexpr (mode == Mode::value) {
    *cursor.out++ = mark::patternKey - static_cast<std::int32_t>(last);
    if (!walk.putString(cursor, key)) return walk.stop();
  }
  ++cursor.at;
  if (walk.tokens.take(cursor) != ':') return walk.stop();
  if (matched == 1) {
    walk.matches.truncate(first);
    return validlib::check<mode>(*patterns[last].value, walk, cursor);
  }
  Relay<mode> relay(walk, cursor);
  Outcome outcome = Outcome::valid;
  for (std::size_t i = 0; i + 1 < matched && outcome == Outcome::valid; ++i) {
    outcome = relay.pass(*patterns[walk.matches[first + i]].value, cursor);
    if (relay.delegates()) outcome = walk.stop();
  }
  walk.matches.truncate(first);
  return outcome == Outcome::valid ? relay.end(*patterns[last].value, cursor) : outcome;
}

// Handles a key that is kept unchanged, and its value, at the cursor.
template <Mode mode>
[[gnu::noinline]] Outcome Dict::checkKept(Walk& walk, Cursor& cursor) const noexcept {
  ++cursor.at;
  if (walk.tokens.take(cursor) != ':') return walk.stop();
  if constexpr (mode == Mode::value) {
    if (walk.tape.full(cursor)) return walk.stop(Stop::tapeFull);
    return walk.copyValue(cursor) ? Outcome::valid : walk.stop();
  }
  return walk.skip(cursor) ? Outcome::valid : walk.stop();
}

// Reports the keys that are missing.
template <Mode mode>
[[gnu::noinline]] void Dict::checkMissing(Walk& walk, const Members& members, Object& object) const noexcept {
  for (const std::size_t i : needs_) {
    const Member& key = keys[i];
    if (members.has(i) && !key.disposed && !(skipsBlank && members.has(blankOf(i)))) continue;
    if (walk.report.truncated) break;
    const auto number = static_cast<std::uint32_t>(i);
    if (!key.delegatesDefault) {
      object.outcome = walk.refuse<mode>(*this, Reason::missingKey, number, object.opening);
    } else {
      walk.delegations.add(walk.nesting);
      if constexpr (mode == Mode::failures) walk.refuse<mode>(*this, Reason::defaulted, number, object.opening);
    }
  }
  if (seesPresence_) checkPresence<mode>(walk, members, object);
}

// Reports keys that are missing whatever their value, and notes which validators of the whole apply.
template <Mode mode>
[[gnu::noinline]] void Dict::checkPresence(Walk& walk, const Members& members, Object& object) const noexcept {
  const auto came = [&](std::size_t i) noexcept {
    return members.has(i) && !keys[i].disposed && !(skipsBlank && members.has(blankOf(i)));
  };
  const auto has = [&](std::size_t i) noexcept { return came(i) || keys[i].isFilled(); };
  const auto refuse = [&](Reason why, std::size_t number) noexcept {
    object.outcome = walk.refuse<mode>(*this, why, static_cast<std::uint32_t>(number), object.opening);
  };
  for (std::size_t i = 0; i < required.size() && !walk.report.truncated; ++i) {
    if (!has(required[i])) refuse(Reason::requiredKey, i);
  }
  const std::size_t first = walk.matches.size();
  if (!requiring.push(walk, members, came)) {
    object.outcome = walk.stop();
    return;
  }
  for (std::size_t i = first; i < walk.matches.size(); ++i) {
    const Dependency& one = dependentRequired[walk.matches[i]];
    for (std::size_t number = 0; number < one.others.size() && !walk.report.truncated; ++number) {
      if (!has(one.others[number])) refuse(Reason::dependentKey, one.before + number);
    }
  }
  walk.matches.truncate(first);
  if (object.outcome == Outcome::valid && !applying.push(walk, members, came)) object.outcome = walk.stop();
}

// Checks an object, and then the whole again with the validators that apply because of its keys.
template <Mode mode>
[[gnu::noinline]] Outcome Dict::checkWithDependents(Walk& walk, Cursor& cursor, bool& delegated) const noexcept {
  const auto* const start = cursor.at;
  const std::size_t first = walk.matches.size();
  const std::size_t zeros = walk.zeros.save();
  const std::uint32_t delegatedBefore = walk.delegations.count;
  Effort effort(walk.work, cursor);
  // Failures are about the result.
  const std::uint32_t passes = mode == Mode::failures ? 1 : 0;
  walk.passingOn += passes;
  Outcome outcome = checkObject<mode>(walk, cursor, delegated);
  walk.passingOn -= passes;
  const std::size_t last = walk.matches.size();
  if (outcome == Outcome::valid && first < last && walk.delegations.count != delegatedBefore) outcome = walk.stop();
  if (outcome == Outcome::valid && !effort.spend(cursor)) outcome = walk.stop(Stop::costly);
  Cursor again;
  Step<mode> way(walk, PathKind::dependent, false, id);
  const bool nested = first < last && outcome == Outcome::valid;
  if (nested && !walk.nesting.enter(0)) outcome = walk.stop();
  for (std::size_t i = first; i < last && outcome == Outcome::valid; ++i) {
    again.at = start;
    way.is(static_cast<std::uint32_t>(walk.matches[i]));
    constexpr Mode own = mode == Mode::value ? Mode::verdict : mode;
    const std::size_t zerosBefore = walk.zeros.save();
    ++walk.passingOn;
    outcome = validlib::check<own>(*dependents[walk.matches[i]], walk, again);
    --walk.passingOn;
    // The value is written already.
    const bool changed = mode == Mode::value && walk.zeros.save() != zerosBefore;
    if (outcome == Outcome::stop) break;
    if (changed || walk.delegations.count != delegatedBefore) outcome = walk.stop();
    if (outcome != Outcome::stop && !effort.spend(again)) outcome = walk.stop(Stop::costly);
  }
  walk.matches.truncate(first);
  if (outcome == Outcome::stop) return outcome;
  if (nested) walk.nesting.exit(0);
  if (outcome != Outcome::valid || walk.passingOn == 0) walk.zeros.restore(zeros);
  effort.end(cursor);
  return outcome;
}

}  // namespace validlib
