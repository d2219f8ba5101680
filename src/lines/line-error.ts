/** Makes the messages of errors name the line of the stream. */
import { JsonDecodeError, type ValidationError } from "../errors/errors.ts";
import { formatIssue } from "../errors/messages.ts";
import type { Format } from "../errors/validation-error.ts";

/**
 * Returns the error itself. Its positions stay relative to the line.
 * @param format the formatter of the call, if there is one.
 */
export function inStream(error: ValidationError, line: number, format: Format = formatIssue): ValidationError {
  if (line === 1 || !(error instanceof JsonDecodeError)) return error;
  const place = ` at line ${line},`;
  return error.formatWith((one) => format(one).map(([context, text]) => [context, text.replace(" at line 1,", place)]));
}
