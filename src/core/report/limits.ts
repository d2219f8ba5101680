/** The limits of one call: depth, errors, bytes; and the language or the formatter of its messages. */
import type { Locale } from "../../text/locales/locale.ts";
import { ownValue } from "../../values/input.ts";
import type { ErrorFormatter } from "../errors/formatter.ts";
import { Language } from "../errors/language.ts";
import type { Format, ValidationError, Wording } from "../errors/validation-error.ts";
import { expectOptions } from "../misspelt.ts";

/** Bounds of one call. */
export interface Limits {
  /** Deepest nesting of arrays and objects in the input. Default 512. */
  maxDepth?: number | undefined;
  /** Most errors collected before the walk stops. Default 10,000. */
  maxErrors?: number | undefined;
  /** Writes the messages of `issues`, `flatten` and `tree` of the error. Default `formatIssue`: English. */
  formatter?: ErrorFormatter | undefined;
  /** The language of these messages, in place of a formatter: see `validlib/locales`. Default English. */
  locale?: Locale | undefined;
  /**
   * Called for each value of the input that a `Fallback` has replaced, once the call has a result: with the error of
   * the value, whose context says where it stands, and with the result in its place.
   */
  onFallback?: FallbackListener | undefined;
}

/** See `Limits`. */
export type FallbackListener = (error: ValidationError, value: unknown) => void;

export const DEFAULT_MAX_DEPTH = 512;
export const DEFAULT_MAX_ERRORS = 10_000;
export const DEFAULT_MAX_BYTES: number = 64 * 1024 * 1024;

/** The greatest `maxDepth`. A stack of 1 MiB is enough for it and `MAX_SCHEMA_DEPTH`. */
export const MAX_MAX_DEPTH = 1024;

export const NO_LIMITS: Limits = /*#__PURE__*/ Object.freeze(/*#__PURE__*/ Object.create(null));

/** The names of all limits. `maxBytes` may be given where there is no text: then calls can share their limits. */
export const LIMITS: readonly string[] = ["maxDepth", "maxErrors", "maxBytes", "formatter", "locale", "onFallback"];

/**
 * Checks the limits of a call. Limits that are not given are undefined, regardless of `Object.prototype`.
 * @throws TypeError if one is unknown or they are not an object, or as `limitsIn` does.
 */
export function readLimits<L extends Limits>(limits: L | undefined): L | undefined {
  if (limits === undefined) return undefined;
  // A number is an index, passed by `map`. `for in` allocates no list of names, and there are many calls.
  if (typeof limits === "object" && limits !== null) {
    for (const name in limits) if (!LIMITS.includes(name)) expectOptions(limits, LIMITS);
  } else if (typeof limits !== "number") expectOptions(limits, LIMITS, "limits");
  return limitsIn(limits);
}

/**
 * The limits among other options, checked.
 * @throws TypeError if one is not a non-negative integer, `maxDepth` is more than 1,024, `onFallback` is not a
 *   function, or as `wordingOf`.
 */
export function limitsIn<L extends Limits>(limits: L): L {
  const maxDepth = readLimit(limits, "maxDepth");
  if (maxDepth !== undefined && maxDepth > MAX_MAX_DEPTH) {
    throw new TypeError(`maxDepth should not exceed ${MAX_MAX_DEPTH}`);
  }
  const wording = wordingOf(limits);
  const onFallback = ownValue(limits, "onFallback") as FallbackListener | undefined;
  if (onFallback !== undefined && typeof onFallback !== "function") {
    throw new TypeError("onFallback should be a function");
  }
  const worded: FallbackListener | undefined =
    onFallback && wording && ((error, value) => onFallback(error.formatWith(wording as Format), value));
  const read = {
    onFallback: worded ?? onFallback,
    maxDepth,
    maxErrors: readLimit(limits, "maxErrors"),
    maxBytes: readLimit(limits, "maxBytes"),
  };
  return read as Limits as L;
}

function readLimit(limits: object, name: "maxDepth" | "maxErrors" | "maxBytes"): number | undefined {
  const value = ownValue(limits, name);
  if (value === undefined || (Number.isInteger(value) && (value as number) >= 0)) return value as number | undefined;
  throw new TypeError(`${name} should be a non-negative integer`);
}

/**
 * Returns the language or the formatter of a call, if its messages are not in English.
 * @throws TypeError if `formatter` is no function or `locale` no locale, or both are given.
 */
export function wordingOf(limits: Limits): Wording | undefined {
  const formatter = ownValue(limits, "formatter");
  const locale = ownValue(limits, "locale") as Locale | undefined;
  if (formatter === undefined) return locale === undefined ? undefined : Language.of(locale);
  if (typeof formatter !== "function") throw new TypeError("formatter should be a function, as Formatter makes them");
  if (locale !== undefined) throw new TypeError("Give a formatter or a locale, not both");
  return formatter as Format;
}

/** The options that `wordingOf` reads, to be stored. */
export const wordingIn = (limits: Limits): Pick<Limits, "formatter" | "locale"> =>
  ({ formatter: ownValue(limits, "formatter"), locale: ownValue(limits, "locale") }) as Pick<
    Limits,
    "formatter" | "locale"
  >;

/** The limits of a call that only wants a verdict. */
export const FIRST_FAILURE: Limits = /*#__PURE__*/ Object.freeze(
  /*#__PURE__*/ Object.assign(/*#__PURE__*/ Object.create(null), { maxErrors: 0 }),
);

/** Limits of a call that only wants a verdict: the first failure ends it. */
export function verdictLimits(limits: Limits | undefined): Limits {
  return limits === undefined ? FIRST_FAILURE : { ...readLimits(limits), maxErrors: 0, onFallback: undefined };
}

/** Schema depth per level of the input: pipelines and references add to it. */
const SCHEMA_DEPTH_PER_LEVEL = 4;

/** The greatest schema depth (validators inside each other) of any call. */
export const MAX_SCHEMA_DEPTH: number = SCHEMA_DEPTH_PER_LEVEL * (DEFAULT_MAX_DEPTH + 1);

/** How deep a value is nested. */
export interface Depths {
  /** Levels of the input around it. */
  readonly depth: number;
  /** Schema depth: the number of validators around the one that checks it. */
  readonly schemaDepth: number;
  /** The greatest number of nested references to one alias around it, counting only references with a `maxdepth`. */
  readonly references: number;
}

/** The depths of the value of an outermost call. */
export const OUTERMOST: Depths = /*#__PURE__*/ Object.freeze({ depth: 0, schemaDepth: 0, references: 0 });

/** The greatest schema depth of a call whose input may nest `maxDepth` levels deep. */
export function maxSchemaDepthOf(maxDepth: number): number {
  return Math.min((maxDepth + 1) * SCHEMA_DEPTH_PER_LEVEL, MAX_SCHEMA_DEPTH);
}
