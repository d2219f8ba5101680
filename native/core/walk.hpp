// A walk over one JSON text, token by token, along a tree of validators.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "cursor.hpp"
#include "json/number.hpp"
#include "json/structure.hpp"
#include "json/text.hpp"
#include "mode.hpp"
#include "node.hpp"
#include "report.hpp"
#include "shapes.hpp"
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
  // A stack of what objects know of their keys.
  std::vector<std::uint64_t> words;
  // Depths of the references that count theirs, by alias.
  std::vector<std::uint32_t> references;
  // The greatest of them on the way to the value being checked.
  std::uint32_t referenceDepth = 0;

  // False when the text is not JSON. It is followed by `textPadding` spaces.
  bool begin(const std::uint8_t* bytes, std::size_t size) noexcept {
    text = bytes;
    size_ = size;
    const Makeup makeup = makeupOf(bytes, size);
    plain_ = !makeup.wide && !makeup.escaped;
    return structure_.index(bytes, size);
  }

  // To the start of the text, with nothing reported.
  Cursor start(Limits limits, std::size_t aliasCount) {
    words.clear();
    references.assign(aliasCount, 0);
    report.begin(limits.maxErrors);
    place = nullptr;
    referenceDepth = 0;
    deferred = deferredDepth = deferredFrames = deferredReferences = 0;
    leftBytes = 0;
    cut = false;
    halt = Halt::none;
    maxDepth_ = limits.maxDepth < deepest ? limits.maxDepth : deepest;
    maxFrames_ = std::min(framesPerLevel * (limits.maxDepth + 1), mostFrames);
    depth_ = frames_ = 0;
    stack_ = stackPointer();
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
    return depth_ <= maxDepth_ && ++frames_ <= maxFrames_ && stack_ - stackPointer() < maxStack;
  }
  void leave(std::uint32_t nesting) noexcept {
    depth_ -= nesting;
    --frames_;
  }

  // Moves behind the next value; false when it is not JSON, or when duplicate keys in it might matter.
  [[gnu::noinline]] bool skip(Cursor& cursor) noexcept;

  // The node does not accept the next value.
  template <Mode mode>
  [[gnu::always_inline]] Outcome refuse(const Node& node, Cursor& cursor) noexcept {
    if (!isExact<mode>()) return Outcome::invalid;
    return aside<mode>(cursor,
                       [&](Cursor& copy) noexcept { return refuseExactly(node, copy, mode == Mode::failures); });
  }

  // The node does not accept a value that was read already.
  template <Mode mode>
  Outcome refuse(const Node& node, Reason reason, std::uint32_t number, std::uint32_t offset) noexcept {
    if constexpr (mode == Mode::failures) {
      report.add({reason, node.id, number, offset, offset, offset, 0, 0, false, false}, place);
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
        report.add({Reason::deferred, node.id, 0, token, token, cursor.at[-1] + 1, 0, 0, true, false}, place);
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
  // As in src/report.ts.
  static constexpr std::uint32_t framesPerLevel = 4;
  static constexpr std::uint32_t mostFrames = 2052;
  // Less than any thread has left when JavaScript has used up its own part.
  static constexpr std::uintptr_t maxStack = std::uintptr_t{128} * 1024;

  static std::uintptr_t stackPointer() noexcept {
#if defined(__GNUC__)
    return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
#else
    volatile char here = 0;
    return reinterpret_cast<std::uintptr_t>(&here);
#endif
  }

  [[gnu::noinline]] Outcome refuseExactly(const Node& node, Cursor& cursor, bool records) noexcept;

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
  std::uintptr_t stack_ = 0;
  std::unique_ptr<char[]> scratch_;
  std::size_t scratchSize_ = 0;
};

// Remembers a walk, for a value that has been judged when it turns out that only TypeScript can judge it.
template <Mode mode>
class Undo {
 public:
  Undo(const Walk& walk, const Cursor& cursor) noexcept
      : cursor_(cursor), deferred_(walk.deferred), failures_(walk.report.save()), tape_(walk.tape.save()) {}

  // Leaves the value to the node's own check; the mark says so.
  Outcome leave(const Node& node, std::int32_t mark, Walk& walk, Cursor& cursor) const noexcept {
    walk.deferred = deferred_;
    walk.report.restore(failures_);
    cursor = cursor_;
    if constexpr (mode == Mode::value) {
      walk.tape.restore(tape_);
      *cursor.out++ = mark;
    }
    const std::uint32_t begin = *cursor.at;
    const Outcome outcome = walk.defer<mode>(node, cursor);
    return walk.leavesTooMuch(*cursor.at - begin) ? walk.stop() : outcome;
  }

 private:
  Cursor cursor_;
  std::uint32_t deferred_;
  Report::State failures_;
  Tape::State tape_;
};

// Puts a step on the way to the value being checked, for as long as it lives. Only failures are interested in it.
template <Mode mode>
class Step {
 public:
  Step(Walk& walk, Place::Kind kind, bool collects, std::uint32_t node = 0) noexcept
      : walk_(walk), place_{walk.place, kind, collects, 0, node} {
    walk.place = &place_;
  }
  ~Step() { walk_.place = place_.outer; }
  Step(const Step&) = delete;
  Step& operator=(const Step&) = delete;

  void is(std::uint32_t number) noexcept { place_.number = number; }
  void is(Place::Kind kind, std::uint32_t number) noexcept {
    place_.kind = kind;
    place_.number = number;
  }

 private:
  Walk& walk_;
  Place place_;
};

template <Mode mode>
  requires(mode != Mode::failures)
class Step<mode> {
 public:
  Step(Walk&, Place::Kind, bool, std::uint32_t = 0) noexcept {}
  void is(std::uint32_t) noexcept {}
  void is(Place::Kind, std::uint32_t) noexcept {}
};

}  // namespace validlib
