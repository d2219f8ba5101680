#include "pattern.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "sort.hpp"

namespace validlib {

namespace {

// The maximum cost of a pattern; a pattern that costs more is left to JavaScript.
constexpr std::size_t maxVertices = 5000;
constexpr std::size_t maxTable = 0x8000;
constexpr std::size_t maxColumns = 256;
constexpr std::size_t maxWork = 1 << 19;

// A vertex of the graph: the automaton that may be at many of them at once.
struct Vertex {
  enum Kind : std::uint8_t { matched, characters, start, end, boundary, notBoundary, ahead, notAhead, split };

  Kind kind;
  std::uint32_t set;
  // A split goes on to both. What a look-ahead looks for begins at the other.
  std::uint32_t next;
  std::uint32_t other;
};

// That automaton, built from its end: each part is given what comes behind it.
class Graph {
 public:
  static constexpr std::uint32_t matched = 0;

  explicit Graph(const Syntax& syntax) : vertices_{{Vertex::matched, 0, 0, 0}} { first_ = build(syntax.root, matched); }

  bool tooLarge() const noexcept { return tooLarge_; }
  std::uint32_t first() const noexcept { return first_; }
  std::size_t size() const noexcept { return vertices_.size(); }
  const Vertex& operator[](std::uint32_t vertex) const noexcept { return vertices_[vertex]; }

 private:
  std::uint32_t add(const Vertex& vertex) {
    vertices_.push_back(vertex);
    return static_cast<std::uint32_t>(vertices_.size() - 1);
  }

  // The vertex the part begins with.
  std::uint32_t build(const Part& part, std::uint32_t next) {
    // A part that is repeated may be without any vertex.
    tooLarge_ |= ++work_ > maxWork || vertices_.size() >= maxVertices;
    if (tooLarge_) return matched;
    switch (part.kind) {
      case Part::characters: return add({Vertex::characters, part.set, next, next});
      case Part::start: return add({Vertex::start, 0, next, next});
      case Part::end: return add({Vertex::end, 0, next, next});
      case Part::boundary: return add({Vertex::boundary, 0, next, next});
      case Part::notBoundary: return add({Vertex::notBoundary, 0, next, next});
      case Part::ahead:
      case Part::notAhead: {
        const std::uint32_t sought = build(part.members.front(), matched);
        return add({part.kind == Part::ahead ? Vertex::ahead : Vertex::notAhead, 0, next, sought});
      }
      case Part::repeat: return buildRepeat(part, next);
      case Part::sequence:
        for (auto member = part.members.rbegin(); member != part.members.rend(); ++member) next = build(*member, next);
        return next;
      default: break;
    }
    std::uint32_t begin = build(part.members.back(), next);
    for (std::size_t i = part.members.size() - 1; i-- > 0;)
      begin = add({Vertex::split, 0, build(part.members[i], next), begin});
    return begin;
  }

  std::uint32_t buildRepeat(const Part& part, std::uint32_t next) {
    const Part& member = part.members.front();
    std::uint32_t begin = next;
    std::uint32_t left = part.least;
    if (part.most == Part::unlimited) {
      const std::uint32_t loop = add({Vertex::split, 0, next, next});
      begin = build(member, loop);
      vertices_[loop].next = begin;
      if (left == 0) return loop;
      --left;
    } else {
      for (std::uint32_t i = part.least; i < part.most && !tooLarge_; ++i)
        begin = add({Vertex::split, 0, build(member, begin), next});
    }
    for (; left > 0 && !tooLarge_; --left) begin = build(member, begin);
    return begin;
  }

  std::vector<Vertex> vertices_;
  std::uint32_t first_ = matched;
  std::size_t work_ = 0;
  bool tooLarge_ = false;
};

}  // namespace

// The deterministic automaton: its states are the sets of vertices the other one may be in. Where the pattern looks
// ahead, a vertex counts only if the rest of the text meets conditions, which are followed beside it.
class Subsets {
 public:
  Subsets(const Syntax& syntax, const Graph& graph, Pattern& pattern)
      : syntax_(syntax), graph_(graph), pattern_(pattern), seen_(graph.size()), soughtSeen_(graph.size()) {}

  bool build() {
    if (!findColumns()) return false;
    const std::size_t width = pattern_.columnCount_;
    for (const std::size_t settled : {Pattern::dead, pattern_.matched(), pattern_.unknown()})
      pattern_.next_.insert(pattern_.next_.end(), width, static_cast<std::uint16_t>(settled));
    states_.resize(3);
    pattern_.start_ = stateOf({Place{graph_.first(), {}}}, {true, false});
    for (std::size_t state = 3; state < states_.size(); ++state) {
      if (states_.size() * width > maxTable || work_ > maxWork) return false;
      for (std::size_t column = 0; column < width; ++column) pattern_.next_.push_back(step(*states_[state], column));
    }
    return states_.size() * width <= maxTable;
  }

