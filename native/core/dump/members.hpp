// Dumps of validators with members: containers, pipelines, references. Only dump.cpp includes this.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "reader.hpp"

namespace validlib::dump {

inline Node* Reader::allOf(object params) {
  auto& made = *add<AllOf>();
  knows(params, made, {"steps"});
  members(params, "steps", made.steps);
  sound_ &= !made.steps.empty();
  return &made;
}

inline Node* Reader::dict(object params) {
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

inline Node* Reader::lazyRef(object params) {
  auto& made = *add<LazyRef>();
  knows(params, made, {"use", "maxdepth"});
  made.counts = number(params, "maxdepth", made.maxdepth, made);
  element use;
  references_.emplace_back(&made, params["use"].get(use) == SUCCESS ? textOf(use) : "");
  return &made;
}

inline Node* Reader::list(object params) {
  auto& made = *add<List>();
  knows(params, made, {"item", "nullable", "minlen", "maxlen", "unique"});
  items(params, made);
  made.unique = flag(params, "unique");
  return &made;
}

inline Node* Reader::oneOf(object params) {
  auto& made = *add<OneOf>();
  knows(params, made, {"steps", "nullable", "discriminator", "tags"});
  members(params, "steps", made.steps);
  sound_ &= !made.steps.empty();
  element key;
  if (params["discriminator"].get(key) == SUCCESS && !key.is_null()) made.tags = tags(params, textOf(key), made);
  return &made;
}

// [[tag, number of the step], ...]
inline std::unique_ptr<Tags> Reader::tags(object params, const std::string& key, OneOf& made) {
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

inline Node* Reader::set(object params) {
  auto& made = *add<Set>();
  knows(params, made, {"item", "nullable", "minlen", "maxlen"});
  items(params, made);
  return &made;
}

// What List and Set have in common.
inline void Reader::items(object params, List& made) {
  element item;
  if (params["item"].get(item) == SUCCESS) made.item = node(item);
  sound_ &= made.item != nullptr;
  lengths(params, made.lengths, made);
}

inline Node* Reader::tuple(object params) {
  auto& made = *add<Tuple>();
  knows(params, made, {"items", "nullable"});
  members(params, "items", made.items);
  return &made;
}

}  // namespace validlib::dump
