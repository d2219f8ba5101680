// The failures of a run and where they are. TypeScript makes the errors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "buffer.hpp"

namespace validlib {

// One step of the way from the root to the value being checked, kept on the stack of the walk.
struct Place {
  enum Kind : std::int32_t {
    index,       // of an array: number
    key,         // of a schema: the Dict's node, and the number of the key
    unknownKey,  // of the text: the offset of its opening quote
    extraKey,
    extraValue,
    step,  // of a pipeline: number
  };

  const Place* outer;
  Kind kind;
  // List, Tuple, Dict and OneOf collect the failures of their members.
  bool collects;
  std::uint32_t number = 0;
  std::uint32_t node = 0;
};

enum class Reason : std::int32_t {
  value,         // the node's own check says why it refuses the value
  deferred,      // not a failure yet: the node's own check decides
  minLength,     // number: the length
  maxLength,     // number: the length
  tupleLength,   // number: the length
  depth,         // number: the depth
  missingKey,    // number: the key, which is not on the path
  defaulted,     // not a failure yet: the default of that key must be made and checked
  forbiddenKey,  // the key is the last of the path
  pattern,       // the value does not match it; no check runs the pattern again
  options,       // the value is none of them, but matches the pattern
};

struct Failure {
  Reason reason;
  std::uint32_t node;
  std::uint32_t number;
  // Where the error points, and the value itself: a token and the end of the text.
  std::uint32_t offset;
  std::uint32_t token;
  std::uint32_t end;
  // Part of `path`, innermost first.
  std::uint32_t pathBegin;
  std::uint32_t pathEnd;
  // The value is needed as it is written, whatever it is.
  bool spelled;
  bool collected;
};

struct PathItem {
  Place::Kind kind;
  std::uint32_t number;
  std::uint32_t node;
};

class Report {
 public:
  void begin(std::uint32_t maxErrors) noexcept {
    failures.truncate(0);
    path.truncate(0);
    maxErrors_ = maxErrors;
    maxPath_ = std::min(nodesPerError * std::max(std::size_t{maxErrors}, fewErrors), mostNodes);
    definite_ = 0;
    truncated = false;
    overflows = false;
  }

  void add(Failure failure, const Place* place) noexcept {
    if (failure.reason != Reason::deferred && failure.reason != Reason::defaulted) {
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
    failure.pathBegin = static_cast<std::uint32_t>(path.size());
    // The Dict that misses a key is not on the way to itself.
    failure.collected = failure.reason == Reason::missingKey || failure.reason == Reason::defaulted;
    for (; place != nullptr; place = place->outer) {
      if (!path.push({place->kind, place->number, place->node})) overflows = true;
      failure.collected |= place->collects;
    }
    failure.pathEnd = static_cast<std::uint32_t>(path.size());
    if (path.size() > maxPath_ || !failures.push(failure)) overflows = true;
  }

  struct State {
    std::size_t failures, path;
    std::uint32_t definite;
  };
  State save() const noexcept { return {failures.size(), path.size(), definite_}; }
  void restore(const State& state) noexcept {
    failures.truncate(state.failures);
    path.truncate(state.path);
    definite_ = state.definite;
    truncated = false;
  }

  // A failure beyond the limit was met: there is nothing left to collect.
  bool truncated = false;
  // There were more records than are worth keeping, or than there is memory for: the reference engine must judge the
  // text.
  bool overflows = false;
  Buffer<Failure> failures;
  Buffer<PathItem> path;

 private:
  // No limit counts values that are deferred.
  static constexpr std::size_t maxRecords = std::size_t{1} << 17;
  // As in src/report.ts, where fewer errors are collected when paths take more: one less, as a missing key is no node
  // here.
  static constexpr std::size_t nodesPerError = 99;
  static constexpr std::size_t fewErrors = 10'000;
  static constexpr std::size_t mostNodes = std::size_t{1} << 22;

  std::uint32_t maxErrors_ = 0;
  std::size_t maxPath_ = 0;
  std::uint32_t definite_ = 0;
};

}  // namespace validlib
