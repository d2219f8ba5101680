// The purpose of a walk.
#pragma once

#include <cstdint>

namespace validlib {

enum class Mode : std::uint8_t {
  value,     // the validated value is written to the tape
  verdict,   // valid or not
  failures,  // all failures are added to the report
};

}  // namespace validlib
