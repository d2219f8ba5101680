#include "walk.hpp"

#include <array>

#include "keys.hpp"

namespace validlib {

bool Walk::decode(Text& string) noexcept {
  const auto makeup = [&string]() noexcept {
    return shortMakeupOf(reinterpret_cast<const std::uint8_t*>(string.bytes.data()), string.bytes.size());
  };
  Makeup made = makeup();
  if (made.escaped) {
    // One buffer serves all strings: it is as long as the text, and each is used up before the next is read.
    const std::size_t room = size_ + textPadding;
    if (!scratch_.reserve(room)) return false;
    char* const end = unescape(string.bytes, scratch_.data());
    if (end == nullptr) return false;
    string.bytes = {scratch_.data(), static_cast<std::size_t>(end - scratch_.data())};
    made = makeup();
  }
  string.ascii = !made.wide;
  return true;
}

template <class Visit>
bool Walk::traverse(Cursor& cursor, Visit& visit) noexcept {
  // One bit for each open container: whether it is an object.
  std::array<std::uint64_t, deepest / 64 + 1> objects;
  std::uint32_t level = 0;
  const auto open = [&](bool object) noexcept {
    if (depth_ + level >= maxDepth_ || !visit.opened(cursor, object)) return false;
    const std::uint64_t bit = std::uint64_t{1} << (level % 64);
    std::uint64_t& word = objects[level / 64];
    word = object ? word | bit : word & ~bit;
    ++level;
    return true;
  };
  const auto inObject = [&]() noexcept { return ((objects[(level - 1) / 64] >> ((level - 1) % 64)) & 1) != 0; };
  const auto closing = [](bool object) noexcept -> std::uint8_t { return object ? '}' : ']'; };
  const auto key = [&]() noexcept {
    const std::uint32_t opening = *cursor.at;
    Text string;
    if (peek(cursor) != '"' || !readString(cursor, string)) return false;
    return visit.key(opening, string, cursor) && take(cursor) == ':';
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
      if (!visit.closed(cursor)) return false;
      --level;
    }
  }
}

bool Walk::skip(Cursor& cursor) noexcept {
  if (surveyed) {
    const std::uint32_t token = *cursor.at;
    const std::uint32_t* const begin = structure_.begin();
    const bool container = text[token] == '{' || text[token] == '[';
    cursor.at = container ? begin + ends_[static_cast<std::size_t>(cursor.at - begin)] : cursor.at + 1;
    // Nobody walks there.
    accounted += *cursor.at - token;
    return true;
  }
  struct Visit {
    Walk& walk;
    bool opened(const Cursor&, bool object) const noexcept {
      if (object && walk.cut && !walk.exact) {
        walk.stop(Halt::exact);
        return false;
      }
      return true;
    }
    static bool key(std::uint32_t, const Text&, const Cursor&) noexcept { return true; }
    static bool closed(const Cursor&) noexcept { return true; }
  } visit{*this};
  return traverse(cursor, visit);
}

bool Walk::survey(Limits limits) noexcept {
  if (surveyed) return true;
  struct Open {
    std::uint32_t token;
    // How many words there were before its keys.
    std::size_t words;
  };
  struct Visit {
    Walk& walk;
    Buffer<Open> open;
    std::uint32_t number(const Cursor& cursor) const noexcept {
      return static_cast<std::uint32_t>(cursor.at - walk.structure_.begin());
    }
    bool opened(const Cursor& cursor, bool) noexcept { return open.push({number(cursor), walk.words.size()}); }
    bool key(std::uint32_t opening, const Text& text, const Cursor& cursor) const noexcept {
      const Bytes raw = walk.rawString(cursor);
      // Written with escapes, it may equal another that is not.
      return text.bytes.size() == raw.size() && walk.words.push(spanOf(opening, raw));
    }
    bool closed(const Cursor& cursor) noexcept {
      const auto [token, words] = open[open.size() - 1];
      open.truncate(open.size() - 1);
      walk.ends_[token] = number(cursor);
      const bool distinct = areDistinct(walk.words.begin() + words, walk.words.end(), walk.text);
      walk.words.truncate(words);
      return distinct;
    }
  } visit{*this, {}};
  Cursor cursor = start(limits, 0);
  const auto tokens = static_cast<std::size_t>(structure_.end() - structure_.begin());
  surveyed = ends_.resize(tokens) && traverse(cursor, visit) && ended(cursor);
  return surveyed;
}

Outcome Walk::refuseExactly(const Node& node, Cursor& cursor, bool records, Reason why) noexcept {
  const std::uint32_t token = *cursor.at;
  if (!skip(cursor)) return stop();
  if (records) {
    const bool spelled = node.kind == Kind::constant || node.kind == Kind::bigInteger;
    report.add({why, node.id, 0, token, token, cursor.at[-1] + 1, Place::noItem, spelled, false}, place);
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
  tape.narrow.trim(keep);
  tape.wide.trim(keep);
  const auto drop = [keep](auto& items) noexcept {
    if (items.bytes() > keep) items.release();
  };
  drop(scratch_);
  drop(ends_);
  drop(memo);
  drop(words);
  drop(spelling);
  drop(report.failures);
  drop(report.path);
}

}  // namespace validlib
