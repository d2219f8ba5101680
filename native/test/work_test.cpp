// Work: it is in proportion to the text and to the validators, however these are nested. It is counted, not timed.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <string>

#include "expect.hpp"
#include "members.hpp"
#include "runner.hpp"

using namespace validlib;
using validlib::test::Runner;

namespace {

const std::string integer = R"({"__class__":"Int"})";

std::string join(int count, const std::function<std::string(int)>& part) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i > 0 ? "," : "") + part(i);
  return text;
}
std::string repeat(const std::string& part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

std::string constant(const std::string& value) { return R"({"__class__":"Const","value":)" + value + "}"; }
std::string list(const std::string& item) { return R"({"__class__":"List","item":)" + item + "}"; }
std::string steps(const std::string& kind, const std::string& members) {
  return R"({"__class__":")" + kind + R"(","steps":[)" + members + "]}";
}
std::string ref(const std::string& alias, const std::string& rest = "") {
  return R"({"__class__":"LazyRef","use":")" + alias + "\"" + rest + "}";
}
std::string plan(const std::string& x) { return R"({"root":)" + ref("x") + R"(,"aliases":{"x":)" + x + "}}"; }

// {"child": ..., "kind": "b"}, where the kind comes last.
std::string tagged(const std::string& kind, const std::string& child = ref("x")) {
  return R"({"__class__":"Dict","schema":{"child":)" + child + R"(,"kind":)" + constant("\"" + kind + "\"") +
         R"(},"optional":["child"]})";
}
const std::string unionOfTags =
    steps("OneOf", join(3, [](int i) { return tagged(std::string(1, static_cast<char>('a' + i))); }));
const std::string choiceByTag = R"({"__class__":"OneOf","discriminator":"kind","tags":[["a",0],["b",1],["c",2]],)" +
                                unionOfTags.substr(unionOfTags.find("\"steps\""));
std::string tags(int depth, const std::string& innermost) {
  return repeat(R"({"child":)", depth) + innermost + repeat(R"(,"kind":"c"})", depth);
}

// The same validator twice in each of 40 that stand inside each other.
std::string doubled(const std::string& kind) {
  std::string made = R"({"__class__":"Int","min":0})";
  for (int level = 40; level > 0; --level) {
    made = steps(kind, made + R"(,{"__value__":"validator","id":)" + std::to_string(level) + "}");
  }
  return R"({"root":)" + made + R"(,"aliases":{}})";
}

struct Case {
  std::string what;
  std::string plan;
  std::function<std::string(int)> text;
  Verdict verdict;
};

std::uint64_t workOf(const Schema& schema, Runner& runner, const std::string& text, Purpose purpose) {
  static_cast<void>(purpose == Purpose::value ? runner.value(schema, text) : runner.run(schema, text, purpose));
  return runner.engine.walk.work.total;
}

void isLinear(const Case& given) {
  const auto schema = Schema::compile(given.plan);
  EXPECT(schema != nullptr, given.what);
  if (schema == nullptr) return;
  for (const int depth : {5, 10, 20, 40, 80, 160, 400}) {
    const std::string text = given.text(depth);
    const std::string what = given.what + ", depth " + std::to_string(depth);
    Runner runner;
    EXPECT(runner.run(*schema, text, Purpose::verdict) == given.verdict, what);
    const Verdict value = runner.value(*schema, text);
    // Errors may be left to the TypeScript engine.
    EXPECT(value == given.verdict || (given.verdict == Verdict::invalid && value == Verdict::fallBack), what);
    // Of every walk: one that costs more is given up.
    for (const Purpose purpose : {Purpose::verdict, Purpose::value, Purpose::failures}) {
      const std::uint64_t work = workOf(*schema, runner, text, purpose);
      EXPECT(work <= 8192 + 2 * text.size() * (schema->stepCount() + 1), what);
    }
    EXPECT(runner.engine.walk.memo.size() <= text.size() * schema->nodes().size(), what);
  }
}

