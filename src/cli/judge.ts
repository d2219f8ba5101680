/** Judges documents, one after the other, and counts. */
import { JsonDecodeError, type JsonLimits, type ValidationError, type Validator } from "../index.ts";
import type { Piece } from "./lines.ts";

const NEWLINE = 0x0a;

/** Limits of a document, with the one the reader of the stream keeps too. */
export type DocumentLimits = JsonLimits & { readonly maxBytes: number };

export class Judge {
  readonly #validator: Validator;
  readonly #maxBytes: number;
  readonly #limits: JsonLimits;
  readonly #lines: boolean;
  /** Documents that are valid. */
  good = 0;
  /** Documents that are not. */
  bad = 0;
  errors = 0;
  /** A document has more errors than were collected. */
  truncated = false;

  /** @param lines documents are lines: an empty one is none. */
  constructor(validator: Validator, limits: DocumentLimits, lines: boolean) {
    this.#validator = validator;
    this.#maxBytes = limits.maxBytes;
    // One more for the line feed, which does not count: the Splitter has refused all longer lines already.
    this.#limits = Object.freeze({ ...limits, maxBytes: limits.maxBytes + 1 });
    this.#lines = lines;
  }

  /** What is wrong with a document. A document that is too long to be kept is judged when its end is seen, without its bytes. */
  judge({ bytes, long, size }: Piece): ValidationError | undefined {
    if (this.#lines && !long && isBlank(bytes)) return undefined;
    const error = long ? this.#tooLarge(size) : this.#errorOf(bytes);
    if (error === undefined) {
      this.good++;
      return undefined;
    }
    this.bad++;
    this.errors += error.length;
    this.truncated ||= error.truncated;
    return error;
  }

  #errorOf(bytes: Uint8Array): ValidationError | undefined {
    // Most documents are good, and a verdict builds nothing. It may have the line feed, which is white space.
    if (this.#validator.isJson(bytes, this.#limits)) return undefined;
    // Without the line feed, so that the error of a document that is cut off points at the end of its line.
    const document = this.#lines && bytes.at(-1) === NEWLINE ? bytes.subarray(0, -1) : bytes;
    const result = this.#validator.safeJson(document, this.#limits);
    return result.ok ? undefined : result.error;
  }

  #tooLarge(actual: number): ValidationError {
    return new JsonDecodeError({ reason: "size", expected: this.#maxBytes, actual });
  }
}

/** Nothing but JSON's white space. */
function isBlank(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte !== 0x20 && byte !== NEWLINE && byte !== 0x0d && byte !== 0x09) return false;
  return true;
}
