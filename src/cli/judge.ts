/** Judges documents, one after the other, and counts. */
import { JsonDecodeError, type JsonLimits, type ValidationError, type Validator } from "../index.ts";

/** Limits of a document, with the one the reader of the stream keeps too. */
export type DocumentLimits = JsonLimits & { readonly maxBytes: number };

export class Judge {
  readonly #validator: Validator;
  readonly #limits: DocumentLimits;
  /** Documents that are valid. */
  good = 0;
  /** Documents that are not. */
  bad = 0;
  errors = 0;
  /** A document has more errors than were collected. */
  truncated = false;

  constructor(validator: Validator, limits: DocumentLimits) {
    this.#validator = validator;
    this.#limits = Object.freeze({ ...limits });
  }

  /** What is wrong with the only document. Most are good, and a verdict builds nothing. */
  judge(document: Uint8Array): ValidationError | undefined {
    if (!this.#validator.isJson(document, this.#limits)) return this.explain(document);
    this.good++;
    return undefined;
  }

  /**
   * What is wrong with a document that was found to be invalid; undefined if nothing is, now that it is asked again.
   * @param size in bytes, if it was too long to be kept.
   */
  explain(document: Uint8Array, size: number = document.length): ValidationError | undefined {
    const error = this.#errorOf(document, size);
    if (error === undefined) {
      this.good++;
      return undefined;
    }
    this.bad++;
    this.errors += error.length;
    this.truncated ||= error.truncated;
    return error;
  }

  #errorOf(document: Uint8Array, actual: number): ValidationError | undefined {
    const { maxBytes } = this.#limits;
    if (actual > maxBytes) return new JsonDecodeError({ reason: "size", expected: maxBytes, actual });
    const result = this.#validator.safeJson(document, this.#limits);
    return result.ok ? undefined : result.error;
  }
}
