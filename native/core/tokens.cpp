#include "tokens.hpp"

namespace validlib {

bool Tokens::decode(Text& string) noexcept {
  const auto traits = [&string]() noexcept {
    return shortTextTraitsOf(reinterpret_cast<const std::uint8_t*>(string.bytes.data()), string.bytes.size());
  };
  TextTraits made = traits();
  if (made.escaped) {
    // One buffer serves all strings: it is as long as the text, and each string is used before the next is read.
    const std::size_t room = size_ + textPadding;
    if (!decoded_.reserve(room)) return false;
    char* const end = unescape(string.bytes, decoded_.data());
    if (end == nullptr) return false;
    string.bytes = {decoded_.data(), static_cast<std::size_t>(end - decoded_.data())};
    made = traits();
  }
  string.ascii = !made.wide;
  return true;
}

}  // namespace validlib
