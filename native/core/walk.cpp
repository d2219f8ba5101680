#include "walk.hpp"

#include <array>

namespace validlib {

bool Walk::decode(Text& string) noexcept {
  const auto* const raw = reinterpret_cast<const std::uint8_t*>(string.bytes.data());
  Makeup makeup = makeupOf(raw, string.bytes.size());
  if (makeup.escaped) {
    // One buffer serves all strings: it is as long as the text, and each is used up before the next is read.
    const std::size_t room = size_ + textPadding;
    if (scratchSize_ < room) {
      scratch_.reset(new (std::nothrow) char[room]);
      scratchSize_ = scratch_ == nullptr ? 0 : room;
    }
    char* const end = scratch_ == nullptr ? nullptr : unescape(string.bytes, scratch_.get());
    if (end == nullptr) return false;
    string.bytes = {scratch_.get(), static_cast<std::size_t>(end - scratch_.get())};
    makeup = makeupOf(reinterpret_cast<const std::uint8_t*>(string.bytes.data()), string.bytes.size());
  }
  string.ascii = !makeup.wide;
  return true;
}

bool Walk::skip() noexcept {
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
  const auto key = [&]() noexcept {
    Text string;
    return peek() == '"' && readString(string) && text[*at++] == ':';
  };

  for (;;) {
    double number;
    Text string;
    const std::uint8_t first = peek();
    if (first == '{' || first == '[') {
      const bool object = first == '{';
      if (!open(object)) return false;
      ++at;
      if (peek() != (object ? '}' : ']')) {
        if (object && !key()) return false;
        continue;
      }
    } else if (first == '"') {
      if (!readString(string)) return false;
    } else if (first == 't' ? isWord("true") : first == 'f' ? isWord("false") : first == 'n' ? isWord("null") : readNumber(number)) {
      ++at;
    } else {
      return false;
    }
    // Behind a value, or in front of the end of an empty container.
    for (;;) {
      if (level == 0) return true;
      const std::uint8_t next = text[*at++];
      if (next == ',') {
        if (inObject() && !key()) return false;
        break;
      }
      if (next != (inObject() ? '}' : ']')) return false;
      --level;
    }
  }
}

bool Walk::copyValue() noexcept {
  const std::uint32_t token = *at;
  double number;
  Text string;
  switch (text[token]) {
    case '"':
      tape.put(form::string);
      return readString(string) && putString(string);
    case '{':
    case '[': {
      if (!skip()) return false;
      const Bytes json = bytesOf(text + token, at[-1] + 1 - token);
      tape.put(form::json);
      return tape.putString(json, plain_ || !makeupOf(text + token, json.size()).wide);
    }
    case 't':
    case 'f':
    case 'n':
      if (isWord("true")) {
        tape.put(form::yes);
      } else if (isWord("false")) {
        tape.put(form::no);
      } else if (isWord("null")) {
        tape.put(form::null);
      } else {
        return false;
      }
      ++at;
      return true;
    default:
      if (!readNumber(number)) return false;
      tape.put(form::number);
      tape.putNumber(number);
      ++at;
      return true;
  }
}

}  // namespace validlib
