/** The memory that JavaScript and the addon share: the text that is read, and the tape that is written. */
import { MANY_STEP } from "../../core/json/engine.ts";
import { NEWLINE } from "../../core/json/lines.ts";
import { byteLength, isBytes, plainBytes } from "../../values/input.ts";
import type { Port } from "./addon.ts";
import { HEAD_SIZE, Head, LEAST_TAPE, TEXT_PADDING } from "./tape.ts";

/** The sizes of arrays, and how long they are kept. */
interface Sizes {
  /** Initial length of the text, and its length after a large one was released. */
  readonly text: number;
  /** The same for the integers of the tape. */
  readonly tape: number;
  /** An array of more bytes is released if no large text has followed for a while. */
  readonly maxKept: number;
  /** An array of more bytes is released after the call: texts of this size are above the default limit. */
  readonly maxKeptForAWhile: number;
  /** The length of a released array is a multiple of this. */
  readonly page: number;
  /** An estimate of the tape integers per byte of text. If it is too low, a run is wasted. */
  readonly integersPerByte: number;
}

const USUAL: Sizes = {
  text: 16 * 1024,
  tape: 16 * 1024,
  maxKept: 4 * 1024 * 1024,
  maxKeptForAWhile: 64 * 1024 * 1024,
  page: 64 * 1024,
  integersPerByte: 3 / 16,
};
/** Every call replaces the arrays, and the initial tape has space for no value. */
const MINIMAL: Sizes = {
  text: TEXT_PADDING,
  tape: HEAD_SIZE + LEAST_TAPE,
  maxKept: 0,
  maxKeptForAWhile: 0,
  page: 1,
  integersPerByte: 0,
};
/** In milliseconds. Large texts often come one after another, and fresh memory costs as much as reading them. */
const IDLE = 1000;
/** The addon's offsets into the text have 32 bits, as have the integers of the tape. */
const MAX_TEXT = 0x3fffffff;
/** The tape has one number for this many integers. */
const INTEGERS_PER_NUMBER = 4;

const encoder = new TextEncoder();
/** V8 calls the value of a constant directly, but looks up a method of a typed array at every call (Node 20). */
const { set } = Uint8Array.prototype;

/** The arrays of one engine. */
export class Memory {
  integers: Int32Array = new Int32Array();
  numbers: Float64Array = new Float64Array();
  #text: Uint8Array = new Uint8Array();
  /** The text without its padding. Making a view takes as long as encoding a short string. */
  #writable: Uint8Array = new Uint8Array();
  /**
   * Capacity of the text in bytes. This and the next field are read at every call, and reading the length of an array
   * is slow.
   */
  #room = 0;
  /** Capacity of the tape in integers. */
  #tape = 0;
  /** The size in bytes of the largest array, if it exceeds `maxKept`; else 0. */
  #large = 0;
  /** Runs while there is a large array, and releases it in the end. */
  #idle: ReturnType<typeof setTimeout> | undefined;
  #integersPerByte: number;
  readonly #port: Port;
  readonly #sizes: Sizes;

  constructor(port: Port) {
    this.#port = port;
    this.#sizes = port.minimal ? MINIMAL : USUAL;
    this.#integersPerByte = this.#sizes.integersPerByte;
    if (port.heap) {
      port.heap.onMove = ({ text, integers, numbers }) => {
        this.#text = text;
        this.#writable = text.subarray(0, this.#room);
        this.integers = integers;
        this.numbers = numbers;
      };
    }
    this.#text = this.#newText(this.#sizes.text);
    this.#attachText();
    [this.integers, this.numbers] = this.#newTape(this.#sizes.tape);
    this.#attachTape();
  }

