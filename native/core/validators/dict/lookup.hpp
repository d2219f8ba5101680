// Objects whose keys are indexed, in a walk for a verdict: if a Dict asks for few keys, or some of its values are
// constants, these are looked up instead of walking the object.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../const.hpp"
#include "../entry.hpp"
#include "keys.hpp"
#include "object.hpp"
#include "presence.hpp"

namespace validlib {

class Lookup {
 public:
  // Call it when all parameters are known. `skipsOthers` if keys that are not in the schema do not matter;
  // `skips` if some values count as missing: a constant decides then only if its key has to be there.
  void prepare(const Keys& keys, bool skipsOthers, bool skips) {
    isSparse_ = skipsOthers && keys.count <= fewKeys;
    for (std::size_t i = 0; i < keys.count; ++i) {
      const Member& key = keys.members[i];
      const bool decides = key.isSimple() && key.value->kind == Kind::constant && (key.required || !skips);
      if (isSparse_ || decides) sought_.emplace_back(keys.table.text(i), key);
    }
  }

  // Returns whether few keys matter, and those decide.
  bool isSparse() const noexcept { return isSparse_; }

  // Checks an object of a Dict that is sparse.
  [[gnu::noinline]] Outcome check(const Node& dict, const Keys& keys, const Presence& presence, Walk& walk,
                                  Cursor& cursor) const noexcept {
    if (!walk.nesting.enter(1)) return walk.stop();
    Object object{nullptr, *cursor.at, cursor.at};
    Members members(walk, keys.count);
    std::uint64_t walked = 0;
    for (std::size_t i = 0; i < keys.count && object.outcome == Outcome::valid; ++i) {
      Cursor value;
      value.at = walk.keyIndex.find(sought_[i].text, sought_[i].head);
      if (value.at == nullptr) continue;
      members.add(i);
      const Member& key = keys.members[i];
      if (key.disposed || key.value == nullptr) continue;
      const std::uint32_t begin = *value.at;
      object.outcome = validlib::check<Mode::verdict>(*key.value, walk, value);
      walked += *value.at - begin;
    }
    if (object.outcome == Outcome::valid && !presence.isMetBy(members))
      presence.check<Mode::verdict>(dict, {keys, members, false}, walk, object);
    walk.nesting.exit(1);
    leave(walk, cursor, walked);
    return object.outcome;
  }

  // Checks the constants of an object, and moves past it if one of them is wrong: then a OneOf need not walk the object
  // to find that this is not its step.
  [[gnu::always_inline]] Outcome checkConstants(Walk& walk, Cursor& cursor) const noexcept {
    for (const Sought& key : sought_) {
      Cursor value;
      value.at = walk.keyIndex.find(key.text, key.head);
      Outcome outcome = key.required ? Outcome::invalid : Outcome::valid;
      if (value.at != nullptr) outcome = static_cast<const Const&>(*key.value).check<Mode::verdict>(walk, value);
      if (outcome == Outcome::valid) continue;
      if (outcome == Outcome::invalid) leave(walk, cursor, 0);
      return outcome;
    }
    return Outcome::valid;
  }

 private:
  static constexpr std::size_t fewKeys = 4;

  struct Sought {
    Sought(const std::string& name, const Member& key)
        : text(name), head(KeyIndex::headOf(text)), value(key.value), required(key.required) {}

    std::string text;
    std::uint64_t head;
    const Node* value;
    bool required;
  };

  // Moves past the object. `walked` bytes of it were walked.
  static void leave(Walk& walk, Cursor& cursor, std::uint64_t walked) noexcept {
    const std::uint64_t size = *walk.keyIndex.end() - *cursor.at;
    cursor.at = walk.keyIndex.end();
    walk.work.accounted += size - std::min(size, walked);
  }

  bool isSparse_ = false;
  // The keys to look for: all of them if it is sparse, else those of constants.
  std::vector<Sought> sought_;
};

}  // namespace validlib
