// Runs: the verdict for each purpose, on every kernel this machine has, with tapes of every size.
#include <simdjson.h>

#include <algorithm>
#include <string>
#include <vector>

#include "expect.hpp"
#include "lines.hpp"
#include "runner.hpp"

using namespace validlib;
using validlib::test::Runner;

namespace {

const std::string any = R"({"__class__":"Any"})";
const std::string integer = R"({"__class__":"Int"})";
const std::string string = R"({"__class__":"Str"})";
const std::string email = R"({"__class__":"Str","strip":true,"normspace":true,"format":"email"})";
const std::string upper = R"({"__class__":"Str","strip":true,"case":"upper","options":["AB","A"]})";
const std::string moment = R"({"__class__":"Datetime","format":"rfc3339","nullable":true,)"
                           R"("min":{"__value__":"instant","seconds":0,"nanosecond":0}})";
const std::string cents = R"({"__class__":"Float","multiple_of":{"__value__":"decimal","digits":"1","power":-2}})";
const std::string reference = R"({"__class__":"LazyRef","use":"json"})";
// JSON itself as a validator.
const std::string json =
    R"({"__class__":"OneOf","steps":[{"__class__":"Const","value":null},{"__class__":"Bool"},{"__class__":"Float"},)" +
    string + R"(,{"__class__":"List","item":)" + reference + R"(},{"__class__":"Dict","extra":[)" + string + "," +
    reference + "]}]}";

std::string plan(const std::string& root) { return R"({"root":)" + root + R"(,"aliases":{"json":)" + json + "}}"; }
std::string list(const std::string& item) { return R"({"__class__":"List","item":)" + item + "}"; }
std::string dict(const std::string& rest) { return R"({"__class__":"Dict",)" + rest + "}"; }

std::string repeat(std::string_view part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

template <class Part>
std::string join(int count, Part part) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i > 0 ? "," : "") + part(i);
  return text;
}

std::string schema(const std::string& entries) {
  return R"("schema":{"__value__":"object","entries":[)" + entries + "]}";
}
std::string constant(const std::string& value) { return R"({"__class__":"Const","value":)" + value + "}"; }
std::string data(const std::string& entries) { return R"({"__value__":"object","entries":[)" + entries + "]}"; }
std::string oneOf(const std::string& steps) { return R"({"__class__":"OneOf","steps":[)" + steps + "]}"; }
// Objects that a tag tells apart.
std::string tagged() {
  return R"({"__class__":"OneOf","discriminator":"t","nullable":true,"tags":[["a",0],["b",1],[1,1],[null,2]],"steps":[)" +
         dict(schema(R"(["t",)" + constant(R"("a")") + R"(],["n",)" + integer + "]")) + "," +
         dict(schema(R"(["t",)" + any + R"(],["c",)" + reference + "]") + R"(,"unknown":"strip")") + "," +
         dict(schema(R"(["t",)" + constant("null") + "]") + R"(,"unknown":"keep")") + "]}";
}

struct Validated {
  std::string validator;
  std::string text;
  Verdict verdict;
};

// With the memo the result is the same as in the first pass, or there is none.
void memoizes(const Schema& schema, const Validated& given, const std::string& what) {
  Runner first(64, 4);
  Runner memoized(64, 4);
  memoized.engine.walk.alwaysMemoized = true;
  // If verdicts are memoized, all strings have been met before.
  first.seeksRepeats = memoized.seeksRepeats = false;
  first.value(schema, given.text);
  const Verdict verdict = memoized.value(schema, given.text);
  EXPECT(verdict == given.verdict || (verdict == Verdict::fallBack && given.verdict == Verdict::invalid), what);
  if (verdict == Verdict::valid) EXPECT(std::ranges::equal(first.written(), memoized.written()), what);
  EXPECT(memoized.run(schema, given.text, Purpose::verdict) == given.verdict, what);
}

