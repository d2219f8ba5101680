// A walk over one JSON text, token by token, along a tree of validators. Its parts have a file each: the tokens, the
// tape, the report, the nesting, the delegations, the work. This file has the functions that need several of them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "buffer.hpp"
#include "cursor.hpp"
#include "delegations.hpp"
#include "digest.hpp"
#include "expected-keys.hpp"
#include "key-bits.hpp"
#include "key-index.hpp"
#include "memo.hpp"
#include "mode.hpp"
#include "nesting.hpp"
#include "node.hpp"
#include "pass.hpp"
#include "report.hpp"
#include "shapes.hpp"
#include "tape.hpp"
#include "tokens.hpp"
#include "unevaluated.hpp"
#include "work.hpp"
#include "zeros.hpp"

namespace validlib {

struct Limits {
  std::uint32_t maxDepth;
  std::uint32_t maxErrors;
};

// What holds for the value under way.
struct Scope {
  // Another validator gets the value next, as a step of an AllOf: it has to know which -0 have become 0.
  bool passesOn = false;
  // A Closed around the value wants to know which of its members are unevaluated.
  bool records = false;
};

class Walk {
 public:
  Tokens tokens;
  Tape tape;
  Report report;
  Nesting nesting;
  Delegations delegations;
  Work work;
  // The learned shapes of objects, or null. They do not change during a run.
  const Learned* learned = nullptr;
  ExpectedKeys expectedKeys;
  Pass pass;
  // For tests: every pipeline is too costly for a pass without the memo.
  bool alwaysMemoized = false;
  Memo memo;
  Scope scope;
  Zeros zeros;
  // A reference has exceeded its limit.
  bool tooDeep = false;
  KeyIndex keyIndex;
  // Stacks with the keys of the open objects: bits for those of their schemas, and words for others.
  KeyBits keyBits;
  Buffer<std::uint64_t> words;
  // A stack with the patterns, by number, that the current keys of open objects match.
  Buffer<std::uint32_t> matches;
  // A stack with the items of open lists that have to be distinct.
  Buffer<Digested> digested;
  KnownDigests knownDigests;
  Unevaluated unevaluated;
  // Decoded keys, of those that are written with escapes.
  Buffer<char> unescapedKeys;
  // Scratch memory: numbers in JSON spelling, and strings with collapsed white space.
  Buffer<char> spelling;

  // False if the text is not JSON. It is followed by `textPadding` spaces.
  bool begin(const std::uint8_t* text, std::size_t size) noexcept {
    pass.begin();
    remembers_ = false;
    return tokens.read(text, size);
  }

  // The same for a line of a text that `tokens` has read as lines, and opened.
  void beginLine() noexcept {
    pass.begin();
    remembers_ = false;
  }

  // For a schema whose pipelines may skip the same container again: its end is remembered.
  void rememberEnds() noexcept {
    if (remembers_ || pass.isSurveyed()) return;
    ends_.truncate(0);
    remembers_ = ends_.resize(tokens.count(), 0);
  }

  // Moves to the start of the text, for the pass that was begun, with nothing reported. There is room for the
  // references of the schema, whose pipelines have `stepCount` steps in all.
  Cursor start(Limits limits, std::size_t stepCount) noexcept { return start(limits, stepCount, tokens.size()); }
  // The same if only `size` bytes of the text count: they determine the bound on work.
  Cursor start(Limits limits, std::size_t stepCount, std::size_t size) noexcept {
    Cursor cursor;
    tape.rewind(cursor);
    return startAfter(cursor, limits, stepCount, size);
  }
  // The same, but what was written to the tape before the cursor stays there.
  Cursor startAfter(const Cursor& written, Limits limits, std::size_t stepCount, std::size_t size) noexcept {
    words.truncate(0);
    unescapedKeys.truncate(0);
    matches.truncate(0);
    digested.truncate(0);
    knownDigests.clear();
    keyIndex.clear();
    indexes_ = true;
    unevaluated.restore(0);
    report.begin(limits.maxErrors, size);
    nesting.begin(limits.maxDepth);
    delegations = {};
    work.begin(size, stepCount, pass.isMemoized());
    if (alwaysMemoized && !pass.isMemoized()) work.most = 0;
    memo.clear();
    scope = {};
    tooDeep = false;
    zeros.restore(0);
    Cursor cursor;
    cursor.follow<Mode::value>(written);
    cursor.at = tokens.first();
    return cursor;
  }

