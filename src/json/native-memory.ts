/** The memory this side and the addon share: the text of a run, and the tape it writes. */
import type { Port } from "./binding.ts";
import { HEAD_SIZE } from "./native-tape.ts";

/** Readable bytes the addon wants behind the text. */
const PADDING = 64;
const SMALLEST = 16 * 1024;
/** Memory of a text larger than this is not kept. */
const KEPT = 4 * 1024 * 1024;
/** The addon counts bytes in 32 bits, and gives integers of the tape the same. */
const LARGEST = 0x3fffffff;
const BYTES_PER_INTEGER = 4;

const encoder = new TextEncoder();

export class Memory {
  integers = new Int32Array(SMALLEST);
  numbers = new Float64Array(SMALLEST / 4);
  #text = new Uint8Array(SMALLEST);
  readonly #port: Port;

  constructor(port: Port) {
    this.#port = port;
    this.#attach();
  }

  /** Copies bytes; returns their number, or -1 if there are none or too many. */
  loadBytes(bytes: Uint8Array, maxBytes: number): number {
    const size = bytes.length;
    // A detached array has none either, and cannot be copied.
    if (size === 0 || size > maxBytes || !this.#reserve(size)) return -1;
    this.#text.set(bytes);
    return size;
  }

  /** Copies a string as UTF-8; returns the number of bytes, or -1 if there are too many or it has no UTF-8 form. */
  loadText(text: string, maxBytes: number): number {
    // A byte order mark is no part of bytes, but of a string it is.
    if (text.length > maxBytes || text.charCodeAt(0) === 0xfeff) return -1;
    if (!(text as string & { isWellFormed(): boolean }).isWellFormed() || !this.#reserve(text.length)) return -1;
    let { read, written } = encoder.encodeInto(text, this.#text.subarray(0, this.#text.length - PADDING));
    if (read < text.length) {
      if (!this.#reserve(text.length * 3)) return -1;
      ({ read, written } = encoder.encodeInto(text, this.#text));
    }
    return written > maxBytes ? -1 : written;
  }

  #reserve(size: number): boolean {
    const needed = size + PADDING;
    if (needed <= this.#text.length) return true;
    if (needed > LARGEST) return false;
    let length = this.#text.length;
    while (length < needed) length *= 2;
    this.#text = new Uint8Array(length);
    // What most texts of that size need: to find it out would take several runs.
    if (length / BYTES_PER_INTEGER > this.integers.length) this.#makeTape(length / BYTES_PER_INTEGER);
    this.#attach();
    return true;
  }

  /** Doubles the tape; what the head says stays. */
  growTape(): void {
    const { integers } = this;
    this.#makeTape(integers.length * 2);
    this.integers.set(integers.subarray(0, HEAD_SIZE));
    this.#attach();
  }

  #makeTape(length: number): void {
    this.integers = new Int32Array(length);
    this.numbers = new Float64Array(length / 4);
  }

  /** Gives back what a large text has needed. */
  trim(): void {
    const { integers, numbers } = this;
    if (Math.max(this.#text.length, integers.byteLength, numbers.byteLength) <= KEPT) return;
    this.#makeTape(SMALLEST);
    this.#text = new Uint8Array(SMALLEST);
    this.#attach();
  }

  #attach(): void {
    if (!this.#port.attach(this.#text, this.integers, this.numbers)) throw new Error("The addon refused its memory");
  }
}
