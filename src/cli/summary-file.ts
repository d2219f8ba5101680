/** The file of a summary. */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { fileError, UsageError } from "./failure.ts";
import { identityOf } from "./identity.ts";
import { SUMMARY_BEGINNINGS, type SummaryFormat } from "./summary.ts";

export interface SummaryFile {
  readonly format: SummaryFormat;
  /** Undefined for the standard output, and what is no file. */
  readonly identity: string | undefined;
  /** Replaces what is in the file, and closes it. Undefined for the standard output. */
  readonly write: ((text: string) => Promise<void>) | undefined;
}

/** What the name of a file says. */
const formatOf = (file: string): SummaryFormat =>
  /\.html?$/i.test(file) ? "html" : /\.json$/i.test(file) ? "json" : "text";

/**
 * Opens the file, which is not changed yet.
 * @param taken the other files of the command: names for people, by identity.
 * @throws UsageError if it has content that is no summary; CommandError if it cannot be written.
 */
export async function openSummary(file: string, taken: ReadonlyMap<string, string>): Promise<SummaryFile> {
  const format = formatOf(file);
  if (file === "-") return { format, identity: undefined, write: undefined };
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, constants.O_RDWR | constants.O_CREAT);
    const identity = identityOf(await handle.stat({ bigint: true }));
    const what = identity === undefined ? undefined : taken.get(identity);
    if (what !== undefined) throw new UsageError(`--summary would overwrite ${what}`);
    if (identity !== undefined && !(await mayBeReplaced(handle)))
      throw new UsageError(`--summary would overwrite '${file}', which is no summary: remove it first`);
    return { format, identity, write: writeTo(handle, file) };
  } catch (error) {
    await handle?.close();
    throw error instanceof UsageError ? error : fileError("write", file, error);
  }
}

const writeTo = (handle: FileHandle, file: string) => async (text: string) => {
  try {
    if ((await handle.stat()).isFile()) await handle.truncate(0);
    await handle.write(text, 0);
  } catch (error) {
    throw fileError("write", file, error);
  } finally {
    await handle.close();
  }
};

/** True for an empty file, and a summary of an earlier check. */
async function mayBeReplaced(handle: FileHandle): Promise<boolean> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(512), 0, 512, 0);
  const text = buffer.toString("utf8", 0, bytesRead);
  return bytesRead === 0 || SUMMARY_BEGINNINGS.some((one) => text.startsWith(one));
}
