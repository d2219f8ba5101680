/** Strings in the memory of a WebAssembly module. */

/** What Node, Deno and Bun have: reading strings with it is several times as fast as with `TextDecoder`. */
interface Slices extends Uint8Array {
  toString(encoding?: "latin1" | "utf16le", begin?: number, end?: number): string;
}
const { Buffer } = globalThis as { Buffer?: { from(memory: ArrayBufferLike): Slices } };

const FATAL = { fatal: true, ignoreBOM: true };
/** As arguments of one call. */
const MOST_UNITS = 4096;
/** Below this many units a decoder takes longer. */
const FEW_UNITS = 16;

/** Reads strings; another reader is needed when the memory has grown. */
export class Strings {
  readonly #memory: ArrayBufferLike;
  readonly #buffer: Slices | undefined;

  constructor(memory: ArrayBufferLike) {
    this.#memory = memory;
    this.#buffer = Buffer?.from(memory);
  }

  latin1(begin: number, size: number): string {
    if (this.#buffer !== undefined) return this.#buffer.toString("latin1", begin, begin + size);
    const units = new Uint8Array(this.#memory, begin, size);
    // As many characters as bytes: it is ASCII.
    const text = size < FEW_UNITS ? undefined : decoded("utf-8", units);
    return text?.length === size ? text : fromUnits(units);
  }

  /** Keeps lone surrogates. */
  utf16(begin: number, size: number): string {
    if (this.#buffer !== undefined) return this.#buffer.toString("utf16le", begin, begin + size * 2);
    const units = new Uint16Array(this.#memory, begin, size);
    return (size < FEW_UNITS ? undefined : decoded("utf-16le", units)) ?? fromUnits(units);
  }
}

function decoded(encoding: string, units: Uint8Array | Uint16Array): string | undefined {
  try {
    return new TextDecoder(encoding, FATAL).decode(units);
  } catch {
    return undefined;
  }
}

function fromUnits(units: Uint8Array | Uint16Array): string {
  let text = "";
  for (let at = 0; at < units.length; at += MOST_UNITS)
    text += String.fromCharCode(...units.subarray(at, at + MOST_UNITS));
  return text;
}
