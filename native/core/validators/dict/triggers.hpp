// Rules of a Dict that apply if a key is there.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../../sort.hpp"
#include "../../walk.hpp"
#include "keys.hpp"

namespace validlib {

class Triggers {
 public:
  bool empty() const noexcept { return size_ == 0; }

  // The next rule applies because of a key, by number.
  void add(std::size_t key) {
    const auto rule = static_cast<std::uint32_t>(size_++);
    if (masks_.size() <= key / 64) masks_.resize(key / 64 + 1, 0);
    masks_[key / 64] |= std::uint64_t{1} << (key % 64);
    if (rules_.size() <= key) rules_.resize(key + 1, 0);
    rules_[key] = rule;
  }

  // Call it when all rules are known: those whose key is always there need not be found.
  void prepare(const Keys& keys) {
    for (std::size_t key = 0; key < rules_.size(); ++key) {
      const std::uint64_t bit = std::uint64_t{1} << (key % 64);
      if ((masks_[key / 64] & bit) == 0 || !keys.members[key].isFilled()) continue;
      masks_[key / 64] &= ~bit;
      always_.push_back(rules_[key]);
    }
  }

  // Pushes the rules that apply onto the walk's matches, in order. They are found by the keys that have come, because
  // rules may be many. False if there is not enough memory.
  [[nodiscard]] bool push(Walk& walk, const Came& came) const noexcept {
    if (empty()) return true;
    const std::size_t first = walk.matches.size();
    for (const std::uint32_t rule : always_) {
      if (!walk.matches.push(rule)) return false;
    }
    bool hasMemory = true;
    came.members.eachWord([&](std::size_t number) noexcept {
      if (number >= masks_.size()) return;
      for (std::uint64_t word = masks_[number] & came.members.word(number); word != 0; word &= word - 1) {
        const std::size_t key = number * 64 + static_cast<std::size_t>(std::countr_zero(word));
        if (came(key)) hasMemory &= walk.matches.push(rules_[key]);
      }
    });
    if (!hasMemory) return false;
    sort(walk.matches.begin() + first, walk.matches.end(),
         [](std::uint32_t a, std::uint32_t b) noexcept { return a < b; });
    return true;
  }

 private:
  std::size_t size_ = 0;
  // The keys, a bit for each, and the rule of each of them.
  std::vector<std::uint64_t> masks_;
  std::vector<std::uint32_t> rules_;
  // The rules of keys that are always there.
  std::vector<std::uint32_t> always_;
};

}  // namespace validlib
