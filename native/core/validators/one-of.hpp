// OneOf: the first step that passes, or the one that a discriminator or the type of the value selects; or the only one
// that passes. If nothing selects a step, a OneOf that contains a delegated validator is delegated itself.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "../dump/params.hpp"
#include "../tags.hpp"
#include "../trial.hpp"
#include "bounds.hpp"
#include "pipeline.hpp"

namespace validlib {

struct OneOf : StepsPipeline {
  OneOf() noexcept : StepsPipeline(Kind::oneOf) {}

  // Null if there is no discriminator.
  std::unique_ptr<Tags> tags;
  // The numbers of the steps that tags select, each followed by that of a step inside it if it is a union by the same
  // key, and so on; `noStep` ends them. A tag has the index of the first.
  std::vector<std::int32_t> routes;
  // True if the type of the value selects the step, and the step for each type: null, booleans, numbers, texts, arrays
  // and objects.
  bool byType = false;
  // Only one step may pass: all of them are tried.
  bool exclusive = false;
  std::array<std::int32_t, 6> types{noStep, noStep, noStep, noStep, noStep, noStep};

  static constexpr std::int32_t noStep = -1;

  void read(dump::Params& params) override {
    StepsPipeline::read(params);
    nullable = params.flag("nullable");
    const std::string key = params.text("discriminator");
    dump::element given;
    if (params.find("tags", given)) {
      tags = std::make_unique<Tags>();
      tags->key = key;
      params.eachItem("tags", [&](dump::element entry) { readTag(entry, params); });
      if (params.find("missing", given)) {
        std::uint64_t step = 0;
        if (given.get(step) != dump::SUCCESS || step >= steps.size()) return params.reject();
        tags->missing = static_cast<std::int32_t>(routes.size());
        routes.insert(routes.end(), {static_cast<std::int32_t>(step), noStep});
      }
    }
    exclusive = params.flag("exclusive");
    byType = params.flag("by_type");
    std::size_t type = 0;
    params.eachItem("types", [&](dump::element entry) {
      std::int64_t step = noStep;
      const bool sound = entry.get(step) == dump::SUCCESS && type < types.size() && step >= noStep &&
                         step < static_cast<std::int64_t>(steps.size());
      if (!sound) return params.reject();
      types[type++] = static_cast<std::int32_t>(step);
    });
  }

  bool mustDelegate(const TraitsTable& traits) const override {
    return tags == nullptr && !byType && traits[id].delegates;
  }
  // With tags, once for the tag and once for the step.
  std::size_t walks() const override { return tags == nullptr ? steps.size() : 2; }

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if (tags != nullptr) [[unlikely]]
      return checkChosen<mode>(walk, cursor);
    if (takeNull<mode>(*this, walk, cursor, mark::nullContainer)) return Outcome::valid;
    if (byType) {
      const std::int32_t step = stepByType(walk, cursor);
      if (step != noStep) return checkTyped<mode>(walk, cursor, step);
    }
    // A tail call, as in `checkOnce`.
    if (walk.isMemoized(*this)) return checkMemoized<mode>(walk, cursor);
    if (!walk.nesting.enter(0)) return walk.stop();
    std::uint16_t step;
    const Outcome outcome = checkSteps<mode>(walk, cursor, step);
    walk.nesting.exit(0);
    return outcome;
  }

  // The step for the type of the value.
  template <Mode mode>
  [[gnu::always_inline]] Outcome checkTyped(Walk& walk, Cursor& cursor, std::int32_t step) const noexcept {
    if (!walk.nesting.enter(0)) return walk.stop();
    if constexpr (mode == Mode::value) *cursor.out++ = step;
    const Outcome outcome = checkHere<mode>(*steps[static_cast<std::size_t>(step)], walk, cursor);
    walk.nesting.exit(0);
    return outcome;
  }

  template <Mode mode>
  [[gnu::noinline]] Outcome checkChosen(Walk& walk, Cursor& cursor) const noexcept {
    return checkOnce<mode>(*this, walk, cursor);
  }

