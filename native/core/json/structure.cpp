#include "structure.hpp"

#include <simdjson.h>

namespace validlib {

namespace {
constexpr std::size_t smallestCapacity = std::size_t{16} * 1024;
}

Structure::Structure() noexcept = default;
Structure::~Structure() = default;

bool Structure::index(const std::uint8_t* text, std::size_t size) noexcept {
  if (size > capacity_ || parser_ == nullptr) {
    std::size_t capacity = smallestCapacity;
    while (capacity < size) capacity *= 2;
    capacity_ = 0;
    // simdjson enforces its maximum depth in stage 2, which we do not run.
    const simdjson::implementation* const kernel = simdjson::get_active_implementation();
    isWide_ = kernel->name() == "haswell" || kernel->name() == "icelake";
    const auto error = kernel->create_dom_parser_implementation(capacity, 1, parser_);
    if (error != simdjson::SUCCESS) {
      parser_.reset();
      return false;
    }
    capacity_ = capacity;
  }
  if (size == 0) return false;
  const auto error = parser_->stage1(text, size, simdjson::stage1_mode::regular);
  if (error != simdjson::SUCCESS && error != simdjson::EMPTY) return false;
  begin_ = parser_->structural_indexes.get();
  end_ = begin_ + parser_->n_structural_indexes;
  return true;
}

bool isUtf8(const std::uint8_t* text, std::size_t size) noexcept {
  return simdjson::get_active_implementation()->validate_utf8(reinterpret_cast<const char*>(text), size);
}

void Structure::release() noexcept {
  parser_.reset();
  capacity_ = 0;
  begin_ = end_ = nullptr;
}

}  // namespace validlib
