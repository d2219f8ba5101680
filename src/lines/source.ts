/** Where bytes come from: streams of Node and of the web, iterables, or bytes and strings at once. */
import type { JsonSource } from "../json/engine.ts";
import { byteLength, isBytes, isShared, plainBytes, typeName } from "../values/input.ts";
import type { Stop } from "./stop.ts";
import { turn } from "./turn.ts";

/** A stream of the web: what is asked of a ReadableStream. */
export interface WebReadable {
  getReader(): {
    read(): Promise<{ done: boolean; value?: unknown }>;
    cancel(): Promise<void>;
  };
}

/**
 * Bytes of NDJSON: a Readable of Node, a ReadableStream of the web, any iterable or async iterable of chunks, or all at
 * once. Chunks are bytes (UTF-8) or strings, and may end anywhere. Those of streams must not be changed later; an
 * iterable may give the same array again, with other bytes in it.
 */
export type LineSource = JsonSource | WebReadable | AsyncIterable<JsonSource> | Iterable<JsonSource>;

/** What is read: the next chunk when somebody asks for it. */
export interface ByteReader {
  /**
   * The next bytes, never none of them; undefined at the end. Rejects with what the source fails with, or the reason to
   * stop.
   */
  read(): Promise<Uint8Array | undefined>;
  /** Tells the source that no more is wanted. */
  close(): Promise<void>;
}

/** Chunks are cut into pieces of this size, in bytes. */
export const MAX_CHUNK = 1024 * 1024;
/** After as many bytes other work gets its turn, even if the source never waits. */
const TURN = MAX_CHUNK;
/** A chunk counts as as many bytes more: there may be many, with nothing in them. */
const CHUNK_COST = 1024;

/** Something that chunks are got from one by one. */
interface Chunks {
  /** Chunks may be changed when the next one is asked for. That may be before they have been used. */
  readonly areReused?: boolean;
  next(): Promise<{ done?: boolean; value?: unknown }>;
  /** Also while `next` has not answered yet, or has never been called. */
  close(): Promise<unknown> | undefined;
}

/**
 * @param areReused whether an iterable may change a chunk once it is asked for the next: then they are copied.
 * @throws TypeError if it is no source.
 */
export function openSource(source: LineSource, stop: Stop, areReused = true): ByteReader {
  const chunks = chunksOf(source);
  return new Reader(chunks, stop, new Encoder(areReused && chunks.areReused === true));
}

class Reader implements ByteReader {
  readonly #chunks: Chunks;
  readonly #stop: Stop;
  readonly #encoder: Encoder;
  #rest: Uint8Array = new Uint8Array();
  #untilTurn = TURN;
  #isPending = false;
  #isDone = false;

  constructor(chunks: Chunks, stop: Stop, encoder: Encoder) {
    this.#chunks = chunks;
    this.#encoder = encoder;
    this.#stop = stop;
  }

  async read(): Promise<Uint8Array | undefined> {
    do {
      if (this.#untilTurn <= 0) {
        await turn();
        this.#untilTurn = TURN;
      }
      this.#stop.check();
      if (this.#rest.length > 0) break;
      if (this.#isDone) return undefined;
      this.#rest = await this.#next();
      this.#untilTurn -= CHUNK_COST;
    } while (this.#rest.length === 0);
    const bytes = this.#rest.subarray(0, MAX_CHUNK);
    this.#rest = this.#rest.subarray(MAX_CHUNK);
    this.#untilTurn -= bytes.length;
    return bytes;
  }

  async #next(): Promise<Uint8Array> {
    this.#isPending = true;
    const next = this.#chunks.next();
    const { done, value } = await this.#stop.orStop(next);
    this.#isPending = false;
    if (!done) return this.#encoder.encode(value);
    this.#isDone = true;
    return this.#encoder.end();
  }

  async close(): Promise<void> {
    if (this.#isDone) return;
    this.#isDone = true;
    const closed = this.#chunks.close();
    // A source that still waits for its next chunk might answer after that only.
    if (this.#isPending) closed?.catch(() => {});
    else await closed;
  }
}

function chunksOf(source: LineSource): Chunks {
  if (typeof source === "string" || isBytes(source)) return fromIterable([source]);
  const { getReader, destroy, [Symbol.asyncIterator]: iterate, [Symbol.iterator]: iterateNow } = Object(source);
  if (typeof getReader === "function") return fromWeb(source as WebReadable);
  if (typeof iterate === "function") {
    const isStream = typeof destroy === "function";
    return fromAsync((source as AsyncIterable<unknown>)[Symbol.asyncIterator](), isStream ? source : undefined);
  }
  if (typeof iterateNow === "function") return fromIterable(source as Iterable<unknown>);
  throw new TypeError(
    `source should be a stream, an iterable of chunks, a Uint8Array or a string, not ${typeName(source)}`,
  );
}

function fromWeb(stream: WebReadable): Chunks {
  const reader = stream.getReader();
  return { next: async () => reader.read(), close: () => reader.cancel() };
}

/**
 * @param stream a stream of Node's: its iterator does not end it while it waits for a chunk, nor before it has been
 *   asked for one.
 */
function fromAsync(iterator: AsyncIterator<unknown>, stream: unknown): Chunks {
  return {
    areReused: stream === undefined,
    next: async () => iterator.next(),
    async close() {
      (stream as { destroy(): void } | undefined)?.destroy();
      return iterator.return?.();
    },
  };
}

function fromIterable(source: Iterable<unknown>): Chunks {
  const iterator = source[Symbol.iterator]();
  return {
    areReused: !Array.isArray(source),
    next: async () => iterator.next(),
    close: async () => iterator.return?.(),
  };
}

/** Makes bytes of chunks. A character that is cut in two is put together, if its halves are in two strings. */
class Encoder {
  readonly #encoder = new TextEncoder();
  readonly #copies: boolean;
  #half = "";

  /** @param copies whether bytes may be changed later. */
  constructor(copies: boolean) {
    this.#copies = copies;
  }

  encode(chunk: unknown): Uint8Array {
    if (typeof chunk === "string") return this.#text(chunk);
    if (!isBytes(chunk)) {
      throw new TypeError(`A chunk of the source should be a Uint8Array or a string, not ${typeName(chunk)}`);
    }
    const plain = plainBytes(chunk, byteLength(chunk));
    // Other threads may write to shared memory.
    const bytes = this.#copies || isShared(chunk) ? new Uint8Array(plain) : plain;
    return this.#half === "" ? bytes : joined([this.end(), bytes]);
  }

  #text(chunk: string): Uint8Array {
    const text = this.#half + chunk;
    const cut = (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800 ? text.length - 1 : text.length;
    this.#half = text.slice(cut);
    return this.#encoder.encode(text.slice(0, cut));
  }

  /** What is left of the last string. */
  end(): Uint8Array {
    const bytes = this.#encoder.encode(this.#half);
    this.#half = "";
    return bytes;
  }
}

/** One array of all the bytes: the part itself if there is only one. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0] as Uint8Array;
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
