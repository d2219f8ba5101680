// libFuzzer on the core: a plan and a text, every purpose, every kernel. The input is a plan's number and a text, or,
// when the number is that of no plan, a plan and a text with a zero byte between them. `VALIDLIB_PLANS` names a file
// with a plan on each line.
#include <simdjson.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../test/runner.hpp"
#include "grammar.hpp"
#include "json/structure.hpp"
#include "json/syntax.hpp"

using namespace validlib;
using validlib::test::Runner;

namespace {

// Stops the fuzzer at what must not be.
void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "not true: %s\n", what);
  std::abort();
}

std::vector<std::unique_ptr<Schema>> readPlans() {
  std::vector<std::unique_ptr<Schema>> schemas;
  const char* const path = std::getenv("VALIDLIB_PLANS");
  std::ifstream file(path == nullptr ? "" : path);
  for (std::string line; std::getline(file, line);) {
    auto schema = Schema::compile(line);
    if (schema != nullptr) schemas.push_back(std::move(schema));
  }
  return schemas;
}

const std::vector<std::unique_ptr<Schema>>& plans() {
  static const auto schemas = readPlans();
  return schemas;
}

std::vector<const simdjson::implementation*> kernels() {
  std::vector<const simdjson::implementation*> supported;
  for (const auto* kernel : simdjson::get_available_implementations()) {
    if (kernel->supported_by_runtime_system()) supported.push_back(kernel);
  }
  return supported;
}

// Where it stops being JSON is in the text, or it is JSON.
void scan(std::string_view text) {
  Runner runner(64, 4);
  runner.load(text);
  const std::size_t marked = text.substr(0, 3) == "\xef\xbb\xbf" ? 3 : 0;
  if (!isUtf8(runner.text(), text.size()) || isDeeper(runner.text(), text.size(), deepestSyntax)) return;
  const std::size_t offset = syntaxOffset(runner.text() + marked, text.size() - marked);
  require((offset == isJson) == fuzz::Grammar(text).isJson(), "the scanner knows JSON");
  require(offset == isJson || offset <= text.size() - marked, "it stops in the text");
}

void validate(const Schema& schema, std::string_view text, Limits limits) {
  scan(text);
  static const auto all = kernels();
  // The best one, and in turn each of the others.
  static std::size_t turn = 0;
  const simdjson::implementation* const pair[] = {all[0], all[all.size() > 1 ? 1 + turn++ % (all.size() - 1) : 0]};
  Verdict first = Verdict::fallBack;
  for (const auto* const kernel : pair) {
    simdjson::get_active_implementation() = kernel;
    // A new one, so that its memory is of this kernel; small, so that its memory grows.
    Runner runner(64, 4);
    const Verdict verdict = runner.value(schema, text, limits);
    if (kernel != all[0]) {
      require(verdict == first, "all kernels are of one opinion");
      return;
    }
    first = verdict;
    require(verdict == Verdict::fallBack || fuzz::Grammar(text).isJson(), "what was validated is JSON");
    require(runner.value(schema, text, limits) == verdict, "the second run is like the first");
    if (verdict == Verdict::invalid) {
      const Failures failures = runner.engine.takeFailures(Unit::utf16);
      require(failures.integers.size() >= 2, "failures are written");
    }
    // A verdict may be left to the reference more often than a value, never be another.
    const Verdict only = runner.run(schema, text, Purpose::verdict, limits);
    require(only == verdict || only == Verdict::fallBack || verdict == Verdict::fallBack,
            "the verdict is that of the value");
    runner.engine.walk.alwaysMemoized = true;
    const Verdict memoized = runner.value(schema, text, limits);
    require(memoized == verdict || memoized == Verdict::fallBack || verdict == Verdict::fallBack,
            "a walk with the memo comes to the same");
    runner.engine.walk.alwaysMemoized = false;
    const Verdict collected = runner.run(schema, text, Purpose::failures, limits);
    require(collected != Verdict::tape, "failures need no tape");
    if (collected == Verdict::invalid) runner.engine.takeFailures(Unit::bytes);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const std::size_t number = data[0] | (static_cast<std::size_t>(data[1]) << 8);
  // Mostly the defaults.
  const Limits limits{data[2] < 200 ? 512U : data[2] & 15U, data[2] % 4 != 0 ? 10'000U : data[2] / 4 & 7U};
  const std::string_view rest(reinterpret_cast<const char*>(data) + 3, size - 3);
  if (number < plans().size()) {
    validate(*plans()[number], rest, limits);
    return 0;
  }
  const std::size_t end = rest.find('\0');
  const auto schema = Schema::compile(rest.substr(0, end));
  if (schema != nullptr && end != std::string_view::npos) validate(*schema, rest.substr(end + 1), limits);
  return 0;
}
