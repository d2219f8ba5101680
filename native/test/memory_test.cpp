// Memory: whichever allocation of a run fails, the answer is the right one or is left to the reference engine; and
// whichever fails while a schema is compiled, there is no schema, or one that leaves more to the reference engine.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "expect.hpp"
#include "runner.hpp"

using namespace validlib;
using validlib::test::Runner;

namespace {

// The allocation that fails first, counted from now, and all behind it; by default none. Volatile, as compilers know
// that allocations change nothing.
volatile std::int64_t countdown = INT64_MAX;
// A run is under way. It is code that throws nothing, so to ask for memory in a way that throws would end the process.
bool running = false;
std::int64_t unsafe = 0;
// What has been allocated with `new` and not been freed.
volatile std::int64_t live = 0;

bool fails() noexcept {
  const std::int64_t left = countdown;
  countdown = left - 1;
  return left <= 0;
}

}  // namespace

// The linker puts these in place of the library's; see CMakeLists.txt.
extern "C" {
void* __real_malloc(std::size_t size);
void* __real_realloc(void* data, std::size_t size);
void* __wrap_malloc(std::size_t size) { return fails() ? nullptr : __real_malloc(size); }
void* __wrap_realloc(void* data, std::size_t size) { return fails() ? nullptr : __real_realloc(data, size); }
}

namespace {

void* counted(void* data) noexcept {
  live = live + (data == nullptr ? 0 : 1);
  return data;
}
void* demanded(std::size_t size) {
  if (running) ++unsafe;
  void* const data = !running && fails() ? nullptr : __real_malloc(size);
  if (data == nullptr) throw std::bad_alloc();
  return counted(data);
}
void* wanted(std::size_t size) noexcept { return fails() ? nullptr : counted(__real_malloc(size)); }
void drop(void* data) noexcept {
  live = live - (data == nullptr ? 0 : 1);
  std::free(data);
}

}  // namespace

void* operator new(std::size_t size) { return demanded(size); }
void* operator new[](std::size_t size) { return demanded(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return wanted(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return wanted(size); }
void operator delete(void* data) noexcept { drop(data); }
void operator delete[](void* data) noexcept { drop(data); }
void operator delete(void* data, std::size_t) noexcept { drop(data); }
void operator delete[](void* data, std::size_t) noexcept { drop(data); }
void operator delete(void* data, const std::nothrow_t&) noexcept { drop(data); }
void operator delete[](void* data, const std::nothrow_t&) noexcept { drop(data); }

namespace {

struct Case {
  std::string plan;
  std::string text;
  Verdict verdict;
  bool alwaysCareful = false;
};

std::string plan(const std::string& root) {
  return R"({"root":)" + root +
         R"(,"aliases":{"x":{"__class__":"OneOf","steps":[{"__class__":"Int"},)"
         R"({"__class__":"List","item":{"__class__":"LazyRef","use":"x","maxdepth":9}}]}}})";
}

// Of a new engine, so that all of its memory is asked for.
struct Once {
  explicit Once(const Case& given) {
    runner.engine.walk.alwaysCareful = given.alwaysCareful;
    runner.load(given.text);
  }

  bool judges(const Schema& schema, const Case& given, Purpose purpose) {
    running = true;
    Verdict verdict = runner.judge(schema, purpose);
    if (verdict == Verdict::invalid && purpose != Purpose::verdict) {
      if (writeFailures(runner.engine.walk, 0, Unit::utf16).overflows) verdict = Verdict::rejudge;
    }
    running = false;
    return verdict == given.verdict || verdict == Verdict::rejudge;
  }

  Runner runner{1 << 16, 1 << 12};
};

void judges(const Case& given) {
  const auto schema = Schema::compile(given.plan);
  EXPECT(schema != nullptr, given.plan);
  if (schema == nullptr) return;
  for (const Purpose purpose : {Purpose::value, Purpose::verdict, Purpose::failures}) {
    // What a schema learns from texts is learnt before.
    EXPECT(Once(given).judges(*schema, given, purpose), given.plan);
    unsafe = 0;
    std::int64_t asked = 0;
    do {
      Once once(given);
      countdown = asked;
      const bool right = once.judges(*schema, given, purpose);
      // The countdown is negative when the allocation was asked for.
      const bool failed = countdown < 0;
      countdown = INT64_MAX;
      EXPECT(right, given.plan + ", allocation " + std::to_string(asked));
      if (!failed) break;
    } while (++asked < 10'000);
    EXPECT(asked > 0 && asked < 10'000, given.plan);
    EXPECT(unsafe == 0, given.plan);
  }
}

// Calls `act` with one allocation failing, and all behind it: the first of them, the second, and so on to the last.
template <class Act>
void failingEach(const std::string& what, Act act) {
  std::int64_t asked = 0;
  for (bool failed = true; failed && asked < 100'000; ++asked) {
    const std::int64_t before = live;
    countdown = asked;
    act(false);
    failed = countdown < 0;
    countdown = INT64_MAX;
    const bool freed = live == before;
    EXPECT(freed, what + ", allocation " + std::to_string(asked) + " leaves memory behind");
  }
  EXPECT(asked > 1 && asked < 100'000, what);
  act(true);
}

// The validators are those of the other schema, or are left to TypeScript.
bool resembles(const Schema& schema, const Schema& whole) {
  bool same = schema.nodes().size() == whole.nodes().size();
  for (std::size_t i = 0; same && i < whole.nodes().size(); ++i) {
    same = schema.nodes()[i]->kind == whole.nodes()[i]->kind || schema.nodes()[i]->kind == Kind::deferred;
  }
  return same;
}

void compiles(const std::string& plan) {
  const auto whole = Schema::compile(plan);
  EXPECT(whole != nullptr, plan);
  if (whole == nullptr) return;
  for (const auto& node : whole->nodes()) EXPECT(node->kind != Kind::deferred, plan);
  bool right = true;
  failingEach(plan, [&](bool enough) {
    const auto schema = Schema::compile(plan);
    right = right && (schema == nullptr ? !enough : resembles(*schema, *whole));
  });
  EXPECT(right, plan);
}

// An engine, and what it learns of a schema.
void opens() {
  bool right = true;
  failingEach("opening", [&](bool enough) {
    try {
      const auto engine = std::make_unique<Engine>();
      Learned learned(3);
      const std::int32_t order[] = {2, 1, 0};
      auto shapes = std::make_unique<Shapes>();
      const bool built = shapes->build(order, 2, [](std::size_t) { return true; });
      right = right && (built || !enough);
      learned.set(1, std::move(shapes));
    } catch (const std::bad_alloc&) {
      right = right && !enough;
    }
  });
  EXPECT(right, "opening");
}

std::vector<std::string> plans() {
  const std::string longKey(100, 'k');
  const std::string integer = R"({"__class__":"Int"})";
  const std::string entries = R"({"__value__":"object","entries":[["a",)" + integer + R"(],["b\"\n\u65e5",)" + integer +
                              R"(],[")" + longKey + R"(",{"__class__":"Float","min":0}]]})";
  const auto pattern = [](const std::string& source) {
    return R"({"root":{"__class__":"Str","pattern":{"__value__":"pattern","source":")" + source +
           R"(","flags":""}},"aliases":{},"properties":{"end":196608,"sets":{"Lu":[65,91,192,200],"L":[65,91,97,123]}}})";
  };
  const std::string spelled = R"({"__value__":"bigint","text":"123456789012345678901234567890"})";
  return {
      plan(R"({"__class__":"Dict","schema":)" + entries +
           R"(,"optional":["a"],"defaults":{"b\"\n\u65e5":null},"dispose":["more",")" + longKey + "2" +
           R"("],"extra":[{"__class__":"Str"},{"__class__":"LazyRef","use":"x"}]})"),
      plan(R"({"__class__":"Str","minlen":1,"options":["a","b",")" + longKey + R"(","d","e","f","g","h","i"]})"),
      plan(R"({"__class__":"Int","options":[1,2,3,4,5,6,7,8,9]})"),
      plan(R"({"__class__":"Int","bigint":true,"min":)" + spelled + R"(,"max":)" + spelled + R"(,"options":[)" +
           spelled + "]}"),
      plan(R"({"__class__":"AllOf","steps":[{"__class__":"Any"},{"__class__":"Tuple","items":[)" + integer +
           R"(,{"__class__":"Bool"},{"__class__":"Const","value":")" + longKey + R"("}]}]})"),
      pattern(R"(^[a-z0-9]+(?:-[^a-z]{1,3}|\\d*)?\\b$)"),
      pattern(R"(^[\\p{Lu}\\P{L}]+\u00e9?(a|b|c|[0-9])*$)"),
  };
}

