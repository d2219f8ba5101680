/** The engine without the addon: size, depth, UTF-8, `JSON.parse`, `check`. It defines the answers of every other engine. */
import { JsonDecodeError, type JsonReason, type Position, ValidationError } from "../errors/errors.ts";
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_DEPTH, readLimits, verdictLimits } from "../report/limits.ts";
import { FAILED, type Failure, Report, type Result } from "../report/report.ts";
import type { Checker } from "../schemas/checker.ts";
import { fatalDecoder } from "../values/fatal-decoder.ts";
import { isBytes, isShared, plainBytes } from "../values/input.ts";
import type { Engine, JsonLimits, JsonSource } from "./engine.ts";
import { locate, type Target } from "./locate.ts";
import { byteOffsets, positions } from "./position.ts";
import { depthOffset, mayBeTooDeep } from "./scan.ts";
import { TextSpellings } from "./spellings.ts";
import { syntaxOffset, utf8Offset } from "./syntax.ts";

export const pure: Engine = {
  impl: "TypeScript",

  parse(validator: Checker, source: JsonSource, limits?: JsonLimits): Result<unknown> {
    const bounds = readLimits(limits);
    const text = decode(source, bounds);
    if (text.reason !== undefined) return { ok: false, error: refusalError(text) };
    const report = open(validator, bounds, text);
    try {
      const value = report.judge(validator, text.value);
      if (value !== FAILED) return { ok: true, value };
      const error = report.error();
      setPositions(error, report.failures, text);
      return { ok: false, error };
    } finally {
      report.close();
    }
  },

  test(validator: Checker, source: JsonSource, limits?: JsonLimits): boolean {
    const text = decode(source, readLimits(limits));
    if (text.reason !== undefined) return false;
    const report = open(validator, verdictLimits(limits), text);
    try {
      return report.judge(validator, text.value) !== FAILED;
    } finally {
      report.close();
    }
  },
};

function open(validator: Checker, limits: JsonLimits | undefined, parsed: Parsed): Report {
  const report = Report.open(validator, limits, parsed.size);
  report.spellings = new TextSpellings(parsed.text, parsed.value);
  return report;
}

/** The longest string that every JavaScript engine in use can hold, in code units: more bytes might not decode. */
export const MAX_MAX_BYTES = 2 ** 29 - 24;

/** A JSON text that has been parsed. */
interface Parsed {
  readonly reason: undefined;
  readonly value: unknown;
  readonly text: string;
  /** Bytes if it was given as bytes, UTF-16 units if it was given as a string. */
  readonly size: number;
  /** Bytes before the text when it was given as bytes (a BOM has 3); undefined when it was given as a string. */
  readonly start: number | undefined;
}

/** Why a text was not parsed. Where the text is wrong is computed only for callers that want the error. */
interface Refusal {
  readonly reason: JsonReason;
  readonly source: JsonSource;
  readonly offset?: number;
  readonly expected?: number;
  readonly actual?: number;
}

/** The value of a JSON text, or the first limit or rule that it breaks, in the order size, depth, UTF-8, syntax. */
function decode(input: JsonSource, limits: JsonLimits | undefined): Parsed | Refusal {
  if (typeof input !== "string" && !isBytes(input)) throw new TypeError("JSON text should be a string or a Uint8Array");
  const given = typeof input === "string" ? input : plainBytes(input);
  const maxBytes = Math.min(limits?.maxBytes ?? DEFAULT_MAX_BYTES, MAX_MAX_BYTES);
  const maxDepth = limits?.maxDepth ?? DEFAULT_MAX_DEPTH;
  const actual = sizeOf(given, maxBytes);
  if (actual > maxBytes) {
    const offset = Math.min(given.length, maxBytes);
    return { reason: "size", source: given, offset, expected: maxBytes, actual };
  }
  const source = unshared(given);
  const text = typeof source === "string" ? source : textOf(source);
  // What is too deep is refused for that, even if it is not UTF-8 either.
  const offset = text === undefined || mayBeTooDeep(text, maxDepth) ? depthOffset(source, maxDepth) : -1;
  if (offset >= 0) return { reason: "depth", source, offset, expected: maxDepth, actual: maxDepth + 1 };
  if (text === undefined) return { reason: "utf8", source };
  try {
    const start = typeof source === "string" ? undefined : bomLength(source);
    return { reason: undefined, value: JSON.parse(text), text, size: source.length, start };
  } catch {
    return { reason: "syntax", source };
  }
}

const utf8 = fatalDecoder("utf-8", false);

/** Undefined if the bytes are not UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return utf8(bytes);
  } catch {
    return undefined;
  }
}

/** A copy of bytes that other threads may write to: all that follows has to read the same bytes. */
function unshared(source: JsonSource): JsonSource {
  return typeof source === "string" || !isShared(source) ? source : new Uint8Array(source);
}

/** The size of the text in bytes: counted only if it may exceed the limit, else the length of a string will do. */
function sizeOf(source: JsonSource, limit: number): number {
  if (typeof source !== "string" || source.length * 3 <= limit) return source.length;
  return byteOffsets(source, [source.length])[0] as number;
}

const bomLength = (bytes: Uint8Array): number => (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);

/** Its position is computed at once, as the caller may change the bytes later. */
function refusalError({ source, ...refusal }: Refusal): JsonDecodeError {
  const offset =
    refusal.offset ?? (refusal.reason === "utf8" ? utf8Offset(source as Uint8Array) : syntaxOffset(source));
  const [position] = positions(source, [offset]) as [{ line: number; column: number }];
  const error = new JsonDecodeError(refusal);
  ValidationError.place(error, () => ({ offset, ...position }));
  return error;
}

/** Errors keep a text of at most this many UTF-16 units, to compute their positions when they are first read. */
const MAX_KEPT = 16_384;

/** Gives every error its position. All are computed in one pass: for a long text at once, so that the errors do not keep it. */
function setPositions(error: ValidationError, failures: readonly Failure[], { text, start }: Parsed): void {
  const targets = failures.map(({ origin, at }): Target => ({ path: origin.toReversed(), at }));
  // An error without failures, as that of used-up work, points at the whole text.
  if (targets.length === 0) targets.push({ path: [], at: "value" });
  const find = text.length > MAX_KEPT ? eager(findAll(text, start, targets)) : lazy(text, start, targets);
  let index = 0;
  for (const one of error) ValidationError.place(one, find(index++));
}

type Find = (index: number) => () => Position;

const eager =
  (found: readonly Position[]): Find =>
  (index) =>
  () =>
    found[index] as Position;

function lazy(text: string, start: number | undefined, targets: readonly Target[]): Find {
  let found: readonly Position[] | undefined;
  return (index) => () => {
    found ??= findAll(text, start, targets);
    return found[index] as Position;
  };
}

function findAll(text: string, start: number | undefined, targets: readonly Target[]): Position[] {
  const units = locate(text, targets);
  const linesAndColumns = positions(text, units);
  const offsets = start === undefined ? units : byteOffsets(text, units).map((offset) => offset + start);
  return linesAndColumns.map((each, index) => ({ offset: offsets[index] as number, ...each }));
}