 private:
  // The text before a position.
  struct Before {
    bool nothing, word;
    auto operator<=>(const Before&) const = default;
  };
  // And what is in front of it.
  struct Ahead {
    bool known, nothing, word;
  };
  using Vertices = std::vector<std::uint32_t>;
  // Look-aheads that are under way, each as the vertices that what it looks for may be at.
  struct Conditions {
    // None of them may match. In order, as all of these.
    Vertices refused;
    // Each of them has to match.
    std::vector<Vertices> needed;

    bool none() const noexcept { return refused.empty() && needed.empty(); }
    std::size_t size() const noexcept { return refused.size() + needed.size(); }
    auto operator<=>(const Conditions&) const = default;
  };
  // A vertex, and the conditions on which it counts.
  struct Place {
    std::uint32_t vertex;
    Conditions conditions;
    auto operator<=>(const Place&) const = default;
  };
  struct Fewer {
    bool operator()(const Conditions& a, const Conditions& b) const {
      return a.size() != b.size() ? a.size() < b.size() : a < b;
    }
  };
  using Groups = std::map<Conditions, Vertices, Fewer>;
  struct State {
    // Those that wait for a character, or depend on what is ahead.
    std::vector<Place> places;
    Before before{false, false};
    bool asks = false;
    auto operator<=>(const State&) const = default;
  };
  // The vertices that were seen in one round.
  class Seen {
   public:
    explicit Seen(std::size_t size) : rounds_(size) {}
    void begin() noexcept { ++round_; }
    bool add(std::uint32_t vertex) noexcept { return std::exchange(rounds_[vertex], round_) != round_; }

   private:
    std::vector<std::size_t> rounds_;
    std::size_t round_ = 0;
  };

  bool findColumns() {
    std::vector<char32_t> firsts{0, 0x80};
    for (const CodePoints& set : syntax_.sets) {
      for (const CodePoints::Range& range : set.ranges()) {
        firsts.push_back(range.first);
        if (range.last < CodePoints::last) firsts.push_back(range.last + 1);
      }
    }
    firsts.push_back(pattern_.unknownFrom_);
    sort(firsts.data(), firsts.data() + firsts.size());
    firsts.erase(std::unique(firsts.begin(), firsts.end()), firsts.end());
    while (firsts.back() > CodePoints::last) firsts.pop_back();
    if (firsts.size() * syntax_.sets.size() > maxWork) return false;
    std::map<std::vector<bool>, std::uint8_t> columns;
    for (std::size_t i = 0; i < firsts.size(); ++i) {
      // Whether the character is known, and for each set whether it contains the character.
      std::vector<bool> in{firsts[i] < pattern_.unknownFrom_};
      in.reserve(syntax_.sets.size() + 1);
      for (const CodePoints& set : syntax_.sets) in.push_back(in.front() && set.has(firsts[i]));
      const auto [found, isNew] = columns.emplace(in, static_cast<std::uint8_t>(columns.size()));
      if (isNew) {
        // One column more is for the end.
        if (columns.size() == maxColumns) return false;
        members_.push_back(std::move(in));
      }
      const std::uint8_t column = found->second;
      const char32_t next = i + 1 < firsts.size() ? firsts[i + 1] : CodePoints::last + 1;
      if (firsts[i] < 0x80) {
        std::fill(pattern_.ascii_.begin() + firsts[i], pattern_.ascii_.begin() + next, column);
      } else if (pattern_.columns_.empty() || pattern_.columns_.back() != column) {
        pattern_.firsts_.push_back(firsts[i]);
        pattern_.columns_.push_back(column);
      }
    }
    pattern_.columnCount_ = columns.size() + 1;
    return true;
  }

  bool isWord(std::size_t column) const { return syntax_.word.has_value() && has(column, *syntax_.word); }
  bool has(std::size_t column, std::uint32_t set) const { return members_[column][set + 1]; }

