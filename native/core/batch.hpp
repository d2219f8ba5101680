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
  LineVerdict validate(std::uint32_t begin, std::uint32_t end, Purpose purpose, Cursor& written) noexcept;

  Engine& engine_;
  const Schema& schema_;
  const Learned* learned_;
  LineLimits limits_;
  bool full_ = false;
};

}  // namespace validlib
