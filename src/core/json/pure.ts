/**
 * The engine without the addon: checks size, depth and UTF-8, then runs `JSON.parse` and `check`. It defines the
 * answers of every other engine.
 */
import { fatalDecoder } from "../../values/fatal-decoder.ts";
import { byteLength, isBytes, isShared, plainBytes, withoutPrototype } from "../../values/input.ts";
import { JsonDecodeError, type JsonReason, type Position, ValidationError } from "../errors/errors.ts";
import { type Failure, originOf } from "../report/failure.ts";
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_DEPTH, readLimits, verdictLimits } from "../report/limits.ts";
import { FAILED, Report, type Result } from "../report/report.ts";
import type { Checker } from "../schemas/checker.ts";
import type { Engine, JsonLimits, JsonSource } from "./engine.ts";
import { locate } from "./locate.ts";
import { byteOffsets, positions } from "./position.ts";
import { depthOffset, openingBrackets } from "./scan.ts";
import { TextSpellings } from "./spellings.ts";
import { syntaxOffset, utf8Offset } from "./syntax.ts";

export const pure: Engine = {
  impl: "TypeScript",

  parse(validator: Checker, source: JsonSource, limits?: JsonLimits, stackless = false): Result<unknown> {
    const bounds = readLimits(limits);
    const text = decode(source, bounds);
    if (text.reason !== undefined) return { ok: false, error: refusalError(text, stackless) };
    const report = open(validator, bounds, text);
    try {
      const value = report.run(validator, text.value);
      if (value !== FAILED) {
        report.tellFallbacks(validator, bounds);
        return { ok: true, value };
      }
      const { failures } = report;
      return { ok: false, error: report.error(stackless, positionsIn(failures, text.text, text.start)) };
    } finally {
      report.close();
    }
  },

  test(validator: Checker, source: JsonSource, limits?: JsonLimits): boolean {
    const text = decode(source, readLimits(limits));
    if (text.reason !== undefined) return false;
    const report = open(validator, verdictLimits(limits), text);
    report.output.begin(validator);
    try {
      return report.run(validator, text.value) !== FAILED;
    } finally {
      report.close();
    }
  },
};

function open(validator: Checker, limits: JsonLimits | undefined, parsed: Parsed): Report {
  const report = Report.open(validator, limits, parsed.size);
  report.spell(new TextSpellings(parsed.text, parsed.value));
  return report;
}

/** The longest string of all JavaScript engines, in code units: more bytes might not decode. */
export const MAX_MAX_BYTES = 2 ** 29 - 24;

/** A parsed JSON text. */
interface Parsed {
  readonly reason: undefined;
  readonly value: unknown;
  /** Bytes if it was given as bytes, UTF-16 units if it was given as a string. */
  readonly size: number;
  readonly text: string;
  /** The size of a byte order mark before the text, if it was given as bytes; undefined if it was given as a string. */
  readonly start: number | undefined;
  readonly source: JsonSource;
}

/** The reason why a text was not parsed. The position is computed only for callers that need the error. */
interface Refusal {
  readonly reason: JsonReason;
  readonly source: JsonSource;
  /** The decoded text that is not JSON. */
  readonly text?: string;
  readonly offset?: number;
  readonly expected?: number;
  readonly actual?: number;
}

/** The value of a JSON text, or the first limit or rule that it breaks, in the order size, depth, UTF-8, syntax. */
function decode(input: JsonSource, limits: JsonLimits | undefined): Parsed | Refusal {
  if (typeof input !== "string" && !isBytes(input)) throw new TypeError("JSON text should be a string or a Uint8Array");
  const maxBytes = Math.min(limits?.maxBytes ?? DEFAULT_MAX_BYTES, MAX_MAX_BYTES);
  const maxDepth = limits?.maxDepth ?? DEFAULT_MAX_DEPTH;
  const actual = boundedSize(input, maxBytes);
  if (actual > maxBytes) {
    const source = plain(input);
    return { reason: "size", source, offset: Math.min(source.length, maxBytes), expected: maxBytes, actual };
  }
  const source = unshared(input);
  const text = typeof source === "string" ? source : decodedText(source);
  // The depth limit comes first, even if the text is not UTF-8 or not JSON.
  if (text === undefined) return depthRefusal(source, maxDepth) ?? { reason: "utf8", source: plain(source) };
  // Valid JSON closes each of its levels.
  const isShort = text.length <= 2 * maxDepth;
  const mayBeDeep = !isShort && openingBrackets(text, maxDepth) > maxDepth;
  const tooDeep = mayBeDeep ? depthRefusal(source, maxDepth) : undefined;
  if (tooDeep !== undefined) return tooDeep;
  try {
    const value = JSON.parse(text);
    // A string counts as its UTF-16 units here.
    const size = typeof source === "string" ? source.length : actual;
    return { reason: undefined, value, text, size, start: startOf(source), source };
  } catch {
    const left = isShort ? depthRefusal(source, maxDepth) : undefined;
    return left ?? { reason: "syntax", source: plain(source), text };
  }
}