  /** Copies bytes. Returns their number; -1 if it is not a Uint8Array, is empty, or has too many bytes. */
  loadBytes(bytes: Uint8Array, maxBytes: number): number {
    if (!isBytes(bytes)) return -1;
    const size = byteLength(bytes);
    // Length 0 includes a detached array, which cannot be copied.
    if (size === 0 || size > maxBytes || !this.#reserve(size)) return -1;
    try {
      set.call(this.#text, bytes);
    } catch {
      // If another thread has made shared memory grow meanwhile, only the reserved number of bytes is copied.
      set.call(this.#text, plainBytes(bytes, size));
    }
    return size;
  }

  /** Copies a string as UTF-8. Returns the number of bytes; -1 if there are too many, or the string is not valid. */
  loadText(text: string, maxBytes: number): number {
    // The addon skips a byte order mark. That is correct for bytes, but makes a string invalid.
    if (text.length > maxBytes || text.charCodeAt(0) === 0xfeff) return -1;
    if (!(text as string & { isWellFormed(): boolean }).isWellFormed() || !this.#reserve(text.length)) return -1;
    let { read, written } = encoder.encodeInto(text, this.#writable);
    if (read < text.length) {
      if (!this.#reserve(text.length * 3)) return -1;
      ({ read, written } = encoder.encodeInto(text, this.#text));
    }
    return written > maxBytes ? -1 : written;
  }

  /**
   * Copies texts from the index `from`, each with a line feed after it, as long as they have at most `most` bytes in
   * all. Writes their ends to `texts`, at every second place. Returns their number, and the number of bytes.
   */
  loadMany(
    sources: readonly (string | Uint8Array)[],
    from: number,
    texts: Int32Array,
    most: number,
  ): { count: number; size: number } {
    let size = 0;
    let count = 0;
    if (this.#reserve(most)) {
      while (from + count < sources.length && count * MANY_STEP < texts.length) {
        const written = this.#append(sources[from + count] as string | Uint8Array, size, most - 1);
        if (written <= 0) break;
        size += written;
        texts[count++ * MANY_STEP] = size;
        this.#text[size++] = NEWLINE;
      }
    }
    return { count, size };
  }

  /** Copies a text to the offset `at`. Returns the number of its bytes; -1 if it does not fit, or is not valid. */
  #append(source: string | Uint8Array, at: number, most: number): number {
    if (typeof source === "string") {
      if (at + source.length * 3 > most || source.charCodeAt(0) === 0xfeff) return -1;
      if (!(source as string & { isWellFormed(): boolean }).isWellFormed()) return -1;
      return encoder.encodeInto(source, this.#text.subarray(at)).written;
    }
    if (!isBytes(source)) return -1;
    const size = byteLength(source);
    if (size === 0 || at + size > most) return -1;
    try {
      set.call(this.#text, source, at);
      return size;
    } catch {
      return -1;
    }
  }

  #reserve(size: number): boolean {
    if (size <= this.#room) return true;
    const needed = size + TEXT_PADDING;
    if (needed > MAX_TEXT) return false;
    const text = allocate(() => this.#newText(this.#capacity(needed, this.#text.length)));
    if (text === undefined) return false;
    this.#text = text;
    this.#attachText();
    return true;
  }

  /** Reserves the tape that a text of `size` bytes is likely to need; false if there is not enough memory. */
  reserveTape(size: number): boolean {
    const needed = size * this.#integersPerByte;
    return needed <= this.#tape || this.#resizeTape(this.#capacity(needed, this.#tape));
  }

  /** Doubles the tape; false if there is not enough memory. */
  growTape(): boolean {
    if (this.#sizes === USUAL && this.integers.byteLength > USUAL.maxKept)
      this.#integersPerByte = Math.min(this.#integersPerByte * 2, 1);
    return this.#resizeTape(this.integers.length * 2);
  }

  /** Replaces the arrays of the tape, but keeps the head of the integers. */
  #resizeTape(length: number): boolean {
    const head = this.integers.slice(0, HEAD_SIZE);
    if (!this.#makeTape(length)) return false;
    this.integers.set(head);
    this.#attachTape();
    return true;
  }

  #makeTape(length: number): boolean {
    const tape = allocate(() => this.#newTape(length));
    if (tape === undefined) return false;
    [this.integers, this.numbers] = tape;
    return true;
  }

  #newText(length: number): Uint8Array {
    return this.#port.heap?.newText(length) ?? new Uint8Array(length);
  }

  #newTape(length: number): readonly [Int32Array, Float64Array] {
    const count = length / INTEGERS_PER_NUMBER;
    return this.#port.heap?.newTape(length, count) ?? [new Int32Array(length), new Float64Array(count)];
  }

  /** Releases nothing until the next `trim`, because another thread is using the arrays. */
  hold(): void {
    clearTimeout(this.#idle);
    this.#idle = undefined;
  }

  /** Call it after the result of a run has been used: it releases large arrays, now or later. */
  trim(): void {
    if (this.#large !== 0 || this.integers[Head.large] !== 0) this.#trimLarge();
  }

  #trimLarge(): void {
    if (this.#large > this.#sizes.maxKeptForAWhile) {
      this.#shrink();
    } else if (this.#idle === undefined) {
      try {
        this.#idle = setTimeout(() => this.#shrinkLater(), IDLE);
      } catch {
        // Cloudflare Workers set no timers while they start.
        this.#shrink();
        return;
      }
      // Kept memory must not keep the process alive.
      (this.#idle as { unref?(): void }).unref?.();
    } else {
      this.#idle.refresh?.();
    }
  }

  /** An error in a timer would be uncaught, so memory that cannot be released is kept. */
  #shrinkLater(): void {
    try {
      this.#shrink();
    } catch {
      // The addon has refused its memory, and will refuse it again at the next call that replaces arrays.
    }
  }

  /**
   * Releases the addon's large buffers, and replaces large arrays by ones of the initial length, if there is memory for
   * those.
   */
  #shrink(): void {
    this.hold();
    this.#port.release();
    const text = allocate(() => this.#newText(this.#sizes.text));
    if (text === undefined) return;
    this.#text = text;
    this.#attachText();
    if (this.#makeTape(this.#sizes.tape)) this.#attachTape();
  }

  #attachText(): void {
    this.#room = this.#text.length - TEXT_PADDING;
    this.#writable = this.#text.subarray(0, this.#room);
    this.#measure();
    if (!this.#port.attachText(this.#text)) throw new Error("The addon refused its memory");
  }

  #attachTape(): void {
    this.#tape = this.integers.length;
    this.#measure();
    if (!this.#port.attachTape(this.integers, this.numbers)) throw new Error("The addon refused its memory");
  }

  #measure(): void {
    const largest = Math.max(this.#text.length, this.integers.byteLength, this.numbers.byteLength);
    this.#large = largest > this.#sizes.maxKept ? largest : 0;
  }

  /** A length of at least `needed`. Arrays that are kept double their length, so that they are seldom replaced. */
  #capacity(needed: number, size: number): number {
    const { maxKept, page } = this.#sizes;
    if (needed > maxKept) return Math.ceil(needed / page) * page;
    let length = size;
    while (length < needed) length *= 2;
    return length;
  }
}

function allocate<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
