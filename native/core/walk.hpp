// A walk over one JSON text, token by token, along a tree of validators.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "buffer.hpp"
#include "cursor.hpp"
#include "json/number.hpp"
#include "json/structure.hpp"
#include "json/text.hpp"
#include "memo.hpp"
#include "mode.hpp"
#include "node.hpp"
#include "report.hpp"
#include "shapes.hpp"
#include "stack.hpp"
#include "tape.hpp"

namespace validlib {

struct Limits {
  std::uint32_t maxDepth;
  std::uint32_t maxErrors;
};

// Why a walk stopped.
enum class Halt : std::uint8_t {
  none,
  exact,    // it must be walked anew, exactly
  costly,   // it must be walked anew, carefully
  rejudge,  // not JSON, or rare enough to be left to the reference engine
  tape,     // the tape is full
};

// A string with its escapes replaced.
struct Text {
  Bytes bytes;
  bool ascii = true;
};

class Walk {
 public:
  // The deepest nesting the walk follows, whatever the limits allow.
  static constexpr std::uint32_t deepest = 1024;
  // Validators may be nested this many times deeper than the text, and so deep in all; as in src/report/report.ts.
  static constexpr std::uint32_t framesPerLevel = 4;
  static constexpr std::uint32_t framesInAll = 2052;

  const std::uint8_t* text = nullptr;
  Tape tape;
  Report report;
  const Place* place = nullptr;
  // What is known of the shapes of objects, or null. Nothing changes it during a run.
  const Learned* learned = nullptr;
  // Values and defaults left to the checks of validators this side does not know.
  std::uint32_t deferred = 0;
  // The greatest depths they stand at.
  std::uint32_t deferredDepth = 0;
  std::uint32_t deferredFrames = 0;
  std::uint32_t deferredReferences = 0;
  // Bytes of values that were walked and then left as a whole.
  std::size_t leftBytes = 0;
  // The walk of an invalid value goes on to its end; see `isExact`.
  bool exact = false;
  // A step of a OneOf has refused an object before its end, and so has not seen whether keys come twice in it. Whatever
  // skips an object then, and would not see it either, starts an exact walk.
  bool cut = false;
  Halt halt = Halt::none;
  // The text is JSON to its end, no key comes twice in an object, and where each container ends is known.
  bool surveyed = false;
  // No pipeline judges a value twice: what they say is kept in `memo`.
  bool careful = false;
  // For tests: whatever pipelines do is too much for a walk that is not careful.
  bool impatient = false;
  Memo memo;
  // What pipelines have walked, each part as often as they did: bytes of the text, and one for each step.
  std::uint64_t work = 0;
  std::uint64_t maxWork = 0;
  // Bytes of the step under way that pipelines inside it have accounted for.
  std::uint64_t accounted = 0;
  // A stack of what objects know of their keys.
  Buffer<std::uint64_t> words;
  // Where numbers are spelled as JSON does.
  Buffer<char> spelling;
  // Depths of the references that count theirs, by alias.
  Buffer<std::uint32_t> references;
  // The greatest of them on the way to the value being checked.
  std::uint32_t referenceDepth = 0;
  // All of them in one number; see `LazyRef::weight`.
  std::uint32_t referenceSum = 0;

  // False when the text is not JSON. It is followed by `textPadding` spaces.
  bool begin(const std::uint8_t* bytes, std::size_t size) noexcept {
    text = bytes;
    size_ = size;
    surveyed = careful = false;
    const Makeup makeup = makeupOf(bytes, size);
    plain_ = !makeup.wide && !makeup.escaped;
    return structure_.index(bytes, size);
  }

  // To the start of the text, with nothing reported. There is room for the references of the schema, whose pipelines
  // have `stepCount` steps in all.
  Cursor start(Limits limits, std::size_t stepCount) noexcept {
    words.truncate(0);
    for (std::uint32_t& depth : references) depth = 0;
    report.begin(limits.maxErrors);
    place = nullptr;
    referenceDepth = referenceSum = 0;
    memo.clear();
    work = accounted = 0;
    // Steps of pipelines that are not nested walk the text once each, at most. A careful walk does little more.
    maxWork = fairWork + (size_ + 1) * (1 + (careful ? 8 * stepCount : std::min(stepCount, fairSteps)));
    if (impatient && !careful) maxWork = 0;
    deferred = deferredDepth = deferredFrames = deferredReferences = 0;
    leftBytes = 0;
    cut = false;
    halt = Halt::none;
    maxDepth_ = limits.maxDepth < deepest ? limits.maxDepth : deepest;
    maxFrames_ = std::min(framesPerLevel * (maxDepth_ + 1), framesInAll);
    depth_ = frames_ = mostFrames_ = 0;
    stackFloor_ = stack_.floor(stackPointer());
    Cursor cursor;
    cursor.at = structure_.begin();
    tape.rewind(cursor);
    return cursor;
  }

