/** Values of NDJSON, line by line. */
import { JsonDecodeError, type ValidationError } from "../errors/errors.ts";
import { type Line, type LineValidator, linesOf } from "./judge.ts";
import { isBlankLine } from "./line.ts";
import { type KnownLineOptions, type LineOptions, readLineOptions } from "./options.ts";
import { type ByteReader, type LineSource, openSource } from "./source.ts";
import { type Block, Splitter } from "./splitter.ts";
import { Stop } from "./stop.ts";

/** What became of a line. */
export type LineResult<Output> =
  | {
      readonly ok: true;
      readonly value: Output;
      /** Number of the line, from 1. */
      readonly line: number;
      /** Where the line begins in the stream, in bytes, from 0. */
      readonly offset: number;
    }
  | {
      readonly ok: false;
      /** Its positions are those in the line. */
      readonly error: ValidationError;
      /** Number of the line, from 1. */
      readonly line: number;
      /** Where the line begins in the stream, in bytes, from 0. */
      readonly offset: number;
    };

/** See `Validator.lines`. */
export function readLines<Output>(
  validator: LineValidator<Output>,
  source: LineSource,
  options: LineOptions | undefined,
): AsyncGenerator<LineResult<Output>, void, undefined> {
  const known = readLineOptions(options);
  const stop = new Stop(known.signal);
  return results(validator, openSource(source, stop), known, stop);
}

async function* results<Output>(
  validator: LineValidator<Output>,
  reader: ByteReader,
  options: KnownLineOptions,
  stop: Stop,
): AsyncGenerator<LineResult<Output>, void, undefined> {
  const values = new Values(validator, options);
  const splitter = new Splitter(options.maxLineBytes);
  try {
    for (let chunk = await reader.read(); chunk !== undefined; chunk = await reader.read()) {
      for (const block of splitter.push(chunk)) {
        for (const result of values.of(block)) {
          stop.check();
          yield result;
        }
      }
    }
    for (const block of splitter.end()) yield* values.of(block);
  } finally {
    stop.close();
    await reader.close();
  }
}

class Values<Output> {
  readonly #validator: LineValidator<Output>;
  readonly #options: KnownLineOptions;
  #line = 1;

  constructor(validator: LineValidator<Output>, options: KnownLineOptions) {
    this.#validator = validator;
    this.#options = options;
  }

  /** The results of the lines that end in a block. */
  *of({ bytes, offset, long }: Block): Generator<LineResult<Output>, void> {
    if (long === undefined) {
      for (const line of linesOf({ bytes, line: this.#line, offset })) {
        this.#line++;
        if (!this.#isSkipped(line)) yield this.#result(line);
      }
    } else if (long.last) {
      yield { ok: false, error: this.#tooLong(long.size), line: this.#line++, offset };
    }
  }

  #isSkipped({ bytes, line }: Line): boolean {
    const { blank, maxLineBytes } = this.#options;
    return blank === "skip" && bytes.length <= maxLineBytes && isBlankLine(bytes, line);
  }

  #result({ bytes, line, offset }: Line): LineResult<Output> {
    const { maxLineBytes, limits } = this.#options;
    if (bytes.length > maxLineBytes) return { ok: false, error: this.#tooLong(bytes.length), line, offset };
    const result = this.#validator.safeJson(bytes, limits);
    return result.ok
      ? { ok: true, value: result.value, line, offset }
      : { ok: false, error: result.error, line, offset };
  }

  #tooLong(actual: number): ValidationError {
    return new JsonDecodeError({ reason: "size", expected: this.#options.maxLineBytes, actual });
  }
}
