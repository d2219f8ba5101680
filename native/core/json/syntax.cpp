#include "syntax.hpp"

#include <array>
#include <cstring>

#include "characters.hpp"
#include "structure.hpp"
#include "text.hpp"

namespace validlib {

namespace {

constexpr bool isOpening(std::uint8_t byte) noexcept { return (byte | 0x20) == '{'; }
constexpr bool isClosing(std::uint8_t byte) noexcept { return (byte | 0x20) == '}'; }

// Returns whether one of eight bytes must not occur unescaped in a string: a quote, a backslash, a control character.
bool hasEnd(const std::uint8_t* at) noexcept {
  constexpr std::uint64_t ones = 0x0101010101010101U;
  constexpr std::uint64_t high = ones * 0x80;
  std::uint64_t bytes;
  std::memcpy(&bytes, at, sizeof bytes);
  const std::uint64_t quote = bytes ^ (ones * '"');
  const std::uint64_t backslash = bytes ^ (ones * '\\');
  const std::uint64_t below = (bytes - ones * 0x20) & ~bytes;
  return ((((quote - ones) & ~quote) | ((backslash - ones) & ~backslash) | below) & high) != 0;
}

// One pass over the text, by the grammar of RFC 8259. It stops at the first wrong byte.
class Scanner {
 public:
  Scanner(const std::uint8_t* text, std::size_t size) noexcept : at_(text), end_(text + size) {}

  const std::uint8_t* at() const noexcept { return at_; }

  bool document() noexcept {
    for (;;) {
      // A value must follow here; after the opening bracket of a non-empty container, another one.
      const int first = space();
      if (first == '{' || first == '[') {
        const bool object = first == '{';
        if (level_ == deepestSyntax) return false;
        objects_[level_++] = object;
        ++at_;
        if (space() != closing()) {
          if (object && !key()) return false;
          continue;
        }
        ++at_;
        --level_;
      } else if (!scalar(first)) {
        return false;
      }
      // A value has ended. Closing brackets may follow; each ends a container.
      for (;;) {
        const int next = space();
        if (level_ == 0) return next == none;
        if (next != ',' && next != closing()) return false;
        ++at_;
        if (next == ',') {
          if (objects_[level_ - 1]) {
            space();
            if (!key()) return false;
          }
          break;
        }
        --level_;
      }
    }
  }

 private:
  // No character: the end.
  static constexpr int none = -1;

  int peek() const noexcept { return at_ < end_ ? *at_ : none; }
  int closing() const noexcept { return objects_[level_ - 1] ? '}' : ']'; }

  // Skips white space and returns the character after it.
  int space() noexcept {
    while (at_ < end_ && isSpace(*at_)) ++at_;
    return peek();
  }

  bool skip(int byte) noexcept {
    if (peek() != byte) return false;
    ++at_;
    return true;
  }

  bool key() noexcept {
    if (!string() || space() != ':') return false;
    ++at_;
    return true;
  }

  bool scalar(int first) noexcept {
    switch (first) {
      case '"': return string();
      case 't': return word("true");
      case 'f': return word("false");
      case 'n': return word("null");
      default: return number();
    }
  }

  bool word(const char* letters) noexcept {
    for (; *letters != 0; ++letters) {
      if (!skip(*letters)) return false;
    }
    return true;
  }

  bool digits() noexcept {
    const std::uint8_t* const first = at_;
    while (at_ < end_ && isDigit(*at_)) ++at_;
    return at_ > first;
  }

  bool number() noexcept {
    skip('-');
    if (!skip('0') && !digits()) return false;
    if (skip('.') && !digits()) return false;
    if (!skip('e') && !skip('E')) return true;
    if (!skip('+')) skip('-');
    return digits();
  }

  bool string() noexcept {
    if (!skip('"')) return false;
    for (;;) {
      // The padding is not part of the text, but it may be read.
      while (at_ < end_ && !hasEnd(at_)) at_ += 8;
      if (at_ >= end_) {
        at_ = end_;
        return false;
      }
      const std::uint8_t byte = *at_;
      if (byte < 0x20) return false;
      ++at_;
      if (byte == '"') return true;
      if (byte == '\\' && !escape()) return false;
    }
  }

  bool escape() noexcept {
    if (skip('u')) {
      for (int i = 0; i < 4; ++i) {
        const int digit = peek();
        const bool hex = (digit >= '0' && digit <= '9') || ((digit | 0x20) >= 'a' && (digit | 0x20) <= 'f');
        if (digit == none || !hex) return false;
        ++at_;
      }
      return true;
    }
    const int byte = peek();
    if (byte == none || byte == 0 || std::strchr("\"\\/bfnrt", byte) == nullptr) return false;
    ++at_;
    return true;
  }

  const std::uint8_t* at_;
  const std::uint8_t* const end_;
  // For each open container, whether it is an object.
  std::array<bool, deepestSyntax> objects_;
  std::uint32_t level_ = 0;
};

}  // namespace

std::size_t syntaxOffset(const std::uint8_t* text, std::size_t size) noexcept {
  Scanner scanner(text, size);
  return scanner.document() ? isJson : static_cast<std::size_t>(scanner.at() - text);
}

bool isDeeper(const std::uint8_t* text, std::size_t size, std::uint32_t maxDepth) noexcept {
  const std::uint8_t* const end = text + size;
  // Usually there are not enough brackets at all.
  if (size <= maxDepth || countOf(text, end, isOpening) <= maxDepth) return false;
  std::uint32_t depth = 0;
  for (const std::uint8_t* at = text; at < end; ++at) {
    if (*at == '"') {
      for (++at; at < end && *at != '"'; ++at) at += *at == '\\';
    } else if (isOpening(*at)) {
      if (++depth > maxDepth) return true;
    } else if (isClosing(*at) && depth > 0) {
      --depth;
    }
  }
  return false;
}

bool isRefused(const std::uint8_t* text, std::size_t size, std::uint32_t maxDepth) noexcept {
  if (isDeeper(text, size, maxDepth) || !isUtf8(text, size)) return true;
  return !isDeeper(text, size, deepestSyntax) && syntaxOffset(text, size) != isJson;
}

bool findSyntax(const std::uint8_t* text, std::size_t size, std::uint32_t maxDepth, Unit unit,
                Position& position) noexcept {
  if (maxDepth > deepestSyntax || isDeeper(text, size, maxDepth) || !isUtf8(text, size)) return false;
  const std::uint32_t skipped = hasMark(text, size) ? 3 : 0;
  const std::uint8_t* const begin = text + skipped;
  const std::size_t offset = syntaxOffset(begin, size - skipped);
  if (offset == isJson) return false;
  position = Position::first(skipped, unit);
  position.advance(begin, begin + offset, unit);
  return true;
}

}  // namespace validlib
