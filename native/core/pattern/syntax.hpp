// The syntax of regular expressions with JavaScript's flag `u`, as far as a finite automaton supports it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "../json/text.hpp"
#include "code-points.hpp"

namespace validlib {

// A part of a pattern. Captures and greediness are left out, because they do not change whether it matches.
struct Part {
  enum Kind : std::uint8_t {
    characters,  // one of a set
    start,       // of the text
    end,         // of the text
    boundary,    // of a word
    notBoundary,
    look,  // the only member matches here, or does not
    sequence,
    choice,
    repeat,  // the only member, `least` to `most` times
  };
  static constexpr std::uint32_t unlimited = UINT32_MAX;

  Kind kind;
  // Of characters; or the number of a look-around. One that is inside another has the smaller number.
  std::uint32_t set = 0;
  std::uint32_t least = 1;
  std::uint32_t most = 1;
  // Of look-around.
  bool ahead = false;
  bool negated = false;
  std::vector<Part> members = {};
};

// The characters that have a Unicode property, by the text in the braces of `\p{...}`: JavaScript supplies them, by its
// version of Unicode.
struct Properties {
  std::map<std::string, CodePoints> sets;
  // Characters from here on are unknown.
  char32_t end = 0;
};

struct Syntax {
  Part root;
  std::vector<CodePoints> sets;
  // The set of a word's characters, if there are any boundaries.
  std::optional<std::uint32_t> word;
  std::uint32_t lookCount = 0;
  // True if it needs properties of characters.
  bool asks = false;
  // True if a look-ahead is inside another look-around.
  bool nestsAhead = false;
};

// Nothing for an invalid pattern, and for anything that would not match exactly as in JavaScript: references,
// properties that are not given, surrogates, the flags `m` and `v`, and `i` if it affects properties or characters
// beyond ASCII.
std::optional<Syntax> parsePattern(Bytes source, Bytes flags, const Properties& properties);

}  // namespace validlib
