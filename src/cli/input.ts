/** The data of a check, as a stream of bytes. */
import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { CommandError, fileError } from "./failure.ts";
import { type Chunks, FileChunks } from "./file-chunks.ts";
import { identityOf, statusOf } from "./identity.ts";

export interface Input {
  /** As it was given. */
  readonly file: string;
  /** For people. */
  readonly name: string;
  readonly chunks: Chunks;
  /** Bytes to come; undefined if unknown. */
  readonly size: number | undefined;
  /** Which file it is, under whatever name (see identity.ts); undefined for a stream that is no file. */
  readonly identity: string | undefined;
}

/**
 * Opens a file, or the standard input for `-`.
 * @throws CommandError if it cannot be read.
 */
export async function openInput(file: string, stdin: Readable): Promise<Input> {
  let handle: FileHandle | undefined;
  try {
    if (file !== "-") handle = await open(file);
    const status = handle === undefined ? statusOf(stdin) : await handle.stat({ bigint: true });
    // Node would read a directory at the standard input as an empty file.
    if (status?.isDirectory()) throw new CommandError("it is a directory");
    const isFile = status?.isFile() ?? false;
    const identity = status && identityOf(status);
    if (handle === undefined) {
      // Node's own stream would read a file that the standard input was redirected to in pieces of 64 KiB.
      const chunks = isFile ? new FileChunks((stdin as { fd?: number }).fd as number) : new StreamChunks(stdin);
      return { file, name: "standard input", chunks, size: undefined, identity };
    }
    // What is no file may have nothing to read for long.
    const chunks = isFile ? new FileChunks(handle) : new StreamChunks(handle.createReadStream());
    // How much is packed in a file is known at its end.
    const size = status?.isFile() && !/\.(?:gz|zst)$/i.test(file) ? Number(status.size) : undefined;
    return { file, name: file, chunks, size, identity };
  } catch (error) {
    await handle?.close();
    throw fileError("read", file, error);
  }
}

/** What has chunks of its own: a pipe, a terminal, a device. */
class StreamChunks implements Chunks {
  readonly #stream: Readable;

  constructor(stream: Readable) {
    this.#stream = stream;
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this.#stream[Symbol.asyncIterator]();
  }

  release(): void {}

  destroy(): void {
    this.#stream.destroy();
  }
}
