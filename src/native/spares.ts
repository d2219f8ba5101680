/** Memory for texts that other threads read. It is used again, as fresh memory costs as much as judging what is in it. */

/** Lengths are multiples of this, as sizes of texts differ a little. */
const PAGE = 64 * 1024;
/** Arrays of more bytes are not kept, nor are more arrays. */
const MAX_LENGTH = 2 * 1024 * 1024;
const MAX_KEPT = 16;
/** Milliseconds after which all are given back, if none was asked for. */
const IDLE = 1000;

/** Arrays that no thread reads. Later calls use them too: to V8 many new ones are a reason to collect garbage. */
export class Spares {
  readonly #kept: Uint8Array[] = [];
  #idle: ReturnType<typeof setTimeout> | undefined;

  /** An array of `size` bytes at least, with anything in it; undefined if there is no such memory. */
  take(size: number): Uint8Array | undefined {
    const kept = this.#kept.pop();
    if (kept !== undefined && kept.length >= size) return kept;
    try {
      // Many texts are a little shorter, or a little longer, than some pages: half of one more, and an array does for both.
      return new Uint8Array(Math.ceil(size / PAGE + 0.5) * PAGE);
    } catch {
      return undefined;
    }
  }

  /** Takes back an array that no thread reads any more. */
  give(array: Uint8Array): void {
    if (array.length > MAX_LENGTH || this.#kept.length >= MAX_KEPT) return;
    this.#kept.push(array);
    if (this.#idle !== undefined) {
      this.#idle.refresh();
      return;
    }
    this.#idle = setTimeout(() => {
      this.#kept.length = 0;
      this.#idle = undefined;
    }, IDLE);
    // What is kept is no reason to keep the process alive.
    this.#idle.unref();
  }
}
