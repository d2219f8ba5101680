/** What compiled modules export: validators that are called as those of the library. */
import { CompiledError } from "./error.ts";
import { MISS } from "./ordinary.ts";
import { FAILED, type Node, type Report, type Schema, type Texts } from "./report.ts";
import { plainly } from "./texts.ts";

/** The result of the `safe` calls. */
export type CompiledResult<T> =
  | { readonly ok: true; readonly value: T; readonly error?: undefined }
  | { readonly ok: false; readonly error: CompiledError; readonly value?: undefined };

/** A compiled validator. */
export interface Compiled<Output = unknown, Input = Output> {
  /** Types only: does not exist at run time. The library reads it, as that of its own validators. */
  readonly "~types": { readonly output: Output; readonly input: Input };
  /** The validated value. Throws a CompiledError. */
  (value: unknown): Output;
  /** Returns whether a value is valid without implicit conversions. */
  is(value: unknown): value is Output;
  /** As a call, but returns the error. */
  safe(value: unknown): CompiledResult<Output>;
  /** The validated value of JSON text, which `JSON.parse` reads. */
  json(text: string): Output;
  safeJson(text: string): CompiledResult<Output>;
  /** The way back: the input of a value. */
  encode(value: Output): Input;
  /** As `encode`, as JSON text. */
  stringify(value: Output): string;
  /** Standard Schema. */
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "validlib";
    readonly validate: (
      value: unknown,
    ) =>
      | { readonly value: Output; readonly issues?: undefined }
      | { readonly issues: readonly { readonly message: string; readonly path: readonly (string | number)[] }[] };
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** What a compiled module says of one validator. */
export interface Parts extends Schema {
  readonly node: Node;
  /** LimitedReport, unless the schema bounds what a call takes. */
  readonly report: typeof Report;
  readonly texts: Texts;
  /** The generated code for valid, ordinary values, by `ordinarily`: the result, or MISS. */
  readonly copy?: (value: unknown) => unknown;
  /** That of the verdict, by `verdict` or `copied`; undefined for a value that is left to the node. */
  readonly valid?: (value: unknown) => boolean | undefined;
  /** The encoder; or why there is none. */
  readonly encoder?: Node | string;
  /** Writes the JSON text of encoded values that may have bigints; else `JSON.stringify` does. */
  readonly text?: (value: unknown) => string;
}

/** Makes a validator of its parts. */
/*#__NO_SIDE_EFFECTS__*/ export function validator<Output = unknown, Input = Output>(
  parts: Parts,
): Compiled<Output, Input> {
  const { node, texts, copy = () => MISS, valid, encoder = node, text: write = JSON.stringify } = parts;
  const failed = (report: Report): { ok: false; error: CompiledError } => ({
    ok: false,
    error: new CompiledError(report, texts),
  });
  const run = (by: Node, value: unknown, bytes?: number): CompiledResult<unknown> => {
    const report = new parts.report(parts, false, bytes);
    const result = report.run(by, value);
    return result === FAILED ? failed(report) : { ok: true, value: result };
  };
  const safe = (value: unknown, bytes?: number): CompiledResult<unknown> => {
    const made = copy(value);
    return made === MISS ? run(node, value, bytes) : { ok: true, value: made };
  };
  const orThrow = (result: CompiledResult<unknown>): unknown => {
    if (result.ok) return result.value;
    Error.captureStackTrace?.(result.error, orThrow);
    throw result.error;
  };
  const safeJson = (text: string): CompiledResult<unknown> => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      const report = new parts.report(parts);
      report.fail(plainly, "json_decode");
      return failed(report);
    }
    return safe(value, text.length);
  };
  const encode = (value: unknown): unknown => {
    if (typeof encoder === "string") throw new TypeError(encoder);
    return orThrow(run(encoder, value));
  };
  return Object.assign((value: unknown) => orThrow(safe(value)), {
    is(value: unknown): boolean {
      return valid?.(value) ?? new parts.report(parts, true).run(node, value) !== FAILED;
    },
    safe: (value: unknown) => safe(value),
    json: (text: string) => orThrow(safeJson(text)),
    safeJson,
    encode,
    stringify: (value: unknown) => write(encode(value)),
    "~standard": {
      version: 1,
      vendor: "validlib",
      validate(value: unknown) {
        const { ok, value: made, error } = safe(value);
        return ok ? { value: made } : { issues: error.issues.map(({ message, path }) => ({ message, path })) };
      },
    },
  }) as never;
}
