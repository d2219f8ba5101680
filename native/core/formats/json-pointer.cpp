// JSON Pointers, of RFC 6901: empty, or segments that each begin with a slash.
#include "index.hpp"

namespace validlib {

bool isJsonPointer(Bytes text) noexcept {
  if (!text.empty() && text[0] != '/') return false;
  for (std::size_t at = text.find('~'); at != Bytes::npos; at = text.find('~', at + 1)) {
    if (at + 1 == text.size() || (text[at + 1] != '0' && text[at + 1] != '1')) return false;
  }
  return true;
}

}  // namespace validlib
