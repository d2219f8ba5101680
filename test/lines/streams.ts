/** Streams for tests of lines: sinks that record, and sources with random chunks. */
import { Readable, Writable } from "node:stream";
import * as fc from "fast-check";
import { arbitrary, invalid } from "../../src/fast-check/index.ts";
import { Dict, Int, List, Str } from "../../src/index.ts";

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The validator of a record in tests of lines. */
export const record = Dict({ id: Int({ min: 0 }), tags: List(Str({ maxlen: 3 })) }, { optional: ["tags"] });

/** A stream of Node that records its writes. */
export class Kept extends Writable {
  readonly chunks: Uint8Array[] = [];

  override _write(chunk: Uint8Array, _encoding: unknown, done: () => void): void {
    this.chunks.push(Uint8Array.from(chunk));
    done();
  }

  get bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }

  get text(): string {
    return this.bytes.toString();
  }
}

/** A stream of the web that records its writes. */
export function keptOnTheWeb(): { stream: WritableStream<Uint8Array>; text(): string; ended(): boolean } {
  const chunks: Uint8Array[] = [];
  let ended = false;
  const stream = new WritableStream<Uint8Array>({
    write: (chunk) => void chunks.push(Uint8Array.from(chunk)),
    close: () => {
      ended = true;
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString(), ended: () => ended };
}

/** The bytes in chunks of these sizes, and the rest. */
export function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let at = 0;
  for (const size of sizes) {
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return [...chunks, bytes.subarray(at)];
}

/** Bytes in two chunks, cut at each place, with an empty one between, and in chunks of a byte. */
export function cuts(bytes: Uint8Array): Uint8Array[][] {
  return [
    ...Array.from({ length: bytes.length + 1 }, (_, at) => cut(bytes, [at, 0])),
    cut(bytes, Array(bytes.length).fill(1)),
  ];
}

/** Sizes of chunks: within a character, empty, or many characters. */
export const sizes: fc.Arbitrary<number[]> = fc.array(fc.oneof(fc.nat(4), fc.nat(60)), { maxLength: 40 });

/** Lines, good and bad, without line feeds. */
const line: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 3, arbitrary: arbitrary(record, { json: true }).map((value) => encode(JSON.stringify(value))) },
  invalid(record, { json: true }).map(({ value }) => encode(JSON.stringify(value))),
  fc
    .constantFrom(
      '{"id":-1}',
      '{"id":1,"tags":["a","long one"]}',
      ' {"id":1,"tags":["\u00e9"]}\r',
      '{"id":1',
      '{"id":1}{"id":2}',
      '\ufeff{"id":1}',
      "\ufeff",
      "",
      " \t\r",
      '{"id":1, "tags":["\\ud800"]}',
      `{"id":1}${" ".repeat(90)}`,
      " ".repeat(70),
      "[".repeat(30),
      "\u0000",
    )
    .map(encode),
  fc.constant(Uint8Array.of(0x22, 0xff, 0x22)),
  fc.uint8Array({ maxLength: 6 }).map((bytes) => bytes.filter((byte) => byte !== 0x0a)),
);

/** NDJSON with all kinds of defects. The last line may have no line feed. */
export const ndjson: fc.Arbitrary<Uint8Array> = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
  .map(([lines, isEnded]) => {
    const bytes = Buffer.concat(lines.flatMap((one) => [one, encode("\n")]));
    return isEnded ? bytes : bytes.subarray(0, -1);
  });

/** A source of each kind, over the same chunks. */
export const sources: Readonly<Record<string, (chunks: readonly Uint8Array[]) => never>> = {
  "a stream of Node": (chunks) => Readable.from(chunks.filter(({ length }) => length > 0)) as never,
  "a stream of the web": (chunks) =>
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    }) as never,
  "an async iterable": (chunks) =>
    (async function* () {
      yield* chunks;
    })() as never,
  "an iterable": (chunks) => [...chunks] as never,
  "bytes at once": (chunks) => Buffer.concat(chunks) as never,
};
