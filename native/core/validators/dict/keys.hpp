// The keys that a Dict knows, and which of them have come in an object.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../../keys.hpp"
#include "../../members.hpp"
#include "../../shapes.hpp"

namespace validlib {

struct Keys {
  // The keys of the schema in its order, then further keys of `dispose`, and those whose presence matters.
  std::vector<Member> members;
  KeyTable table;
  // The size of `members`, whose computation is a division.
  std::size_t count = 0;

  Member& add(const std::string& name, const Node* value) {
    table.add(name);
    ++count;
    return members.emplace_back(name, value);
  }

  // Null if there is no such key.
  Member* named(const std::string& name) {
    const std::int32_t index = table.find(name);
    return index < 0 ? nullptr : &members[static_cast<std::size_t>(index)];
  }

  // The number of a key whose presence matters, which need not be in the schema.
  std::size_t watch(const std::string& name) {
    const std::int32_t known = table.find(name);
    if (known >= 0) return static_cast<std::size_t>(known);
    add(name, nullptr);
    return count - 1;
  }

  // Call it with a number that `table` has found.
  const Member& operator[](std::int32_t key) const noexcept { return members[static_cast<std::size_t>(key)]; }

  // The number in `Members` for a key of the schema whose value counts as missing.
  std::size_t blankOf(std::size_t key) const noexcept { return count + key; }
};

// Which keys get into the result: those of an object that have come, unless they are dropped.
struct Came {
  const Keys& keys;
  const Members& members;
  bool skips;

  bool operator()(std::size_t key) const noexcept {
    return members.has(key) && !keys.members[key].disposed && !(skips && members.has(keys.blankOf(key)));
  }
};

}  // namespace validlib