  // The same after a walk that found a valid value and delegated nothing: such a walk only changes the work spent.
  Cursor startAgain() noexcept {
    work.beginAgain();
    delegations = {};
    pass.begin();
    Cursor cursor;
    cursor.at = tokens.first();
    return cursor;
  }

  Outcome stop(Stop why = Stop::fallBack) noexcept {
    pass.stop(why);
    return Outcome::stop;
  }

  // The token after the container that begins at a token; null if it is not known, or if keys in it may come twice.
  const std::uint32_t* endOf(const std::uint32_t* opening) const noexcept {
    if (!pass.isSurveyed() && !remembers_) return nullptr;
    const std::uint32_t end = ends_[static_cast<std::size_t>(opening - tokens.first())];
    const bool isDistinct = pass.isSurveyed() || (end & distinctBit) != 0;
    return isDistinct ? tokens.first() + (end & ~distinctBit) : nullptr;
  }

  // Moves past the next value; false if it is not JSON, or if duplicate keys in it might matter.
  [[gnu::noinline]] bool skip(Cursor& cursor) noexcept;

  // Moves past the next value; false if it is not JSON, if keys in it come twice, or if there is not enough memory.
  [[gnu::noinline]] bool isDistinct(Cursor& cursor) noexcept;

  // Makes the index of the keys of the next value the current one. There is none if the value is not an object, or not
  // one that the index is made for.
  [[gnu::noinline]] void indexKeys(const Cursor& cursor) noexcept;

  // Moves past the next value and finds its digest; those of its containers are known from now on. False as
  // `isDistinct`, or if only TypeScript compares such a value.
  [[gnu::noinline]] bool digest(Cursor& cursor, Digest& into) noexcept;

  // Returns whether two values of the same digest are equal: false if they might be, in another spelling.
  [[gnu::noinline]] bool isSpelledAlike(const Digested& a, const Digested& b) const noexcept;

  // If the last pass stopped because it needs a survey, finds out whether the text is JSON without duplicate keys, and
  // the end of each container. The surveyed pass begins then. False if a survey is not needed, if it fails, or if there
  // is not enough memory.
  [[gnu::noinline]] bool survey(Limits limits) noexcept;

  // Returns whether the memo keeps verdicts of that pipeline on the current value. They do not say what it evaluates.
  bool isMemoized(const Node& pipeline) const noexcept {
    return pass.isMemoized() && pipeline.memoized && !scope.records;
  }

  // Memoization: validates the next value for the node, a pipeline, with `run(step)`, unless the memo has its verdict.
  // `step` is the step that accepts the value.
  template <class Run>
  Outcome recall(const Node& node, Cursor& cursor, std::uint16_t& step, Run run) noexcept;

  // The validator converts the -0 at that offset to 0 without writing it. False if that cannot be recorded.
  [[nodiscard]] bool dropSign(std::uint32_t token) noexcept {
    // A verdict from the memo does not say which zeros have lost their sign.
    const auto size = static_cast<std::size_t>(tokens.end() - tokens.text);
    return !scope.passesOn || (!pass.isMemoized() && zeros.add(token, size));
  }
  // The number at that offset of the text is -0, and no earlier step of an AllOf has converted it to 0.
  bool keepsSign(std::uint32_t token) const noexcept { return tokens.text[token] == '-' && !zeros.has(token); }

  // The node does not accept the next value.
  template <Mode mode>
  [[gnu::always_inline]] Outcome refuse(const Node& node, Cursor& cursor, Reason why = Reason::value) noexcept {
    if (!isExhaustive<mode>()) return Outcome::invalid;
    return slowPath<mode>(
        cursor, [&](Cursor& copy) noexcept { return refuseAndSkip(node, copy, mode == Mode::failures, why); });
  }

