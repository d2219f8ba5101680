// Formats of text that Str knows by name. Each is validated in one or two passes without allocation, and is the native
// equivalent of the file of the same name in src/formats, which a format is added to in the same way: in the table at
// the end of its file. `regex` has none, because only RegExp knows the names of Unicode's properties. Nor has `idna`,
// which needs the tables of Unicode: see `FormatEntry::exceptions`.
#pragma once

#include <span>

#include "../json/text.hpp"

namespace validlib {

// Returns whether a text, UTF-8 without escapes, has a format.
using Format = bool (*)(Bytes text) noexcept;

struct FormatEntry {
  // With the parameter that refines it, if it has one: `email html5`.
  Bytes name;
  Format format;
  // Of texts that the format takes: which of them TypeScript has to validate. Null where there are none.
  Format exceptions = nullptr;
};

using FormatTable = std::span<const FormatEntry>;

// Null for a name that this side does not know.
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

// What formats are parts of others. address.cpp:
bool isIpv4(Bytes text) noexcept;
bool isIpv6(Bytes text) noexcept;
bool isDomain(Bytes text) noexcept;
// Labels of letters, digits and hyphens with dots between them, however many.
bool areLabels(Bytes text) noexcept;
// Of a domain: one of its labels begins with `xn--`.
bool hasALabel(Bytes text) noexcept;
// encoded.cpp:
bool isBase64url(Bytes text) noexcept;

// Of every text, or of those that are not ASCII. TypeScript has to validate all that a format with the first one takes.
inline bool anyText(Bytes /*text*/) noexcept { return true; }
bool isBeyondAscii(Bytes text) noexcept;

}  // namespace validlib
