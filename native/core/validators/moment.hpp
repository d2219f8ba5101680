// Date, Time and Datetime with a named format: their texts are validated here. Their checks in TypeScript create the
// values.
#pragma once

#include <cstdint>
#include <limits>

#include "../dump/params.hpp"
#include "../time/iso.hpp"
#include "bounds.hpp"

namespace validlib {

struct Moment : Node {
  explicit Moment(Parts which) noexcept : Node(Kind::moment), parts(which) {}

  const Parts parts;
  NamedFormat format = NamedFormat::iso;
  // Its values are moments, so the texts must have an offset; otherwise they must have none.
  bool aware = false;
  Instant min{std::numeric_limits<std::int64_t>::min(), 0};
  Instant max{std::numeric_limits<std::int64_t>::max(), 0};

  void read(dump::Params& params) override {
    nullable = params.flag("nullable");
    const std::string name = params.text("format");
    format = name == "rfc3339" ? NamedFormat::rfc3339 : NamedFormat::iso;
    if (name != "rfc3339" && name != "iso") params.delegate();
    aware = parts == Parts::datetime && (name == "rfc3339" || !params.text("tz").empty());
    params.instant("min", min);
    params.instant("max", max);
  }

  Traits traits() const override { return {.keepsInput = false}; }

  template <Mode mode>
  [[gnu::noinline]] Outcome check(Walk& walk, Cursor& cursor) const noexcept {
    if (walk.tokens.peek(cursor) != '"') {
      if (!takeNull<mode>(*this, walk, cursor, mark::noString)) return walk.refuse<mode>(*this, cursor);
      if constexpr (mode == Mode::value) *cursor.out++ = 0;
      return Outcome::valid;
    }
    const auto* const start = cursor.at;
    Text text;
    if (!walk.tokens.readString(cursor, text)) return walk.stop();
    if (!takes(text.bytes)) {
      cursor.at = start;
      return walk.refuse<mode>(*this, cursor);
    }
    if constexpr (mode == Mode::value) {
      if (!walk.putString(cursor, text)) return walk.stop();
    }
    return Outcome::valid;
  }

 private:
  bool takes(Bytes text) const noexcept {
    Civil civil;
    return readIso(format, parts, text, civil) && civil.aware == aware && civil.instant >= min && civil.instant <= max;
  }
};

}  // namespace validlib
