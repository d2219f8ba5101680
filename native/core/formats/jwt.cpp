// JSON Web Tokens of RFC 7519: three parts in base64url. What they hold is left to TypeScript.
#include "index.hpp"

namespace validlib {

namespace {

bool hasThreeParts(Bytes text) noexcept {
  for (int part = 0; part < 2; ++part) {
    const std::size_t dot = text.find('.');
    // Neither the header nor the payload is empty.
    if (dot == Bytes::npos || dot == 0 || !isBase64url(text.substr(0, dot))) return false;
    text.remove_prefix(dot + 1);
  }
  return isBase64url(text);
}

}  // namespace

namespace {
constexpr FormatEntry entries[] = {
    {"jwt", hasThreeParts, anyText},
};
}  // namespace

constinit const FormatTable jwtFormats = entries;

}  // namespace validlib