void validates(const Validated& given) {
  const auto schema = Schema::compile(plan(given.validator));
  EXPECT(schema != nullptr, given.validator);
  if (schema == nullptr) return;
  const std::string what = given.validator + " " + given.text.substr(0, 100);
  // From the smallest tape that the addon would ever give.
  Runner runner(64, 4);
  EXPECT(runner.value(*schema, given.text) == given.verdict, what);
  EXPECT(runner.run(*schema, given.text, Purpose::verdict) == given.verdict, what);
  EXPECT(runner.run(*schema, given.text, Purpose::failures) == given.verdict, what);
  if (given.verdict == Verdict::invalid) {
    const Failures failures = runner.engine.takeFailures(Unit::bytes);
    EXPECT(!failures.overflows && failures.integers.size() > 2 && failures.integers[1] > 0, what);
  }
  memoizes(*schema, given, what);
}

// A list of integers, and of strings by their lengths.
std::string between(const std::string& min, const std::string& max) {
  return list(R"({"__class__":"Int","min":)" + min + R"(,"max":)" + max + "}");
}
std::string lengths(const std::string& min, const std::string& max) {
  return list(R"({"__class__":"Str","minlen":)" + min + R"(,"maxlen":)" + max + "}");
}

std::vector<Validated> table() {
  const std::string extra = dict(R"("extra":[)" + string + "," + any + "]");
  const std::string keyed = dict(R"("schema":{"__value__":"object","entries":[["a",)" + integer + R"(],["b",)" +
                                 string + R"(]]},"optional":["b"])");
  const std::string strip = dict(schema(R"(["a",)" + integer + "]") + R"(,"unknown":"strip")");
  const std::string counted = dict(schema(R"(["a",)" + integer + "]") + R"(,"unknown":"strip","maxlen":2)");
  const std::string keep = dict(schema(R"(["a",)" + integer + "]") + R"(,"unknown":"keep")");
  const std::string form = dict(schema(R"(["a",)" + integer + R"(],["b",)" + string + R"(],["c",)" + string + "]") +
                                R"(,"optional":["b","c"],"maxlen":2,"skip_blank":true)");
  const std::string set = R"({"__class__":"Set","item":)" + integer + R"(,"minlen":1,"maxlen":3})";
  const std::string empty = constant(data(""));
  // {"a":[1,{"b":null}],"é":"x"}
  const std::string deep = constant(data(R"(["a",[1,)" + data(R"(["b",null])") + R"(]],["\u00e9","x"])"));
  const std::string pair = constant(data(R"(["a",1],["b",[]])"));
  const std::string zero = constant(R"([{"__value__":"number","text":"-0"}])");
  const std::string wide = constant(data(join(100, [](int i) { return "[\"k" + std::to_string(i) + "\",1]"; })));
  const auto members = [](int first, int last) {
    return join(last - first, [first](int i) { return "\"k" + std::to_string(first + i) + "\":1"; });
  };
  std::vector<Validated> cases = {
      {empty, "{}", Verdict::valid},
      {empty, " { } ", Verdict::valid},
      {empty, "[]", Verdict::invalid},
      {empty, R"({"a":1})", Verdict::invalid},
      {empty, R"({"a":1,"a":2})", Verdict::invalid},
      {empty, R"({"a":{]})", Verdict::fallBack},
      {empty, "{", Verdict::fallBack},
      {list(empty), "[{},{},{}]", Verdict::valid},
      {list(empty), "[{},[],1]", Verdict::invalid},
      {constant("[]"), "[]", Verdict::valid},
      {constant("[]"), "[[]]", Verdict::invalid},
      {constant("[[]]"), "[[]]", Verdict::valid},
      {constant("[[]]"), "[]", Verdict::invalid},
      {constant("[[],1]"), "[[]]", Verdict::invalid},
      {constant("[1]"), "[1.0]", Verdict::valid},
      {constant("[1]"), "[1,2]", Verdict::invalid},
      {constant("[1]"), "[1,]", Verdict::fallBack},
      {constant("[1]"), "[1}", Verdict::fallBack},
      {constant("[1]"), "[1e400]", Verdict::invalid},
      {constant(R"(["x"])"), R"(["\u0078"])", Verdict::valid},
      {constant(R"(["x"])"), R"(["\ud800"])", Verdict::invalid},
      {zero, "[0]", Verdict::valid},
      {zero, "[-0.0]", Verdict::valid},
      {zero, "[null]", Verdict::invalid},
      {deep, R"({"a":[1,{"b":null}],"\u00e9":"x"})", Verdict::valid},
      {deep, R"({"\u00e9" : "x", "\u0061" : [1.0, {"b" : null}]})", Verdict::valid},
      {deep, R"({"a":[1,{"b":null}]})", Verdict::invalid},
      {deep, R"({"a":[1,{"b":false}],"\u00e9":"x"})", Verdict::invalid},
      {deep, R"({"a":[1,{"b":null,"c":1}],"\u00e9":"x"})", Verdict::invalid},
      {deep, R"({"a":[2,{"b":nul}],"\u00e9":"x"})", Verdict::fallBack},
      {deep, R"({"a" [1,{"b":null}]})", Verdict::fallBack},
      {deep, R"({"a":[1,{"b":null}],})", Verdict::fallBack},
      {deep, R"({"a":[1,{"b":null}]])", Verdict::fallBack},
      // The last of several values counts: the TypeScript engine knows.
      {pair, R"({"a":2,"b":[],"a":1})", Verdict::fallBack},
      {pair, R"({"a":1,"b":[],"\u0061":2})", Verdict::fallBack},
      {pair, R"({"b":[],"a":1})", Verdict::valid},
      {pair, R"({"b":[],"c":1})", Verdict::invalid},
      {oneOf(pair + "," + any), R"({"a":2,"b":[],"a":1})", Verdict::fallBack},
      {oneOf(pair + "," + any), R"({"c":2,"d":1})", Verdict::valid},
      {oneOf(pair + "," + any), R"({"a":2,"b":[]})", Verdict::valid},
      {oneOf(keyed + "," + pair), R"({"a":"x","b":[],"a":1})", Verdict::fallBack},
      {oneOf(list(pair) + "," + list(any)), R"([{"a":1,"b":[]},{"a":1,"b":[2],"b":[]}])", Verdict::fallBack},
      {R"({"__class__":"AllOf","steps":[)" + pair + "," + any + "]}", R"({"a":1,"b":[]})", Verdict::valid},
      // More keys than fit a word.
      {wide, "{" + members(0, 100) + "}", Verdict::valid},
      {wide, "{" + members(50, 100) + "," + members(0, 50) + "}", Verdict::valid},
      {wide, "{" + members(0, 99) + "}", Verdict::invalid},
      {wide, "{" + members(0, 100) + R"(,"k99":1})", Verdict::fallBack},
      {wide, "{" + members(1, 100) + R"(,"k":1})", Verdict::invalid},
      {form, R"({"a":1,"b":"","c":"x"})", Verdict::valid},
      {form, R"({"z":"","c":"","b" : "" ,"a":1})", Verdict::valid},
      {form, R"({"a":1,"\u0062":""})", Verdict::valid},
      {form, R"({"a":1,"b":"x","c":"y"})", Verdict::invalid},
      {form, R"({"a":"","b":"x"})", Verdict::invalid},
      {form, R"({"a":1,"z":" "})", Verdict::invalid},
      {form, R"({"a":1,"b":"","b":"x"})", Verdict::fallBack},
      {form, R"({"b":"","a":1,"b":"x"})", Verdict::fallBack},
      {form, R"({"a":1,"z":"","z":1})", Verdict::fallBack},
      {form, R"({"a":1,"b":"")", Verdict::fallBack},
      {form, R"({"a":1,"b" ""})", Verdict::fallBack},
      {form, R"({"a":1,"b"})", Verdict::fallBack},
      {form, R"({"a":1,"b":)", Verdict::fallBack},
      {form, R"({"a":1,)", Verdict::fallBack},
      {set, "[1,2,1]", Verdict::valid},
      {set, R"([1,"x"])", Verdict::invalid},
      {set, "{}", Verdict::invalid},
      {strip, R"({"z":[{"a":""}],"a":1,"y":2})", Verdict::valid},
      {strip, R"({"z":1,"a":1,"z":2,"\u007a":3,"10":4,"9":5})", Verdict::valid},
      {strip, R"({"z":1,"y":2})", Verdict::invalid},
      {strip, R"({"z":1,"a":1,"y":2,"a":2})", Verdict::fallBack},
      {strip, R"({"z":1,"a":1,})", Verdict::fallBack},
      {strip, R"({"z":1,})", Verdict::fallBack},
      {strip, R"({"z":1 "a":1})", Verdict::fallBack},
      {strip, R"({"z":1]})", Verdict::fallBack},
      {strip, R"({"z"})", Verdict::fallBack},
      {strip, R"({"a":1,"z":nul})", Verdict::fallBack},
      {keyed, "{\"a\" :1,\"b\"\t\n: \"\"}", Verdict::valid},
      {keyed, R"({"b" :"","a" :1})", Verdict::valid},
      {keyed, R"({"a" :1,"b":2})", Verdict::invalid},
      {keyed, R"({"a" 1})", Verdict::fallBack},
      {keyed, R"({"a",1})", Verdict::fallBack},
      {keyed, R"({"a" :1,"b" })", Verdict::fallBack},
      {keyed, R"({"a" :1,"b)", Verdict::fallBack},
      {between("0.5", "2.5"), "[1,2]", Verdict::valid},
      {between("0.5", "2.5"), "[0]", Verdict::invalid},
      {between("0.5", "2.5"), "[3]", Verdict::invalid},
      {between("-1e300", "1e300"), "[-9007199254740991,9007199254740991]", Verdict::valid},
      {between("1e300", "1e301"), "[9007199254740991]", Verdict::invalid},
      {between("2", "1"), "[1]", Verdict::invalid},
      {between("1.1", "1.9"), "[1]", Verdict::invalid},
      {lengths("0.5", "1.5"), "[\"a\",\"\\u00e9\",\"\xc3\xa9\"]", Verdict::valid},
      {lengths("0.5", "1.5"), R"([""])", Verdict::invalid},
      {lengths("0.5", "1.5"), "[\"\xc3\xa9\xc3\xa9\"]", Verdict::invalid},
      {lengths("2", "1"), R"(["a"])", Verdict::invalid},
      {counted, R"({"9":1,"a":1})", Verdict::valid},
      {counted, R"({"9":1,"a":1,"8":2})", Verdict::invalid},
      {counted, R"({"9":1,"a":1,"9":2})", Verdict::fallBack},
      {keep, R"({"z":[{"a":""}],"a":1,"y":2})", Verdict::valid},
      {keep, R"({"z":1,"a":1,"z":2})", Verdict::valid},
      {keep, R"({"z":1,"y":2})", Verdict::invalid},
      {tagged(), R"({"t":"a","n":1})", Verdict::valid},
      {tagged(), R"({"n":1,"t":"a"})", Verdict::valid},
      {tagged(), R"({"x":{"t":"a"},"c":[{}],"t":1.0})", Verdict::valid},
      {tagged(), R"({"t":null,"u":[]})", Verdict::valid},
      {tagged(), "null", Verdict::valid},
      {tagged(), "[]", Verdict::invalid},
      {tagged(), "{}", Verdict::invalid},
      {tagged(), R"({"n":1})", Verdict::invalid},
      {tagged(), R"({"t":"c","n":1})", Verdict::invalid},
      {tagged(), R"({"n":[],"t":{"t":"a"},"u":1})", Verdict::invalid},
      {tagged(), R"({"t":"c","n":1,"t":"a"})", Verdict::fallBack},
      {tagged(), R"({"t":"a","n":1,"t":"c"})", Verdict::fallBack},
      {tagged(), R"({"t":null,"u":1,"t":"a","u":2})", Verdict::fallBack},
      {tagged(), R"({"t":1e400})", Verdict::invalid},
      {tagged(), R"({"t":nul})", Verdict::fallBack},
      {tagged(), R"({"t":"c",})", Verdict::fallBack},
      {tagged(), R"({"t"})", Verdict::fallBack},
      {tagged(), "{", Verdict::fallBack},
      {list(moment), R"(["2020-02-29T12:30:00Z",null,"2020-02-29T12:30:00.5+01:00"])", Verdict::valid},
      {list(moment), R"(["2020-02-29T12:30:00\u005a"])", Verdict::valid},
      {list(moment), R"(["2020-02-29T12:30:00Z","2020-02-30T12:30:00Z",5])", Verdict::invalid},
      {list(moment), R"(["1969-12-31T23:59:59Z"])", Verdict::invalid},
      {moment, R"("\ud800")", Verdict::invalid},
      {R"({"__class__":"OneOf","steps":[)" + moment + "," + email + "]}", R"("ann@example.org")", Verdict::valid},
      {list(email), R"(["  ann@example.org\n","a@b"])", Verdict::valid},
      {list(email), R"(["ann@example.org","ann","x"])", Verdict::invalid},
      {list(upper), R"(["ab"," Ab\n"," \u0041"])", Verdict::valid},
      {list(upper), R"(["ab","abc"])", Verdict::invalid},
      {list(upper), R"(["ab","\u00e9"])", Verdict::valid},
      {list(cents), "[0.07,12,1e3,0]", Verdict::valid},
      {list(cents), "[0.07,0.075,1]", Verdict::invalid},
      {list(cents), "[0.0700000000000000001]", Verdict::valid},
      {integer, "1", Verdict::valid},
      {integer, " 1 ", Verdict::valid},
      {integer,
       "\xef\xbb\xbf"
       "1",
       Verdict::valid},
      {integer, "1.5", Verdict::invalid},
      {integer, "\"1\"", Verdict::invalid},
      {integer, "", Verdict::fallBack},
      {integer, "1 1", Verdict::fallBack},
      {integer, "01", Verdict::fallBack},
      {integer, "1e400", Verdict::invalid},
      {list(integer), "[]", Verdict::valid},
      {list(integer), "[1,2147483648,-2147483648,1e15]", Verdict::valid},
      {list(integer), "[1,]", Verdict::fallBack},
      {list(integer), "[1 2]", Verdict::fallBack},
      {list(integer), "[1", Verdict::fallBack},
      {list(integer), "[1}", Verdict::fallBack},
      {list(integer), R"([1,"x",{},3])", Verdict::invalid},
      // What is not JSON is no error of a value.
      {list(integer), R"([1,"x",{"a"},3])", Verdict::fallBack},
      {list(string), R"(["a\nb","\u00e9\ud83d\ude00"])", Verdict::valid},
      {list(string), R"(["\ud800","\udc00x"])", Verdict::valid},
      {list(string), R"(["\x"])", Verdict::fallBack},
      {list(string), "[\"a\nb\"]", Verdict::fallBack},
      {list(string), "[\"\xff\"]", Verdict::fallBack},
      {list(string), "[\"a]", Verdict::fallBack},
      {keyed, R"({"a":1})", Verdict::valid},
      {keyed, R"({"b":"x","a":1})", Verdict::valid},
      {keyed, R"({"b":"x"})", Verdict::invalid},
      {keyed, R"({"a":1,"c":2})", Verdict::invalid},
      {keyed, R"({"a":1,"a":2})", Verdict::fallBack},
      {keyed, R"({"a":1,"\u0061":2})", Verdict::fallBack},
      {extra, R"({"x":1,"y":[2,{"z":"3"}]})", Verdict::valid},
      {extra, R"({"x":1,"x":2})", Verdict::valid},
      {reference, R"([null,true,-1.5,"s",[],{},{"k":[{"l":0}]}])", Verdict::valid},
      {reference, R"([nul])", Verdict::fallBack},
      {any, R"({"a":[1,2,{"b":null}]})", Verdict::valid},
      {any, R"({"a":[1,2,{"b":nul}]})", Verdict::fallBack},
  };
  for (const int depth : {1, 15, 16, 17, 63, 64, 65, 300}) {
    cases.push_back({any, repeat("[", depth) + repeat("]", depth), Verdict::valid});
    cases.push_back({reference, repeat("[", depth) + repeat("]", depth), Verdict::valid});
    cases.push_back({reference, repeat(R"({"a":)", depth) + "{}" + repeat("}", depth), Verdict::valid});
    cases.push_back({reference, repeat(R"({"a":)", depth) + "{" + repeat("}", depth), Verdict::fallBack});
  }
  for (const int size : {1, 100, 5000, 20'000}) {
    cases.push_back({list(integer), "[" + repeat("1e15,", size) + "1]", Verdict::valid});
    cases.push_back({list(string), "[" + repeat("\"some text\",", size) + "\"\"]", Verdict::valid});
    cases.push_back({list(string), "[" + repeat("\"\xe6\x97\xa5\",", size) + "\"\"]", Verdict::valid});
    cases.push_back({list(string), "[\"" + repeat("x", size) + "\"]", Verdict::valid});
    cases.push_back({list(integer), "[" + repeat("\"x\",", size) + "1]", Verdict::invalid});
  }
  return cases;
}

// The result of a run is there until it is taken, until `release`, or until the engine does something else.
void ownsResults() {
  const auto schema = Schema::compile(plan(list(integer)));
  Runner runner;
  Engine& engine = runner.engine;
  const auto taken = [&] { return !engine.takeFailures(Unit::bytes).overflows; };
  const auto refused = [&](Purpose purpose) { runner.run(*schema, "[true]", purpose); };
  EXPECT(!taken(), "before the first run");
  refused(Purpose::value);
  EXPECT(taken() && !taken(), "they are taken once");
  refused(Purpose::failures);
  EXPECT(taken(), "a run for failures");
  refused(Purpose::verdict);
  EXPECT(!taken(), "a run for a verdict");
  runner.run(*schema, "[1]", Purpose::failures);
  EXPECT(taken(), "a run that finds none");
  runner.run(*schema, "[1]", Purpose::value);
  EXPECT(engine.result() == Engine::Result::value && !taken(), "a value");
  runner.run(*schema, "[", Purpose::value);
  EXPECT(engine.result() == Engine::Result::none && !taken(), "what is not JSON");
  refused(Purpose::value);
  engine.discard();
  EXPECT(!taken(), "discard");
  refused(Purpose::value);
  engine.release(std::size_t{1} << 30);
  EXPECT(!taken(), "release, whatever is kept");
  refused(Purpose::value);
  Lines lines(engine);
  const std::string line = "[1]\n";
  EXPECT(lines.validate(*schema, reinterpret_cast<const std::uint8_t*>(line.data()), line.size(), {{512, 0}, 100}),
         line);
  EXPECT(!taken(), "lines");
  refused(Purpose::value);
  EXPECT(engine.walk.largestBuffer() > 0, "buffers");
  engine.release(0);
  EXPECT(engine.walk.largestBuffer() == 0 && !taken(), "release");
  refused(Purpose::value);
  EXPECT(taken(), "a run behind a release");
}

}  // namespace

int main() {
  const simdjson::implementation* const best = simdjson::get_active_implementation();
  for (const auto* kernel : simdjson::get_available_implementations()) {
    if (!kernel->supported_by_runtime_system()) continue;
    simdjson::get_active_implementation() = kernel;
    chooseKernel();
    for (const Validated& one : table()) validates(one);
  }
  simdjson::get_active_implementation() = best;
  chooseKernel();
  ownsResults();
  return validlib::test::ended();
}
