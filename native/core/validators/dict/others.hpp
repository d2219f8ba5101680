// Keys that are not in the schema of a Dict: forbidden, dropped or kept, or validated by `extra` or `patterns`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../../dump/params.hpp"
#include "../../pattern.hpp"
#include "../../relay.hpp"
#include "../entry.hpp"
#include "../sequence.hpp"
#include "keys.hpp"
#include "object.hpp"

namespace validlib {

class Others {
 public:
  // The treatment of such a key if there is no `extra`, and it matches no pattern.
  enum class Unknown : std::uint8_t { forbid, strip, keep };
  Unknown unknown = Unknown::forbid;
  // Null if there is no `extra`.
  const Node* extraKey = nullptr;
  const Node* extraValue = nullptr;
  // Validators of the values whose key matches, in order.
  struct KeyPattern {
    const Pattern* pattern;
    const Node* value;
  };
  std::vector<KeyPattern> patterns;
  // The validator of the values of all these keys, or null if it depends on the key.
  const Node* value = nullptr;
  // These keys and their values do not matter, unless the result is needed.
  bool areSkipped = false;

  void read(dump::Params& params, Keys& keys) {
    const std::vector<const Node*> extra = params.members("extra");
    if (extra.size() == 2) {
      extraKey = extra[0];
      extraValue = extra[1];
    }
    const std::string others = params.text("unknown");
    if (others == "strip") unknown = Unknown::strip;
    if (others == "keep") unknown = Unknown::keep;
    readPatterns(params, keys);
  }

  // What a Dict asks of all keys.
  struct Demands {
    bool skips;
    bool validates;
    bool counts;
  };
  // Call it when all parameters are known.
  void prepare(const Demands& demands) noexcept {
    demands_ = demands;
    if (demands.skips) return;
    const bool matchesAll = patterns.size() == 1 && patterns[0].pattern != nullptr && patterns[0].pattern->matchesAll();
    if (extraKey == nullptr && matchesAll) value = patterns[0].value;
    if (extraKey != nullptr && extraKey->kind == Kind::anything && patterns.empty()) value = extraValue;
    areSkipped = extraKey == nullptr && unknown != Unknown::forbid && patterns.empty() && !demands.counts;
  }

  // The validators of values, also those that get a value of another.
  void addChildren(std::vector<const Node*>& into) const {
    if (extraKey != nullptr) into.insert(into.end(), {extraKey, extraValue});
    for (const KeyPattern& one : patterns) into.push_back(one.value);
  }

  // Returns whether such keys get into the result.
  bool areTaken() const noexcept { return takesUnmatched() || !patterns.empty(); }

  bool mustDelegate(const TraitsTable& traits) const {
    for (const auto& sequence : sequences_) {
      if (!canRelay(sequence->steps, traits)) return true;
    }
    std::vector<const Node*> matched;
    matched.reserve(patterns.size());
    for (const KeyPattern& one : patterns) matched.push_back(one.value);
    if (!canRelay(matched, traits)) return true;
    // A key that is passed on has to be checked first.
    return extraKey != nullptr && (!traits[extraKey->id].keepsInput || traits[extraKey->id].delegates);
  }

  // A key in the text.
  struct Key {
    Bytes raw;
    const Text& text;
    // Its number if its presence matters, or -1.
    std::int32_t number;
    bool blank;
  };

  // Handles a key at the cursor, and its value.
  template <Mode mode>
  Outcome check(const Node& dict, Walk& walk, Cursor& cursor, Members& members, Step<mode>& way, Object& object,
                const Key& key) const noexcept {
    const std::uint32_t opening = *cursor.at;
    const std::size_t before = walk.matches.size();
    if (!patterns.empty() && !match(walk, key.text.bytes)) return delegateWhole(dict, walk, object);
    const std::size_t matched = walk.matches.size() - before;
    if (key.blank || walk.report.truncated) walk.matches.truncate(before);
    const bool drops = unknown == Unknown::strip && matched == 0;
    if (mode == Mode::failures && !(drops && !demands_.validates) && !members.keepsPlace(key.text.bytes))
      return delegateWhole(dict, walk, object);
    // One that is kept as it is may come twice: the last value counts in any case.
    const bool isKept = unknown == Unknown::keep && matched == 0 && !demands_.skips;
    const bool isOnce = demands_.validates || demands_.counts || (!drops && (!isKept || object.records));
    if (isOnce && !members.addUnknown(opening, key.raw, key.text.bytes)) return walk.stop();
    if (drops || key.blank) return skipMember(walk, cursor) ? Outcome::valid : walk.stop();
    way.is(PathKind::unknownKey, opening);
    if (walk.report.truncated || (matched == 0 && !takesUnmatched())) return forbid<mode>(dict, walk, cursor);
    if (matched > 0) {
      come(key, members);
      return checkMatched<mode>(walk, cursor, matched, key.text);
    }
    if constexpr (mode == Mode::value) {
      *cursor.out++ = mark::extraKey;
      if (!walk.putString(cursor, key.text)) return walk.stop();
    }
    if (unknown != Unknown::keep) return checkExtra<mode>(dict, walk, cursor, members, object, key);
    come(key, members);
    if (object.records && !walk.unevaluated.add(walk.tokens.number(cursor))) return walk.stop();
    return keep<mode>(walk, cursor);
  }

 private:
  // Returns whether keys get into the result that match no pattern.
  bool takesUnmatched() const noexcept { return extraKey != nullptr || unknown == Unknown::keep; }

