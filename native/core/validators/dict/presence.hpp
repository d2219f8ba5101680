// Keys that a Dict needs: those of its schema that are neither optional nor have a default, and those of `required`,
// `exhaustive` and `dependent_required`, which need not be in the schema.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "../../dump/params.hpp"
#include "../../members.hpp"
#include "keys.hpp"
#include "object.hpp"
#include "triggers.hpp"

namespace validlib {

class Presence {
 public:
  void read(dump::Params& params, Keys& keys) {
    for (const char* name : {"exhaustive", "required"}) {
      params.eachItem(name, [&](dump::element key) { required_.push_back(keys.watch(dump::textOf(key))); });
    }
    std::size_t before = 0;
    params.eachMember("dependent_required", [&](const std::string& name, dump::element others) {
      requiring_.add(keys.watch(name));
      Dependency one{{}, before};
      dump::array names;
      if (others.get(names) != dump::SUCCESS) return params.reject();
      for (const dump::element other : names) one.others.push_back(keys.watch(dump::textOf(other)));
      before += one.others.size();
      dependencies_.push_back(std::move(one));
    });
  }

  // Call it when all keys are known.
  void prepare(const Keys& keys) {
    requiring_.prepare(keys);
    for (std::size_t i = 0; i < keys.members.size(); ++i) {
      if (!keys.members[i].needed()) continue;
      needs_.push_back(i);
      if (masks_.empty() || masks_.back().word != i / 64) masks_.push_back({i / 64, 0});
      masks_.back().bits |= std::uint64_t{1} << (i % 64);
      areBits_ &= !keys.members[i].disposed;
    }
    areBits_ &= !seesOthers();
  }

  // Returns whether keys matter that need not be in the schema.
  bool seesOthers() const noexcept { return !required_.empty() || !dependencies_.empty(); }

  // Returns whether all needed keys have come, if that is certain from bits for the keys alone; of the first of them.
  bool isMetBy(std::uint32_t came) const noexcept {
    if (!areBits_ || masks_.size() > 1) return false;
    return masks_.empty() || (masks_[0].word == 0 && (masks_[0].bits & ~std::uint64_t{came}) == 0);
  }
  bool isMetBy(const Members& members) const noexcept {
    if (!areBits_) return false;
    for (const Mask& mask : masks_) {
      if ((mask.bits & ~members.word(mask.word)) != 0) return false;
    }
    return true;
  }

  // Reports the keys that are missing.
  template <Mode mode>
  [[gnu::noinline]] void check(const Node& dict, const Came& came, Walk& walk, Object& object) const noexcept {
    for (const std::size_t i : needs_) {
      if (came(i)) continue;
      if (walk.report.truncated) break;
      const auto number = static_cast<std::uint32_t>(i);
      if (!came.keys.members[i].delegatesDefault) {
        object.outcome = walk.refuse<mode>(dict, Reason::missingKey, number, object.opening);
        if constexpr (mode != Mode::failures) return;
      } else {
        walk.delegations.add(walk.nesting);
        if constexpr (mode == Mode::failures) walk.refuse<mode>(dict, Reason::defaulted, number, object.opening);
      }
    }
    if (seesOthers()) checkOthers<mode>(dict, came, walk, object);
  }

 private:
  // Reports keys that are missing whatever their value.
  template <Mode mode>
  [[gnu::noinline]] void checkOthers(const Node& dict, const Came& came, Walk& walk, Object& object) const noexcept {
    const auto expect = [&](std::size_t key, Reason why, std::size_t number) noexcept {
      if (came(key) || came.keys.members[key].isFilled()) return;
      object.outcome = walk.refuse<mode>(dict, why, static_cast<std::uint32_t>(number), object.opening);
    };
    for (std::size_t i = 0; i < required_.size() && !walk.report.truncated; ++i)
      expect(required_[i], Reason::requiredKey, i);
    const std::size_t first = walk.matches.size();
    if (!requiring_.push(walk, came)) {
      object.outcome = walk.stop();
      return;
    }
    for (std::size_t i = first; i < walk.matches.size(); ++i) {
      const Dependency& one = dependencies_[walk.matches[i]];
      for (std::size_t number = 0; number < one.others.size() && !walk.report.truncated; ++number)
        expect(one.others[number], Reason::dependentKey, one.before + number);
    }
    walk.matches.truncate(first);
  }

  // The keys of the schema whose absence has an effect.
  std::vector<std::size_t> needs_;
  // The same as bits, by the words that `Members` has them in; and whether these are sufficient: none is dropped, and
  // no other keys matter.
  struct Mask {
    std::size_t word;
    std::uint64_t bits;
  };
  std::vector<Mask> masks_;
  bool areBits_ = true;
  // Keys that the result must have, whatever their value: those of `exhaustive` come first.
  std::vector<std::size_t> required_;
  // The same for those that it must have if it has another, and how many other rules have before.
  struct Dependency {
    std::vector<std::size_t> others;
    std::size_t before;
  };
  std::vector<Dependency> dependencies_;
  Triggers requiring_;
};

}  // namespace validlib
