// List: items of one kind; and Set, which is a List of distinct items until TypeScript converts it to a Set.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "../dump/params.hpp"
#include "../sort.hpp"
#include "../trial.hpp"
#include "array.hpp"
#include "float.hpp"

namespace validlib {

struct List : Node {
  List() noexcept : Node(Kind::list) {}
  explicit List(Kind which) noexcept : Node(which) {}

  const Node* item = nullptr;
  Lengths lengths;
  // JavaScript drops equal items. Their number is not known here, so the list is delegated if it matters.
  bool unique = false;
  // The builder makes a typed array, whose range the limits of the items are.
  bool typed = false;
  // In place of `item` for the first items.
  std::vector<const Node*> prefix;
  // A validator that has to accept a number of items, or null.
  const Node* contains = nullptr;
  Lengths matches{1, std::numeric_limits<double>::infinity()};
  // Equal items are not allowed.
  bool uniqueItems = false;
  // Items that Any accepts count as evaluated too.
  bool evaluates = false;

  void read(dump::Params& params) override {
    nullable = params.flag("nullable");
    item = params.member("item");
    if (item == nullptr) params.reject();
    params.lengths(lengths);
    unique |= params.flag("unique");
    evaluates = params.flag("evaluates");
    prefix = params.members("prefix");
    contains = params.member("contains");
    double min = matches.minlen;
    double max = matches.maxlen;
    params.number("min_contains", min);
    params.number("max_contains", max);
    matches = Lengths(min, max);
    uniqueItems = params.flag("unique_items");
    typed = !params.text("as").empty();
  }

  std::vector<const Node*> children() const override {
    std::vector<const Node*> all = prefix;
    all.push_back(item);
    return all;
  }
  std::vector<const Node*> tests() const override {
    return contains == nullptr ? std::vector<const Node*>() : std::vector<const Node*>{contains};
  }
  // Items are compared and validated again as they are in the text.
  bool mustDelegate(const TraitsTable& traits) const override {
    if (contains == nullptr && !uniqueItems) return false;
    const auto all = children();
    return !std::all_of(all.begin(), all.end(), [&traits](const Node* one) {
      return traits[one->id].keepsInput && !traits[one->id].delegates;
    });
  }
  std::size_t walks() const override { return (contains != nullptr ? 2 : 0) + (uniqueItems ? 1 : 0); }
  Traits traits() const override { return {.keepsInput = !unique && !typed, .mayDelegate = unique && lengths.given}; }

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if (walk.tokens.peek(cursor) != '[') return checkNull<mode>(*this, walk, cursor, mark::nullContainer);
    if (walk.scope.records) [[unlikely]]
      return checkEvaluated<mode>(walk, cursor);
    return checkAny<mode>(walk, cursor);
  }

 private:
  template <Mode mode>
  [[gnu::always_inline]] Outcome checkAny(Walk& walk, Cursor& cursor) const noexcept {
    if (!prefix.empty() || contains != nullptr || uniqueItems) [[unlikely]]
      return checkTogether<mode>(walk, cursor, false);
    return mayBeDelegated ? checkOrDelegate<mode>(walk, cursor) : checkArray<mode>(walk, cursor);
  }

  // Where it matters which items are evaluated: all, or the first ones and those that `contains` accepts.
  template <Mode mode>
  [[gnu::noinline]] Outcome checkEvaluated(Walk& walk, Cursor& cursor) const noexcept {
    const bool all = evaluates || item->kind != Kind::anything;
    const bool some = !prefix.empty() || contains != nullptr;
    walk.scope.records = false;
    const Outcome outcome = all || !some ? checkAny<mode>(walk, cursor) : checkTogether<mode>(walk, cursor, true);
    walk.scope.records = true;
    return outcome == Outcome::valid && (all || some) && !walk.unevaluated.endList() ? walk.stop() : outcome;
  }

