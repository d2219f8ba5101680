// Named formats of Str. Each is validated in one or two passes without allocation, and is the native equivalent of the
// file of the same name in src/text/formats. A format is added in the same way: in the table at the end of its file.
// `regex` has none, because only RegExp knows the names of Unicode's properties. Nor has `idna`, which needs the tables
// of Unicode: see `FormatEntry::exceptions`.
#pragma once

#include <span>

#include "../json/text.hpp"

namespace validlib {

// Returns whether a text, UTF-8 without escapes, has a format.
using Format = bool (*)(Bytes text) noexcept;

struct FormatEntry {
  // With the parameter that refines it, if any: `email html5`.
  Bytes name;
  Format format;
  // Selects the valid texts that TypeScript has to validate. Null if there are none.
  Format exceptions = nullptr;
};

using FormatTable = std::span<const FormatEntry>;

// Null for an unknown name.
const FormatEntry* formatNamed(Bytes name) noexcept;

// One for each file.
extern const FormatTable addressFormats;
extern const FormatTable checkDigitFormats;
extern const FormatTable dateTimeFormats;
extern const FormatTable emailFormats;
extern const FormatTable emojiFormats;
extern const FormatTable encodedFormats;
extern const FormatTable identifierFormats;
extern const FormatTable jsonPointerFormats;
extern const FormatTable jwtFormats;
extern const FormatTable phoneFormats;
extern const FormatTable uriFormats;
extern const FormatTable uriTemplateFormats;
extern const FormatTable urlFormats;

// Formats that are parts of others. address.cpp:
bool isIpv4(Bytes text) noexcept;
bool isIpv6(Bytes text) noexcept;
// What stands between brackets behind the @ of an email address (RFC 5321, 4.1.3): numbers may have leading zeros, and
// `::` stands for at least two groups.
bool isAddressLiteral(Bytes text) noexcept;
bool isDomain(Bytes text) noexcept;
// Labels of letters, digits and hyphens with dots between them, of any number.
bool areLabels(Bytes text) noexcept;
// True if one of the labels of a domain begins with `xn--`.
bool hasALabel(Bytes text) noexcept;
// encoded.cpp:
bool isBase64url(Bytes text) noexcept;

// True for every text, or for texts that are not ASCII. With the first, TypeScript has to validate all texts that the
// format accepts.
inline bool anyText(Bytes /*text*/) noexcept { return true; }
bool isBeyondAscii(Bytes text) noexcept;

}  // namespace validlib
