// Dumps of validators, as src/dump.ts writes them. A class this side does not know, and a parameter it cannot follow,
// makes the validator a deferred one.

#include <simdjson.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "schema.hpp"
#include "validators/index.hpp"

namespace validlib {

namespace dom = simdjson::dom;

namespace {

std::string textOf(dom::element element) {
  std::string_view text;
  return element.get_string().get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

bool isTrue(dom::element element) {
  bool value = false;
  return element.get_bool().get(value) == simdjson::SUCCESS && value;
}

// A value JSON has no form for: {"__value__": kind, ...}.
bool isTagged(dom::element element, const char* kind) {
  dom::element tag;
  return element.is_object() && element["__value__"].get(tag) == simdjson::SUCCESS && textOf(tag) == kind;
}

// False when it is no number.
bool numberOf(dom::element element, double& value) {
  if (element.get_double().get(value) == simdjson::SUCCESS) return true;
  dom::element text;
  if (!isTagged(element, "number") || element["text"].get(text) != simdjson::SUCCESS) return false;
  const std::string spelled = textOf(text);
  const double infinity = std::numeric_limits<double>::infinity();
  if (spelled == "-0") value = -0.0;
  else if (spelled == "Infinity") value = infinity;
  else if (spelled == "-Infinity") value = -infinity;
  else return false;
  return true;
}

}  // namespace

class DumpReader {
 public:
  explicit DumpReader(Schema& schema) noexcept : schema_(schema) {}

  bool read(dom::element plan) {
    dom::element root;
    dom::object aliases;
    if (plan["root"].get(root) != simdjson::SUCCESS) return false;
    if (plan["aliases"].get_object().get(aliases) != simdjson::SUCCESS) return false;
    schema_.root_ = node(root);
    for (const auto& [name, dump] : aliases) schema_.aliases_.push_back({std::string(name), node(dump)});
    for (const auto& [ref, alias] : references_) resolve(*ref, alias);
    return sound_;
  }

 private:
  Node* node(dom::element dump) {
    dom::object params;
    dom::element name;
    if (dump.get_object().get(params) != simdjson::SUCCESS || params["__class__"].get(name) != simdjson::SUCCESS) {
      sound_ = false;
      return unknown();
    }
    const std::string kind = textOf(name);
    if (kind == "AllOf") return allOf(params);
    if (kind == "Any") return add<Any>();
    if (kind == "Bool") return boolean(params);
    if (kind == "Const") return constant(params);
    if (kind == "Dict") return dict(params);
    if (kind == "Float") return floating(params);
    if (kind == "Int") return integer(params);
    if (kind == "LazyRef") return lazyRef(params);
    if (kind == "List") return list(params);
    if (kind == "OneOf") return oneOf(params);
    if (kind == "Str") return string(params);
    if (kind == "Tuple") return tuple(params);
    return unknown();
  }

  template <class T>
  T* add() {
    auto owned = std::make_unique<T>();
    T* const node = owned.get();
    node->id = static_cast<std::uint32_t>(schema_.nodes_.size());
    schema_.nodes_.push_back(std::move(owned));
    return node;
  }

  Node* unknown() {
    Node* const node = add<Any>();
    node->kind = Kind::deferred;
    return node;
  }

  void nodes(dom::element dumps, std::vector<const Node*>& into) {
    dom::array items;
    if (dumps.get_array().get(items) != simdjson::SUCCESS) {
      sound_ = false;
      return;
    }
    for (const dom::element item : items) into.push_back(node(item));
  }

  // Each reads what it knows of the parameters, in their order; anything else defers the validator.

  void number(dom::element value, double& into, Node& node) {
    if (!numberOf(value, into)) node.kind = Kind::deferred;
  }

  Node* integer(dom::object params) {
    Int& made = *add<Int>();
    for (const auto& [name, value] : params) {
      if (name == "nullable") made.nullable = isTrue(value);
      else if (name == "min") number(value, made.range.min, made);
      else if (name == "max") number(value, made.range.max, made);
      else if (name == "options") {
        dom::array options;
        if (value.get_array().get(options) != simdjson::SUCCESS) made.kind = Kind::deferred;
        else for (const dom::element option : options) number(option, made.options.emplace_back(), made);
      } else if (name == "coerce") made.coerce = isTrue(value);
      else defer(name, value, made);
    }
    return &made;
  }

  Node* floating(dom::object params) {
    Float& made = *add<Float>();
    for (const auto& [name, value] : params) {
      if (name == "nullable") made.nullable = isTrue(value);
      else if (name == "min") number(value, made.range.min, made);
      else if (name == "max") number(value, made.range.max, made);
      else if (name == "coerce") made.coerce = isTrue(value);
      // JSON has neither; a number too great is left to the reference engine.
      else if (name != "nan" && name != "inf") defer(name, value, made);
    }
    return &made;
  }