  const std::uint8_t* end() const noexcept { return text + size_; }
  bool ended(const Cursor& cursor) const noexcept { return cursor.at == structure_.end(); }

  // The first character of the next token.
  std::uint8_t peek(const Cursor& cursor) const noexcept { return text[*cursor.at]; }
  // Moves behind the next token, a single character.
  std::uint8_t take(Cursor& cursor) const noexcept { return text[*cursor.at++]; }

  // The next token is the word.
  template <std::size_t size>
  bool isWord(const Cursor& cursor, const char (&word)[size]) const noexcept {
    const std::uint8_t* const at = text + *cursor.at;
    return std::memcmp(at, word, size - 1) == 0 && isDelimiter(at[size - 1]);
  }
  bool isNull(const Cursor& cursor) const noexcept { return isWord(cursor, "null"); }

  // The next token, a number; false when it is none, or beyond what a double can hold.
  bool readNumber(const Cursor& cursor, double& value) const noexcept {
    return parseNumber(text + *cursor.at, value) && std::isfinite(value);
  }

  // The string at the token before the cursor, as it is written.
  Bytes rawString(const Cursor& cursor) const noexcept {
    // The next token is behind the closing quote, and there is nothing but spaces between them.
    const std::uint8_t* const first = text + cursor.at[-1] + 1;
    const std::uint8_t* closing = text + *cursor.at - 1;
    while (*closing != '"') --closing;
    return bytesOf(first, static_cast<std::size_t>(closing - first));
  }

  // Reads the next token, a string, and moves behind it; false when it cannot be read here.
  [[gnu::always_inline]] bool readString(Cursor& cursor, Text& string) noexcept {
    ++cursor.at;
    string.bytes = rawString(cursor);
    string.ascii = true;
    return plain_ || decode(string);
  }

  Outcome stop(Halt why = Halt::rejudge) noexcept {
    if (halt == Halt::none) halt = why;
    return Outcome::stop;
  }

  // A value that is left may stand in others that will be: time is not to grow with their depth.
  bool leavesTooMuch(std::size_t bytes) noexcept {
    leftBytes += bytes;
    return leftBytes > 4 * size_ + 4096;
  }

  // Counts one more validator inside another, and with `nesting` one more level of the text.
  bool enter(std::uint32_t nesting) noexcept {
    depth_ += nesting;
    return depth_ <= maxDepth_ && (++frames_ <= mostFrames_ || raise()) && stackPointer() > stackFloor_;
  }
  void leave(std::uint32_t nesting) noexcept {
    depth_ -= nesting;
    --frames_;
  }

  // Moves behind the next value; false when it is not JSON, or when duplicate keys in it might matter.
  [[gnu::noinline]] bool skip(Cursor& cursor) noexcept;

  // Learns all that `surveyed` means, in one pass; false when it is not so, or when there is no memory.
  [[gnu::noinline]] bool survey(Limits limits) noexcept;

  // Judges the next value for the node, a pipeline, unless that has been done before, and says with which step it
  // passes. `judge(step)` walks.
  template <class Judge>
  Outcome recall(const Node& node, Cursor& cursor, std::uint16_t& step, Judge judge) noexcept;

  // The node does not accept the next value.
  template <Mode mode>
  [[gnu::always_inline]] Outcome refuse(const Node& node, Cursor& cursor, Reason why = Reason::value) noexcept {
    if (!isExact<mode>()) return Outcome::invalid;
    return aside<mode>(cursor,
                       [&](Cursor& copy) noexcept { return refuseExactly(node, copy, mode == Mode::failures, why); });
  }

  // The node does not accept a value that was read already.
  template <Mode mode>
  Outcome refuse(const Node& node, Reason reason, std::uint32_t number, std::uint32_t offset) noexcept {
    if constexpr (mode == Mode::failures) {
      report.add({reason, node.id, number, offset, offset, offset, Place::noItem, false, false}, place);
    }
    return Outcome::invalid;
  }

