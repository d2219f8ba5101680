// What C++ does with parameters besides reading them: written by scripts/border.mjs from native/parameters.json.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "../border.hpp"

// clang-format off
namespace validlib::dump {

// A validator that has all of them is delegated. Empty names count as given.
using Together = std::array<std::string_view, 3>;

struct Parameters {
  // They have no effect on JSON text, or TypeScript applies them to what the walk accepts.
  std::span<const std::string_view> ignored;
  std::span<const Together> together;
};

inline Parameters parametersOf(Class which) noexcept {
  switch (which) {
    case Class::AllOf: {
      static constexpr std::string_view ignored[] = {"all_errors"};
      return {ignored, {}};
    }
    case Class::Date: {
      static constexpr std::string_view ignored[] = {"tz", "as"};
      return {ignored, {}};
    }
    case Class::Datetime: {
      static constexpr std::string_view ignored[] = {"tz", "as"};
      return {ignored, {}};
    }
    case Class::Dict: {
      static constexpr std::string_view ignored[] = {"multikeys", "nested", "names", "backtrack"};
      return {ignored, {}};
    }
    case Class::Float: {
      static constexpr Together together[] = {Together{"coerce", "multiple_of"}};
      return {{}, together};
    }
    case Class::List: {
      static constexpr Together together[] = {Together{"as", "contains"}, Together{"as", "unique_items"}, Together{"as",
      "prefix"}, Together{"unique", "contains"}, Together{"unique", "unique_items"}, Together{"unique", "prefix",
      "minlen"}, Together{"unique", "prefix", "maxlen"}};
      return {{}, together};
    }
    case Class::Str: {
      static constexpr std::string_view ignored[] = {"encoding", "backtrack"};
      return {ignored, {}};
    }
    default: return {};
  }
}

}  // namespace validlib::dump
// clang-format on
