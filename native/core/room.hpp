// How much room buffers have. With VALIDLIB_BUFFERS=minimal in the environment it is as little as can be, and memory
// moves whenever it grows: a pointer to memory that has moved or was freed then shows in short texts too.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace validlib {

// Read once in a process: the same for all threads.
inline bool isMinimal() noexcept {
  static const bool minimal = [] {
    const char* const given = std::getenv("VALIDLIB_BUFFERS");
    return given != nullptr && std::strcmp(given, "minimal") == 0;
  }();
  return minimal;
}

// Bytes of a buffer that is kept from one text to the next.
inline std::size_t keptBytes() noexcept { return isMinimal() ? 0 : std::size_t{4} * 1024 * 1024; }

}  // namespace validlib
