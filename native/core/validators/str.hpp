// Str: a Unicode string.
#pragma once

#include <cmath>
#include <memory>

#include "../checkpoint.hpp"
#include "../dump/params.hpp"
#include "../formats/index.hpp"
#include "../keys.hpp"
#include "../letters.hpp"
#include "../pattern.hpp"
#include "../white-space.hpp"
#include "bounds.hpp"

namespace validlib {

struct Str : Node {
  Str() noexcept : Node(Kind::string) {}

  Lengths lengths;
  bool isAscii = false;
  const Pattern* pattern = nullptr;
  // Also takes numbers and booleans: JavaScript writes them.
  bool coerces = false;
  bool strips = false;
  // As `strips`, and also replaces each run of white space by one space.
  bool normalizes = false;
  // As above, and also converts all letters to one case. Letters beyond ASCII are left to JavaScript, which has their
  // tables.
  Letters letters = Letters::given;
  // Null if there is none; and the valid texts that are left to JavaScript, or null.
  Format format = nullptr;
  Format formatExceptions = nullptr;
  bool hasOptions = false;
  KeyTable options;

  // Returns whether some strings are left to JavaScript.
  bool mayDelegate() const noexcept { return letters != Letters::given || formatExceptions != nullptr || coerces; }

  void read(dump::Params& params) override {
    nullable = params.flag("nullable");
    coerces = params.flag("coerce");
    normalizes = params.flag("normspace");
    strips = params.flag("strip") || normalizes;
    const std::string given = params.text("case");
    if (given == "lower")
      letters = Letters::lower;
    else if (given == "upper")
      letters = Letters::upper;
    else if (!given.empty())
      params.delegate();
    params.lengths(lengths);
    isAscii = params.flag("ascii");
    pattern = params.pattern("pattern");
    readFormat(params.text("format"), params.text("mode"), params);
    params.eachItem("options", [&](dump::element option) {
      options.add(dump::textOf(option));
      hasOptions = true;
    });
    prepare();
  }

  Traits traits() const override {
    return {.keepsInput = !strips && !coerces && letters == Letters::given, .mayDelegate = mayDelegate()};
  }

  void readFormat(const std::string& name, const std::string& mode, dump::Params& params) {
    if (name.empty()) return;
    const FormatEntry* const entry = formatNamed(mode.empty() ? name : name + ' ' + mode);
    if (entry == nullptr) return params.delegate();
    format = entry->format;
    formatExceptions = entry->exceptions;
  }

  // Call it when all parameters are known.
  void prepare() noexcept {
    plain_ = !strips && !isAscii && pattern == nullptr && format == nullptr && !isSpecial();
    // A character takes at most two escapes of six bytes.
    anyLengths_ = Integers(12 * std::ceil(lengths.minlen) - 11, lengths.maxlen);
  }

