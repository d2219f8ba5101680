#include "pattern.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "pattern/simulation.hpp"
#include "sort.hpp"

namespace validlib {

namespace {

// The maximum cost of a table; a pattern whose table would cost more is simulated. The work may grow with the source,
// so a short one with large counts does not take long to compile.
constexpr std::size_t maxTable = 0x4000;
constexpr std::size_t maxWork = 1 << 16;
constexpr std::size_t maxWorkPerCharacter = 64;

}  // namespace

// The deterministic automaton: its states are the sets of vertices the other one may be in. Where the pattern looks
// ahead, a vertex counts only if the rest of the text meets conditions, which are followed beside it. What look-behinds
// look for is followed from each position of the text on.
class Subsets {
 public:
  Subsets(Bytes source, const Syntax& syntax, const Graph& graph, Pattern& pattern)
      : maxWork_(maxWork + maxWorkPerCharacter * source.size()),
        syntax_(syntax),
        graph_(graph),
        pattern_(pattern),
        seen_(graph.size()),
        soughtSeen_(graph.size()),
        holds_(graph.looks().size()) {}

  bool build() {
    // A condition inside another is not followed here.
    if (syntax_.nestsAhead) return false;
    const std::size_t width = pattern_.columns_.count();
    for (const std::size_t settled : {Pattern::dead, pattern_.matched(), pattern_.unknown()})
      pattern_.next_.insert(pattern_.next_.end(), width, static_cast<std::uint16_t>(settled));
    states_.resize(3);
    const bool looksBehind =
        std::any_of(graph_.looks().begin(), graph_.looks().end(), [](const Graph::Look& look) { return !look.ahead; });
    std::vector<Vertices> sought(looksBehind ? holds_.size() : 0);
    pattern_.start_ = stateOf({Place{graph_.first(), {}}}, std::move(sought), {true, false});
    for (std::size_t state = 3; state < states_.size(); ++state) {
      for (std::size_t column = 0; column < width; ++column) {
        if (states_.size() * width > maxTable || work_ > maxWork_) return false;
        pattern_.next_.push_back(step(*states_[state], column));
      }
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
    // By look-behind: the vertices that what it looks for may be at.
    std::vector<Vertices> sought;
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

  bool isWord(std::size_t column) const { return syntax_.word.has_value() && has(column, *syntax_.word); }
  bool has(std::size_t column, std::uint32_t set) const { return pattern_.columns_.has(column, set); }

  std::uint16_t step(const State& from, std::size_t column) {
    const bool atEnd = column == pattern_.columns_.end();
    if (!atEnd && !pattern_.columns_.isKnown(column)) return static_cast<std::uint16_t>(pattern_.unknown());
    std::vector<Place> places = from.places;
    const Ahead ahead{true, atEnd, !atEnd && isWord(column)};
    std::vector<Vertices> sought = from.sought;
    lookBehind(sought, from.before, ahead);
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
      if (place.vertex != Graph::matched && !reads(place.vertex, column)) continue;
      place.vertex = graph_[place.vertex].next;
      advance(place.conditions.refused, column);
      for (Vertices& needed : place.conditions.needed) advance(needed, column);
      reached.push_back(std::move(place));
    }
    for (Vertices& one : sought) {
      advance(one, column);
      unify(one);
    }
    return stateOf(std::move(reached), std::move(sought), {false, ahead.word});
  }

  // Finds out which look-behinds hold. They are in an order in which none depends on a later one.
  void lookBehind(std::vector<Vertices>& sought, Before before, Ahead ahead) {
    for (std::size_t number = 0; number < sought.size(); ++number) {
      if (graph_.looks()[number].ahead) continue;
      sought[number].push_back(graph_.looks()[number].first);
      holds_[number] = reach(sought[number], before, ahead);
    }
  }

  bool reads(std::uint32_t vertex, std::size_t column) const {
    return graph_[vertex].kind == Vertex::characters && has(column, graph_[vertex].set);
  }

  // Replaces the vertices by those behind a character of the column.
  void advance(Vertices& vertices, std::size_t column) const {
    Vertices reached;
    for (const std::uint32_t vertex : vertices) {
      if (reads(vertex, column)) reached.push_back(graph_[vertex].next);
    }
    vertices = std::move(reached);
  }

  std::uint16_t stateOf(std::vector<Place>&& places, std::vector<Vertices>&& sought, Before before) {
    if (follow(places, before, {false, false, false})) return static_cast<std::uint16_t>(pattern_.matched());
    if (places.empty()) return Pattern::dead;
    sort(places.data(), places.data() + places.size());
    State state{std::move(places), std::move(sought)};
    state.asks =
        std::any_of(state.places.begin(), state.places.end(), [this](const Place& place) { return asks(place); });
    // What look-behinds look for may depend on it, too.
    if (state.asks || !state.sought.empty()) state.before = before;
    const auto place = static_cast<std::uint16_t>(states_.size() * pattern_.columns_.count());
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
      if (looksAhead(vertex)) {
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

  bool looksAhead(const Vertex& vertex) const {
    return (vertex.kind == Vertex::look || vertex.kind == Vertex::notLook) && graph_.looks()[vertex.set].ahead;
  }

  // Returns whether a vertex that needs no character leads on.
  bool passes(const Vertex& vertex, Before before, Ahead ahead) const {
    switch (vertex.kind) {
      case Vertex::split: return true;
      case Vertex::start: return before.nothing;
      case Vertex::end: return ahead.nothing;
      case Vertex::boundary: return ahead.known && before.word != ahead.word;
      case Vertex::notBoundary: return ahead.known && before.word == ahead.word;
      case Vertex::look: return ahead.known && holds_[vertex.set];
      case Vertex::notLook: return ahead.known && !holds_[vertex.set];
      default: return false;
    }
  }

  // Adds the condition of a look-ahead; false if it does not hold.
  bool lookAhead(const Vertex& vertex, Conditions& conditions, Before before, Ahead ahead) {
    Vertices sought{graph_.looks()[vertex.set].first};
    const bool found = reach(sought, before, ahead);
    if (vertex.kind == Vertex::notLook) {
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

  // As `follow`, for what a look-around looks for.
  bool reach(Vertices& vertices, Before before, Ahead ahead) {
    if (vertices.empty()) return false;
    Vertices waiting;
    bool found = false;
    soughtSeen_.begin();
    while (!vertices.empty()) {
      const std::uint32_t id = vertices.back();
      vertices.pop_back();
      if (!soughtSeen_.add(id)) continue;
      ++work_;
      const Vertex& vertex = graph_[id];
      if (vertex.kind == Vertex::matched) {
        found = true;
        continue;
      }
      if (vertex.kind == Vertex::start && !before.nothing) continue;
      if (vertex.kind == Vertex::split) vertices.push_back(vertex.other);
      (passes(vertex, before, ahead) ? vertices : waiting).push_back(passes(vertex, before, ahead) ? vertex.next : id);
    }
    vertices = std::move(waiting);
    unify(vertices);
    return found;
  }

  template <class T>
  static void unify(std::vector<T>& items) {
    sort(items.data(), items.data() + items.size());
    items.erase(std::unique(items.begin(), items.end()), items.end());
  }

  const std::size_t maxWork_;
  const Syntax& syntax_;
  const Graph& graph_;
  Pattern& pattern_;
  std::map<State, std::uint16_t> places_;
  std::vector<const State*> states_;
  Seen seen_;
  Seen soughtSeen_;
  // By look-behind: whether it holds where the text ahead is known.
  std::vector<bool> holds_;
  std::size_t work_ = 0;
};

Pattern::Answer Pattern::matches(Bytes text) const noexcept {
  const auto* at = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto* const end = at + text.size();
  std::size_t state = start_;
  // Most loops are reached with the first character. Many patterns for keys match any text.
  if (state > unknown() && at < end && *at < 0x80) state = next_[state + columns_.ascii(*at++)];
  if (state <= unknown()) return graph_.has_value() ? follow(*graph_, text) : answer(state);
  bool stayed = true;
  // Eight at a time where they are ASCII.
  for (; end - at >= 8 && (detail::load(at) & detail::highBits) == 0; at += 8) {
    if (stayed) {
      // A part such as `[\w-]+` or `\S*` may go on: eight steps that do not wait for each other, if none leaves the
      // state.
      std::size_t left = 0;
      for (int i = 0; i < 8; ++i) left |= next_[state + columns_.ascii(at[i])] ^ state;
      if (left == 0) continue;
    }
    const std::size_t before = state;
    for (int i = 0; i < 8; ++i) state = next_[state + columns_.ascii(at[i])];
    if (state <= unknown()) return answer(state);
    stayed = state == before;
  }
  while (at < end) {
    if (state <= unknown()) return answer(state);
    state = next_[state + (*at < 0x80 ? columns_.ascii(*at++) : columns_.wide(nextCodePoint(at)))];
  }
  return answer(next_[state + columns_.end()]);
}

Positions::Next Pattern::readLazily(const Positions& positions, Bytes text) const noexcept {
  for (Shared& one : shared_) {
    if (one.inUse.test_and_set(std::memory_order_acquire)) continue;
    const Positions::Next next = one.states.run(positions, columns_, text);
    one.inUse.clear(std::memory_order_release);
    return next;
  }
  return LazyStates().runOnce(positions, columns_, text);
}

Pattern::Answer Pattern::follow(const Graph& graph, Bytes text) const noexcept {
  if (positions_.has_value()) {
    const Positions::Next next = readLazily(*positions_, text);
    return next == Positions::Next::unknown ? Answer::unknown
           : next == Positions::Next::matched ? Answer::yes
                                              : Answer::no;
  }
  const auto found = Simulation(graph, columns_, word_, text).run();
  return !found.has_value() ? Answer::unknown : *found ? Answer::yes : Answer::no;
}

std::unique_ptr<Pattern> Pattern::compile(Bytes source, Bytes flags, const Properties& properties) {
  const auto syntax = parsePattern(source, flags, properties);
  if (!syntax.has_value()) return nullptr;
  auto pattern = std::make_unique<Pattern>();
  if (!pattern->columns_.find(*syntax, syntax->asks ? properties.end : CodePoints::last + 1)) return nullptr;
  const Graph graph(*syntax, false);
  if (graph.tooLarge()) return nullptr;
  if (!Subsets(source, *syntax, graph, *pattern).build()) {
    pattern->next_ = {};
    pattern->start_ = dead;
    pattern->word_ = syntax->word;
    const Graph& simulated = pattern->graph_.emplace(*syntax, true);
    if (simulated.tooLarge()) return nullptr;
    if (simulated.looks().empty()) pattern->positions_.emplace(simulated, pattern->columns_, syntax->word);
  }
  return pattern;
}

}  // namespace validlib
