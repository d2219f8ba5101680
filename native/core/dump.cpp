// Reads dumps of validators, as written by src/core/schemas/dump.ts and src/engines/native/plan.ts.

#include <algorithm>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "dump/params.hpp"
#include "schema.hpp"
#include "validators/index.hpp"

namespace validlib {

namespace dump {

class Reader {
 public:
  explicit Reader(Schema& schema) : schema_(schema) {}

  // False if the text is not a plan.
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

  const Node* node(element dump) {
    object given;
    element name;
    if (isEncoded(dump, "validator")) return known(dump);
    const bool sound = dump.get_object().get(given) == SUCCESS && given["__class__"].get(name) == SUCCESS;
    sound_ &= sound;
    Class which;
    if (!sound || !classNamed(textOf(name), which)) return unknown();
    Node* const made = make(which, given);
    Params params(given, which, *made, *this);
    made->read(params);
    params.finish();
    return made;
  }

 private:
  friend class Params;

  Node* make(Class which, object given) {
    switch (which) {
      case Class::AllOf: return add<AllOf>();
      case Class::Any: return add<Any>();
      case Class::Bool: return add<Bool>();
      case Class::Closed: return add<Closed>();
      case Class::Const: return add<Const>();
      case Class::Date: return add<Moment>(Parts::date);
      case Class::Datetime: return add<Moment>(Parts::datetime);
      case Class::Dict: return add<Dict>();
      case Class::Float: return add<Float>();
      case Class::If: return add<If>();
      case Class::Int: return isBig(given) ? static_cast<Node*>(add<BigInt>()) : add<Int>();
      case Class::LazyRef: return add<LazyRef>();
      case Class::List: return add<List>();
      case Class::Not: return add<Not>();
      case Class::OneOf: return add<OneOf>();
      case Class::Set: return add<Set>();
      case Class::Str: return add<Str>();
      case Class::Time: return add<Moment>(Parts::time);
      case Class::Tuple: return add<Tuple>();
    }
    return unknown();
  }

  static bool isBig(object given) {
    element flag;
    return given["bigint"].get(flag) == SUCCESS && isTrue(flag);
  }

  template <class T, class... Args>
  T* add(Args... args) {
    auto owned = std::make_unique<T>(args...);
    T* const node = owned.get();
    node->id = static_cast<std::uint32_t>(schema_.nodes_.size());
    schema_.nodes_.push_back(std::move(owned));
    return node;
  }

  // A validator that has occurred in the text before.
  const Node* known(element dump) {
    std::uint64_t id;
    if (dump["id"].get(id) == SUCCESS && id < schema_.nodes_.size()) return schema_.nodes_[id].get();
    sound_ = false;
    return unknown();
  }

  // A validator that only TypeScript can check.
  Node* unknown() {
    Node* const node = add<Any>();
    node->kind = Kind::delegated;
    return node;
  }

  // Null if only JavaScript can run it. A pattern that occurs again is compiled once.
  const Pattern* pattern(element value) {
    std::string source;
    std::string flags;
    if (!patternOf(value, source, flags)) return nullptr;
    const std::string key = flags + '/' + source;
    const std::int32_t known = expressions_.find(key);
    if (known >= 0) return schema_.patterns_[static_cast<std::size_t>(known)].get();
    expressions_.add(key);
    schema_.patterns_.push_back(Pattern::compile(source, flags, properties_));
    return schema_.patterns_.back().get();
  }

  void resolve(LazyRef& ref, const std::string& use) {
    const auto& aliases = schema_.aliases_;
    const auto named = [&use](const Schema::Alias& alias) { return alias.name == use; };
    const auto found = std::find_if(aliases.begin(), aliases.end(), named);
    if (found == aliases.end()) {
      ref.kind = Kind::delegated;
    } else {
      ref.alias = static_cast<std::uint32_t>(found - aliases.begin());
      ref.target = found->node;
    }
  }

  Schema& schema_;
  Properties properties_;
  // The flags and sources of the patterns of the schema.
  KeyTable expressions_;
  std::vector<std::pair<LazyRef*, std::string>> references_;
  bool sound_ = true;
};

void Params::reject() noexcept { reader_.sound_ = false; }

const Node* Params::node(element dump) { return reader_.node(dump); }

void Params::resolve(LazyRef& reference, const std::string& use) { reader_.references_.emplace_back(&reference, use); }

const Pattern* Params::pattern(const char* name) {
  element value;
  return find(name, value) ? pattern(value) : nullptr;
}

const Pattern* Params::pattern(element value) {
  const Pattern* const pattern = reader_.pattern(value);
  if (pattern == nullptr) delegate();
  return pattern;
}

}  // namespace dump

std::unique_ptr<Schema> Schema::compile(Bytes text) noexcept {
  const auto read = [text]() -> std::unique_ptr<Schema> {
    dump::parser parser;
    dump::element plan;
    if (parser.parse(text.data(), text.size()).get(plan) != dump::SUCCESS) return nullptr;
    auto schema = std::make_unique<Schema>();
    if (!dump::Reader(*schema).read(plan)) return nullptr;
    schema->settle();
    return schema;
  };
#if defined(__cpp_exceptions)
  try {
    return read();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
#else
  // WebAssembly: without memory the module traps, and JavaScript drops it.
  return read();
#endif
}

}  // namespace validlib
