/** Reads a source as blocks of whole lines. */
import { type ByteReader, joined } from "./source.ts";
import type { Block, Splitter } from "./splitter.ts";
import { turn } from "./turn.ts";

/** A chunk of as many bytes is worth a call of the engine, and of the system. */
const LEAST = 64 * 1024;

/**
 * The blocks of each chunk; tiny chunks are put together, as long as the next one is there at once: nothing waits for more.
 * Closes the reader in the end.
 * @throws RangeError if there is no memory for a line that spans chunks.
 */
export async function* blocksOf(reader: ByteReader, splitter: Splitter): AsyncGenerator<readonly Block[], void> {
  try {
    for (let next = reader.read(), chunk = await next; chunk !== undefined; chunk = await next) {
      const parts = [chunk];
      let size = chunk.length;
      next = reader.read();
      // Whoever waits for it later gets what it fails with.
      next.catch(() => {});
      while (size < LEAST) {
        const more = await Promise.race([next, turn()]).catch(() => undefined);
        if (more === undefined) break;
        parts.push(more);
        size += more.length;
        next = reader.read();
        next.catch(() => {});
      }
      const blocks = [...splitter.push(joined(parts))];
      if (blocks.length > 0) yield blocks;
    }
    yield [...splitter.end()];
  } finally {
    await reader.close();
  }
}
