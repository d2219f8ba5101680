#include "digest.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "coercion.hpp"
#include "traverse.hpp"

namespace validlib {

namespace {

class DigestVisitor : public Visitor {
 public:
  static constexpr bool readsKeys = true;
  static constexpr bool readsValues = true;

  DigestVisitor(Walk& walk, const Digest& seed) noexcept : walk_(walk), seed_(seed) {}

  Digest digest;
  // Bytes of containers that were known.
  std::uint64_t passed = 0;

  bool passes(Cursor& cursor) noexcept {
    const Known* const known = walk_.knownDigests.find(walk_.tokens.number(cursor));
    if (known == nullptr) return false;
    const auto level = static_cast<std::uint32_t>(open_.size());
    if (level + known->height > deepest || !walk_.nesting.allows(level + known->height - 1)) return false;
    const Known container = *known;
    if (!walk_.knownDigests.pass(container)) return false;
    const std::uint32_t* const after = walk_.tokens.first() + container.end;
    passed += *after - *cursor.at;
    cursor.at = after;
    return take(container.digest, container.height);
  }
  bool opened(const Cursor& cursor, bool object) noexcept {
    // TypeScript compares values that are nested deeper by identity.
    if (open_.size() >= deepest || !walk_.knownDigests.open(walk_.tokens.number(cursor))) return false;
    return open_.push({begun(object ? Type::object : Type::array), Digest(), walk_.words.size(),
                       walk_.knownDigests.last(), 0, 1, object});
  }
  bool key(std::uint32_t opening, const Text& text, const Cursor& cursor) noexcept {
    Digest& key = open_[open_.size() - 1].key;
    key = begun(Type::key);
    key.add(text.bytes);
    return walk_.addKey(opening, walk_.tokens.rawString(cursor), text.bytes);
  }
  bool closed(const Cursor& cursor) noexcept {
    Open closing = open_[open_.size() - 1];
    open_.truncate(open_.size() - 1);
    closing.digest.add(closing.count);
    const bool distinct = areDistinct(walk_.words.begin() + closing.words, walk_.words.end(), walk_.tokens.text,
                                      walk_.unescapedKeys.data());
    walk_.words.truncate(closing.words);
    walk_.knownDigests.close(closing.known, walk_.tokens.number(cursor), closing.height, closing.digest);
    return distinct && take(closing.digest, closing.height);
  }
  bool text(Bytes bytes) noexcept {
    Digest made = begun(Type::text);
    made.add(bytes);
    return take(made);
  }
  bool number(double value, const Cursor& cursor) noexcept {
    Digest made = begun(Type::number);
    if (isBeyond(value)) {
      // Only TypeScript compares different spellings.
      Decimal written;
      if (!writtenDecimal(walk_.tokens.text + cursor.at[-1], written)) return false;
      made.add(static_cast<std::uint64_t>(written.negative ? 1 : 0));
      made.add(written.digits);
      return take(made);
    }
    // 0 and -0 are equal.
    made.add(std::bit_cast<std::uint64_t>(value + 0));
    return take(made);
  }
  bool word(std::uint8_t first) noexcept {
    Digest made = begun(Type::word);
    made.add(first);
    return take(made);
  }

 private:
  using Known = KnownDigests::Known;
  enum class Type : std::uint8_t { text, number, word, array, object, key };
  struct Open {
    Digest digest;
    // Of the key before the next value.
    Digest key;
    // The number of words before its keys.
    std::size_t words;
    // Its index in the known digests.
    std::size_t known;
    std::uint32_t count;
    std::uint32_t height;
    bool object;
  };
  static constexpr std::size_t deepest = 512;

  Digest begun(Type type) const noexcept {
    Digest made = seed_;
    made.add(static_cast<std::uint64_t>(type));
    return made;
  }

  // A value of that many levels has ended.
  bool take(const Digest& made, std::uint32_t height = 0) noexcept {
    if (open_.empty()) {
      digest = made;
      return true;
    }
    Open& outer = open_[open_.size() - 1];
    ++outer.count;
    outer.height = std::max(outer.height, height + 1);
    if (outer.object) {
      outer.key.add(made);
      outer.digest.sum(outer.key);
    } else {
      outer.digest.add(made);
    }
    return true;
  }

  Walk& walk_;
  Digest seed_;
  Buffer<Open> open_;
};

}  // namespace

bool Walk::digest(Cursor& cursor, Digest& into) noexcept {
  // Memory is at a random address in each process.
  const auto seed = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(this));
  DigestVisitor visit(*this, {seed * 0xd6e8feb86659fd93U, seed});
  const std::uint32_t first = *cursor.at;
  const std::size_t unescaped = unescapedKeys.size();
  const bool sound = traverse(*this, cursor, visit);
  unescapedKeys.truncate(unescaped);
  work.total += *cursor.at - first - visit.passed;
  into = visit.digest;
  return sound;
}

bool Walk::isSpelledAlike(const Digested& a, const Digested& b) const noexcept {
  const std::uint8_t* const text = tokens.text;
  const std::uint8_t first = text[*a.at];
  const std::uint8_t second = text[*b.at];
  const auto isNumber = [](std::uint8_t c) noexcept { return c == '-' || isDigit(c); };
  if (first != second && !(isNumber(first) && isNumber(second))) return false;
  if (first == '{' || first == '[') {
    const std::size_t size = a.end - *a.at;
    return size == b.end - *b.at && std::memcmp(text + *a.at, text + *b.at, size) == 0;
  }
  Cursor one;
  Cursor other;
  one.at = a.at + 1;
  other.at = b.at + 1;
  if (first == '"') return tokens.rawString(one) == tokens.rawString(other);
  if (first == 't' || first == 'f' || first == 'n') return true;
  double value;
  double same;
  one.at = a.at;
  other.at = b.at;
  if (!tokens.readNumber(one, value) || !tokens.readNumber(other, same) || value != same) return false;
  Decimal written;
  Decimal again;
  return !isBeyond(value) ||
         (writtenDecimal(text + *a.at, written) && writtenDecimal(text + *b.at, again) && written == again);
}

}  // namespace validlib
