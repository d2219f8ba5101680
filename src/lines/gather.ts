/** Puts tiny chunks together, as long as the next one is there at once: nothing waits for more. */
import { type ByteReader, joined } from "./source.ts";
import { turn } from "./turn.ts";

/** A chunk of as many bytes is worth a call of the engine, and of the system. */
const LEAST = 64 * 1024;

/** The chunks of a reader, tiny ones put together. Closes the reader in the end. */
export async function* gathered(reader: ByteReader): AsyncGenerator<Uint8Array, void> {
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
      yield joined(parts);
    }
  } finally {
    await reader.close();
  }
}
