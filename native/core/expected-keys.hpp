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

  void set(std::uint32_t dict, std::int32_t key, std::int32_t next) noexcept {
    next_[place(dict, key)] = static_cast<std::uint16_t>(next);
  }

 private:
  static constexpr unsigned bits = 10;

  static std::size_t place(std::uint32_t dict, std::int32_t key) noexcept {
    return ((dict << 6) + static_cast<std::uint32_t>(key)) * 0x9e3779b1U >> (32 - bits);
  }

  std::array<std::uint16_t, std::size_t{1} << bits> next_{};
};

}  // namespace validlib
