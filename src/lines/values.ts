/** Values of records, one by one and in batches. */
import { type Engine, LineVerdict, MANY_STEP, type Many, type ManyReader } from "../core/json/engine.ts";
import { engineInUse } from "../core/json/in-use.ts";
import { NEWLINE } from "../core/json/lines.ts";
import { pure } from "../core/json/pure.ts";
import type {
  LineBatch,
  LineOptions,
  LineResult,
  LineSource,
  RecordBatch,
  RecordOptions,
  RecordResult,
} from "../core/lines.ts";
import { type Limiter, waitingInUse } from "../core/report/async-call.ts";
import type { Result } from "../core/report/report.ts";
import { isAsync } from "../core/schemas/async.ts";
import { concealSecrets } from "../core/schemas/secrets.ts";
import { ownValue } from "../values/input.ts";
import type { Take } from "../values/one-by-one.ts";
import { Stop } from "../values/stop.ts";
import type { LineValidator } from "./block-validator.ts";
import { blocksOf } from "./blocks.ts";
import { cutterOf } from "./cutter.ts";
import type { Frame } from "./frame.ts";
import { endOfLine, isBlankLine, withoutNewline } from "./line.ts";
import { inStream, recordTooLarge, worded } from "./line-error.ts";
import type { Block } from "./open-record.ts";
import { type KnownLineOptions, type KnownRecordOptions, readLineOptions, readRecordOptions } from "./options.ts";
import { readRowBatches, readRows } from "./rows.ts";
import { type ByteReader, openSource } from "./source.ts";
import { type Cutter, Splitter } from "./splitter.ts";

/** See `Validator.lines`. */
export function readLines<Output>(
  validator: LineValidator<Output>,
  source: LineSource,
  options: LineOptions | undefined,
): AsyncGenerator<Take<LineResult<Output>>, void, undefined> {
  const known = readLineOptions(options);
  return readResults(validator, source, known, new Splitter(known.maxLineBytes));
}

/** See `Validator.records`. */
export async function* readRecords<Output>(
  validator: LineValidator<Output>,
  source: LineSource,
  options: RecordOptions,
): AsyncGenerator<Take<RecordResult<Output>>, void, undefined> {
  const known = readRecordOptions(validator, options);
  const takes =
    known.format === "csv"
      ? readRows<Output>(validator, source, known)
      : readResults(validator, source, known, cutterOf(known));
  for await (const take of takes) {
    yield () => {
      const result = take();
      return result instanceof Promise ? result.then(asRecord) : result && asRecord(result);
    };
  }
}

function asRecord<Output>(result: LineResult<Output>): RecordResult<Output> {
  const { line: record, offset } = result;
  return result.ok
    ? { ok: true, value: result.value, record, offset }
    : { ok: false, error: result.error, record, offset };
}

function readResults<Output>(
  validator: LineValidator<Output>,
  source: LineSource,
  options: KnownLineOptions,
  cutter: Cutter,
): AsyncGenerator<Take<LineResult<Output>>, void, undefined> {
  const stop = new Stop(options.signal);
  return isAsync(validator)
    ? laterResults(new LaterLines(validator, options, stop), source, cutter, stop, options.concurrency)
    : results(new Lines(validator, options), source, cutter, stop, options.threads === 1);
}

async function* results<Output>(
  lines: Lines<Output>,
  source: LineSource,
  cutter: Cutter,
  stop: Stop,
  areReused: boolean,
): AsyncGenerator<Take<LineResult<Output>>, void, undefined> {
  const take = (): LineResult<Output> | Promise<LineResult<Output>> | undefined => {
    while (lines.more) {
      stop.check();
      const result = lines.next();
      if (result !== undefined) return result instanceof Promise ? stop.orStop(result) : result;
    }
    return undefined;
  };
  let reader: ByteReader | undefined;
  try {
    reader = openSource(source, stop);
    for (let isDone = false; !isDone; ) {
      const chunk = await reader.read();
      isDone = chunk === undefined;
      for (const block of chunk === undefined ? cutter.end() : cutter.push(chunk)) {
        lines.begin(block);
        yield take;
      }
      // Other threads may still read a block.
      if (!areReused || chunk === undefined) continue;
      cutter.reuse?.();
      reader.reuse?.(chunk);
    }
  } finally {
    stop.close();
    await reader?.close();
  }
}

/** Reads many lines at once: without `linesLater` on this thread only. */
export type BatchReader = Pick<ManyReader, "lines"> & Partial<Pick<ManyReader, "linesLater">>;

