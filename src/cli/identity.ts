/** Which file a file is, whatever it is called: links, other spellings and redirections lead to the same one. */
import { type BigIntStats, fstatSync } from "node:fs";
import { stat } from "node:fs/promises";

/**
 * Device and number of a file; two names of one file have the same.
 * Undefined for what any number of programs may read and write at once, as a terminal or `/dev/null`.
 */
export function identityOf(status: BigIntStats): string | undefined {
  return status.isFile() || status.isFIFO() || status.isBlockDevice() ? `${status.dev}:${status.ino}` : undefined;
}

/** The identity of the file a name leads to; undefined if there is none. */
export async function identityAt(name: string): Promise<string | undefined> {
  const status = await stat(name, { bigint: true }).catch(() => undefined);
  return status && identityOf(status);
}

/** Whether there is a file of the name with something in it. */
export async function hasContent(name: string): Promise<boolean> {
  const status = await stat(name).catch(() => undefined);
  return status?.isFile() === true && status.size > 0;
}

/** What a standard stream was redirected to; undefined if it has no descriptor. */
export function statusOf(stream: object): BigIntStats | undefined {
  const { fd } = stream as { fd?: unknown };
  if (!Number.isInteger(fd)) return undefined;
  try {
    return fstatSync(fd as number, { bigint: true });
  } catch {
    return undefined; // It is closed, so nothing can be written through it.
  }
}
