// The states of a pattern, made as texts need them: a lazy deterministic automaton, as in RE2 and in
// src/text/pattern/automaton.ts. They are kept between texts, and all are dropped when there are too many. Where nearly
// each character needs another state, the rest of the text is read without keeping any.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../buffer.hpp"
#include "../json/text.hpp"
#include "columns.hpp"
#include "positions.hpp"

namespace validlib {

// It serves one thread at a time.
class LazyStates {
 public:
  using Next = Positions::Next;

  // Returns how the pattern ends: matched, failed, or unknown, also without memory.
  Next run(const Positions& positions, const Columns& columns, Bytes text) noexcept {
    if (!prepare(positions, columns)) return Next::unknown;
    const auto* at = reinterpret_cast<const std::uint8_t*>(text.data());
    const auto* const end = at + text.size();
    const auto* counted = at;
    std::uint32_t state = 0;
    for (;;) {
      const std::size_t column = take(columns, at, end);
      std::uint32_t next = next_[state * width_ + column];
      if (next == undecided) {
        next = step(positions, columns, state, column);
        if (next == full) {
          read_ += static_cast<std::size_t>(at - counted);
          counted = at;
          // Dropped and made again for each few characters, they are not worth their time.
          if (read_ < worthwhile * count_) return readOn(positions, columns, at, end);
          forget(positions);
          next = add(placeOf(after_.begin()));
        }
      }
      if (next < firstState) {
        read_ += static_cast<std::size_t>(at - counted);
        return next == noMemory ? Next::unknown : static_cast<Next>(next - 1);
      }
      state = next - firstState;
    }
  }

  // The same without keeping any state.
  Next runOnce(const Positions& positions, const Columns& columns, Bytes text) noexcept {
    size_ = positions.size();
    if (!now_.extend(size_) || !after_.extend(size_)) return Next::unknown;
    positions.begin(after_.begin());
    const auto* const at = reinterpret_cast<const std::uint8_t*>(text.data());
    return readOn(positions, columns, at, at + text.size());
  }

 private:
  // What a transition leads to: not known yet; how the pattern ends, by `Next` and 1; no memory; or a state.
  static constexpr std::uint32_t undecided = 0;
  static constexpr std::uint32_t noMemory = 4;
  static constexpr std::uint32_t full = 5;
  static constexpr std::uint32_t firstState = 6;
  // Bytes that are kept, and the fewest states.
  static constexpr std::size_t mostKept = std::size_t{1} << 17;
  static constexpr std::size_t fewest = 16;
  // Bytes of texts for each state that make keeping them worthwhile.
  static constexpr std::size_t worthwhile = 8;

  // The column of the next character, which it moves past, or of the end.
  static std::size_t take(const Columns& columns, const std::uint8_t*& at, const std::uint8_t* end) noexcept {
    if (at == end) return columns.end();
    return *at < 0x80 ? columns.ascii(*at++) : columns.wide(nextCodePoint(at));
  }

  // Makes the first state, unless there is one. False if there is not enough memory.
  bool prepare(const Positions& positions, const Columns& columns) noexcept {
    if (count_ > 0) return true;
    size_ = positions.size();
    width_ = columns.count();
    most_ = std::max(fewest, mostKept / (size_ * sizeof(std::uint64_t) + width_ * sizeof(std::uint32_t) + 8));
    if (!now_.extend(size_) || !after_.extend(size_) || !places_.resize(std::bit_ceil(2 * most_), 0)) return false;
    return begin(positions);
  }
  bool begin(const Positions& positions) noexcept {
    if (!states_.extend(size_) || !next_.resize(width_, undecided)) return false;
    positions.begin(states_.begin());
    count_ = 1;
    places_[placeOf(states_.begin())] = 1;
    return true;
  }

  // Drops all but the first state, whose memory is there.
  void forget(const Positions& positions) noexcept {
    std::fill(places_.begin(), places_.end(), 0);
    states_.truncate(0);
    next_.truncate(0);
    read_ = 0;
    static_cast<void>(begin(positions));
  }

  // The transition of a state, which is known from now on.
  [[gnu::noinline]] std::uint32_t step(const Positions& positions, const Columns& columns, std::uint32_t state,
                                       std::size_t column) noexcept {
    const Next next = positions.step(states_.begin() + state * size_, column, after_.begin(), visits_);
    const bool isKnown = column == columns.end() || columns.isKnown(column);
    std::uint32_t result = static_cast<std::uint32_t>(next) + 1;
    if (next == Next::unknown && isKnown) return noMemory;
    if (next == Next::goesOn) {
      const std::size_t place = placeOf(after_.begin());
      result = places_[place] > 0 ? places_[place] - 1 + firstState : count_ == most_ ? full : add(place);
      if (result < firstState) return result;
    }
    next_[state * width_ + column] = result;
    return result;
  }

  // Adds the state that was made last, and returns what leads to it; `noMemory` if there is not enough.
  std::uint32_t add(std::size_t place) noexcept {
    if (!states_.extend((count_ + 1) * size_) || !next_.resize((count_ + 1) * width_, undecided)) return noMemory;
    std::memcpy(states_.begin() + count_ * size_, after_.begin(), size_ * sizeof(std::uint64_t));
    places_[place] = static_cast<std::uint32_t>(++count_);
    return static_cast<std::uint32_t>(count_ - 1) + firstState;
  }

  // The place of a state, or a free one for it. Half of the places are free.
  std::size_t placeOf(const std::uint64_t* state) const noexcept {
    std::uint64_t hash = reinterpret_cast<std::uintptr_t>(this);
    for (std::size_t i = 0; i < size_; ++i) {
      hash = (hash ^ state[i]) * 0x9e3779b97f4a7c15U;
      hash ^= hash >> 32;
    }
    const std::size_t mask = places_.size() - 1;
    for (std::size_t place = hash & mask;; place = (place + 1) & mask) {
      const std::uint32_t number = places_[place];
      if (number == 0) return place;
      const std::uint64_t* const known = states_.begin() + (number - 1) * size_;
      if (std::memcmp(known, state, size_ * sizeof(std::uint64_t)) == 0) return place;
    }
  }

  // Reads the rest of a text from the state that was made last.
  Next readOn(const Positions& positions, const Columns& columns, const std::uint8_t* at,
              const std::uint8_t* end) noexcept {
    for (;;) {
      now_.swap(after_);
      const Next next = positions.step(now_.begin(), take(columns, at, end), after_.begin(), visits_);
      if (next != Next::goesOn) return next;
    }
  }

  // Words of a state, and columns.
  std::size_t size_ = 0;
  std::size_t width_ = 0;
  std::size_t count_ = 0;
  std::size_t most_ = 0;
  // Bytes of texts that were read with these states.
  std::size_t read_ = 0;
  Buffer<std::uint64_t> states_;
  Buffer<std::uint32_t> next_;
  // A hash table of the states: by place one more than the number of one, or 0.
  Buffer<std::uint32_t> places_;
  Buffer<std::uint64_t> now_;
  Buffer<std::uint64_t> after_;
  Positions::Visits visits_;
};

}  // namespace validlib
