#include "items.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace validlib {

namespace {

constexpr std::size_t width = Structure::width;
// Blocks that are marked together: they and their marks should stay in the L1 cache.
constexpr std::size_t most = 64;

// "[" and "]" become "{" and "}" when this bit is set, and no other byte becomes either.
constexpr std::uint8_t curly = 0x20;

constexpr bool isOpening(std::uint8_t byte) noexcept { return (byte | curly) == '{'; }
constexpr bool isClosing(std::uint8_t byte) noexcept { return (byte | curly) == '}'; }

// No value begins with a comma, or a byte that is not ASCII, such as a byte order mark.
constexpr bool beginsItem(std::uint8_t byte) noexcept { return byte != ',' && !isClosing(byte) && byte < 0x80; }

class Items {
 public:
  Items(std::uint8_t* bytes, ItemState& state) noexcept : bytes_(bytes), state_(state) {}

  // True if the items have ended, which is at `end`.
  bool isEnded() const noexcept { return isEnded_; }
  std::size_t end() const noexcept { return end_; }

  // Reads the block at `at`, whose marks are known.
  void readBlock(std::size_t at, const Marks& marks) noexcept {
    for (std::uint64_t left = marks.lineFeeds; left != 0; left &= left - 1) bytes_[at + first(left)] = '\r';
    // Bytes that were not read yet.
    std::uint64_t left = ~std::uint64_t{0};
    for (;;) {
      if (!state_.hasContent) {
        left &= marks.content;
        if (left == 0) return;
        const std::size_t begin = at + first(left);
        if (!beginsItem(bytes_[begin])) return endAt(begin);
        state_.hasContent = true;
        left = left & (~left + 1);
        left = ~(left - 1);
      }
      const std::uint64_t openings = marks.openings & left;
      const std::uint64_t closings = marks.closings & left;
      // Most blocks are inside of an item, and many have no brackets. Counting bits may take a call.
      if ((openings | closings) == 0 && state_.depth > 0) return;
      if (state_.depth > std::popcount(closings)) {
        state_.depth += std::popcount(openings) - std::popcount(closings);
        return;
      }
      const std::uint64_t next = openings | closings | (state_.depth == 0 ? marks.commas & left : 0);
      if (next == 0) return;
      const std::uint64_t bit = next & (~next + 1);
      left = ~(bit - 1) & ~bit;
      if ((bit & openings) != 0) {
        ++state_.depth;
      } else if ((bit & closings) != 0) {
        if (state_.depth == 0) return endAt(at + first(bit));
        --state_.depth;
      } else {
        endItem(at + first(bit));
      }
    }
  }

  // Reads bytes one by one.
  void read(std::size_t at, std::size_t end) noexcept {
    auto& [inString, escaped] = state_.quoting;
    for (; at < end && !isEnded_; ++at) {
      const std::uint8_t byte = bytes_[at];
      if (byte == '\n') bytes_[at] = '\r';
      if (inString) {
        if (!escaped && byte == '"') inString = false;
        escaped = !escaped && byte == '\\';
      } else if (byte > ' ') {
        if (!state_.hasContent && !beginsItem(byte)) return endAt(at);
        state_.hasContent = true;
        if (byte == '"') {
          inString = true;
        } else if (byte == ',' && state_.depth == 0) {
          endItem(at);
        } else if (isOpening(byte)) {
          ++state_.depth;
        } else if (isClosing(byte)) {
          if (state_.depth == 0) return endAt(at);
          --state_.depth;
        }
      }
    }
  }

 private:
  static std::size_t first(std::uint64_t bits) noexcept { return static_cast<std::size_t>(std::countr_zero(bits)); }

  void endItem(std::size_t at) noexcept {
    bytes_[at] = '\n';
    state_.hasContent = false;
  }

  void endAt(std::size_t at) noexcept {
    end_ = at;
    isEnded_ = true;
  }

  std::uint8_t* const bytes_;
  ItemState& state_;
  std::size_t end_ = 0;
  bool isEnded_ = false;
};

}  // namespace

std::size_t itemsToLines(std::span<std::uint8_t> bytes, ItemState& state) noexcept {
  std::array<Marks, most> marks;
  Items items(bytes.data(), state);
  const std::size_t size = bytes.size();
  for (std::size_t at = 0; at < size;) {
    const std::size_t blocks = std::min((size - at) / width, most);
    const std::size_t marked = markBlocks(bytes.data() + at, blocks, state.quoting, marks.data());
    for (std::size_t i = 0; i < marked && !items.isEnded(); ++i) items.readBlock(at + i * width, marks[i]);
    at += marked * width;
    // A block that cannot be marked, or the rest.
    const std::size_t end = marked < most ? std::min(at + width, size) : at;
    if (!items.isEnded()) items.read(at, end);
    at = end;
    if (!items.isEnded()) continue;
    state.quoting = {};
    return items.end();
  }
  return size;
}

std::size_t itemsToLines(std::span<std::uint8_t> bytes, std::span<double, itemParts> parts) noexcept {
  const auto isSet = [parts](std::int32_t part) noexcept { return parts[static_cast<std::size_t>(part)] != 0; };
  ItemState state{static_cast<std::int64_t>(parts[itemPart::depth]),
                  {isSet(itemPart::inString), isSet(itemPart::escaped)},
                  isSet(itemPart::hasContent)};
  const std::size_t end = itemsToLines(bytes, state);
  parts[itemPart::depth] = static_cast<double>(state.depth);
  parts[itemPart::inString] = state.quoting.inString ? 1 : 0;
  parts[itemPart::escaped] = state.quoting.escaped ? 1 : 0;
  parts[itemPart::hasContent] = state.hasContent ? 1 : 0;
  return end;
}

}  // namespace validlib
