// The parameters of one validator in its dump.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../node.hpp"
#include "parameters.hpp"
#include "values.hpp"

namespace validlib {

struct LazyRef;

namespace dump {

class Reader;

// Reading a parameter marks it as known. A validator with a parameter that its class has not read is delegated, unless
// native/parameters.json says that it has no effect: so a new parameter of the TypeScript side is never ignored. Dumps
// omit parameters that are at their defaults.
class Params {
 public:
  Params(object given, Class which, Node& node, Reader& reader)
      : given_(given), parameters_(parametersOf(which)), node_(node), reader_(reader) {}

  // Returns whether the parameter is present.
  bool find(const char* name, element& value) {
    read_.emplace_back(name);
    return given_[name].get(value) == SUCCESS;
  }

  // Parameters without effect on this validator.
  void ignore(std::initializer_list<std::string_view> names) { read_.insert(read_.end(), names); }

  // TypeScript must check the values of this validator.
  void delegate() noexcept { node_.kind = Kind::delegated; }

  // Rejects the text, because it is not a dump.
  void reject() noexcept;

  bool flag(const char* name) {
    element value;
    return find(name, value) && isTrue(value);
  }

  // Empty if it is missing.
  std::string text(const char* name) {
    element value;
    return find(name, value) ? textOf(value) : std::string();
  }

  // The next three return whether the parameter is present; one that cannot be read delegates the validator.
  bool number(const char* name, double& into) {
    return take(name, [&into](element value) { return numberIn(value, into); });
  }
  bool decimal(const char* name, ScaledDecimal& into) {
    return take(name, [&into](element value) { return decimalOf(value, into); });
  }
  bool bigint(const char* name, std::string& into) {
    return take(name, [&into](element value) { return bigintOf(value, into); });
  }

  void instant(const char* name, Instant& into) {
    take(name, [&into](element value) { return instantOf(value, into); });
  }

  void lengths(Lengths& lengths) {
    double min = lengths.minlen;
    double max = lengths.maxlen;
    const bool least = number("minlen", min);
    const bool most = number("maxlen", max);
    if (least || most) lengths = Lengths(min, max);
  }

  // Null if there is none, or if only JavaScript can run it.
  const Pattern* pattern(const char* name);
  // Null if only JavaScript can run it.
  const Pattern* pattern(element value);

  template <class Visit>
  void eachItem(const char* name, Visit visit) {
    element value;
    array items;
    if (!find(name, value)) return;
    if (value.get_array().get(items) != SUCCESS) return reject();
    for (const element item : items) visit(item);
  }

  template <class Visit>
  void eachMember(const char* name, Visit visit) {
    element value;
    if (find(name, value) && !eachEntry(value, visit)) reject();
  }

  // The validator of a dump.
  const Node* node(element dump);

  // Null if it is missing.
  const Node* member(const char* name) {
    element value;
    return find(name, value) ? node(value) : nullptr;
  }

  std::vector<const Node*> members(const char* name) {
    std::vector<const Node*> all;
    eachItem(name, [&](element dump) { all.push_back(node(dump)); });
    return all;
  }

  // Finds the target of a reference after all aliases are known.
  void resolve(LazyRef& reference, const std::string& use);

  // Call it when the class has read all parameters that it knows.
  void finish() {
    for (const auto& [name, _] : given_) {
      if (name != "__class__" && !isKnown(name)) delegate();
    }
    const auto isGiven = [this](std::string_view name) {
      element value;
      return name.empty() || given_[name].get(value) == SUCCESS;
    };
    for (const Together& names : parameters_.together) {
      if (std::all_of(names.begin(), names.end(), isGiven)) delegate();
    }
  }

 private:
  bool isKnown(std::string_view name) const {
    const auto has = [name](const auto& names) { return std::find(names.begin(), names.end(), name) != names.end(); };
    return has(read_) || has(parameters_.ignored);
  }

  template <class Read>
  bool take(const char* name, Read read) {
    element value;
    if (!find(name, value)) return false;
    if (!read(value)) delegate();
    return true;
  }

  object given_;
  Parameters parameters_;
  Node& node_;
  Reader& reader_;
  std::vector<std::string_view> read_;
};

}  // namespace dump
}  // namespace validlib
