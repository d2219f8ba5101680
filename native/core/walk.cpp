#include "walk.hpp"

#include <array>

namespace validlib {

bool Walk::decode(Text& string) noexcept {
  const auto makeup = [&string]() noexcept {
    return shortMakeupOf(reinterpret_cast<const std::uint8_t*>(string.bytes.data()), string.bytes.size());
  };
  Makeup made = makeup();
  if (made.escaped) {
    // One buffer serves all strings: it is as long as the text, and each is used up before the next is read.
    const std::size_t room = size_ + textPadding;
    if (scratchSize_ < room) {
      scratch_.reset(new (std::nothrow) char[room]);
      scratchSize_ = scratch_ == nullptr ? 0 : room;
    }
    char* const end = scratch_ == nullptr ? nullptr : unescape(string.bytes, scratch_.get());
    if (end == nullptr) return false;
    string.bytes = {scratch_.get(), static_cast<std::size_t>(end - scratch_.get())};
    made = makeup();
  }
  string.ascii = !made.wide;
  return true;
}

bool Walk::skip(Cursor& cursor) noexcept {
  // One bit for each open container: whether it is an object.
  std::array<std::uint64_t, deepest / 64 + 1> objects;
  std::uint32_t level = 0;
  const auto open = [&](bool object) noexcept {
    if (depth_ + level >= maxDepth_) return false;
    const std::uint64_t bit = std::uint64_t{1} << (level % 64);
    std::uint64_t& word = objects[level / 64];
    word = object ? word | bit : word & ~bit;
    ++level;
    return true;
  };
  const auto inObject = [&]() noexcept { return ((objects[(level - 1) / 64] >> ((level - 1) % 64)) & 1) != 0; };
  const auto closing = [](bool object) noexcept -> std::uint8_t { return object ? '}' : ']'; };
  const auto key = [&]() noexcept {
    Text string;
    return peek(cursor) == '"' && readString(cursor, string) && take(cursor) == ':';
  };
  const auto scalar = [&](std::uint8_t first) noexcept {
    double number;
    Text string;
    if (first == '"') return readString(cursor, string);
    const bool known = first == 't'   ? isWord(cursor, "true")
                       : first == 'f' ? isWord(cursor, "false")
                       : first == 'n' ? isWord(cursor, "null")
                                      : readNumber(cursor, number);
    ++cursor.at;
    return known;
  };

  for (;;) {
    const std::uint8_t first = peek(cursor);
    if (first == '{' || first == '[') {
      const bool object = first == '{';
      if (object && cut && !exact) {
        stop(Halt::exact);
        return false;
      }
      if (!open(object)) return false;
      ++cursor.at;
      if (peek(cursor) != closing(object)) {
        if (object && !key()) return false;
        continue;
      }
    } else if (!scalar(first)) {
      return false;
    }
    // Behind a value, or in front of the end of an empty container.
    for (;;) {
      if (level == 0) return true;
      const std::uint8_t next = take(cursor);
      if (next == ',') {
        if (inObject() && !key()) return false;
        break;
      }
      if (next != closing(inObject())) return false;
      --level;
    }
  }
}

Outcome Walk::refuseExactly(const Node& node, Cursor& cursor, bool records) noexcept {
  const std::uint32_t token = *cursor.at;
  if (!skip(cursor)) return stop();
  if (records) {
    const bool spelled = node.kind == Kind::constant || node.kind == Kind::bigInteger;
    report.add({Reason::value, node.id, 0, token, token, cursor.at[-1] + 1, 0, 0, spelled, false}, place);
  }
  return Outcome::invalid;
}

bool Walk::copyValue(Cursor& cursor) noexcept {
  const auto put = [&cursor](std::int32_t form) noexcept {
    *cursor.out++ = form;
    ++cursor.at;
    return true;
  };
  const std::uint32_t token = *cursor.at;
  double number;
  Text string;
  switch (text[token]) {
    case '"': *cursor.out++ = form::string; return readString(cursor, string) && putString(cursor, string);
    case '{':
    case '[': {
      if (!skip(cursor)) return false;
      const Bytes json = bytesOf(text + token, cursor.at[-1] + 1 - token);
      *cursor.out++ = form::json;
      return tape.putString(cursor, json, plain_ || !makeupOf(text + token, json.size()).wide);
    }
    case 't': return isWord(cursor, "true") && put(form::yes);
    case 'f': return isWord(cursor, "false") && put(form::no);
    case 'n': return isWord(cursor, "null") && put(form::null);
    default:
      if (!readNumber(cursor, number)) return false;
      *cursor.number++ = number;
      return put(form::number);
  }
}

void Walk::trim(std::size_t keep) noexcept {
  if (structure_.capacity() > keep) structure_.release();
  if (scratchSize_ > keep) {
    scratch_.reset();
    scratchSize_ = 0;
  }
  tape.narrow.trim(keep);
  tape.wide.trim(keep);
  const auto drop = [keep](auto& items) noexcept {
    if (items.capacity() * sizeof(items[0]) > keep) std::remove_reference_t<decltype(items)>().swap(items);
  };
  drop(words);
  drop(report.failures);
  drop(report.path);
}

}  // namespace validlib