// An object costs what it has: whatever the number of keys of its schema, only the words are looked at, and made 0
// again, that its own keys are in.
void costsItsKeys() {
  Runner runner;
  Walk& walk = runner.engine.walk;
  for (const std::size_t known : {10, 64, 250, 1000, 4000, 100'000}) {
    const std::string what = "an object beside " + std::to_string(known) + " keys";
    for (const std::size_t had : {0, 1, 5, 64}) {
      {
        const Members outer(walk, known);
        Members members(walk, known);
        EXPECT(outer.sound() && members.sound(), what);
        std::size_t added = 0;
        for (std::size_t i = 0; i < had; ++i) added += members.add((i * 7919 + 13) % known) ? 1 : 0;
        EXPECT(added == std::min(had, known), what);
        std::size_t words = 0;
        std::size_t bits = 0;
        members.eachWord([&](std::size_t word) {
          ++words;
          bits += static_cast<std::size_t>(std::popcount(members.word(word)));
        });
        EXPECT(bits == added, what);
        EXPECT(words <= 1 + added * (known / 4096 + 1), what);
        EXPECT(!outer.has(13 % known) && !members.add(13 % known) == (had > 0), what);
      }
      const Members again(walk, known);
      std::size_t left = 0;
      for (std::size_t key = 0; key < known; ++key) left += again.has(key) ? 1 : 0;
      EXPECT(left == 0, what);
    }
  }
}

}  // namespace

