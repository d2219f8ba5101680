// The syntax of regular expressions, as JavaScript has it with the flag `u`: what of it a finite automaton can do.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "../json/text.hpp"
#include "code-points.hpp"

namespace validlib {

// A part of a pattern. What it captures, and what it prefers to match, make no difference to whether it matches.
struct Part {
  enum Kind : std::uint8_t {
    characters,  // one of a set
    start,       // of the text
    end,         // of the text
    boundary,    // of a word
    notBoundary,
    sequence,
    choice,
    repeat,  // the only member, `least` to `most` times
  };
  static constexpr std::uint32_t unlimited = UINT32_MAX;

  Kind kind;
  std::uint32_t set = 0;
  std::uint32_t least = 1;
  std::uint32_t most = 1;
  std::vector<Part> members = {};
};

// Which characters have a property of Unicode, by what stands in the braces of `\p{...}`: JavaScript tells, as its
// version of Unicode has it.
struct Properties {
  std::map<std::string, CodePoints> sets;
  // Nothing is said of this character and those behind it.
  char32_t end = 0;
};

struct Syntax {
  Part root;
  std::vector<CodePoints> sets;
  // The set of a word's characters, if there are any boundaries.
  std::optional<std::uint32_t> word;
  // It asks for properties of characters.
  bool asks = false;
};

// Nothing for what is not a pattern, and for what cannot be done exactly as JavaScript does it: references,
// look-around, properties that are not given, surrogates, the flags `m` and `v`, and `i` where it concerns properties
// or characters beyond ASCII.
std::optional<Syntax> parsePattern(Bytes source, Bytes flags, const Properties& properties);

}  // namespace validlib
