// Telephone numbers of ITU-T E.164.
#include "characters.hpp"
#include "index.hpp"

namespace validlib {

namespace {

// The country code, then the number: 15 digits at most. The shortest existing numbers have 7.
bool isE164(Bytes text) noexcept {
  constexpr std::size_t least = 8;
  constexpr std::size_t most = 16;
  return text.size() >= least && text.size() <= most && text[0] == '+' && text[1] != '0' &&
         decimalDigit.holds(text.substr(1));
}

}  // namespace

namespace {
constexpr FormatEntry entries[] = {
    {"e164", isE164},
};
}  // namespace

constinit const FormatTable phoneFormats = entries;

}  // namespace validlib