  Node* string(dom::object params) {
    Str& made = *add<Str>();
    for (const auto& [name, value] : params) {
      if (name == "nullable") made.nullable = isTrue(value);
      else if (name == "minlen") number(value, made.lengths.minlen, made), made.lengths.given = true;
      else if (name == "maxlen") number(value, made.lengths.maxlen, made), made.lengths.given = true;
      else if (name == "options") {
        dom::array options;
        made.hasOptions = true;
        if (value.get_array().get(options) != simdjson::SUCCESS) made.kind = Kind::deferred;
        else for (const dom::element option : options) made.options.push_back(textOf(option));
      } else if (name == "pattern") {
        made.pattern = pattern(value);
        if (made.pattern == nullptr) made.kind = Kind::deferred;
      // JSON has no bytes to decode.
      } else if (name != "encoding") defer(name, value, made);
    }
    return &made;
  }

  Node* boolean(dom::object params) {
    Bool& made = *add<Bool>();
    for (const auto& [name, value] : params) {
      if (name == "nullable") made.nullable = isTrue(value);
      else if (name == "coerce_str") made.coerceStr = isTrue(value);
      else if (name == "coerce_int") made.coerceInt = isTrue(value);
      else defer(name, value, made);
    }
    return &made;
  }

  // {"__value__": "pattern", "columns": [...], "next": [...], "ends": [...], "start": n}; null for anything else.
  static std::unique_ptr<Pattern> pattern(dom::element value) {
    if (!isTagged(value, "pattern")) return nullptr;
    auto made = std::make_unique<Pattern>();
    std::vector<std::uint64_t> columns;
    std::vector<std::uint64_t> next;
    std::vector<std::uint64_t> ends;
    std::uint64_t start = 0;
    if (!integers(value["columns"], columns) || !integers(value["next"], next) || !integers(value["ends"], ends)) return nullptr;
    if (value["start"].get_uint64().get(start) != simdjson::SUCCESS) return nullptr;
    // Nothing in it may lead out of the table.
    const auto below = [](const std::vector<std::uint64_t>& items, std::size_t limit) {
      return std::all_of(items.begin(), items.end(), [limit](std::uint64_t item) { return item < limit; });
    };
    if (columns.size() != made->columns.size() || ends.size() < Pattern::firstFree || next.size() % ends.size() != 0) return nullptr;
    made->columnCount = next.size() / ends.size();
    if (!below(columns, made->columnCount) || !below(next, ends.size()) || start >= ends.size()) return nullptr;
    std::copy(columns.begin(), columns.end(), made->columns.begin());
    made->next.assign(next.begin(), next.end());
    made->ends.assign(ends.begin(), ends.end());
    made->start = static_cast<std::uint16_t>(start);
    return made;
  }

  static bool integers(simdjson::simdjson_result<dom::element> value, std::vector<std::uint64_t>& into) {
    dom::array items;
    if (value.get_array().get(items) != simdjson::SUCCESS || items.size() > 0xffff) return false;
    for (const dom::element item : items) {
      if (item.get_uint64().get(into.emplace_back()) != simdjson::SUCCESS) return false;
    }
    return true;
  }

  Node* constant(dom::object params) {
    Const& made = *add<Const>();
    dom::element value;
    if (params["value"].get(value) != simdjson::SUCCESS) {
      made.kind = Kind::deferred;
    } else if (value.is_null()) {
      made.type = Const::Type::null;
    } else if (value.is_bool()) {
      made.type = isTrue(value) ? Const::Type::yes : Const::Type::no;
    } else if (value.is_string()) {
      made.type = Const::Type::string;
      made.string = textOf(value);
    } else if (numberOf(value, made.number)) {
      made.type = Const::Type::number;
    } else {
      made.kind = Kind::deferred;
    }
    return &made;
  }

  Node* list(dom::object params) {
    List& made = *add<List>();
    for (const auto& [name, value] : params) {
      if (name == "item") made.item = node(value);
      else if (name == "nullable") made.nullable = isTrue(value);
      else if (name == "minlen") number(value, made.lengths.minlen, made), made.lengths.given = true;
      else if (name == "maxlen") number(value, made.lengths.maxlen, made), made.lengths.given = true;
      else if (name == "unique") made.unique = isTrue(value);
      else defer(name, value, made);
    }
    if (made.item == nullptr) sound_ = false;
    return &made;
  }

  Node* tuple(dom::object params) {
    Tuple& made = *add<Tuple>();
    for (const auto& [name, value] : params) {
      if (name == "items") nodes(value, made.items);
      else if (name == "nullable") made.nullable = isTrue(value);
      else defer(name, value, made);
    }
    return &made;
  }

  Node* allOf(dom::object params) {
    AllOf& made = *add<AllOf>();
    for (const auto& [name, value] : params) {
      if (name == "steps") nodes(value, made.steps);
      else defer(name, value, made);
    }
    if (made.steps.empty()) sound_ = false;
    return &made;
  }

  Node* oneOf(dom::object params) {
    OneOf& made = *add<OneOf>();
    for (const auto& [name, value] : params) {
      if (name == "steps") nodes(value, made.steps);
      else defer(name, value, made);
    }
    if (made.steps.empty()) sound_ = false;
    return &made;
  }

