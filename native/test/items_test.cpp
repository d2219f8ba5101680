// Items of arrays: blocks give the lines that single bytes give, wherever parts end.
#include "json/items.hpp"

#include <cstdint>
#include <random>
#include <string>

#include "expect.hpp"
#include "position.hpp"

using namespace validlib;

namespace {

struct Lines {
  std::string text;
  bool ended = false;
  std::int64_t depth = 0;
  bool inString = false;
  bool escaped = false;
  bool hasContent = false;

  bool operator==(const Lines&) const = default;
};

// The lines of parts of so many bytes, up to the end of the items.
Lines inParts(const std::string& text, std::size_t size) {
  ItemState state;
  Lines lines;
  for (std::size_t at = 0; at < text.size() && !lines.ended; at += size) {
    std::string part = text.substr(at, size);
    const std::size_t end = itemsToLines({reinterpret_cast<std::uint8_t*>(part.data()), part.size()}, state);
    lines.ended = end < part.size();
    lines.text += part.substr(0, end);
  }
  lines.depth = state.depth;
  lines.inString = state.quoting.inString;
  lines.escaped = state.quoting.escaped;
  lines.hasContent = state.hasContent;
  return lines;
}

void makesTheSameLines(const std::string& text) {
  // Single bytes are in no block.
  const Lines single = inParts(text, 1);
  for (const std::size_t size : {std::size_t{63}, std::size_t{64}, std::size_t{65}, std::size_t{200}, text.size() + 1})
    EXPECT(inParts(text, size) == single, text);
}

void isWritten() {
  const auto made = [](const std::string& text) { return inParts(text, text.size()).text; };
  const std::string spaces(70, ' ');
  EXPECT(made("1,[2,3],\"a,\\\",b\"]") == "1\n[2,3]\n\"a,\\\",b\"", "short");
  EXPECT(made(spaces + "{\"a\":\n[1,2]},\n3" + spaces + "] x,") == spaces + "{\"a\":\r[1,2]}\n\r3" + spaces, "long");
  EXPECT(made(spaces + ",") == spaces, "no item");
  EXPECT(inParts("1" + spaces + ",}", 1).ended, "no item");
}

void isTheSameAtRandom() {
  std::mt19937 random(1);
  const std::string few = "\"\\,[]{}\n 1a\xc3";
  // The more often a byte comes, the longer strings and items are.
  for (const std::size_t common : {0, 3, 40, 400}) {
    for (int round = 0; round < 3000; ++round) {
      std::string text(random() % 700, 'a');
      for (char& byte : text) {
        const std::size_t choice = random() % (few.size() + common);
        byte = choice < few.size() ? few[choice] : 'a';
      }
      makesTheSameLines(text);
      makesTheSameLines("[[[" + text);
      makesTheSameLines("\"" + text);
    }
  }
}

void hasExtents() {
  const auto is = [](const std::string& text, std::uint32_t lineFeeds, std::uint32_t characters) {
    const Extent extent = Extent::of(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    EXPECT(extent.lineFeeds == lineFeeds && extent.characters == characters, text);
  };
  is("", 0, 0);
  is("a\xc3\xa9", 0, 2);
  is("a\n\n\xf0\x9f\x98\x80 b", 2, 3);
  is("\n", 1, 0);
}

}  // namespace

int main() {
  isWritten();
  hasExtents();
  isTheSameAtRandom();
  return validlib::test::ended();
}
