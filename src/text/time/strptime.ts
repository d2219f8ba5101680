/**
 * `datetime.strptime` of CPython 3.11 in its C locale: the same directives, the same regular expressions, the same
 * arithmetic. Its results are compared with a table made by CPython itself. One difference: a day or week that the year
 * does not have is refused, where CPython continues into the next or the previous year.
 *
 * Linear time: the expressions repeat only white space, and the next part begins with something else, except for the
 * one space that `%d` may begin with.
 */
import { daysOfMonth } from "../../values/calendar.ts";
import { ValueError } from "../../values/value-error.ts";
import { type Civil, MAX_YEAR, MIN_YEAR, midnight } from "./clock.ts";

export const MONTHS: readonly string[] = /*#__PURE__*/ words(
  "january february march april may june july august september october november december",
);
export const DAYS: readonly string[] = /*#__PURE__*/ words("monday tuesday wednesday thursday friday saturday sunday");
const MONTHS_SHORT = short(MONTHS);
const DAYS_SHORT = short(DAYS);

/*#__NO_SIDE_EFFECTS__*/ function words(text: string): readonly string[] {
  return text.split(" ");
}

/*#__NO_SIDE_EFFECTS__*/ function short(names: readonly string[]): readonly string[] {
  return names.map((name) => name.slice(0, 3));
}

/** White space as Python sees it: not U+FEFF, but the four information separators and U+0085. */
const SPACE = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const isSpace = /*#__PURE__*/ new RegExp(SPACE, "u");
const spaces = /*#__PURE__*/ new RegExp(`${SPACE}+`, "gu");
/** White space beyond three characters: no format tells longer runs from one of three. */
const superfluous = /*#__PURE__*/ new RegExp(`${SPACE}(?=${SPACE}{3})`, "gu");
/**
 * Length of texts whose superfluous white space is removed first. For each character that `+` repeats, V8 pushes to a
 * stack of 64 MiB, unless it optimizes the expression. It stops to do so when a process has much code of expressions.
 */
const LONG = 1000;

/*#__NO_SIDE_EFFECTS__*/ function oneOf(names: readonly string[]): string {
  return names.toSorted((a, b) => b.length - a.length).join("|");
}

/**
 * Expressions by directive; alternatives in the order CPython tries them. Their `\d` is any decimal digit of Unicode.
 */
const DIRECTIVES: ReadonlyMap<string, string> = /*#__PURE__*/ new Map(
  /*#__PURE__*/ Object.entries({
    a: oneOf(DAYS_SHORT),
    A: oneOf(DAYS),
    b: oneOf(MONTHS_SHORT),
    B: oneOf(MONTHS),
    d: "3[0-1]|[1-2]\\d|0[1-9]|[1-9]| [1-9]",
    f: "[0-9]{1,6}",
    G: "\\d\\d\\d\\d",
    H: "2[0-3]|[0-1]\\d|\\d",
    I: "1[0-2]|0[1-9]|[1-9]",
    j: "36[0-6]|3[0-5]\\d|[1-2]\\d\\d|0[1-9]\\d|00[1-9]|[1-9]\\d|0[1-9]|[1-9]",
    m: "1[0-2]|0[1-9]|[1-9]",
    M: "[0-5]\\d|\\d",
    p: "am|pm",
    S: "6[0-1]|[0-5]\\d|\\d",
    u: "[1-7]",
    U: "5[0-3]|[0-4]\\d|\\d",
    V: "5[0-3]|0[1-9]|[1-4]\\d|\\d",
    w: "[0-6]",
    W: "5[0-3]|[0-4]\\d|\\d",
    y: "\\d\\d",
    Y: "\\d\\d\\d\\d",
    z: "[+-]\\d\\d:?[0-5]\\d(?::?[0-5]\\d(?:\\.\\d{1,6})?)?|Z",
    Z: "utc|gmt",
  }),
);

