// Plans: what becomes of the validators of a dump, and of texts that are none.
#include "schema.hpp"

#include <string>
#include <vector>

#include "expect.hpp"
#include "validators/str.hpp"

using namespace validlib;

namespace {

std::string plan(const std::string& root, const std::string& aliases = "") {
  return R"({"root":)" + root + R"(,"aliases":{)" + aliases + "}}";
}

struct Compiled {
  std::string plan;
  std::vector<Kind> kinds;
  bool delegates;
};

void compiles(const Compiled& given) {
  const auto schema = Schema::compile(given.plan);
  EXPECT(schema != nullptr, given.plan);
  if (schema == nullptr) return;
  EXPECT(schema->nodes().size() == given.kinds.size(), given.plan);
  EXPECT(schema->delegates() == given.delegates, given.plan);
  for (std::size_t i = 0; i < given.kinds.size() && i < schema->nodes().size(); ++i) {
    EXPECT(schema->nodes()[i]->kind == given.kinds[i], given.plan + " " + std::to_string(i));
    EXPECT(schema->nodes()[i]->id == i, given.plan);
  }
}

// Patterns that occur again are compiled once: they are the same object.
void sharesPatterns() {
  const auto str = [](const std::string& source, const std::string& flags = "") {
    return R"({"__class__":"Str","pattern":{"__value__":"pattern","source":")" + source + R"(","flags":")" + flags +
           "\"}}";
  };
  const auto schema = Schema::compile(plan(R"({"__class__":"Tuple","items":[)" + str("a") + "," + str("b") + "," +
                                           str("a") + "," + str("a", "i") + "]}"));
  EXPECT(schema != nullptr, "patterns");
  std::vector<const Pattern*> patterns;
  for (const auto& node : schema->nodes()) {
    if (node->kind == Kind::string) patterns.push_back(static_cast<const Str&>(*node).pattern);
  }
  EXPECT(patterns.size() == 4 && patterns[0] == patterns[2], "patterns");
  EXPECT(patterns[0] != patterns[1] && patterns[0] != patterns[3] && patterns[0] != nullptr, "patterns");
}

}  // namespace

