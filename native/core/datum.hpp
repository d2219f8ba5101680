// Data that a Const asks for, and whether the next value of a text is equal to it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "coercion.hpp"
#include "keys.hpp"
#include "walk.hpp"

namespace validlib {

struct Datum {
  enum class Type : std::uint8_t { null, no, yes, number, string, array, object };
  Type type = Type::null;
  double number = 0;
  std::string string;
  // Items of an array; of an object, the values of its keys.
  std::vector<Datum> members;
  KeyTable keys;

  bool isContainer() const noexcept { return type == Type::array || type == Type::object; }

  // How deep arrays and objects are nested in it, itself included.
  std::size_t levels() const noexcept {
    std::size_t most = 0;
    for (const Datum& member : members) most = std::max(most, member.levels());
    return isContainer() ? 1 + most : 0;
  }

  // Returns whether the next value, which is not a container, is equal, and moves past it if it is.
  [[gnu::always_inline]] Outcome compareScalar(Walk& walk, Cursor& cursor) const noexcept {
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
          if (same && isBeyond(value) && isRounded(walk.tokens.text + *cursor.at, value)) [[unlikely]]
            return walk.stop();
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
      default: break;
    }
    if (same) ++cursor.at;
    return same ? Outcome::valid : Outcome::invalid;
  }

  // Returns whether the next value is equal, and moves past it if it is. A different value ends the comparison at once,
  // so that it takes no longer than the smaller of both. But if `whole` is true, the walk goes on to its end, because
  // keys may occur twice.
  [[gnu::noinline]] Outcome compare(Walk& walk, Cursor& cursor, bool whole) const noexcept;

 private:
  // Inside the brackets.
  Outcome compareItems(Walk& walk, Cursor& cursor, bool whole) const noexcept;
  Outcome compareMembers(Walk& walk, Cursor& cursor, bool whole) const noexcept;
};

}  // namespace validlib
