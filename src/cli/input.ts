/** The data of a check, as a stream of bytes. */
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { CommandError, fileError } from "./failure.ts";

const CHUNK = 256 * 1024;

export interface Input {
  readonly name: string;
  readonly stream: Readable;
  /** Bytes to come; undefined if nobody knows. */
  readonly size: number | undefined;
  /** What tells the file from every other; undefined for a stream that is no file. */
  readonly identity: string | undefined;
}

/** Opens a file, or the standard input for `-`. */
export async function openInput(file: string, stdin: Readable): Promise<Input> {
  if (file === "-") return { name: "standard input", stream: stdin, size: undefined, identity: undefined };
  try {
    const handle = await open(file);
    const status = await handle.stat();
    if (status.isDirectory()) {
      await handle.close();
      throw new CommandError("it is a directory");
    }
    const stream = handle.createReadStream({ highWaterMark: CHUNK });
    const regular = status.isFile();
    return { name: file, stream, size: regular ? status.size : undefined, identity: identityOf(status) };
  } catch (error) {
    throw fileError("read", file, error);
  }
}

/** Device and number: two names of one file have the same. */
export const identityOf = ({ dev, ino }: { dev: number | bigint; ino: number | bigint }): string => `${dev}:${ino}`;
