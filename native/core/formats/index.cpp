#include "index.hpp"

#include <algorithm>

namespace validlib {

const FormatEntry* formatNamed(Bytes name) noexcept {
  for (const FormatTable table :
       {addressFormats, checkDigitFormats, dateTimeFormats, emailFormats, emojiFormats, encodedFormats,
        identifierFormats, jsonPointerFormats, jwtFormats, phoneFormats, uriFormats, uriTemplateFormats, urlFormats}) {
    for (const FormatEntry& one : table) {
      if (one.name == name) return &one;
    }
  }
  return nullptr;
}

bool isBeyondAscii(Bytes text) noexcept {
  return std::any_of(text.begin(), text.end(), [](char c) { return static_cast<std::uint8_t>(c) >= 0x80; });
}

}  // namespace validlib