/** See `Validator.batches`. */
export async function* readBatches<Output>(
  validator: LineValidator<Output>,
  source: LineSource,
  options: LineOptions | RecordOptions | undefined,
): AsyncGenerator<LineBatch<Output> | RecordBatch<Output>, void, undefined> {
  if (!isOfRecords(options)) return yield* openBatches(validator, source, readLineOptions(options));
  for await (const batch of openBatches(validator, source, readRecordOptions(validator, options)))
    yield asRecords(batch);
}

/** True if the options are those of records, not of lines: they have a format. */
export const isOfRecords = (options: LineOptions | RecordOptions | undefined): options is RecordOptions =>
  ownValue(Object(options), "format") !== undefined;

/** A batch of lines that are records, or what was made of one. */
export function asRecords<Batch extends Pick<LineBatch<unknown>, "issues" | "line" | "lines">>({
  line: record,
  lines: records,
  issues,
  ...rest
}: Batch) {
  return { ...rest, issues: issues.map(({ line, ...issue }) => ({ record: line, ...issue })), record, records };
}

/**
 * Opens the batches of a source, in which each record counts as a line.
 * @param many takes the place of the reader of values, unless the source is CSV.
 */
export function openBatches<Output>(
  validator: LineValidator<Output>,
  source: LineSource,
  known: KnownLineOptions | KnownRecordOptions,
  many?: BatchReader,
): AsyncGenerator<LineBatch<Output>, void, undefined> {
  if (!("format" in known)) return batchesOf(validator, source, known, new Splitter(known.maxLineBytes), many);
  return known.format === "csv"
    ? readRowBatches<Output>(validator, source, known)
    : batchesOf(validator, source, known, cutterOf(known), many);
}

async function* batchesOf<Output>(
  validator: LineValidator<Output>,
  source: LineSource,
  known: KnownLineOptions,
  cutter: Cutter,
  many?: BatchReader,
): AsyncGenerator<LineBatch<Output>, void, undefined> {
  const stop = new Stop(known.signal);
  const lines = isAsync(validator) ? new LaterLines(validator, known, stop) : new Lines(validator, known, many);
  let reader: ByteReader | undefined;
  try {
    reader = openSource(source, stop);
    const blocks = blocksOf(reader, cutter, known.threads, lines.ahead === 0);
    const ahead: Group[] = [];
    // An async generator: an array would not know the `throw` of the caller.
    const next = async function* (): AsyncGenerator<LineBatch<Output>, void, undefined> {
      const batch = await lines.batchOf(ahead.shift() as Group, stop);
      if (batch.lines > 0) yield batch;
    };
    // Requested before other threads have nothing to do. It is awaited later: a rejection is not unhandled until then.
    const readAhead = (): ReturnType<typeof blocks.next> => {
      const read = blocks.next();
      read.catch(() => {});
      return read;
    };
    for (let more = blocks.next(); ; ) {
      // A slow source must not delay lines that are already known, nor its error hide them.
      while (ahead.length > 0 && (await isFirst(ahead[0]?.many, unlessRejected(more)))) yield* next();
      const { value, done } = await more;
      if (done) break;
      if (lines.ahead > 0) more = readAhead();
      for (const group of grouped(value, lines.window)) {
        ahead.push(lines.prepared(group));
        if (ahead.length > lines.ahead) yield* next();
      }
      if (lines.ahead === 0) more = blocks.next();
    }
    while (ahead.length > 0) yield* next();
  } finally {
    // Functions that have not been called yet are not called any more.
    stop.stop(undefined);
    stop.close();
    await reader?.close();
  }
}

