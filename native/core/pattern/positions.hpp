// The vertices of a graph that read characters, as bits: most steps from one character to the next are a few operations
// on 64 of them at once. Nearly every position leads to the one behind it, or to itself; the others lead to sets of
// positions that many of them share. Where those sets would be too large, the graph is followed instead.
//
// It does not follow look-arounds. It never changes, so threads may share it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "../buffer.hpp"
#include "columns.hpp"
#include "graph.hpp"

namespace validlib {

class Positions {
 public:
  enum class Next : std::uint8_t { matched, failed, unknown, goesOn };

  // Scratch memory of one thread, to follow the graph.
  struct Visits {
    Buffer<std::uint32_t> open;
    // By vertex: the last round that visited it.
    Buffer<std::uint32_t> rounds;
    std::uint32_t round = 0;
    // How many there were.
    std::size_t count = 0;
  };

  Positions(const Graph& graph, const Columns& columns, std::optional<std::uint32_t> word)
      : graph_(graph), columns_(columns), positionOf_(graph.size(), 0), vertices_{graph.first()} {
    bool asksWord = false;
    // Later parts of a pattern have smaller numbers.
    for (std::size_t i = graph.size(); i-- > 0;) {
      const Vertex& vertex = graph[static_cast<std::uint32_t>(i)];
      asksWord |= vertex.kind == Vertex::boundary || vertex.kind == Vertex::notBoundary;
      if (vertex.kind != Vertex::characters) continue;
      positionOf_[i] = static_cast<std::uint32_t>(vertices_.size());
      vertices_.push_back(vertex.next);
    }
    words_ = vertices_.size() / 64 + 1;
    for (std::size_t column = 0; column < columns.count(); ++column) {
      const bool isWord = asksWord && word.has_value() && column != columns.end() && columns.has(column, *word);
      sides_.push_back(column == columns.end() ? Side::nothing : isWord ? Side::word : Side::other);
    }
    findReaders();
    for (const Side before : {Side::other, Side::word, Side::nothing}) {
      for (const Side ahead : {Side::other, Side::word, Side::nothing}) {
        const bool isAsked = asksWord || (before != Side::word && ahead != Side::word);
        if (isAsked && !plan(before, ahead)) {
          for (Plan& one : plans_) one = {};
          isPlanned_ = false;
          return;
        }
      }
    }
  }
  Positions(const Positions&) = delete;
  Positions& operator=(const Positions&) = delete;

  // Words of a state: the positions that have read the last character, a bit for each, and the side of the character.
  std::size_t size() const noexcept { return words_ + 1; }

  // Writes the state before the text.
  void begin(std::uint64_t* state) const noexcept {
    std::fill(state, state + words_, 0);
    state[0] = 1;
    state[words_] = static_cast<std::uint64_t>(Side::nothing);
  }

  // Writes the state after a character of the column, or says how the pattern ends. Without memory it is unknown.
  [[nodiscard]] Next step(const std::uint64_t* from, std::size_t column, std::uint64_t* into,
                          Visits& visits) const noexcept {
    const auto before = static_cast<Side>(from[words_]);
    const Side ahead = sides_[column];
    bool found = false;
    if (isPlanned_)
      found = follow(plans_[numberOf(before, ahead)], from, into);
    else if (!followGraph(from, before, ahead, into, found, visits))
      return Next::unknown;
    if (found) return Next::matched;
    if (column == columns_.end()) return Next::failed;
    if (!columns_.isKnown(column)) return Next::unknown;
    const std::uint64_t* const readers = readers_.data() + column * words_;
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < words_; ++i) any |= into[i] &= readers[i];
    into[words_] = static_cast<std::uint64_t>(ahead);
    return any == 0 ? Next::failed : Next::goesOn;
  }

 private:
  // What is on one side of a place in the text.
  enum class Side : std::uint8_t { other, word, nothing };
  static constexpr std::size_t sideCount = 3;
  static std::size_t numberOf(Side before, Side ahead) noexcept {
    return static_cast<std::size_t>(before) * sideCount + static_cast<std::size_t>(ahead);
  }

