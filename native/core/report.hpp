// The failures of a run and their places. TypeScript makes the errors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "border.hpp"
#include "buffer.hpp"

namespace validlib {

// One step of the path from the root to the current value, on the stack of the walk.
struct Place {
  const Place* outer;
  PathKind kind;
  // List, Tuple, Dict and OneOf collect the failures of their members.
  bool collects;
  std::uint32_t number = 0;
  std::uint32_t node = 0;
  // Its item in the paths of failures, once there is one.
  mutable std::uint32_t item = noItem;

  static constexpr std::uint32_t noItem = UINT32_MAX;
};

struct Failure {
  Reason reason;
  std::uint32_t node;
  std::uint32_t number;
  // The position of the error, and the value itself: a token and the end of the text.
  std::uint32_t offset;
  std::uint32_t token;
  std::uint32_t end;
  // The innermost item of its path.
  std::uint32_t item;
  // The value is needed in its original spelling, whatever its type.
  bool spelled;
  bool collected;
};

// Failures share path prefixes (a tree of path nodes): most failures inside a OneOf are dropped, and none may cost time
// in proportion to its depth.
struct PathItem {
  PathKind kind;
  std::uint32_t number;
  std::uint32_t node;
  std::uint32_t outer;
  // Items from here to the root.
  std::uint32_t length;
  // True if one of them collects.
  bool collects;
};

class Report {
 public:
  void begin(std::uint32_t maxErrors, std::size_t size) noexcept {
    failures.truncate(0);
    path.truncate(0);
    place = nullptr;
    maxErrors_ = maxErrors;
    const std::size_t most = std::max(std::size_t{maxErrors}, fewErrors);
    maxPath_ = std::min({nodesPerError * most, most + nodesPerByte * size, mostNodes});
    definite_ = 0;
    nodes_ = 0;
    truncated = false;
    overflows = false;
  }

  void add(Failure failure) noexcept {
    if (failure.reason != Reason::delegated && failure.reason != Reason::defaulted) {
      if (definite_ == maxErrors_) {
        truncated = true;
        return;
      }
      ++definite_;
    }
    if (failures.size() >= maxRecords || overflows) {
      overflows = true;
      return;
    }
    // The object that lacks a key is not on the path to itself.
    failure.collected = failure.reason == Reason::missingKey || failure.reason == Reason::defaulted ||
                        failure.reason == Reason::missingTag || failure.reason == Reason::requiredKey ||
                        failure.reason == Reason::dependentKey;
    failure.item = itemOf(place);
    if (overflows) return;
    if (failure.item != Place::noItem) {
      nodes_ += path[failure.item].length;
      failure.collected |= path[failure.item].collects;
    }
    if (!failures.push(failure)) overflows = true;
  }

  // Returns whether the paths of all failures take more nodes than the TypeScript engine is certain to keep. That is
  // decided at the end of the walk: the failures of a OneOf are dropped if a later step accepts the value, and the
  // TypeScript engine does not collect those at all.
  bool exceedsPaths() const noexcept { return nodes_ > maxPath_; }

  // Returns whether all failures are there, and the error is a collection of theirs. Delegated values may fail in
  // TypeScript, also those of a step of a OneOf, which no longer count as delegated when another step is tried.
  bool isNested() const noexcept {
    return !truncated && !overflows && !exceedsPaths() && definite_ == failures.size() &&
           std::any_of(failures.begin(), failures.end(), [](const Failure& failure) { return failure.collected; });
  }

  struct State {
    std::size_t failures, path, nodes;
    std::uint32_t definite;
    const Place* place;
  };
  // The path to the current position must not be dropped and recreated with each failure below it.
  State save() noexcept {
    const State state{failures.size(), path.size(), nodes_, definite_, place};
    if (!overflows) static_cast<void>(itemOf(place));
    return state;
  }
  void restore(const State& state) noexcept {
    failures.truncate(state.failures);
    path.truncate(state.path);
    for (const Place* at = state.place; at != nullptr && at->item >= state.path; at = at->outer) {
      if (at->item == Place::noItem) break;
      at->item = Place::noItem;
    }
    nodes_ = state.nodes;
    definite_ = state.definite;
    truncated = false;
  }

  // There was a failure beyond the limit, so nothing is left to collect.
  bool truncated = false;
  // There were too many records, or not enough memory for them: the call falls back to the pure engine.
  bool overflows = false;
  // The path to the value being checked.
  const Place* place = nullptr;
  Buffer<Failure> failures;
  Buffer<PathItem> path;

 private:
  // Delegated values are not limited by `maxErrors`.
  static constexpr std::size_t maxRecords = std::size_t{1} << 17;
  // As in src/core/report/path-budget.ts, where fewer errors are collected if paths take more nodes: one less for each
  // error, as a missing key is not a node here, and a third for each byte, as three may be one UTF-16 unit.
  static constexpr std::size_t nodesPerError = 99;
  static constexpr std::size_t nodesPerByte = 10;
  static constexpr std::size_t fewErrors = 10'000;
  static constexpr std::size_t mostNodes = std::size_t{1} << 22;

  // The item for the place, created if there is none; `noItem` for the root, or if there is not enough memory.
  std::uint32_t itemOf(const Place* inner) noexcept {
    if (inner == nullptr || inner->item != Place::noItem) return inner == nullptr ? Place::noItem : inner->item;
    const std::size_t begin = path.size();
    const Place* at = inner;
    // From the inside: the item of the outermost place is created last.
    for (; at != nullptr && at->item == Place::noItem; at = at->outer) {
      at->item = static_cast<std::uint32_t>(path.size());
      if (!path.push({at->kind, at->number, at->node, at->item + 1, 1, at->collects})) {
        at->item = Place::noItem;
        overflows = true;
        return Place::noItem;
      }
    }
    std::uint32_t outer = at == nullptr ? Place::noItem : at->item;
    for (std::size_t i = path.size(); i-- > begin;) {
      PathItem& item = path[i];
      item.outer = outer;
      if (outer != Place::noItem) {
        item.length += path[outer].length;
        item.collects |= path[outer].collects;
      }
      outer = static_cast<std::uint32_t>(i);
    }
    return inner->item;
  }

  std::uint32_t maxErrors_ = 0;
  // Lengths of the paths of all failures.
  std::size_t nodes_ = 0;
  std::size_t maxPath_ = 0;
  std::uint32_t definite_ = 0;
};

}  // namespace validlib
