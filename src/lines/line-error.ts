/** Errors of lines, with their positions in the stream. */
import { JsonDecodeError, ValidationError } from "../core/errors/errors.ts";
import { SchemaError } from "../core/errors/schema-error.ts";
import type { Position } from "../core/errors/validation-error.ts";
import { type Limits, wordingOf } from "../core/report/limits.ts";
import type { Frame } from "./frame.ts";

/** The first byte of a line in the stream. */
export type LineStart = Pick<Position, "line" | "offset">;

/** Makes the positions in a line those in the stream. Returns the error itself. */
export function inStream(error: ValidationError, start: LineStart): ValidationError {
  // The only text of a command may have an error of another copy of the library, which a loader of schemas has made.
  if (start.offset === 0 && start.line === 1) return error;
  const moved = ({ offset, line, column }: Position): Position => ({
    offset: start.offset + offset,
    line: start.line + line - 1,
    column,
  });
  SchemaError.forEach(error, (one) => ValidationError.move(one, moved));
  return error;
}

/** Gives an error the language, or the formatter, of the call. Returns the error itself. */
export function worded<E extends ValidationError>(error: E, limits: Limits | undefined): E {
  const wording = limits && wordingOf(limits);
  return wording === undefined ? error : error.formatWith(wording as Parameters<E["formatWith"]>[0]);
}

/** The error for a record of `actual` bytes if `expected` are allowed, at its start. */
export function recordTooLarge(
  expected: number,
  actual: number,
  { line, offset }: LineStart,
  frame: Frame | undefined,
): JsonDecodeError {
  const error = new JsonDecodeError({ reason: "size", expected, actual });
  if (frame !== undefined) return frame.atStart(error, line, offset);
  ValidationError.place(error, () => ({ offset, line, column: 1 }));
  return error;
}
