/** Values of NDJSON, line by line. */
import type { ValidationError } from "../errors/errors.ts";
import type { Result } from "../report/report.ts";
import { type LineValidator, tooLarge } from "./block-validator.ts";
import { endOfLine, isBlankLine, withoutNewline } from "./line.ts";
import { inStream } from "./line-error.ts";
import { type KnownLineOptions, type LineOptions, readLineOptions } from "./options.ts";
import { type ByteReader, type LineSource, openSource } from "./source.ts";
import { type Block, Splitter } from "./splitter.ts";
import { Stop } from "./stop.ts";

/** The result of a line. */
export type LineResult<Output> =
  | {
      readonly ok: true;
      readonly value: Output;
      /** Number of the line, from 1. */
      readonly line: number;
      /** Offset of the line in the stream, in bytes, from 0. */
      readonly offset: number;
    }
  | {
      readonly ok: false;
      /** Its positions are relative to the line; its message names the line of the stream. */
      readonly error: ValidationError;
      /** Number of the line, from 1. */
      readonly line: number;
      /** Offset of the line in the stream, in bytes, from 0. */
      readonly offset: number;
    };

/** See `Validator.lines`. */
export function readLines<Output>(
  validator: LineValidator<Output>,
  source: LineSource,
  options: LineOptions | undefined,
): AsyncGenerator<LineResult<Output>, void, undefined> {
  const known = readLineOptions(options);
  return results(new Lines(validator, known), source, new Splitter(known.maxLineBytes), new Stop(known.signal));
}

async function* results<Output>(
  lines: Lines<Output>,
  source: LineSource,
  splitter: Splitter,
  stop: Stop,
): AsyncGenerator<LineResult<Output>, void, undefined> {
  let reader: ByteReader | undefined;
  try {
    reader = openSource(source, stop);
    for (let isDone = false; !isDone; ) {
      const chunk = await reader.read();
      isDone = chunk === undefined;
      for (const block of chunk === undefined ? splitter.end() : splitter.push(chunk)) {
        lines.begin(block);
        // A single generator, as each one costs as much as reading a small line.
        while (lines.more) {
          const result = lines.next();
          if (result === undefined) continue;
          stop.check();
          yield result;
        }
      }
    }
  } finally {
    stop.close();
    await reader?.close();
  }
}

/** Bytes of a line from which reading it on another thread pays. */
const LONG_LINE = 256 * 1024;

function withPosition<Output>(
  result: Result<Output>,
  line: number,
  offset: number,
  limits: KnownLineOptions["limits"],
): LineResult<Output> {
  if (result.ok) return { ok: true, value: result.value, line, offset };
  return { ok: false, error: inStream(result.error, line, limits?.formatter), line, offset };
}

const NO_BYTES = new Uint8Array();

/** Iterates over the lines of blocks. */
class Lines<Output> {
  readonly #validator: LineValidator<Output>;
  readonly #options: KnownLineOptions;
  #block: Block = { bytes: NO_BYTES, offset: 0 };
  #at = 0;
  #line = 1;
  /** True if the block has more lines. */
  more = false;

  constructor(validator: LineValidator<Output>, options: KnownLineOptions) {
    this.#validator = validator;
    this.#options = options;
  }

  begin(block: Block): void {
    this.#block = block;
    this.#at = 0;
    this.more = block.long === undefined ? block.bytes.length > 0 : block.long.last;
  }

  /** The result of the next line; undefined if it is skipped, a promise if another thread reads it. */
  next(): LineResult<Output> | Promise<LineResult<Output>> | undefined {
    const { bytes, offset, long } = this.#block;
    const number = this.#line++;
    if (long !== undefined) {
      this.more = false;
      return this.#tooLong(long.size, number, offset);
    }
    const start = this.#at;
    this.#at = endOfLine(bytes, start);
    this.more = this.#at < bytes.length;
    return this.#result(withoutNewline(bytes, start, this.#at), number, offset + start);
  }

  #result(bytes: Uint8Array, line: number, offset: number): ReturnType<Lines<Output>["next"]> {
    const { maxLineBytes, limits, blank, threads } = this.#options;
    if (bytes.length > maxLineBytes) return this.#tooLong(bytes.length, line, offset);
    if (blank === "skip" && isBlankLine(bytes, line)) return undefined;
    if (threads > 1 && bytes.length >= LONG_LINE) {
      return this.#validator.safeJsonAsync(bytes, limits).then((result) => withPosition(result, line, offset, limits));
    }
    return withPosition(this.#validator.safeJson(bytes, limits), line, offset, limits);
  }

  #tooLong(actual: number, line: number, offset: number): LineResult<Output> {
    return { ok: false, error: tooLarge(this.#options.maxLineBytes, actual), line, offset };
  }
}
