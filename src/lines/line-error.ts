/** Errors of lines: their messages name the line of the stream, as readers of a log look for it there. */
import { JsonDecodeError, type ValidationError } from "../errors/errors.ts";
import { formatIssue } from "../errors/messages.ts";
import type { Format } from "../errors/validation-error.ts";

/**
 * Returns the error itself. Its positions stay those in the line, which is one line of JSON.
 * @param format the formatter of the call, if it has one.
 */
export function inStream(error: ValidationError, line: number, format: Format = formatIssue): ValidationError {
  if (line === 1 || !(error instanceof JsonDecodeError)) return error;
  const place = ` at line ${line},`;
  return error.formatWith((one) => format(one).map(([context, text]) => [context, text.replace(" at line 1,", place)]));
}
