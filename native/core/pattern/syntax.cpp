#include "syntax.hpp"

#include <map>
#include <string>

namespace validlib {

namespace {

constexpr std::size_t maxSource = 10'000;
constexpr int maxDepth = 100;
constexpr std::uint32_t maxRepeat = 5000;

constexpr CodePoints::Range digits[] = {{'0', '9'}};
constexpr CodePoints::Range wordCharacters[] = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
constexpr CodePoints::Range spaces[] = {{'\t', '\r'},     {' ', ' '},       {0xa0, 0xa0},     {0x1680, 0x1680},
                                        {0x2000, 0x200a}, {0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f},
                                        {0x3000, 0x3000}, {0xfeff, 0xfeff}};
constexpr CodePoints::Range lineEnds[] = {{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}};

bool isIn(char32_t point, const char* characters) noexcept {
  for (; *characters != '\0'; ++characters) {
    if (point == static_cast<char32_t>(*characters)) return true;
  }
  return false;
}

// Adds the characters that `i` adds to a set of ASCII characters: the other case, and the two characters beyond ASCII
// that fold to a letter.
void addOtherCase(CodePoints& set) {
  for (char32_t lower = 'a'; lower <= 'z'; ++lower) {
    const char32_t upper = lower - 0x20;
    if (!set.has(lower) && !set.has(upper)) continue;
    set.add({lower, lower});
    set.add({upper, upper});
    if (lower == 's') set.add({0x17f, 0x17f});
    if (lower == 'k') set.add({0x212a, 0x212a});
  }
}

class Parser {
 public:
  Parser(Bytes source, bool ignoreCase, bool dotAll, const Properties& properties)
      : ignoreCase_(ignoreCase), dotAll_(dotAll), properties_(properties) {
    const auto* at = reinterpret_cast<const std::uint8_t*>(source.data());
    const auto* const end = at + source.size();
    while (at < end) source_ += nextCodePoint(at);
  }

  std::optional<Syntax> parse() {
    Part root = choice();
    if (at_ < source_.size()) refuse();
    if (refused_) return std::nullopt;
    std::optional<std::uint32_t> word;
    if (boundaries_) word = setNumber(CodePoints(wordCharacters));
    std::vector<CodePoints> sets(sets_.size());
    for (const auto& [set, number] : sets_) sets[number] = set;
    return Syntax{std::move(root), std::move(sets), word, lookCount_, asks_, nestsAhead_};
  }

 private:
  static constexpr char32_t none = 0xffffffff;

  // Ends the input, so that all loops end.
  char32_t refuse() noexcept {
    refused_ = true;
    at_ = source_.size();
    return none;
  }

  char32_t peek() const noexcept { return at_ < source_.size() ? source_[at_] : none; }
  char32_t next() noexcept { return at_ < source_.size() ? source_[at_++] : refuse(); }
  bool take(char32_t character) noexcept {
    const bool found = peek() == character;
    at_ += found;
    return found;
  }

  bool take(const char* text) noexcept {
    std::size_t end = at_;
    for (; *text != '\0'; ++text, ++end) {
      if (end >= source_.size() || source_[end] != static_cast<char32_t>(*text)) return false;
    }
    at_ = end;
    return true;
  }

  std::uint32_t setNumber(const CodePoints& set) {
    return sets_.emplace(set, static_cast<std::uint32_t>(sets_.size())).first->second;
  }

  Part choice() {
    Part part{.kind = Part::choice};
    if (++depth_ > maxDepth) refuse();
    do part.members.push_back(sequence());
    while (take('|'));
    --depth_;
    return part.members.size() == 1 ? std::move(part.members.front()) : part;
  }

  Part sequence() {
    Part part{.kind = Part::sequence};
    while (at_ < source_.size() && peek() != '|' && peek() != ')') part.members.push_back(term());
    return part;
  }