/** Directives that stand for others. */
export const COMPOSITES: ReadonlyMap<string, string> = new Map([
  ["c", "%a %b %d %H:%M:%S %Y"],
  ["x", "%m/%d/%y"],
  ["X", "%H:%M:%S"],
]);

/** Reads one text; undefined if CPython raises ValueError. */
export type Strptime = (text: string) => Civil | undefined;

/**
 * Compiles a format.
 * @throws ValueError if it has an unknown directive or the same one twice, ends in a single `%`, or can match nothing:
 *   `%G` without `%V` and a weekday, or with `%j`; `%V` without `%G`.
 */
export function strptime(format: string): Strptime {
  const directives: string[] = [];
  const source = translate(format, format, directives);
  refuseAmbiguous(format, new Set(directives));
  // Sticky, so that the match begins at the start; its end is compared, not anchored: CPython does not backtrack for
  // it.
  const ascii = lazily(() => new RegExp(source, "iuy"));
  // The digits of all scripts make an expression slow to compile, and are rare.
  const unicode = lazily(() => new RegExp(source.replaceAll("\\d", "\\p{Nd}"), "iuy"));
  return (whole) => {
    const text = whole.length < LONG ? whole : whole.replace(superfluous, "");
    const pattern = notAscii.test(text) ? unicode() : ascii();
    pattern.lastIndex = 0;
    const match = pattern.exec(text);
    return match === null || pattern.lastIndex !== text.length ? undefined : evaluate(directives, match);
  };
}

const notAscii = /[^\0-\x7f]/;

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function translate(format: string, whole: string, directives: string[]): string {
  let pattern = "";
  const characters = [...format.replace(spaces, " ")];
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] as string;
    if (character !== "%") {
      pattern += isSpace.test(character) ? `${SPACE}+` : literal(character);
      continue;
    }
    const directive = characters[++i];
    if (directive === undefined) throw new ValueError(`stray % in format '${whole}'`);
    const composite = COMPOSITES.get(directive);
    const alternatives = DIRECTIVES.get(directive);
    if (directive === "%") pattern += "%";
    else if (composite !== undefined) pattern += translate(composite, whole, directives);
    else if (alternatives === undefined) {
      throw new ValueError(`'${isSpace.test(directive) ? "%" : directive}' is a bad directive in format '${whole}'`);
    } else {
      if (directives.includes(directive)) throw new ValueError(`'${directive}' is repeated in format '${whole}'`);
      directives.push(directive);
      pattern += `(${alternatives})`;
    }
  }
  return pattern;
}

