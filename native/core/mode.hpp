// The purpose of a walk.
#pragma once

#include <cstdint>

namespace validlib {

enum class Mode : std::uint8_t {
  value,     // the validated value is written to the tape
  verdict,   // valid or not
  failures,  // all failures are added to the report
};

// Whether a walk may collect failures. The WebAssembly module has to be small, and would be a fifth larger: there
// TypeScript validates a text again that is known to be invalid.
#if defined(__wasm__)
inline constexpr bool collectsFailures = false;
#else
inline constexpr bool collectsFailures = true;
#endif

}  // namespace validlib
