// The graph of a pattern: a non-deterministic automaton (NFA). A path through it reads a text that matches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "syntax.hpp"

namespace validlib {

struct Vertex {
  enum Kind : std::uint8_t { matched, characters, start, end, boundary, notBoundary, look, notLook, split };

  Kind kind;
  // Of characters; or the number of a look-around.
  std::uint32_t set;
  // A split leads to both.
  std::uint32_t next;
  std::uint32_t other;
};

// Built from the end of the pattern: each part gets the vertex behind it.
class Graph {
 public:
  static constexpr std::uint32_t matched = 0;
  static constexpr std::size_t maxVertices = 10'000;
  // Of look-arounds in a simulation: each takes a bit for each byte of the text.
  static constexpr std::size_t maxLooks = 64;
  static constexpr std::size_t maxWork = 1 << 19;

  struct Look {
    bool ahead = false;
    std::uint32_t first = matched;
    bool built = false;
  };

  // For a simulation, in which the bodies of look-aheads read the text from its end, or for a table.
  Graph(const Syntax& syntax, bool simulated)
      : vertices_{{Vertex::matched, 0, 0, 0}}, looks_(syntax.lookCount), reversesAhead_(simulated) {
    tooLarge_ = simulated && looks_.size() > maxLooks;
    first_ = build(syntax.root, matched);
    vertices_.shrink_to_fit();
  }

  bool tooLarge() const noexcept { return tooLarge_; }
  std::uint32_t first() const noexcept { return first_; }
  std::size_t size() const noexcept { return vertices_.size(); }
  const Vertex& operator[](std::uint32_t vertex) const noexcept { return vertices_[vertex]; }
  // By number.
  const std::vector<Look>& looks() const noexcept { return looks_; }

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
      case Part::look: return add({part.negated ? Vertex::notLook : Vertex::look, buildLook(part), next, next});
      case Part::repeat: return buildRepeat(part, next);
      case Part::sequence:
        for (std::size_t i = 0; i < part.members.size(); ++i)
          next = build(part.members[reversed_ ? i : part.members.size() - 1 - i], next);
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

  // A look-around that is repeated is built once, because it leads nowhere. Returns its number.
  std::uint32_t buildLook(const Part& part) {
    Look& look = looks_[part.set];
    if (!std::exchange(look.built, true)) {
      const bool outer = std::exchange(reversed_, part.ahead && reversesAhead_);
      look.ahead = part.ahead;
      look.first = build(part.members.front(), matched);
      reversed_ = outer;
    }
    return part.set;
  }

  std::vector<Vertex> vertices_;
  std::vector<Look> looks_;
  const bool reversesAhead_;
  bool reversed_ = false;
  std::uint32_t first_ = matched;
  std::size_t work_ = 0;
  bool tooLarge_ = false;
};

}  // namespace validlib