  Node* lazyRef(dom::object params) {
    LazyRef& made = *add<LazyRef>();
    std::string use;
    for (const auto& [name, value] : params) {
      if (name == "use") use = textOf(value);
      else if (name == "maxdepth") {
        made.counts = true;
        number(value, made.maxdepth, made);
      } else defer(name, value, made);
    }
    references_.emplace_back(&made, use);
    return &made;
  }

  void resolve(LazyRef& ref, const std::string& use) {
    for (std::size_t i = 0; i < schema_.aliases_.size(); ++i) {
      if (schema_.aliases_[i].name != use) continue;
      ref.alias = static_cast<std::uint32_t>(i);
      ref.target = schema_.aliases_[i].node;
      return;
    }
    ref.kind = Kind::deferred;
  }

  Node* dict(dom::object params) {
    Dict& made = *add<Dict>();
    for (const auto& [name, value] : params) {
      if (name == "schema") members(value, made);
      else if (name == "nullable") made.nullable = isTrue(value);
      else if (name == "minlen") number(value, made.lengths.minlen, made), made.lengths.given = true;
      else if (name == "maxlen") number(value, made.lengths.maxlen, made), made.lengths.given = true;
      else if (name == "extra") {
        std::vector<const Node*> pair;
        nodes(value, pair);
        if (pair.size() != 2) {
          sound_ = false;
        } else {
          made.extraKey = pair[0];
          made.extraValue = pair[1];
        }
      } else if (name == "defaults") defaults(value, made);
      else if (name == "optional") eachKey(value, made, [](Dict::Key& key) { key.required = false; });
      else if (name == "dispose") dispose(value, made);
      // JSON has no mappings with many values for a key.
      else if (name != "multikeys") defer(name, value, made);
    }
    return &made;
  }

  // Calls `visit` with the name and the value of each member, also when an object is spelled out as entries.
  template <class Visit>
  void eachMember(dom::element object, Visit visit) {
    dom::object members;
    if (isTagged(object, "object")) {
      dom::array entries;
      if (object["entries"].get_array().get(entries) != simdjson::SUCCESS) {
        sound_ = false;
        return;
      }
      for (const dom::element entry : entries) {
        dom::element key;
        dom::element value;
        if (entry.at(0).get(key) != simdjson::SUCCESS || entry.at(1).get(value) != simdjson::SUCCESS) sound_ = false;
        else visit(textOf(key), value);
      }
    } else if (object.get_object().get(members) == simdjson::SUCCESS) {
      for (const auto& [key, value] : members) visit(std::string(key), value);
    } else {
      sound_ = false;
    }
  }

  void members(dom::element schema, Dict& dict) {
    eachMember(schema, [&](const std::string& key, dom::element dump) {
      dict.keys.emplace_back(key, node(dump));
      dict.keys.back().required = true;
      dict.table.add(key);
      std::uint64_t index;
      // Objects have such keys in another order than the text.
      if (arrayIndex(key, index)) dict.kind = Kind::deferred;
    });
  }

  void defaults(dom::element values, Dict& dict) {
    eachMember(values, [&](const std::string& name, dom::element value) {
      const std::int32_t index = dict.table.find(name);
      if (index < 0) return;
      Dict::Key& key = dict.keys[static_cast<std::size_t>(index)];
      key.required = false;
      key.hasDefault = true;
      key.unsure = value.is_object() || value.is_array();
    });
  }

  template <class Visit>
  void eachKey(dom::element names, Dict& dict, Visit visit) {
    dom::array items;
    if (names.get_array().get(items) != simdjson::SUCCESS) {
      sound_ = false;
      return;
    }
    for (const dom::element item : items) {
      const std::int32_t index = dict.table.find(textOf(item));
      if (index >= 0) visit(dict.keys[static_cast<std::size_t>(index)]);
    }
  }

  void dispose(dom::element names, Dict& dict) {
    dom::array items;
    if (names.get_array().get(items) != simdjson::SUCCESS) return;
    for (const dom::element item : items) {
      const std::string name = textOf(item);
      if (dict.table.find(name) >= 0) continue;
      dict.keys.emplace_back(name, nullptr);
      dict.table.add(name);
    }
    eachKey(names, dict, [](Dict::Key& key) { key.disposed = true; });
  }

  // A parameter that asks for nothing is no reason to defer.
  void defer(std::string_view name, dom::element value, Node& node) {
    if (name == "__class__" || value.is_null() || (value.is_bool() && !isTrue(value))) return;
    node.kind = Kind::deferred;
  }

  Schema& schema_;
  std::vector<std::pair<LazyRef*, std::string>> references_;
  bool sound_ = true;
};

std::unique_ptr<Schema> Schema::compile(Bytes text) {
  dom::parser parser;
  dom::element plan;
  if (parser.parse(text.data(), text.size()).get(plan) != simdjson::SUCCESS) return nullptr;
  auto schema = std::make_unique<Schema>();
  if (!DumpReader(*schema).read(plan)) return nullptr;
  schema->settle();
  return schema;
}

}  // namespace validlib
