// One run of a schema over one text. An engine serves one thread, one call at a time, and keeps its buffers.
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
  // The tape must have begun, unless nothing but a verdict is wanted. `learned` is of that schema.
  Verdict run(const Schema& schema, const std::uint8_t* text, std::size_t size, Limits limits, Purpose purpose,
              const Learned* learned = nullptr) noexcept;

  // The verdict on the line that `walk.tokens` has opened.
  Verdict runLine(const Schema& schema, Limits limits, const Learned* learned) noexcept;

  // Whether a walk from the line that `walk.tokens` has entered finds a valid value, and nothing for others to decide.
  // The cursor is then behind it; where the line ends is not looked at. False also where it takes another walk to know.
  bool passes(const Schema& schema, Limits limits, const Learned* learned, Cursor& cursor) noexcept;
  // The same where the last walk was that of a line that has passed, by the same schema and limits: to begin one anew
  // takes a twentieth of the time of a short line.
  bool passesToo(const Schema& schema, Cursor& cursor) noexcept;

  // Bytes of the byte order mark the last text began with.
  std::uint32_t skipped() const noexcept { return skipped_; }

  Walk walk;

 private:
  // What the walks say of the text that was begun.
  Verdict decide(const Schema& schema, Limits limits, Purpose purpose, const Learned* learned) noexcept;
  // From the fast walk to slower ones, if they are needed.
  template <Mode mode>
  Verdict judge(const Schema& schema, Limits limits, Purpose purpose) noexcept;
  // One walk.
  template <Mode mode>
  Verdict attempt(const Schema& schema, Limits limits) noexcept;

  std::uint32_t skipped_ = 0;
};

}  // namespace validlib
