/** Limits of requests, and the forms in which their parts are validated. */
import type { ValidationError } from "../errors/errors.ts";
import type { JsonLimits } from "../json/engine.ts";
import { KeptLimits } from "../json/kept-limits.ts";
import { expectOptions } from "../misspelt.ts";
import type { Result } from "../report/check.ts";
import { formatterOf, LIMITS, limitsIn } from "../report/limits.ts";
import { isAsync } from "../schemas/async.ts";
import { classHint, isValidator, type Validator } from "../validator.ts";
import { fatalDecoder } from "../values/fatal-decoder.ts";
import { isPlainObject } from "../values/input.ts";
import { multidict } from "../values/mapping.ts";
import { isMultipart } from "./media.ts";
import { invalid, type Part, ProblemError, tooLarge } from "./problem.ts";

const decodeUtf8 = /*#__PURE__*/ fatalDecoder("utf-8", false);

/** Bounds of a request. `maxBytes` of the body is 1 MiB and `maxErrors` 100, unless they are given. */
export interface RequestLimits extends JsonLimits {}

/** Limits with their defaults. */
export interface KnownLimits extends JsonLimits {
  readonly maxBytes: number;
}

const MAX_BYTES = 1024 * 1024;
/** Enough for a client: each error takes far more bytes than the input that caused it. */
const MAX_ERRORS = 100;
const DEFAULTS = /*#__PURE__*/ new KeptLimits({ maxBytes: MAX_BYTES, maxErrors: MAX_ERRORS }) as KnownLimits;

/**
 * The limits of requests, with their defaults.
 * @param others the names of what else may be given with them.
 * @param name of the argument.
 * @throws TypeError if one of them is none or is unknown, or if they are no object.
 */
export function limitsOf(given?: RequestLimits, others: readonly string[] = [], name = "limits"): KnownLimits {
  if (given === undefined) return DEFAULTS;
  expectOptions(given, [...LIMITS, ...others], name);
  const { maxBytes = MAX_BYTES, maxErrors = MAX_ERRORS, maxDepth } = limitsIn(given);
  return new KeptLimits({ maxBytes, maxErrors, maxDepth, formatter: formatterOf(given) }) as KnownLimits;
}

/** @throws TypeError if a schema is no validator: better here than at the first request. */
export function expectValidator(name: string, schema: unknown): void {
  if (!isValidator(schema)) throw new TypeError(`The schema of ${name} should be a validator${classHint(schema)}`);
}

/** @throws TypeError if one of the schemas of these parts is given and is no validator. */
export function expectValidators(parts: readonly string[], schemas: object): void {
  for (const part of parts) {
    const schema = (schemas as Record<string, unknown>)[part];
    if (schema !== undefined) expectValidator(part, schema);
  }
}

/** What a validator makes of a value; a promise of it, if functions of the caller's are to be waited for. */
export const resultOf = (schema: Validator, value: unknown, limits: KnownLimits): Awaitable<Result<unknown>> =>
  isAsync(schema) ? schema.safeAsync(value, limits) : schema.safe(value, limits);

/** The same for the bytes of JSON text. */
export const jsonResultOf = (schema: Validator, bytes: Uint8Array, limits: KnownLimits): Awaitable<Result<unknown>> =>
  isAsync(schema) ? schema.safeJsonAsync(bytes, limits) : schema.safeJson(bytes, limits);

type Awaitable<T> = T | Promise<T>;

/** What validators make of the parts of a request. */
export class Outcome {
  /** The validated values. */
  readonly valid: Record<string, unknown> = {};
  readonly #errors: [Part, ValidationError][] = [];

  /** @param name of the value. */
  add(part: Part, result: Result<unknown>, name: string = part): void {
    if (result.ok) this.valid[name] = result.value;
    else this.#errors.push([part, result.error]);
  }

  /** What is wrong with the request; undefined if nothing is. */
  get problem(): ProblemError | undefined {
    return this.#errors.length === 0 ? undefined : invalid(this.#errors);
  }
}

/**
 * The value of a single part.
 * @throws ProblemError
 */
export function valueOf<T>(part: Part, result: Result<T>): T {
  if (result.ok) return result.value;
  throw invalid([[part, result.error]]);
}

/**
 * A query or a form that a server has read: a plain object of texts and lists of texts, as a mapping with several
 * values.
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
