// Strings: escapes, UTF-8 to UTF-16 and Latin-1, lengths.
#include "json/text.hpp"

#include <cstring>
#include <memory>
#include <string>

#include "expect.hpp"
#include "json/structure.hpp"

using namespace validlib;

namespace {

struct Escaped {
  const char* raw;
  const char* text;  // null: not a string, or one that UTF-8 cannot hold
};

void unescapes(const Escaped& given) {
  const std::string raw = given.raw;
  // What may be read and written too far, and not a byte more.
  constexpr std::size_t slack = 8;
  const std::unique_ptr<char[]> text(new char[raw.size() + slack]);
  std::memcpy(text.get(), raw.data(), raw.size());
  std::memset(text.get() + raw.size(), '"', slack);
  const std::unique_ptr<char[]> out(new char[raw.size() + slack]);
  const char* const end = unescape({text.get(), raw.size()}, out.get());
  EXPECT((end == nullptr) == (given.text == nullptr), raw);
  if (end == nullptr || given.text == nullptr) return;
  EXPECT(std::string(out.get(), static_cast<std::size_t>(end - out.get())) == given.text, raw);
}

struct Encoded {
  std::string utf8;
  std::u16string utf16;
  bool latin1;
};

void encodes(const Encoded& given) {
  const std::unique_ptr<char16_t[]> out(new char16_t[given.utf8.size() + 1]);
  const char16_t* const end = writeUtf16(given.utf8, out.get());
  EXPECT(std::u16string(out.get(), static_cast<std::size_t>(end - out.get())) == given.utf16, given.utf8);
  EXPECT(fitsLatin1(given.utf8) == given.latin1, given.utf8);
  if (given.latin1) {
    const std::unique_ptr<std::uint8_t[]> narrow(new std::uint8_t[given.utf8.size() + 1]);
    const auto size = static_cast<std::size_t>(writeLatin1(given.utf8, narrow.get()) - narrow.get());
    EXPECT(size == given.utf16.size(), given.utf8);
    for (std::size_t i = 0; i < size; ++i) EXPECT(narrow[i] == given.utf16[i], given.utf8);
  }
  std::size_t points = 0;
  for (const char16_t unit : given.utf16) points += (unit & 0xfc00) != 0xdc00;
  EXPECT(codePoints(given.utf8) == points, given.utf8);
}

void everyCodePoint() {
  for (char32_t point = 0; point < 0x110000; ++point) {
    char bytes[4];
    const char* const end = writeUtf8(point, bytes);
    const auto* at = reinterpret_cast<const std::uint8_t*>(bytes);
    EXPECT(nextCodePoint(at) == point && reinterpret_cast<const char*>(at) == end, std::to_string(point));
  }
}

// Stage 1 marks the blocks that are not plain ASCII without escapes, wherever in them such a character is.
void marks() {
  Structure structure;
  for (const std::string other : {"\\n", "\xc3\xa9", "\xf0\x9f\x98\x80"}) {
    for (std::size_t at = 1; at < 5 * Structure::width; ++at) {
      std::string text = '"' + std::string(at - 1, 'x') + other + std::string(at % 70, 'x') + '"';
      const std::size_t size = text.size();
      const std::size_t count = (size + Structure::width - 1) / Structure::width;
      text.append(textPadding, ' ');
      const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text.data());
      EXPECT(structure.index(bytes, size) && structure.end() - structure.begin() == 1, text);
      EXPECT(structure.end()[0] == size && structure.end()[1] == size, text);
      std::size_t others = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const TextTraits traits = textTraitsOf(bytes + i * Structure::width, Structure::width);
        EXPECT((structure.blocks()[i] != 0) == (traits.wide || traits.escaped), text);
        others += structure.blocks()[i];
      }
      EXPECT(others > 0 && others == structure.others(), text);
    }
  }
}

}  // namespace

int main() {
  for (const Escaped& one : {
           Escaped{"", ""},
           {"plain", "plain"},
           {R"(\"\\\/\b\f\n\r\t)", "\"\\/\b\f\n\r\t"},
           {R"(a\nb\nc)", "a\nb\nc"},
           {R"(\u0041\u00e9\u65E5)", "A\xc3\xa9\xe6\x97\xa5"},
           {R"(\ud83d\ude00)", "\xf0\x9f\x98\x80"},
           {R"(\uD83D\uDE00!)", "\xf0\x9f\x98\x80!"},
           {R"(\uFFFF\uffff)", "\xef\xbf\xbf\xef\xbf\xbf"},
           {R"(\udbff\udfff)", "\xf4\x8f\xbf\xbf"},
           {R"(\ud83d)", "\xed\xa0\xbd"},
           {R"(\ude00)", "\xed\xb8\x80"},
           {R"(\ud83d\u0041)",
            "\xed\xa0\xbd"
            "A"},
           {R"(\ud83dx\ude00)", "\xed\xa0\xbdx\xed\xb8\x80"},
           {R"(\ud83d\ud83d\ude00)", "\xed\xa0\xbd\xf0\x9f\x98\x80"},
           {R"(\ud83d\u)", nullptr},
           {R"(\ud83d\ude0)", nullptr},
           {R"(\u123)", nullptr},
           {R"(\u12g4)", nullptr},
           {R"(\u+123)", nullptr},
           {R"(\x41)", nullptr},
           {R"(\')", nullptr},
           {R"(\U0041)", nullptr},
       }) {
    unescapes(one);
  }
  for (const Encoded& one : {
           Encoded{"", u"", true},
           {"ASCII", u"ASCII", true},
           {"\xc2\x80\xc3\xa9\xc3\xbf", u"\u0080\u00e9\u00ff", true},
           {"\xc4\x80", u"\u0100", false},
           {"\xdf\xbf\xe0\xa0\x80", u"\u07ff\u0800", false},
           {"\xed\x9f\xbf\xee\x80\x80", u"\ud7ff\ue000", false},
           {"a\xf0\x9f\x98\x80z", u"a\U0001f600z", false},
           {"\xf4\x8f\xbf\xbf", u"\U0010ffff", false},
       }) {
    encodes(one);
  }
  everyCodePoint();
  marks();
  EXPECT(textTraitsOf(reinterpret_cast<const std::uint8_t*>("a\\b"), 3).escaped, "a\\b");
  EXPECT(!textTraitsOf(reinterpret_cast<const std::uint8_t*>("a\\b"), 1).escaped, "a");
  EXPECT(textTraitsOf(reinterpret_cast<const std::uint8_t*>("\xc3\xa9"), 2).wide, "\xc3\xa9");
  return validlib::test::ended();
}