  // The node does not accept a value that was already read.
  template <Mode mode>
  Outcome refuse(const Node& node, Reason reason, std::uint32_t number, std::uint32_t offset) noexcept {
    if constexpr (mode == Mode::failures) {
      report.add({reason, node.id, number, offset, offset, offset, Place::noItem, false, false});
    }
    return Outcome::invalid;
  }

  // Delegates the next value to the node's check in TypeScript, and moves past it.
  template <Mode mode>
  Outcome delegate(const Node& node, Cursor& cursor) noexcept {
    delegations.add(nesting);
    if constexpr (mode == Mode::value) {
      return copyValue(cursor) ? Outcome::valid : stop();
    } else {
      const std::uint32_t token = *cursor.at;
      if (!skip(cursor)) return stop();
      if constexpr (mode == Mode::failures) {
        if (zeros.any(token, cursor.at[-1] + 1)) return stop();
        report.add({Reason::delegated, node.id, 0, token, token, cursor.at[-1] + 1, Place::noItem, true, false});
      }
      return Outcome::valid;
    }
  }

  // Adds a key to the words; false if there is not enough memory. `raw` is the key as written.
  [[nodiscard]] bool addKey(std::uint32_t opening, Bytes raw, Bytes key) noexcept;

  // Returns whether the walk goes on after an invalid value, to collect failures or to see duplicate keys.
  template <Mode mode>
  bool isExhaustive() const noexcept {
    return mode == Mode::failures || pass.isExhaustive();
  }
  // Returns whether it has to walk to the ends of invalid containers, because no survey has found those.
  template <Mode mode>
  bool walksToEnds() const noexcept {
    return isExhaustive<mode>() && !pass.isSurveyed();
  }

  // Moves past the next value and writes it to the tape, whatever its type.
  [[gnu::noinline]] bool copyValue(Cursor& cursor) noexcept;

  // Writes the array or object from that token to the cursor to the tape.
  bool putJson(Cursor& cursor, const std::uint32_t* first) noexcept;

  [[gnu::always_inline]] bool putString(Cursor& cursor, const Text& string) noexcept {
    return tape.putString(cursor, string.bytes, string.ascii);
  }

  // Bytes of the largest buffer.
  std::size_t largestBuffer() const noexcept;

  // Frees the buffers of more than `keep` bytes. Only `Engine::release` calls it.
  void trim(std::size_t keep) noexcept;

 private:
  [[gnu::noinline]] Outcome refuseAndSkip(const Node& node, Cursor& cursor, bool records, Reason why) noexcept;

  // Moves past a container whose end is known, and in which no key comes twice, or none matters; false for others.
  bool jump(Cursor& cursor) noexcept;

  // By number of the token that opens a container: the token after the container, or 0 if that is not known; and, if
  // it was not found by a survey, whether keys in it are known to be distinct.
  Buffer<std::uint32_t> ends_;
  static constexpr std::uint32_t distinctBit = std::uint32_t{1} << 31;
  // The ends of containers are remembered as they are found.
  bool remembers_ = false;
  // No object has been found that has no index.
  bool indexes_ = true;
};

template <class Run>
Outcome Walk::recall(const Node& node, Cursor& cursor, std::uint16_t& step, Run run) noexcept {
  const Memo::Key key{tokens.number(cursor), node.id, nesting.referenceSum};
  if (const Memo::Verdict* const known = memo.find(key)) {
    // The value exceeds a limit here that it did not exceed there: the call falls back to the pure engine.
    if (!nesting.revisit(known->schemaDepth)) return stop();
    if (known->step == Memo::Verdict::refused) return Outcome::invalid;
    step = known->step;
    return skip(cursor) ? Outcome::valid : stop();
  }
  Outcome outcome;
  const std::uint32_t schemaDepth = nesting.schemaDepthOf([&]() noexcept { outcome = run(step); });
  if (outcome == Outcome::stop) return outcome;
  const std::uint16_t passed = outcome == Outcome::valid ? step : Memo::Verdict::refused;
  return memo.add(key, {passed, static_cast<std::uint16_t>(schemaDepth)}) ? outcome : stop();
}

}  // namespace validlib