  // Finds the tag, and walks the step that it selects. Usually its key comes first: then nothing is walked twice.
  template <Mode mode>
  Outcome checkInside(Walk& walk, Cursor& cursor) const noexcept {
    if (walk.tokens.peek(cursor) != '{') return checkNull<mode>(*this, walk, cursor, mark::nullContainer);
    const std::uint32_t opening = *cursor.at;
    Effort effort(walk.work, cursor);
    Cursor ahead;
    ahead.at = cursor.at;
    const Sought sought = seekInside(walk, ahead);
    if (sought == Sought::stop) return walk.stop();
    if (ahead.at > cursor.at + first && !effort.spend(ahead)) return walk.stop(Stop::costly);
    std::int32_t route = tags->missing;
    if (sought == Sought::tag && !tags->find(walk, ahead, route)) return walk.stop();
    if (route == Tags::none) {
      cursor.at = ahead.at;
      const Outcome outcome = sought == Sought::tag ? refuseTag<mode>(walk, cursor)
                                                    : walk.refuse<mode>(*this, Reason::missingTag, 0, opening);
      effort.end(cursor);
      return outcome;
    }
    const std::uint32_t delegatedBefore = walk.delegations.count;
    const Node* step = this;
    const std::int32_t* at = &routes[static_cast<std::size_t>(route)];
    do {
      if constexpr (mode == Mode::value) *cursor.out++ = *at;
      step = static_cast<const OneOf*>(step)->steps[static_cast<std::size_t>(*at++)];
    } while (*at != noStep && step->kind == Kind::oneOf);
    const Node& chosen = *step;
    const Outcome outcome = validlib::check<mode>(chosen, walk, cursor);
    if (outcome == Outcome::stop) return outcome;
    if (walk.delegations.count != delegatedBefore && (chosen.kind == Kind::delegated || chosen.mayBeDelegated)) {
      // JavaScript gets the whole object, whose last tag counts.
      if (sought == Sought::tag && !isLast(walk, ahead)) return walk.stop();
      if (!effort.spend(ahead)) return walk.stop(Stop::costly);
    }
    if (!effort.spend(cursor)) return walk.stop(Stop::costly);
    effort.end(cursor);
    return outcome;
  }

 private:
  // [tag, number of the step, number of the step inside that, …]
  void readTag(dump::element entry, dump::Params& params) {
    dump::element tag;
    dump::array parts;
    if (entry.at(0).get(tag) != dump::SUCCESS || entry.get_array().get(parts) != dump::SUCCESS) return params.reject();
    const auto route = static_cast<std::int32_t>(routes.size());
    const Node* around = this;
    bool isTag = true;
    for (const dump::element part : parts) {
      if (!std::exchange(isTag, false)) around = readStep(part, around);
      if (around == nullptr) return params.reject();
    }
    if (around == this) return params.reject();
    routes.push_back(noStep);
    double number = 0;
    if (tag.is_string())
      tags->add(dump::textOf(tag), route);
    else if (tag.is_null())
      tags->addNull(route);
    else if (tag.is_bool())
      tags->add(dump::isTrue(tag), route);
    else if (dump::numberIn(tag, number))
      tags->add(number, route);
    else
      params.delegate();
  }

  // Adds a step to the route; null if the union around it has none with that number. What is delegated has no steps.
  const Node* readStep(dump::element part, const Node* around) {
    std::uint64_t index = 0;
    if (part.get(index) != dump::SUCCESS) return nullptr;
    if (around->kind != Kind::oneOf) return around;
    const std::vector<const Node*>& all = static_cast<const OneOf*>(around)->steps;
    if (index >= all.size()) return nullptr;
    routes.push_back(static_cast<std::int32_t>(index));
    return all[index];
  }

  // The step for the type of the next value.
  std::int32_t stepByType(Walk& walk, const Cursor& cursor) const noexcept {
    switch (walk.tokens.peek(cursor)) {
      case 'n': return types[0];
      case 't':
      case 'f': return types[1];
      case '"': return types[3];
      case '[': return types[4];
      case '{': return types[5];
      case '-': return types[2];
      default: return isDigit(walk.tokens.peek(cursor)) ? types[2] : noStep;
    }
  }

  // The number of tokens before the value of an object's first key.
  static constexpr std::ptrdiff_t first = 3;

  // The result of a search for the tag.
  enum class Sought : std::uint8_t {
    tag,   // the cursor is at the tag
    end,   // the cursor is after the object
    stop,  // not JSON, or nested too deep
  };

  // From the beginning of an object.
  Sought seekInside(Walk& walk, Cursor& cursor) const noexcept {
    // Skipped values are one level deeper.
    if (!walk.nesting.enter(1)) return Sought::stop;
    ++cursor.at;
    const bool empty = walk.tokens.peek(cursor) == '}';
    if (empty) ++cursor.at;
    const Sought sought = empty ? Sought::end : seek(walk, cursor);
    walk.nesting.exit(1);
    return sought;
  }

  // From a key on.
  Sought seek(Walk& walk, Cursor& cursor) const noexcept {
    for (;;) {
      Text text;
      if (walk.tokens.peek(cursor) != '"' || !walk.tokens.readString(cursor, text)) return Sought::stop;
      const bool found = text.bytes == tags->key;
      if (walk.tokens.take(cursor) != ':') return Sought::stop;
      if (found) return Sought::tag;
      if (!walk.skip(cursor)) return Sought::stop;
      const std::uint8_t next = walk.tokens.take(cursor);
      if (next != ',') return next == '}' ? Sought::end : Sought::stop;
    }
  }

  // Moves from the value of one tag past the object; false if another tag follows.
  bool isLast(Walk& walk, Cursor& cursor) const noexcept {
    if (!walk.nesting.enter(1)) return false;
    const bool last = walk.skip(cursor) && endsBehind(walk, cursor);
    walk.nesting.exit(1);
    return last;
  }

  // The same from after the value.
  bool endsBehind(Walk& walk, Cursor& cursor) const noexcept {
    const std::uint8_t next = walk.tokens.take(cursor);
    return next == '}' || (next == ',' && seek(walk, cursor) == Sought::end);
  }

