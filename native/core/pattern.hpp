// A regular expression with JavaScript's flags `u` and `y`: it matches from the start of a text, not necessarily to its
// end. Only a verdict is needed, so a deterministic automaton (DFA) over code points decides, in one pass. Where that
// would be too large, its states are made as texts need them (pattern/lazy-states.hpp), and a pattern that looks around
// is simulated (pattern/simulation.hpp).
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "json/text.hpp"
#include "pattern/columns.hpp"
#include "pattern/graph.hpp"
#include "pattern/lazy-states.hpp"
#include "pattern/positions.hpp"
#include "pattern/syntax.hpp"

namespace validlib {

class Pattern {
 public:
  enum class Answer : std::uint8_t {
    no,
    yes,
    unknown,  // there is a character whose properties are not known here, or no memory
  };

  // Null for patterns that do not behave exactly as in JavaScript here (see pattern/syntax.hpp), and for those with too
  // large a graph.
  static std::unique_ptr<Pattern> compile(Bytes source, Bytes flags, const Properties& properties);

  // Returns whether every text matches, whatever it begins with.
  bool matchesAll() const noexcept { return start_ == matched(); }

  // The text is UTF-8.
  Answer matches(Bytes text) const noexcept;

 private:
  friend class Subsets;

  // A state is the offset of its row in the table. The first three are final: no further input matters.
  static constexpr std::size_t dead = 0;
  std::size_t matched() const noexcept { return columns_.count(); }
  std::size_t unknown() const noexcept { return 2 * columns_.count(); }

  Answer answer(std::size_t state) const noexcept {
    return state == matched() ? Answer::yes : state == unknown() ? Answer::unknown : Answer::no;
  }
  [[gnu::noinline]] Answer follow(const Graph& graph, Bytes text) const noexcept;
  Positions::Next readLazily(const Positions& positions, Bytes text) const noexcept;

  Columns columns_;
  std::vector<std::uint16_t> next_;
  std::uint16_t start_ = dead;
  // If there is no table.
  std::optional<Graph> graph_;
  std::optional<std::uint32_t> word_;
  // And if it does not look around. A schema is shared, but a thread has states of its own while it reads a text: no
  // thread waits for another, and one that finds all of them in use keeps none.
  struct Shared {
    std::atomic_flag inUse;
    LazyStates states;
  };
  std::optional<Positions> positions_;
  mutable std::array<Shared, 4> shared_;
};

}  // namespace validlib