  std::uint16_t step(const State& from, std::size_t column) {
    const bool atEnd = column == pattern_.endColumn();
    if (!atEnd && !members_[column].front()) return static_cast<std::uint16_t>(pattern_.unknown());
    std::vector<Place> places = from.places;
    const Ahead ahead{true, atEnd, !atEnd && isWord(column)};
    if (from.asks && follow(places, from.before, ahead)) return static_cast<std::uint16_t>(pattern_.matched());
    if (atEnd) {
      const bool holds = std::any_of(places.begin(), places.end(), [](const Place& place) {
        return place.vertex == Graph::matched && place.conditions.needed.empty();
      });
      return static_cast<std::uint16_t>(holds ? pattern_.matched() : Pattern::dead);
    }
    std::vector<Place> reached;
    for (Place& place : places) {
      // What has matched may wait for its conditions.
      Vertices next{place.vertex};
      if (place.vertex != Graph::matched) advance(next, column);
      if (next.empty()) continue;
      place.vertex = next.front();
      advance(place.conditions.refused, column);
      for (Vertices& needed : place.conditions.needed) advance(needed, column);
      reached.push_back(std::move(place));
    }
    return stateOf(std::move(reached), {false, ahead.word});
  }

  // Replaces the vertices by those behind a character of the column.
  void advance(Vertices& vertices, std::size_t column) const {
    Vertices reached;
    for (const std::uint32_t vertex : vertices) {
      if (graph_[vertex].kind == Vertex::characters && has(column, graph_[vertex].set))
        reached.push_back(graph_[vertex].next);
    }
    vertices = std::move(reached);
  }

  std::uint16_t stateOf(std::vector<Place>&& places, Before before) {
    if (follow(places, before, {false, false, false})) return static_cast<std::uint16_t>(pattern_.matched());
    if (places.empty()) return Pattern::dead;
    sort(places.data(), places.data() + places.size());
    State state{std::move(places)};
    state.asks =
        std::any_of(state.places.begin(), state.places.end(), [this](const Place& place) { return asks(place); });
    if (state.asks) state.before = before;
    const auto place = static_cast<std::uint16_t>(states_.size() * pattern_.columnCount_);
    const auto [known, isNew] = places_.emplace(std::move(state), place);
    if (isNew) states_.push_back(&known->first);
    return known->second;
  }

  // Returns whether the place depends on what is ahead.
  bool asks(const Place& place) const {
    const auto asksAny = [this](const Vertices& vertices) {
      return std::any_of(vertices.begin(), vertices.end(), [this](std::uint32_t vertex) {
        return graph_[vertex].kind != Vertex::characters && vertex != Graph::matched;
      });
    };
    const Conditions& conditions = place.conditions;
    return asksAny({place.vertex}) || asksAny(conditions.refused) ||
           std::any_of(conditions.needed.begin(), conditions.needed.end(), asksAny);
  }

  // Replaces the places by all that can be reached without a character, of those that wait. True when the pattern has
  // matched by then, whatever follows.
  bool follow(std::vector<Place>& places, Before before, Ahead ahead) {
    Groups groups;
    for (Place& place : places) {
      if (mayHold(place.conditions, before, ahead)) groups[std::move(place.conditions)].push_back(place.vertex);
    }
    places.clear();
    // A look-ahead leads to a group of more conditions, so each group comes once.
    while (!groups.empty()) {
      auto group = groups.extract(groups.begin());
      if (followGroup(group.key(), group.mapped(), before, ahead, groups, places)) return true;
    }
    return false;
  }

  // The same for vertices with the same conditions.
  bool followGroup(const Conditions& conditions, Vertices& vertices, Before before, Ahead ahead, Groups& groups,
                   std::vector<Place>& waiting) {
    seen_.begin();
    while (!vertices.empty()) {
      const std::uint32_t id = vertices.back();
      vertices.pop_back();
      if (!seen_.add(id)) continue;
      work_ += 1 + conditions.size();
      const Vertex& vertex = graph_[id];
      if (vertex.kind == Vertex::matched && conditions.none()) return true;
      if (vertex.kind == Vertex::ahead || vertex.kind == Vertex::notAhead) {
        Conditions more = conditions;
        if (!lookAhead(vertex, more, before, ahead)) continue;
        (more == conditions ? vertices : groups[std::move(more)]).push_back(vertex.next);
        continue;
      }
      if (vertex.kind == Vertex::start && !before.nothing) continue;
      if (vertex.kind == Vertex::split) vertices.push_back(vertex.other);
      if (passes(vertex, before, ahead))
        vertices.push_back(vertex.next);
      else
        waiting.push_back({id, conditions});
    }
    return false;
  }

  // Returns whether a vertex that needs no character leads on.
  static bool passes(const Vertex& vertex, Before before, Ahead ahead) noexcept {
    switch (vertex.kind) {
      case Vertex::split: return true;
      case Vertex::start: return before.nothing;
      case Vertex::end: return ahead.nothing;
      case Vertex::boundary: return ahead.known && before.word != ahead.word;
      case Vertex::notBoundary: return ahead.known && before.word == ahead.word;
      default: return false;
    }
  }

