// What reads the dump of a validator: a function for each class. A class this side does not know, and a parameter it
// cannot follow, makes the validator a deferred one. Only dump.cpp includes this.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../schema.hpp"
#include "../validators/index.hpp"
#include "values.hpp"

namespace validlib::dump {

class Reader {
 public:
  explicit Reader(Schema& schema) : schema_(schema) {}

  bool read(element plan);

 private:
  Node* node(element dump);
  // One that the text has had before.
  Node* known(element dump);
  Node* unknown();
  void resolve(LazyRef& ref, const std::string& use);

  // One function for each class reads what it knows of the parameters, in their order: scalars.hpp.
  Node* boolean(object params);
  Node* constant(object params);
  bool read(element value, Datum& into);
  Node* floating(object params);
  Node* integer(object params);
  Node* bigInteger(object params);
  Node* moment(object params, Parts parts);
  Node* string(object params);

  // Those of validators with members: members.hpp.
  Node* allOf(object params);
  Node* dict(object params);
  Node* lazyRef(object params);
  Node* list(object params);
  Node* oneOf(object params);
  std::unique_ptr<Tags> tags(object params, const std::string& key, OneOf& made);
  Node* set(object params);
  void items(object params, List& made);
  Node* tuple(object params);

  template <class T>
  T* add() {
    auto owned = std::make_unique<T>();
    T* const node = owned.get();
    node->id = static_cast<std::uint32_t>(schema_.nodes_.size());
    schema_.nodes_.push_back(std::move(owned));
    return node;
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

}  // namespace validlib::dump
