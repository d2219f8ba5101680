/** The text of a reader so far, in the form in which it was given. */
import { plainBytes } from "../../values/input.ts";
import type { JsonSource } from "../json/engine.ts";
import { byteOffsets } from "../json/position.ts";

/** Texts of this length are joined: a text made of one character after the other takes many times its length. */
const JOINED = 4096;

/** The number of bytes at the end that begin a character which has not ended. */
function openBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] as number;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

export class Source {
  readonly #texts: string[] = [];
  #tail = "";
  /** With room for more, so that each byte is copied a few times only. */
  #bytes: Uint8Array | undefined;
  #decoder: InstanceType<typeof TextDecoder> | undefined;
  /** The number of bytes; a string counts as UTF-8. */
  size = 0;

  /**
   * Adds a part.
   * @returns its text, without half a character at its end; undefined if the bytes are not UTF-8.
   * @throws TypeError if it is bytes and others were text, or the reverse.
   */
  push(part: JsonSource): string | undefined {
    return typeof part === "string" ? this.#pushText(part) : this.#pushBytes(part);
  }

  #pushText(text: string): string {
    if (this.#bytes !== undefined) throw new TypeError("after bytes, JSON text should go on in bytes");
    this.size += byteOffsets(text, [text.length])[0] as number;
    this.#tail += text;
    if (this.#tail.length >= JOINED) {
      this.#texts.push(this.#tail);
      this.#tail = "";
    }
    return text;
  }

  #pushBytes(given: Uint8Array): string | undefined {
    if (this.#bytes === undefined && this.size > 0)
      throw new TypeError("after a string, JSON text should go on in strings");
    const bytes = plainBytes(given);
    const before = this.#bytes ?? new Uint8Array(Math.max(bytes.length, 64));
    this.#bytes = before;
    if (this.size + bytes.length > before.length) {
      this.#bytes = new Uint8Array(2 * (this.size + bytes.length));
      this.#bytes.set(before.subarray(0, this.size));
    }
    // Copied, because other threads may write to shared memory.
    this.#bytes.set(bytes, this.size);
    const part = this.#bytes.subarray(this.size, this.size + bytes.length);
    this.size += bytes.length;
    this.#decoder ??= new TextDecoder("utf-8", { fatal: true });
    try {
      return this.#decoder.decode(part, { stream: true });
    } catch {
      return undefined;
    }
  }

  /** @param isCut whether a character that has not ended, at the end of the bytes, is left out. */
  whole(isCut: boolean): JsonSource {
    if (this.#bytes === undefined) return this.#texts.join("") + this.#tail;
    const bytes = this.#bytes.subarray(0, this.size);
    return isCut ? bytes.subarray(0, this.size - openBytes(bytes)) : bytes;
  }
}
