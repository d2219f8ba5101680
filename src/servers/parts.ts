/** Limits of requests, and the validation of their parts. */
import { validatorOf } from "../core/compiled.ts";
import type { ValidationError } from "../core/errors/errors.ts";
import { Language } from "../core/errors/language.ts";
import { negotiateLocale } from "../core/errors/negotiate.ts";
import type { JsonLimits } from "../core/json/engine.ts";
import { KeptLimits } from "../core/json/kept-limits.ts";
import { expectOptions } from "../core/misspelt.ts";
import type { Result } from "../core/report/check.ts";
import { LIMITS, limitsIn } from "../core/report/limits.ts";
import { isAsync } from "../core/schemas/async.ts";
import { classHint, safeSpelled, safeSpelledAsync, type Validator } from "../core/validator.ts";
import { spellingsOf, withJsonParts } from "../interop/openapi/json-parts.ts";
import type { Locale } from "../text/locales/locale.ts";
import { fatalDecoder } from "../values/fatal-decoder.ts";
import { isPlainObject, ownValue } from "../values/input.ts";
import { multidict } from "../values/mapping.ts";
import { BOUNDS, type Bounds, bound, boundsIn, DEFAULT_BOUNDS } from "./bounds.ts";
import { isMultipart } from "./media.ts";
import { hideValues, invalid, type Part, ProblemError, tooLarge } from "./problem.ts";

const decodeUtf8 = /*#__PURE__*/ fatalDecoder("utf-8", false);

/**
 * Bounds of a request, and the language of its problems. `maxBytes` of the body is 1 MiB and `maxErrors` 100, unless
 * they are given.
 */
export interface RequestLimits<R = Request> extends Omit<JsonLimits, "locale"> {
  /**
   * Languages beside English. The `Accept-Language` of a request chooses one of them; see `negotiateLocale` for the
   * rules.
   */
  locales?: readonly Locale[] | undefined;
  /** The language of all requests; or a function that chooses it. If that returns undefined, `locales` decide. */
  locale?: Locale | ((request: R) => Locale | undefined) | undefined;
  /**
   * Problems tell the client the values that are wrong: `actual` of issues, and messages with the value. They get into
   * logs, too. Default false. What is `secret` in a schema is never shown.
   */
  readonly showValues?: boolean | undefined;
  /** Most issues of a problem; default 100. Its member `more` says how many there are beside them. */
  readonly maxIssues?: number | undefined;
  /** Most bytes of the JSON of a problem; default 32 KiB. Issues that have no room count as `more`. */
  readonly maxProblemBytes?: number | undefined;
}

/** Limits with their defaults. */
export interface KnownLimits extends JsonLimits {
  readonly maxBytes: number;
}

const MAX_BYTES = 1024 * 1024;
/** Enough for a client: each error takes far more bytes than the input that causes it. */
const MAX_ERRORS = 100;
const DEFAULTS = /*#__PURE__*/ new KeptLimits({ maxBytes: MAX_BYTES, maxErrors: MAX_ERRORS }) as KnownLimits;

/**
 * The limits of requests, with their defaults.
 * @param others the names of further options.
 * @param name of the argument.
 * @throws TypeError if one of them is invalid or unknown, or if they are not an object.
 */
export function limitsOf(given?: RequestLimits<never>, others: readonly string[] = [], name = "limits"): KnownLimits {
  if (given === undefined) return DEFAULTS;
  expectOptions(given, [...LIMITS, "locales", "showValues", ...BOUNDS, ...others], name);
  const { locale, locales, formatter } = ownOptions(given);
  const {
    maxBytes = MAX_BYTES,
    maxErrors = MAX_ERRORS,
    maxDepth,
    onFallback,
  } = limitsIn({ ...given, locale: undefined } as JsonLimits);
  if (formatter !== undefined && (locale ?? locales) !== undefined) {
    throw new TypeError("Give a formatter or locales, not both");
  }
  if (locale !== undefined && typeof locale !== "function") Language.of(locale);
  if (locales !== undefined && !Array.isArray(locales)) throw new TypeError("locales should be an array of locales");
  for (const one of locales ?? []) Language.of(one);
  const limits = new KeptLimits({ maxBytes, maxErrors, maxDepth, formatter, onFallback }) as KnownLimits;
  if (ownValue(given, "showValues") === true) showing.add(limits);
  if (BOUNDS.some((one) => ownValue(given, one) !== undefined)) bounded.set(limits, boundsIn(given));
  return limits;
}

