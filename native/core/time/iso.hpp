// Dates and times of RFC 3339 and ISO 8601.
#pragma once

#include <compare>
#include <cstdint>

#include "../json/text.hpp"

namespace validlib {

// The named formats.
enum class NamedFormat : std::uint8_t { rfc3339, iso };

// The parts of a date and time that a text has.
enum class Parts : std::uint8_t { date, time, datetime };

// A moment, or a naive datetime taken as UTC. A time of day is on 1970-01-01.
struct Instant {
  // Since 1970.
  std::int64_t seconds = 0;
  std::int32_t nanosecond = 0;

  auto operator<=>(const Instant&) const noexcept = default;
};

struct Civil {
  Instant instant;
  // The text has an offset.
  bool aware = false;
};

// False for any other text, and if the format has no texts of those parts alone.
bool readIso(NamedFormat format, Parts parts, Bytes text, Civil& civil) noexcept;

}  // namespace validlib
