// What a walk is for.
#pragma once

#include <cstdint>

namespace validlib {

enum class Mode : std::uint8_t {
  value,     // the validated value goes to the tape
  verdict,   // valid or not
  failures,  // all failures go to the report
};

}  // namespace validlib
