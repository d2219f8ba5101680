/** The file of a summary. */
import { fileError } from "./failure.ts";
import { empty, openReplaced } from "./replaced-file.ts";
import { SUMMARY_BEGINNINGS, type SummaryFormat } from "./summary.ts";

export interface SummaryFile {
  readonly format: SummaryFormat;
  /** Undefined for the standard output, and what is no file. */
  readonly identity: string | undefined;
  /** Replaces what is in the file. Undefined for the standard output. */
  readonly write: ((text: string) => Promise<void>) | undefined;
  /** Called when the check has ended, or failed. A new file that was not written is removed. */
  close(): Promise<void>;
}

/** What the name of a file says. */
const formatOf = (file: string): SummaryFormat =>
  /\.html?$/i.test(file) ? "html" : /\.json$/i.test(file) ? "json" : "text";

const OPTION = {
  name: "--summary",
  what: "summary",
  isReplaced: (beginning: Buffer): boolean => SUMMARY_BEGINNINGS.some((one) => beginning.toString().startsWith(one)),
};

/**
 * Opens the file, which is not changed yet.
 * @param taken the other files of the command: names for people, by identity.
 * @throws UsageError if it has content that is no summary; CommandError if it cannot be written.
 */
export async function openSummary(file: string, taken: ReadonlyMap<string, string>): Promise<SummaryFile> {
  const format = formatOf(file);
  if (file === "-") return { format, identity: undefined, write: undefined, close: async () => {} };
  const { handle, identity, close } = await openReplaced(OPTION, file, taken);
  let isWritten = false;
  const write = async (text: string): Promise<void> => {
    isWritten = true;
    try {
      await empty(handle);
      await handle.write(text, 0);
    } catch (error) {
      throw fileError("write", file, error);
    }
  };
  return { format, identity, write, close: () => close(isWritten) };
}
