// The validators of one dump and of the targets of its references, ready for a walk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "json/text.hpp"
#include "node.hpp"
#include "pattern.hpp"

namespace validlib {

namespace dump {
class Reader;
}

class Schema {
 public:
  // Reads `{"root": dump, "aliases": {alias: dump}, "properties": those of characters}`, the last if patterns need any;
  // null if the text has another form, or if there is not enough memory.
  static std::unique_ptr<Schema> compile(Bytes text) noexcept;

  const Node& root() const noexcept { return *root_; }
  // By id: the order of the validators in the text.
  const std::vector<std::unique_ptr<Node>>& nodes() const noexcept { return nodes_; }
  std::size_t aliasCount() const noexcept { return aliases_.size(); }
  // Steps of all pipelines.
  std::size_t stepCount() const noexcept { return stepCount_; }
  // Values may reach a validator that only TypeScript can check.
  bool delegates() const noexcept { return delegates_; }

 private:
  friend class dump::Reader;

  struct Alias {
    std::string name;
    const Node* node;
  };

  // Decides which validators TypeScript must check.
  void settle();
  // Sets the weights of aliases for references with a `maxdepth`.
  void weigh();

  std::vector<std::unique_ptr<Node>> nodes_;
  // Each once; null for those that only JavaScript can run.
  std::vector<std::unique_ptr<const Pattern>> patterns_;
  std::vector<Alias> aliases_;
  const Node* root_ = nullptr;
  std::size_t stepCount_ = 0;
  bool delegates_ = false;
};

}  // namespace validlib
