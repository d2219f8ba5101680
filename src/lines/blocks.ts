/** Reads a source as blocks of whole lines. */
import { type ByteReader, joined } from "./source.ts";
import type { Block, Splitter } from "./splitter.ts";
import { turn } from "./turn.ts";

/** A chunk of as many bytes is worth a call of the engine, and of the system. */
const LEAST = 64 * 1024;
/** For several threads, which begin and end each call together: a little less than a turn of the reader. */
const LEAST_SHARED = 960 * 1024;
/** Chunks of fewer bytes, on average, are put together. */
const TINY = 16 * 1024;
/** More chunks are not held at once: to hold one takes much more than a byte. */
const MOST_CHUNKS = 8192;

/**
 * The blocks of each chunk, or of several, as long as the next one is there at once: nothing waits for more. Closes the
 * reader in the end.
 * @param threads so many judge what is given out.
 * @throws RangeError if there is no memory for a line that spans chunks.
 */
export async function* blocksOf(
  reader: ByteReader,
  splitter: Splitter,
  threads = 1,
): AsyncGenerator<readonly Block[], void> {
  const least = threads > 1 ? LEAST_SHARED : LEAST;
  try {
    for (let next = reader.read(), chunk = await next; chunk !== undefined; chunk = await next) {
      const chunks = [chunk];
      let size = chunk.length;
      next = ahead(reader);
      for (; size < least && chunks.length < MOST_CHUNKS; next = ahead(reader)) {
        const more = await Promise.race([next, turn()]).catch(() => undefined);
        if (more === undefined) break;
        chunks.push(more);
        size += more.length;
      }
      const blocks: Block[] = [];
      for (const part of size < chunks.length * TINY ? [joined(chunks)] : chunks) blocks.push(...splitter.push(part));
      if (blocks.length > 0) yield blocks;
    }
    yield [...splitter.end()];
  } finally {
    await reader.close();
  }
}

/** The next chunk. Whoever waits for it, later, gets what it fails with. */
function ahead(reader: ByteReader): ReturnType<ByteReader["read"]> {
  const next = reader.read();
  next.catch(() => {});
  return next;
}
