// Formats of text that Str knows by name. Each is validated in one or two passes without allocation, and is the native
// equivalent of the file of the same name in src/formats. `regex` has none, because only RegExp knows the names of
// Unicode's properties. Nor has `idna`, which needs the tables of Unicode: see `exceptionsOf`.
#pragma once

#include "../json/text.hpp"

namespace validlib {

// Whether a text, UTF-8 without escapes, is of a format.
using Format = bool (*)(Bytes text) noexcept;

// Null for a name that this side does not know.
Format formatNamed(Bytes name) noexcept;

// Of texts that the format takes: which of them TypeScript has to validate. Null where there are none.
Format exceptionsOf(Bytes name) noexcept;

// address.cpp
bool isIpv4(Bytes text) noexcept;
bool isIpv6(Bytes text) noexcept;
bool isDomain(Bytes text) noexcept;
// Of a domain: one of its labels begins with `xn--`.
bool hasALabel(Bytes text) noexcept;
// date-time.cpp
bool isDate(Bytes text) noexcept;
bool isTime(Bytes text) noexcept;
bool isDateTime(Bytes text) noexcept;
bool isDuration(Bytes text) noexcept;
// email.cpp
bool isEmail(Bytes text) noexcept;
// encoded.cpp
bool isBase64(Bytes text) noexcept;
bool isBase64url(Bytes text) noexcept;
bool isHex(Bytes text) noexcept;
// identifier.cpp
bool isUuid(Bytes text) noexcept;
bool isUlid(Bytes text) noexcept;
bool isSemver(Bytes text) noexcept;
// json-pointer.cpp
bool isJsonPointer(Bytes text) noexcept;
// uri.cpp
bool isUri(Bytes text) noexcept;
bool isUriReference(Bytes text) noexcept;

}  // namespace validlib
