#include "structure.hpp"

#include <cstring>
#include <memory>
// Compiled here, with the same settings. NOLINTNEXTLINE(bugprone-suspicious-include)
#include <simdjson.cpp>
#include <string>

#include "text.hpp"

// simdjson has no function for one block, so its parts are put together here: see kernel.hpp.
#if SIMDJSON_IMPLEMENTATION_ICELAKE
SIMDJSON_TARGET_REGION(
    "avx512f,avx512dq,avx512cd,avx512bw,avx512vbmi,avx512vbmi2,avx512vl,avx2,bmi,pclmul,lzcnt,popcnt")
#define VALIDLIB_KERNEL icelake
#include "kernel.hpp"
#undef VALIDLIB_KERNEL
SIMDJSON_UNTARGET_REGION
#endif
#if SIMDJSON_IMPLEMENTATION_HASWELL
SIMDJSON_TARGET_REGION("avx2,bmi,pclmul,lzcnt,popcnt")
#define VALIDLIB_KERNEL haswell
#include "kernel.hpp"
#undef VALIDLIB_KERNEL
SIMDJSON_UNTARGET_REGION
#endif
#if SIMDJSON_IMPLEMENTATION_WESTMERE
SIMDJSON_TARGET_REGION("sse4.2,pclmul,popcnt")
#define VALIDLIB_KERNEL westmere
#include "kernel.hpp"
#undef VALIDLIB_KERNEL
SIMDJSON_UNTARGET_REGION
#endif
#if SIMDJSON_IMPLEMENTATION_ARM64
#define VALIDLIB_KERNEL arm64
#include "kernel.hpp"
#undef VALIDLIB_KERNEL
#endif

namespace validlib {

namespace {

using Kernel = Scan (*)(const std::uint8_t* text, std::size_t size, std::uint32_t* positions,
                        std::uint8_t* blocks) noexcept;
using Marker = std::size_t (*)(const std::uint8_t* text, std::size_t count, Quoting& quoting, Marks* marks) noexcept;

// For processors without one of these: simdjson's own stage 1, in memory of its own.
Scan scanSlowly(const std::uint8_t* text, std::size_t size, std::uint32_t* positions, std::uint8_t* blocks) noexcept {
  std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;
  const simdjson::implementation* const kernel = simdjson::get_active_implementation();
  Scan result{positions, 0, false};
  if (kernel->create_dom_parser_implementation(size, 1, parser) != simdjson::SUCCESS) return result;
  const auto error = parser->stage1(text, size, simdjson::stage1_mode::regular);
  result.valid = error == simdjson::SUCCESS || error == simdjson::EMPTY;
  if (!result.valid) return result;
  std::memcpy(positions, parser->structural_indexes.get(), parser->n_structural_indexes * sizeof *positions);
  result.end += parser->n_structural_indexes;
  for (std::size_t at = 0; at < size; at += Structure::width) {
    const TextTraits traits = textTraitsOf(text + at, Structure::width);
    const std::uint8_t other = traits.wide || traits.escaped ? 1 : 0;
    blocks[at / Structure::width] = other;
    result.others += other;
  }
  return result;
}

// The caller reads bytes one by one.
std::size_t markNone(const std::uint8_t*, std::size_t, Quoting&, Marks*) noexcept { return 0; }

struct Chosen {
  Kernel kernel;
  Marker marker;
  bool isWide;
};

// The kernel that simdjson takes on this processor.
Chosen choose() noexcept {
  const std::string name = simdjson::get_active_implementation()->name();
#if SIMDJSON_IMPLEMENTATION_ICELAKE
  if (name == "icelake") return {simdjson::icelake::scan, simdjson::icelake::markBlocks, true};
#endif
#if SIMDJSON_IMPLEMENTATION_HASWELL
  if (name == "haswell") return {simdjson::haswell::scan, simdjson::haswell::markBlocks, true};
#endif
#if SIMDJSON_IMPLEMENTATION_WESTMERE
  if (name == "westmere") return {simdjson::westmere::scan, simdjson::westmere::markBlocks, false};
#endif
#if SIMDJSON_IMPLEMENTATION_ARM64
  if (name == "arm64") return {simdjson::arm64::scan, simdjson::arm64::markBlocks, false};
#endif
  return {scanSlowly, markNone, false};
}

Chosen& chosen() noexcept {
  static Chosen once = choose();
  return once;
}

}  // namespace

Scan Structure::scan(const std::uint8_t* text, std::size_t size) noexcept {
  return chosen().kernel(text, size, positions_.data(), blocks_.data());
}

std::size_t markBlocks(const std::uint8_t* text, std::size_t count, Quoting& quoting, Marks* marks) noexcept {
  return chosen().marker(text, count, quoting, marks);
}

bool Structure::isWide() noexcept { return chosen().isWide; }

void chooseKernel() noexcept { chosen() = choose(); }

bool isUtf8(const std::uint8_t* text, std::size_t size) noexcept {
  return simdjson::get_active_implementation()->validate_utf8(reinterpret_cast<const char*>(text), size);
}

}  // namespace validlib
