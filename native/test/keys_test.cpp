// Keys: by their spelling, by their text, and those that JavaScript puts first.
#include "keys.hpp"

#include <memory>
#include <string>
#include <vector>

#include "expect.hpp"

using namespace validlib;

namespace {

// A token at the end of memory that has no more behind it than every text has: is it the key, with the colon behind it
// or without?
template <class Ask>
bool ask(const std::string& token, Ask ask) {
  constexpr std::size_t padding = 64;
  const std::unique_ptr<std::uint8_t[]> text(new std::uint8_t[token.size() + padding]);
  std::memcpy(text.get(), token.data(), token.size());
  std::memset(text.get() + token.size(), ' ', padding);
  return ask(text.get(), text.get() + token.size());
}
bool begins(const Spelling& spelling, const std::string& token) {
  return ask(token, [&](const auto* at, const auto* end) { return spelling.begins(at, end); });
}
bool isAt(const Spelling& spelling, const std::string& token) {
  return ask(token, [&](const auto* at, const auto* end) { return spelling.isAt(at, end); });
}

void spellings() {
  const std::vector<std::string> keys = {
      "",
      "a",
      "id",
      "fourteen bytes",
      "fifteen bytes..",
      "sixteen bytes...",
      "seventeen bytes..",
      "\xd0\xba\xd0\xbb\xd1\x8e\xd1\x87",
      "a \"quoted\" key",
      "back\\slash",
      std::string(200, 'x'),
      std::string(15, 'y') + std::string(300, 'z'),
  };
  for (const std::string& key : keys) {
    std::string token = "\"";
    for (const char c : key) token += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    token += '"';
    const Spelling spelling(key);
    EXPECT(isAt(spelling, token), key);
    EXPECT(isAt(spelling, token + " :1}"), key);
    EXPECT(begins(spelling, token + ":"), key);
    EXPECT(begins(spelling, token + ":1}"), key);
    EXPECT(!begins(spelling, token), key);
    EXPECT(!begins(spelling, token + " :1}"), key);
    for (const std::string& other : keys) {
      if (other == key) continue;
      EXPECT(!begins(spelling, "\"" + other + "\":"), key + " and " + other);
      EXPECT(!isAt(spelling, "\"" + other + "\""), key + " and " + other);
    }
    token += ':';
    for (std::size_t size = 0; size < token.size(); ++size) {
      const std::string part = token.substr(0, size);
      EXPECT(!begins(spelling, part), part);
      EXPECT(!begins(spelling, part + "~" + token.substr(size + 1)), part);
      EXPECT(isAt(spelling, part) == (size == token.size() - 1), part);
    }
  }
  // It can be written in more ways than one.
  for (const char* const token : {"\"a\\nb\":", "\"a\nb\":"}) {
    EXPECT(!begins(Spelling("a\nb"), token), token);
    EXPECT(!isAt(Spelling("a\nb"), token), token);
  }
}

void tables() {
  KeyTable table;
  EXPECT(table.find("a") < 0, "an empty table");
  std::vector<std::string> keys = {""};
  for (int i = 0; i < 1000; ++i) keys.push_back("key" + std::to_string(i));
  for (std::size_t i = 0; i < keys.size(); ++i) {
    table.add(keys[i]);
    EXPECT(table.find(keys[i]) == static_cast<std::int32_t>(i), keys[i]);
    EXPECT(table.find(keys[i] + "?") < 0, keys[i]);
  }
  for (std::size_t i = 0; i < keys.size(); ++i) EXPECT(table.find(keys[i]) == static_cast<std::int32_t>(i), keys[i]);
}

void indexes() {
  for (const char* key : {"0", "1", "9", "10", "4294967294", "1000000000"}) {
    std::uint64_t value = 0;
    EXPECT(arrayIndex(key, value) && std::to_string(value) == key, key);
  }
  for (const char* key : {"", "00", "01", "-1", "+1", "1.0", "1e3", " 1", "1 ", "a", "4294967295", "4294967296",
                          "9999999999", "10000000000"}) {
    std::uint64_t value = 0;
    EXPECT(!arrayIndex(key, value), key);
  }
}

}  // namespace

int main() {
  spellings();
  tables();
  indexes();
  return validlib::test::ended();
}
