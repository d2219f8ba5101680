// What a walk leaves to checks in TypeScript: how much, and how deep it stands.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "nesting.hpp"

namespace validlib {

struct Deferrals {
  // Values, and defaults.
  std::uint32_t count = 0;
  // The greatest depths they stand at.
  std::uint32_t depth = 0;
  std::uint32_t frames = 0;
  std::uint32_t references = 0;
  // Bytes of values that were walked and then handed over whole.
  std::size_t handedOverBytes = 0;

  // One more, where the walk is.
  void add(const Nesting& nesting) noexcept {
    ++count;
    depth = std::max(depth, nesting.depth());
    frames = std::max(frames, nesting.frames());
    references = std::max(references, nesting.referenceDepth);
  }

  // A value is handed over whole, of a text of that size; false when that is too much. It may stand in others that will
  // be, and time is not to grow with their depth.
  bool handOver(std::size_t bytes, std::size_t size) noexcept {
    handedOverBytes += bytes;
    return handedOverBytes <= 4 * size + 4096;
  }
};

}  // namespace validlib
