// Finds the offset at which a text stops being JSON: the native equivalent of src/core/json/syntax.ts. It runs after a
// walk has refused a text for any reason, so it has to be correct for any text.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../border.hpp"
#include "../position.hpp"

namespace validlib {

// The offset of the first byte that makes a text invalid JSON; its size if it ends too early; `isJson` if it is JSON.
// The text is UTF-8, nested no deeper than `deepestSyntax`, and followed by `textPadding` bytes.
std::size_t syntaxOffset(const std::uint8_t* text, std::size_t size) noexcept;
inline constexpr std::size_t isJson = SIZE_MAX;
inline constexpr std::uint32_t deepestSyntax = 1024;

// Returns whether brackets are nested deeper than `maxDepth`, as src/core/json/scan.ts counts them.
bool isDeeper(const std::uint8_t* text, std::size_t size, std::uint32_t maxDepth) noexcept;

// Returns whether every schema refuses a text: it is nested too deep, or not UTF-8, or not JSON. False does not mean
// that the text is valid. There is no byte order mark, and `textPadding` bytes follow.
bool isRefused(const std::uint8_t* text, std::size_t size, std::uint32_t maxDepth) noexcept;

// Returns whether the first thing wrong with a text is that it is not JSON, and the position. Errors of depth or
// encoding come first, and fall back to the TypeScript engine.
bool findSyntax(const std::uint8_t* text, std::size_t size, std::uint32_t maxDepth, Unit unit,
                Position& position) noexcept;

}  // namespace validlib