/** A character as itself in any case; Python takes the Turkish i's for an i as well, which the `i` flag does not. */
function literal(character: string): string {
  if (/[iI\u0130\u0131]/.test(character)) return "[iI\\u0130\\u0131]";
  return `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
}

/** CPython reports these only if a text matches, and then always. */
function refuseAmbiguous(format: string, has: ReadonlySet<string>): void {
  const dayOfWeek = has.has("A") || has.has("a") || has.has("w") || has.has("u");
  let reason: string | undefined;
  if (has.has("G") && !has.has("Y") && !has.has("y")) {
    if (!has.has("V") || !dayOfWeek) reason = "%G needs %V and one of %A %a %w %u";
    else if (has.has("j")) reason = "%j needs %Y instead of %G";
  } else if (has.has("V") && !has.has("U") && !has.has("W")) reason = "%V needs %G, without %Y, and one of %A %a %w %u";
  if (reason !== undefined) throw new ValueError(`${reason} in format '${format}'`);
}

/** What the texts of a date and time say. */
interface Fields {
  year: number | undefined;
  isoYear: number | undefined;
  week: number | undefined;
  weekStartsMonday: boolean;
  isoWeek: number | undefined;
  dayOfWeek: number | undefined;
  dayOfYear: number | undefined;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  microsecond: number;
  offset: number | undefined;
}

const indexIn = (names: readonly string[], text: string): number => names.indexOf(text.toLowerCase());

/** Sets what the text of a directive says. */
type Read = (fields: Fields, text: string, isAfternoon: boolean) => unknown;

const weekFrom =
  (startsMonday: boolean): Read =>
  (fields, text) => {
    fields.week = toInteger(text);
    fields.weekStartsMonday = startsMonday;
  };

/** By directive. */
const READERS: ReadonlyMap<string, Read> = /*#__PURE__*/ new Map<string, Read>([
  ["y", (fields, text) => (fields.year = toInteger(text) + (toInteger(text) <= 68 ? 2000 : 1900))],
  ["Y", (fields, text) => (fields.year = toInteger(text))],
  ["G", (fields, text) => (fields.isoYear = toInteger(text))],
  ["m", (fields, text) => (fields.month = toInteger(text))],
  ["B", (fields, text) => (fields.month = indexIn(MONTHS, text) + 1)],
  ["b", (fields, text) => (fields.month = indexIn(MONTHS_SHORT, text) + 1)],
  ["d", (fields, text) => (fields.day = toInteger(text))],
  ["H", (fields, text) => (fields.hour = toInteger(text))],
  ["I", (fields, text, isAfternoon) => (fields.hour = (toInteger(text) % 12) + (isAfternoon ? 12 : 0))],
  ["M", (fields, text) => (fields.minute = toInteger(text))],
  ["S", (fields, text) => (fields.second = toInteger(text))],
  ["f", (fields, text) => (fields.microsecond = Number(text.padEnd(6, "0")))],
  ["A", (fields, text) => (fields.dayOfWeek = indexIn(DAYS, text))],
  ["a", (fields, text) => (fields.dayOfWeek = indexIn(DAYS_SHORT, text))],
  ["w", (fields, text) => (fields.dayOfWeek = (toInteger(text) + 6) % 7)],
  ["u", (fields, text) => (fields.dayOfWeek = toInteger(text) - 1)],
  ["j", (fields, text) => (fields.dayOfYear = toInteger(text))],
  ["U", /*#__PURE__*/ weekFrom(false)],
  ["W", /*#__PURE__*/ weekFrom(true)],
  ["V", (fields, text) => (fields.isoWeek = toInteger(text))],
  ["z", (fields, text) => (fields.offset = toOffset(text) ?? Number.NaN)],
]);

/** Turns the matched texts into a date and time. The statements follow CPython's `_strptime` one by one. */
function evaluate(directives: readonly string[], match: readonly string[]): Civil | undefined {
  const isAfternoon = directives.includes("p") && match[directives.indexOf("p") + 1]?.toLowerCase() === "pm";
  const fields: Fields = {
    ...{ year: undefined, isoYear: undefined, week: undefined, isoWeek: undefined, weekStartsMonday: false },
    ...{ dayOfWeek: undefined, dayOfYear: undefined, offset: undefined },
    ...{ month: 1, day: 1, hour: 0, minute: 0, second: 0, microsecond: 0 },
  };
  for (const [index, directive] of directives.entries()) {
    READERS.get(directive)?.(fields, match[index + 1] as string, isAfternoon);
    // The `i` flag lets a long s (U+017F) into a name; the list of names does not.
    if (fields.month === 0 || fields.dayOfWeek === -1 || Number.isNaN(fields.offset)) return undefined;
  }
  const date = dateOf(fields);
  if (date === undefined || fields.second > 59) return undefined;
  const { hour, minute, second, microsecond, offset } = fields;
  return { ...date, hour, minute, second, microsecond, offset };
}

/** The date of fields that may say it by the day of the year, or of a week. */
function dateOf(fields: Fields): Pick<Civil, "year" | "month" | "day"> | undefined {
  let { month, day, year, dayOfYear } = fields;
  const { dayOfWeek, isoWeek, isoYear, week, weekStartsMonday } = fields;
  let isIsoYear = false;
  // 29 February without a year is parsed in a leap year, and is then not a day of 1900.
  const leapDayOnly = year === undefined && month === 2 && day === 29;
  year ??= leapDayOnly ? 1904 : 1900;
  if (dayOfYear === undefined && dayOfWeek !== undefined) {
    if (week !== undefined) {
      if (year < MIN_YEAR) return undefined;
      dayOfYear = dayOfWeekNumber(year, week, dayOfWeek, weekStartsMonday);
    } else if (isoYear !== undefined && isoWeek !== undefined) {
      if (isoYear < MIN_YEAR || isoWeek < 1 || (isoWeek > 52 && !hasWeek53(isoYear))) return undefined;
      year = isoYear;
      isIsoYear = true;
      dayOfYear = isoWeek * 7 + dayOfWeek + 1 - (weekday(isoYear, 1, 4) + 4);
    }
  }
  if (dayOfYear !== undefined) {
    const date = midnight(year, 1, dayOfYear);
    // The first and last weeks of ISO 8601 have days of two years.
    if (!isIsoYear && date.getUTCFullYear() !== year) return undefined;
    [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  }
  if (leapDayOnly) year = 1900;
  if (year < MIN_YEAR || year > MAX_YEAR || day > daysOfMonth(year, month)) return undefined;
  return { year, month, day };
}

/** 0 for Monday to 6 for Sunday. */
const weekday = (year: number, month: number, day: number): number => (midnight(year, month, day).getUTCDay() + 6) % 7;

/** Returns whether a year of ISO 8601 has 53 weeks: its first or its last day is a Thursday. */
const hasWeek53 = (year: number): boolean => weekday(year, 1, 1) === 3 || weekday(year, 12, 31) === 3;

/**
 * The day of the year of a day in a week counted from the first Sunday (`%U`) or Monday (`%W`); 0 or less is last year.
 */
function dayOfWeekNumber(year: number, week: number, dayOfWeek: number, startsMonday: boolean): number {
  const shift = startsMonday ? 0 : 1;
  const first = (weekday(year, 1, 1) + shift) % 7;
  const day = (dayOfWeek + shift) % 7;
  // A year that begins with the first day of a week has no week 0.
  if (week === 0 && first === 0) return 0;
  return week === 0 ? 1 + day - first : 1 + ((7 - first) % 7) + 7 * (week - 1) + day;
}

const DAY = 24 * 60 * 60 * 1_000_000;
const OFFSET = /^([+-])(\d\d)(:?)(\d\d)(?:(:?)(\d\d)(?:\.(\d+))?)?$/;

/** Microseconds east of UTC; undefined for a lower-case z, colons in one place only, and a day or more. */
function toOffset(text: string): number | undefined {
  if (text === "Z") return 0;
  const ascii = notAscii.test(text) ? text.replace(/\p{Nd}/gu, (digit) => String(toInteger(digit))) : text;
  const parts = OFFSET.exec(ascii);
  if (parts === null) return undefined;
  const [, sign, hours, colon, minutes, secondColon = colon, seconds = "0", fraction = ""] = parts;
  if (secondColon !== colon) return undefined;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  const offset = whole * 1_000_000 + Number(fraction.padEnd(6, "0"));
  if (offset >= DAY) return undefined;
  return sign === "-" ? -offset : offset;
}

/** As Python's `int()`: digits of any script, with or without spaces before them. */
function toInteger(text: string): number {
  const ascii = Number(text);
  if (!Number.isNaN(ascii)) return ascii;
  let value = 0;
  for (const character of text.trimStart()) value = value * 10 + digitValue(character.codePointAt(0) as number);
  return value;
}

/** Unicode has its decimal digits in unbroken runs of ten, zero first; some runs follow each other directly. */
function digitValue(digit: number): number {
  let first = digit;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return (digit - first) % 10;
}
