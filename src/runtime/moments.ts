/** Dates, times and datetimes: as the checks of `Date`, `Time` and `Datetime`. */
import {
  type AnyDatetime,
  compareDatetimes,
  current,
  toDate,
  toDatetime,
  today,
  toTime,
} from "../core/dates/conversions.ts";
import type { Conversion, Parser } from "../core/dates/reader.ts";
import {
  jsDate,
  localCivil,
  MAX_TIMESTAMP,
  MIN_TIMESTAMP,
  midnight,
  toTimestamp,
  toZoned,
} from "../text/time/clock.ts";
import { readableFormat, standardOf } from "../text/time/shown.ts";
import type { Strptime } from "../text/time/strptime.ts";
import { ignoreRejection, isError, isErrorOf, isStackOverflow } from "../values/input.ts";
import { type Temporal, temporal, timeOf, toMoment } from "../values/temporal.ts";
import { ofLimit } from "./leaves.ts";
import { FAILED, type Node, type Report, type Write } from "./report.ts";
import { fill, isolated, ofType, quoted } from "./texts.ts";

/** What is read: what is not given is as in `Datetime`. */
export interface MomentRules {
  /** The format of texts, and what reads it. */
  readonly format?: string;
  readonly parse?: Strptime;
  readonly parser?: Parser;
  readonly unixts?: true;
  readonly coerce?: "unix" | "unix_ms";
  readonly tz?: string;
  /** Limits, as texts of Temporal. */
  readonly min?: string;
  readonly max?: string;
  /** Durations. */
  readonly relmin?: string;
  readonly relmax?: string;
}

/** Of a datetime. */
export interface DatetimeRules extends MomentRules {
  readonly default_time?: string;
  /** Values are moments. */
  readonly isAware?: true;
  readonly as?: "instant" | "date";
}

export const ofFormat: Write = ({ expected, actual }, { messages }) => {
  const values = { actual: quoted(actual) };
  if (typeof expected !== "string") return fill(messages.datetime_parse, values);
  const standard = standardOf(expected);
  if (standard !== undefined)
    return fill(messages.datetime_parse_standard, { ...values, expected: isolated(standard) });
  return fill(messages.datetime_parse_format, { ...values, expected: quoted(readableFormat(expected)) });
};

/** An error of a parser is a bug of it, not a refusal. */
const isMistake = (error: unknown): boolean =>
  !isError(error) || isErrorOf(error, TypeError) || isErrorOf(error, ReferenceError) || isStackOverflow(error);

function notOfType(type: string, input: unknown, report: Report): typeof FAILED {
  const actual = Number.isNaN(timeOf(input)) ? "invalid datetime" : report.values.typeName(input);
  return report.fail(ofType, "invalid_type", type, actual);
}

function fromTimestamp<T>(
  input: number | bigint,
  { coerce, tz = coerce && "UTC" }: MomentRules,
  conversion: Conversion<T>,
  report: Report,
): T | typeof FAILED {
  const scale = coerce === "unix_ms" ? 1000 : 1;
  if (typeof input === "number" && !Number.isFinite(input)) return notOfType(conversion.type, input, report);
  const [least, most] = [MIN_TIMESTAMP * scale, MAX_TIMESTAMP * scale];
  const timestamp = toTimestamp(Math.min(Math.max(Number(input), least - scale), most + scale), scale);
  if (timestamp.seconds < MIN_TIMESTAMP) return report.fail(ofLimit, "min_value", least, input);
  if (timestamp.seconds > MAX_TIMESTAMP) return report.fail(ofLimit, "max_value", most, input);
  if (tz === undefined) return conversion.fromCivil(localCivil(timestamp));
  return conversion.fromMoment(toZoned(timestamp, tz), false) as T;
}

/** Turns inputs into values of one type, or reports why not. */
/*#__NO_SIDE_EFFECTS__*/ function reader<T>(rules: MomentRules, conversion: Conversion<T>) {
  const { format, parse, parser, unixts, coerce } = rules;
  const refuse = (input: unknown, report: Report): typeof FAILED => notOfType(conversion.type, input, report);

  const convert = (input: unknown, parsed: boolean): T | undefined => {
    const moment = toMoment(input);
    try {
      return moment && conversion.fromMoment(moment, parsed);
    } catch {
      // A RangeError: the time in some time zones is outside of Temporal's range.
      return undefined;
    }
  };

  const parsed = (read: Parser, text: string, report: Report): T | typeof FAILED => {
    let answer: unknown;
    try {
      answer = read(text);
    } catch (error) {
      if (isMistake(error)) throw error;
      return report.fail(ofFormat, "datetime_parse", read, text);
    }
    const value = convert(answer, true);
    if (value !== undefined) return value;
    ignoreRejection(answer);
    return report.fail(ofFormat, "datetime_parse", read, text);
  };

  return (input: unknown, report: Report): T | typeof FAILED => {
    if (typeof input === "string") {
      const civil = parse?.(input);
      if (civil !== undefined) return conversion.fromCivil(civil);
      if (parse !== undefined) return report.fail(ofFormat, "datetime_parse", format, input);
      return parser === undefined ? refuse(input, report) : parsed(parser, input, report);
    }
    if (typeof input === "number" || typeof input === "bigint") {
      const isOfInputType = typeof input === "number" || !report.strict;
      return (unixts || coerce !== undefined) && isOfInputType
        ? fromTimestamp(input, rules, conversion, report)
        : refuse(input, report);
    }
    return convert(input, false) ?? refuse(input, report);
  };
}

