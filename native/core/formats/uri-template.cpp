// URI Templates, of RFC 6570.
#include "characters.hpp"
#include "index.hpp"

namespace validlib {

namespace {

// All characters that are allowed outside of expressions; the apostrophe is from an erratum.
constexpr CharacterSet literal("!!#$&;==?[]]__az~~%%");
constexpr CharacterSet expressionOperator("++##..//;;??&&==,,!!@@||");
constexpr CharacterSet nameCharacter("09AZaz__%%");

// Two digits follow each percent sign.
bool hasSoundEscapes(Bytes text) noexcept {
  for (std::size_t at = text.find('%'); at != Bytes::npos; at = text.find('%', at + 1)) {
    if (text.size() - at < 3 || !hexDigit.has(text[at + 1]) || !hexDigit.has(text[at + 2])) return false;
  }
  return true;
}

// From 1 to 9999, without leading zeros.
bool isPrefixLength(Bytes text) noexcept {
  constexpr std::size_t digits = 4;
  return !text.empty() && text.size() <= digits && text[0] != '0' && decimalDigit.holds(text);
}

// A name, with dots between its parts, and a modifier: the length of a prefix, or one that spreads a list.
bool isVariable(Bytes text) noexcept {
  const std::size_t colon = text.find(':');
  if (colon != Bytes::npos) {
    if (!isPrefixLength(text.substr(colon + 1))) return false;
    text = text.substr(0, colon);
  } else if (text.ends_with('*')) {
    text.remove_suffix(1);
  }
  char before = '.';
  for (const char c : text) {
    if (c == '.' ? before == '.' : !nameCharacter.has(c)) return false;
    before = c;
  }
  return before != '.';
}

// An operator, and variables with commas between them.
bool isExpression(Bytes text) noexcept {
  if (!text.empty() && expressionOperator.has(text[0])) text.remove_prefix(1);
  for (;;) {
    const std::size_t comma = text.find(',');
    if (!isVariable(text.substr(0, comma))) return false;
    if (comma == Bytes::npos) return true;
    text.remove_prefix(comma + 1);
  }
}

bool isUriTemplate(Bytes text) noexcept {
  if (!hasSoundEscapes(text)) return false;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '{') {
      const std::size_t close = text.find('}', at);
      if (close == Bytes::npos || !isExpression(text.substr(at + 1, close - at - 1))) return false;
      at = close + 1;
      continue;
    }
    const char32_t c = readCharacter(text, at);
    if (c < 0x80 ? !literal.has(static_cast<char>(c)) : !isUcschar(c) && !isPrivate(c)) return false;
  }
  return true;
}

}  // namespace

namespace {
constexpr FormatEntry entries[] = {
    {"uri-template", isUriTemplate},
};
}  // namespace

constinit const FormatTable uriTemplateFormats = entries;

}  // namespace validlib
