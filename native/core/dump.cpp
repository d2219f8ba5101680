// Dumps of validators, as src/schemas/dump.ts and src/native/plan.ts write them. A class this side does not know, and a
// parameter it cannot follow, makes the validator a deferred one.

#include <algorithm>
#include <initializer_list>
#include <new>
#include <utility>

#include "dump-values.hpp"
#include "schema.hpp"
#include "validators/index.hpp"

namespace validlib {

using namespace dump;

class DumpReader {
 public:
  explicit DumpReader(Schema& schema) : schema_(schema) {}

  bool read(element plan) {
    element root;
    object aliases;
    if (plan["root"].get(root) != SUCCESS || plan["aliases"].get_object().get(aliases) != SUCCESS) return false;
    element properties;
    if (plan["properties"].get(properties) == SUCCESS && !propertiesOf(properties, properties_)) return false;
    schema_.root_ = node(root);
    for (const auto& [name, dump] : aliases) schema_.aliases_.push_back({std::string(name), node(dump)});
    for (const auto& [ref, alias] : references_) resolve(*ref, alias);
    return sound_;
  }

 private:
  Node* node(element dump) {
    object params;
    element name;
    if (isEncoded(dump, "validator")) return known(dump);
    if (dump.get_object().get(params) != SUCCESS || params["__class__"].get(name) != SUCCESS) {
      sound_ = false;
      return unknown();
    }
    const std::string kind = textOf(name);
    if (kind == "AllOf") return allOf(params);
    if (kind == "Any") return add<Any>();
    if (kind == "Bool") return boolean(params);
    if (kind == "Const") return constant(params);
    if (kind == "Date") return moment(params, Parts::date);
    if (kind == "Datetime") return moment(params, Parts::datetime);
    if (kind == "Dict") return dict(params);
    if (kind == "Float") return floating(params);
    if (kind == "Int") return integer(params);
    if (kind == "LazyRef") return lazyRef(params);
    if (kind == "List") return list(params);
    if (kind == "OneOf") return oneOf(params);
    if (kind == "Set") return set(params);
    if (kind == "Str") return string(params);
    if (kind == "Time") return moment(params, Parts::time);
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

  // One that the text has had before.
  Node* known(element dump) {
    std::uint64_t id;
    if (dump["id"].get(id) == SUCCESS && id < schema_.nodes_.size()) return schema_.nodes_[id].get();
    sound_ = false;
    return unknown();
  }

  Node* unknown() {
    Node* const node = add<Any>();
    node->kind = Kind::deferred;
    return node;
  }

  // One function for each class reads what it knows of the parameters, in their order.

  Node* allOf(object params) {
    auto& made = *add<AllOf>();
    knows(params, made, {"steps"});
    members(params, "steps", made.steps);
    sound_ &= !made.steps.empty();
    return &made;
  }

  Node* boolean(object params) {
    auto& made = *add<Bool>();
    knows(params, made, {"nullable", "coerce_str", "coerce_int"});
    made.coerceStr = flag(params, "coerce_str");
    made.coerceInt = flag(params, "coerce_int");
    return &made;
  }

  Node* constant(object params) {
    auto& made = *add<Const>();
    element value;
    if (params["value"].get(value) != SUCCESS || !read(value, made.value))
      made.kind = Kind::deferred;
    else if (made.value.isContainer())
      made.kind = Kind::structure;
    return &made;
  }

  // Data without anything that JSON has no form for; objects are spelled out as entries, as their keys may be any.
  bool read(element value, Datum& into) {
    bool sound = true;
    array items;
    if (value.is_null()) {
      into.type = Datum::Type::null;
    } else if (value.is_bool()) {
      into.type = isTrue(value) ? Datum::Type::yes : Datum::Type::no;
    } else if (value.is_string()) {
      into.type = Datum::Type::string;
      into.string = textOf(value);
    } else if (value.get_array().get(items) == SUCCESS) {
      into.type = Datum::Type::array;
      for (const element item : items) sound &= read(item, into.members.emplace_back());
    } else if (isEncoded(value, "object")) {
      into.type = Datum::Type::object;
      eachItem(value.get_object().value_unsafe(), "entries", [&](element entry) {
        element key;
        element member;
        if (entry.at(0).get(key) == SUCCESS && entry.at(1).get(member) == SUCCESS) {
          into.keys.add(textOf(key));
          sound &= read(member, into.members.emplace_back());
        } else {
          sound = false;
        }
      });
    } else {
      into.type = Datum::Type::number;
      sound = numberIn(value, into.number);
    }
    return sound;
  }

  Node* floating(object params) {
    auto& made = *add<Float>();
    // A number too great is left to the reference engine: only strings are what `nan` and `inf` speak of.
    knows(params, made,
          {"nullable", "coerce", "nan", "inf", "min", "max", "exclusive_min", "exclusive_max", "multiple_of"});
    made.coerce = flag(params, "coerce");
    made.nan = flag(params, "nan");
    made.inf = flag(params, "inf");
    range(params, made.range, made);
    // Greater than one number is no less than the next one.
    const double infinity = std::numeric_limits<double>::infinity();
    double limit = 0;
    if (number(params, "exclusive_min", limit, made)) made.range.raise(beyond(limit, infinity));
    if (number(params, "exclusive_max", limit, made)) made.range.lower(beyond(limit, -infinity));
    // Python writes numbers in more ways than JSON does.
    if (decimal(params, "multiple_of", made.multiple, made) && made.coerce) made.kind = Kind::deferred;
    return &made;
  }

  Node* integer(object params) {
    if (flag(params, "bigint")) return bigInteger(params);
    auto& made = *add<Int>();
    knows(params, made,
          {"nullable", "coerce", "min", "max", "exclusive_min", "exclusive_max", "multiple_of", "options"});
    made.coerce = flag(params, "coerce");
    double limit = 0;
    if (number(params, "min", limit, made)) made.range.raise(limit);
    if (number(params, "max", limit, made)) made.range.lower(limit);
    if (number(params, "exclusive_min", limit, made)) made.range.raise(limit + 1);
    if (number(params, "exclusive_max", limit, made)) made.range.lower(limit - 1);
    number(params, "multiple_of", made.multiple, made);
    eachItem(params, "options", [&](element option) {
      if (!numberIn(option, made.options.emplace_back())) made.kind = Kind::deferred;
    });
    made.prepare();
    return &made;
  }

  Node* bigInteger(object params) {
    auto& made = *add<BigInt>();
    knows(params, made,
          {"nullable", "coerce", "bigint", "min", "max", "exclusive_min", "exclusive_max", "multiple_of", "options"});
    made.coerce = flag(params, "coerce");
    const auto read = [&made](element value, std::vector<BigInt::Value>& into) {
      element text;
      const bool sound = isEncoded(value, "bigint") && value["text"].get(text) == SUCCESS && !textOf(text).empty();
      if (sound)
        into.emplace_back(textOf(text));
      else
        made.kind = Kind::deferred;
    };
    element limit;
    if (params["min"].get(limit) == SUCCESS) read(limit, made.min);
    if (params["max"].get(limit) == SUCCESS) read(limit, made.max);
    if (params["exclusive_min"].get(limit) == SUCCESS) read(limit, made.exclusiveMin);
    if (params["exclusive_max"].get(limit) == SUCCESS) read(limit, made.exclusiveMax);
    if (params["multiple_of"].get(limit) == SUCCESS) {
      std::vector<BigInt::Value> multiple;
      read(limit, multiple);
      if (multiple.empty() || !digitsOf(multiple[0].text, made.multiple)) made.kind = Kind::deferred;
    }
    eachItem(params, "options", [&](element option) { read(option, made.options); });
    return &made;
  }

  Node* lazyRef(object params) {
    auto& made = *add<LazyRef>();
    knows(params, made, {"use", "maxdepth"});
    made.counts = number(params, "maxdepth", made.maxdepth, made);
    element use;
    references_.emplace_back(&made, params["use"].get(use) == SUCCESS ? textOf(use) : "");
    return &made;
  }

  void resolve(LazyRef& ref, const std::string& use) {
    const auto& aliases = schema_.aliases_;
    const auto named = [&use](const Schema::Alias& alias) { return alias.name == use; };
    const auto found = std::find_if(aliases.begin(), aliases.end(), named);
    if (found == aliases.end()) {
      ref.kind = Kind::deferred;
    } else {
      ref.alias = static_cast<std::uint32_t>(found - aliases.begin());
      ref.target = found->node;
    }
  }

  Node* list(object params) {
    auto& made = *add<List>();
    knows(params, made, {"item", "nullable", "minlen", "maxlen", "unique"});
    items(params, made);
    made.unique = flag(params, "unique");
    return &made;
  }

  Node* set(object params) {
    auto& made = *add<Set>();
    knows(params, made, {"item", "nullable", "minlen", "maxlen"});
    items(params, made);
    return &made;
  }

  // What List and Set have in common.
  void items(object params, List& made) {
    element item;
    if (params["item"].get(item) == SUCCESS) made.item = node(item);
    sound_ &= made.item != nullptr;
    lengths(params, made.lengths, made);
  }

  // Date, Time and Datetime.
  Node* moment(object params, Parts parts) {
    auto& made = *add<Moment>();
    // What it is returned as, JavaScript knows.
    knows(params, made, {"nullable", "format", "min", "max", "tz", "as"});
    made.parts = parts;
    const std::string format = text(params, "format");
    made.format = format == "rfc3339" ? NamedFormat::rfc3339 : NamedFormat::iso;
    if (format != "rfc3339" && format != "iso") made.kind = Kind::deferred;
    made.aware = parts == Parts::datetime && (format == "rfc3339" || !text(params, "tz").empty());
    instant(params, "min", made.min, made);
    instant(params, "max", made.max, made);
    return &made;
  }

  Node* oneOf(object params) {
    auto& made = *add<OneOf>();
    knows(params, made, {"steps", "nullable", "discriminator", "tags"});
    members(params, "steps", made.steps);
    sound_ &= !made.steps.empty();
    element key;
    if (params["discriminator"].get(key) == SUCCESS && !key.is_null()) made.tags = tags(params, textOf(key), made);
    return &made;
  }

  // [[tag, number of the step], ...]
  std::unique_ptr<Tags> tags(object params, const std::string& key, OneOf& made) {
    auto tags = std::make_unique<Tags>();
    tags->key = key;
    eachItem(params, "tags", [&](element entry) {
      element tag;
      std::uint64_t index = 0;
      double number = 0;
      const bool sound = entry.at(0).get(tag) == SUCCESS && entry.at(1).get(index) == SUCCESS;
      if (!sound || index >= made.steps.size()) {
        sound_ = false;
        return;
      }
      const auto step = static_cast<std::int32_t>(index);
      if (tag.is_string())
        tags->add(textOf(tag), step);
      else if (tag.is_null())
        tags->addNull(step);
      else if (tag.is_bool())
        tags->add(isTrue(tag), step);
      else if (numberIn(tag, number))
        tags->add(number, step);
      else
        made.kind = Kind::deferred;
    });
    return tags;
  }

  Node* string(object params) {
    auto& made = *add<Str>();
    // JSON has no bytes to decode, and an automaton never backtracks.
    knows(params, made,
          {"nullable", "encoding", "strip", "normspace", "case", "minlen", "maxlen", "pattern", "backtrack", "format",
           "options"});
    made.normalizes = flag(params, "normspace");
    made.strips = made.normalizes || flag(params, "strip");
    const std::string letters = text(params, "case");
    if (letters == "lower")
      made.letters = Letters::lower;
    else if (letters == "upper")
      made.letters = Letters::upper;
    else if (!letters.empty())
      made.kind = Kind::deferred;
    lengths(params, made.lengths, made);
    element pattern;
    if (params["pattern"].get(pattern) == SUCCESS) {
      made.pattern = patternOf(pattern, properties_);
      if (made.pattern == nullptr) made.kind = Kind::deferred;
    }
    const std::string format = text(params, "format");
    made.format = formatNamed(format);
    made.formatExceptions = exceptionsOf(format);
    if (made.format == nullptr && !format.empty()) made.kind = Kind::deferred;
    eachItem(params, "options", [&](element option) {
      made.options.add(textOf(option));
      made.hasOptions = true;
    });
    made.prepare();
    return &made;
  }

  Node* tuple(object params) {
    auto& made = *add<Tuple>();
    knows(params, made, {"items", "nullable"});
    members(params, "items", made.items);
    return &made;
  }

  Node* dict(object params) {
    auto& made = *add<Dict>();
    // JSON has no mappings with many values for a key.
    knows(params, made,
          {"schema", "nullable", "minlen", "maxlen", "extra", "unknown", "defaults", "optional", "dispose", "multikeys",
           "skip_blank"});
    made.skipsBlank = flag(params, "skip_blank");
    eachMember(params, "schema", [&](const std::string& key, element dump) {
      made.keys.emplace_back(key, node(dump)).required = true;
      made.table.add(key);
      std::uint64_t index;
      // Objects have such keys in another order than the text.
      if (arrayIndex(key, index)) made.kind = Kind::deferred;
    });
    lengths(params, made.lengths, made);
    std::vector<const Node*> extra;
    members(params, "extra", extra);
    if (extra.size() == 2) {
      made.extraKey = extra[0];
      made.extraValue = extra[1];
    }
    element unknown;
    if (params["unknown"].get(unknown) == SUCCESS) {
      const std::string what = textOf(unknown);
      if (what == "strip") made.unknown = Dict::Unknown::strip;
      if (what == "keep") made.unknown = Dict::Unknown::keep;
    }
    eachMember(params, "defaults", [&](const std::string& name, element value) {
      const std::int32_t index = made.table.find(name);
      if (index < 0) return;
      Member& key = made.keys[static_cast<std::size_t>(index)];
      key.required = false;
      key.hasDefault = true;
      key.defersDefault = value.is_object() || value.is_array();
    });
    eachItem(params, "optional", [&](element name) {
      const std::int32_t index = made.table.find(textOf(name));
      if (index >= 0) made.keys[static_cast<std::size_t>(index)].required = false;
    });
    eachItem(params, "dispose", [&](element item) {
      const std::string name = textOf(item);
      if (made.table.find(name) < 0) {
        made.keys.emplace_back(name, nullptr);
        made.table.add(name);
      }
      made.keys[static_cast<std::size_t>(made.table.find(name))].disposed = true;
    });
    if (!made.prepare()) made.kind = Kind::deferred;
    return &made;
  }

  // Any other parameter defers the validator, unless it asks for nothing.
  void knows(object params, Node& node, std::initializer_list<std::string_view> names) {
    for (const auto& [name, value] : params) {
      if (name == "__class__" || value.is_null() || (value.is_bool() && !isTrue(value))) continue;
      if (std::find(names.begin(), names.end(), name) == names.end()) node.kind = Kind::deferred;
    }
    node.nullable = flag(params, "nullable");
  }

  template <class Visit>
  void eachItem(object params, const char* name, Visit visit) {
    element value;
    array items;
    if (params[name].get(value) != SUCCESS) return;
    if (value.get_array().get(items) != SUCCESS)
      sound_ = false;
    else
      for (const element item : items) visit(item);
  }

  void members(object params, const char* name, std::vector<const Node*>& into) {
    eachItem(params, name, [&](element dump) { into.push_back(node(dump)); });
  }

  // Names and values of an object, also of one that is spelled out as entries.
  template <class Visit>
  void eachMember(object params, const char* name, Visit visit) {
    element value;
    object all;
    if (params[name].get(value) != SUCCESS) return;
    if (isEncoded(value, "object")) {
      eachItem(value.get_object().value_unsafe(), "entries", [&](element entry) {
        element key;
        element member;
        if (entry.at(0).get(key) != SUCCESS || entry.at(1).get(member) != SUCCESS)
          sound_ = false;
        else
          visit(textOf(key), member);
      });
    } else if (value.get_object().get(all) == SUCCESS) {
      for (const auto& [key, member] : all) visit(std::string(key), member);
    } else {
      sound_ = false;
    }
  }

  Schema& schema_;
  Properties properties_;
  std::vector<std::pair<LazyRef*, std::string>> references_;
  bool sound_ = true;
};

std::unique_ptr<Schema> Schema::compile(Bytes text) noexcept {
  try {
    simdjson::dom::parser parser;
    element plan;
    if (parser.parse(text.data(), text.size()).get(plan) != SUCCESS) return nullptr;
    auto schema = std::make_unique<Schema>();
    if (!DumpReader(*schema).read(plan)) return nullptr;
    schema->settle();
    return schema;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace validlib
