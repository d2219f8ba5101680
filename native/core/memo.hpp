// The verdict of each pipeline on each value, as in packrat parsers. So no pipeline validates a value twice, and time
// is proportional to the size of the text and the number of validators.
#pragma once

#include <cstddef>
#include <cstdint>

#include "table.hpp"

namespace validlib {

class Memo {
 public:
  struct Key {
    std::uint32_t token;  // by number
    std::uint32_t node;
    // The counts of references on the path, which may affect the verdict.
    std::uint32_t references;

    bool operator==(const Key&) const noexcept = default;
    std::uint64_t digest() const noexcept {
      return (std::uint64_t{node} << 32 | token) ^ (references * 0xd6e8feb86659fd93U);
    }
  };

  struct Verdict {
    static constexpr std::uint16_t refused = UINT16_MAX;
    // The number of the step that accepts the value.
    std::uint16_t step;
    // The greatest schema depth below the pipeline.
    std::uint16_t schemaDepth;
  };

  const Verdict* find(const Key& key) const noexcept { return table_.find(key); }
  // False if there is not enough memory, or if it is more than a text warrants.
  [[nodiscard]] bool add(const Key& key, const Verdict& verdict) noexcept {
    return table_.size() < most && table_.add(key, verdict);
  }

  std::size_t size() const noexcept { return table_.size(); }
  std::size_t bytes() const noexcept { return table_.bytes(); }
  void clear() noexcept { table_.clear(); }
  void release() noexcept { table_.release(); }

 private:
  static constexpr std::size_t most = std::size_t{1} << 21;

  Table<Key, Verdict> table_;
};

}  // namespace validlib
