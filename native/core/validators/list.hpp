// List: items of one kind; and Set, which is a List of distinct items until TypeScript converts it to a Set.
#pragma once

#include "../dump/params.hpp"
#include "array.hpp"

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

  void read(dump::Params& params) override {
    nullable = params.flag("nullable");
    item = params.member("item");
    if (item == nullptr) params.reject();
    params.lengths(lengths);
    unique |= params.flag("unique");
    typed = !params.text("as").empty();
  }

  std::vector<const Node*> children() const override { return {item}; }
  Traits traits() const override { return {.keepsInput = !unique && !typed, .mayDelegate = unique && lengths.given}; }

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if (walk.tokens.peek(cursor) != '[') return checkNull<mode>(*this, walk, cursor, mark::nullContainer);
    return mayBeDelegated ? checkOrDelegate<mode>(walk, cursor) : checkArray<mode>(walk, cursor);
  }

 private:
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
    const Undo<mode> undo(walk, cursor);
    Cursor copy = cursor;
    if (!walk.nesting.enter(1)) return walk.stop();
    std::int32_t* const size = copy.out;
    if constexpr (mode == Mode::value) ++copy.out;
    std::uint32_t count = 0;
    const Outcome outcome = checkMembers<mode>(walk, copy, count);
    walk.nesting.exit(1);
    if (outcome == Outcome::valid && (count > lengths.maxlen || lengths.minlen > (count > 0 ? 1 : 0))) {
      return undo.delegateWhole(*this, mark::delegatedContainer, walk, cursor);
    }
    cursor = copy;
    if constexpr (mode == Mode::value) *size = static_cast<std::int32_t>(count);
    return outcome;
  }

  // Checks an item. Not a lambda, because not every compiler can force those inline.
  template <Mode mode>
  struct CheckItem {
    const Node& item;
    Walk& walk;

    [[gnu::always_inline]] Outcome operator()(Cursor& at, std::uint32_t) const noexcept {
      if constexpr (mode == Mode::failures) {
        if (walk.report.truncated) return skipItem<mode>(walk, at);
      }
      return checkHere<mode>(item, walk, at);
    }
  };

  template <Mode mode>
  [[gnu::always_inline]] Outcome checkMembers(Walk& walk, Cursor& cursor, std::uint32_t& count) const noexcept {
    return checkItems<mode>(walk, cursor, count, CheckItem<mode>{*item, walk});
  }
};

struct Set : List {
  Set() noexcept : List(Kind::set) { unique = true; }
};

}  // namespace validlib
