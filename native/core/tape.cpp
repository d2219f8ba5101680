#include "tape.hpp"

namespace validlib {

bool Tape::detour(Cursor& cursor, Bytes text, bool ascii) noexcept {
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
