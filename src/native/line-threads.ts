/** Threads of the addon that judge lines for one call. */
import type { LineThreads } from "../json/engine.ts";
import { bytesOfLines } from "../json/lines.ts";
import type { Compiled, Crew } from "./binding.ts";
import type { Spares } from "./spares.ts";
import { TEXT_PADDING } from "./tape.ts";

/** How lines are judged: the schema as it is now, undefined where the addon cannot, and the limits of a line. */
export interface Terms {
  readonly compiled: () => Compiled | undefined;
  readonly maxDepth: number;
  readonly maxBytes: number;
}

/** As many at least, as the thread that hands them over does other things for milliseconds, or has to wait for a processor. */
const AHEAD = 8;

export class NativeLineThreads implements LineThreads {
  readonly ahead: number;
  readonly #crew: Crew;
  readonly #terms: Terms;
  readonly #spares: Spares;

  constructor(crew: Crew, count: number, spares: Spares, terms: Terms) {
    this.ahead = Math.max(AHEAD, 2 * count);
    this.#crew = crew;
    this.#terms = terms;
    this.#spares = spares;
  }

  async judge(blocks: readonly Uint8Array[]): Promise<readonly (Uint32Array | undefined)[]> {
    const { compiled, maxDepth, maxBytes } = this.#terms;
    const schema = compiled();
    if (schema === undefined) return [];
    const plain = blocks.map(bytesOfLines);
    const sizes = Uint32Array.from(plain, (bytes) => bytes.length);
    // A copy, as whoever has the bytes may transfer or shrink them meanwhile.
    const text = this.#spares.take(sizes.reduce((all, size) => all + size + TEXT_PADDING, 0));
    if (text === undefined) return [];
    let at = 0;
    for (const bytes of plain) {
      text.set(bytes, at);
      at += bytes.length + TEXT_PADDING;
    }
    const verdicts = await schema.judgeLinesAsync(text, maxDepth, maxBytes, sizes, this.#crew);
    this.#spares.give(text);
    return verdicts ?? [];
  }

  async close(): Promise<void> {}
}
