// Memory: whichever allocation of a run fails, the answer is the right one or is left to the reference engine.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>

#include "expect.hpp"
#include "runner.hpp"

using namespace validlib;
using validlib::test::Runner;

namespace {

// The allocation that fails first, counted from now, and all behind it; by default none. Volatile, as compilers know
// that allocations change nothing.
volatile std::int64_t countdown = INT64_MAX;
// Nothing of a run may ask for memory in a way that ends the process where there is none.
bool watching = false;
std::int64_t unsafe = 0;

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

void* operator new(std::size_t size) {
  if (watching) ++unsafe;
  void* const data = __real_malloc(size);
  if (data == nullptr) std::abort();
  return data;
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return fails() ? nullptr : __real_malloc(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return fails() ? nullptr : __real_malloc(size);
}
void operator delete(void* data) noexcept { std::free(data); }
void operator delete[](void* data) noexcept { std::free(data); }
void operator delete(void* data, std::size_t) noexcept { std::free(data); }
void operator delete[](void* data, std::size_t) noexcept { std::free(data); }

namespace {

struct Case {
  std::string plan;
  std::string text;
  Verdict verdict;
  bool impatient = false;
};

std::string plan(const std::string& root) {
  return R"({"root":)" + root +
         R"(,"aliases":{"x":{"__class__":"OneOf","steps":[{"__class__":"Int"},)"
         R"({"__class__":"List","item":{"__class__":"LazyRef","use":"x","maxdepth":9}}]}}})";
}

// Of a new engine, so that all of its memory is asked for.
struct Once {
  explicit Once(const Case& given) {
    runner.engine.walk.impatient = given.impatient;
    runner.load(given.text);
  }

  bool judges(const Schema& schema, const Case& given, Purpose purpose) {
    watching = true;
    Verdict verdict = runner.judge(schema, purpose);
    if (verdict == Verdict::invalid && purpose != Purpose::verdict) {
      if (writeFailures(runner.engine.walk, 0, Unit::utf16).overflows) verdict = Verdict::rejudge;
    }
    watching = false;
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
  return validlib::test::ended();
}