  // Fails a next value whose tag selects no step. Moves past the object that contains it.
  template <Mode mode>
  Outcome refuseTag(Walk& walk, Cursor& cursor) const noexcept {
    if (!walk.isExhaustive<mode>()) {
      // A later value of the same key would replace it.
      walk.pass.refuseEarly();
      return Outcome::invalid;
    }
    if (!walk.nesting.enter(1)) return walk.stop();
    Outcome outcome;
    {
      const Step<mode> way(walk, PathKind::tag, true, id);
      outcome = walk.refuse<mode>(*this, cursor, Reason::tag);
    }
    if (outcome == Outcome::invalid && !endsBehind(walk, cursor)) outcome = walk.stop();
    walk.nesting.exit(1);
    return outcome;
  }

  // Writes which step has passed.
  template <Mode mode>
  [[gnu::always_inline]] Outcome checkSteps(Walk& walk, Cursor& cursor, std::uint16_t& passed) const noexcept {
    Effort effort(walk.work, cursor);
    const Indexed<mode> indexed(walk, cursor, indexes);
    const Checkpoint<mode> before(walk, cursor);
    // Each step that passes may evaluate other members.
    const bool triesAll = exclusive || walk.scope.records;
    const auto* end = cursor.at;
    bool truncated = false;
    bool delegates = false;
    // A bit for each of the first steps that pass, if they are several.
    std::uint32_t ambiguous = 0;
    {
      Step<mode> way(walk, PathKind::step, true);
      for (std::size_t i = 0; i < steps.size() && !delegates && ambiguous == 0; ++i) {
        before.rewind(cursor);
        if constexpr (mode == Mode::value) *cursor.out++ = static_cast<std::int32_t>(i);
        walk.report.truncated = false;
        const Outcome outcome = checkStep<mode>(i, walk, cursor, way, effort);
        if (outcome == Outcome::stop) return outcome;
        if (outcome == Outcome::valid) {
          before.forgetFailures();
          truncated = false;
          before.forgetEarlyRefusal();
          delegates = before.delegates();
          if (!delegates && triesAll && !tryOthers<mode>(i, before.at(), walk, effort, ambiguous)) return walk.stop();
          effort.end(cursor);
          passed = static_cast<std::uint16_t>(i);
          if (!delegates && ambiguous == 0) return outcome;
        }
        truncated |= walk.report.truncated;
        if (cursor.at > end) end = cursor.at;
      }
    }
    // The step has delegated a part of the value, so it is not known here whether it accepts the value.
    if (delegates) return before.delegateWhole(*this, mark::delegatedSteps, cursor);
    before.rewind(cursor);
    walk.report.truncated = truncated;
    cursor.at = end;
    effort.end(cursor);
    return ambiguous == 0 ? Outcome::invalid : walk.refuse<mode>(*this, Reason::ambiguous, ambiguous, *before.at());
  }

  // Tries the steps after the first that passes. `ambiguous` says which pass, if there are others. False if the walk
  // cannot go on.
  template <Mode mode>
  [[gnu::noinline]] bool tryOthers(std::size_t passed, const std::uint32_t* at, Walk& walk, Effort& effort,
                                   std::uint32_t& ambiguous) const noexcept {
    Trial trial(walk, at);
    std::size_t last = passed;
    for (std::size_t i = passed + 1; i < steps.size(); ++i) {
      const Outcome outcome = trial.run(*steps[i], effort);
      if (outcome == Outcome::stop) return false;
      if (outcome == Outcome::invalid) continue;
      if (!exclusive) continue;
      last = i;
      if (!walk.isExhaustive<mode>()) break;
      ambiguous |= i < mostShown ? std::uint32_t{1} << i : 0;
    }
    if (last == passed) return trial.isSound();
    // A record has no room for the numbers of later steps.
    if (mode == Mode::failures && last >= mostShown) return false;
    ambiguous |= std::uint32_t{1} << std::min(passed, mostShown - 1);
    return trial.isSound();
  }
  static constexpr std::size_t mostShown = 32;

  // Finds the step first, then walks it.
  template <Mode mode>
  [[gnu::noinline]] Outcome checkMemoized(Walk& walk, Cursor& cursor) const noexcept {
    if (mode == Mode::failures || !walk.nesting.enter(0)) return walk.stop();
    Effort effort(walk.work, cursor);
    const auto* const start = cursor.at;
    std::uint16_t step = 0;
    Outcome outcome = walk.recall(*this, cursor, step, [&](std::uint16_t& passed) noexcept {
      return checkSteps<Mode::verdict>(walk, cursor, passed);
    });
    if (mode == Mode::value && outcome == Outcome::valid) {
      cursor.at = start;
      *cursor.out++ = step;
      outcome = validlib::check<mode>(*steps[step], walk, cursor);
      if (outcome != Outcome::valid || !effort.spend(cursor)) return walk.stop();
    }
    walk.nesting.exit(0);
    effort.end(cursor);
    return outcome;
  }
};

}  // namespace validlib
