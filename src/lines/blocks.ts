/** Reads a source as blocks of whole lines. */

import type { Block } from "./open-record.ts";
import { type ByteReader, concatenated } from "./source.ts";
import type { Cutter } from "./splitter.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";

/** Bytes from which a group of chunks is worth a call of the engine. */
const MIN_BYTES = 64 * 1024;
/** The same for several threads, which join after each call. Just below the interval at which the reader yields. */
const MIN_BYTES_SHARED = 960 * 1024;
/** Chunks are joined if they have fewer bytes on average. */
const MIN_AVERAGE = 16 * 1024;
/** Bounds the chunks of a group, because the object of a chunk takes much more memory than a byte. */
const MAX_CHUNKS = 8192;

/**
 * Yields the blocks of a chunk, or of several that are available without waiting. Closes the reader at the end.
 * @param threads how many threads validate the blocks.
 * @param areReused true if no block is in use any more when the next ones are requested.
 * @throws RangeError if a line that spans chunks does not fit into memory.
 */
export async function* blocksOf<B = Block>(
  reader: ByteReader,
  cutter: Cutter<B>,
  threads = 1,
  areReused = false,
): AsyncGenerator<readonly B[], void> {
  const minBytes = threads > 1 ? MIN_BYTES_SHARED : MIN_BYTES;
  try {
    for (let next = reader.read(), chunk = await next; chunk !== undefined; chunk = await next) {
      const chunks = [chunk];
      let size = chunk.length;
      next = readAhead(reader);
      for (; size < minBytes && chunks.length < MAX_CHUNKS; next = readAhead(reader)) {
        const more = await Promise.race([next, yieldToEventLoop()]).catch(() => undefined);
        if (more === undefined) break;
        chunks.push(more);
        size += more.length;
      }
      const blocks: B[] = [];
      try {
        for (const part of size < chunks.length * MIN_AVERAGE ? [concatenated(chunks)] : chunks)
          for (const block of cutter.push(part)) blocks.push(block);
      } catch (error) {
        // The blocks before what is wrong.
        if (blocks.length > 0) yield blocks;
        throw error;
      }
      if (blocks.length > 0) yield blocks;
      if (!areReused) continue;
      cutter.reuse?.();
      for (const one of chunks) reader.reuse?.(one);
    }
    const last: B[] = [];
    try {
      for (const block of cutter.end()) last.push(block);
    } catch (error) {
      if (last.length > 0) yield last;
      throw error;
    }
    yield last;
  } finally {
    await reader.close();
  }
}

/** Requests the next chunk early. The loop awaits it later; until then a rejection must not count as unhandled. */
function readAhead(reader: ByteReader): ReturnType<ByteReader["read"]> {
  const next = reader.read();
  next.catch(() => {});
  return next;
}
