// The structural index with the vector instructions of WebAssembly, for which simdjson has no kernel. The algorithms
// are the same: Langdale and Lemire, "Parsing Gigabytes of JSON per Second"; Keiser and Lemire, "Validating UTF-8 In
// Less Than One Instruction Per Byte". Takes the place of core/json/structure.cpp.
#include "../core/json/structure.hpp"

#include <wasm_simd128.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace validlib {

namespace {

constexpr std::size_t width = Structure::width;

// 64 bytes of the text.
struct Block {
  v128_t parts[4];

  explicit Block(const std::uint8_t* text) noexcept
      : parts{wasm_v128_load(text), wasm_v128_load(text + 16), wasm_v128_load(text + 32), wasm_v128_load(text + 48)} {}

  // A bit for each byte for which `test` of its part is true.
  template <class Test>
  [[gnu::always_inline]] std::uint64_t mask(Test test) const noexcept {
    const auto bits = [&](int part) { return std::uint64_t{wasm_i8x16_bitmask(test(parts[part]))}; };
    return bits(0) | bits(1) << 16 | bits(2) << 32 | bits(3) << 48;
  }

  [[gnu::always_inline]] std::uint64_t equal(std::uint8_t character) const noexcept {
    return mask([character](v128_t part) { return wasm_i8x16_eq(part, wasm_u8x16_splat(character)); });
  }

  bool isAscii() const noexcept {
    const v128_t any = wasm_v128_or(wasm_v128_or(parts[0], parts[1]), wasm_v128_or(parts[2], parts[3]));
    return wasm_i8x16_bitmask(any) == 0;
  }

  // ASCII without escapes.
  bool isPlain() const noexcept {
    return isAscii() && equal('\\') == 0;
  }
};

// Finds invalid UTF-8, block by block.
class Utf8Checker {
 public:
  [[gnu::always_inline]] void next(const Block& block) noexcept {
    if (block.isAscii()) [[likely]] {
      error_ = wasm_v128_or(error_, incomplete_);
      last_ = incomplete_ = wasm_i8x16_splat(0);
      return;
    }
    for (const v128_t part : block.parts) check(part);
    // Bytes at the end whose sequence goes on.
    const v128_t most =
        wasm_u8x16_const(255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0xef, 0xdf, 0xbf);
    incomplete_ = wasm_u8x16_sub_sat(last_, most);
  }

  bool failed() const noexcept { return wasm_v128_any_true(wasm_v128_or(error_, incomplete_)); }

