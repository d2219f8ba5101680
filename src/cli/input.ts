/** Opens the data of a check as a stream of bytes. */
import { createReadStream, fstatSync, open as openDescriptor } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { isatty, ReadStream } from "node:tty";
import { promisify } from "node:util";
import { CommandError, fileError } from "./failure.ts";
import { type Chunks, FileChunks, LateChunks } from "./file-chunks.ts";
import { identityOf, statusOf } from "./identity.ts";

export interface Input {
  /** The argument. */
  readonly file: string;
  /** The name for people. */
  readonly name: string;
  readonly chunks: Chunks;
  /** Size in bytes; undefined if unknown. */
  readonly size: number | undefined;
  /** Identity of the file (see identity.ts); undefined for a stream that is not a file. */
  readonly identity: string | undefined;
}

/**
 * Opens a file, or the standard input for `-`.
 * @param stays whether a file stays open until it is read. If not, it is opened only to check that it can be.
 * @throws CommandError if it cannot be read.
 */
export async function openInput(file: string, stdin: Readable, stays: boolean): Promise<Input> {
  try {
    if (file === "-") return standardInput(stdin);
    const status = await stat(file);
    refuseDirectory(status);
    return await (status.isFile() ? fileInput(file, stays) : streamInput(file));
  } catch (error) {
    throw fileError("read", file, error);
  }
}

function refuseDirectory(status: { isDirectory(): boolean } | undefined): void {
  // Node would read a directory as the standard input like an empty file.
  if (status?.isDirectory()) throw new CommandError("it is a directory");
}

function standardInput(stdin: Readable): Input {
  const status = statusOf(stdin);
  refuseDirectory(status);
  // The stream of Node would read a redirected file in chunks of 64 KiB.
  const chunks = status?.isFile() ? new FileChunks((stdin as { fd?: number }).fd as number) : new StreamChunks(stdin);
  return { file: "-", name: "standard input", chunks, size: undefined, identity: status && identityOf(status) };
}

async function fileInput(file: string, stays: boolean): Promise<Input> {
  const handle = await open(file);
  try {
    const status = await handle.stat({ bigint: true });
    const identity = identityOf(status);
    // The decompressed size is known only at the end.
    const size = /\.(?:gz|zst)$/i.test(file) ? undefined : Number(status.size);
    const chunks = stays ? new FileChunks(handle) : new LateChunks(() => openAgain(file, identity));
    if (!stays) await handle.close();
    return { file, name: file, chunks, size, identity };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Refuses a file that was replaced: it might be an output, which the check would read without end. */
async function openAgain(file: string, identity: string | undefined): Promise<FileHandle> {
  const handle = await open(file);
  try {
    if (identityOf(await handle.stat({ bigint: true })) === identity) return handle;
    throw new CommandError("it is another file than when the check began");
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Pipes and terminals may block for long. They are read without a thread of libuv's pool, which would keep the process
 * from exiting.
 */
async function streamInput(file: string): Promise<Input> {
  const fd = await promisify(openDescriptor)(file, "r");
  const status = fstatSync(fd, { bigint: true });
  const chunks = new StreamChunks(streamOf(fd, status.isFIFO()));
  return { file, name: file, chunks, size: undefined, identity: identityOf(status) };
}

function streamOf(fd: number, isPipe: boolean): Readable {
  if (isPipe) return new Socket({ fd, readable: true });
  return isatty(fd) ? new ReadStream(fd) : createReadStream("", { fd });
}

/** A pipe, a terminal or a device, as a stream of Node. */
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
