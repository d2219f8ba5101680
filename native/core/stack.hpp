// The part of the stack of this thread that a walk may use.
#pragma once

#include <cstdint>

namespace validlib {

// The current position on the stack, which grows down.
[[gnu::always_inline]] inline std::uintptr_t stackPointer() noexcept {
#if defined(__GNUC__)
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
#else
  volatile char here = 0;
  return reinterpret_cast<std::uintptr_t>(&here);
#endif
}

class Stack {
 public:
  // Queries the system; create it on the thread that walks.
  Stack() noexcept;

  // The lowest address that a walk beginning at `here` may reach.
  std::uintptr_t floor(std::uintptr_t here) const noexcept {
    // Nothing is known about a stack other than the queried one.
    if (here <= lowest_ || here > highest_) return here - unasked;
    const std::uintptr_t least = lowest_ + untouched;
    return here - least > most && here > least ? here - most : least;
  }

 private:
  // Reserved for calls of a walk that are not counted, and for the system.
  static constexpr std::uintptr_t untouched = std::uintptr_t{96} * 1024;
  // More than the deepest walk takes; with sanitizers, more than one of 512 levels.
  static constexpr std::uintptr_t most = std::uintptr_t{4} * 1024 * 1024;
  // Less than any thread has left after JavaScript has used its own part.
  static constexpr std::uintptr_t unasked = std::uintptr_t{128} * 1024;

  std::uintptr_t lowest_ = 0;
  // 0 if the system does not say.
  std::uintptr_t highest_ = 0;
};

}  // namespace validlib
