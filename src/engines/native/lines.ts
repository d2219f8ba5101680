/** Validates the lines of one caller with the addon, on one thread or several. */
import type { LineEngine } from "../../core/json/engine.ts";
import { bytesOfLines } from "../../core/json/lines.ts";
import type { Compiled, ThreadPool } from "./addon.ts";

/** The current schema, undefined if the addon cannot compile it, and the limits of a line. */
export interface Terms {
  readonly compiled: () => Compiled | undefined;
  readonly maxDepth: number;
  readonly maxBytes: number;
}

/** The capacity, in numbers, for a chunk of lines whose verdicts rarely alternate. */
const ROOM = 1024;

export class NativeLines implements LineEngine {
  readonly #pool: ThreadPool;
  readonly #terms: Terms;
  /** Used by every call: a new array of this size costs as much as some lines. */
  readonly #numbers = new Uint32Array(ROOM);

  constructor(pool: ThreadPool, terms: Terms) {
    this.#pool = pool;
    this.#terms = terms;
  }

  validate(blocks: readonly Uint8Array[]): readonly Uint32Array[] | undefined {
    const { compiled, maxDepth, maxBytes } = this.#terms;
    const numbers = compiled()?.validateLines(blocks.map(bytesOfLines), maxDepth, maxBytes, this.#pool, this.#numbers);
    if (numbers === undefined) return undefined;
    let at = 0;
    return blocks.map(() => {
      const begin = at + 1;
      at = begin + (numbers[at] as number);
      // A copy: the next call writes to the array.
      return numbers.slice(begin, at);
    });
  }
}
