/** The data of a check, as a stream of bytes. */
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { CommandError, fileError } from "./failure.ts";
import { identityOf, statusOf } from "./identity.ts";

/** Bytes that are read at once: each call, and the turn of the event loop behind it, costs as much as to judge 50 kB. */
const CHUNK = 1024 * 1024;

export interface Input {
  readonly name: string;
  readonly stream: Readable;
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
    const identity = status && identityOf(status);
    if (handle === undefined) {
      const stream = status?.isFile() ? redirected(stdin) : stdin;
      return { name: "standard input", stream, size: undefined, identity };
    }
    const stream = handle.createReadStream({ highWaterMark: CHUNK });
    // How much is packed in a file is known at its end.
    const size = status?.isFile() && !/\.(?:gz|zst)$/i.test(file) ? Number(status.size) : undefined;
    return { name: file, stream, size, identity };
  } catch (error) {
    await handle?.close();
    throw fileError("read", file, error);
  }
}

/** A file that a standard stream was redirected to: Node's own stream would read it in pieces of 64 KiB. */
function redirected(stdin: object): Readable {
  const { fd } = stdin as { fd: number };
  return createReadStream("", { fd, autoClose: false, highWaterMark: CHUNK });
}
