// Dict: an object with a schema. Keys that JavaScript would reorder, and keys that come twice, are left to the
// reference engine.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "../keys.hpp"
#include "../shapes.hpp"
#include "check.hpp"
#include "limits.hpp"

namespace validlib {

struct Dict : Node {
  Dict() noexcept : Node(Kind::dict) {}

  struct Key {
    explicit Key(const std::string& key, const Node* node) : text(key), spelling(key), value(node) {}
    std::string text;
    Spelling spelling;
    const Node* value;  // null for a key that is only disposed of
    bool disposed = false;
    // What happens when it is missing, or disposed of.
    bool required = false;
    bool hasDefault = false;
    bool unsure = false;  // the default is one that JavaScript must make and check
  };

  // Those of the schema in its order, then others to dispose of.
  std::vector<Key> keys;
  KeyTable table;
  const Node* extraKey = nullptr;
  const Node* extraValue = nullptr;
  Lengths lengths;
  mutable Shapes shapes;

  // To be called when all keys are there.
  void finish() {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      needed_.resize(i / 64 + 1, 0);
      if (keys[i].required || keys[i].unsure) needed_[i / 64] |= std::uint64_t{1} << (i % 64);
      drops_ |= keys[i].disposed;
    }
  }

  template <bool emits>
  Outcome check(Walk& walk) const noexcept {
    const std::uint32_t opening = *walk.at;
    if (walk.text[opening] != '{') {
      if (!nullable || !walk.isNull()) return walk.refuse(*this);
      if constexpr (emits) walk.tape.put(mark::nullContainer);
      ++walk.at;
      return Outcome::valid;
    }
    if (!walk.enter(1)) return walk.stop();
    const std::uint32_t deferred = walk.deferred;
    Members members(walk, keys.size());
    const Outcome present = checkMembers<emits>(walk, members);
    if (present == Outcome::stop) return present;
    const Outcome missing = checkMissing(walk, members, opening);
    walk.leave(1);
    if (present != Outcome::valid) return present;
    if (missing != Outcome::valid) return missing;
    if (lengths.holds(members.count)) return Outcome::valid;
    // Members that may still fail come first.
    if (walk.deferred != deferred) return walk.stop();
    return walk.refuse(*this, lengths.broken(members.count), members.count, opening);
  }

 private:
  // What is known of the object so far.
  class Members {
   public:
    Members(Walk& walk, std::size_t keyCount) noexcept : walk_(walk), seenSize_(keyCount / 64 + 1), base_(walk.words.size()) {
      if (seenSize_ > 1) walk.words.resize(base_ + seenSize_, 0);
      unknownBase_ = walk.words.size();
    }
    ~Members() {
      if (walk_.words.size() != base_) walk_.words.resize(base_);
    }
    Members(const Members&) = delete;
    Members& operator=(const Members&) = delete;

    // False if the key was there before.
    bool add(std::int32_t key) noexcept {
      const auto index = static_cast<std::size_t>(key);
      std::uint64_t& word = seenSize_ > 1 ? walk_.words[base_ + index / 64] : seen_;
      const std::uint64_t bit = std::uint64_t{1} << (index % 64);
      const bool fresh = (word & bit) == 0;
      word |= bit;
      return fresh;
    }
    bool has(std::size_t key) const noexcept { return ((seen(key / 64) >> (key % 64)) & 1) != 0; }
    std::uint64_t seen(std::size_t word) const noexcept { return seenSize_ > 1 ? walk_.words[base_ + word] : seen_; }

    // Remembers a key that is not in the schema; false when its place in an object is not where it comes.
    bool addUnknown(std::uint32_t opening, Bytes key) noexcept {
      std::uint64_t index;
      if (arrayIndex(key, index)) {
        if (named_ || (hasIndex_ && index <= lastIndex_)) return false;
        hasIndex_ = true;
        lastIndex_ = index;
        return true;
      }
      named_ = true;
      walk_.words.push_back((std::uint64_t{opening} << 32) | static_cast<std::uint32_t>(key.size()));
      return true;
    }
    void addKnown() noexcept { named_ = true; }

    // No two of the unknown keys are equal. Sorts them: linear but for a logarithm, whatever they are.
    bool distinct() const noexcept {
      const auto first = walk_.words.begin() + static_cast<std::ptrdiff_t>(unknownBase_);
      if (walk_.words.end() - first < 2) return true;
      const auto key = [this](std::uint64_t word) noexcept {
        return bytesOf(walk_.text + (word >> 32) + 1, static_cast<std::uint32_t>(word));
      };
      std::sort(first, walk_.words.end(), [&key](std::uint64_t a, std::uint64_t b) noexcept {
        const auto left = static_cast<std::uint32_t>(a);
        const auto right = static_cast<std::uint32_t>(b);
        return left != right ? left < right : key(a) < key(b);
      });
      return std::adjacent_find(first, walk_.words.end(), [&key](std::uint64_t a, std::uint64_t b) noexcept {
               return key(a) == key(b);
             }) == walk_.words.end();
    }

    std::uint32_t count = 0;

   private:
    Walk& walk_;
    std::uint64_t seen_ = 0;
    std::size_t seenSize_;
    std::size_t base_;
    std::size_t unknownBase_;
    bool named_ = false;
    bool hasIndex_ = false;
    std::uint64_t lastIndex_ = 0;
  };

