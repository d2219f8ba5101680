// Numbers with check digits: payment cards, bank accounts, books.
#include "characters.hpp"
#include "index.hpp"

namespace validlib {

namespace {

// The characters of a number without their separators.
class Joined {
 public:
  // Allows single spaces, or single hyphens, between characters. False if there are other separators, or too many
  // characters.
  bool readSeparated(Bytes text) noexcept {
    char separator = '\0';
    char before = '\0';
    for (const char c : text) {
      const bool separates = c == ' ' || c == '-';
      if (separates) {
        if (before == '\0' || before == c || (separator != '\0' && separator != c)) return false;
        separator = c;
      } else if (!add(c)) {
        return false;
      }
      before = c;
    }
    return before != ' ' && before != '-';
  }

  // Allows a space after every fourth character: after all of them, or none.
  bool readInFours(Bytes text) noexcept {
    const bool hasSpaces = text.find(' ') != Bytes::npos;
    constexpr std::size_t group = 5;
    for (std::size_t at = 0; at < text.size(); ++at) {
      const bool separates = hasSpaces && at % group == group - 1;
      if (separates != (text[at] == ' ') || (!separates && !add(text[at]))) return false;
    }
    return !text.ends_with(' ');
  }

  Bytes text() const noexcept { return {characters_.data(), size_}; }

 private:
  // The longest number is an IBAN.
  static constexpr std::size_t most = 34;

  bool add(char c) noexcept {
    if (size_ == most) return false;
    characters_[size_++] = c;
    return true;
  }

  std::array<char, most> characters_{};
  std::size_t size_ = 0;
};

// ISO/IEC 7812: 12 to 19 digits, not beginning with a zero, and the Luhn algorithm (annex B).
bool isCard(Bytes given) noexcept {
  constexpr std::size_t least = 12;
  constexpr std::size_t most = 19;
  Joined joined;
  if (!joined.readSeparated(given)) return false;
  const Bytes text = joined.text();
  if (text.size() < least || text.size() > most || text[0] == '0' || !decimalDigit.holds(text)) return false;
  int sum = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const int digit = text[text.size() - 1 - at] - '0';
    sum += at % 2 == 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 == 0;
}

// Lengths of IBANs by country, as the registry of ISO 13616 has them (release 99): `AD24` and so on.
constexpr Bytes ibanLengths =
    "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18"
    "FR27GB22GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27"
    "MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27"
    "SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20YE30";

// The length of the IBANs of a country; 0 for a country without IBANs.
std::size_t ibanLength(Bytes country) noexcept {
  constexpr std::size_t entry = 4;
  for (std::size_t at = 0; at < ibanLengths.size(); at += entry) {
    if (ibanLengths.substr(at, 2) != country) continue;
    const auto digit = [at](std::size_t i) { return static_cast<std::size_t>(ibanLengths[at + i] - '0'); };
    return digit(2) * 10 + digit(3);
  }
  return 0;
}

// ISO 13616, in its electronic form, or printed in groups of four.
bool isIban(Bytes given) noexcept {
  constexpr CharacterSet character("09AZ");
  constexpr std::size_t front = 4;
  Joined joined;
  if (!joined.readInFours(given)) return false;
  const Bytes text = joined.text();
  if (text.size() < front || text.size() != ibanLength(text.substr(0, 2)) || !character.holds(text)) return false;
  const Bytes check = text.substr(2, 2);
  if (!decimalDigit.holds(check) || check < "02" || check > "98") return false;
  int rest = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[(at + front) % text.size()];
    rest = (isDecimal(c) ? rest * 10 + (c - '0') : rest * 100 + (c - 'A' + 10)) % 97;
  }
  return rest == 1;
}

// ISO 2108, of ten digits or of thirteen.
bool isIsbn(Bytes given) noexcept {
  constexpr std::size_t shortSize = 10;
  constexpr std::size_t longSize = 13;
  Joined joined;
  if (!joined.readSeparated(given)) return false;
  const Bytes text = joined.text();
  const bool isLong = text.size() == longSize;
  // 979-0 is the prefix of printed music (ISMN).
  const bool hasPrefix = text.starts_with("978") || (text.starts_with("979") && text[3] != '0');
  if (isLong ? !hasPrefix : text.size() != shortSize) return false;
  const bool isX = !isLong && text.ends_with('X');
  if (!decimalDigit.holds(text.substr(0, text.size() - (isX ? 1 : 0)))) return false;
  int sum = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const int digit = text[at] == 'X' ? 10 : text[at] - '0';
    sum += digit * (isLong ? (at % 2 == 0 ? 1 : 3) : static_cast<int>(shortSize - at));
  }
  return sum % (isLong ? 10 : 11) == 0;
}

}  // namespace

namespace {
constexpr FormatEntry entries[] = {
    {"credit-card", isCard},
    {"iban", isIban},
    {"isbn", isIsbn},
};
}  // namespace

constinit const FormatTable checkDigitFormats = entries;

}  // namespace validlib
