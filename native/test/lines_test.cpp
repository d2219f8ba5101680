// Lines: each is validated as it is alone, on every kernel this machine has, and windows over damaged ones are no more
// than three times as long as the lines.
#include "lines.hpp"

#include <simdjson.h>

#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "expect.hpp"
#include "json/syntax.hpp"
#include "runner.hpp"

using namespace validlib;
using validlib::test::Runner;

namespace {

const std::string record =
    R"({"root":{"__class__":"Dict","schema":{"a":{"__class__":"Str","maxlen":4},"n":{"__class__":"List",)"
    R"("item":{"__class__":"Int"}}},"optional":["n"],"unknown":"strip"},"aliases":{}})";

// Walks of it spend work, refuse objects early and count references.
const std::string pipelines =
    R"({"root":{"__class__":"OneOf","steps":[{"__class__":"Dict","schema":{"a":{"__class__":"Str","maxlen":1},"n":)"
    R"({"__class__":"List","item":{"__class__":"LazyRef","use":"x","maxdepth":2}}},"optional":[],"unknown":"forbid"},)"
    R"({"__class__":"Dict","schema":{"a":{"__class__":"Str","maxlen":4}},"optional":[],"unknown":"strip"}]},)"
    R"("aliases":{"x":{"__class__":"OneOf","steps":[{"__class__":"Int"},{"__class__":"List","item":)"
    R"({"__class__":"LazyRef","use":"x","maxdepth":2}}]}}})";

const std::vector<std::string> samples = {
    R"({"a":"x"})",
    R"({"n":[1,2,3],"a":"\u00e9"})",
    "{\"a\":\"\xc3\xa9\"}",
    R"({"a":"too long","n":[]})",
    R"({"a":1})",
    R"({"a" : "x", "n" : [ ]})",
    R"({"a":"x","n":[[1],2]})",
    R"({"n":[1,[2,[3]]],"a":"x"})",
    R"({"n":[1}})",
    R"({"a":"x"}})",
    R"({"a":"x)",
    R"({"a":"x\)",
    R"({"a":"x"}\)",
    R"(\)",
    R"(")",
    "{\"a\":\"\xc3\"}",
    "\xc3",
    "\xa9",
    "\xf0\x9f",
    "{\"a\":\"\x01\"}",
    "\xef\xbb\xbf{\"a\":\"x\"}",
    R"({"a":"x","a":"y"})",
    R"({"a":"\ud800"})",
    R"({"a":"x","other":[[[[[[]]]]]]})",
    "",
    " \t\r",
    "null",
    R"({"a":)",
    R"("x"})",
    R"({"n":[1,)",
    R"(2]})",
    R"( {"a":"x"} )",
    R"({"a":"x"} {"a":"x"})",
};

// What a run over the line alone says.
LineVerdict alone(const Schema& schema, Runner& runner, const std::string& line, const LineLimits& limits) {
  if (line.size() > limits.maxBytes) return LineVerdict::invalid;
  if (line.find_first_not_of(" \t\r") == std::string::npos) return LineVerdict::blank;
  if (line.starts_with("\xef\xbb\xbf")) return LineVerdict::undecided;
  const Verdict verdict = runner.run(schema, line, Purpose::verdict, limits.limits);
  if (verdict == Verdict::valid) return LineVerdict::valid;
  if (verdict == Verdict::invalid) return LineVerdict::invalid;
  return isRefused(runner.text(), line.size(), limits.limits.maxDepth) ? LineVerdict::invalid : LineVerdict::undecided;
}

std::vector<LineVerdict> verdictsOf(Lines& lines, const Schema& schema, const std::string& text,
                                    const LineLimits& limits) {
  // Memory of exactly the size that is promised.
  const std::unique_ptr<std::uint8_t[]> bytes(new std::uint8_t[text.size()]);
  std::memcpy(bytes.get(), text.data(), text.size());
  EXPECT(lines.validate(schema, bytes.get(), text.size(), limits), text);
  std::vector<LineVerdict> verdicts;
  std::size_t begin = 0;
  for (const auto& [end, count, verdict] : lines.runs()) {
    EXPECT(end > begin && end <= text.size() && (end == text.size() || text[end - 1] == '\n'), text);
    verdicts.insert(verdicts.end(), count, verdict);
    begin = end;
  }
  EXPECT(begin == text.size(), text);
  return verdicts;
}

void validatesAlone(const Schema& schema, const LineLimits& limits) {
  Runner runner;
  Engine engine;
  Lines lines(engine);
  const auto expectAll = [&](const std::vector<std::string>& given) {
    std::string text;
    std::vector<LineVerdict> expected;
    for (const std::string& line : given) {
      text += line + '\n';
      expected.push_back(alone(schema, runner, line, limits));
    }
    EXPECT(verdictsOf(lines, schema, text, limits) == expected, text);
    if (given.back().empty()) return;
    text.pop_back();
    EXPECT(verdictsOf(lines, schema, text, limits) == expected, text);
  };
  for (const std::string& one : samples) {
    for (const std::string& other : samples) {
      expectAll({one, other});
      expectAll({samples[0], one, samples[1], other, samples[0]});
      expectAll({one, one, other, other, samples[0], samples[0], one});
    }
  }
}