  template <bool emits>
  Outcome checkMembers(Walk& walk, Members& members) const noexcept {
    Outcome result = Outcome::valid;
    std::int32_t shape = Shapes::start;
    std::int32_t* header = nullptr;
    if constexpr (emits) header = walk.tape.skip();
    Step step(walk, Place::key, true, id);
    ++walk.at;
    if (walk.peek() == '}') {
      ++walk.at;
    } else {
      for (;;) {
        const Outcome outcome = checkMember<emits>(walk, members, step, shape);
        if (outcome != Outcome::valid) [[unlikely]] {
          if (outcome == Outcome::stop) return outcome;
          result = outcome;
        }
        ++members.count;
        const std::uint8_t next = walk.text[*walk.at++];
        if (next == ',') continue;
        if (next != '}') return walk.stop();
        break;
      }
    }
    if (!members.distinct()) return walk.stop();
    if constexpr (emits) {
      *header = shape;
      if (shape == Shapes::none) walk.tape.put(mark::endOfMembers);
    }
    return result;
  }

  template <bool emits>
  Outcome checkMember(Walk& walk, Members& members, Step& step, std::int32_t& shape) const noexcept {
    const std::uint32_t opening = *walk.at;
    std::int32_t key = shape == Shapes::none ? -1 : shapes.likelyKey(shape);
    if (key >= 0 && walk.text[opening] == '"' && keys[static_cast<std::size_t>(key)].spelling.begins(walk.text + opening + 1)) {
      shape = shapes.likelyShape(shape);
      ++walk.at;
      // The way to this shape has each key once.
      members.add(key);
    } else {
      if (walk.text[opening] != '"') return walk.stop();
      Text text;
      if (!walk.readString(text)) return walk.stop();
      key = table.find(text.bytes);
      if (key < 0) {
        if (static_cast<std::size_t>(walk.rawString(opening).size()) != text.bytes.size()) return walk.stop();
        --walk.at;
        return checkUnknown<emits>(walk, members, step, shape, text);
      }
      if (!members.add(key)) return walk.stop();
      if (shape != Shapes::none && !keys[static_cast<std::size_t>(key)].disposed) shape = shapes.follow(shape, key);
    }
    if (walk.text[*walk.at++] != ':') return walk.stop();
    const Key& known = keys[static_cast<std::size_t>(key)];
    members.addKnown();
    if (known.disposed || walk.report.truncated) [[unlikely]] return walk.skip() ? Outcome::valid : walk.stop();
    if constexpr (emits) walk.tape.put(key);
    step.is(Place::key, static_cast<std::uint32_t>(key));
    return validlib::check<emits>(*known.value, walk);
  }

  // A key that is not in the schema; the walk rests on it.
  template <bool emits>
  [[gnu::noinline]] Outcome checkUnknown(Walk& walk, Members& members, Step& step, std::int32_t& shape, const Text& text) const noexcept {
    const std::uint32_t opening = *walk.at;
    if (!members.addUnknown(opening, text.bytes)) return walk.stop();
    if (walk.report.truncated) {
      ++walk.at;
      return walk.text[*walk.at++] == ':' && walk.skip() ? Outcome::valid : walk.stop();
    }
    step.is(Place::unknownKey, opening);
    if (extraKey == nullptr) {
      ++walk.at;
      if (walk.text[*walk.at++] != ':' || !walk.skip()) return walk.stop();
      return walk.refuse(*this, Reason::forbiddenKey, 0, opening);
    }
    if constexpr (emits) {
      shape = Shapes::none;
      walk.tape.put(mark::extraKey);
      if (!walk.putString(text)) return walk.stop();
    }
    Step half(walk, Place::extraKey, true);
    // A string is a string, even where it is a key; it stays as it is.
    const Outcome keyOutcome = validlib::check<false>(*extraKey, walk);
    if (keyOutcome == Outcome::stop || walk.text[*walk.at++] != ':') return walk.stop();
    half.is(Place::extraValue, 0);
    if (walk.report.truncated) {
      if (!walk.skip()) return walk.stop();
      return keyOutcome;
    }
    const Outcome outcome = validlib::check<emits>(*extraValue, walk);
    return outcome == Outcome::valid ? keyOutcome : outcome;
  }

  Outcome checkMissing(Walk& walk, const Members& members, std::uint32_t opening) const noexcept {
    bool complete = !drops_;
    for (std::size_t i = 0; i < needed_.size(); ++i) complete &= (needed_[i] & ~members.seen(i)) == 0;
    if (complete) [[likely]] return Outcome::valid;
    Outcome result = Outcome::valid;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const Key& key = keys[i];
      if (!(key.required || key.unsure) || (members.has(i) && !key.disposed)) continue;
      if (walk.report.truncated) break;
      if (key.unsure) {
        ++walk.deferred;
        if (!walk.collecting) continue;
        walk.refuse(*this, Reason::defaulted, static_cast<std::uint32_t>(i), opening);
      } else {
        result = walk.refuse(*this, Reason::missingKey, static_cast<std::uint32_t>(i), opening);
      }
    }
    return result;
  }

  // One bit for each key that must be there, or else be made.
  std::vector<std::uint64_t> needed_;
  bool drops_ = false;
};

}  // namespace validlib
