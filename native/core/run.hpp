// Runs as JavaScript asks for them: the head of the integers says what a run is to do, and gets its verdict. JavaScript
// does not touch the memory meanwhile, so any thread may run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "batch.hpp"
#include "columns.hpp"
#include "engine.hpp"

namespace validlib {

// The arrays that both sides use: the text with room for padding, the integers of the tape with the head, the numbers.
struct Arrays {
  std::span<std::uint8_t> text;
  std::span<std::int32_t> integers;
  std::span<double> numbers;
};

// What runs over what.
struct Run {
  Engine& engine;
  const Schema& schema;
  const Learned& learned;
  Arrays arrays;
};

// The texts of a batch: what JavaScript has said about them, and the array for what it reads.
struct Texts {
  std::span<BatchText> room;
  std::size_t given;
  std::uint32_t maxBytes;
};

// Validates one text. The engine owns the result.
void validate(const Run& run) noexcept;

// As `validate`, for a batch of texts.
void validateMany(const Run& run, const Texts& texts) noexcept;

// Appends the values of the last run for columns, which those arrays have.
ColumnFiller::Added addTo(ColumnFiller& columns, const Engine& engine, const Arrays& arrays, std::size_t rows,
                     double most) noexcept;

// The first chunk of the strings of the value that a run has written; empty if there is none.
std::span<const std::uint8_t> firstChunk(const Engine& engine) noexcept;

}  // namespace validlib
