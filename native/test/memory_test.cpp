// Memory: whichever allocation of a run fails, the answer is the right one or is left to the TypeScript engine; and
// whichever fails while a schema is compiled, there is no schema, or one that leaves more to the TypeScript engine.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "expect.hpp"
#include "failing.hpp"
#include "parallel-lines.hpp"
#include "runner.hpp"

using namespace validlib;
using validlib::test::countdown;
using validlib::test::failing;
using validlib::test::failingEach;
using validlib::test::Runner;
using validlib::test::running;
using validlib::test::unsafe;

namespace {

struct Case {
  std::string plan;
  std::string text;
  Verdict verdict;
  bool alwaysMemoized = false;
};

std::string plan(const std::string& root) {
  return R"({"root":)" + root +
         R"(,"aliases":{"x":{"__class__":"OneOf","steps":[{"__class__":"Int"},)"
         R"({"__class__":"List","item":{"__class__":"LazyRef","use":"x","maxdepth":9}}]}}})";
}

// Of a new engine, so that all of its memory is asked for.
struct Once {
  explicit Once(const Case& given) {
    runner.engine.walk.alwaysMemoized = given.alwaysMemoized;
    runner.load(given.text);
  }

  bool validates(const Schema& schema, const Case& given, Purpose purpose) {
    running = true;
    Verdict verdict = runner.validate(schema, purpose);
    if (verdict == Verdict::invalid && purpose != Purpose::verdict) {
      if (writeFailures(runner.engine.walk, 0, Unit::utf16).overflows) verdict = Verdict::fallBack;
    }
    running = false;
    // An object whose keys cannot be kept is delegated.
    const bool delegates = verdict == Verdict::valid && runner.engine.walk.delegations.count > 0;
    return verdict == given.verdict || verdict == Verdict::fallBack || delegates;
  }

  Runner runner{1 << 16, 1 << 12};
};

void validates(const Case& given) {
  const auto schema = Schema::compile(given.plan);
  EXPECT(schema != nullptr, given.plan);
  if (schema == nullptr) return;
  for (const Purpose purpose : {Purpose::value, Purpose::verdict, Purpose::failures}) {
    // What a schema learns from texts is learnt before.
    EXPECT(Once(given).validates(*schema, given, purpose), given.plan);
    unsafe = 0;
    std::int64_t asked = 0;
    do {
      Once once(given);
      countdown = asked;
      const bool right = once.validates(*schema, given, purpose);
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

// Lines that are validated in little memory are validated right, or left to the TypeScript engine, or none is validated
// at all.
void validatesLines(const std::string& plan) {
  const auto schema = Schema::compile(plan);
  const std::string text = "[1]\n[[2],3]\n\n[\"x\"]\n[\n" + std::string(300, ' ') + "4\n";
  const std::vector<LineVerdict> expected = {LineVerdict::valid,   LineVerdict::valid,   LineVerdict::blank,
                                             LineVerdict::invalid, LineVerdict::invalid, LineVerdict::valid};
  bool right = true;
  failingEach("lines", [&](bool enough) {
    Engine engine;
    Lines lines(engine);
    const std::int64_t before = std::exchange(countdown, INT64_MAX);
    const ParallelLinesRef parallel(new ParallelLines(1));
    countdown = before;
    const ParallelLines::Block block(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    running = true;
    const bool validated =
        ParallelLines::validate(parallel, nullptr, lines, nullptr, {*schema, {{512, 0}, 1 << 20}, {&block, 1}});
    running = false;
    std::vector<LineVerdict> verdicts;
    const std::int64_t left = std::exchange(countdown, INT64_MAX);
    const Buffer<std::uint32_t>& numbers = parallel->numbers();
    for (std::size_t at = 1; validated && at < numbers.size(); at += 3)
      verdicts.insert(verdicts.end(), numbers[at + 1], static_cast<LineVerdict>(numbers[at + 2]));
    right = right && (validated ? verdicts.size() == expected.size() : !enough);
    for (std::size_t i = 0; right && i < verdicts.size(); ++i)
      right = verdicts[i] == expected[i] || (!enough && verdicts[i] == LineVerdict::undecided);
    verdicts = {};
    countdown = left;
  });
  EXPECT(right && unsafe == 0, "lines");
}

// The validators are those of the other schema, or are left to TypeScript.
bool resembles(const Schema& schema, const Schema& whole) {
  bool same = schema.nodes().size() == whole.nodes().size();
  for (std::size_t i = 0; same && i < whole.nodes().size(); ++i) {
    same = schema.nodes()[i]->kind == whole.nodes()[i]->kind || schema.nodes()[i]->kind == Kind::delegated;
  }
  return same;
}

void compiles(const std::string& plan) {
  const auto whole = Schema::compile(plan);
  EXPECT(whole != nullptr, plan);
  if (whole == nullptr) return;
  for (const auto& node : whole->nodes()) EXPECT(node->kind != Kind::delegated, plan);
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
      const Member keys[] = {{"a", nullptr}, {"b", nullptr}};
      auto shapes = std::make_unique<Shapes>();
      const bool built = shapes->build(order, keys);
      right = right && (built || !enough);
      learned.set(1, std::move(shapes));
    } catch (const std::bad_alloc&) {
      right = right && !enough;
    }
  });
  EXPECT(right, "opening");
}

// Members of members(count), and others.
std::string rulesOfKeys() {
  const std::string integer = R"({"__class__":"Int"})";
  const auto matching = [](const std::string& source, const std::string& value) {
    return R"([{"__value__":"pattern","source":")" + source + R"(","flags":""},)" + value + ",[]]";
  };
  return R"({"__class__":"Dict","schema":{"a":)" + integer + R"(},"optional":["a"],"unknown":"keep",)" +
         R"("required":["key 0"],"keys":{"__class__":"Str","maxlen":50},"patterns":[)" +
         matching("key \\\\d+$", integer) + "," + matching(".*5(?!5)", R"({"__class__":"Float"})") +
         R"(],"dependent_required":{"__value__":"object","entries":[["a",["b"]]]},"dependent_schemas":)" +
         R"({"__value__":"object","entries":[["key 0",{"__class__":"Dict","unknown":"keep","maxlen":200}]]}})";
}

std::string rulesOfLists() {
  return R"({"__class__":"List","item":{"__class__":"Any"},"prefix":[{"__class__":"Any"},)"
         R"({"__class__":"Dict","unknown":"keep"}],"contains":{"__class__":"Not","item":{"__class__":"Int"}},)"
         R"("min_contains":2,"unique_items":true})";
}

// An object that has "a" or "b", and numbers besides.
std::string closed() {
  const auto open = [](const std::string& key) {
    return R"({"__class__":"Dict","schema":{")" + key + R"(":{"__class__":"Any"}},"unknown":"keep"})";
  };
  return R"({"__class__":"Closed","rest":{"__class__":"Int"},"item":{"__class__":"AllOf","steps":[)"
         R"({"__class__":"OneOf","exclusive":true,"steps":[)" +
         open("a") + "," + open("b") + R"(]},{"__class__":"If","condition":)" + open("c") + R"(,"consequent":)" +
         open("d") + "}]}}";
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
      plan(R"({"__class__":"Const","value":[[1,null],{"__value__":"object","entries":[["a",true],[")" + longKey +
           R"(",")" + longKey + R"("],["c",[]]]}]})"),
      pattern(R"(^[a-z0-9]+(?:-[^a-z]{1,3}|\\d*)?\\b$)"),
      pattern(R"(^[\\p{Lu}\\P{L}]+\u00e9?(a|b|c|[0-9])*$)"),
      pattern(R"(^(?!a|b$)(?=.*[0-9])(?:(?!c).)*$)"),
      pattern(R"(^(?:a|(?<=(?<!b)a)b)*(?<!a)$)"),
      pattern(R"(^(?=(?!a)).(?<=b)[a-z]{2,9}$)"),
      plan(rulesOfKeys()),
      plan(rulesOfLists()),
      plan(closed()),
  };
}