/** Least and greatest value. */
interface Range<T> {
  readonly min?: T | undefined;
  readonly max?: T | undefined;
}

function failsRange<T>(compare: (a: T, b: T) => number, { min, max }: Range<T>, value: T, report: Report): boolean {
  if (min !== undefined && compare(value, min) < 0) return report.fail(ofLimit, "min_value", min, value) === FAILED;
  return max !== undefined && compare(value, max) > 0 && report.fail(ofLimit, "max_value", max, value) === FAILED;
}

/** What depends on Temporal is made by the first call: programs may load it late. */
/*#__NO_SIDE_EFFECTS__*/ function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The limits of a validator, and those around the current moment. */
/*#__NO_SIDE_EFFECTS__*/ function limitsOf<T extends { add(duration: Temporal.Duration): T }>(
  { min, max, relmin, relmax }: MomentRules,
  from: (text: string) => T,
  now: () => T,
): () => Range<T>[] {
  const fixed = lazily(() => ({ min: min === undefined ? min : from(min), max: max === undefined ? max : from(max) }));
  const durations = lazily(() =>
    [relmin, relmax].map((text) => (text === undefined ? text : temporal().Duration.from(text))),
  );
  if (relmin === undefined && relmax === undefined) return () => [fixed()];
  return () => {
    const [least, most] = durations();
    const moment = now();
    return [fixed(), { min: least && moment.add(least), max: most && moment.add(most) }];
  };
}

/** A date: a PlainDate, or a JavaScript Date at midnight in UTC. */
/*#__NO_SIDE_EFFECTS__*/ export function date(rules: MomentRules, isMidnight = false): Node {
  const read = reader(rules, toDate(rules.tz));
  const limits = limitsOf(
    rules,
    (text) => temporal().PlainDate.from(text),
    () => today(rules.tz),
  );
  return (input, report) => {
    const value = read(input, report);
    if (value === FAILED) return FAILED;
    const { compare } = temporal().PlainDate;
    if (limits().some((range) => failsRange(compare, range, value, report))) return FAILED;
    return isMidnight ? midnight(value.year, value.month, value.day) : value;
  };
}

/** A time of day. */
/*#__NO_SIDE_EFFECTS__*/ export function time(rules: MomentRules): Node {
  const read = reader(rules, toTime);
  const range = lazily((): Range<Temporal.PlainTime> => {
    const from = (text: string | undefined) => (text === undefined ? text : temporal().PlainTime.from(text));
    return { min: from(rules.min), max: from(rules.max) };
  });
  return (input, report) => {
    const value = read(input, report);
    if (value === FAILED) return FAILED;
    return failsRange(temporal().PlainTime.compare, range(), value, report) ? FAILED : value;
  };
}

const ofKind: Write = ({ expected }, { messages }) => String(messages[`datetime_${expected}`]);

/** A date and time, naive or aware. */
/*#__NO_SIDE_EFFECTS__*/ export function datetime(rules: DatetimeRules): Node {
  const { isAware = false, as, tz, default_time } = rules;
  const time = lazily(() => (default_time === undefined ? undefined : temporal().PlainTime.from(default_time)));
  const read = lazily(() => reader(rules, toDatetime(tz, time())));
  const limits = limitsOf<AnyDatetime>(
    rules,
    (text) => (isAware ? temporal().ZonedDateTime : temporal().PlainDateTime).from(text),
    () => current(tz ?? (isAware ? "UTC" : undefined)),
  );
  const isUnlimited = [rules.min, rules.max, rules.relmin, rules.relmax].every((one) => one === undefined);
  return (input, report) => {
    // No value of Temporal, which takes a hundred times as long to make, for a Date.
    if (as === "date" && isUnlimited && typeof input === "string" && rules.format === "rfc3339") {
      const civil = rules.parse?.(input);
      return civil === undefined ? report.fail(ofFormat, "datetime_parse", rules.format, input) : jsDate(civil);
    }
    const value = read()(input, report);
    if (value === FAILED) return FAILED;
    const { ZonedDateTime } = temporal();
    const isZoned = value instanceof ZonedDateTime;
    if (isZoned !== isAware) return report.fail(ofKind, "datetime_type", isZoned ? "naive" : "tzaware", value);
    if (limits().some((range) => failsRange(compareDatetimes, range, value, report))) return FAILED;
    if (!isZoned || as === undefined) return value;
    return as === "date" ? new globalThis.Date(value.epochMilliseconds) : value.toInstant();
  };
}