function depthRefusal(input: JsonSource, maxDepth: number): Refusal | undefined {
  const source = plain(input);
  const offset = depthOffset(source, maxDepth);
  return offset < 0 ? undefined : { reason: "depth", source, offset, expected: maxDepth, actual: maxDepth + 1 };
}

/** Returns the bytes without own or inherited properties of the caller. That takes longer than decoding a few bytes. */
const plain = (source: JsonSource): JsonSource => (typeof source === "string" ? source : plainBytes(source));

const unitsIn = (source: JsonSource): number => (typeof source === "string" ? source.length : byteLength(source));

const utf8 = fatalDecoder("utf-8", false);

/** Undefined if the bytes are not UTF-8. */
function decodedText(bytes: Uint8Array): string | undefined {
  try {
    return utf8(bytes);
  } catch {
    return undefined;
  }
}

/** Copies bytes that other threads may write to, so that everything that follows reads the same bytes. */
function unshared(source: JsonSource): JsonSource {
  return typeof source === "string" || !isShared(source) ? source : new Uint8Array(plainBytes(source));
}

/**
 * The size of the text in bytes. It is counted only if it may exceed the limit; otherwise the length of a string
 * suffices.
 */
function boundedSize(source: JsonSource, limit: number): number {
  if (typeof source !== "string" || source.length * 3 <= limit) return unitsIn(source);
  return byteOffsets(source, [source.length])[0] as number;
}

/** The number of bytes before a text that was given as bytes: those of a byte order mark. */
function startOf(source: JsonSource): number | undefined {
  if (typeof source === "string") return undefined;
  return source[0] === 0xef && source[1] === 0xbb && source[2] === 0xbf ? 3 : 0;
}

/**
 * Errors keep a text of at most this many UTF-16 units, and compute their positions lazily. Positions in a longer text
 * are computed eagerly.
 */
const MAX_KEPT = 16_384;

/**
 * Makes the error of a text that was not parsed. The caller may modify the bytes later, so the position is computed
 * eagerly.
 */
function refusalError(refused: Refusal, stackless: boolean): JsonDecodeError {
  const refusal = withoutPrototype({ ...refused, stackless });
  const { source, text } = refusal;
  const error = new JsonDecodeError(refusal);
  const find =
    text === undefined ? among(refusedAt(source, refusal)) : findIn(text, startOf(source), () => [syntaxOffset(text)]);
  // The closure is created elsewhere, because one created here would retain the text.
  ValidationError.place(error, first(find));
  return error;
}

function refusedAt(source: JsonSource, { offset: known }: Omit<Refusal, "source">): Position[] {
  const offset = known ?? utf8Offset(source as Uint8Array);
  return positions(source, [offset]).map((each) => ({ offset, ...each }));
}

/**
 * Finds the positions of failures, all in one pass.
 * @param text JSON text, or the beginning of one that does not end in a key.
 * @param start see `Parsed`.
 */
export function positionsIn(failures: readonly Failure[], text: string, start: number | undefined): Find {
  const targets = failures.map(originOf);
  // An error without failures, such as that of exceeded work, points at the whole text.
  if (targets.length === 0) targets.push({ path: [], at: "value" });
  return findIn(text, start, () => locate(text, targets));
}

/** Returns the position of the failure with that index. */
type Find = (index: number) => Position;

const among =
  (found: readonly Position[]): Find =>
  (index) =>
    found[index] as Position;

const first = (find: Find) => (): Position => find(0);

/** @param locateAll finds the offsets in UTF-16 units. */
function findIn(text: string, start: number | undefined, locateAll: () => number[]): Find {
  if (text.length > MAX_KEPT) return among(placesIn(text, start, locateAll()));
  let found: readonly Position[] | undefined;
  return (index) => {
    found ??= placesIn(text, start, locateAll());
    return found[index] as Position;
  };
}

function placesIn(text: string, start: number | undefined, units: readonly number[]): Position[] {
  const linesAndColumns = positions(text, units);
  const offsets = start === undefined ? units : byteOffsets(text, units).map((offset) => offset + start);
  return linesAndColumns.map((each, index) => ({ offset: offsets[index] as number, ...each }));
}
