// The delegations of a walk to checks in TypeScript: their number, and their greatest depth.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "nesting.hpp"

namespace validlib {

struct Delegations {
  // Number of values and defaults.
  std::uint32_t count = 0;
  // Their greatest depths.
  std::uint32_t depth = 0;
  std::uint32_t schemaDepth = 0;
  std::uint32_t references = 0;
  // Bytes of values that were walked and then delegated whole.
  std::size_t delegatedBytes = 0;

  // Adds one at the current position.
  void add(const Nesting& nesting) noexcept {
    ++count;
    depth = std::max(depth, nesting.depth());
    schemaDepth = std::max(schemaDepth, nesting.schemaDepth());
    references = std::max(references, nesting.referenceDepth);
  }

  // Counts a whole value of a text of `size` bytes; returns false if that is too much. Values around it may be
  // delegated too, and the time must not grow with their depth.
  bool addWhole(std::size_t bytes, std::size_t size) noexcept {
    delegatedBytes += bytes;
    return delegatedBytes <= 4 * size + 4096;
  }
};

}  // namespace validlib
