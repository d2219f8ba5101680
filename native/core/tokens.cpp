#include "tokens.hpp"

namespace validlib {

bool Tokens::markBlocks() noexcept {
  // A string ends before its quote, so the block after the last byte is never looked up.
  const std::size_t count = (size_ + block - 1) / block;
  if (!blocks_.resize(count)) return false;
  std::size_t others = 0;
  for (std::size_t i = 0; i < count; ++i) {
    // The padding makes the last block a whole one.
    const TextTraits traits = textTraitsOf(text + i * block, block);
    blocks_[i] = traits.wide || traits.escaped ? 1 : 0;
    others += blocks_[i];
    // If few blocks are plain, the lookup costs more than it saves.
    if (i == sample - 1 && others > sample / 4) return true;
  }
  marked_ = true;
  return true;
}

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
