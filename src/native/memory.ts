/** The memory this side and the addon share: the text of a run, and the tape it writes. */
import { byteLength, isShared, plainBytes } from "../values/input.ts";
import type { Port } from "./binding.ts";
import { HEAD_SIZE, TEXT_PADDING } from "./tape.ts";

const SMALLEST = 16 * 1024;
/** Memory of a text larger than this is not kept. */
const KEPT = 4 * 1024 * 1024;
/** What is larger than is kept has a size of whole pages. */
const PAGE = 64 * 1024;
/** The addon counts bytes in 32 bits, and gives integers of the tape the same. */
const LARGEST = 0x3fffffff;
/** Integers of the tape for a number. */
const INTEGERS_PER_NUMBER = 4;

const encoder = new TextEncoder();

export class Memory {
  integers = new Int32Array(SMALLEST);
  numbers = new Float64Array(SMALLEST / INTEGERS_PER_NUMBER);
  #text = new Uint8Array(SMALLEST);
  /** Integers of the tape that a byte of text takes: to find out that they are too few takes a run. */
  #integersPerByte = 3 / 16;
  readonly #port: Port;

  constructor(port: Port) {
    this.#port = port;
    this.#attach();
  }

  /** Copies bytes; returns their number, or -1 if there are none or too many. */
  loadBytes(bytes: Uint8Array, maxBytes: number): number {
    const size = byteLength(bytes);
    // A detached array has none either, and cannot be copied.
    if (size === 0 || size > maxBytes || !this.#reserve(size)) return -1;
    // Memory that other threads may grow is copied only as far as there is room for.
    this.#text.set(isShared(bytes) ? plainBytes(bytes, size) : bytes);
    return size;
  }

  /** Copies a string as UTF-8; returns the number of bytes, or -1 if there are too many or it has no UTF-8 form. */
  loadText(text: string, maxBytes: number): number {
    // A byte order mark is no part of bytes, but of a string it is.
    if (text.length > maxBytes || text.charCodeAt(0) === 0xfeff) return -1;
    if (!(text as string & { isWellFormed(): boolean }).isWellFormed() || !this.#reserve(text.length)) return -1;
    let { read, written } = encoder.encodeInto(text, this.#text.subarray(0, this.#text.length - TEXT_PADDING));
    if (read < text.length) {
      if (!this.#reserve(text.length * 3)) return -1;
      ({ read, written } = encoder.encodeInto(text, this.#text));
    }
    return written > maxBytes ? -1 : written;
  }

  #reserve(size: number): boolean {
    const needed = size + TEXT_PADDING;
    if (needed <= this.#text.length) return true;
    if (needed > LARGEST) return false;
    const text = allocate(() => new Uint8Array(capacity(needed, this.#text.length)));
    if (text === undefined) return false;
    this.#text = text;
    this.#attach();
    return true;
  }

  /** Makes room for the tape of a text of that many bytes, as far as one can know; false if there is no memory. */
  reserveTape(size: number): boolean {
    const needed = size * this.#integersPerByte;
    return needed <= this.integers.length || this.#resizeTape(capacity(needed, this.integers.length));
  }

  /** Doubles the tape; false if there is no memory. */
  growTape(): boolean {
    if (this.integers.byteLength > KEPT) this.#integersPerByte = Math.min(this.#integersPerByte * 2, 1);
    return this.#resizeTape(this.integers.length * 2);
  }

  /** What the head says stays. */
  #resizeTape(length: number): boolean {
    const head = this.integers.subarray(0, HEAD_SIZE);
    if (!this.#makeTape(length)) return false;
    this.integers.set(head);
    this.#attach();
    return true;
  }

  #makeTape(length: number): boolean {
    const integers = allocate(() => new Int32Array(length));
    const numbers = allocate(() => new Float64Array(length / INTEGERS_PER_NUMBER));
    if (integers === undefined || numbers === undefined) return false;
    this.integers = integers;
    this.numbers = numbers;
    return true;
  }

  /** Gives back what a large text has needed. */
  trim(): void {
    const { integers, numbers } = this;
    if (Math.max(this.#text.length, integers.byteLength, numbers.byteLength) <= KEPT) return;
    const text = allocate(() => new Uint8Array(SMALLEST));
    if (text === undefined || !this.#makeTape(SMALLEST)) return;
    this.#text = text;
    this.#attach();
  }

  #attach(): void {
    if (!this.#port.attach(this.#text, this.integers, this.numbers)) throw new Error("The addon refused its memory");
  }
}

function allocate<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** Some more than is needed where that is kept, so that sizes settle. */
function capacity(needed: number, size: number): number {
  if (needed > KEPT) return Math.ceil(needed / PAGE) * PAGE;
  let length = size;
  while (length < needed) length *= 2;
  return length;
}
