// How fast simdjson alone reads the lines of a file: parse_many and a look at each error. Compiled and run by lines.mjs.
// parse-many FILE SECONDS prints nanoseconds of the fastest pass, and how many lines were JSON.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include "simdjson.h"

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  simdjson::padded_string text;
  if (simdjson::padded_string::load(argv[1]).get(text) != simdjson::SUCCESS) return 2;
  const double seconds = std::atof(argv[2]);
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  double least = 1e18;
  size_t good = 0;
  simdjson::dom::parser parser;
  do {
    const auto begin = Clock::now();
    good = 0;
    simdjson::dom::document_stream documents;
    if (parser.parse_many(text).get(documents) != simdjson::SUCCESS) return 3;
    for (auto document : documents) good += document.error() == simdjson::SUCCESS;
    const double spent = std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
    if (spent < least) least = spent;
  } while (std::chrono::duration<double>(Clock::now() - start).count() < seconds);
  std::printf("%.0f %zu\n", least, good);
}
