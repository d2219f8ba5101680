/** Decompresses gzip and zstd, detected by their first bytes, with which no JSON text begins. */
import { Readable, type Transform } from "node:stream";
import * as zlib from "node:zlib";
import { CommandError } from "./failure.ts";

const MAGIC = { gzip: [0x1f, 0x8b], zstd: [0x28, 0xb5, 0x2f, 0xfd] } as const;
type Packing = keyof typeof MAGIC;

/**
 * The bytes of a source, decompressed if necessary.
 * @throws CommandError if this version of Node cannot decompress them; errors of the source and of the decompression.
 */
export async function* unpacked(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const chunks = source[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array();
  let next = await chunks.next();
  while (!next.done) {
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
    // Waits for no more bytes than necessary: the first line may be short, and the next one may come much later.
    if (!isOpen(head)) break;
    next = await chunks.next();
  }
  const all = async function* (): AsyncGenerator<Uint8Array, void> {
    if (head.length > 0) yield head;
    while (!next.done) {
      next = await chunks.next();
      if (!next.done) yield next.value;
    }
  };
  const packing = packingOf(head);
  if (packing === undefined) yield* all();
  else yield* unpack(unpackerOf(packing), all());
}

function packingOf(head: Uint8Array): Packing | undefined {
  return (Object.keys(MAGIC) as Packing[]).find((name) => MAGIC[name].every((byte, index) => head[index] === byte));
}

/** True if more bytes are needed to detect the compression. */
function isOpen(head: Uint8Array): boolean {
  return Object.values(MAGIC).some(
    (magic) => head.length < magic.length && head.every((byte, index) => byte === magic[index]),
  );
}

function unpackerOf(packing: Packing): Transform {
  if (packing === "gzip") return zlib.createGunzip();
  const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Transform };
  if (createZstdDecompress !== undefined) return createZstdDecompress();
  throw new CommandError("it is packed by zstd, which Node knows from version 22.15 on");
}

async function* unpack(unpacker: Transform, packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const source = Readable.from(packed, { objectMode: false });
  // `pipe` does not forward errors.
  source.on("error", (error) => unpacker.destroy(error));
  yield* source.pipe(unpacker) as AsyncIterable<Uint8Array>;
}
