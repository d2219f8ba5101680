/** Adds the line of the stream to the messages of errors. */
import { JsonDecodeError, type ValidationError } from "../errors/errors.ts";
import { Language } from "../errors/language.ts";
import { messageIn } from "../errors/messages.ts";
import { en } from "../locales/en.ts";
import { type Limits, NO_LIMITS, wordingOf } from "../report/limits.ts";

/**
 * Returns the error itself. Its positions stay relative to the line.
 * @param limits of the call, which select the language or the formatter.
 */
export function inStream(error: ValidationError, line: number, limits: Limits = NO_LIMITS): ValidationError {
  if (line === 1 || !(error instanceof JsonDecodeError)) return error;
  const wording = wordingOf(limits) ?? Language.of(en);
  return error.formatWith((one) => {
    const { reason, expected, actual, offset = 0, column = 1 } = one as JsonDecodeError;
    const shown = new JsonDecodeError({ reason, expected, actual, context: one.context, stackless: true });
    shown.truncated = one.truncated;
    JsonDecodeError.place(shown, () => ({ offset, line, column }));
    return typeof wording === "function" ? wording(shown) : [["", messageIn(wording, shown)]];
  });
}
