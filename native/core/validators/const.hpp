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

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    const auto* const start = cursor.at;
    double value = 0;
    bool same = false;
    switch (type) {
      case Type::null: same = walk.tokens.isNull(cursor); break;
      case Type::no: same = walk.tokens.isWord(cursor, "false"); break;
      case Type::yes: same = walk.tokens.isWord(cursor, "true"); break;
      case Type::number:
        if (isDigit(walk.tokens.peek(cursor)) || walk.tokens.peek(cursor) == '-') {
          if (!walk.tokens.readNumber(cursor, value)) return walk.stop();
          same = value == number;
        }
        break;
      case Type::string:
        if (walk.tokens.peek(cursor) == '"') {
          Text text;
          if (!walk.tokens.readString(cursor, text)) return walk.stop();
          same = text.bytes == string;
          cursor.at = start;
        }
        break;
    }
    if (!same) return walk.refuse<mode>(*this, cursor);
    if constexpr (mode == Mode::value) {
      if (keepsSign()) *cursor.out++ = std::signbit(value) ? 1 : 0;
    }
    ++cursor.at;
    return Outcome::valid;
  }
};

}  // namespace validlib