  Part term() {
    if (take('^')) return {.kind = Part::start};
    if (take('$')) return {.kind = Part::end};
    if (peek() == '\\' && at_ + 1 < source_.size() && isIn(source_[at_ + 1], "bB")) {
      boundaries_ = true;
      at_ += 2;
      // In any case there are more characters of words.
      const char32_t name = ignoreCase_ ? refuse() : source_[at_ - 1];
      return {.kind = name == 'b' ? Part::boundary : Part::notBoundary};
    }
    for (const char* opening : {"(?=", "(?!", "(?<=", "(?<!"}) {
      if (take(opening)) return look(opening);
    }
    return quantified(take('(') ? group() : Part{.kind = Part::characters, .set = setNumber(atom())});
  }

  Part look(const char* opening) {
    Part part{.kind = Part::look, .ahead = opening[2] != '<', .negated = isIn('!', opening)};
    nestsAhead_ |= part.ahead && looks_ > 0;
    ++looks_;
    part.members.push_back(choice());
    --looks_;
    part.set = lookCount_++;
    if (!take(')')) refuse();
    return part;
  }

  Part group() {
    if (take('?')) {
      if (take('<')) {
        while (next() != '>' && !refused_) continue;
      } else if (!take(':')) {
        refuse();
      }
    }
    Part part = choice();
    if (!take(')')) refuse();
    return part;
  }

  Part quantified(Part&& part) {
    std::uint32_t least = 0;
    std::uint32_t most = Part::unlimited;
    if (take('+')) {
      least = 1;
    } else if (take('?')) {
      most = 1;
    } else if (take('{')) {
      least = most = count();
      if (take(',')) most = peek() == '}' ? Part::unlimited : count();
      if (!take('}') || least > most) refuse();
    } else if (!take('*')) {
      return std::move(part);
    }
    take('?');
    return repeated(std::move(part), least, most);
  }

  // What may be left out, and is repeated, is repeated at most as often as both say: `(?:a?){0,9}` is `a{0,9}`. Else
  // each `a` would lead to all later ones.
  static Part repeated(Part&& part, std::uint32_t least, std::uint32_t most) {
    Part* inner = &part;
    while (inner->kind == Part::sequence && inner->members.size() == 1) inner = &inner->members.front();
    Part repeat{.kind = Part::repeat, .least = least, .most = most};
    if (inner->kind == Part::repeat && inner->least == 0) {
      const bool isUnlimited = most == Part::unlimited || inner->most == Part::unlimited;
      const std::uint64_t product = isUnlimited && most > 0 && inner->most > 0 ? std::uint64_t{Part::unlimited}
                                                                               : std::uint64_t{most} * inner->most;
      if (isUnlimited || product < Part::unlimited) {
        repeat.least = 0;
        repeat.most = static_cast<std::uint32_t>(product);
        repeat.members = std::move(inner->members);
        return repeat;
      }
    }
    repeat.members.push_back(std::move(part));
    return repeat;
  }

  std::uint32_t count() noexcept {
    if (!isDigit(peek())) refuse();
    std::uint32_t value = 0;
    while (isDigit(peek())) {
      value = value * 10 + (next() - '0');
      if (value > maxRepeat) refuse();
    }
    return value;
  }

  static bool isDigit(char32_t point) noexcept { return point >= '0' && point <= '9'; }

  // Parses an atom that matches one character.
  CodePoints atom() {
    const char32_t first = next();
    if (first == '[') return characterClass();
    if (first == '.') return dotAll_ ? CodePoints().complement() : CodePoints(lineEnds).complement();
    if (first == '\\') {
      CodePoints set;
      if (escapedSet(set)) return set;
      return only(escaped(false));
    }
    return only(isIn(first, "*+?{}]") ? refuse() : first);
  }

  CodePoints only(char32_t point) {
    CodePoints set;
    add(set, point, point);
    return set;
  }

  void add(CodePoints& set, char32_t first, char32_t last) {
    if (refused_ || first > last || (ignoreCase_ && last > 0x7f)) {
      refuse();
      return;
    }
    set.add({first, last});
    if (ignoreCase_) addOtherCase(set);
  }