/** The bounds of problems, if they are not the usual ones. */
const bounded = /*#__PURE__*/ new WeakMap<KnownLimits, Bounds>();

/** Limits with which values are shown. */
const showing = /*#__PURE__*/ new WeakSet<KnownLimits>();

/** The result, without the values that are wrong unless they are to be shown, and with the bounds of its problem. */
export function publicResult<T>(result: Result<T>, limits: KnownLimits): Result<T> {
  if (result.ok) return result;
  if (!showing.has(limits)) hideValues(result.error);
  bound(result.error, bounded.get(limits) ?? DEFAULT_BOUNDS);
  return result;
}

/** The options of wording; none is read from `Object.prototype`. */
const ownOptions = (given: object): Pick<RequestLimits, "formatter" | "locale" | "locales"> =>
  ({
    formatter: ownValue(given, "formatter"),
    locale: ownValue(given, "locale"),
    locales: ownValue(given, "locales"),
  }) as Pick<RequestLimits, "formatter" | "locale" | "locales">;

/** Chooses the language of the problem of a request. It is called for requests that have one, not for all. */
export type ChooseLocale = () => Locale | undefined;

/**
 * The language of the problems of a request; undefined if the options name none.
 * @param given options that `limitsOf` has checked.
 * @param header its `Accept-Language`.
 */
export function localeFor<R>(
  given: RequestLimits<R> | undefined,
  request: R,
  header: string | null | undefined,
): Locale | undefined {
  const { locale, locales } = ownOptions(given ?? {});
  const chosen = typeof locale === "function" ? locale(request as never) : locale;
  return chosen ?? (locales && negotiateLocale(header, locales));
}

/**
 * The validator of a schema, which may be compiled.
 * @throws TypeError if it is none: better here than at the first request.
 */
export function expectValidator(name: string, schema: unknown): Validator {
  const validator = validatorOf(schema);
  if (validator !== undefined) return validator;
  throw new TypeError(`The schema of ${name} should be a validator${classHint(schema)}`);
}

/**
 * The validator of a schema; undefined if it is one of another library.
 * @throws TypeError if it is a class of validators, or a validator of another copy of this one.
 */
export function validatorIn(name: string, schema: unknown): Validator | undefined {
  const validator = validatorOf(schema);
  return validator === undefined && classHint(schema) !== "" ? expectValidator(name, schema) : validator;
}

/**
 * The validators of the schemas of these parts that are given.
 * @throws TypeError if one of them is none.
 */
export function expectValidators<Part extends string>(
  parts: readonly Part[],
  schemas: object,
): { readonly [P in Part]?: Validator } {
  const validators: { [P in Part]?: Validator } = {};
  for (const part of parts) {
    const schema = (schemas as Record<string, unknown>)[part];
    if (schema !== undefined) validators[part] = expectValidator(part, schema);
  }
  return validators;
}

/** Returns the result of a validator for a value; a promise of it, if it has async functions. */
export function resultBy(schema: Validator, value: unknown, limits: KnownLimits): Awaitable<Result<unknown>> {
  const spellings = spellingsOf(value);
  if (isAsync(schema)) {
    const result =
      spellings === undefined ? schema.safeAsync(value, limits) : safeSpelledAsync(schema, value, spellings, limits);
    return result.then((one) => publicResult(one, limits));
  }
  const result = spellings === undefined ? schema.safe(value, limits) : safeSpelled(schema, value, spellings, limits);
  return publicResult(result, limits);
}

