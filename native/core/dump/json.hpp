// The JSON of a plan, as values: simdjson's DOM. The WebAssembly module has to be small: there a reader takes its place
// that has as much of the same interface as dumps need, and finds each value by its token.
#pragma once

#if !defined(__wasm__)

#include <simdjson.h>

namespace validlib::dump {

using simdjson::SUCCESS;
using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;
using simdjson::dom::parser;

}  // namespace validlib::dump

#else

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "../buffer.hpp"
#include "../json/syntax.hpp"
#include "../tokens.hpp"

namespace validlib::dump {

// What functions of simdjson return.
inline constexpr bool SUCCESS = true;

// A plan. Its strings are decoded where they stand.
class Document {
 public:
  // False if the text is not JSON.
  bool read(const char* plan, std::size_t size) {
    text_.assign(plan, size);
    text_.append(textPadding, ' ');
    const auto* const text = reinterpret_cast<const std::uint8_t*>(text_.data());
    if (isRefused(text, size, deepestSyntax) || !tokens_.read(text, size) || !ends_.resize(tokens_.count(), 0)) {
      return false;
    }
    // The innermost open container. Until it is closed, its entry is the container around it.
    std::uint32_t open = 0;
    for (std::uint32_t token = 0; token < tokens_.count(); ++token) {
      const char first = *at(token);
      if (first == '"' && !decode(token)) return false;
      if (first == '{' || first == '[') {
        ends_[token] = open;
        open = token;
      } else if (first == '}' || first == ']') {
        const std::uint32_t outer = ends_[open];
        ends_[open] = token;
        open = outer;
      }
    }
    return true;
  }

  char* at(std::uint32_t token) noexcept { return text_.data() + tokens_.first()[token]; }
  std::string_view string(std::uint32_t token) noexcept { return {at(token) + 1, ends_[token]}; }
  // The token after the value at a token.
  std::uint32_t behind(std::uint32_t token) noexcept {
    return *at(token) == '{' || *at(token) == '[' ? ends_[token] + 1 : token + 1;
  }

 private:
  bool decode(std::uint32_t token) {
    Cursor cursor;
    cursor.at = tokens_.first() + token;
    Text string;
    if (!tokens_.readString(cursor, string)) return false;
    std::memmove(at(token) + 1, string.bytes.data(), string.bytes.size());
    ends_[token] = static_cast<std::uint32_t>(string.bytes.size());
    return true;
  }

  std::string text_;
  Tokens tokens_;
  // By token: the end of a container, the size of a string.
  Buffer<std::uint32_t> ends_;
};

template <class Item>
class Values;
class Element;
struct Member;
using array = Values<Element>;
using object = Values<Member>;
using element = Element;

// A value, or none.
class Element {
 public:
  Element() = default;
  Element(Document& document, std::uint32_t token) : document_(&document), token_(token) {}

  bool is_object() const { return first() == '{'; }
  bool is_array() const { return first() == '['; }
  bool is_string() const { return first() == '"'; }
  bool is_bool() const { return first() == 't' || first() == 'f'; }
  bool is_null() const { return first() == 'n'; }

  Element get_object() const { return *this; }
  Element get_array() const { return *this; }
  Element get_string() const { return *this; }
  Element get_bool() const { return *this; }
  Element get_double() const { return *this; }

  bool get(Element& into) const {
    into = *this;
    return document_ != nullptr;
  }
  bool get(object& into) const;
  bool get(array& into) const;
  bool get(bool& into) const {
    into = first() == 't';
    return is_bool();
  }
  bool get(std::string_view& into) const {
    if (is_string()) into = document_->string(token_);
    return is_string();
  }
  bool get(double& into) const { return isNumber() && parseNumber(number(), into); }
  bool get(std::int64_t& into) const { return isNumber() && readInteger(number(), into); }
  bool get(std::uint64_t& into) const {
    std::int64_t whole = 0;
    const bool sound = get(whole) && whole >= 0;
    if (sound) into = static_cast<std::uint64_t>(whole);
    return sound;
  }

  // The member of an object.
  Element operator[](std::string_view name) const;
  // The item of an array.
  Element at(std::size_t index) const;

 private:
  char first() const { return document_ == nullptr ? '\0' : *document_->at(token_); }
  bool isNumber() const { return first() == '-' || isDigit(static_cast<std::uint8_t>(first())); }
  const std::uint8_t* number() const { return reinterpret_cast<const std::uint8_t*>(document_->at(token_)); }

  Document* document_ = nullptr;
  std::uint32_t token_ = 0;
};

struct Member {
  // Tokens of the key and the colon.
  static constexpr std::uint32_t before = 2;

  Member(Document& document, std::uint32_t token) : key(document.string(token)), value(document, token + before) {}

  std::string_view key;
  Element value;
};

// The items of an array, or the members of an object.
template <class Item>
class Values {
 public:
  class Iterator {
   public:
    Iterator(Document* document, std::uint32_t token) : document_(document), token_(token) {}
    Item operator*() const { return {*document_, token_}; }
    Iterator& operator++() {
      constexpr std::uint32_t before = std::is_same_v<Item, Member> ? Member::before : 0;
      token_ = document_->behind(token_ + before);
      token_ += *document_->at(token_) == ',' ? 1 : 0;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return token_ != other.token_; }

   private:
    Document* document_;
    std::uint32_t token_;
  };

  Values() = default;
  Values(Document& document, std::uint32_t token) : document_(&document), token_(token) {}

  Iterator begin() const { return {document_, token_ + 1}; }
  Iterator end() const { return {document_, document_->behind(token_) - 1}; }

  // Of an object.
  Element operator[](std::string_view name) const { return Element(*document_, token_)[name]; }

 private:
  Document* document_ = nullptr;
  std::uint32_t token_ = 0;
};

inline bool Element::get(object& into) const {
  if (is_object()) into = {*document_, token_};
  return is_object();
}

inline bool Element::get(array& into) const {
  if (is_array()) into = {*document_, token_};
  return is_array();
}

inline Element Element::operator[](std::string_view name) const {
  object all;
  if (!get(all)) return {};
  for (const Member member : all) {
    if (member.key == name) return member.value;
  }
  return {};
}

inline Element Element::at(std::size_t index) const {
  array all;
  if (!get(all)) return {};
  for (const Element item : all) {
    if (index-- == 0) return item;
  }
  return {};
}

class parser {  // NOLINT(readability-identifier-naming)
 public:
  Element parse(const char* text, std::size_t size) {
    return document_.read(text, size) ? Element(document_, 0) : Element();
  }

 private:
  Document document_;
};

}  // namespace validlib::dump

#endif
