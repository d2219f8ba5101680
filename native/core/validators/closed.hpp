// Closed: a value without members that no validator inside has evaluated. The verdict comes first: only then is the
// value written.
#pragma once

#include "../checkpoint.hpp"
#include "../dump/params.hpp"
#include "../members.hpp"
#include "array.hpp"
#include "pipeline.hpp"

namespace validlib {

struct Closed : Pipeline {
  Closed() noexcept : Pipeline(Kind::closed) {}

  const Node* item = nullptr;
  // The validator of the members that are left. Null if there must be none.
  const Node* rest = nullptr;

  void read(dump::Params& params) override {
    item = params.member("item");
    rest = params.member("rest");
    if (item == nullptr) params.reject();
  }

  std::vector<const Node*> children() const override {
    return rest == nullptr ? std::vector<const Node*>{item} : std::vector<const Node*>{item, rest};
  }
  // Its members are validated again as they are in the text.
  bool mustDelegate(const TraitsTable& traits) const override {
    const Traits& own = traits[id];
    return !own.keepsInput || own.delegates || (rest != nullptr && traits[rest->id].readsDigits);
  }
  bool mayDelegateWhole(const TraitsTable& traits) const override { return traits[id].mayDelegate; }
  std::size_t walks() const override { return 3; }

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    return checkOnce<mode>(*this, walk, cursor);
  }

  template <Mode mode>
  Outcome checkInside(Walk& walk, Cursor& cursor) const noexcept {
    Effort effort(walk.work, cursor);
    const Checkpoint<mode> before(walk, cursor);
    constexpr Mode own = mode == Mode::value ? Mode::verdict : mode;
    Cursor end{cursor.at};
    walk.scope.records = true;
    Outcome outcome = validlib::check<own>(*item, walk, end);
    walk.scope.records = false;
    if (outcome == Outcome::valid && !before.delegates()) outcome = checkLeft<mode>(walk, before.at(), before.left());
    before.leave();
    before.forgetMembers();
    if (outcome == Outcome::stop) return outcome;
    if (!effort.spend(end)) return walk.stop(Stop::costly);
    // A validator has delegated a part of the value, so it is not known here whether it accepts the value.
    if (outcome == Outcome::valid && before.delegates()) return before.delegateWhole(*this, mark::delegated, cursor);
    if (outcome == Outcome::valid && walk.scope.records && !walk.unevaluated.endList()) return walk.stop();
    if constexpr (mode == Mode::value) {
      if (outcome == Outcome::valid) {
        before.rewind(cursor);
        if (mayBeDelegated) *cursor.out++ = mark::handled;
        outcome = validlib::check<mode>(*item, walk, cursor);
        effort.end(end);
        return outcome;
      }
    }
    before.forgetSigns(outcome);
    cursor.at = end.at;
    effort.end(cursor);
    return outcome;
  }

 private:
  static std::uint8_t closingOf(bool isObject) noexcept { return isObject ? '}' : ']'; }

  // Checks the members that are left, after the whole was valid.
  template <Mode mode>
  [[gnu::noinline]] Outcome checkLeft(Walk& walk, const std::uint32_t* start,
                                      const Unevaluated::Left& left) const noexcept {
    const std::uint8_t bracket = walk.tokens.text[*start];
    const bool isObject = bracket == '{';
    if (left.none() || (!isObject && bracket != '[')) return Outcome::valid;
    Cursor cursor{start + 1};
    if (walk.tokens.peek(cursor) == closingOf(isObject)) return Outcome::valid;
    if (!walk.nesting.enter(1)) return walk.stop();
    const Checkpoint<Mode::verdict> before(walk, cursor);
    walk.scope.passesOn |= mode == Mode::value;
    const Outcome outcome = checkMembers < mode == Mode::value ? Mode::verdict : mode > (walk, cursor, isObject, left);
    walk.nesting.exit(1);
    // The value is written by the validator inside.
    return mode == Mode::value && before.dropsSigns() ? walk.stop() : outcome;
  }

  template <Mode mode>
  Outcome checkMembers(Walk& walk, Cursor& cursor, bool isObject, const Unevaluated::Left& left) const noexcept {
    // If a container has passed, it has seen all keys.
    Members members(walk, 0);
    Step<mode> way(walk, PathKind::index, true);
    Outcome result = Outcome::valid;
    std::size_t next = left.begin;
    for (std::uint32_t index = 0; left.all || next != left.end; ++index) {
      if (!isObject && index == maxItems) return walk.stop();
      const bool isLeft = left.all || walk.unevaluated.at(next) == walk.tokens.number(cursor);
      if (isLeft && !left.all) ++next;
      const std::uint32_t opening = *cursor.at;
      way.is(isObject ? PathKind::unknownKey : PathKind::index, isObject ? opening : index);
      if (isObject) {
        Text key;
        if (walk.tokens.peek(cursor) != '"' || !walk.tokens.readString(cursor, key)) return walk.stop();
        if (left.all && !members.addUnknown(opening, walk.tokens.rawString(cursor), key.bytes)) return walk.stop();
        if (isLeft && mode == Mode::failures && !members.keepsPlace(key.bytes)) return walk.stop();
        if (walk.tokens.take(cursor) != ':') return walk.stop();
      }
      Outcome outcome = Outcome::valid;
      if (isLeft && rest != nullptr && !walk.report.truncated)
        outcome = validlib::check<mode>(*rest, walk, cursor);
      else if (!walk.skip(cursor))
        outcome = Outcome::stop;
      else if (isLeft && !walk.report.truncated)
        outcome = walk.refuse<mode>(*this, Reason::forbiddenKey, 0, opening);
      if (outcome == Outcome::stop) return walk.stop();
      if (outcome == Outcome::invalid) {
        if (!walk.isExhaustive<mode>()) {
          // A later value of the same key would replace it.
          walk.pass.refuseEarly();
          return outcome;
        }
        result = outcome;
      }
      const std::uint8_t behind = walk.tokens.take(cursor);
      if (behind == ',') continue;
      return behind == closingOf(isObject) && members.distinct() ? result : walk.stop();
    }
    return result;
  }
};

}  // namespace validlib
