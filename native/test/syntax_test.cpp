// Where texts stop being JSON, in memory of exactly the size that is promised.
#include "json/syntax.hpp"

#include <cstring>
#include <memory>
#include <string>

#include "expect.hpp"
#include "json/structure.hpp"

using namespace validlib;

namespace {

std::unique_ptr<std::uint8_t[]> padded(const std::string& text) {
  std::unique_ptr<std::uint8_t[]> bytes(new std::uint8_t[text.size() + textPadding]);
  if (!text.empty()) std::memcpy(bytes.get(), text.data(), text.size());
  std::memset(bytes.get() + text.size(), ' ', textPadding);
  return bytes;
}

struct Scanned {
  std::string text;
  std::size_t offset;
};

void scans(const Scanned& given) {
  const auto bytes = padded(given.text);
  EXPECT(syntaxOffset(bytes.get(), given.text.size()) == given.offset, given.text);
}

struct Found {
  std::string text;
  std::uint32_t maxDepth;
  Unit unit;
  // All 0: nothing is found.
  Position position;
};

void finds(const Found& given) {
  const auto bytes = padded(given.text);
  Position position{0, 0, 0};
  const bool found = findSyntax(bytes.get(), given.text.size(), given.maxDepth, given.unit, position);
  EXPECT(found == (given.position.line != 0), given.text);
  EXPECT(position.offset == given.position.offset && position.line == given.position.line &&
             position.column == given.position.column,
         given.text);
}

std::string repeat(const char* part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

}  // namespace

int main() {
  for (const Scanned& given : std::initializer_list<Scanned>{
           {"", 0},
           {"1", isJson},
           {" [1, {\"a\": [true, null], \"b\": -1.5e+3}, \"\\u00e9\\n\"] ", isJson},
           {"[1,]", 3},
           {"[1}", 2},
           {"{\"a\":1,}", 7},
           {"{}}", 2},
           {"tru", 3},
           {"trux", 3},
           {"-", 1},
           {"01", 1},
           {"1e+", 3},
           {"\"", 1},
           {"\"0123456", 8},
           {"\"01234567", 9},
           {"\"0123456\n", 8},
           {"\"\\u12", 5},
           {"\"\\u12g4\"", 5},
           {"\"\\", 2},
           {std::string("\"\\\0\"", 4), 2},
           {std::string("\"\0\"", 3), 1},
           {repeat("[", deepestSyntax), deepestSyntax},
       }) {
    scans(given);
  }
  for (const Found& given : std::initializer_list<Found>{
           {"[1]", 512, Unit::bytes, {0, 0, 0}},
           {"\xff", 512, Unit::bytes, {0, 0, 0}},
           {"[[x", 1, Unit::bytes, {0, 0, 0}},
           {"] \\\"[[", 1, Unit::bytes, {0, 1, 1}},
           {"[[x", 2, Unit::bytes, {2, 1, 3}},
           {"\"[[\" x", 1, Unit::bytes, {5, 1, 6}},
           {"[]] [] []", 1, Unit::bytes, {2, 1, 3}},
           {"\xef\xbb\xbf[\n\"\xc3\xa9\xf0\x9f\x98\x80\" x", 512, Unit::bytes, {14, 2, 6}},
           {"[\n\"\xc3\xa9\xf0\x9f\x98\x80\" x", 512, Unit::utf16, {8, 2, 6}},
       }) {
    finds(given);
  }
  return validlib::test::ended();
}