  // A list whose items differ, or which are compared or counted. `records` which of them are unevaluated.
  template <Mode mode>
  [[gnu::noinline]] Outcome checkTogether(Walk& walk, Cursor& cursor, bool records) const noexcept {
    const std::uint32_t levels = contains == nullptr ? 0 : 1;
    if ((levels > 0 && !walk.nesting.enter(0)) || !walk.nesting.enter(1)) return walk.stop();
    const auto* const start = cursor.at;
    const std::uint32_t delegatedBefore = walk.delegations.count;
    std::int32_t* const size = cursor.out;
    if constexpr (mode == Mode::value) ++cursor.out;
    std::uint32_t count = 0;
    std::uint32_t matched = 0;
    const Outcome outcome = checkItems<mode>(walk, cursor, count, [&](Cursor& at, std::uint32_t index) noexcept {
      if (walk.report.truncated) return skipItem<mode>(walk, at);
      const auto* const first = at.at;
      const bool leads = index < prefix.size();
      const Outcome own = checkHere<mode>(leads ? *prefix[index] : *item, walk, at);
      if (own != Outcome::valid) return own;
      const std::uint32_t before = matched;
      if (!countMatch(walk, first, at, matched, records)) return walk.stop();
      if (!records || leads || matched > before) return own;
      const auto token = static_cast<std::uint32_t>(first - walk.tokens.first());
      return walk.unevaluated.add(token) ? own : walk.stop();
    });
    walk.nesting.exit(1);
    if (levels > 0) walk.nesting.exit(0);
    if (outcome != Outcome::valid) return outcome;
    if constexpr (mode == Mode::value) *size = static_cast<std::int32_t>(count);
    const bool counts = contains == nullptr || matches.holds(matched);
    if (counts && !uniqueItems && (!lengths.given || lengths.holds(count))) return Outcome::valid;
    // Items that may still fail come first.
    if (walk.delegations.count != delegatedBefore) return walk.stop();
    // Of a list that is too long only that matters.
    if (count <= lengths.maxlen) {
      if (!counts) {
        const Reason why = matches.broken(matched) == Reason::minLength ? Reason::minMatches : Reason::maxMatches;
        return walk.refuse<mode>(*this, why, matched, *start);
      }
      const Outcome distinct = uniqueItems ? checkDistinct<mode>(walk, start, count) : Outcome::valid;
      if (distinct != Outcome::valid) return distinct;
    }
    if (!lengths.given || lengths.holds(count)) return Outcome::valid;
    return walk.refuse<mode>(*this, lengths.broken(count), count, *start);
  }

  // Counts an item if `contains` accepts it; false if the walk cannot go on.
  [[gnu::always_inline]] bool countMatch(Walk& walk, const std::uint32_t* first, const Cursor& behind,
                                         std::uint32_t& matched, bool countsAll) const noexcept {
    // Without a greatest number, it does not matter how many more there are.
    const bool isEnough = matched >= matches.minlen && std::isinf(matches.maxlen);
    if (contains == nullptr || (isEnough && !countsAll)) return true;
    Cursor cursor;
    cursor.at = first;
    Effort effort(walk.work, cursor);
    const Outcome outcome = verdictOf(*contains, walk, first, effort);
    if (outcome == Outcome::stop) return false;
    if (outcome == Outcome::valid) ++matched;
    effort.end(behind);
    return true;
  }

  // Searches `count` items for equal ones, from the bracket on: each but the first of them is a failure.
  template <Mode mode>
  [[gnu::noinline]] Outcome checkDistinct(Walk& walk, const std::uint32_t* bracket,
                                          std::uint32_t count) const noexcept {
    const std::size_t base = walk.digested.size();
    Cursor cursor;
    cursor.at = bracket + 1;
    walk.knownDigests.begin(walk.tokens.number(cursor));
    for (std::uint32_t index = 0; index < count; ++index) {
      Digested one{{}, cursor.at, index, 0};
      if (!walk.digest(cursor, one.digest)) return walk.stop();
      one.end = cursor.at[-1] + 1;
      if (walk.work.total > walk.work.most) return walk.stop(Stop::costly);
      if (!walk.digested.push(one)) return walk.stop();
      // The comma.
      ++cursor.at;
    }
    walk.knownDigests.end();
    Digested* const first = walk.digested.begin() + base;
    Digested* const last = walk.digested.end();
    sort(first, last);
    // Those that are equal to an earlier one, each with the index of the first in place of its digest.
    Digested* behind = first;
    for (Digested* run = first; run != last;) {
      const Digested leader = *run;
      for (++run; run != last && run->digest == leader.digest; ++run) {
        // Equal values in another spelling are left to TypeScript: two digests might be equal by chance.
        if (!walk.isSpelledAlike(leader, *run)) return walk.stop();
        *behind = *run;
        behind++->digest.low = leader.index;
      }
    }
    const Outcome outcome = behind == first ? Outcome::valid : Outcome::invalid;
    if constexpr (mode == Mode::failures) {
      sort(first, behind, [](const Digested& a, const Digested& b) noexcept { return a.index < b.index; });
      Step<mode> way(walk, PathKind::index, true);
      for (const Digested* one = first; one != behind && !walk.report.truncated; ++one) {
        const std::uint32_t begin = *one->at;
        if (walk.zeros.any(begin, one->end)) return walk.stop();
        way.is(one->index);
        const auto leader = static_cast<std::uint32_t>(one->digest.low);
        walk.report.add({Reason::duplicateItem, id, leader, begin, begin, one->end, Place::noItem, true, false});
      }
    }
    walk.digested.truncate(base);
    return outcome;
  }