int main() {
  sharesPatterns();
  const std::string str = R"({"__class__":"Str"})";
  const std::string unknown = R"({"__class__":""})";
  for (
      const Compiled& one : {
          Compiled{plan(R"({"__class__":"Any"})"), {Kind::anything}, false},
          {plan(R"({"__class__":"Int","min":1,"max":9})"), {Kind::integer}, false},
          {plan(R"({"__class__":"Int","bigint":true,"min":{"__value__":"bigint","text":"-5"}})"),
           {Kind::bigInteger},
           false},
          {plan(R"({"__class__":"Int","bigint":true,"max":5})"), {Kind::delegated}, true},
          // A step hands on numbers without their digits.
          {plan(R"({"__class__":"AllOf","steps":[{"__class__":"Any"},{"__class__":"Int","bigint":true}]})"),
           {Kind::delegated, Kind::anything, Kind::bigInteger},
           true},
          {plan(R"({"__class__":"Float","min":{"__value__":"number","text":"-Infinity"}})"), {Kind::floating}, false},
          {plan(R"({"__class__":"Str","minlen":2,"options":["a","b"]})"), {Kind::string}, false},
          {plan(R"({"__class__":"Bool","nullable":true})"), {Kind::boolean}, false},
          {plan(R"({"__class__":"Const","value":null})"), {Kind::constant}, false},
          {plan(R"({"__class__":"Const","value":[1,[null]]})"), {Kind::structure}, false},
          {plan(R"({"__class__":"Const","value":{"__value__":"object","entries":[["a",[]],["__proto__",true]]}})"),
           {Kind::structure},
           false},
          // What JSON has no form for, and what is no value of a dump.
          {plan(R"({"__class__":"Const","value":[{"__value__":"bigint","text":"5"}]})"), {Kind::delegated}, true},
          {plan(R"({"__class__":"Const","value":{"a":1}})"), {Kind::delegated}, true},
          {plan(R"({"__class__":"Const","value":{"__value__":"object","entries":[["a"]]}})"), {Kind::delegated}, true},
          {plan(R"({"__class__":"Const"})"), {Kind::delegated}, true},
          // A step that is compared hands its input on.
          {plan(R"({"__class__":"AllOf","steps":[{"__class__":"Const","value":[]},{"__class__":"Any"}]})"),
           {Kind::allOf, Kind::structure, Kind::anything},
           false},
          {plan(R"({"__class__":"List","item":)" + str + "}"), {Kind::list, Kind::string}, false},
          {plan(R"({"__class__":"Set","item":)" + str + R"(,"minlen":1})"), {Kind::set, Kind::string}, false},
          {plan(R"({"__class__":"Set","item":)" + unknown + "}"), {Kind::set, Kind::delegated}, true},
          // Equal items are dropped, and so are blank fields: the next step is handed another value.
          {plan(R"({"__class__":"AllOf","steps":[{"__class__":"Set","item":)" + str + R"(},{"__class__":"Any"}]})"),
           {Kind::delegated, Kind::set, Kind::string, Kind::anything},
           true},
          {plan(R"({"__class__":"Dict","skip_blank":true})"), {Kind::dict}, false},
          {plan(R"({"__class__":"AllOf","steps":[{"__class__":"Dict","skip_blank":true},{"__class__":"Any"}]})"),
           {Kind::delegated, Kind::dict, Kind::anything},
           true},
          {plan(R"({"__class__":"Tuple","items":[)" + str + "," + unknown + "]}"),
           {Kind::tuple, Kind::string, Kind::delegated},
           true},
          {plan(R"({"__class__":"LazyRef","use":"a"})", R"("a":)" + str), {Kind::lazyRef, Kind::string}, false},
          {plan(unknown), {Kind::delegated}, true},
          // One that the text has had before.
          {plan(R"({"__class__":"Tuple","items":[)" + str + R"(,{"__value__":"validator","id":1}]})",
                R"("a":{"__value__":"validator","id":0})"),
           {Kind::tuple, Kind::string},
           false},
          // A step that TypeScript must validate leaves the others to it too.
          {plan(R"({"__class__":"OneOf","steps":[)" + str + "," + unknown + "]}"),
           {Kind::delegated, Kind::string, Kind::delegated},
           true},
          // If a discriminator selects the step, the others need not be validated.
          {plan(R"({"__class__":"OneOf","discriminator":"t","tags":[["a",0],[-0.5,1],[true,1],[null,1]],"steps":[)" +
                str + "," + unknown + "]}"),
           {Kind::oneOf, Kind::string, Kind::delegated},
           true},
          {plan(R"({"__class__":"OneOf","discriminator":"t","tags":[[[],0]],"steps":[)" + str + "]}"),
           {Kind::delegated, Kind::string},
           true},
          // What is known of formats, and of the parameters of dates.
          {plan(R"({"__class__":"Str","format":"email","strip":true,"normspace":true})"), {Kind::string}, false},
          {plan(R"({"__class__":"Str","format":"regex"})"), {Kind::delegated}, true},
          {plan(R"({"__class__":"Str","case":"lower"})"), {Kind::string}, false},
          {plan(R"({"__class__":"Str","case":"title"})"), {Kind::delegated}, true},
          {plan(R"({"__class__":"AllOf","steps":[{"__class__":"Str","case":"upper"},{"__class__":"Any"}]})"),
           {Kind::delegated, Kind::string, Kind::anything},
           true},
          {plan(R"({"__class__":"Date","format":"iso","tz":"UTC","as":"date","nullable":true})"),
           {Kind::moment},
           false},
          {plan(R"({"__class__":"Datetime","format":"rfc3339","min":)"
                R"({"__value__":"instant","seconds":-62135596800,"nanosecond":999999999}})"),
           {Kind::moment},
           false},
          {plan(R"({"__class__":"Time","format":"iso","max":"08:30"})"), {Kind::delegated}, true},
          {plan(R"({"__class__":"Time","format":"%H"})"), {Kind::delegated}, true},
          {plan(R"({"__class__":"Date"})"), {Kind::delegated}, true},
          {plan(R"({"__class__":"Datetime","format":"iso","unixts":true})"), {Kind::delegated}, true},
          {plan(R"({"__class__":"OneOf","steps":[{"__class__":"Date","format":"iso"},)" + str + "]}"),
           {Kind::oneOf, Kind::moment, Kind::string},
           false},
          // Dates return something else than they were given, and so do strings that are stripped.
          {plan(R"({"__class__":"AllOf","steps":[{"__class__":"Date","format":"iso"},{"__class__":"Any"}]})"),
           {Kind::delegated, Kind::moment, Kind::anything},
           true},
          {plan(R"({"__class__":"AllOf","steps":[{"__class__":"Str","strip":true},{"__class__":"Any"}]})"),
           {Kind::delegated, Kind::string, Kind::anything},
           true},
          {plan(R"({"__class__":"Int","exclusive_min":1,"exclusive_max":9,"multiple_of":2})"), {Kind::integer}, false},
          {plan(R"({"__class__":"Float","multiple_of":{"__value__":"decimal","digits":"1","power":-2}})"),
           {Kind::floating},
           false},
          {plan(R"({"__class__":"Float","multiple_of":{"__value__":"decimal","digits":"0","power":-2}})"),
           {Kind::delegated},
           true},
          {plan(R"({"__class__":"Float","multiple_of":0.1})"), {Kind::delegated}, true},
          {plan(
               R"({"__class__":"Int","bigint":true,"multiple_of":{"__value__":"bigint","text":"1000000000000000000"}})"),
           {Kind::delegated},
           true},
          // A parameter that no class reads, whatever its value.
          {plan(R"({"__class__":"Int","planted":1})"), {Kind::delegated}, true},
          {plan(R"({"__class__":"Any","nullable":true})"), {Kind::delegated}, true},
          {plan(R"({"__class__":"AllOf","nullable":true,"steps":[{"__class__":"Any"}]})"),
           {Kind::delegated, Kind::anything},
           true},
          {plan(R"({"__class__":"Int","planted":null})"), {Kind::delegated}, true},
          {plan(R"({"__class__":"Int","planted":false})"), {Kind::delegated}, true},
          {plan(R"({"__class__":"Dict","unknown":"keep"})"), {Kind::dict}, false},
          // A step that drops keys returns something else than it was given.
          {plan(R"({"__class__":"AllOf","steps":[{"__class__":"Dict","unknown":"strip"},{"__class__":"Any"}]})"),
           {Kind::delegated, Kind::dict, Kind::anything},
           true},
          {plan(R"({"__class__":"AllOf","steps":[{"__class__":"Dict","unknown":"keep"},{"__class__":"Any"}]})"),
           {Kind::allOf, Kind::dict, Kind::anything},
           false},
      }) {
    compiles(one);
  }
  for (const char* text : {"", "{", "[]", "1", "{}", R"({"root":1,"aliases":{}})", R"({"root":{},"aliases":{}})",
                           R"({"root":{"__value__":"validator","id":0},"aliases":{}})",
                           R"({"root":{"__class__":"List","item":{"__value__":"validator","id":1}},"aliases":{}})",
                           R"({"root":{"__value__":"validator"},"aliases":{}})",
                           R"({"root":{"__class__":"Any"},"aliases":{},"properties":[]})",
                           R"({"root":{"__class__":"Any"},"aliases":{},"properties":{"end":1,"sets":{"L":[-1]}}})",
                           R"({"root":{"__class__":"Any"},"aliases":{},"properties":{"end":1,"sets":{"L":[1114113]}}})",

                           R"({"root":{"__class__":"Any"}})", R"({"root":{"__class__":"List"},"aliases":{}})",
                           R"({"root":{"__class__":"OneOf","steps":5},"aliases":{}})"}) {
    EXPECT(Schema::compile(text) == nullptr, text);
  }
  const std::string choice = R"({"__class__":"OneOf","steps":[{"__class__":"Any"}],"discriminator":"t","tags":)";
  for (const char* tags : {R"([["a",1]]})", R"([["a",-1]]})", R"([["a"]]})", R"([5]})", R"({}})"}) {
    EXPECT(Schema::compile(plan(choice + tags)) == nullptr, tags);
  }
  return validlib::test::ended();
}
