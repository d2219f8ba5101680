#include "walk.hpp"

#include <algorithm>
#include <cstring>

#include "keys.hpp"
#include "traverse.hpp"

namespace validlib {

bool Walk::jump(Cursor& cursor) noexcept {
  if (!remembers_ || (tokens.peek(cursor) != '{' && tokens.peek(cursor) != '[')) return false;
  const std::uint32_t end = ends_[tokens.number(cursor)];
  if (end == 0 || (pass.hasRefusedEarly() && (end & distinctBit) == 0)) return false;
  const std::uint32_t token = *cursor.at;
  cursor.at = tokens.first() + (end & ~distinctBit);
  // The walk skips it.
  work.accounted += *cursor.at - token;
  return true;
}

bool Walk::skip(Cursor& cursor) noexcept {
  if (pass.isSurveyed()) {
    const std::uint32_t token = *cursor.at;
    const bool container = tokens.text[token] == '{' || tokens.text[token] == '[';
    cursor.at = container ? tokens.first() + ends_[tokens.number(cursor)] : cursor.at + 1;
    // The walk skips it.
    work.accounted += *cursor.at - token;
    return true;
  }
  if (tokens.peek(cursor) == '"') return tokens.passString(cursor);
  if (jump(cursor)) return true;
  struct Visit : Visitor {
    Walk& walk;
    bool opened(const Cursor&, bool object) const noexcept { return !object || walk.pass.maySkipObject(); }
  } visit{{}, *this};
  const std::uint32_t first = tokens.number(cursor);
  if (!traverse(*this, cursor, visit)) return false;
  if (remembers_) ends_[first] = tokens.number(cursor);
  return true;
}

bool Walk::survey(Limits limits) noexcept {
  if (!pass.needsSurvey()) return false;
  const auto ended = [this](std::uint32_t first, std::uint32_t behind) noexcept { ends_[first] = behind; };
  DistinctKeys visit(*this, ended);
  Cursor cursor = start(limits, 0);
  return ends_.resize(tokens.count()) && traverse(*this, cursor, visit) && tokens.ended(cursor) && pass.beginSurveyed();
}

bool Walk::isDistinct(Cursor& cursor) noexcept {
  const std::uint32_t first = *cursor.at;
  if (remembers_ && (ends_[tokens.number(cursor)] & distinctBit) != 0) return jump(cursor);
  const auto ended = [this](std::uint32_t opening, std::uint32_t behind) noexcept {
    if (remembers_) ends_[opening] = behind | distinctBit;
  };
  DistinctKeys visit(*this, ended);
  const std::size_t unescaped = unescapedKeys.size();
  const bool distinct = traverse(*this, cursor, visit);
  unescapedKeys.truncate(unescaped);
  work.total += *cursor.at - first;
  return distinct;
}

void Walk::indexKeys(const Cursor& cursor) noexcept {
  Cursor next;
  next.at = cursor.at;
  const std::uint32_t* end = endOf(cursor.at);
  if (end == nullptr) {
    // Around an object with a key that comes twice there may be many others, and each would be read to that place.
    if (!indexes_) return;
    const std::size_t before = words.size();
    indexes_ = isDistinct(next);
    words.truncate(before);
    if (!indexes_) return;
    end = next.at;
  }
  next.at = cursor.at + 1;
  while (tokens.peek(next) == '"') {
    ++next.at;
    const Bytes key = tokens.rawString(next);
    ++next.at;
    if (shortTextTraitsOf(reinterpret_cast<const std::uint8_t*>(key.data()), key.size()).escaped) return;
    if (!keyIndex.add(key, next.at)) return;
    const bool container = tokens.peek(next) == '{' || tokens.peek(next) == '[';
    const std::uint32_t* const behind = container ? endOf(next.at) : next.at + 1;
    if (behind == nullptr) return;
    next.at = behind + 1;
  }
  keyIndex.complete(*cursor.at, end);
}

bool Walk::addKey(std::uint32_t opening, Bytes raw, Bytes key) noexcept {
  // Every escape is longer than its character.
  if (raw.size() == key.size()) return words.push(spanOf(opening, key));
  const std::size_t at = unescapedKeys.size();
  if (!unescapedKeys.extend(at + key.size())) return false;
  std::memcpy(unescapedKeys.data() + at, key.data(), key.size());
  return words.push(spanOf(static_cast<std::uint32_t>(at) | unescapedKey, key));
}

Outcome Walk::refuseAndSkip(const Node& node, Cursor& cursor, bool records, Reason why) noexcept {
  const std::uint32_t token = *cursor.at;
  if (!skip(cursor)) return stop();
  if (records) {
    // Records are written from the text, after the walk.
    if (zeros.any(token, cursor.at[-1] + 1)) return stop();
    const std::uint8_t first = tokens.text[token];
    // Of a number, the error shows all digits.
    const bool number = (isDigit(first) || first == '-') && (node.kind == Kind::integer || node.kind == Kind::floating);
    const bool constant = node.kind == Kind::constant || node.kind == Kind::structure;
    const bool spelled = number || constant || node.kind == Kind::bigInteger || why == Reason::tag ||
                         why == Reason::forbiddenValue;
    report.add({why, node.id, 0, token, token, cursor.at[-1] + 1, Place::noItem, spelled, false});
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
  switch (tokens.text[token]) {
    case '"': *cursor.out++ = form::string; return tokens.readString(cursor, string) && putString(cursor, string);
    case '{':
    case '[': {
      const auto* const first = cursor.at;
      return skip(cursor) && putJson(cursor, first);
    }
    case 't': return tokens.isWord(cursor, "true") && put(form::yes);
    case 'f': return tokens.isWord(cursor, "false") && put(form::no);
    case 'n': return tokens.isWord(cursor, "null") && put(form::null);
    default:
      if (!tokens.readNumber(cursor, number)) return false;
      *cursor.number++ = zeros.has(token) ? 0 : number;
      return put(form::number);
  }
}

bool Walk::putJson(Cursor& cursor, const std::uint32_t* first) noexcept {
  Bytes json = bytesOf(tokens.text + *first, cursor.at[-1] + 1 - *first);
  *cursor.out++ = form::json;
  if (zeros.any(*first, cursor.at[-1] + 1)) {
    if (!spelling.extend(json.size() + textPadding)) return false;
    std::memcpy(spelling.data(), json.data(), json.size());
    const std::uint32_t end = cursor.at[-1] + 1;
    // JSON may have white space instead of a sign.
    for (std::uint32_t at = *first; (at = zeros.next(at, end)) < end; ++at) spelling[at - *first] = ' ';
    json = {spelling.data(), json.size()};
  }
  return tape.putString(cursor, json, tokens.isAscii(tokens.text + *first, json.size()));
}

std::size_t Walk::largestBuffer() const noexcept {
  return std::max({tokens.largestBuffer(), tape.largestBuffer(), ends_.bytes(), memo.bytes(), keyBits.bytes(),
                   words.bytes(), keyIndex.bytes(), knownDigests.bytes(), spelling.bytes(), report.failures.bytes(),
                   report.path.bytes()});
}

void Walk::trim(std::size_t keep) noexcept {
  tokens.trim(keep);
  tape.trim(keep);
  const auto drop = [keep](auto& items) noexcept {
    if (items.bytes() > keep) items.release();
  };
  drop(ends_);
  drop(memo);
  drop(keyBits);
  drop(words);
  drop(keyIndex);
  drop(unescapedKeys);
  drop(matches);
  drop(digested);
  drop(knownDigests);
  drop(unevaluated);
  drop(spelling);
  drop(zeros);
  drop(report.failures);
  drop(report.path);
}

}  // namespace validlib
