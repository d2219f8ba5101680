// One run of a schema over one text. An engine serves one thread, one call at a time, and keeps its buffers.
//
// The engine owns the result of a run. The result lives until it is taken, until `release`, or until the engine is used
// again; nothing else moves or frees it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "border.hpp"
#include "failures.hpp"
#include "schema.hpp"
#include "walk.hpp"

namespace validlib {

class Engine {
 public:
  enum class Result : std::uint8_t {
    none,
    value,     // the strings of the tape
    failures,  // the report, whose offsets refer to the text of the run
  };

  // Call `begin` of the tape first, unless only a verdict is needed. `learned` belongs to that schema.
  Verdict run(const Schema& schema, const std::uint8_t* text, std::size_t size, Limits limits, Purpose purpose,
              const Learned* learned = nullptr) noexcept;

  // The verdict on the line that `walk.tokens` has opened.
  Verdict runLine(const Schema& schema, Limits limits, const Learned* learned) noexcept;

  // Returns whether a walk from the line that `walk.tokens` has entered finds a valid value, with nothing left to
  // decide. The cursor is then after it; the end of the line is not checked. False also if another walk is needed to
  // decide.
  bool passes(const Schema& schema, Limits limits, const Learned* learned, Cursor& cursor) noexcept;
  // The same after a walk of a line that has passed, by the same schema and limits: a new walk takes a twentieth of the
  // time of a short line.
  bool passesToo(const Schema& schema, Cursor& cursor) noexcept;

  // Writes the value of the line that `walk.tokens` has opened to the tape, after what was written before, and moves
  // the cursor past it. Everything is as before unless the line is valid, with nothing left to decide.
  Verdict appendValue(const Schema& schema, Limits limits, const Learned* learned, Cursor& written) noexcept;
  // The same for a line that `walk.tokens` has entered: false unless the walk finds a valid value with nothing left to
  // decide. Then `cursor` is after it; the end of the line is not checked, and the caller decides where `written` goes
  // and what the tape keeps.
  bool appends(const Schema& schema, Limits limits, const Learned* learned, const Cursor& written,
               Cursor& cursor) noexcept;
  // The same after a line that has passed: see `passesToo`.
  bool appendsToo(const Schema& schema, const Cursor& written, Cursor& cursor) noexcept;
  // The values up to the cursor are the result.
  void endValues(const Cursor& written) noexcept;

  Result result() const noexcept { return result_; }

  // Writes the failures of the last run, and ends its result. `overflows` is set if there are none to take.
  Failures takeFailures(Unit unit) noexcept;

  // Ends the result of the last run, before the engine is used for something else or the text is freed.
  void discard() noexcept { result_ = Result::none; }

  // Ends the result of the last run, and frees the buffers of more than `keep` bytes. Memory is freed here only.
  void release(std::size_t keep) noexcept;

  Walk walk;

 private:
  // Writes the next value to the tape; false unless it is valid, with nothing left to decide.
  bool isValue(const Schema& schema, Cursor& cursor) noexcept;
  // The verdict of the walks on the text that was begun.
  Verdict decide(const Schema& schema, Limits limits, Purpose purpose, const Learned* learned) noexcept;
  // The verdict on a text that may be invalid, and its failures in the report.
  Verdict collect(const Schema& schema, Limits limits, Purpose purpose) noexcept;
  // The first pass, and further ones if they are needed.
  template <Mode mode>
  Verdict validate(const Schema& schema, Limits limits, Purpose purpose) noexcept;
  // One pass.
  template <Mode mode>
  Verdict attempt(const Schema& schema, Limits limits) noexcept;

  std::uint32_t skipped_ = 0;
  Result result_ = Result::none;
};

}  // namespace validlib