// Of members(count).
std::string constantOf(int count) {
  std::string entries;
  for (int i = 0; i < count; ++i) entries += (i > 0 ? ",[\"key " : "[\"key ") + std::to_string(i) + "\",1]";
  return R"({"__class__":"Const","value":{"__value__":"object","entries":[)" + entries + "]}}";
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
  // A pattern without a table of states.
  const std::string simulated =
      R"({"__class__":"Str","pattern":{"__value__":"pattern","source":"(?=(?=a)).*(?<=b)$","flags":""}})";
  for (const Case& one : {
           Case{plan(extra), members(1000), Verdict::valid},
           {plan(constantOf(1000)), members(1000), Verdict::valid},
           {plan(keyed), members(100), Verdict::invalid},
           {plan(keyed), R"({"\u0061":1})", Verdict::valid},
           {plan(coerced), items(3, "\"1_" + std::string(5000, '1') + "e-4990\""), Verdict::valid},
           {plan(coerced), items(3, "\"1_\""), Verdict::invalid},
           {plan(simulated), "\"a" + std::string(1000, 'b') + "\"", Verdict::valid},
           {plan(simulated), "\"a" + std::string(1000, 'c') + "\"", Verdict::invalid},
           {plan(strings), items(20, "\"" + std::string(1000, 'x') + "\""), Verdict::valid},
           {plan(strings), items(20, "\"\\u65e5" + std::string(1000, 'x') + "\""), Verdict::valid},
           {plan(strings), items(8000, "\"again\""), Verdict::valid},
           {plan(lists), items(50, items(20, "\"\\u00e9\"")), Verdict::invalid},
           {plan(reference), items(50, items(50, "1")), Verdict::valid},
           {plan(reference), items(50, items(50, "1")), Verdict::valid, true},
           {plan(reference), items(50, items(50, "true")), Verdict::invalid, true},
           {plan(rulesOfKeys()), members(100), Verdict::valid},
           {plan(rulesOfKeys()), R"({"key 0":1,"\u006bey 5":2,"a":1,"\u006bey 55":3,"z":1})", Verdict::invalid},
           {plan(rulesOfLists()), R"([1,{"a":1},{"a":[1,{"b":2}]},"x",{"\u0062":1}])", Verdict::valid},
           {plan(rulesOfLists()), items(50, R"({"\u0062":{"a":[1,2]}})"), Verdict::invalid},
           {plan(rulesOfLists()), R"([1,{},2,[3],[3.0],{"a":1,"b":2},{"b":2,"a":1}])", Verdict::invalid},
           {plan(closed()), R"({"a":true,)" + members(100).substr(1), Verdict::valid},
           {plan(closed()), R"({"b":true,"c":1,"\u0064":2,)" + members(100).substr(1), Verdict::valid},
           {plan(closed()), R"({"a":true,"e":false,"f":null,)" + members(100).substr(1), Verdict::invalid},
           {plan(closed()), R"({"a":true,"b":false,)" + members(100).substr(1), Verdict::invalid},
       }) {
    validates(one);
  }
  for (const std::string& plan : plans()) compiles(plan);
  opens();
  validatesLines(plan(reference));
  // Memory is short for a moment only.
  failing = 1;
  validatesLines(plan(reference));
  return validlib::test::ended();
}
