// The text of JSON strings. Stage 1 has checked the UTF-8, so decoding cannot meet a malformed sequence.
#pragma once

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

// What a text is made of; both bits clear for plain ASCII.
struct Makeup {
  bool wide = false;     // holds bytes beyond ASCII
  bool escaped = false;  // holds a backslash
};

inline Makeup makeupOf(const std::uint8_t* text, std::size_t size) noexcept {
  std::uint8_t high = 0;
  std::uint8_t escapes = 0;
  for (std::size_t i = 0; i < size; ++i) {
    high = static_cast<std::uint8_t>(high | text[i]);
    escapes = static_cast<std::uint8_t>(escapes | (text[i] == '\\'));
  }
  return {high >= 0x80, escapes != 0};
}

inline constexpr bool isContinuation(char byte) noexcept { return (static_cast<std::uint8_t>(byte) & 0xc0) == 0x80; }

// Number of code points of UTF-8 text.
inline std::size_t codePoints(Bytes text) noexcept {
  std::size_t count = 0;
  for (const char byte : text) count += !isContinuation(byte);
  return count;
}

// The code point that begins at `at`, which moves behind it.
inline char32_t nextCodePoint(const std::uint8_t*& at) noexcept {
  const std::uint8_t lead = *at++;
  const auto more = [&at](char32_t point) noexcept { return (point << 6) | (*at++ & 0x3f); };
  if (lead < 0x80) return lead;
  if (lead < 0xe0) return more(lead & 0x1f);
  if (lead < 0xf0) return more(more(lead & 0x0f));
  return more(more(more(lead & 0x07)));
}

// Every code point fits one byte of Latin-1.
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

// The value of four hexadecimal digits; beyond 16 bits when they are not.
inline char32_t readHex4(const char* at) noexcept {
  char32_t value = 0;
  for (int i = 0; i < 4; ++i) {
    const auto byte = static_cast<std::uint8_t>(at[i]);
    const auto letter = static_cast<std::uint8_t>((byte | 0x20) - 'a');
    if (isDigit(byte)) {
      value = (value << 4) | (byte - '0');
    } else if (letter < 6) {
      value = (value << 4) | (letter + 10U);
    } else {
      return 0x10000;
    }
  }
  return value;
}

inline constexpr bool isHighSurrogate(char32_t unit) noexcept { return (unit & 0xfffffc00) == 0xd800; }
inline constexpr bool isSurrogate(char32_t unit) noexcept { return (unit & 0xfffff800) == 0xd800; }

// Reads the escape at `at`, behind its backslash, and moves behind it. False when it is none, and also for half of a
// surrogate pair: JSON takes it, UTF-8 cannot hold it.
inline bool readEscape(const char*& at, const char* end, char32_t& point) noexcept {
  switch (*at++) {
    case '"': point = '"'; return true;
    case '\\': point = '\\'; return true;
    case '/': point = '/'; return true;
    case 'b': point = '\b'; return true;
    case 'f': point = '\f'; return true;
    case 'n': point = '\n'; return true;
    case 'r': point = '\r'; return true;
    case 't': point = '\t'; return true;
    case 'u': break;
    default: return false;
  }
  if (end - at < 4) return false;
  point = readHex4(at);
  if (point > 0xffff) return false;
  at += 4;
  if (!isSurrogate(point)) return true;
  if (!isHighSurrogate(point) || end - at < 6 || at[0] != '\\' || at[1] != 'u') return false;
  const char32_t low = readHex4(at + 2);
  if (low > 0xffff || !isSurrogate(low) || isHighSurrogate(low)) return false;
  at += 6;
  point = 0x10000 + ((point & 0x3ff) << 10) + (low & 0x3ff);
  return true;
}

}  // namespace detail

// Replaces the escapes of a raw string; `out` has room for as many bytes. Returns the end of what it wrote, or null.
inline char* unescape(Bytes raw, char* out) noexcept {
  const char* at = raw.data();
  const char* const end = at + raw.size();
  while (at < end) {
    const auto* const backslash = static_cast<const char*>(std::memchr(at, '\\', static_cast<std::size_t>(end - at)));
    const auto plain = static_cast<std::size_t>((backslash == nullptr ? end : backslash) - at);
    std::memcpy(out, at, plain);
    out += plain;
    if (backslash == nullptr) break;
    at = backslash + 1;
    char32_t point;
    if (at == end || !detail::readEscape(at, end, point)) return nullptr;
    out = writeUtf8(point, out);
  }
  return out;
}

}  // namespace validlib