/** As `results`, for lines with async functions: in order, each as soon as it and those before it are known. */
async function* laterResults<Output>(
  lines: LaterLines<Output>,
  source: LineSource,
  cutter: Cutter,
  stop: Stop,
  concurrency: number,
): AsyncGenerator<Take<LineResult<Output>>, void, undefined> {
  let reader: ByteReader | undefined;
  const waiting: Promise<LineResult<Output>>[] = [];
  const next = (): Take<LineResult<Output>> => {
    const results = [stop.orStop(waiting.shift() as Promise<LineResult<Output>>)];
    return () => results.pop();
  };
  try {
    reader = openSource(source, stop);
    for (let isDone = false; !isDone; ) {
      const read = reader.read();
      // A slow source must not delay results that are already known, nor its error hide those of lines before it.
      while (waiting.length > 0 && (await isFirst(waiting[0], unlessRejected(read)))) yield next();
      const chunk = await read;
      isDone = chunk === undefined;
      for (const block of chunk === undefined ? cutter.end() : cutter.push(chunk)) {
        lines.begin(block);
        while (lines.more) {
          // Before the call, because the rejection of its result would stay unhandled.
          stop.check();
          const result = lines.next();
          if (result === undefined) continue;
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

/** A promise that is settled if the other is fulfilled. */
const unlessRejected = (promise: Promise<unknown>): Promise<unknown> => promise.catch(() => new Promise(() => {}));

/** Returns whether the first promise is settled before the second. */
function isFirst(one: Promise<unknown> | undefined, other: Promise<unknown>): Promise<boolean> {
  const settled = (promise: Promise<unknown> | undefined, answer: boolean): Promise<boolean> =>
    Promise.resolve(promise).then(
      () => answer,
      () => answer,
    );
  return Promise.race([settled(one, true), settled(other, false)]);
}

/** Bytes of a line from which reading it on another thread pays. */
const LONG_LINE = 256 * 1024;

/** A record: its number, its offset in the stream, its size in bytes, and where its block is in the file. */
interface Place {
  readonly line: number;
  readonly offset: number;
  readonly size: number;
  readonly frame: Frame | undefined;
}

function withPosition<Output>(result: Result<Output>, place: Place): LineResult<Output> {
  const { line, offset, size, frame } = place;
  if (result.ok) return { ok: true, value: result.value, line, offset };
  const error = frame?.inFile(result.error, line, offset, size) ?? inStream(result.error, place);
  return { ok: false, error, line, offset };
}

const NO_BYTES = new Uint8Array();

/** `lastIndexOf` of Buffer takes a tenth of the time of Uint8Array's. */
const { lastIndexOf } = ((globalThis as { Buffer?: { prototype: Uint8Array } }).Buffer ?? Uint8Array).prototype;

/** Bytes of lines that are validated together: they and their values should stay in the caches. */
const WINDOW = 64 * 1024;
/** The same if another thread validates them: passing them to it and back takes as long as building some of them. */
const SHARED_WINDOW = 256 * 1024;

/** Fewer bytes are validated sooner than passed to another thread. */
const MIN_SHARED = 16 * 1024;

/** Blocks whose lines make one batch. */
interface Group {
  readonly blocks: readonly Block[];
  /** For each block its lines, if another thread validates them. */
  readonly many: Promise<readonly (Many | undefined)[]> | undefined;
}

/** Groups of blocks with about `window` bytes: the garbage collector copies the values of larger ones twice. */
function* grouped(blocks: readonly Block[], window: number): Generator<readonly Block[], void> {
  let group: Block[] = [];
  let size = 0;
  for (const block of blocks) {
    for (const part of windowsOf(block, window)) {
      group.push(part);
      size += part.bytes.length;
      if (size < window / 2) continue;
      yield group;
      group = [];
      size = 0;
    }
  }
  if (group.length > 0) yield group;
}

/** Cuts a block at line feeds. */
function* windowsOf(block: Block, window: number): Generator<Block, void> {
  const { bytes, offset, long, ...place } = block;
  let start = 0;
  while (long === undefined && bytes.length - start > window) {
    const end = lastIndexOf.call(bytes, NEWLINE, start + window - 1) + 1;
    const after = end > start ? end : endOfLine(bytes, start + window);
    yield { ...place, bytes: bytes.subarray(start, after), offset: offset + start };
    start = after;
  }
  if (start === 0) yield block;
  else if (start < bytes.length) yield { ...place, bytes: bytes.subarray(start), offset: offset + start };
}

/** Iterates over the lines of blocks. */
export class Lines<Output> {
  protected readonly validator: LineValidator<Output>;
  protected readonly options: KnownLineOptions;
  /** Validates many lines at once; undefined if they are validated one by one. */
  readonly #reader: BatchReader | undefined;
  #block: Block = { bytes: NO_BYTES, offset: 0 };
  #at = 0;
  #line: number;
  /** Lines that were validated together, from the offset `#first` of the block. */
  #many: Many | undefined;
  #first = 0;
  /** Index of the next of them, and of the next value. */
  #next = 0;
  #nextValue = 0;
  /** Lines before this offset are validated one by one. */
  #singleUntil = 0;
  /** Bytes of a line that is too long, as far as it has been read. They count where it ends. */
  #partBytes = 0;
  /** True if the block has more lines. */
  more = false;
  /** The number of groups that other threads validate ahead. */
  readonly ahead: number;
  /** Bytes of a group. */
  readonly window: number;

  constructor(
    validator: LineValidator<Output>,
    options: KnownLineOptions,
    reader: BatchReader | undefined = openMany(validator, options),
  ) {
    this.validator = validator;
    this.options = options;
    this.#reader = reader;
    this.ahead = reader?.linesLater === undefined ? 0 : options.threads - 1;
    this.window = this.ahead > 0 ? SHARED_WINDOW : WINDOW;
    this.#line = options.from?.record ?? 1;
  }

  /** Has other threads validate the lines of some blocks. */
  prepared(blocks: readonly Block[]): Group {
    if (this.ahead === 0) return { blocks, many: undefined };
    // A longer block is one line, and so is a short one, if it spans chunks.
    const isShared = ({ bytes, long }: Block): boolean =>
      long === undefined && bytes.length <= this.window && bytes.length >= MIN_SHARED;
    const many = Promise.all(
      blocks.map((block) => (isShared(block) ? this.#reader?.linesLater?.(block.bytes) : undefined)),
    );
    many.catch(() => {});
    return { blocks, many };
  }

  /** @param many its first lines, if they are already validated. */
  begin(block: Block, many?: Many): void {
    this.#block = block;
    this.#at = 0;
    this.#many = undefined;
    this.#singleUntil = this.#reader === undefined ? block.bytes.length : 0;
    this.more = block.long === undefined ? block.bytes.length > 0 : block.long.last;
    if (many !== undefined) this.#take(many, 0, block.bytes.length);
  }

  /** The offset of the next line in the block, and its number. */
  get at(): number {
    return this.#at;
  }

  get line(): number {
    return this.#line;
  }

  /** True if no line after `at` has been validated. */
  get isAtEnd(): boolean {
    return this.#many === undefined;
  }

  /** The result of the next line; undefined if it is skipped, a promise if it has to be waited for. */
  next(): LineResult<Output> | Promise<LineResult<Output>> | undefined {
    const { bytes, offset, long } = this.#block;
    const number = this.#line++;
    if (long !== undefined) {
      this.more = false;
      return this.#tooLong(long.size, number, offset);
    }
    const start = this.#at;
    if (this.#many === undefined && start >= this.#singleUntil) this.#readMany(start);
    const many = this.#many;
    const text = this.#next * MANY_STEP;
    const end = many === undefined ? endOfLine(bytes, start) : this.#first + (many.texts[text] as number) + 1;
    this.#goTo(end);
    if (many !== undefined) {
      if (++this.#next === many.count) this.#many = undefined;
      if (many.texts[text + 1] === LineVerdict.valid) {
        return {
          ok: true,
          value: many.values[this.#nextValue++] as Output,
          line: number,
          offset: offset + start,
        };
      }
    }
    return this.#result(withoutNewline(bytes, start, this.#at), number, offset + start);
  }

  /** The results of all lines of a group. */
  async batchOf(group: Group, stop: Stop): Promise<LineBatch<Output>> {
    const { blocks } = group;
    const many = group.many && (await stop.orStop(group.many));
    const values: Output[] = [];
    const issues: LineBatch<Output>["issues"] = [];
    const line = this.#line;
    let bytes = this.#partBytes;
    const add = (result: LineResult<Output>): void => {
      if (result.ok) values.push(result.value);
      else issues.push({ line: result.line, offset: result.offset, error: result.error });
    };
    const waiting: Promise<LineResult<Output>>[] = [];
    for (const [index, block] of blocks.entries()) {
      bytes += block.bytes.length;
      if (block.long?.last === false) this.#partBytes += block.bytes.length;
      else this.#partBytes = 0;
      this.begin(block, many?.[index]);
      while (this.more) {
        if (waiting.length === 0 && this.takeValues(values)) continue;
        const result = this.next();
        if (result === undefined) continue;
        if (!(result instanceof Promise) && waiting.length === 0) {
          add(result);
          continue;
        }
        const later = Promise.resolve(result);
        later.catch(() => {});
        waiting.push(later);
        if (waiting.length >= this.options.concurrency) add(await stop.orStop(waiting.shift() as typeof later));
      }
      stop.check();
    }
    for (const later of waiting) add(await stop.orStop(later));
    return {
      values,
      issues,
      line,
      lines: this.#line - line,
      offset: (blocks[0] as Block).offset,
      bytes: bytes - this.#partBytes,
    };
  }

  /**
   * Appends the values of the next lines, as far as they were validated together and are valid; false if there is none.
   * An object for each of them would cost a third of the time.
   */
  takeValues(values: Output[]): boolean {
    const many = this.#many;
    const first = this.#next;
    if (many === undefined || many.texts[first * MANY_STEP + 1] !== LineVerdict.valid) return false;
    let next = first;
    for (; next < many.count && many.texts[next * MANY_STEP + 1] === LineVerdict.valid; next++)
      values.push(many.values[this.#nextValue++] as Output);
    this.#line += next - first;
    this.#next = next;
    this.#goTo(this.#first + (many.texts[(next - 1) * MANY_STEP] as number) + 1);
    if (next === many.count) this.#many = undefined;
    return true;
  }

  /** Goes to the next line, which begins at the offset `end` of the block. */
  #goTo(end: number): void {
    const { length } = this.#block.bytes;
    this.#at = Math.min(end, length);
    this.more = this.#at < length;
  }

  /** Validates the lines from `start` together, as many as fit. */
  #readMany(start: number): void {
    const { bytes } = this.#block;
    const limit = start + WINDOW;
    const end = limit >= bytes.length ? bytes.length : lastIndexOf.call(bytes, NEWLINE, limit - 1) + 1;
    const many = end > start ? this.#reader?.lines(bytes.subarray(start, end)) : undefined;
    // What the reader leaves is validated one by one, and so is a longer line.
    this.#singleUntil = end;
    if (many !== undefined) this.#take(many, start, end);
  }

  /** Takes lines that were validated together, of those from `start` to `end`. */
  #take(many: Many, start: number, end: number): void {
    this.#many = many;
    this.#first = start;
    this.#next = 0;
    this.#nextValue = 0;
    const read = (many.texts[(many.count - 1) * MANY_STEP] as number) + 1;
    // Validating the same bytes again and again would take quadratic time.
    if (read * 2 >= end - start) this.#singleUntil = 0;
    // Lines that have to be validated again cost more than by themselves.
    if (many.values.length * 2 < many.count) this.#singleUntil = this.#block.bytes.length;
  }

  #result(bytes: Uint8Array, line: number, offset: number): ReturnType<Lines<Output>["next"]> {
    const { maxLineBytes, blank } = this.options;
    if (bytes.length > maxLineBytes) return this.#tooLong(bytes.length, line, offset);
    if (blank === "skip" && isBlankLine(bytes, line)) return undefined;
    return this.validated(bytes, { line, offset, size: bytes.length, frame: this.#block.frame });
  }

  protected validated(bytes: Uint8Array, place: Place): LineResult<Output> | Promise<LineResult<Output>> {
    const { limits, threads } = this.options;
    if (threads > 1 && bytes.length >= LONG_LINE) {
      return this.validator.safeJsonAsync(bytes, limits).then((result) => withPosition(result, place));
    }
    return withPosition(this.validator.safeJson(bytes, limits), place);
  }

  #tooLong(size: number, line: number, offset: number): LineResult<Output> {
    const { maxLineBytes, limits } = this.options;
    const error = worded(recordTooLarge(maxLineBytes, size, { line, offset }, this.#block.frame), limits);
    return { ok: false, error, line, offset };
  }
}

function openMany(validator: LineValidator, { limits }: KnownLineOptions): ManyReader | undefined {
  return engineInUse().openMany?.(validator, limits);
}

/** Lines whose validator calls async functions. */
class LaterLines<Output> extends Lines<Output> {
  readonly #limiter: Limiter;
  readonly #stop: Stop;

  constructor(validator: LineValidator<Output>, options: KnownLineOptions, stop: Stop) {
    super(validator, options, undefined);
    this.#limiter = waitingInUse().limiter(options.concurrency);
    this.#stop = stop;
  }

  protected override async validated(bytes: Uint8Array, place: Place): Promise<LineResult<Output>> {
    const { limits } = this.options;
    // The block may be reused before the line is validated again.
    const text = bytes.slice();
    const parse = (engine: Engine) => () => engine.parse(this.validator, text, limits, true) as Result<Output>;
    const engine = engineInUse();
    const first = engine === pure ? undefined : parse(engine);
    const result = await waitingInUse().resultOf(parse(pure), this.#limiter, this.#stop, first);
    if (!result.ok) worded(concealSecrets(result.error, this.validator), limits);
    return withPosition(result, place);
  }
}