  template <Mode mode>
  [[gnu::always_inline]] Outcome checkArray(Walk& walk, Cursor& cursor) const noexcept {
    if (!walk.nesting.enter(1)) return walk.stop();
    const std::uint32_t opening = *cursor.at;
    const std::uint32_t delegatedBefore = walk.delegations.count;
    std::int32_t* const size = cursor.out;
    if constexpr (mode == Mode::value) ++cursor.out;
    std::uint32_t count = 0;
    const Outcome outcome = checkMembers<mode>(walk, cursor, count);
    walk.nesting.exit(1);
    if (outcome != Outcome::valid) return outcome;
    if constexpr (mode == Mode::value) *size = static_cast<std::int32_t>(count);
    if (!lengths.given || lengths.holds(count)) return Outcome::valid;
    // Items that may still fail come first.
    if (walk.delegations.count != delegatedBefore) return walk.stop();
    return walk.refuse<mode>(*this, lengths.broken(count), count, opening);
  }

  template <Mode mode>
  [[gnu::noinline]] Outcome checkOrDelegate(Walk& walk, Cursor& cursor) const noexcept {
    const Checkpoint<mode> before(walk, cursor);
    Cursor copy = cursor;
    if (!walk.nesting.enter(1)) return walk.stop();
    std::int32_t* const size = copy.out;
    if constexpr (mode == Mode::value) ++copy.out;
    std::uint32_t count = 0;
    const Outcome outcome = checkMembers<mode>(walk, copy, count);
    walk.nesting.exit(1);
    if (outcome == Outcome::valid && (count > lengths.maxlen || lengths.minlen > (count > 0 ? 1 : 0))) {
      return before.delegateWhole(*this, mark::delegatedContainer, cursor);
    }
    cursor = copy;
    if constexpr (mode == Mode::value) *size = static_cast<std::int32_t>(count);
    return outcome;
  }

  // Checks an item. Not a lambda, because not every compiler can force those inline.
  template <Mode mode>
  class CheckItem {
   public:
    CheckItem(const Node& item, Walk& walk) noexcept
        : item_(item),
          walk_(walk),
          numbers_(item.kind == Kind::floating ? &static_cast<const Float&>(item) : nullptr) {}

    [[gnu::always_inline]] Outcome operator()(Cursor& at, std::uint32_t& index) noexcept {
      if constexpr (mode == Mode::failures) {
        if (walk_.report.truncated) return skipItem<mode>(walk_, at);
      }
      if constexpr (mode == Mode::value) {
        if (numbers_ != nullptr && index >= nextMany_) checkMany(at, index);
      }
      return checkHere<mode>(item_, walk_, at);
    }

   private:
    // Moves past items that can be read many at a time, at least one before the last. If they are few, trying again
    // soon would not pay.
    void checkMany(Cursor& at, std::uint32_t& index) noexcept {
      Cursor copy;
      copy.follow<mode>(at);
      const auto count = static_cast<std::uint32_t>(numbers_->checkMany(walk_, copy));
      at.follow<mode>(copy);
      index += count;
      nextMany_ = index + (count < 8 ? 64 : 1);
    }

    const Node& item_;
    Walk& walk_;
    const Float* numbers_;
    // Short lists are read item by item.
    std::uint32_t nextMany_ = 4;
  };

  template <Mode mode>
  [[gnu::always_inline]] Outcome checkMembers(Walk& walk, Cursor& cursor, std::uint32_t& count) const noexcept {
    return checkItems<mode>(walk, cursor, count, CheckItem<mode>(*item, walk));
  }
};

struct Set : List {
  Set() noexcept : List(Kind::set) { unique = true; }
};

}  // namespace validlib
