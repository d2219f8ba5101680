#include "failures.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

#include "coercion.hpp"
#include "position.hpp"
#include "sort.hpp"
#include "table.hpp"
#include "walk.hpp"

namespace validlib {

namespace {

constexpr bool showsValue(Reason reason) noexcept {
  return reason == Reason::value || reason == Reason::delegated || reason == Reason::pattern ||
         reason == Reason::format || reason == Reason::options || reason == Reason::tag ||
         reason == Reason::forbiddenValue || reason == Reason::duplicateItem;
}

// The positions of all failures, in one pass over the text; false if there is not enough memory.
bool readPositions(const Walk& walk, std::uint32_t skipped, Unit unit, Buffer<Position>& positions) noexcept {
  const Buffer<Failure>& failures = walk.report.failures;
  Buffer<std::uint32_t> order;
  if (!order.reserve(failures.size()) || !positions.resize(failures.size())) return false;
  for (std::uint32_t i = 0; i < failures.size(); ++i) static_cast<void>(order.push(i));
  sort(order.begin(), order.end(),
       [&](std::uint32_t a, std::uint32_t b) noexcept { return failures[a].offset < failures[b].offset; });
  const std::uint8_t* from = walk.tokens.text;
  Position position = Position::first(skipped, unit);
  for (const std::uint32_t index : order) {
    const std::uint8_t* const to = walk.tokens.text + failures[index].offset;
    position.advance(from, to, unit);
    positions[index] = position;
    from = to;
  }
  return true;
}

class Writer {
 public:
  explicit Writer(const Walk& walk) noexcept : walk_(walk) {}

  Failures failures;

  // The values of failures are nested, and may be written once for each level.
  bool overflows() const noexcept {
    return !sound_ ||
           failures.text.size() > maxText + 4 * static_cast<std::size_t>(walk_.tokens.end() - walk_.tokens.text);
  }

  void put(std::int32_t value) noexcept { sound_ &= failures.integers.push(value); }
  void put(std::uint32_t value) noexcept { put(static_cast<std::int32_t>(value)); }

  // A span of the text, in UTF-8.
  void putText(std::uint32_t token, Bytes text) noexcept {
    const std::size_t begin = failures.text.size();
    sound_ &= failures.text.resize(begin + text.size());
    if (!sound_) return;
    const char16_t* const end = writeUtf16(text, failures.text.data() + begin);
    failures.text.truncate(static_cast<std::size_t>(end - failures.text.data()));
    const Span span{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(failures.text.size())};
    if (remembers_) sound_ &= written_.add({token}, span);
    put(span.begin);
    put(span.end);
  }

  // Many failures may be about the same value, or below the same key.
  bool putAgain(std::uint32_t token) noexcept {
    const Span* const known = written_.find({token});
    if (known == nullptr) return false;
    put(known->begin);
    put(known->end);
    return true;
  }

  // A string token with its escapes replaced; they are known to be valid.
  void putString(std::uint32_t opening) noexcept {
    if (putAgain(opening)) return;
    std::uint32_t closing = opening + 1;
    while (walk_.tokens.text[closing] != '"') closing += walk_.tokens.text[closing] == '\\' ? 2 : 1;
    const Bytes raw = bytesOf(walk_.tokens.text + opening + 1, closing - opening - 1);
    sound_ &= decoded_.reserve(raw.size() + 8);
    if (!sound_) return;
    const char* const end = unescape(raw, decoded_.data());
    putText(opening, {decoded_.data(), static_cast<std::size_t>(end - decoded_.data())});
  }

  void putForm(std::int32_t form) noexcept {
    put(form);
    put(0);
    put(0);
  }

  // JSON in its original spelling.
  void putSpelled(std::uint32_t token, std::uint32_t end) noexcept {
    put(form::json);
    if (!putAgain(token)) putText(token, bytesOf(walk_.tokens.text + token, end - token));
  }

  void putValue(const Failure& failure) noexcept {
    const std::uint8_t first = walk_.tokens.text[failure.token];
    double number = 0;
    if (!showsValue(failure.reason)) {
      putForm(form::null);
    } else if (first == '"') {
      put(form::string);
      putString(failure.token);
    } else if (first == '{' || first == '[') {
      if (failure.spelled) {
        putSpelled(failure.token, failure.end);
      } else {
        putForm(first == '{' ? form::object : form::array);
      }
    } else if (first == 't' || first == 'f' || first == 'n') {
      putForm(first == 't' ? form::yes : first == 'f' ? form::no : form::null);
    } else {
      parseNumber(walk_.tokens.text + failure.token, number);
      // A reader of the spelling may need digits that a double does not have.
      if (failure.spelled && std::abs(number) > maxSafeInteger) {
        std::uint32_t end = failure.token;
        while (!isDelimiter(walk_.tokens.text[end])) ++end;
        putSpelled(failure.token, end);
        return;
      }
      const auto bits = std::bit_cast<std::uint64_t>(number);
      put(form::number);
      put(static_cast<std::uint32_t>(bits));
      put(static_cast<std::uint32_t>(bits >> 32));
    }
  }

  void putPath(const Failure& failure) noexcept {
    const Buffer<PathItem>& path = walk_.report.path;
    put(failure.item == Place::noItem ? 0 : path[failure.item].length);
    for (std::uint32_t i = failure.item; i != Place::noItem; i = path[i].outer) {
      const PathItem& item = path[i];
      put(static_cast<std::int32_t>(item.kind));
      if (item.kind == PathKind::unknownKey) {
        putString(item.number);
      } else {
        put(item.number);
        put(item.node);
      }
    }
  }

 private:
  static constexpr std::size_t maxText = std::size_t{1} << 20;
  static constexpr std::size_t few = 8;

  struct Token {
    std::uint32_t offset;
    bool operator==(const Token&) const noexcept = default;
    std::uint64_t digest() const noexcept { return offset; }
  };
  struct Span {
    std::uint32_t begin, end;
  };

  const Walk& walk_;
  // The place of the text of each token. Few failures seldom have the same, and a table takes memory.
  Table<Token, Span> written_;
  const bool remembers_ = walk_.report.failures.size() > few;
  Buffer<char> decoded_;
  // True while all allocations have succeeded.
  bool sound_ = true;
};

}  // namespace

Failures writeFailures(const Walk& walk, std::uint32_t skipped, Unit unit) noexcept {
  Writer writer(walk);
  Buffer<Position> positions;
  writer.failures.overflows = !readPositions(walk, skipped, unit, positions);
  if (writer.failures.overflows) return std::move(writer.failures);
  writer.put(walk.report.truncated ? 1 : 0);
  writer.put(static_cast<std::uint32_t>(positions.size()));
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Failure& failure = walk.report.failures[i];
    writer.put(static_cast<std::int32_t>(failure.reason));
    writer.put(failure.node);
    writer.put(failure.number);
    writer.put(failure.collected ? 1 : 0);
    writer.put(positions[i].offset);
    writer.put(positions[i].line);
    writer.put(positions[i].column);
    writer.putValue(failure);
    writer.putPath(failure);
    if (writer.overflows()) {
      writer.failures.overflows = true;
      break;
    }
  }
  return std::move(writer.failures);
}

}  // namespace validlib
