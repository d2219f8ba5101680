// The tables with which simdjson's header reads numbers. Its own of powers of five is a tenth of the compressed module,
// because nothing in it repeats: it is computed when the module is loaded, in less than 0.1 ms.
#include "powers.hpp"

#include "../core/json/number.hpp"

namespace simdjson::internal {
extern const std::array<double, 23> power_of_ten;
const std::array<double, 23> power_of_ten = validlib::exactPowers;
alignas(16) std::uint64_t power_of_five_128[2 * validlib::powerCount];
}  // namespace simdjson::internal

namespace {
[[maybe_unused]] const bool filled = validlib::fillPowers(simdjson::internal::power_of_five_128);
}
