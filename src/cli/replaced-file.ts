/** Opens files that the command replaces as a whole, if they have what it has written before. */
import { constants } from "node:fs";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { fileError, UsageError } from "./failure.ts";
import { identityOf, isThere } from "./identity.ts";

/** How much of a file says what it is. */
const BEGINNING = 512;

export interface ReplacedFile {
  readonly handle: FileHandle;
  /** Undefined for what is no file. */
  readonly identity: string | undefined;
  /** Closes it, and removes it if it is new and nothing has been written. */
  close(isWritten: boolean): Promise<void>;
}

/** An option that names such a file. */
export interface ReplacingOption {
  readonly name: string;
  /** What it writes, such as "summary". */
  readonly what: string;
  /** Whether a file that begins with these bytes is one of those. */
  isReplaced(beginning: Buffer): boolean;
}

/**
 * Opens the file, which is not changed yet.
 * @param taken the other files of the command: names for people, by identity.
 * @throws UsageError if it has other content; CommandError if it cannot be written.
 */
export async function openReplaced(
  { name, what, isReplaced }: ReplacingOption,
  file: string,
  taken: ReadonlyMap<string, string>,
): Promise<ReplacedFile> {
  let handle: FileHandle | undefined;
  try {
    const created = !(await isThere(file));
    handle = await open(file, constants.O_RDWR | constants.O_CREAT);
    const identity = identityOf(await handle.stat({ bigint: true }));
    const other = identity === undefined ? undefined : taken.get(identity);
    if (other !== undefined) throw new UsageError(`${name} would overwrite ${other}`);
    if (identity !== undefined) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0);
      if (bytesRead > 0 && !isReplaced(buffer.subarray(0, bytesRead)))
        throw new UsageError(`${name} would overwrite '${file}', which is no ${what}: remove it first`);
    }
    const opened = handle;
    const close = async (isWritten: boolean): Promise<void> => {
      await opened.close();
      if (created && !isWritten) await unlink(file).catch(() => {});
    };
    return { handle, identity, close };
  } catch (error) {
    await handle?.close();
    throw error instanceof UsageError ? error : fileError("write", file, error);
  }
}

/** Empties a file before it is written. */
export async function empty(handle: FileHandle): Promise<void> {
  if ((await handle.stat()).isFile()) await handle.truncate(0);
}