  CodePoints characterClass() {
    const bool negated = take('^');
    CodePoints result;
    while (!take(']') && !refused_) {
      CodePoints set;
      const char32_t first = member(set);
      // A hyphen at the end is a literal.
      if (peek() == '-' && at_ + 1 < source_.size() && source_[at_ + 1] != ']') {
        ++at_;
        const char32_t last = member(set);
        if (!set.ranges().empty()) refuse();
        add(result, first, last);
      } else if (first == none) {
        result.add(set);
      } else {
        add(result, first, first);
      }
    }
    return negated ? result.complement() : result;
  }

  // A character of a class; none if it is a set instead.
  char32_t member(CodePoints& set) {
    const char32_t first = next();
    if (first != '\\') return first;
    return escapedSet(set) ? none : escaped(true);
  }

  // Parses the rest of an escape, if it is a set.
  bool escapedSet(CodePoints& set) {
    const char32_t name = peek();
    switch (name) {
      case 'd':
      case 'D': set = CodePoints(digits); break;
      case 's':
      case 'S': set = CodePoints(spaces); break;
      case 'w':
      case 'W':
        set = CodePoints(wordCharacters);
        if (ignoreCase_) addOtherCase(set);
        break;
      case 'p':
      case 'P': set = property(); break;
      default: return false;
    }
    at_ += !refused_;
    if (name < 'a') set = set.complement();
    return true;
  }

  // Parses the rest of a property, to the closing brace.
  CodePoints property() {
    asks_ = true;
    std::string name;
    for (at_ += 2; peek() < 0x80 && peek() != '}'; ++at_) name += static_cast<char>(peek());
    const auto found = properties_.sets.find(name);
    if (peek() == '}' && found != properties_.sets.end() && !ignoreCase_) return found->second;
    refuse();
    return {};
  }

  // The character of an escape.
  char32_t escaped(bool inClass) noexcept {
    const char32_t name = next();
    switch (name) {
      case 'n': return '\n';
      case 'r': return '\r';
      case 't': return '\t';
      case 'v': return '\v';
      case 'f': return '\f';
      case '0': return isDigit(peek()) ? refuse() : 0;
      case 'x': return hex(2);
      case 'u': return unicode();
      case 'c': {
        const char32_t letter = next() | 0x20;
        return letter >= 'a' && letter <= 'z' ? letter & 0x1f : refuse();
      }
      case 'b': return inClass ? '\b' : refuse();
      case '-': return inClass ? name : refuse();
      default: return isIn(name, "^$\\.*+?()[]{}|/") ? name : refuse();
    }
  }

  char32_t unicode() noexcept {
    char32_t point = 0;
    if (take('{')) {
      do point = point * 16 + hex(1);
      while (point <= CodePoints::last && !refused_ && !take('}'));
    } else {
      point = hex(4);
    }
    // UTF-8 cannot encode half of a pair.
    return refused_ || point > CodePoints::last || detail::isSurrogate(point) ? refuse() : point;
  }

  char32_t hex(int size) noexcept {
    char32_t value = 0;
    for (; size > 0; --size) {
      const char32_t digit = next();
      const char32_t letter = digit | 0x20;
      if (isDigit(digit)) {
        value = value * 16 + (digit - '0');
      } else if (letter >= 'a' && letter <= 'f') {
        value = value * 16 + (letter - 'a' + 10);
      } else {
        return refuse();
      }
    }
    return value;
  }

  std::u32string source_;
  std::size_t at_ = 0;
  const bool ignoreCase_;
  const bool dotAll_;
  const Properties& properties_;
  int depth_ = 0;
  bool asks_ = false;
  bool boundaries_ = false;
  // Look-arounds around the current part.
  int looks_ = 0;
  std::uint32_t lookCount_ = 0;
  bool nestsAhead_ = false;
  bool refused_ = false;
  std::map<CodePoints, std::uint32_t> sets_;
};

}  // namespace

std::optional<Syntax> parsePattern(Bytes source, Bytes flags, const Properties& properties) {
  bool ignoreCase = false;
  bool dotAll = false;
  for (const char flag : flags) {
    if (flag == 'i')
      ignoreCase = true;
    else if (flag == 's')
      dotAll = true;
    else
      return std::nullopt;
  }
  if (source.size() > maxSource) return std::nullopt;
  return Parser(source, ignoreCase, dotAll, properties).parse();
}

}  // namespace validlib