 private:
  void check(v128_t part) noexcept {
    // Errors of two bytes in sequence, as bits; a pair has each that all three tables name.
    constexpr std::uint8_t tooShort = 1, tooLong = 2, overlong3 = 4, tooLarge = 8, surrogate = 16, overlong2 = 32,
                           tooLarge1000 = 64, overlong4 = 64, twoContinuations = 128;
    constexpr std::uint8_t carry = tooShort | tooLong | twoContinuations;
    const v128_t firstHigh =
        wasm_u8x16_const(tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, twoContinuations,
                         twoContinuations, twoContinuations, twoContinuations, tooShort | overlong2, tooShort,
                         tooShort | overlong3 | surrogate, tooShort | tooLarge | tooLarge1000 | overlong4);
    constexpr std::uint8_t large = carry | tooLarge | tooLarge1000;
    const v128_t firstLow =
        wasm_u8x16_const(carry | overlong3 | overlong2 | overlong4, carry | overlong2, carry, carry, carry | tooLarge,
                         large, large, large, large, large, large, large, large, large | surrogate, large, large);
    constexpr std::uint8_t low = tooLong | overlong2 | twoContinuations;
    const v128_t secondHigh = wasm_u8x16_const(tooShort, tooShort, tooShort, tooShort, tooShort, tooShort, tooShort,
                                               tooShort, low | overlong3 | tooLarge1000 | overlong4,
                                               low | overlong3 | tooLarge, low | surrogate | tooLarge,
                                               low | surrogate | tooLarge, tooShort, tooShort, tooShort, tooShort);
    const v128_t one = wasm_i8x16_shuffle(last_, part, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
    const v128_t two = wasm_i8x16_shuffle(last_, part, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
    const v128_t three =
        wasm_i8x16_shuffle(last_, part, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28);
    const v128_t pairs =
        wasm_v128_and(wasm_v128_and(wasm_i8x16_swizzle(firstHigh, wasm_u8x16_shr(one, 4)),
                                    wasm_i8x16_swizzle(firstLow, wasm_v128_and(one, wasm_u8x16_splat(15)))),
                      wasm_i8x16_swizzle(secondHigh, wasm_u8x16_shr(part, 4)));
    // The third and the fourth byte of a sequence have to be continuations, which two in sequence say.
    const v128_t third = wasm_u8x16_sub_sat(two, wasm_u8x16_splat(0xe0 - 0x80));
    const v128_t fourth = wasm_u8x16_sub_sat(three, wasm_u8x16_splat(0xf0 - 0x80));
    const v128_t needed = wasm_v128_and(wasm_v128_or(third, fourth), wasm_u8x16_splat(0x80));
    error_ = wasm_v128_or(error_, wasm_v128_xor(needed, pairs));
    last_ = part;
  }

  v128_t error_ = wasm_i8x16_splat(0);
  v128_t last_ = wasm_i8x16_splat(0);
  v128_t incomplete_ = wasm_i8x16_splat(0);
};

// Finds the strings of a text, block by block.
class Strings {
 public:
  // Opening and closing quotes, and all bytes from an opening one to before the closing one: a bit for each byte.
  struct Found {
    std::uint64_t quotes;
    std::uint64_t inside;
  };

  Strings() noexcept = default;
  explicit Strings(Quoting quoting) noexcept
      : escaped_(quoting.escaped ? 1 : 0), inside_(quoting.inString ? ~std::uint64_t{0} : 0) {}

  // The masks of quotes and backslashes of the next block.
  [[gnu::always_inline]] Found next(std::uint64_t all, std::uint64_t backslashes) noexcept {
    const std::uint64_t quotes = all & ~escaped(backslashes);
    const std::uint64_t inside = prefixXor(quotes) ^ inside_;
    inside_ = static_cast<std::uint64_t>(static_cast<std::int64_t>(inside) >> 63);
    return {quotes, inside};
  }

  Quoting quoting() const noexcept { return {inside_ != 0, escaped_ != 0}; }

 private:
  // The characters behind a backslash that is not escaped itself.
  std::uint64_t escaped(std::uint64_t backslashes) noexcept {
    if (backslashes == 0) [[likely]] {
      const std::uint64_t before = escaped_;
      escaped_ = 0;
      return before;
    }
    constexpr std::uint64_t odd = 0xaaaaaaaaaaaaaaaa;
    const std::uint64_t potential = backslashes & ~escaped_;
    const std::uint64_t codes = (((potential << 1) | odd) - potential) ^ odd;
    const std::uint64_t result = codes ^ (backslashes | escaped_);
    escaped_ = (codes & backslashes) >> 63;
    return result;
  }

  // Each bit is the parity of those up to it.
  static std::uint64_t prefixXor(std::uint64_t bits) noexcept {
    for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
    return bits;
  }

  std::uint64_t escaped_ = 0;
  std::uint64_t inside_ = 0;
};

// Finds the tokens of a text, block by block.
class Scanner {
 public:
  // Writes the positions of the tokens of the block at `base`; returns the end of what was written.
  [[gnu::always_inline]] std::uint32_t* next(const Block& block, std::uint32_t base, std::uint32_t* out) noexcept {
    const auto [quotes, inside] = strings_.next(block.equal('"'), block.equal('\\'));
    controls_ |= inside & block.mask([](v128_t part) { return wasm_u8x16_lt(part, wasm_u8x16_splat(0x20)); });
    // Each table has at the low half of a character the character itself.
    const std::uint64_t spaces = block.mask([](v128_t part) {
      const v128_t table =
          wasm_u8x16_const(' ', 100, 100, 100, 17, 100, 113, 2, 100, '\t', '\n', 112, 100, '\r', 100, 100);
      return wasm_i8x16_eq(part, wasm_i8x16_swizzle(table, wasm_v128_and(part, wasm_u8x16_splat(15))));
    });
    const std::uint64_t operators = block.mask([](v128_t part) {
      const v128_t table = wasm_u8x16_const(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0);
      return wasm_i8x16_eq(wasm_v128_or(part, wasm_u8x16_splat(0x20)),
                           wasm_i8x16_swizzle(table, wasm_v128_and(part, wasm_u8x16_splat(15))));
    });
    const std::uint64_t scalars = ~(operators | spaces);
    const std::uint64_t unquoted = scalars & ~quotes;
    const std::uint64_t starts = scalars & ~(unquoted << 1 | unquoted_);
    unquoted_ = unquoted >> 63;
    return write((operators | starts) & ~(inside ^ quotes), base, out);
  }

  bool failed() const noexcept { return strings_.quoting().inString || controls_ != 0; }

 private:
  // Writes eight positions at a time, the last ones too far.
  [[gnu::always_inline]] static std::uint32_t* write(std::uint64_t bits, std::uint32_t base,
                                                     std::uint32_t* out) noexcept {
    std::uint32_t* const end = out + std::popcount(bits);
    while (out < end) {
      for (int i = 0; i < 8; ++i) {
        out[i] = base + static_cast<std::uint32_t>(std::countr_zero(bits));
        bits &= bits - 1;
      }
      out += 8;
    }
    return end;
  }

  Strings strings_;
  std::uint64_t unquoted_ = 0;
  std::uint64_t controls_ = 0;
};

}  // namespace

Scan Structure::scan(const std::uint8_t* text, std::size_t size) noexcept {
  Scanner scanner;
  Utf8Checker utf8;
  Scan result{positions_.data(), 0, false};
  // The padding fills the last block.
  for (std::size_t at = 0; at < size; at += width) {
    const Block block(text + at);
    const std::uint8_t other = block.isPlain() ? 0 : 1;
    blocks_[at / width] = other;
    result.others += other;
    utf8.next(block);
    result.end = scanner.next(block, static_cast<std::uint32_t>(at), result.end);
  }
  result.valid = !scanner.failed() && !utf8.failed();
  return result;
}

std::size_t markBlocks(const std::uint8_t* text, std::size_t count, Quoting& quoting, Marks* marks) noexcept {
  Strings strings(quoting);
  std::size_t marked = 0;
  for (; marked < count; ++marked) {
    const Block block(text + marked * width);
    const std::uint64_t backslashes = block.equal('\\');
    Strings next = strings;
    const std::uint64_t inside = next.next(block.equal('"'), backslashes).inside;
    if ((backslashes & ~inside) != 0) break;
    strings = next;
    const auto content = [](v128_t part) { return wasm_u8x16_gt(part, wasm_u8x16_splat(' ')); };
    marks[marked] = {(block.equal('[') | block.equal('{')) & ~inside, (block.equal(']') | block.equal('}')) & ~inside,
                     block.equal(',') & ~inside, block.mask(content), block.equal('\n')};
  }
  quoting = strings.quoting();
  return marked;
}

bool Structure::isWide() noexcept { return false; }

bool isUtf8(const std::uint8_t* text, std::size_t size) noexcept {
  Utf8Checker utf8;
  std::size_t at = 0;
  for (; at + width <= size; at += width) utf8.next(Block(text + at));
  std::uint8_t rest[width] = {};
  std::memcpy(rest, text + at, size - at);
  utf8.next(Block(rest));
  return !utf8.failed();
}

}  // namespace validlib