  // [pattern, validator, the keys of the schema that match it, by number]
  void readPatterns(dump::Params& params, Keys& keys) {
    std::vector<std::vector<const Node*>> steps(keys.count);
    for (std::size_t i = 0; i < keys.count; ++i) steps[i].push_back(keys.members[i].value);
    params.eachItem("patterns", [&](dump::element entry) {
      dump::element pattern;
      dump::element given;
      dump::array matching;
      const bool sound = entry.at(0).get(pattern) == dump::SUCCESS && entry.at(1).get(given) == dump::SUCCESS &&
                         entry.at(2).get(matching) == dump::SUCCESS;
      if (!sound) return params.reject();
      patterns.push_back({params.pattern(pattern), params.node(given)});
      for (const dump::element key : matching) {
        std::uint64_t number = 0;
        if (key.get(number) != dump::SUCCESS || number >= keys.count) return params.reject();
        steps[number].push_back(patterns.back().value);
      }
    });
    for (std::size_t i = 0; i < keys.count; ++i) {
      if (steps[i].size() < 2) continue;
      sequences_.push_back(std::make_unique<Sequence>(std::move(steps[i])));
      keys.members[i].value = sequences_.back().get();
    }
  }

  // Pushes the patterns that a key matches; false if only JavaScript knows them, or if there is not enough memory.
  [[gnu::noinline]] bool match(Walk& walk, Bytes key) const noexcept {
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      const Pattern::Answer answer = patterns[i].pattern->matches(key);
      if (answer == Pattern::Answer::no) continue;
      if (answer == Pattern::Answer::unknown || !walk.matches.push(static_cast<std::uint32_t>(i))) return false;
    }
    return true;
  }

  // The key gets into the result, where its presence may matter.
  static void come(const Key& key, Members& members) noexcept {
    if (key.number >= 0) members.add(static_cast<std::size_t>(key.number));
  }

  // Moves past the key at the cursor and its colon; false if it is not JSON.
  static bool takeKey(const Walk& walk, Cursor& cursor) noexcept {
    ++cursor.at;
    return walk.tokens.take(cursor) == ':';
  }
  static bool skipMember(Walk& walk, Cursor& cursor) noexcept { return takeKey(walk, cursor) && walk.skip(cursor); }

  // Fails a key, unless nothing is left to collect.
  template <Mode mode>
  static Outcome forbid(const Node& dict, Walk& walk, Cursor& cursor) noexcept {
    if (!walk.isExhaustive<mode>()) return Outcome::invalid;
    const std::uint32_t opening = *cursor.at;
    if (!skipMember(walk, cursor)) return walk.stop();
    return walk.report.truncated ? Outcome::valid : walk.refuse<mode>(dict, Reason::forbiddenKey, 0, opening);
  }

  // Handles a key that is kept unchanged.
  template <Mode mode>
  [[gnu::noinline]] static Outcome keep(Walk& walk, Cursor& cursor) noexcept {
    if (!takeKey(walk, cursor)) return walk.stop();
    if constexpr (mode == Mode::value) {
      if (walk.tape.full(cursor)) return walk.stop(Stop::tapeFull);
      return walk.copyValue(cursor) ? Outcome::valid : walk.stop();
    }
    return walk.skip(cursor) ? Outcome::valid : walk.stop();
  }

  // Handles a key that `extra` validates.
  template <Mode mode>
  Outcome checkExtra(const Node& dict, Walk& walk, Cursor& cursor, Members& members, Object& object,
                     const Key& key) const noexcept {
    Step<mode> half(walk, PathKind::extraKey, true);
    // A string is always valid as a key, and stays unchanged.
    constexpr Mode keyMode = mode == Mode::value ? Mode::verdict : mode;
    const std::uint32_t delegatedBefore = walk.delegations.count;
    const Outcome keyOutcome = validlib::check<keyMode>(*extraKey, walk, cursor);
    if (keyOutcome == Outcome::invalid && !walk.isExhaustive<mode>()) return keyOutcome;
    if (keyOutcome == Outcome::stop || walk.tokens.take(cursor) != ':') return walk.stop();
    if (walk.delegations.count != delegatedBefore) return delegateWhole(dict, walk, object);
    if (keyOutcome == Outcome::valid) come(key, members);
    half.is(PathKind::extraValue, 0);
    if (walk.report.truncated) return walk.skip(cursor) ? keyOutcome : walk.stop();
    const Outcome outcome = validlib::check<mode>(*extraValue, walk, cursor);
    return outcome == Outcome::valid ? keyOutcome : outcome;
  }

  // Handles a key that matches the last `matched` patterns on the stack.
  template <Mode mode>
  [[gnu::noinline]] Outcome checkMatched(Walk& walk, Cursor& cursor, std::size_t matched,
                                         const Text& key) const noexcept {
    const std::size_t first = walk.matches.size() - matched;
    const std::uint32_t last = walk.matches[walk.matches.size() - 1];
    if constexpr (mode == Mode::value) {
      *cursor.out++ = mark::patternKey - static_cast<std::int32_t>(last);
      if (!walk.putString(cursor, key)) return walk.stop();
    }
    if (!takeKey(walk, cursor)) return walk.stop();
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

  // The validators of the keys of the schema that match patterns.
  std::vector<std::unique_ptr<Sequence>> sequences_;
  Demands demands_{};
};

}  // namespace validlib
