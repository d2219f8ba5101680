/** Threads of the addon that judge lines for one call. */
import type { LineThreads } from "../json/engine.ts";
import { bytesOfLines } from "../json/lines.ts";
import type { Compiled, Crew } from "./binding.ts";
import { TEXT_PADDING } from "./tape.ts";

/** Memory that has been used is used again: fresh memory costs as much as judging what is in it. That of more bytes is not kept. */
const MOST_KEPT = 2 * 1024 * 1024;
/** Sizes are multiples of this, as those of blocks differ a little. */
const PAGE = 64 * 1024;

/** How lines are judged: the schema as it is now, undefined where the addon cannot, and the limits of a line. */
export interface Terms {
  readonly compiled: () => Compiled | undefined;
  readonly maxDepth: number;
  readonly maxBytes: number;
}

/** As many at least, as the thread that hands them over does other things for milliseconds, or has to wait for a processor. */
const AHEAD = 16;

export class NativeLineThreads implements LineThreads {
  readonly ahead: number;
  readonly #crew: Crew;
  readonly #terms: Terms;
  /** Memory that no thread reads. */
  readonly #idle: Uint8Array[] = [];

  constructor(crew: Crew, count: number, terms: Terms) {
    this.ahead = Math.max(AHEAD, 2 * count);
    this.#crew = crew;
    this.#terms = terms;
  }

  async judge(blocks: readonly Uint8Array[]): Promise<readonly (Uint32Array | undefined)[]> {
    const { compiled, maxDepth, maxBytes } = this.#terms;
    const schema = compiled();
    if (schema === undefined) return [];
    const plain = blocks.map(bytesOfLines);
    const sizes = Uint32Array.from(plain, (bytes) => bytes.length);
    // A copy, as whoever has the bytes may transfer or shrink them meanwhile.
    const text = this.#take(sizes.reduce((all, size) => all + size + TEXT_PADDING, 0));
    if (text === undefined) return [];
    let at = 0;
    for (const bytes of plain) {
      text.set(bytes, at);
      at += bytes.length + TEXT_PADDING;
    }
    const verdicts = await schema.judgeLinesAsync(text, maxDepth, maxBytes, sizes, this.#crew);
    if (text.length <= MOST_KEPT) this.#idle.push(text);
    return verdicts ?? [];
  }

  async close(): Promise<void> {
    this.#idle.length = 0;
  }

  /** Undefined if there is no such memory. */
  #take(size: number): Uint8Array | undefined {
    const idle = this.#idle.pop();
    if (idle !== undefined && idle.length >= size) return idle;
    try {
      return new Uint8Array(Math.ceil(size / PAGE) * PAGE);
    } catch {
      return undefined;
    }
  }
}
