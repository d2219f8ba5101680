// How fast simdjson alone reads the lines of a file: parse_many and a look at each error. Compiled and run by
// lines.mjs. parse-many FILE SECONDS prints nanoseconds of a pass, by the clock and of the processor, and how many
// lines were JSON.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include "simdjson.h"

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  simdjson::padded_string text;
  if (simdjson::padded_string::load(argv[1]).get(text) != simdjson::SUCCESS) return 2;
  const double seconds = std::atof(argv[2]);
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const std::clock_t used = std::clock();
  int passes = 0;
  size_t good = 0;
  simdjson::dom::parser parser;
  do {
    good = 0;
    simdjson::dom::document_stream documents;
    if (parser.parse_many(text).get(documents) != simdjson::SUCCESS) return 3;
    for (auto document : documents) good += document.error() == simdjson::SUCCESS;
    passes++;
  } while (std::chrono::duration<double>(Clock::now() - start).count() < seconds);
  const double wall = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
  const double cpu = 1e9 * static_cast<double>(std::clock() - used) / CLOCKS_PER_SEC;
  std::printf("%.0f %.0f %zu\n", wall / passes, cpu / passes, good);
}
