/** Values of the rows of CSV, one by one and in batches. */
import type { LineBatch, LineResult, LineSource } from "../core/lines.ts";
import type { Take } from "../values/one-by-one.ts";
import { Stop } from "../values/stop.ts";
import type { Row, RowBlock } from "./csv-cutter.ts";
import type { KnownRecordOptions } from "./options.ts";
import { openRows, startOf } from "./row-validator.ts";
import { type ByteReader, openSource } from "./source.ts";

/** Bytes of the rows of a batch. */
const WINDOW = 64 * 1024;

type Later<Output> = LineResult<Output> | Promise<LineResult<Output>>;

/** The results of a group of rows, which are made as they are taken. */
interface Group<Output> {
  /** Undefined if there are no more. */
  next(): Later<Output> | undefined;
  readonly line: number;
  readonly lines: number;
  readonly offset: number;
  readonly bytes: number;
}

/** Reads the rows of a source, about 64 kB at a time. */
async function* groupsOf<Output>(
  validator: object,
  source: LineSource,
  options: KnownRecordOptions,
  stop: Stop,
): AsyncGenerator<Group<Output>, void> {
  let reader: ByteReader | undefined;
  try {
    const { cutter, rows } = await openRows<Output>(validator, options);
    reader = openSource(source, stop);
    for (let isDone = false; !isDone; ) {
      const chunk = await reader.read();
      isDone = chunk === undefined;
      for (const block of chunk === undefined ? cutter.end() : cutter.push(chunk)) {
        for (const [first, last] of windowsOf(block)) {
          let index = first;
          yield {
            next() {
              while (index < last) {
                stop.check();
                const at = index++;
                if (!rows.isSkipped(block, at)) return rows.resultOf(block, at, stop);
              }
              return undefined;
            },
            line: block.record + first,
            lines: last - first,
            offset: block.offset + startOf(block, first),
            bytes: startOf(block, last) - startOf(block, first),
          };
        }
      }
    }
  } finally {
    // Functions that have not been called yet are not called any more.
    stop.stop(undefined);
    stop.close();
    await reader?.close();
  }
}

/** Ranges of rows. */
function* windowsOf({ rows }: RowBlock): Generator<readonly [first: number, last: number], void> {
  let first = 0;
  let start = 0;
  for (let index = 0; index < rows.length; index++) {
    const { end } = rows[index] as Row;
    if (end - start < WINDOW && index < rows.length - 1) continue;
    yield [first, index + 1];
    first = index + 1;
    start = end;
  }
}

/** The results of the rows of a source, one by one. */
export async function* readRows<Output>(
  validator: object,
  source: LineSource,
  options: KnownRecordOptions,
): AsyncGenerator<Take<LineResult<Output>>, void, undefined> {
  const stop = new Stop(options.signal);
  for await (const group of groupsOf<Output>(validator, source, options, stop)) {
    const waiting = new Waiting<Output>(stop, options.concurrency);
    yield () => {
      for (let result = group.next(); result !== undefined; result = group.next()) {
        if (!(result instanceof Promise) && waiting.isEmpty) return result;
        waiting.add(result);
        if (waiting.isFull) break;
      }
      return waiting.next();
    };
  }
}

/** The same in batches. */
export async function* readRowBatches<Output>(
  validator: object,
  source: LineSource,
  options: KnownRecordOptions,
): AsyncGenerator<LineBatch<Output>, void, undefined> {
  const stop = new Stop(options.signal);
  for await (const group of groupsOf<Output>(validator, source, options, stop)) {
    const { line, lines, offset, bytes } = group;
    const values: Output[] = [];
    const issues: LineBatch<Output>["issues"] = [];
    const waiting = new Waiting<Output>(stop, options.concurrency);
    const add = (result: LineResult<Output>): void => {
      if (result.ok) values.push(result.value);
      else issues.push({ line: result.line, offset: result.offset, error: result.error });
    };
    for (let result = group.next(); result !== undefined; result = group.next()) {
      if (!(result instanceof Promise) && waiting.isEmpty) add(result);
      else waiting.add(result);
      if (waiting.isFull) add(await (waiting.next() as Promise<LineResult<Output>>));
    }
    while (!waiting.isEmpty) add(await (waiting.next() as Promise<LineResult<Output>>));
    yield { values, issues, line, lines, offset, bytes };
  }
}

/** Results that are waited for, in order. */
class Waiting<Output> {
  readonly #stop: Stop;
  readonly #most: number;
  readonly #results: Promise<LineResult<Output>>[] = [];

  constructor(stop: Stop, most: number) {
    this.#stop = stop;
    this.#most = most;
  }

  get isEmpty(): boolean {
    return this.#results.length === 0;
  }

  get isFull(): boolean {
    return this.#results.length >= this.#most;
  }

  add(result: Later<Output>): void {
    const later = Promise.resolve(result);
    // The error is thrown when this row is reached, if it is.
    later.catch(() => {});
    this.#results.push(later);
  }

  next(): Promise<LineResult<Output>> | undefined {
    const next = this.#results.shift();
    return next && this.#stop.orStop(next);
  }
}
