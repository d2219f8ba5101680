// Validates many short texts in one run: their tokens are found at once, and the values of the valid ones are written
// one after another to one tape.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "border.hpp"
#include "engine.hpp"
#include "lines.hpp"

namespace validlib {

// What JavaScript reads about each text: two integers.
struct BatchText {
  std::int32_t end;  // without the line feed
  LineVerdict verdict;
};

// The texts of a batch are separated by line feeds. None may be in a text if the ends of the texts are not given.
class Batch {
 public:
  Batch(Engine& engine, const Schema& schema, const Learned* learned, LineLimits limits) noexcept
      : engine_(engine), schema_(schema), learned_(learned), limits_(limits) {}

  // Validates the texts from the start of `bytes`, as many as `texts` has room for. For `Purpose::value`, call `begin`
  // of the tape first: the values of the valid texts are on it then. A text that is neither valid nor blank is
  // undecided: the caller validates it by itself, which also finds its errors. `given` ends of texts are in `texts`.
  // Returns how many were validated: fewer if their tokens cannot be found at once, or if the tape is full. The bytes
  // are followed by `textPadding` spaces.
  std::size_t run(const std::uint8_t* bytes, std::size_t size, Purpose purpose, std::span<BatchText> texts,
                  std::size_t given) noexcept;

  // Whether the run ended early because the tape was full.
  bool full() const noexcept { return full_; }

 private:
  // The ends of the texts: those that are given, or line feeds.
  struct Ends {
    std::size_t size;
    std::size_t given;
  };

  // Validates the texts, and returns how many. `fast` is as in `Lines::validateFast`: the end of a line is not searched
  // before it is walked, and all is to be done again if there are fewer lines than line feeds.
  std::size_t validateAll(const std::uint8_t* bytes, const Ends& ends, Purpose purpose, std::span<BatchText> texts,
                          bool fast, Cursor& written) noexcept;
  // The offset of the line after the one at `begin`, if a walk has found a valid value and the line ends after it; else
  // 0. `passed` is true if that held for the line before, and nothing was walked since.
  std::size_t endOfValid(const std::uint8_t* bytes, std::size_t size, std::size_t begin, bool passed,
                         Cursor& written) noexcept;
  LineVerdict validate(std::uint32_t begin, std::uint32_t end, Purpose purpose, Cursor& written) noexcept;

  Engine& engine_;
  const Schema& schema_;
  const Learned* learned_;
  LineLimits limits_;
  bool full_ = false;
  // Where the texts end that were validated.
  std::size_t end_ = 0;
};

}  // namespace validlib