int main() {
  costsItsKeys();
  const std::string twice = R"({"__class__":"Dict","schema":{"c":)" + ref("x") + R"(},"optional":["c"]})";
  const auto nested = [](const std::string& innermost) {
    return [innermost](int depth) { return repeat(R"({"c":)", depth) + innermost + repeat("}", depth); };
  };
  const auto scalar = [](const std::string& text) { return [text](int) { return text; }; };
  const std::string constants =
      steps("OneOf", join(50, [](int i) { return constant(std::to_string(i)); }) + "," + list(ref("x")));
  const auto lists = [](const std::string& innermost) {
    return [innermost](int depth) { return repeat("[" + repeat("1,", 50), depth) + innermost + repeat(",2]", depth); };
  };
  const std::string deepConstants =
      steps("OneOf", join(4,
                          [](int i) {
                            const int depth = 15 * (i + 1);
                            return constant(repeat("[", depth) + "2" + repeat("]", depth));
                          }) +
                         "," + list(ref("x")));
  const auto lone = [](const std::string& innermost) {
    return [innermost](int depth) { return repeat("[", depth) + innermost + repeat("]", depth); };
  };
  // {"c": ..., "k": 1}, which ends with another tag than the constants.
  const auto object = [](const std::string& child, const std::string& tag) {
    return R"({"__value__":"object","entries":[["c",)" + child + R"(],["k",)" + tag + "]]}";
  };
  std::string child = "1";
  for (int i = 0; i < 15; ++i) child = object(child, "1");
  const std::string deepObjects =
      steps("OneOf", constant("1") + "," + constant(object(child, "2")) + "," + constant(object(child, "3")) +
                         R"(,{"__class__":"Dict","schema":{"c":)" + ref("x") + R"(,"k":)" + constant("1") + "}}");
  const auto deepTags = [](const std::string& innermost) {
    return [innermost](int depth) { return repeat(R"({"c":)", depth) + innermost + repeat(R"(,"k":1})", depth); };
  };
  const std::string counted =
      steps("OneOf", tagged("a", ref("x", R"(,"maxdepth":1000)")) + "," + tagged("c", ref("x", R"(,"maxdepth":1000)")));
  for (const Case& one : {
           Case{"a union whose tags come last", plan(unionOfTags),
                [](int depth) { return tags(depth, R"({"kind":"a"})"); }, Verdict::valid},
           {"the same, wrong at the innermost", plan(unionOfTags),
            [](int depth) { return tags(depth, R"({"kind":"d"})"); }, Verdict::invalid},
           {"the same, with an item behind that is wrong",
            R"({"root":)" + list(ref("x")) + R"(,"aliases":{"x":)" + unionOfTags + "}}",
            [](int depth) { return "[" + tags(depth, R"({"kind":"a"})") + ",1]"; }, Verdict::invalid},
           {"verdicts of validators of the same object",
            plan(steps("AllOf", twice + R"(,{"__class__":"If","condition":)" + twice + R"(,"consequent":)" + twice +
                                    R"(},{"__class__":"Not","item":{"__class__":"Not","item":)" + twice + "}}")),
            nested("{}"), Verdict::valid},
           {"exactly one of two that both contain the rest",
            plan(R"({"__class__":"OneOf","exclusive":true,"steps":[)" + twice + "," + tagged("a") + "]}"), nested("{}"),
            Verdict::valid},
           {"items that are counted",
            plan(R"({"__class__":"List","min_contains":0,"item":)" + ref("x") + R"(,"contains":)" + ref("x") + "}"),
            lone("[]"), Verdict::valid},
           {"items that must be distinct",
            plan(steps("OneOf", integer + R"(,{"__class__":"List","unique_items":true,"item":)" + ref("x") + "}")),
            [](int depth) {
              return repeat("[[1,[2]],", depth) + "[" + join(1000, [](int i) { return std::to_string(i); }) + "]" +
                     repeat(",3]", depth);
            },
            Verdict::valid},
           {"items that must be distinct, before those inside are validated",
            plan(steps("OneOf", integer + R"(,{"__class__":"Closed","rest":)" + ref("x") + R"(,"item":)" +
                                    steps("AllOf", R"({"__class__":"List","item":{"__class__":"Any"},)"
                                                   R"("unique_items":true},{"__class__":"List","item":)"
                                                   R"({"__class__":"Any"},"prefix":[{"__class__":"Int"}]})") +
                                    "}")),
            [](int depth) { return repeat("[1,", depth) + "[2]" + repeat("]", depth); }, Verdict::valid},
           {"closed objects inside each other",
            plan(R"({"__class__":"Closed","item":)" +
                 steps("OneOf", R"({"__class__":"Dict","schema":{"c":)" + ref("x") +
                                    R"(},"optional":["c"],"unknown":"keep"},)" + tagged("a") + "," + twice) +
                 R"(,"rest":)" + ref("x") + "}"),
            nested("{}"), Verdict::valid},
           {"a choice by tags that come last", plan(choiceByTag),
            [](int depth) { return tags(depth, R"({"kind":"a"})"); }, Verdict::valid},
           {"the same, with no tag at the innermost", plan(choiceByTag), [](int depth) { return tags(depth, "{}"); },
            Verdict::invalid},
           {"the same, inside another choice", plan(steps("OneOf", choiceByTag + "," + list(ref("x")))),
            [](int depth) { return tags(depth, R"({"kind":"d"})"); }, Verdict::invalid},
           {"references that count their depth", plan(counted),
            [](int depth) { return tags(depth, R"({"kind":"a"})"); }, Verdict::valid},
           {"the same, wrong at the innermost", plan(counted), [](int depth) { return tags(depth, "{}"); },
            Verdict::invalid},
           {"an object that must pass twice", plan(steps("AllOf", twice + "," + twice)), nested("{}"), Verdict::valid},
           {"the same, wrong at the innermost", plan(steps("AllOf", twice + "," + twice)), nested("1"),
            Verdict::invalid},
           {"50 constants before a list of lists", plan(constants), lists("3"), Verdict::valid},
           {"the same, wrong at the innermost", plan(constants), lists("99"), Verdict::invalid},
           {"constants that are nearly as deep as the text, before a list of lists", plan(deepConstants), lone("[]"),
            Verdict::valid},
           {"the same, wrong at the innermost", plan(deepConstants), lone("1"), Verdict::invalid},
           {"constants whose tag comes last, around each other", plan(deepObjects), deepTags("1"), Verdict::valid},
           {"the same, wrong at the innermost", plan(deepObjects), deepTags("2"), Verdict::invalid},
           {"all of one validator twice, many times", doubled("AllOf"), scalar("1"), Verdict::valid},
           {"the same, wrong", doubled("AllOf"), scalar("-1"), Verdict::invalid},
           {"one of one validator twice, many times", doubled("OneOf"), scalar("1"), Verdict::valid},
           {"the same, wrong", doubled("OneOf"), scalar("-1"), Verdict::invalid},
           // It never comes to a value: only the TypeScript engine says so.
           {"a union of itself", plan(steps("OneOf", ref("x") + "," + ref("x") + "," + integer)), scalar("1"),
            Verdict::fallBack},
           // What is not answered with the memo: a key that comes twice, and what is not JSON.
           {"a key twice below", plan(unionOfTags),
            [](int depth) { return tags(depth + 10, R"({"kind":"a","kind":"b"})"); }, Verdict::fallBack},
           {"a key twice below, spelled differently", plan(unionOfTags),
            [](int depth) { return tags(depth + 10, R"({"kind":"d","\u006bind":"a"})"); }, Verdict::fallBack},
           {"no JSON behind", plan(unionOfTags), [](int depth) { return tags(depth, R"({"kind":"a"})") + "]"; },
            Verdict::fallBack},
       }) {
    isLinear(one);
  }
  return validlib::test::ended();
}
