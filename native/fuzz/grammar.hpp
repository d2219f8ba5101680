// RFC 8259, read once more and as plainly as it can be: what the engine takes for JSON must be JSON.
#pragma once

#include <simdjson.h>

#include <string_view>
#include <vector>

namespace validlib::fuzz {

class Grammar {
 public:
  explicit Grammar(std::string_view text) : text_(text) {}

  bool isJson() {
    if (!simdjson::validate_utf8(text_.data(), text_.size())) return false;
    if (text_.substr(0, 3) == "\xef\xbb\xbf") at_ = 3;
    // Closing brackets owed.
    std::vector<char> owed;
    for (;;) {
      space();
      if (eat('{')) {
        owed.push_back('}');
        space();
        if (peek() != '}') {
          if (!key()) return false;
          continue;
        }
      } else if (eat('[')) {
        owed.push_back(']');
        space();
        if (peek() != ']') continue;
      } else if (!scalar()) {
        return false;
      }
      for (;;) {
        space();
        if (owed.empty()) return at_ == text_.size();
        if (eat(',')) {
          space();
          if (owed.back() == '}' && !key()) return false;
          break;
        }
        if (!eat(owed.back())) return false;
        owed.pop_back();
      }
    }
  }

 private:
  // 0 at the end: no token holds it.
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool eat(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool eatOneOf(std::string_view set) {
    if (at_ >= text_.size() || set.find(text_[at_]) == set.npos) return false;
    ++at_;
    return true;
  }
  void space() {
    while (eatOneOf(" \n\r\t")) {
    }
  }
  bool key() {
    if (!string()) return false;
    space();
    return eat(':');
  }
  bool word(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  bool scalar() {
    return peek() == '"'   ? string()
           : peek() == 't' ? word("true")
           : peek() == 'f' ? word("false")
           : peek() == 'n' ? word("null")
                           : number();
  }
  bool digits() {
    if (!eatOneOf("0123456789")) return false;
    while (eatOneOf("0123456789")) {
    }
    return true;
  }
  bool number() {
    eat('-');
    if (!eat('0') && !digits()) return false;
    if (eat('.') && !digits()) return false;
    if (!eatOneOf("eE")) return true;
    eatOneOf("+-");
    return digits();
  }
  bool string() {
    if (!eat('"')) return false;
    for (;;) {
      if (at_ >= text_.size() || static_cast<unsigned char>(text_[at_]) < 0x20) return false;
      if (eat('"')) return true;
      if (!eat('\\')) {
        ++at_;
      } else if (eat('u')) {
        for (int i = 0; i < 4; ++i) {
          if (!eatOneOf("0123456789abcdefABCDEF")) return false;
        }
      } else if (!eatOneOf("\"\\/bfnrt")) {
        return false;
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace validlib::fuzz
