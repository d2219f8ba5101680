/** Reads bytes from streams of Node and of the web, iterables, byte arrays and strings. */
import type { LineSource, WebReadable } from "../core/lines.ts";
import { byteLength, isBytes, isShared, plainBytes, typeName } from "../values/input.ts";
import type { Stop } from "../values/stop.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";

/** Reads chunks on demand. */
export interface ByteReader {
  /** The next bytes, at least one; undefined at the end. Rejects with the error of the source or the reason to stop. */
  read(): Promise<Uint8Array | undefined>;
  /** Takes back bytes that `read` has given, once nothing refers to them: they may change then. */
  reuse?(bytes: Uint8Array): void;
  /** Closes the source. */
  close(): Promise<void>;
}

/** Maximum bytes of a chunk. Larger ones are cut. */
export const MAX_CHUNK = 1024 * 1024;
/** Bytes after which the reader yields to the event loop, even if the source never waits. */
const YIELD_INTERVAL = MAX_CHUNK;
/** Bytes added for each chunk, because a source may have many empty ones. */
const CHUNK_COST = 1024;

/** Bytes from which the memory of a copy is used again. */
const MIN_REUSED = 4 * 1024;
/** Copies that wait to be used again: the chunks of 64 kB of small ones, and one that was read ahead. */
const MAX_SPARE = 4;

/** An open source. */
interface Chunks {
  /** True if a chunk may change when the next one is requested, which may be before it has been used. */
  readonly areReused?: boolean;
  next(): Promise<{ done?: boolean; value?: unknown }>;
  /** May be called while `next` is pending, or before its first call. */
  close(): Promise<unknown>;
}

/**
 * @param areReused whether an iterable may change a chunk when the next one is requested. If so, chunks are copied.
 * @throws TypeError if `source` is not a source.
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
  #untilYield = YIELD_INTERVAL;
  #isPending = false;
  #isDone = false;

  constructor(chunks: Chunks, stop: Stop, encoder: Encoder) {
    this.#chunks = chunks;
    this.#encoder = encoder;
    this.#stop = stop;
  }

  async read(): Promise<Uint8Array | undefined> {
    do {
      if (this.#untilYield <= 0) {
        await yieldToEventLoop();
        this.#untilYield = YIELD_INTERVAL;
      }
      this.#stop.check();
      if (this.#rest.length > 0) break;
      if (this.#isDone) return undefined;
      this.#rest = await this.#next();
      this.#untilYield -= CHUNK_COST;
    } while (this.#rest.length === 0);
    const bytes = this.#rest.subarray(0, MAX_CHUNK);
    this.#rest = this.#rest.subarray(MAX_CHUNK);
    this.#untilYield -= bytes.length;
    return bytes;
  }

  reuse(bytes: Uint8Array): void {
    this.#encoder.reuse(bytes);
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
    // The source might not answer before its pending chunk arrives.
    if (this.#isPending) closed.catch(() => {});
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
  return { next: async () => reader.read(), close: async () => reader.cancel() };
}

/** @param stream of Node: its iterator does not destroy it while a chunk is pending, or before the first `next`. */
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

/** Encodes chunks as UTF-8. Joins surrogate pairs that are split between two strings. */
class Encoder {
  readonly #encoder = new TextEncoder();
  readonly #copies: boolean;
  #half = "";
  /** Memory of copies that are in use, and of others. */
  readonly #lent = new WeakSet<ArrayBufferLike>();
  readonly #spare: ArrayBufferLike[] = [];

  /** @param copies whether to copy bytes, because they may change later. */
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
    const bytes = this.#copies || isShared(chunk) ? this.#copyOf(plain) : plain;
    return this.#half === "" || bytes.length === 0 ? bytes : concatenated([this.end(), bytes]);
  }

  #copyOf(bytes: Uint8Array): Uint8Array {
    const { length } = bytes;
    // Larger ones are cut.
    if (length < MIN_REUSED || length > MAX_CHUNK) return new Uint8Array(bytes);
    const spare = this.#spare.pop();
    const copy =
      spare !== undefined && spare.byteLength >= length ? new Uint8Array(spare, 0, length) : new Uint8Array(length);
    copy.set(bytes);
    this.#lent.add(copy.buffer);
    return copy;
  }

  /** See `ByteReader.reuse`. */
  reuse({ buffer }: Uint8Array): void {
    if (this.#lent.delete(buffer) && this.#spare.length < MAX_SPARE) this.#spare.push(buffer);
  }

  #text(chunk: string): Uint8Array {
    const text = this.#half + chunk;
    const cut = (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800 ? text.length - 1 : text.length;
    this.#half = text.slice(cut);
    return this.#encoder.encode(text.slice(0, cut));
  }

  /** The rest of the last string: an unpaired surrogate. */
  end(): Uint8Array {
    const bytes = this.#encoder.encode(this.#half);
    this.#half = "";
    return bytes;
  }
}

/** Concatenates the parts; returns the part itself if there is only one. */
export function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0] as Uint8Array;
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
