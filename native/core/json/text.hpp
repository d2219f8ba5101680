// The text of JSON strings. Stage 1 has checked the UTF-8, so decoding cannot meet a malformed sequence.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "characters.hpp"

namespace validlib {

using Bytes = std::basic_string_view<char>;

inline Bytes bytesOf(const std::uint8_t* begin, std::size_t size) noexcept {
  return {reinterpret_cast<const char*>(begin), size};
}

// True if the text starts with a byte order mark.
inline bool hasMark(const std::uint8_t* text, std::size_t size) noexcept {
  return size >= 3 && text[0] == 0xef && text[1] == 0xbb && text[2] == 0xbf;
}

// Both are false for plain ASCII without escapes.
struct TextTraits {
  bool wide = false;     // holds bytes beyond ASCII
  bool escaped = false;  // holds a backslash
};

inline TextTraits textTraitsOf(const std::uint8_t* text, std::size_t size) noexcept {
  std::uint8_t high = 0;
  std::uint8_t escapes = 0;
  for (std::size_t i = 0; i < size; ++i) {
    high = static_cast<std::uint8_t>(high | text[i]);
    escapes = static_cast<std::uint8_t>(escapes | (text[i] == '\\' ? 0xff : 0));
  }
  return {high >= 0x80, escapes != 0};
}

// The offset of the first line feed, or `size`.
inline std::size_t lineFeed(const std::uint8_t* bytes, std::size_t size) noexcept {
  const void* const found = std::memchr(bytes, '\n', size);
  return found == nullptr ? size : static_cast<std::size_t>(static_cast<const std::uint8_t*>(found) - bytes);
}

// The number of occurrences of a byte in a text.
inline std::size_t countOf(std::uint8_t byte, const std::uint8_t* text, std::size_t size) noexcept {
  // Column by column, so that compilers vectorize a block; at most 255 blocks at once, so that the count of a column
  // fits a byte.
  constexpr std::size_t width = 64;
  constexpr std::size_t most = width * 255;
  std::size_t count = 0;
  std::size_t at = 0;
  while (size - at >= width) {
    std::array<std::uint8_t, width> counts{};
    const std::size_t rest = size - at;
    const std::size_t end = at + (rest < most ? rest / width * width : most);
    for (; at < end; at += width) {
      for (std::size_t column = 0; column < width; ++column) {
        counts[column] = static_cast<std::uint8_t>(counts[column] + (text[at + column] == byte ? 1 : 0));
      }
    }
    for (const std::uint8_t one : counts) count += one;
  }
  for (; at < size; ++at) count += text[at] == byte ? 1 : 0;
  return count;
}

namespace detail {
inline constexpr std::uint64_t highBits = 0x8080808080808080U;
inline constexpr std::uint64_t lowBits = 0x0101010101010101U;

inline std::uint64_t load(const void* at) noexcept {
  std::uint64_t word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// The same, so that words are in the order of their bytes.
inline std::uint64_t bigEndian(const void* at) noexcept {
  std::uint64_t word = load(at);
  if constexpr (std::endian::native != std::endian::little) return word;
  // Compilers make one instruction of this.
  word = ((word & 0x00ff00ff00ff00ffU) << 8) | ((word >> 8) & 0x00ff00ff00ff00ffU);
  word = ((word & 0x0000ffff0000ffffU) << 16) | ((word >> 16) & 0x0000ffff0000ffffU);
  return word << 32 | word >> 32;
}

// Sets the high bit of the first byte that is a backslash, and possibly of some after it; 0 if there is none.
inline std::uint64_t backslashes(std::uint64_t word) noexcept {
  const std::uint64_t other = word ^ (lowBits * '\\');
  return (other - lowBits) & ~other & highBits;
}
}  // namespace detail

// The same for a short text; the 8 bytes after it may be read.
inline TextTraits shortTextTraitsOf(const std::uint8_t* text, std::size_t size) noexcept {
  if (std::endian::native != std::endian::little || size > 256) return textTraitsOf(text, size);
  std::uint64_t high = 0;
  std::uint64_t escapes = 0;
  std::size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    const std::uint64_t word = detail::load(text + i);
    high |= word;
    escapes |= detail::backslashes(word);
  }
  if (i < size) {
    const std::uint64_t word = detail::load(text + i) << (8 * (8 - (size - i)));
    high |= word;
    escapes |= detail::backslashes(word);
  }
  return {(high & detail::highBits) != 0, escapes != 0};
}

inline constexpr bool isContinuation(char byte) noexcept { return (static_cast<std::uint8_t>(byte) & 0xc0) == 0x80; }

// Number of code points of UTF-8 text.
inline std::size_t codePoints(Bytes text) noexcept {
  std::size_t count = 0;
  for (const char byte : text) count += !isContinuation(byte);
  return count;
}

// The code point that begins at `at`, which moves past it.
inline char32_t nextCodePoint(const std::uint8_t*& at) noexcept {
  const std::uint8_t lead = *at++;
  const auto more = [&at](char32_t point) noexcept { return (point << 6) | (*at++ & 0x3f); };
  if (lead < 0x80) return lead;
  if (lead < 0xe0) return more(lead & 0x1f);
  if (lead < 0xf0) return more(more(lead & 0x0f));
  return more(more(more(lead & 0x07)));
}

// True if every code point fits one byte of Latin-1.
inline bool fitsLatin1(Bytes text) noexcept {
  std::uint8_t greatest = 0;
  for (const char byte : text) {
    const auto value = static_cast<std::uint8_t>(byte);
    // The lead bytes c2 and c3 are those of U+0080 to U+00FF.
    if (value > greatest) greatest = value;
  }
  return greatest < 0xc4;
}

inline std::uint8_t* writeLatin1(Bytes text, std::uint8_t* out) noexcept {
  const auto* at = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto* const end = at + text.size();
  while (at < end) *out++ = static_cast<std::uint8_t>(nextCodePoint(at));
  return out;
}

inline char16_t* writeUtf16(Bytes text, char16_t* out) noexcept {
  const auto* at = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto* const end = at + text.size();
  while (at < end) {
    const char32_t point = nextCodePoint(at);
    if (point < 0x10000) {
      *out++ = static_cast<char16_t>(point);
    } else {
      *out++ = static_cast<char16_t>(0xd7c0 + (point >> 10));
      *out++ = static_cast<char16_t>(0xdc00 + (point & 0x3ff));
    }
  }
  return out;
}

inline char* writeUtf8(char32_t point, char* out) noexcept {
  const auto put = [&out](char32_t byte) noexcept { *out++ = static_cast<char>(byte); };
  if (point < 0x80) {
    put(point);
  } else if (point < 0x800) {
    put(0xc0 | (point >> 6));
    put(0x80 | (point & 0x3f));
  } else {
    if (point < 0x10000) {
      put(0xe0 | (point >> 12));
    } else {
      put(0xf0 | (point >> 18));
      put(0x80 | ((point >> 12) & 0x3f));
    }
    put(0x80 | ((point >> 6) & 0x3f));
    put(0x80 | (point & 0x3f));
  }
  return out;
}

namespace detail {

inline constexpr auto hexDigits = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = 0x10000;
  for (std::uint32_t i = 0; i < 10; ++i) table['0' + i] = i;
  for (std::uint32_t i = 0; i < 6; ++i) table['a' + i] = table['A' + i] = 10 + i;
  return table;
}();

// The value of four hexadecimal digits; more than 16 bits if they are invalid.
inline char32_t readHex4(const char* at) noexcept {
  const auto digit = [at](int i) noexcept { return hexDigits[static_cast<std::uint8_t>(at[i])]; };
  return digit(0) << 12 | digit(1) << 8 | digit(2) << 4 | digit(3);
}

inline constexpr bool isHighSurrogate(char32_t unit) noexcept { return (unit & 0xfffffc00) == 0xd800; }
inline constexpr bool isSurrogate(char32_t unit) noexcept { return (unit & 0xfffff800) == 0xd800; }

// The character for the one after a backslash; 0 if the escape is invalid.
inline constexpr auto escapes = [] {
  std::array<char, 256> table{};
  for (const char c : {'"', '\\', '/'}) table[static_cast<std::uint8_t>(c)] = c;
  table['b'] = '\b';
  table['f'] = '\f';
  table['n'] = '\n';
  table['r'] = '\r';
  table['t'] = '\t';
  return table;
}();

// Reads four hexadecimal digits, or two such escapes that form a surrogate pair, and moves past them. False if they are
// invalid. Half of a pair is a code point by itself, as in JavaScript.
inline bool readUnicode(const char*& at, const char* end, char32_t& point) noexcept {
  if (end - at < 4) return false;
  point = readHex4(at);
  if (point > 0xffff) return false;
  at += 4;
  if (!isSurrogate(point)) return true;
  if (!isHighSurrogate(point) || end - at < 6 || at[0] != '\\' || at[1] != 'u') return true;
  const char32_t low = readHex4(at + 2);
  if (low > 0xffff || !isSurrogate(low) || isHighSurrogate(low)) return true;
  at += 6;
  point = 0x10000 + ((point & 0x3ff) << 10) + (low & 0x3ff);
  return true;
}

}  // namespace detail

