/** Errors that end the command with one line on the standard error and exit code 2. */
import { getSystemErrorMap, inspect } from "node:util";
import { isError } from "../values/input.ts";
import { printable } from "./printable.ts";

/** An input cannot be read, an output cannot be written, or code of the schema throws. */
export class CommandError extends Error {}

/** The arguments are invalid. */
export class UsageError extends CommandError {}

/**
 * Returns whether a thrown value is of a class. Never throws: code of the schema may throw a Proxy whose traps throw.
 */
export function isThrown<T extends Error>(thrown: unknown, Class: new (...args: never[]) => T): thrown is T {
  try {
    return thrown instanceof Class;
  } catch {
    return false;
  }
}

/** `cannot read 'data.json': no such file or directory`; `-` is the standard input or output. */
export function fileError(action: "read" | "write", file: string, cause: unknown): CommandError {
  const name = file === "-" ? `the standard ${action === "read" ? "input" : "output"}` : `'${file}'`;
  return new CommandError(`cannot ${action} ${name}: ${reasonOf(cause)}`, { cause });
}

/** The message of the system for its error codes, otherwise that of the error. */
function reasonOf(cause: unknown): string {
  const { errno = 0, code, message } = cause as NodeJS.ErrnoException;
  if (/^(?:Z_|ZSTD_)/.test(code ?? "")) return `what is packed in it is damaged, or not all there: ${message}`;
  return getSystemErrorMap().get(errno)?.[1] ?? message;
}

const MAX_LENGTH = 1000;

/** Describes a thrown value in one line. User code may throw anything. Never throws. */
export function describe(thrown: unknown): string {
  let text: string;
  try {
    text = messageOf(thrown) ?? inspect(thrown, { depth: 0, breakLength: Number.POSITIVE_INFINITY });
  } catch {
    text = "something that cannot be shown";
  }
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}\u2026`;
}

function messageOf(thrown: unknown): string | undefined {
  if (typeof thrown === "string") return thrown || undefined;
  if (!isError(thrown)) return undefined;
  const { message, name } = thrown;
  return [message, name].find((text) => typeof text === "string" && text !== "");
}

/** Describes a thrown value with its stack, for a defect. Never throws. */
export function trace(thrown: unknown): string {
  let text: unknown;
  try {
    text = isError(thrown) && thrown.stack;
  } catch {
    text = undefined;
  }
  const lines = typeof text === "string" ? text.split("\n") : [describe(thrown)];
  return lines.map(printable).join("\n");
}