std::string items(int count, const std::string& item) {
  std::string text = "[" + item;
  for (int i = 1; i < count; ++i) text += "," + item;
  return text + "]";
}

std::string members(int count) {
  std::string text = "{";
  for (int i = 0; i < count; ++i) text += (i > 0 ? ",\"key " : "\"key ") + std::to_string(i) + "\":1";
  return text + "}";
}

}  // namespace

int main() {
  const std::string integer = R"({"__class__":"Int"})";
  const std::string extra = R"({"__class__":"Dict","extra":[{"__class__":"Str"},)" + integer + "]}";
  const std::string keyed = R"({"__class__":"Dict","schema":{"a":)" + integer + R"(},"optional":["a"]})";
  const std::string coerced = R"({"__class__":"List","item":{"__class__":"Float","coerce":true}})";
  const std::string strings = R"({"__class__":"List","item":{"__class__":"Str"}})";
  const std::string lists = R"({"__class__":"List","item":{"__class__":"List","item":)" + integer + "}}";
  const std::string reference = R"({"__class__":"LazyRef","use":"x"})";
  for (const Case& one : {
           Case{plan(extra), members(1000), Verdict::valid},
           {plan(keyed), members(100), Verdict::invalid},
           {plan(keyed), R"({"\u0061":1})", Verdict::valid},
           {plan(coerced), items(3, "\"1_" + std::string(5000, '1') + "e-4990\""), Verdict::valid},
           {plan(coerced), items(3, "\"1_\""), Verdict::invalid},
           {plan(strings), items(20, "\"" + std::string(1000, 'x') + "\""), Verdict::valid},
           {plan(strings), items(20, "\"\\u65e5" + std::string(1000, 'x') + "\""), Verdict::valid},
           {plan(lists), items(50, items(20, "\"\\u00e9\"")), Verdict::invalid},
           {plan(reference), items(50, items(50, "1")), Verdict::valid},
           {plan(reference), items(50, items(50, "1")), Verdict::valid, true},
           {plan(reference), items(50, items(50, "true")), Verdict::invalid, true},
       }) {
    judges(one);
  }
  for (const std::string& plan : plans()) compiles(plan);
  opens();
  return validlib::test::ended();
}
