/** Reads the inputs of Date, Time and Datetime, as their parameters `unixts`, `format` and `parser` say. */
import { type Civil, localCivil, MAX_TIMESTAMP, MIN_TIMESTAMP, toTimestamp, toZoned } from "../../text/time/clock.ts";
import { isNamed, isoReader, type Kind } from "../../text/time/iso.ts";
import { type Strptime, strptime } from "../../text/time/strptime.ts";
import { ignoreRejection, isError, isErrorOf, isStackOverflow, typeName } from "../../values/input.ts";
import { type Moment, type Temporal, timeOf, toMoment } from "../../values/temporal.ts";
import { DatetimeParseError, InvalidTypeError, MaxValueError, MinValueError } from "../errors/errors.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import type { IfGiven, Off } from "../types.ts";

/**
 * A function of the user that parses a text. It refuses the text by throwing an Error (but a TypeError or
 * ReferenceError is regarded as a bug, and rethrown), or by returning anything that is not a date: an invalid Date,
 * null, a string.
 */
export type Parser = (text: string) => Moment | Temporal.Instant | Date | null | undefined;

/** The parameters that determine the accepted inputs. */
export interface ReaderParams {
  readonly unixts?: boolean;
  readonly coerce?: "unix" | "unix_ms" | undefined;
  readonly format: string | undefined;
  readonly parser: Parser | undefined;
  readonly tz?: string | undefined;
}

/** The part of the input type that depends on `format` and `parser` among the parameters `P`. */
export type FromText<P> = IfGiven<P, Off<"format" | "parser">, string>;

/** The part of the input type that depends on `unixts`. */
export type FromNumber<P> = IfGiven<P, Off<"unixts">, number>;

/** The conversions to a validator's own type of value. */
export interface Conversion<T> {
  /** The name of the type, for errors and named formats. */
  readonly type: Kind;
  /** From the result of `format`, or a timestamp in local time. */
  fromCivil(civil: Civil): T;
  /**
   * From a Temporal value; undefined if it is of a wrong kind, which a zoned one is not. `parsed` is true if `parser`
   * returned it.
   */
  fromMoment(moment: Moment, parsed: boolean): T | undefined;
}

/** Turns inputs into values of one type, or reports why not. */
export class Reader<T> {
  readonly #params: ReaderParams;
  readonly #conversion: Conversion<T>;
  readonly #parse: Strptime | undefined;

  constructor(params: ReaderParams, conversion: Conversion<T>) {
    this.#params = params;
    this.#conversion = conversion;
    this.#parse = parserOf(params.format, conversion.type);
  }

  /** Reads a text in the format; undefined, with the failure reported, if the format does not match. */
  civil(text: string, report: Report): Civil | undefined {
    const civil = this.#parse?.(text);
    if (civil === undefined) report.fail(DatetimeParseError, this.#params.format, text);
    return civil;
  }

  read(input: unknown, report: Report): T | Failed {
    const { parser, unixts, coerce } = this.#params;
    if (typeof input === "string") {
      if (this.#parse !== undefined) {
        const civil = this.civil(input, report);
        return civil === undefined ? FAILED : this.#conversion.fromCivil(civil);
      }
      if (parser !== undefined) return this.#parseWith(parser, input, report);
    } else if (typeof input === "number" || typeof input === "bigint") {
      const isOfInputType = typeof input === "number" || !report.strict;
      if ((unixts || coerce !== undefined) && isOfInputType) return this.#fromTimestamp(input, report);
    } else {
      const value = this.#convert(input, false);
      if (value !== undefined) return value;
    }
    return this.#refuse(input, report);
  }

  #refuse(input: unknown, report: Report): Failed {
    const actual = Number.isNaN(timeOf(input)) ? "invalid datetime" : typeName(input);
    return report.fail(InvalidTypeError, this.#conversion.type, actual);
  }

  #convert(input: unknown, parsed: boolean): T | undefined {
    const moment = toMoment(input);
    if (moment === undefined) return undefined;
    try {
      return this.#conversion.fromMoment(moment, parsed);
    } catch {
      // A RangeError: on the first or last day of Temporal's range, the time in some time zones is outside the range.
      return undefined;
    }
  }

  #parseWith(parser: Parser, text: string, report: Report): T | Failed {
    let answer: unknown;
    try {
      answer = parser(text);
    } catch (error) {
      if (isMistake(error)) throw error;
      return report.fail(DatetimeParseError, parser, text, error);
    }
    const value = this.#convert(answer, true);
    if (value !== undefined) return value;
    ignoreRejection(answer);
    return report.fail(DatetimeParseError, parser, text);
  }

  #fromTimestamp(input: number | bigint, report: Report): T | Failed {
    const { coerce, tz = coerce && "UTC" } = this.#params;
    const scale = coerce === "unix_ms" ? 1000 : 1;
    const time = Number(input);
    if (typeof input === "number" && !Number.isFinite(input)) return this.#refuse(input, report);
    const timestamp = toTimestamp(
      Math.min(Math.max(time, (MIN_TIMESTAMP - 1) * scale), (MAX_TIMESTAMP + 1) * scale),
      scale,
    );
    if (timestamp.seconds < MIN_TIMESTAMP) return report.fail(MinValueError, MIN_TIMESTAMP * scale, input);
    if (timestamp.seconds > MAX_TIMESTAMP) return report.fail(MaxValueError, MAX_TIMESTAMP * scale, input);
    if (tz === undefined) return this.#conversion.fromCivil(localCivil(timestamp));
    return this.#conversion.fromMoment(toZoned(timestamp, tz), false) as T;
  }
}

/** Returns whether an error of a parser is a bug of it, not a refusal. */
const isMistake = (error: unknown): boolean =>
  !isError(error) || isErrorOf(error, TypeError) || isErrorOf(error, ReferenceError) || isStackOverflow(error);

/** The function that reads texts in a format, if there is one. */
export function parserOf(format: string | undefined, kind: Kind): Strptime | undefined {
  if (format === undefined) return undefined;
  return isNamed(format) ? isoReader(format, kind) : strptime(format);
}