  // Adds the condition of a look-ahead; false if it does not hold.
  bool lookAhead(const Vertex& vertex, Conditions& conditions, Before before, Ahead ahead) {
    Vertices sought{vertex.other};
    const bool found = reach(sought, before, ahead);
    if (vertex.kind == Vertex::notAhead) {
      if (found) return false;
      Vertices& refused = conditions.refused;
      refused.insert(refused.end(), sought.begin(), sought.end());
      unify(refused);
    } else if (!found) {
      if (sought.empty()) return false;
      conditions.needed.push_back(std::move(sought));
      unify(conditions.needed);
    }
    return true;
  }

  // Moves the vertices of the conditions on, as far as they need no character; false if one of them does not hold.
  bool mayHold(Conditions& conditions, Before before, Ahead ahead) {
    if (reach(conditions.refused, before, ahead)) return false;
    std::vector<Vertices> left;
    for (Vertices& needed : conditions.needed) {
      if (reach(needed, before, ahead)) continue;
      if (needed.empty()) return false;
      left.push_back(std::move(needed));
    }
    conditions.needed = std::move(left);
    unify(conditions.needed);
    return true;
  }

  // As `follow`, for what a look-ahead looks for.
  bool reach(Vertices& vertices, Before before, Ahead ahead) {
    if (vertices.empty()) return false;
    Vertices waiting;
    soughtSeen_.begin();
    while (!vertices.empty()) {
      const std::uint32_t id = vertices.back();
      vertices.pop_back();
      if (!soughtSeen_.add(id)) continue;
      ++work_;
      const Vertex& vertex = graph_[id];
      if (vertex.kind == Vertex::matched) return true;
      if (vertex.kind == Vertex::start && !before.nothing) continue;
      if (vertex.kind == Vertex::split) vertices.push_back(vertex.other);
      (passes(vertex, before, ahead) ? vertices : waiting).push_back(passes(vertex, before, ahead) ? vertex.next : id);
    }
    vertices = std::move(waiting);
    unify(vertices);
    return false;
  }

  template <class T>
  static void unify(std::vector<T>& items) {
    sort(items.data(), items.data() + items.size());
    items.erase(std::unique(items.begin(), items.end()), items.end());
  }

  const Syntax& syntax_;
  const Graph& graph_;
  Pattern& pattern_;
  // By column: whether its characters are known, and the sets they are in.
  std::vector<std::vector<bool>> members_;
  std::map<State, std::uint16_t> places_;
  std::vector<const State*> states_;
  Seen seen_;
  Seen soughtSeen_;
  std::size_t work_ = 0;
};

Pattern::Answer Pattern::matches(Bytes text) const noexcept {
  const auto* at = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto* const end = at + text.size();
  std::size_t state = start_;
  // Most loops are reached with the first character. Many patterns for keys match any text.
  if (state > unknown() && at < end && *at < 0x80) state = next_[state + ascii_[*at++]];
  if (state <= unknown()) return answer(state);
  bool stayed = true;
  // Eight at a time where they are ASCII.
  for (; end - at >= 8 && (detail::load(at) & detail::highBits) == 0; at += 8) {
    if (stayed) {
      // A part such as `[\w-]+` or `\S*` may go on: eight steps that do not wait for each other, if none leaves the
      // state.
      std::size_t left = 0;
      for (int i = 0; i < 8; ++i) left |= next_[state + ascii_[at[i]]] ^ state;
      if (left == 0) continue;
    }
    const std::size_t before = state;
    for (int i = 0; i < 8; ++i) state = next_[state + ascii_[at[i]]];
    if (state <= unknown()) return answer(state);
    stayed = state == before;
  }
  while (at < end) {
    if (state <= unknown()) return answer(state);
    state = next_[state + (*at < 0x80 ? ascii_[*at++] : wideColumn(nextCodePoint(at)))];
  }
  return answer(next_[state + endColumn()]);
}

std::uint8_t Pattern::wideColumn(char32_t point) const noexcept {
  return columns_[static_cast<std::size_t>(std::upper_bound(firsts_.begin(), firsts_.end(), point) - firsts_.begin()) -
                  1];
}

std::unique_ptr<Pattern> Pattern::compile(Bytes source, Bytes flags, const Properties& properties) {
  const auto syntax = parsePattern(source, flags, properties);
  if (!syntax.has_value()) return nullptr;
  const Graph graph(*syntax);
  if (graph.tooLarge()) return nullptr;
  auto pattern = std::make_unique<Pattern>();
  if (syntax->asks) pattern->unknownFrom_ = properties.end;
  return Subsets(*syntax, graph, *pattern).build() ? std::move(pattern) : nullptr;
}

}  // namespace validlib
