#include "number.hpp"

#include <simdjson.h>

namespace validlib {

double readDouble(const std::uint8_t* text) noexcept {
  return simdjson::internal::from_chars(reinterpret_cast<const char*>(text));
}

double scaledDouble(const std::uint8_t* text, bool negative, std::uint64_t digits, std::int64_t power) noexcept {
  double value;
  if (power >= simdjson::internal::smallest_power && power <= simdjson::internal::largest_power &&
      simdjson::builtin::numberparsing::compute_float_64(power, digits, negative, value)) {
    return value;
  }
  return readDouble(text);
}

}  // namespace validlib
