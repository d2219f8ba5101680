#include "tape.hpp"

namespace validlib {

bool Tape::refer(Cursor& cursor, Bytes text) noexcept {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const std::size_t size = text.size();
  // No pointers: those to different arrays have no order.
  const std::uintptr_t begin =
      reinterpret_cast<std::uintptr_t>(bytes) - reinterpret_cast<std::uintptr_t>(source_.data());
  if (begin < source_.size()) {
    cursor.out[0] = static_cast<std::int32_t>(begin);
    cursor.out[1] = static_cast<std::int32_t>(begin + size);
  } else {
    const std::size_t first = decoded.size();
    // Readers may read this many bytes too far.
    constexpr std::size_t slack = 32;
    if (!decoded.reserve(first + size + slack) || !decoded.extend(first + size)) return false;
    std::memcpy(decoded.data() + first, bytes, size);
    cursor.out[0] = static_cast<std::int32_t>(-2 - static_cast<std::int64_t>(first));
    cursor.out[1] = static_cast<std::int32_t>(first + size);
  }
  cursor.out += 2;
  return true;
}

bool Tape::detour(Cursor& cursor, Bytes text, bool ascii) noexcept {
  if (!source_.empty()) return refer(cursor, text);
  // A string has at most as many characters as its UTF-8 has bytes.
  const std::size_t size = text.size();
  if (ascii || fitsLatin1(text)) {
    const bool turns = !narrow.fits(cursor.narrow, size);
    if (turns) cursor.narrow = narrow.open(cursor.narrow, size);
    if (cursor.narrow == nullptr) return false;
    std::uint8_t* const begin = cursor.narrow;
    if (ascii) {
      std::memcpy(begin, text.data(), size);
      cursor.narrow = begin + size;
    } else {
      cursor.narrow = writeLatin1(text, begin);
    }
    *cursor.out++ = narrow.offset(begin);
    *cursor.out++ = turns ? ~narrow.offset(cursor.narrow) : narrow.offset(cursor.narrow);
    return true;
  }
  const bool turns = !wide.fits(cursor.wide, size);
  if (turns) cursor.wide = wide.open(cursor.wide, size);
  if (cursor.wide == nullptr) return false;
  char16_t* const begin = cursor.wide;
  cursor.wide = writeUtf16(text, begin);
  *cursor.out++ = -2 - wide.offset(begin);
  *cursor.out++ = turns ? ~wide.offset(cursor.wide) : wide.offset(cursor.wide);
  return true;
}

}  // namespace validlib
