/** The data of a check, as a stream of bytes. */
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
 * @param stays whether a file stays open until it is read. If not, it is closed and opened again: it is known that it
 *   can be.
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
  // Node would read a directory at the standard input as an empty file.
  if (status?.isDirectory()) throw new CommandError("it is a directory");
}

function standardInput(stdin: Readable): Input {
  const status = statusOf(stdin);
  refuseDirectory(status);
  // Node's own stream would read a file that the standard input was redirected to in pieces of 64 KiB.
  const chunks = status?.isFile() ? new FileChunks((stdin as { fd?: number }).fd as number) : new StreamChunks(stdin);
  return { file: "-", name: "standard input", chunks, size: undefined, identity: status && identityOf(status) };
}

async function fileInput(file: string, stays: boolean): Promise<Input> {
  const handle = await open(file);
  try {
    const status = await handle.stat({ bigint: true });
    const identity = identityOf(status);
    // How much is packed in a file is known at its end.
    const size = /\.(?:gz|zst)$/i.test(file) ? undefined : Number(status.size);
    const chunks = stays ? new FileChunks(handle) : new LateChunks(() => openAgain(file, identity));
    if (!stays) await handle.close();
    return { file, name: file, chunks, size, identity };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Another file that has its name by now might be one that is written: the check would read it without end. */
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
 * What is no file may have nothing to read for long. A thread that waits for it would keep the process from ending, so
 * pipes and terminals are read without one.
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
