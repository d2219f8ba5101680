// Regular expressions: which have an automaton, and what it matches.
#include "pattern.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "expect.hpp"

using namespace validlib;

namespace {

struct Matches {
  std::string source;
  std::string flags;
  std::vector<std::string> matched;
  std::vector<std::string> refused;
};

// There are only three, and all that is known of them is below U+1000.
Properties properties() {
  Properties some;
  some.sets["L"].add({'A', 'Z'});
  some.sets["L"].add({'a', 'z'});
  some.sets["Script=Greek"].add({0x370, 0x3ff});
  some.sets["None"];
  some.end = 0x1000;
  return some;
}

void agrees(const Matches& given) {
  const auto pattern = Pattern::compile(given.source, given.flags, properties());
  EXPECT(pattern != nullptr, given.source);
  if (pattern == nullptr) return;
  // In memory of their own size, so that a sanitizer sees what is read beyond it.
  const auto matches = [&pattern](const std::string& text) {
    const std::vector<char> exact(text.begin(), text.end());
    return pattern->matches(Bytes(exact.data(), exact.size())) == Pattern::Answer::yes;
  };
  for (const std::string& text : given.matched) EXPECT(matches(text), given.source + " in " + text);
  for (const std::string& text : given.refused) EXPECT(!matches(text), given.source + " in " + text);
}

// Long runs of the same characters, and another anywhere in them.
void goesOn() {
  const auto pattern = Pattern::compile("^[a-z]+(?:/[a-z]+)*$", "", properties());
  EXPECT(pattern != nullptr, "goesOn");
  if (pattern == nullptr) return;
  const auto matches = [&pattern](const std::string& text) {
    const std::vector<char> exact(text.begin(), text.end());
    return pattern->matches(Bytes(exact.data(), exact.size())) == Pattern::Answer::yes;
  };
  for (std::size_t size = 1; size < 50; ++size) {
    const std::string run(size, 'a');
    EXPECT(matches(run), run);
    for (std::size_t at = 0; at < size; ++at) {
      const auto with = [&run, at](const std::string& other) { return std::string(run).replace(at, 1, other); };
      EXPECT(!matches(with("1")), with("1"));
      EXPECT(!matches(with("\u00e9")), with("\u00e9"));
      EXPECT(!matches(with("b//b")), with("b//b"));
      EXPECT(matches(with("b/b")), with("b/b"));
      EXPECT(matches(with("/")) == (at > 0 && at + 1 < size), with("/"));
    }
  }
}

// Patterns whose states are made as texts need them: more of them than are kept, and few; with sets of positions, and
// along the graph; and from one text to the next.
void makesStates() {
  std::uint32_t seed = 1;
  const auto below = [&seed](std::size_t bound) {
    seed = seed * 1'664'525 + 1'013'904'223;
    return (seed >> 8) % bound;
  };
  // Whether there is an `a` before the last character, a `b`, with 400 characters between them at most.
  const auto isNear = [](const std::string& text) {
    if (text.empty() || text.back() != 'b') return false;
    for (std::size_t i = 2; i <= text.size() && i <= 402; ++i) {
      if (text[text.size() - i] == 'a') return true;
    }
    return false;
  };
  const auto isShort = [](const std::string& text) {
    return text.size() <= 2000 && text.find_first_not_of("abc") == std::string::npos;
  };
  struct Case {
    const char* source;
    std::function<bool(const std::string&)> matches;
  };
  for (const Case& one : {Case{".*a.{0,400}b$", isNear}, Case{"(?:[abc]?){0,2000}$", isShort},
                          Case{"(?:\\b|\\B)[^]*\\B[ac]\\B.{0,400}b$", [&](const std::string& text) {
                                 // There is a character before the a or c, and one behind.
                                 const std::size_t size = text.size();
                                 for (std::size_t i = 2; i < size && i <= 402; ++i) {
                                   if (text.back() == 'b' && text[size - i] != 'b') return true;
                                 }
                                 return false;
                               }}}) {
    const auto pattern = Pattern::compile(one.source, "", properties());
    EXPECT(pattern != nullptr, one.source);
    if (pattern == nullptr) return;
    for (int i = 0; i < 300; ++i) {
      std::string text;
      const std::size_t size = below(i % 10 == 0 ? 20'000 : 900);
      const std::size_t letters = 1 + below(3);
      while (text.size() < size) text += static_cast<char>('a' + below(letters) * (below(100) < 98 ? 1 : 0));
      if (below(2) == 0) text += 'b';
      const std::vector<char> exact(text.begin(), text.end());
      const auto answer = pattern->matches(Bytes(exact.data(), exact.size()));
      EXPECT(answer == (one.matches(text) ? Pattern::Answer::yes : Pattern::Answer::no), one.source + (" in " + text));
    }
  }
}

}  // namespace

int main() {
  goesOn();
  makesStates();
  for (const Matches& one : {
           Matches{"", "", {"", "a"}, {}},
           {"abc", "", {"abc", "abcd"}, {"", "ab", "xabc", "ABC"}},
           {"^[a-z0-9]+(?:-[a-z0-9]+)*$", "", {"a", "a-b", "a1-2b-c"}, {"", "-", "a-", "a--b", "A", "a b"}},
           {"^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$",
            "",
            {"a@b.c", "\u00e9@\u65e5.\U0001f600"},
            {"a@b", "a@b@c.d", "a b@c.d", "a@b.c\u2028"}},
           {"\\d{4}-\\d{2}-\\d{2}", "", {"2026-11-21", "2026-11-21T"}, {"2026-11-2", "\u0662\u0660\u0662\u0660-11-21"}},
           {"^(?:0|[1-9]\\d*)(?:\\.(?:0|[1-9]\\d*)){2}(?:-[\\w.-]+)?$",
            "",
            {"0.0.0", "1.22.333-rc.1"},
            {"1.0", "01.0.0", "1.0.0-", "1.0.0+"}},
           {"^[A-Z]{2}$", "i", {"de", "DE", "\u017f\u212a"}, {"d", "DEU", "\u00e9e"}},
           {"^\\p{L}+$", "", {"a", "aZ"}, {"", "1", "a1", "\u00e9"}},
           {"^[^\\p{L}\\p{Script=Greek}]$", "", {"1", "\u00e9"}, {"a", "\u03b1"}},
           {"^\\P{None}\\P{L}$", "", {"a\u00e9"}, {"ab"}},
           {"^.$", "", {"a", "\u00e9", "\u65e5", "\U0001f600"}, {"", "\n", "\r", "\u2028", "\u2029", "ab"}},
           {"^.$", "s", {"\n", "\u2028", "a"}, {"", "ab"}},
           {"a|b$|^c", "", {"ax", "b", "cx"}, {"bx", "xa", ""}},
           {"(?<year>\\d+)(?:$|/)", "", {"1", "12/", "1/x"}, {"1x", "/"}},
           {"a{2,3}?b{0}c*", "", {"aa", "aaa", "aaaa"}, {"a", ""}},
           {"^a{2,3}$", "", {"aa", "aaa"}, {"a", "aaaa"}},
           {"(?:a*)*$", "", {"", "aaa"}, {"ab", "b"}},
           {"(?:a?){2,3}$", "", {"", "a", "aaa"}, {"aaaa", "b"}},
           {"(?:(?:a{0,2})?){3}b$", "", {"b", "aaaaaab"}, {"aaaaaaab", ""}},
           {"(?:a*){0,1}(?:b*){0}(?:c?)+$", "", {"", "aac", "ccc"}, {"b", "ab", "ca"}},
           {"\\bab\\b", "", {"ab", "ab c", "ab-"}, {"abc", " ab", "ab_"}},
           {"\\B$", "", {""}, {"a"}},
           {"[\\]\\-\\\\^]+$", "", {"]-\\^"}, {"a", "]a"}},
           {"[]", "", {}, {"", "a"}},
           {"[^]", "", {"\n", "\U0001f600"}, {""}},
           {"\\x41\\u0042\\u{1f600}\\cJ\\0", "", {std::string("AB\U0001f600\n\0", 8)}, {"AB"}},
           {"^(?!ab$).*$", "", {"", "a", "abc", "b"}, {"ab"}},
           {"a(?=b|$)", "", {"a", "ab"}, {"ac", "b"}},
           {"(?:(?!b)[^])*$", "", {"", "ac\u00e9"}, {"b", "ab", "aab"}},
           {"(?<=a)b", "", {}, {"b", "ab"}},
           {"a(?<=a)b", "", {"ab"}, {"b", "a"}},
           {"^.*(?<!b|^)$", "", {"a", "ba", "\u00e9"}, {"", "b", "ab"}},
           {"^(?:(?<=^|a)b|a)*$", "", {"", "b", "ab", "abab"}, {"bb", "abb"}},
           {"a(?=b(?!c))", "", {"ab", "abb"}, {"a", "abc"}},
           {"(?!(?=ab)a)", "", {"", "a", "b"}, {"ab"}},
           {"^.*(?<=(?=b)[^])$", "", {"b", "ab"}, {"", "a", "b\u00e9"}},
           {"(?=(?=.*\\bb))(?:a|\u65e5)\\W", "", {"a b", "\u65e5 b"}, {"ab", "a ", "\u65e5b"}},
           {"^(?=(?=.*a))[\\p{L}b]+$", "", {"a", "ba"}, {"b", "\u00e9a"}},
           {"^[ab]*a[ab]{20}$", "", {std::string(21, 'a'), "b" + std::string(90, 'a')}, {"a", std::string(21, 'b')}},
           {"^(?:.{1,256}-){1,8}$", "", {"a-", std::string(300, '-')}, {"", "-", "a", std::string(2057, 'a') + "-"}},
           {"(?=.*a)(?=.*\\bb)c", "", {"c ab b", "c b a"}, {"c ab", "c b", "ab b"}},
           {"^\\s$", "", {" ", "\t", "\u00a0", "\ufeff", "\u3000"}, {"\u180e", "\u200b", "\u0085", "a"}},
       }) {
    agrees(one);
  }
  // What is not JavaScript with the flag `u`, or nothing an automaton does.
  for (const char* source : {
           "(",
           ")",
           "a)",
           "(a",
           "[",
           "[a",
           "a**",
           "*",
           "+",
           "?",
           "{",
           "}",
           "]",
           "a{",
           "a{1",
           "a{1,",
           "a{2,1}",
           "a{,2}",
           "^*",
           "$+",
           "\\b?",
           "\\",
           "\\a",
           "\\-",
           "\\_",
           "\\1",
           "\\01",
           "\\8",
           "\\k<a>",
           "\\x4",
           "\\xg0",
           "\\u",
           "\\u{}",
           "\\u{110000}",
           "\\u{1",
           "\\ud800",
           "\\u{dfff}",
           "\\c",
           "\\c1",
           "[b-a]",
           "[\\w-a]",
           "[a-\\d]",
           "[\\c1]",
           "[\\B]",
           "(?=a",
           "(?=a)*",
           "(?<=a",
           "(?<=a)*",
           "(?<=(a)\\1)",
           "(?i:a)",
           "(?",
           "(?<a",
           "\\p{Lu}",
           "\\P{}",
           "\\pL",
           "\\p",
           "\\p{L",
           "\\p{\u00e9}",
           "[\\p{L}-z]",
           "(?:.{0,999}a){999}",
           "a{99999999999999999999}",
           "(?:(?:(?:){999}){999}){999}",
       }) {
    EXPECT(Pattern::compile(source, "", properties()) == nullptr, source);
  }
  EXPECT(Pattern::compile(std::string(1000, '(') + std::string(1000, ')'), "", properties()) == nullptr, "deep");
  std::string looks = "(?=(?=a))";
  for (int i = 0; i < 62; ++i) looks += "(?=a)";
  EXPECT(Pattern::compile(looks, "", properties()) != nullptr, "64 look-arounds");
  EXPECT(Pattern::compile(looks + "(?<!b)", "", properties()) == nullptr, "65 look-arounds");
  // What is not known of a character is not asked where nothing depends on it.
  const auto known = Pattern::compile("^\\p{L}(?:b|\\P{L}c)$", "", properties());
  EXPECT(known != nullptr, "known");
  for (const auto& [text, answer] : {std::pair{"ab", Pattern::Answer::yes},
                                     {"1\u1000", Pattern::Answer::no},
                                     {"ab\u1000", Pattern::Answer::unknown},
                                     {"\u1000", Pattern::Answer::unknown},
                                     {"a\U0010ffff", Pattern::Answer::unknown},
                                     {"a\u0fffc", Pattern::Answer::yes}}) {
    EXPECT(known->matches(text) == answer, text);
  }
  const auto simulated = Pattern::compile("(?=(?=a))a\\p{L}", "", properties());
  EXPECT(simulated->matches("a\u1000") == Pattern::Answer::unknown, "simulated");
  EXPECT(Pattern::compile("\\p{L}", "i", properties()) == nullptr, "a property in any case");
  for (const char* flags : {"m", "v", "im", "x"}) EXPECT(Pattern::compile("a", flags, properties()) == nullptr, flags);
  EXPECT(Pattern::compile("\\b", "i", properties()) == nullptr, "a boundary in any case");
  EXPECT(Pattern::compile("\u00e9", "i", properties()) == nullptr, "a letter beyond ASCII in any case");
  return validlib::test::ended();
}
