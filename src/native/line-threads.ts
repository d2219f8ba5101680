/** Threads of the addon that judge lines for one call. */
import type { LineThreads } from "../json/engine.ts";
import { bytesOfLines } from "../json/lines.ts";
import type { Compiled, Crew } from "./binding.ts";
import type { Spares } from "./spares.ts";
import { NOT_JUDGED, TEXT_PADDING } from "./tape.ts";

/** How lines are judged: the schema as it is now, undefined where the addon cannot, and the limits of a line. */
export interface Terms {
  readonly compiled: () => Compiled | undefined;
  readonly maxDepth: number;
  readonly maxBytes: number;
}

export class NativeLineThreads implements LineThreads {
  readonly #crew: Crew;
  readonly #terms: Terms;
  readonly #spares: Spares;

  constructor(crew: Crew, spares: Spares, terms: Terms) {
    this.#crew = crew;
    this.#terms = terms;
    this.#spares = spares;
  }

  async judge(blocks: readonly Uint8Array[]): Promise<readonly (Uint32Array | undefined)[]> {
    const { compiled, maxDepth, maxBytes } = this.#terms;
    const schema = compiled();
    if (schema === undefined) return [];
    const sizes = new Uint32Array(blocks.length);
    let size = 0;
    const plain = blocks.map((block, index) => {
      const bytes = bytesOfLines(block);
      sizes[index] = bytes.length;
      size += bytes.length + TEXT_PADDING;
      return bytes;
    });
    // A copy, as whoever has the bytes may transfer or shrink them meanwhile.
    const text = this.#spares.take(size);
    if (text === undefined) return [];
    let at = 0;
    for (const bytes of plain) {
      text.set(bytes, at);
      at += bytes.length + TEXT_PADDING;
    }
    const judged = await schema.judgeLinesAsync(text, maxDepth, maxBytes, sizes, this.#crew);
    this.#spares.give(text);
    return judged === undefined ? [] : partsOf(judged);
  }

  async close(): Promise<void> {}
}

/** For each part its numbers; undefined if it was not judged. */
function partsOf(judged: Uint32Array): (Uint32Array | undefined)[] {
  const parts: (Uint32Array | undefined)[] = [];
  for (let at = 0; at < judged.length; ) {
    const count = judged[at++] as number;
    const end = count === NOT_JUDGED ? at : at + count;
    parts.push(count === NOT_JUDGED ? undefined : judged.subarray(at, end));
    at = end;
  }
  return parts;
}