  // Counts one more of what is left to a check in TypeScript, and notes how deep it stands.
  void countDeferred() noexcept {
    ++deferred;
    deferredDepth = std::max(deferredDepth, depth_);
    deferredFrames = std::max(deferredFrames, frames_);
    deferredReferences = std::max(deferredReferences, referenceDepth);
  }

  // Leaves the next value to the node's own check in TypeScript, and moves behind it.
  template <Mode mode>
  Outcome defer(const Node& node, Cursor& cursor) noexcept {
    countDeferred();
    if constexpr (mode == Mode::value) {
      return copyValue(cursor) ? Outcome::valid : stop();
    } else {
      const std::uint32_t token = *cursor.at;
      if (!skip(cursor)) return stop();
      if constexpr (mode == Mode::failures) {
        report.add({Reason::deferred, node.id, 0, token, token, cursor.at[-1] + 1, Place::noItem, true, false}, place);
      }
      return Outcome::valid;
    }
  }

  // An invalid value does not end the walk: all is to be walked, for the errors or for the duplicate keys.
  template <Mode mode>
  bool isExact() const noexcept {
    return mode == Mode::failures || exact;
  }

  // Moves behind the next value and writes it to the tape, whatever it is.
  [[gnu::noinline]] bool copyValue(Cursor& cursor) noexcept;

  [[gnu::always_inline]] bool putString(Cursor& cursor, const Text& string) noexcept {
    return tape.putString(cursor, string.bytes, string.ascii);
  }

  // Drops buffers of more than `keep` bytes that a large text has left behind.
  void trim(std::size_t keep) noexcept;

 private:
  // What any text may cost, and any schema may multiply it by, before a walk is begun anew.
  static constexpr std::uint64_t fairWork = 4096;
  static constexpr std::size_t fairSteps = 64;

  // One more validator inside another than there have been.
  bool raise() noexcept {
    mostFrames_ = frames_;
    return frames_ <= maxFrames_;
  }

  // Moves behind the next value and tells `visit` what it meets; false when it is not JSON, or when `visit` says so.
  template <class Visit>
  bool traverse(Cursor& cursor, Visit& visit) noexcept;

  [[gnu::noinline]] Outcome refuseExactly(const Node& node, Cursor& cursor, bool records, Reason why) noexcept;

  // Replaces the escapes, if there are any.
  [[gnu::noinline]] bool decode(Text& string) noexcept;

  Structure structure_;
  std::size_t size_ = 0;
  // No string of the text holds an escape or a character beyond ASCII.
  bool plain_ = false;
  std::uint32_t depth_ = 0;
  std::uint32_t maxDepth_ = 0;
  std::uint32_t frames_ = 0;
  std::uint32_t maxFrames_ = 0;
  // The greatest number of frames there have been, so far or since a pipeline began.
  std::uint32_t mostFrames_ = 0;
  Stack stack_;
  std::uintptr_t stackFloor_ = 0;
  Buffer<char> scratch_;
  // By number of the token that opens a container: the one behind it.
  Buffer<std::uint32_t> ends_;
};

template <class Judge>
Outcome Walk::recall(const Node& node, Cursor& cursor, std::uint16_t& step, Judge judge) noexcept {
  const auto* const start = cursor.at;
  const Memo::Key key{static_cast<std::uint32_t>(start - structure_.begin()), node.id, referenceSum};
  if (const Memo::Verdict* const known = memo.find(key)) {
    // The limit that was kept to there is passed here: what that means is left to the reference engine.
    if (frames_ + known->frames > maxFrames_) return stop();
    mostFrames_ = std::max(mostFrames_, frames_ + known->frames);
    if (known->step == Memo::Verdict::refused) return Outcome::invalid;
    step = known->step;
    return skip(cursor) ? Outcome::valid : stop();
  }
  const std::uint32_t most = mostFrames_;
  mostFrames_ = frames_;
  const Outcome outcome = judge(step);
  const auto frames = static_cast<std::uint16_t>(mostFrames_ - frames_);
  mostFrames_ = std::max(most, mostFrames_);
  if (outcome == Outcome::stop) return outcome;
  const std::uint16_t passed = outcome == Outcome::valid ? step : Memo::Verdict::refused;
  return memo.add(key, {passed, frames}) ? outcome : stop();
}

}  // namespace validlib
