// The capacities of buffers. With VALIDLIB_BUFFERS=minimal in the environment they are minimal, and memory moves
// whenever it grows, so a dangling pointer shows in short texts too.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace validlib {

#if defined(__wasm__)

// A module has no environment: JavaScript reads the variable, and sets this when it opens the first engine.
inline bool minimalBuffers = false;
inline bool isMinimal() noexcept { return minimalBuffers; }

#else

// Read once per process, so that it is the same for all threads.
inline bool isMinimal() noexcept {
  static const bool minimal = [] {
    const char* const given = std::getenv("VALIDLIB_BUFFERS");
    return given != nullptr && std::strcmp(given, "minimal") == 0;
  }();
  return minimal;
}

#endif

// Bytes of a buffer that is kept between texts.
inline std::size_t keptBytes() noexcept { return isMinimal() ? 0 : std::size_t{4} * 1024 * 1024; }

}  // namespace validlib
