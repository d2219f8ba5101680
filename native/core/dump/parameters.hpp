// The parameters of each class that C++ knows: written by scripts/border.mjs from native/parameters.json.
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
  std::span<const std::string_view> read;
  // They have no effect on JSON text, or TypeScript applies them to what the walk accepts.
  std::span<const std::string_view> ignored;
  std::span<const Together> together;
};

inline const Parameters& parametersOf(Class which) noexcept {
  switch (which) {
    case Class::AllOf: {
      static constexpr std::string_view read[] = {"steps"};
      static constexpr Parameters all{read, {}, {}};
      return all;
    }
    case Class::Any: {
      static constexpr Parameters all{{}, {}, {}};
      return all;
    }
    case Class::Bool: {
      static constexpr std::string_view read[] = {"nullable", "coerce_str", "coerce_int"};
      static constexpr Parameters all{read, {}, {}};
      return all;
    }
    case Class::Const: {
      static constexpr std::string_view read[] = {"value"};
      static constexpr Parameters all{read, {}, {}};
      return all;
    }
    case Class::Date: {
      static constexpr std::string_view read[] = {"nullable", "format", "min", "max"};
      static constexpr std::string_view ignored[] = {"tz", "as"};
      static constexpr Parameters all{read, ignored, {}};
      return all;
    }
    case Class::Datetime: {
      static constexpr std::string_view read[] = {"nullable", "format", "min", "max"};
      static constexpr std::string_view ignored[] = {"tz", "as"};
      static constexpr Parameters all{read, ignored, {}};
      return all;
    }
    case Class::Dict: {
      static constexpr std::string_view read[] = {"schema", "nullable", "minlen", "maxlen", "extra", "unknown",
      "patterns", "keys", "required", "dependent_required", "dependent_schemas", "exhaustive", "defaults", "optional",
      "dispose", "skip_blank"};
      static constexpr std::string_view ignored[] = {"multikeys", "backtrack"};
      static constexpr Parameters all{read, ignored, {}};
      return all;
    }
    case Class::Float: {
      static constexpr std::string_view read[] = {"nullable", "coerce", "nan", "inf", "min", "max", "exclusive_min",
      "exclusive_max", "multiple_of"};
      static constexpr Together together[] = {Together{"coerce", "multiple_of"}};
      static constexpr Parameters all{read, {}, together};
      return all;
    }
    case Class::Int: {
      static constexpr std::string_view read[] = {"nullable", "coerce", "bigint", "unsafe", "min", "max",
      "exclusive_min", "exclusive_max", "multiple_of", "options"};
      static constexpr Parameters all{read, {}, {}};
      return all;
    }
    case Class::LazyRef: {
      static constexpr std::string_view read[] = {"use", "maxdepth"};
      static constexpr Parameters all{read, {}, {}};
      return all;
    }
    case Class::List: {
      static constexpr std::string_view read[] = {"item", "nullable", "minlen", "maxlen", "prefix", "evaluates",
      "contains", "min_contains", "max_contains", "unique_items", "unique", "as"};
      static constexpr Together together[] = {Together{"as", "contains"}, Together{"as", "unique_items"}, Together{"as",
      "prefix"}, Together{"unique", "contains"}, Together{"unique", "unique_items"}, Together{"unique", "prefix",
      "minlen"}, Together{"unique", "prefix", "maxlen"}};
      static constexpr Parameters all{read, {}, together};
      return all;
    }
    case Class::OneOf: {
      static constexpr std::string_view read[] = {"steps", "discriminator", "by_type", "exclusive", "nullable", "tags",
      "missing", "types"};
      static constexpr Parameters all{read, {}, {}};
      return all;
    }
    case Class::Set: {
      static constexpr std::string_view read[] = {"item", "nullable", "minlen", "maxlen"};
      static constexpr Parameters all{read, {}, {}};
      return all;
    }
    case Class::Str: {
      static constexpr std::string_view read[] = {"nullable", "strip", "normspace", "case", "minlen", "maxlen", "ascii",
      "pattern", "format", "mode", "options"};
      static constexpr std::string_view ignored[] = {"encoding", "backtrack"};
      static constexpr Parameters all{read, ignored, {}};
      return all;
    }
    case Class::Time: {
      static constexpr std::string_view read[] = {"nullable", "format", "min", "max"};
      static constexpr Parameters all{read, {}, {}};
      return all;
    }
    case Class::Tuple: {
      static constexpr std::string_view read[] = {"items", "nullable"};
      static constexpr Parameters all{read, {}, {}};
      return all;
    }
    case Class::If: {
      static constexpr std::string_view read[] = {"condition", "consequent", "alternate"};
      static constexpr Parameters all{read, {}, {}};
      return all;
    }
    case Class::Not: {
      static constexpr std::string_view read[] = {"item"};
      static constexpr Parameters all{read, {}, {}};
      return all;
    }
    case Class::Closed: {
      static constexpr std::string_view read[] = {"item", "rest"};
      static constexpr Parameters all{read, {}, {}};
      return all;
    }
  }
  static constexpr Parameters none;
  return none;
}

}  // namespace validlib::dump
// clang-format on
