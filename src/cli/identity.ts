/** Identifies files independent of their names: links, other spellings and redirections. */
import { type BigIntStats, fstatSync } from "node:fs";
import { lstat, stat } from "node:fs/promises";

/**
 * Device and inode of a file. Undefined for files that may be read and written at the same time, such as a terminal or
 * `/dev/null`.
 */
export function identityOf(status: BigIntStats): string | undefined {
  return status.isFile() || status.isFIFO() || status.isBlockDevice() ? `${status.dev}:${status.ino}` : undefined;
}

/** The identity of the file with a name; undefined if there is none. */
export async function identityAt(name: string): Promise<string | undefined> {
  const status = await stat(name, { bigint: true }).catch(() => undefined);
  return status && identityOf(status);
}

/** True if there is a file, or a link, with this name. */
export const isThere = (name: string): Promise<boolean> =>
  lstat(name).then(
    () => true,
    () => false,
  );

/** True if there is a file with this name that is not empty. */
export async function hasContent(name: string): Promise<boolean> {
  const status = await stat(name).catch(() => undefined);
  return status?.isFile() === true && status.size > 0;
}

/** The status of the file that a standard stream is redirected to; undefined if it has no descriptor. */
export function statusOf(stream: object): BigIntStats | undefined {
  const { fd } = stream as { fd?: unknown };
  if (!Number.isInteger(fd)) return undefined;
  try {
    return fstatSync(fd as number, { bigint: true });
  } catch {
    return undefined; // It is closed, so nothing can be written through it.
  }
}
