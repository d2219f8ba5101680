// Which key of a Dict came after which the last time, an inline cache for walks that write no value: most objects have
// their keys in the order of the object before. It is only a guess, which the text has to confirm, so Dicts and schemas
// may share a place.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace validlib {

class ExpectedKeys {
 public:
  // The number of the key after that one, or after the brace if it is -1. It may be of another Dict.
  std::size_t after(std::uint32_t dict, std::int32_t key) const noexcept { return next_[place(dict, key)]; }

  // Another key came after it.
  void set(std::uint32_t dict, std::int32_t key, std::int32_t next) noexcept {
    next_[place(dict, key)] = static_cast<std::uint16_t>(next);
    std::uint8_t& state = states_[dict % states_.size()];
    if (state < most) ++state;
    if (state == most) state = mostVaried;
  }

  // Returns whether the expectations for a Dict seldom hold, because its objects have other keys each time. Call it for
  // each object once: now and then it returns false, to try again.
  bool areVain(std::uint32_t dict) noexcept {
    std::uint8_t& state = states_[dict % states_.size()];
    const bool vain = state > most;
    if (state > 0) --state;
    if (state == most) state = 0;
    return vain;
  }

 private:
  static constexpr unsigned bits = 10;
  // The state of a Dict: up to `most` the expectations that did not hold, less one for each object; above it the number
  // of objects until it is tried again.
  static constexpr std::uint8_t most = 32;
  static constexpr std::uint8_t mostVaried = 255;

  static std::size_t place(std::uint32_t dict, std::int32_t key) noexcept {
    // The next place waits for this key, so little is computed from it.
    return ((dict * 0x9e3779b1U >> (32 - bits)) + static_cast<std::uint32_t>(key)) % (1U << bits);
  }

  std::array<std::uint16_t, std::size_t{1} << bits> next_{};
  std::array<std::uint8_t, 64> states_{};
};

}  // namespace validlib