// Lines; `damaged` says by number which of them are damaged.
std::string linesOf(int count, const std::string& damage, const std::function<bool(int)>& damaged) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (damaged(i) ? damage : samples[0]) + '\n';
  return text;
}

void worksInProportion(const Schema& schema) {
  const LineLimits limits{{512, 0}, 1 << 26};
  for (const std::string damage : {R"({"a":"x)", "\\", "\xc3", R"(")"}) {
    for (const int every : {1, 2, 3, 7, 100, 1000, 30'000}) {
      const std::string text = linesOf(30'000, damage, [every](int i) { return i % every == every - 1; });
      Engine engine;
      Lines lines(engine);
      const auto verdicts = verdictsOf(lines, schema, text, limits);
      const std::string what = "every " + std::to_string(every) + ". line is " + damage;
      for (std::size_t i = 0; i < verdicts.size(); ++i) {
        const bool bad = static_cast<int>(i) % every == every - 1;
        EXPECT(verdicts[i] == (bad ? LineVerdict::invalid : LineVerdict::valid), what);
      }
      EXPECT(lines.work() <= 3 * text.size() + 256 * 1024, what);
    }
  }
}

// What stands behind a window is no part of it, whatever a line at its end leaves open.
void keepsToWindows(const Schema& schema) {
  const LineLimits limits{{512, 0}, 1 << 26};
  const std::string valid = samples[0] + '\n';
  constexpr std::size_t window = std::size_t{64} * 1024;
  // Leaves tokens far behind those of all windows that follow.
  std::string wide = "[";
  for (int i = 0; i < 50'000; ++i) wide += "1" + std::string(18, ' ') + ',';
  Engine engine;
  Lines lines(engine);
  verdictsOf(lines, schema, wide + "1]\n", limits);
  for (const std::string open : {R"({"n":[1,)", R"({"n":[)", R"({"a":)", "{", R"({"other":[)", R"({"n":[1,2)"}) {
    for (const std::string next : {"2", R"("x")", "[", "{", ",", "]", "}", ":", "null", R"("a":"x"})"}) {
      const std::size_t count = (window - open.size() - 1) / valid.size();
      // Behind its tokens the index has the first byte, bytes behind the window and tokens of windows before: a walk
      // that has gone so far goes on where they are brackets.
      std::string text = "[        \n";
      for (std::size_t i = 1; i < count; ++i) text += valid;
      // Too long for the first window.
      text += open + '\n' + next + std::string(64, next[0]) + '\n' + valid;
      const auto verdicts = verdictsOf(lines, schema, text, limits);
      EXPECT(verdicts.size() == count + 3 && verdicts[0] == LineVerdict::invalid &&
                 verdicts[count - 1] == LineVerdict::valid && verdicts[count] == LineVerdict::invalid &&
                 verdicts[count + 1] == LineVerdict::invalid && verdicts[count + 2] == LineVerdict::valid,
             open + next);
    }
  }
}

// Of more runs than are kept, all that follows is undecided.
void boundsRuns(const Schema& schema) {
  std::string text;
  for (std::size_t i = 0; i < Lines::mostRuns; ++i) text += "1\n\n";
  Engine engine;
  Lines lines(engine);
  const auto verdicts = verdictsOf(lines, schema, text, {{512, 0}, 100});
  EXPECT(verdicts.size() == 2 * Lines::mostRuns && lines.runs().size() == Lines::mostRuns, "runs");
  EXPECT(verdicts[0] == LineVerdict::invalid && verdicts[1] == LineVerdict::blank, "runs");
  EXPECT(verdicts[Lines::mostRuns] == LineVerdict::undecided, "runs");
  lines.trim(1024);
  EXPECT(lines.runs().bytes() == 0, "runs");
}

}  // namespace

int main() {
  const auto schema = Schema::compile(record);
  const auto nested = Schema::compile(pipelines);
  EXPECT(schema != nullptr && nested != nullptr, record);
  if (schema == nullptr || nested == nullptr) return validlib::test::ended();
  for (const auto* implementation : simdjson::get_available_implementations()) {
    if (!implementation->supported_by_runtime_system()) continue;
    simdjson::get_active_implementation() = implementation;
    chooseKernel();
    validatesAlone(*schema, {{512, 0}, 1 << 26});
    validatesAlone(*nested, {{512, 0}, 1 << 26});
    validatesAlone(*schema, {{2, 0}, 9});
    validatesAlone(*schema, {{0, 0}, 0});
    worksInProportion(*schema);
    keepsToWindows(*schema);
  }
  boundsRuns(*schema);
  return validlib::test::ended();
}
