// The addon with a Node of its own, in which any call of Node-API and any allocation may fail: it answers rightly, says
// that it cannot, or throws an error of JavaScript's. It never ends the process, and gives back all memory.
#include "../node/addon.cpp"

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "../node/columns.cpp"
#include "../node/lines.cpp"
#include "../node/run.cpp"
#include "expect.hpp"
#include "fake_node.hpp"
#include "fake_node_api.hpp"

namespace {

using namespace validlib::test;
using validlib::Purpose;
using validlib::Verdict;

// What is called for a schema or a text throws nothing for want of memory: the pure engine takes over.
void throwsNothing(const std::string& what) { EXPECT(!threw || calls != INT64_MAX, what); }

// Waits for a promise of the addon's; null when there is none, or it comes to nothing. Which allocation of several
// threads comes first is not known, so none of them fails here.
napi_value awaited(napi_value compiled, const char* name, std::vector<napi_value> arguments = {}) {
  settled = nullptr;
  const napi_value promise = callFunction(member(compiled, name), std::move(arguments));
  throwsNothing(name);
  if (promise == nullptr || promise->type == napi_undefined) return nullptr;
  if (settled == nullptr) {
    while (cameBack == nullptr) {
    }
    // Any environment but none.
    comeBack(reinterpret_cast<napi_env>(&values), nullptr, comeBackWith, cameBack.exchange(nullptr));
  }
  pending = nullptr;
  return settled == nullptr || settled->type == napi_undefined ? nullptr : settled;
}

const std::string lines = "{\"a\":1}\n\n{\"b\":1}\n";

const std::vector<std::uint32_t> runsOfLines = {8, 1, 0, 9, 1, 2, 17, 1, 1};

bool areRight(napi_value runs, const std::vector<std::uint32_t>& expected, bool scarce) {
  bool right = runs != nullptr && runs->length >= expected.size();
  for (std::size_t i = 0; right && i < expected.size(); ++i) {
    const std::uint32_t given = dataOf<std::uint32_t>(runs)[i];
    // In little memory the last lines may be undecided.
    if (given == expected[i]) continue;
    EXPECT(scarce && given == 3, lines);
    right = false;
  }
  return right;
}

// The same lines twice, on so many threads.
bool validatesLines(napi_value port, napi_value compiled, int threads) {
  const napi_value parallel = callFunction(member(port, "parallelLines"), {number(threads)});
  throwsNothing("parallelLines");
  if (parallel == nullptr || parallel->type == napi_undefined) return false;
  std::vector<std::uint32_t> expected;
  std::vector<napi_value> blocks;
  for (int block = 0; block < 2; ++block) {
    blocks.push_back(array<std::uint8_t>(lines.size()));
    std::memcpy(dataOf<std::uint8_t>(blocks.back()), lines.data(), lines.size());
    expected.push_back(static_cast<std::uint32_t>(runsOfLines.size()));
    expected.insert(expected.end(), runsOfLines.begin(), runsOfLines.end());
  }
  // With room for the numbers, and without.
  for (const std::size_t room : {std::size_t{100}, std::size_t{1}}) {
    const napi_value numbers = array<std::uint32_t>(room);
    const napi_value validated =
        callFunction(member(compiled, "validateLines"), {list(blocks), number(512), number(1000), parallel, numbers});
    throwsNothing("validateLines");
    if (!areRight(validated, expected, Scarce::left != INT64_MAX)) return false;
  }
  return true;
}

// Two items become lines; true if the answers came.
bool findsItems(napi_value port) {
  const std::string items = "[1],\n2,";
  const napi_value bytes = array<std::uint8_t>(items.size());
  std::memcpy(dataOf<std::uint8_t>(bytes), items.data(), items.size());
  const napi_value parts = array<double>(validlib::itemParts);
  const napi_value end = callFunction(member(port, "itemsToLines"), {bytes, parts});
  throwsNothing("itemsToLines");
  if (end == nullptr || end->type == napi_undefined) return false;
  EXPECT(end->number == static_cast<double>(items.size()), items);
  EXPECT(std::memcmp(dataOf<std::uint8_t>(bytes), "[1]\n\r2\n", items.size()) == 0, items);
  const napi_value into = array<std::uint32_t>(2);
  const napi_value written = callFunction(member(port, "extent"), {bytes, into});
  throwsNothing("extent");
  if (written == nullptr || written->number != 1) return false;
  EXPECT(dataOf<std::uint32_t>(into)[0] == 2 && dataOf<std::uint32_t>(into)[1] == 0, items);
  return true;
}

// Takes the failures of a run whose tape was the array; true when they come.
bool takesFailures(napi_value port, napi_value integers, const std::string& json) {
  const napi_value taken = callFunction(member(port, "failures"));
  throwsNothing("failures");
  // If they fit into the array, their text comes alone.
  const bool fit = integers->length > 100;
  const napi_value records = fit ? integers : member(taken, "0");
  const napi_value texts = fit ? taken : member(taken, "1");
  if (records == nullptr || texts == nullptr || texts->type != napi_string) return false;
  const std::int32_t* const written = dataOf<std::int32_t>(records) + validlib::headSize;
  // Whether some are missing, and how many there are: the wrong type, the unknown key, the missing one.
  EXPECT(written[0] == 0 && written[1] == 3, json);
  callFunction(member(port, "release"));
  return !threw;
}

// What JavaScript does with an addon. True when it got all answers, and they were right; where one is missing or is
// left to the pure engine, it ends.
bool uses(const std::string& json, Verdict expected, std::size_t room) {
  const napi_value exports = [] {
    const Inside inside;
    return make(napi_object);
  }();
  {
    const Scarce scarce;
    napi_register_module_v1(nullptr, exports);
  }
  pending = nullptr;
  const napi_value port = callFunction(member(exports, "open"));
  const napi_value bytes = array<std::uint8_t>(1024);
  const napi_value integers = array<std::int32_t>(room);
  const napi_value numbers = array<double>(64);
  const napi_value fitsText = callFunction(member(port, "attachText"), {bytes});
  if (fitsText == nullptr || fitsText->number != 1) return false;
  const napi_value fitsTape = callFunction(member(port, "attachTape"), {integers, numbers});
  if (fitsTape == nullptr || fitsTape->number != 1) return false;
  const napi_value plan = text(
      R"({"root":{"__class__":"Dict","schema":{"a":{"__class__":"Int"},"b":{"__class__":"Str"}},"optional":["b"]},"aliases":{}})");
  const napi_value compiled = callFunction(member(port, "compile"), {plan});
  throwsNothing("compile");
  if (member(compiled, "kinds") == nullptr) return false;
  const bool threads = Scarce::left == INT64_MAX;
  if (!validatesLines(port, compiled, 1) || (threads && !validatesLines(port, compiled, 2))) return false;
  if (!findsItems(port)) return false;
  const napi_value order = array<std::int32_t>(3);
  std::memcpy(dataOf<std::int32_t>(order), std::vector<std::int32_t>{2, 1, 0}.data(), 3 * sizeof(std::int32_t));
  const napi_value learned = callFunction(member(compiled, "learn"), {number(0), order});
  std::memcpy(dataOf<std::uint8_t>(bytes), json.data(), json.size());
  auto* const head = dataOf<std::int32_t>(integers);
  head[Head::size] = static_cast<std::int32_t>(json.size());
  head[Head::purpose] = static_cast<std::int32_t>(Purpose::value);
  head[Head::maxDepth] = 512;
  head[Head::maxErrors] = 100;
  head[Head::verdict] = static_cast<std::int32_t>(Verdict::none);
  if (threads && awaited(compiled, "runAsync") == nullptr) return false;
  EXPECT(!threads || head[Head::verdict] == static_cast<std::int32_t>(expected), json);
  if (threads && awaited(compiled, "runManyAsync", {array<std::int32_t>(2), number(0), number(1024)}) == nullptr)
    return false;
  // Of other texts, only the caller can say more.
  EXPECT(!threads || head[Head::texts] == 1, json);
  head[Head::verdict] = static_cast<std::int32_t>(Verdict::none);
  const napi_value chunk = callFunction(member(compiled, "run"));
  throwsNothing("run");
  const auto verdict = static_cast<Verdict>(head[Head::verdict]);
  EXPECT(verdict == expected || verdict == Verdict::fallBack || verdict == Verdict::none, json);
  if (verdict != expected) return false;
  if (verdict == Verdict::valid) {
    EXPECT(chunk == nullptr || chunk->bytes == "text", json);
    return learned != nullptr && chunk != nullptr && callFunction(member(port, "narrow"), {number(0)}) != nullptr;
  }
  return learned != nullptr && takesFailures(port, integers, json);
}

// The environment ends, and all that belongs to it.
void end() {
  if (cleanup != nullptr) cleanup(cleanupWith);
  cleanup = nullptr;
  for (napi_value__& value : values) {
    if (value.finalize != nullptr) value.finalize(nullptr, value.owned, value.hint);
  }
  if (endOfInstance != nullptr) endOfInstance(nullptr, instanceData, nullptr);
  endOfInstance = nullptr;
  pending = nullptr;
  const Inside inside;
  values.clear();
}

void runs(const std::string& json, Verdict expected, std::size_t room = 1024) {
  bool all = true;
  failingEach(json, [&](bool enough) {
    Scarce::left = countdown;
    countdown = INT64_MAX;
    const bool answered = uses(json, expected, room);
    end();
    countdown = std::exchange(Scarce::left, INT64_MAX);
    all = all && (answered || !enough);
  });
  EXPECT(all, json);
  std::int64_t call = 0;
  for (bool answered = false; !answered && call < 1000; ++call) {
    const std::int64_t before = live;
    calls = call;
    answered = uses(json, expected, room);
    const bool refused = calls < 0;
    calls = INT64_MAX;
    end();
    const bool freed = live == before;
    EXPECT(freed && answered == !refused, json + ", call " + std::to_string(call));
  }
  EXPECT(call > 10 && call < 1000, json);
}

}  // namespace

int main() {
  runs(R"({"b":"text","a":1})", Verdict::valid);
  runs(R"({"b":1,"c":2})", Verdict::invalid);
  // The failures do not fit.
  runs(R"({"b":1,"c":2})", Verdict::invalid, 50);
  return ended();
}