// Returns whether `unescape` can replace the escapes of a raw string; 8 bytes after it may be read.
[[gnu::noinline]] inline bool areEscapesValid(Bytes raw) noexcept {
  const char* at = raw.data();
  const char* const end = at + raw.size();
  while (at < end) {
    if constexpr (std::endian::native == std::endian::little) {
      const std::uint64_t found = detail::backslashes(detail::load(at));
      at += found == 0 ? 8 : std::countr_zero(found) / 8;
      if (found == 0 || at >= end) continue;
    } else if (*at != '\\') {
      ++at;
      continue;
    }
    if (detail::escapes[static_cast<std::uint8_t>(at[1])] != 0) {
      at += 2;
    } else {
      if (at[1] != 'u' || end - at < 6 || detail::readHex4(at + 2) > 0xffff) return false;
      at += 6;
    }
  }
  return true;
}

// Replaces the escapes of a raw string by UTF-8, in which lone surrogates take three bytes (WTF-8).
// 8 bytes after the string may be read, and `out` has room for as many bytes and 8 more. Returns the end of what it
// wrote, or null.
inline char* unescape(Bytes raw, char* out) noexcept {
  const char* at = raw.data();
  const char* const end = at + raw.size();
  for (;;) {
    // Eight at a time up to the next backslash.
    if constexpr (std::endian::native == std::endian::little) {
      for (;;) {
        const std::uint64_t word = detail::load(at);
        std::memcpy(out, &word, sizeof word);
        const std::uint64_t found = detail::backslashes(word);
        const auto plain = found == 0 ? 8 : std::countr_zero(found) / 8;
        if (plain >= end - at) return out + (end - at);
        at += plain;
        out += plain;
        if (found != 0) break;
      }
    } else {
      while (at < end && *at != '\\') *out++ = *at++;
      if (at == end) return out;
    }
    // A closed string does not end in a backslash that stands for itself.
    const char simple = detail::escapes[static_cast<std::uint8_t>(at[1])];
    if (simple != 0) {
      *out++ = simple;
      at += 2;
    } else {
      char32_t point;
      if (at[1] != 'u') return nullptr;
      at += 2;
      if (!detail::readUnicode(at, end, point)) return nullptr;
      out = writeUtf8(point, out);
    }
    if (at >= end) return at == end ? out : nullptr;
  }
}

}  // namespace validlib
