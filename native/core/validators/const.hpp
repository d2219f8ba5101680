// Const: one value. One that is an array or an object is deferred.
#pragma once

#include <string>

#include "../walk.hpp"

namespace validlib {

struct Const : Node {
  Const() noexcept : Node(Kind::constant) {}

  enum class Type : std::uint8_t { null, no, yes, number, string };
  Type type = Type::null;
  double number = 0;
  std::string string;

  // 0 and -0 are equal, and the input is what is returned.
  bool keepsSign() const noexcept { return type == Type::number && number == 0; }

  template <bool emits>
  Outcome check(Walk& walk) const noexcept {
    const auto* const start = walk.at;
    double value = 0;
    bool same = false;
    switch (type) {
      case Type::null: same = walk.isNull(); break;
      case Type::no: same = walk.isWord("false"); break;
      case Type::yes: same = walk.isWord("true"); break;
      case Type::number:
        if (isDigit(walk.peek()) || walk.peek() == '-') {
          if (!walk.readNumber(value)) return walk.stop();
          same = value == number;
        }
        break;
      case Type::string:
        if (walk.peek() == '"') {
          Text text;
          if (!walk.readString(text)) return walk.stop();
          same = text.bytes == string;
          walk.at = start;
        }
        break;
    }
    if (!same) return walk.refuse(*this);
    if constexpr (emits) {
      if (keepsSign()) walk.tape.put(std::signbit(value) ? 1 : 0);
    }
    ++walk.at;
    return Outcome::valid;
  }
};

}  // namespace validlib
