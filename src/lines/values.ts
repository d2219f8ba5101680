/** Values of NDJSON, line by line. */
import type { ValidationError } from "../errors/errors.ts";
import type { Engine } from "../json/engine.ts";
import { engineInUse } from "../json/in-use.ts";
import { pure } from "../json/pure.ts";
import { type Limiter, waitingInUse } from "../report/async-call.ts";
import type { Result } from "../report/report.ts";
import { isAsync } from "../schemas/async.ts";
import { concealSecrets } from "../schemas/secrets.ts";
import { Stop } from "../values/stop.ts";
import { type LineValidator, tooLarge } from "./block-validator.ts";
import { endOfLine, isBlankLine, withoutNewline } from "./line.ts";
import { inStream } from "./line-error.ts";
import { type KnownLineOptions, type LineOptions, readLineOptions } from "./options.ts";
import { type ByteReader, type LineSource, openSource } from "./source.ts";
import { type Block, Splitter } from "./splitter.ts";

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
  const splitter = new Splitter(known.maxLineBytes);
  const stop = new Stop(known.signal);
  return isAsync(validator)
    ? laterResults(new LaterLines(validator, known, stop), source, splitter, stop, known.concurrency)
    : results(new Lines(validator, known), source, splitter, stop);
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

/** As `results`, for lines with async functions: in order, each as soon as it and those before it are known. */
async function* laterResults<Output>(
  lines: LaterLines<Output>,
  source: LineSource,
  splitter: Splitter,
  stop: Stop,
  concurrency: number,
): AsyncGenerator<LineResult<Output>, void, undefined> {
  let reader: ByteReader | undefined;
  const waiting: Promise<LineResult<Output>>[] = [];
  const next = (): Promise<LineResult<Output>> => stop.orStop(waiting.shift() as Promise<LineResult<Output>>);
  try {
    reader = openSource(source, stop);
    for (let isDone = false; !isDone; ) {
      const read = reader.read();
      // A slow source must not delay results that are already known.
      while (waiting.length > 0 && (await isFirst(waiting[0] as Promise<unknown>, read))) yield next();
      const chunk = await read;
      isDone = chunk === undefined;
      for (const block of chunk === undefined ? splitter.end() : splitter.push(chunk)) {
        lines.begin(block);
        while (lines.more) {
          const result = lines.next();
          if (result === undefined) continue;
          stop.check();
          const later = Promise.resolve(result);
          // The error is thrown when this line is reached, if it is.
          later.catch(() => {});
          waiting.push(later);
          if (waiting.length >= concurrency) yield next();
        }
      }
    }
    while (waiting.length > 0) yield next();
  } finally {
    // Functions that have not been called yet are not called any more.
    stop.stop(undefined);
    stop.close();
    await reader?.close();
  }
}

/** Returns whether the first promise is settled before the second. */
function isFirst(one: Promise<unknown>, other: Promise<unknown>): Promise<boolean> {
  const settled = (promise: Promise<unknown>, answer: boolean): Promise<boolean> =>
    promise.then(
      () => answer,
      () => answer,
    );
  return Promise.race([settled(one, true), settled(other, false)]);
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
  return { ok: false, error: inStream(result.error, line, limits), line, offset };
}

const NO_BYTES = new Uint8Array();

/** Iterates over the lines of blocks. */
class Lines<Output> {
  protected readonly validator: LineValidator<Output>;
  protected readonly options: KnownLineOptions;
  #block: Block = { bytes: NO_BYTES, offset: 0 };
  #at = 0;
  #line = 1;
  /** True if the block has more lines. */
  more = false;

  constructor(validator: LineValidator<Output>, options: KnownLineOptions) {
    this.validator = validator;
    this.options = options;
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
    const { maxLineBytes, blank } = this.options;
    if (bytes.length > maxLineBytes) return this.#tooLong(bytes.length, line, offset);
    if (blank === "skip" && isBlankLine(bytes, line)) return undefined;
    return this.validated(bytes, line, offset);
  }

  protected validated(
    bytes: Uint8Array,
    line: number,
    offset: number,
  ): LineResult<Output> | Promise<LineResult<Output>> {
    const { limits, threads } = this.options;
    if (threads > 1 && bytes.length >= LONG_LINE) {
      return this.validator.safeJsonAsync(bytes, limits).then((result) => withPosition(result, line, offset, limits));
    }
    return withPosition(this.validator.safeJson(bytes, limits), line, offset, limits);
  }

  #tooLong(actual: number, line: number, offset: number): LineResult<Output> {
    return { ok: false, error: tooLarge(this.options.maxLineBytes, actual), line, offset };
  }
}

/** Lines whose validator calls async functions. */
class LaterLines<Output> extends Lines<Output> {
  readonly #limiter: Limiter;
  readonly #stop: Stop;

  constructor(validator: LineValidator<Output>, options: KnownLineOptions, stop: Stop) {
    super(validator, options);
    this.#limiter = waitingInUse().limiter(options.concurrency);
    this.#stop = stop;
  }

  protected override async validated(bytes: Uint8Array, line: number, offset: number): Promise<LineResult<Output>> {
    const { limits } = this.options;
    // The block may be reused before the line is validated again.
    const text = bytes.slice();
    const parse = (engine: Engine) => () => engine.parse(this.validator, text, limits, true) as Result<Output>;
    const engine = engineInUse();
    const first = engine === pure ? undefined : parse(engine);
    const result = await waitingInUse().resultOf(parse(pure), this.#limiter, this.#stop, first);
    if (!result.ok) concealSecrets(result.error, this.validator);
    return withPosition(result, line, offset, limits);
  }
}
