// The depth of a walk: levels of the text, schema depth, references, and stack.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "buffer.hpp"
#include "stack.hpp"

namespace validlib {

class Nesting {
 public:
  // The maximum depth of a walk, whatever the limits allow.
  static constexpr std::uint32_t deepest = 1024;
  // Schema depth, the number of nested validators, is limited to this many times the depth of the text, and to this
  // maximum; as in src/core/report/report.ts.
  static constexpr std::uint32_t schemaDepthPerLevel = 4;
  static constexpr std::uint32_t greatestSchemaDepth = 2052;

  // By alias: the depth of references with a `maxdepth`. There is room for those of the schema.
  Buffer<std::uint32_t> references;
  // The greatest of them on the path to the current value.
  std::uint32_t referenceDepth = 0;
  // All of them in one number; see `LazyRef::weight`.
  std::uint32_t referenceSum = 0;

  void begin(std::uint32_t maxDepth) noexcept {
    for (std::uint32_t& depth : references) depth = 0;
    referenceDepth = referenceSum = 0;
    maxDepth_ = std::min(maxDepth, deepest);
    maxSchemaDepth_ = std::min(schemaDepthPerLevel * (maxDepth_ + 1), greatestSchemaDepth);
    depth_ = schemaDepth_ = deepestSchema_ = 0;
    stackFloor_ = stack_.floor(stackPointer());
  }

  // Moves the walk to the current thread.
  void moveHere() noexcept { stack_ = Stack(); }

  // Counts one more level of schema depth, and `levels` levels of the text; false if that is too deep, which ends the
  // walk. Otherwise call `exit` with the same argument.
  bool enter(std::uint32_t levels) noexcept {
    depth_ += levels;
    return depth_ <= maxDepth_ && (++schemaDepth_ <= deepestSchema_ || raise()) && stackPointer() > stackFloor_;
  }
  void exit(std::uint32_t levels) noexcept {
    depth_ -= levels;
    --schemaDepth_;
  }

  std::uint32_t depth() const noexcept { return depth_; }
  std::uint32_t schemaDepth() const noexcept { return schemaDepth_; }
  // True if one more level may contain `more` others.
  bool allows(std::uint32_t more) const noexcept { return depth_ + more < maxDepth_; }

  // The schema depth that `act` adds.
  template <class Act>
  std::uint32_t schemaDepthOf(Act act) noexcept {
    const std::uint32_t most = deepestSchema_;
    deepestSchema_ = schemaDepth_;
    act();
    const std::uint32_t schemaDepth = deepestSchema_ - schemaDepth_;
    deepestSchema_ = std::max(most, deepestSchema_);
    return schemaDepth;
  }
  // Accounts for a memoized value of that schema depth; false if it is too deep.
  bool revisit(std::uint32_t schemaDepth) noexcept {
    if (schemaDepth_ + schemaDepth > maxSchemaDepth_) return false;
    deepestSchema_ = std::max(deepestSchema_, schemaDepth_ + schemaDepth);
    return true;
  }

 private:
  // The schema depth exceeds its previous maximum.
  bool raise() noexcept {
    deepestSchema_ = schemaDepth_;
    return schemaDepth_ <= maxSchemaDepth_;
  }

  std::uint32_t depth_ = 0;
  std::uint32_t maxDepth_ = 0;
  std::uint32_t schemaDepth_ = 0;
  std::uint32_t maxSchemaDepth_ = 0;
  // The greatest schema depth so far, or since a pipeline began.
  std::uint32_t deepestSchema_ = 0;
  Stack stack_;
  std::uintptr_t stackFloor_ = 0;
};

}  // namespace validlib
