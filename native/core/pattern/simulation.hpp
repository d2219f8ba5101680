// Runs the graph of a pattern without a table of states: it follows all paths through the text at once. Each character
// costs as many steps as there are vertices, at most. Look-arounds are evaluated first, at all positions of the text:
// those that look behind from its start, those that look ahead from its end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "../buffer.hpp"
#include "columns.hpp"
#include "graph.hpp"

namespace validlib {

class Simulation {
 public:
  Simulation(const Graph& graph, const Columns& columns, std::optional<std::uint32_t> word, Bytes text) noexcept
      : graph_(graph),
        columns_(columns),
        word_(word),
        text_(reinterpret_cast<const std::uint8_t*>(text.data())),
        size_(text.size()) {}

  // Nothing if a character is unknown, or without memory.
  std::optional<bool> run() noexcept {
    if (!rounds_.resize(graph_.size()) || !now_.reserve(graph_.size()) || !next_.reserve(graph_.size()) ||
        !holds_.resize(graph_.looks().size() * words())) {
      return std::nullopt;
    }
    for (std::size_t number = 0; number < graph_.looks().size(); ++number) {
      const Graph::Look& look = graph_.looks()[number];
      if (!pass(look.first, look.ahead, holds_.begin() + number * words()).has_value()) return std::nullopt;
    }
    return pass(graph_.first(), false, nullptr);
  }

 private:
  // A position in the text, and the columns on both sides.
  struct Position {
    std::size_t at;
    std::size_t before, ahead;
  };

  // A bit for each position.
  std::size_t words() const noexcept { return size_ / 64 + 1; }

  // Returns whether there is a path from the start of the text to `matched`; or with `holds`, sets the bits of the
  // positions at which a path ends that may begin anywhere.
  std::optional<bool> pass(std::uint32_t first, bool backwards, std::uint64_t* holds) noexcept {
    std::fill(rounds_.begin(), rounds_.end(), 0);
    round_ = 1;
    now_.truncate(0);
    add(now_, first);
    for (Position position = begin(backwards);; move(position, backwards)) {
      if (holds != nullptr) add(now_, first);
      if (follow(position)) {
        if (holds == nullptr) return true;
        holds[position.at / 64] |= std::uint64_t{1} << position.at % 64;
      }
      if (now_.empty() || position.at == (backwards ? 0 : size_)) return false;
      const std::size_t column = backwards ? position.before : position.ahead;
      if (!columns_.isKnown(column)) return std::nullopt;
      read(column);
    }
  }

  // Adds all vertices that can be reached without a character. Returns whether `matched` is among them.
  bool follow(const Position& position) noexcept {
    bool found = false;
    for (std::size_t i = 0; i < now_.size(); ++i) {
      const Vertex& vertex = graph_[now_[i]];
      found |= vertex.kind == Vertex::matched;
      if (vertex.kind == Vertex::split) add(now_, vertex.other);
      if (passes(vertex, position)) add(now_, vertex.next);
    }
    return found;
  }

  bool passes(const Vertex& vertex, const Position& position) const noexcept {
    switch (vertex.kind) {
      case Vertex::split: return true;
      case Vertex::start: return position.at == 0;
      case Vertex::end: return position.at == size_;
      case Vertex::boundary: return isWord(position.before) != isWord(position.ahead);
      case Vertex::notBoundary: return isWord(position.before) == isWord(position.ahead);
      case Vertex::look: return holds(vertex.set, position.at);
      case Vertex::notLook: return !holds(vertex.set, position.at);
      default: return false;
    }
  }

  bool holds(std::uint32_t look, std::size_t at) const noexcept {
    return (holds_[look * words() + at / 64] >> at % 64 & 1) != 0;
  }

  bool isWord(std::size_t column) const noexcept {
    return word_.has_value() && column != columns_.end() && columns_.has(column, *word_);
  }

  // Leaves the vertices behind a character of the column.
  void read(std::size_t column) noexcept {
    ++round_;
    next_.truncate(0);
    for (const std::uint32_t id : now_) {
      const Vertex& vertex = graph_[id];
      if (vertex.kind == Vertex::characters && columns_.has(column, vertex.set)) add(next_, vertex.next);
    }
    now_.swap(next_);
  }

  // There is room for each vertex once.
  void add(Buffer<std::uint32_t>& vertices, std::uint32_t vertex) noexcept {
    if (std::exchange(rounds_[vertex], round_) != round_) static_cast<void>(vertices.push(vertex));
  }

  Position begin(bool backwards) const noexcept {
    if (backwards) return {size_, columnBefore(size_), columns_.end()};
    return {0, columns_.end(), columnAhead(0)};
  }

  void move(Position& position, bool backwards) const noexcept {
    if (backwards) {
      position.at = startBefore(position.at);
      position.ahead = std::exchange(position.before, columnBefore(position.at));
    } else {
      const auto* next = text_ + position.at;
      nextCodePoint(next);
      position.at = static_cast<std::size_t>(next - text_);
      position.before = std::exchange(position.ahead, columnAhead(position.at));
    }
  }

  std::size_t columnAhead(std::size_t at) const noexcept {
    const auto* next = text_ + at;
    return at == size_ ? columns_.end() : columns_.of(nextCodePoint(next));
  }
  std::size_t columnBefore(std::size_t at) const noexcept {
    return at == 0 ? columns_.end() : columnAhead(startBefore(at));
  }
  // The start of the character before.
  std::size_t startBefore(std::size_t at) const noexcept {
    do --at;
    while ((text_[at] & 0xc0) == 0x80);
    return at;
  }

  const Graph& graph_;
  const Columns& columns_;
  const std::optional<std::uint32_t> word_;
  const std::uint8_t* const text_;
  const std::size_t size_;
  // The vertices on a path at the position, and those after the next character.
  Buffer<std::uint32_t> now_;
  Buffer<std::uint32_t> next_;
  // By vertex: the last round that added it.
  Buffer<std::uint32_t> rounds_;
  std::uint32_t round_ = 0;
  // By look-around and position.
  Buffer<std::uint64_t> holds_;
};

}  // namespace validlib
