// Short strings that come more than once: which of them the tape refers to, and when the table gives up.
#include "repeats.hpp"

#include <string>

#include "expect.hpp"

using namespace validlib;

namespace {

constexpr std::size_t large = std::size_t{1} << 20;

std::int32_t find(Repeats& repeats, std::string text) {
  const std::size_t size = text.size();
  // What stands behind the string makes no difference, and is other each time.
  static char other = 0;
  text.append(16, ++other);
  return Repeats::fits(size) ? repeats.find({text.data(), size}) : 0;
}

// What JavaScript makes of it.
std::string known(const Repeats& repeats, std::int32_t end) {
  const auto at = static_cast<std::size_t>(end) / repeatWidth * repeatWidth;
  return {repeats.data() + at, repeats.data() + end};
}

void finds() {
  Repeats repeats;
  repeats.begin(large);
  EXPECT(repeats.active(), "a large text");
  const std::string full = "abcdefghijklmnop";
  for (std::size_t size = 0; size <= 16; ++size) {
    const std::string text = full.substr(0, size);
    const bool asked = size >= 2 && size <= 12;
    EXPECT(Repeats::fits(size) == asked, text);
    EXPECT(find(repeats, text) == 0, text);
    const std::int32_t first = find(repeats, text);
    EXPECT((first != 0) == asked, text);
    if (!asked) continue;
    EXPECT(known(repeats, first) == text && find(repeats, text) == first, text);
  }
  EXPECT(find(repeats, "ab") != find(repeats, "abc"), "ab");
  // It looks like one that is known, and has the same place.
  for (int i = 0; i < 3; ++i) EXPECT(find(repeats, std::string("ab\0", 3)) == 0, "ab and a zero");

  repeats.begin(large);
  EXPECT(find(repeats, "ab") == 0, "another text");
  EXPECT(repeats.size() == repeatWidth, "another text");
  repeats.begin(0);
  EXPECT(!repeats.active(), "no text");
}

// Strings that have the same hash as others are asked for like these.
void isBounded() {
  Repeats repeats;
  repeats.begin(std::size_t{1} << 30);
  bool right = true;
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < 100'000; ++i) {
      const std::string text = "s" + std::to_string(i);
      const std::int32_t end = find(repeats, text);
      right = right && (end == 0 || (round > 0 && known(repeats, end) == text));
      // Enough is found for it to go on.
      for (int more = 0; more < 2; ++more) find(repeats, "again");
    }
  }
  EXPECT(right && repeats.active(), "many strings");
  EXPECT(repeats.size() <= std::size_t{1} << 20, std::to_string(repeats.size()));
}

void endsWhereNothingIsFound() {
  Repeats repeats;
  repeats.begin(large);
  int asked = 0;
  while (repeats.active() && asked < 1'000'000) find(repeats, std::to_string(1'000'000 + asked++));
  EXPECT(asked < 10'000, std::to_string(asked));
  repeats.begin(large);
  EXPECT(repeats.active(), "another text");
  repeats.trim(0);
  EXPECT(!repeats.active(), "without memory");
}

}  // namespace

int main() {
  finds();
  isBounded();
  endsWhereNothingIsFound();
  return validlib::test::ended();
}