  template <Mode mode>
  [[gnu::always_inline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if (walk.tokens.peek(cursor) != '"') [[unlikely]] {
      if (coerces && isConvertible(walk.tokens.peek(cursor))) {
        const Checkpoint<mode> before(walk, cursor);
        return before.delegateWhole(*this, mark::delegated, cursor);
      }
      if (!nullable || !walk.tokens.isNull(cursor)) return walk.refuse<mode>(*this, cursor);
      if constexpr (mode == Mode::value) putNull(cursor);
      ++cursor.at;
      return Outcome::valid;
    }
    if (!plain_) return slowPath<mode>(cursor, [&](Cursor& copy) noexcept { return checkSlowPath<mode>(walk, copy); });
    if (mode != Mode::value && holdsAnyLength(walk, cursor))
      return walk.tokens.passString(cursor) ? Outcome::valid : walk.stop();
    Text text;
    if (!walk.tokens.readString(cursor, text)) [[unlikely]]
      return walk.stop();
    if (!holdsLength(text)) [[unlikely]] {
      --cursor.at;
      return walk.refuse<mode>(*this, cursor);
    }
    if constexpr (mode == Mode::value) {
      if (!walk.putString(cursor, text)) return walk.stop();
    }
    return Outcome::valid;
  }

 private:
  // By its first character.
  static bool isConvertible(std::uint8_t first) noexcept {
    return isDigit(first) || first == '-' || first == 't' || first == 'f';
  }

  bool isSpecial() const noexcept { return hasOptions || mayDelegate(); }

  [[gnu::always_inline]] bool read(Walk& walk, Cursor& cursor, Text& text) const noexcept {
    return walk.tokens.readString(cursor, text) && (!strips || convert(walk, text));
  }

  [[gnu::noinline]] bool convert(Walk& walk, Text& text) const noexcept {
    text.bytes = stripped(text.bytes);
    return !normalizes || normalizeSpaces(text.bytes, walk.spelling, textPadding);
  }

  template <Mode mode>
  [[gnu::noinline]] Outcome checkSlowPath(Walk& walk, Cursor& cursor) const noexcept {
    return isSpecial() ? checkSpecial<mode>(walk, cursor) : checkText<mode>(walk, cursor);
  }

  template <Mode mode>
  [[gnu::always_inline]] Outcome checkText(Walk& walk, Cursor& cursor) const noexcept {
    const auto* const start = cursor.at;
    Text text;
    if (!read(walk, cursor, text)) [[unlikely]]
      return walk.stop();
    const Answer answer = validate(text);
    if (answer != Answer::valid) [[unlikely]] {
      cursor.at = start;
      return refuse<mode>(walk, cursor, answer);
    }
    if constexpr (mode == Mode::value) {
      if (!walk.putString(cursor, text)) return walk.stop();
    }
    return Outcome::valid;
  }

  template <Mode mode>
  [[gnu::always_inline]] Outcome checkSpecial(Walk& walk, Cursor& cursor) const noexcept {
    const Checkpoint<mode> before(walk, cursor);
    Text text;
    if (!read(walk, cursor, text)) return walk.stop();
    if (letters != Letters::given) {
      if (!text.ascii) return before.delegateWhole(*this, mark::delegated, cursor);
      if (!fold(letters, text.bytes, walk.spelling, textPadding)) return walk.stop();
    }
    const std::int32_t option = hasOptions ? options.findPadded(text.bytes) : 0;
    // Errors need the first rule that fails; otherwise the options are tested first, because that is fastest.
    Answer answer = option < 0 && !walk.isExhaustive<mode>() ? Answer::option : validate(text);
    if (answer == Answer::exception) return before.delegateWhole(*this, mark::delegated, cursor);
    if (answer == Answer::valid && option < 0) answer = Answer::option;
    if (answer != Answer::valid) {
      cursor.at = before.at();
      return refuse<mode>(walk, cursor, answer);
    }
    if constexpr (mode == Mode::value) {
      if (mayBeDelegated) *cursor.out++ = mark::handled;
      // The tape has the number of the option instead of the string.
      if (hasOptions)
        *cursor.out++ = option;
      else if (!walk.putString(cursor, text))
        return walk.stop();
    }
    return Outcome::valid;
  }

  void putNull(Cursor& cursor) const noexcept {
    if (mayBeDelegated) *cursor.out++ = mark::handled;
    *cursor.out++ = mark::noString;
    if (!hasOptions) *cursor.out++ = 0;
  }

  // Returns whether the next string has a valid length, however it is written.
  [[gnu::always_inline]] bool holdsAnyLength(const Walk& walk, const Cursor& cursor) const noexcept {
    if (!lengths.given) return true;
    Cursor behind;
    behind.at = cursor.at + 1;
    return anyLengths_.hold(static_cast<std::int64_t>(walk.tokens.rawString(behind).size()));
  }

  bool holdsLength(const Text& text) const noexcept {
    return text.ascii ? lengths.holds(text.bytes.size()) : !lengths.given || lengths.holds(codePoints(text.bytes));
  }

  // A string that was stripped or unescaped may be ASCII even if its text in the document is not.
  static bool holdsAscii(const Text& text) noexcept {
    return text.ascii || codePoints(text.bytes) == text.bytes.size();
  }

  // The result of lengths, pattern, format and options: the first that does not accept the string, or cannot decide.
  enum class Answer : std::uint8_t { valid, length, ascii, pattern, format, exception, option, unknown };

  Answer validate(const Text& text) const noexcept {
    if (!holdsLength(text)) return Answer::length;
    if (isAscii && !holdsAscii(text)) return Answer::ascii;
    if (pattern != nullptr) {
      switch (pattern->matches(text.bytes)) {
        case Pattern::Answer::yes: break;
        case Pattern::Answer::no: return Answer::pattern;
        default: return Answer::unknown;
      }
    }
    if (format == nullptr) return Answer::valid;
    if (!format(text.bytes)) return Answer::format;
    return formatExceptions != nullptr && formatExceptions(text.bytes) ? Answer::exception : Answer::valid;
  }

  template <Mode mode>
  Outcome refuse(Walk& walk, Cursor& cursor, Answer answer) const noexcept {
    switch (answer) {
      case Answer::unknown: return walk.stop();
      case Answer::pattern: return walk.refuse<mode>(*this, cursor, Reason::pattern);
      case Answer::format: return walk.refuse<mode>(*this, cursor, Reason::format);
      case Answer::option: return walk.refuse<mode>(*this, cursor, Reason::options);
      default: return walk.refuse<mode>(*this, cursor);
    }
  }

  // Lengths are the only rules.
  bool plain_ = false;
  // The numbers of bytes with which a string has a valid length, whatever characters they are.
  Integers anyLengths_;
};

}  // namespace validlib
