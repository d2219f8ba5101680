// Bool: a boolean.
#pragma once

#include <cmath>
#include <string_view>
#include <vector>

#include "../dump/params.hpp"
#include "../keys.hpp"
#include "bounds.hpp"

namespace validlib {

struct Bool : Node {
  Bool() noexcept : Node(Kind::boolean) {}

  bool coerceStr = false;
  bool coerceInt = false;
  // Texts for true and false, as they are written.
  KeyTable words;
  std::vector<bool> areTrue;
  bool converts = false;

  void read(dump::Params& params) override {
    nullable = params.flag("nullable");
    coerceStr = params.flag("coerce_str");
    coerceInt = params.flag("coerce_int");
    for (const char* name : {"true", "false"}) {
      params.eachItem(name, [&](dump::element word) {
        words.add(dump::textOf(word));
        areTrue.push_back(*name == 't');
      });
    }
    converts = coerceStr || coerceInt || !areTrue.empty();
  }

  Traits traits() const override { return {.keepsInput = !converts}; }

  template <Mode mode>
  [[gnu::always_inline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    std::int32_t value;
    if (isBoolean(walk, cursor, value)) {
      if constexpr (mode == Mode::value) *cursor.out++ = value;
      ++cursor.at;
      return Outcome::valid;
    }
    if (takeNull<mode>(*this, walk, cursor)) return Outcome::valid;
    if (!converts) return walk.refuse<mode>(*this, cursor);
    return slowPath<mode>(cursor, [&](Cursor& copy) noexcept { return checkOther<mode>(walk, copy); });
  }

 private:
  template <Mode mode>
  [[gnu::noinline]] Outcome checkOther(Walk& walk, Cursor& cursor) const noexcept {
    const auto* const start = cursor.at;
    const std::uint8_t first = walk.tokens.peek(cursor);
    int value = -1;
    if ((coerceStr || !areTrue.empty()) && first == '"') {
      Text text;
      if (!walk.tokens.readString(cursor, text)) return walk.stop();
      value = coerceStr ? named(text.bytes) : wordOf(text.bytes);
    } else if (coerceInt && (isDigit(first) || first == '-')) {
      double number;
      if (!walk.tokens.readNumber(cursor, number)) return walk.stop();
      if (std::isfinite(number) && std::trunc(number) == number) value = number != 0;
      ++cursor.at;
    }
    if (value < 0) {
      cursor.at = start;
      return walk.refuse<mode>(*this, cursor);
    }
    if constexpr (mode == Mode::value) *cursor.out++ = value;
    return Outcome::valid;
  }

  int wordOf(Bytes text) const noexcept {
    const std::int32_t word = words.findPadded(text);
    return word < 0 ? -1 : static_cast<int>(areTrue[static_cast<std::size_t>(word)]);
  }

  // 1 or 0 for a name of true or false in any case, -1 for other text. No character beyond ASCII is another case of
  // these letters.
  static int named(Bytes text) noexcept {
    char name[5];
    if (text.size() > sizeof name) return -1;
    for (std::size_t i = 0; i < text.size(); ++i) {
      name[i] = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] | 0x20) : text[i];
    }
    const Bytes lower(name, text.size());
    for (const Bytes yes : {"1", "true", "yes", "y", "on"}) {
      if (lower == yes) return 1;
    }
    for (const Bytes no : {"0", "false", "no", "n", "off"}) {
      if (lower == no) return 0;
    }
    return -1;
  }
};

}  // namespace validlib
