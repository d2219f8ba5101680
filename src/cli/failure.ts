/** What keeps the command from doing its work: it ends with one line on the standard error and exit code 2. */
import { getSystemErrorMap } from "node:util";

/** The schema or the data cannot be read, or something cannot be written. */
export class CommandError extends Error {}

/** The arguments make no sense. */
export class UsageError extends CommandError {}

/** `cannot read 'data.json': no such file or directory`; `-` is the standard input or output. */
export function fileError(action: "read" | "write", file: string, cause: unknown): CommandError {
  const name = file === "-" ? `the standard ${action === "read" ? "input" : "output"}` : `'${file}'`;
  return new CommandError(`cannot ${action} ${name}: ${reasonOf(cause)}`, { cause });
}

/** Why an operation of the system failed, in its own words; else the message of the error. */
function reasonOf(cause: unknown): string {
  const { errno = 0, message } = cause as NodeJS.ErrnoException;
  return getSystemErrorMap().get(errno)?.[1] ?? message;
}
