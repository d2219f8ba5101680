// Finds where the items of a JSON array end, without reading what is in them, and makes each a line in place: as
// src/lines/items.ts does, which says what lines are made. Lines are validated together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "../border.hpp"
#include "structure.hpp"

namespace validlib {

// Where in an item a part of a document ended.
struct ItemState {
  // Open brackets of the item. They need not match: the item is validated later.
  std::int64_t depth = 0;
  Quoting quoting{};
  // The item has more than white space so far.
  bool hasContent = false;
};

// Returns the size of the bytes; or the offset of the byte at which the items end: the closing bracket of the array, or
// one that begins no item.
std::size_t itemsToLines(std::span<std::uint8_t> bytes, ItemState& state) noexcept;

// The same with the state as JavaScript has it: see `ItemPart`.
std::size_t itemsToLines(std::span<std::uint8_t> bytes, std::span<double, itemParts> parts) noexcept;

}  // namespace validlib
