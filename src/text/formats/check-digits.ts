/** Numbers with check digits: payment cards, bank accounts, books. */
import type { Format } from "./format.ts";

/** ISO/IEC 7812: 12 to 19 digits, not beginning with a zero, as no card does. */
const CARD = /^[1-9]\d{11,18}$/u;
/** Two letters for the country, two check digits, and the account number of the country. */
const IBAN = /^[A-Z]{2}(?:0[2-9]|[1-8]\d|9[0-8])[\dA-Z]{11,30}$/u;
const ISBN_10 = /^\d{9}[\dX]$/u;
/** 979-0 is the prefix of printed music (ISMN). */
const ISBN_13 = /^97(?:8\d|9[1-9])\d{9}$/u;
/** The separators of a text, where it has one between two digits and no other kind. */
const SPACED = /^[^ -](?: ?[^ -])*$/u;
const HYPHENED = /^[^ -](?:-?[^ -])*$/u;

/** The longest text of any of these: an IBAN of 34 characters in groups of four. */
const MAX_LENGTH = 42;

/** Lengths of IBANs by country, as the registry of ISO 13616 has them (release 99): `AD24` and so on. */
const IBAN_LENGTHS =
  "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18FR27GB22GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20YE30";

/** The text without single spaces, or without single hyphens, between its characters; undefined if it has others. */
function joined(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  if (SPACED.test(text)) return text.replaceAll(" ", "");
  return HYPHENED.test(text) ? text.replaceAll("-", "") : undefined;
}

/** ISO/IEC 7812-1, annex B: the algorithm of Luhn. */
function isCard(text: string): boolean {
  const digits = joined(text);
  if (digits === undefined || !CARD.test(digits)) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    sum += at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

/** ISO 13616, in its electronic form, or as it is printed: in groups of four. */
function isIban(text: string): boolean {
  const given = isInFours(text) ? text.replaceAll(" ", "") : text;
  if (!IBAN.test(given)) return false;
  const country = IBAN_LENGTHS.indexOf(given.slice(0, 2));
  if (country < 0 || Number(IBAN_LENGTHS.slice(country + 2, country + 4)) !== given.length) return false;
  let rest = 0;
  for (const character of given.slice(4) + given.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97;
  }
  return rest === 1;
}

/** Returns whether spaces are where a printed IBAN has them. */
function isInFours(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  for (let at = 0; at < text.length; at++) if ((text[at] === " ") !== (at % 5 === 4)) return false;
  return !text.endsWith(" ");
}

/** ISO 2108, of ten digits or of thirteen. */
function isIsbn(text: string): boolean {
  const digits = joined(text);
  if (digits === undefined) return false;
  const isLong = ISBN_13.test(digits);
  if (!isLong && !ISBN_10.test(digits)) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = digits[at] === "X" ? 10 : Number(digits[at]);
    sum += digit * (isLong ? (at % 2 === 0 ? 1 : 3) : 10 - at);
  }
  return sum % (isLong ? 10 : 11) === 0;
}

export const creditCard: Format = { label: "card number", test: isCard };
export const iban: Format = { label: "IBAN", test: isIban };
export const isbn: Format = { label: "ISBN", test: isIsbn };
