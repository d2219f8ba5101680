// Dumps of validators, as src/schemas/dump.ts and src/native/plan.ts write them: a plan, and who reads which class.

#include <algorithm>
#include <memory>
#include <new>
#include <string>

#include "dump/members.hpp"
#include "dump/reader.hpp"
#include "dump/scalars.hpp"
#include "schema.hpp"

namespace validlib {

namespace dump {

inline bool Reader::read(element plan) {
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

inline Node* Reader::node(element dump) {
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

// One that the text has had before.
inline Node* Reader::known(element dump) {
  std::uint64_t id;
  if (dump["id"].get(id) == SUCCESS && id < schema_.nodes_.size()) return schema_.nodes_[id].get();
  sound_ = false;
  return unknown();
}

inline Node* Reader::unknown() {
  Node* const node = add<Any>();
  node->kind = Kind::deferred;
  return node;
}

inline void Reader::resolve(LazyRef& ref, const std::string& use) {
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

}  // namespace dump

std::unique_ptr<Schema> Schema::compile(Bytes text) noexcept {
  try {
    simdjson::dom::parser parser;
    dump::element plan;
    if (parser.parse(text.data(), text.size()).get(plan) != dump::SUCCESS) return nullptr;
    auto schema = std::make_unique<Schema>();
    if (!dump::Reader(*schema).read(plan)) return nullptr;
    schema->settle();
    return schema;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace validlib