  // Most vertices that are visited to plan, and most words of all sets: so many that no pattern takes long to compile.
  static constexpr std::size_t maxVisits = std::size_t{1} << 18;
  static constexpr std::size_t maxSetWords = std::size_t{1} << 15;

  // Some bits of a word.
  struct Bits {
    std::uint32_t word;
    std::uint64_t bits;
  };
  // What the positions lead to between two sides.
  struct Plan {
    // Those that lead to themselves, to the next one, and to the end of the pattern.
    std::vector<std::uint64_t> stay;
    std::vector<std::uint64_t> advance;
    std::vector<std::uint64_t> match;
    // Others lead to sets: any of the sources to all of the targets.
    struct Set {
      std::size_t sources;
      std::size_t targets;
    };
    std::vector<Set> sets;
    std::vector<Bits> bits;
  };

  void findReaders() {
    readers_.assign(columns_.count() * words_, 0);
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      const std::uint32_t position = positionOf_[i];
      if (position == 0) continue;
      for (std::size_t column = 0; column < columns_.end(); ++column) {
        const std::uint64_t bit = std::uint64_t{1} << (position % 64);
        if (columns_.has(column, graph_[static_cast<std::uint32_t>(i)].set))
          readers_[column * words_ + position / 64] |= bit;
      }
    }
  }

  bool passes(const Vertex& vertex, Side before, Side ahead) const noexcept {
    switch (vertex.kind) {
      case Vertex::split: return true;
      case Vertex::start: return before == Side::nothing;
      case Vertex::end: return ahead == Side::nothing;
      case Vertex::boundary: return (before == Side::word) != (ahead == Side::word);
      case Vertex::notBoundary: return (before == Side::word) == (ahead == Side::word);
      default: return false;
    }
  }

  // Calls `reach` with the positions that a vertex leads to, each once a round; `found` if it leads to the end. False
  // if there is not enough memory.
  template <class Reach>
  bool visit(std::uint32_t first, Side before, Side ahead, Visits& visits, bool& found, Reach reach) const noexcept {
    if (!visits.open.push(first)) return false;
    while (!visits.open.empty()) {
      const std::uint32_t id = visits.open[visits.open.size() - 1];
      visits.open.truncate(visits.open.size() - 1);
      if (std::exchange(visits.rounds[id], visits.round) == visits.round) continue;
      ++visits.count;
      const Vertex& vertex = graph_[id];
      found |= vertex.kind == Vertex::matched;
      if (vertex.kind == Vertex::characters) reach(positionOf_[id]);
      if (!passes(vertex, before, ahead)) continue;
      if (!visits.open.push(vertex.next) || (vertex.kind == Vertex::split && !visits.open.push(vertex.other)))
        return false;
    }
    return true;
  }
  bool beginRound(Visits& visits) const noexcept {
    if (++visits.round == 0) std::fill(visits.rounds.begin(), visits.rounds.end(), 0);
    visits.open.truncate(0);
    return visits.rounds.size() == graph_.size() || visits.rounds.resize(graph_.size(), 0);
  }

  // False if that would take too much.
  bool plan(Side before, Side ahead) {
    Plan& made = plans_[numberOf(before, ahead)];
    made.stay.assign(words_, 0);
    made.advance.assign(words_, 0);
    made.match.assign(words_, 0);
    const auto set = [](std::vector<std::uint64_t>& bits, std::size_t position) {
      bits[position / 64] |= std::uint64_t{1} << (position % 64);
    };
    // Only the first position is before the text.
    const std::size_t first = before == Side::nothing ? 0 : 1;
    const std::size_t last = before == Side::nothing ? 1 : vertices_.size();
    std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> sources;
    Visits visits;
    for (std::size_t position = first; position < last; ++position) {
      bool found = false;
      std::vector<std::uint32_t> others;
      const auto reach = [&](std::uint32_t reached) {
        if (reached == position)
          set(made.stay, position);
        else if (reached == position + 1)
          set(made.advance, position);
        else
          others.push_back(reached);
      };
      if (!beginRound(visits) || !visit(vertices_[position], before, ahead, visits, found, reach)) return false;
      if (found) set(made.match, position);
      if (visited_ + visits.count > maxVisits) return false;
      // At the end of the text nothing is read.
      if (others.empty() || ahead == Side::nothing) continue;
      std::sort(others.begin(), others.end());
      sources[std::move(others)].push_back(static_cast<std::uint32_t>(position));
    }
    visited_ += visits.count;
    for (const auto& [targets, from] : sources) {
      made.sets.push_back({addBits(made, from), addBits(made, targets)});
      setWords_ += made.sets.back().sources + made.sets.back().targets;
      if (setWords_ > maxSetWords) return false;
    }
    return true;
  }

  // Adds the bits of the positions, which are in order; returns of how many words.
  static std::size_t addBits(Plan& plan, const std::vector<std::uint32_t>& positions) {
    const std::size_t before = plan.bits.size();
    for (const std::uint32_t position : positions) {
      if (plan.bits.size() == before || plan.bits.back().word != position / 64)
        plan.bits.push_back({position / 64, 0});
      plan.bits.back().bits |= std::uint64_t{1} << (position % 64);
    }
    return plan.bits.size() - before;
  }

  // Writes the positions that those of a state lead to; true if one of them leads to the end of the pattern.
  bool follow(const Plan& plan, const std::uint64_t* from, std::uint64_t* into) const noexcept {
    std::uint64_t matched = 0;
    std::uint64_t carried = 0;
    for (std::size_t i = 0; i < words_; ++i) {
      const std::uint64_t word = from[i];
      const std::uint64_t advancing = word & plan.advance[i];
      into[i] = (word & plan.stay[i]) | (advancing << 1) | carried;
      carried = advancing >> 63;
      matched |= word & plan.match[i];
    }
    if (matched != 0) return true;
    const Bits* bits = plan.bits.data();
    for (const Plan::Set& set : plan.sets) {
      std::uint64_t any = 0;
      for (std::size_t i = 0; i < set.sources; ++i) any |= from[bits[i].word] & bits[i].bits;
      bits += set.sources;
      if (any != 0) {
        for (std::size_t i = 0; i < set.targets; ++i) into[bits[i].word] |= bits[i].bits;
      }
      bits += set.targets;
    }
    return false;
  }

  // The same, along the graph. False if there is not enough memory.
  bool followGraph(const std::uint64_t* from, Side before, Side ahead, std::uint64_t* into, bool& found,
                   Visits& visits) const noexcept {
    std::fill(into, into + words_, 0);
    if (!beginRound(visits)) return false;
    const auto reach = [into](std::uint32_t reached) noexcept {
      into[reached / 64] |= std::uint64_t{1} << (reached % 64);
    };
    for (std::size_t i = 0; i < words_ && !found; ++i) {
      for (std::uint64_t word = from[i]; word != 0 && !found; word &= word - 1) {
        const std::size_t position = i * 64 + static_cast<std::size_t>(std::countr_zero(word));
        if (!visit(vertices_[position], before, ahead, visits, found, reach)) return false;
      }
    }
    return true;
  }

  const Graph& graph_;
  const Columns& columns_;
  // By vertex: its position, or 0, which is before the text.
  std::vector<std::uint32_t> positionOf_;
  // By position: the vertex behind it.
  std::vector<std::uint32_t> vertices_;
  std::size_t words_ = 0;
  std::vector<Side> sides_;
  // By column: the positions that read its characters.
  std::vector<std::uint64_t> readers_;
  Plan plans_[sideCount * sideCount];
  bool isPlanned_ = true;
  std::size_t visited_ = 0;
  std::size_t setWords_ = 0;
};

}  // namespace validlib
