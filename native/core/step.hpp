// The path from the root to the value being checked.
#pragma once

#include "walk.hpp"

namespace validlib {

// Adds a step to the path of the current value for its lifetime. Only failures use it.
template <Mode mode>
class Step {
 public:
  Step(Walk& walk, PathKind kind, bool collects, std::uint32_t node = 0) noexcept
      : walk_(walk), place_{walk.report.place, kind, collects, 0, node} {
    walk.report.place = &place_;
  }
  ~Step() { walk_.report.place = place_.outer; }
  Step(const Step&) = delete;
  Step& operator=(const Step&) = delete;

  void is(std::uint32_t number) noexcept { is(place_.kind, number); }
  void is(PathKind kind, std::uint32_t number) noexcept {
    place_.kind = kind;
    place_.number = number;
    place_.item = Place::noItem;
  }

 private:
  Walk& walk_;
  Place place_;
};

template <Mode mode>
  requires(mode != Mode::failures)
class Step<mode> {
 public:
  Step(Walk&, PathKind, bool, std::uint32_t = 0) noexcept {}
  void is(std::uint32_t) noexcept {}
  void is(PathKind, std::uint32_t) noexcept {}
};

}  // namespace validlib
