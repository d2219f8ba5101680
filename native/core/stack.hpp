// How much of the stack of this thread a walk may use.
#pragma once

#include <cstdint>

namespace validlib {

// Where the stack is now; it grows down.
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
  // Asks the system; to be made on the thread that walks.
  Stack() noexcept;

  // The lowest address a walk that begins at `here` may come to.
  std::uintptr_t floor(std::uintptr_t here) const noexcept {
    // Of another stack than the one that was asked about nothing is known.
    if (here <= lowest_ || here > highest_) return here - unasked;
    const std::uintptr_t least = lowest_ + untouched;
    return here - least > most && here > least ? here - most : least;
  }

 private:
  // For what a walk calls without counting, and for the system's own needs.
  static constexpr std::uintptr_t untouched = std::uintptr_t{96} * 1024;
  // More than the deepest walk takes, also with sanitizers.
  static constexpr std::uintptr_t most = std::uintptr_t{4} * 1024 * 1024;
  // Less than any thread has left when JavaScript has used up its own part.
  static constexpr std::uintptr_t unasked = std::uintptr_t{128} * 1024;

  std::uintptr_t lowest_ = 0;
  // 0 when the system does not tell.
  std::uintptr_t highest_ = 0;
};

}  // namespace validlib