/** The same for the bytes of JSON text. */
export const jsonResultOf = (schema: Validator, bytes: Uint8Array, limits: KnownLimits): Awaitable<Result<unknown>> =>
  isAsync(schema)
    ? schema.safeJsonAsync(bytes, limits).then((result) => publicResult(result, limits))
    : publicResult(schema.safeJson(bytes, limits), limits);

/** The same for a form, whose parts that are JSON are read before. */
export async function formResultOf(schema: Validator, form: unknown, limits: KnownLimits): Promise<Result<unknown>> {
  const read = await withJsonParts(form, schema, jsonLimitsOf(limits));
  return read.ok ? resultBy(schema, read.value, limits) : publicResult(read, limits);
}

/** The limits of JSON in a part of a form. */
export const jsonLimitsOf = ({ maxBytes, maxDepth }: KnownLimits): JsonLimits => ({ maxBytes, maxDepth });

type Awaitable<T> = T | Promise<T>;

/**
 * The result for a body that is missing: null, if the validator takes it.
 * @throws ProblemError, `refusal`, if it does not; a promise is rejected with it.
 */
export function absentResultOf(
  schema: Validator,
  refusal: ProblemError,
  limits: KnownLimits,
): Awaitable<Result<unknown>> {
  const accepted = (result: Result<unknown>): Result<unknown> => {
    if (!result.ok) throw refusal;
    return result;
  };
  const result = resultBy(schema, null, limits);
  return "then" in result ? result.then(accepted) : accepted(result);
}

/** The results of validators for the parts of a request. */
export class Outcome {
  /** The validated values. */
  readonly valid: Record<string, unknown> = {};
  readonly #errors: [Part, ValidationError][] = [];

  /** @param name of the value. */
  add(part: Part, result: Result<unknown>, name: string = part): void {
    if (result.ok) this.valid[name] = result.value;
    else this.#errors.push([part, result.error]);
  }

  /** The problem of the request; undefined if it is valid. */
  problem(choose: ChooseLocale): ProblemError | undefined {
    return this.#errors.length === 0 ? undefined : invalid(this.#errors, choose());
  }
}

/**
 * The value of a single part.
 * @throws ProblemError
 */
export function valueOrProblem<T>(part: Part, result: Result<T>, choose: ChooseLocale): T {
  if (result.ok) return result.value;
  throw invalid([[part, result.error]], choose());
}

/**
 * Converts a query or a form that a server has parsed, a plain object of texts and lists of texts, to a multi-value
 * mapping.
 */
export const asQuery = (query: unknown): unknown => (isPlainObject(query) ? multidict(query) : query);

/** The query of a URL, absolute or not. */
export function queryOf(url: string): URLSearchParams {
  const start = url.indexOf("?");
  const end = url.indexOf("#");
  return new URLSearchParams(start < 0 || (end >= 0 && end < start) ? "" : url.slice(start, end < 0 ? undefined : end));
}

/**
 * The form in a body.
 * @throws ProblemError, 400, if it is none.
 */
export async function formIn(
  bytes: Uint8Array,
  type: string | null | undefined,
  maxBytes: number,
): Promise<FormData | URLSearchParams> {
  if (bytes.length > maxBytes) throw tooLarge(maxBytes);
  if (!isMultipart(type)) return urlEncodedIn(bytes);
  try {
    return await new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: { "content-type": String(type) },
    }).formData();
  } catch (cause) {
    throw new ProblemError(400, "The body is not a multipart form.", { cause });
  }
}

/**
 * The fields of a URL-encoded form.
 * @throws ProblemError, 400, if it is no text.
 */
export function urlEncodedIn(bytes: Uint8Array): URLSearchParams {
  try {
    return new URLSearchParams(decodeUtf8(bytes));
  } catch (cause) {
    throw new ProblemError(400, "The form is not valid UTF-8.", { cause });
  }
}
