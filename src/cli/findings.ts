/** The output of a check as data: errors with their position in the input, and a summary. */
import { closestFirst, withAlternative } from "../errors/closest.ts";
import { Formatter, issueTemplates, type ValidationError } from "../index.ts";
import { clip, shareOf } from "../values/text.ts";

/** One error of one document. */
export interface Finding {
  readonly error: ValidationError;
  /** The message, one sentence. */
  readonly message: string;
  /** Maximum characters of its path that are shown: all errors of a document may repeat the same long key. */
  readonly most: number;
  /** Line of the input, from 1. */
  readonly line: number;
  /** Column in the line, from 1, in code points. */
  readonly column: number;
  /** Offset in the input, in bytes. */
  readonly offset: number;
  /** The document; undefined if it was not kept. */
  readonly source: Uint8Array | undefined;
  /** Offset in the document, in bytes. */
  readonly at: number;
}

/** The summary of a check. */
export interface Summary {
  /** The name of the input for people. */
  readonly name: string;
  /** True if the input is one document per line. */
  readonly lines: boolean;
  /** Valid documents. */
  readonly good: number;
  /** Invalid documents. */
  readonly bad: number;
  /** Errors found. */
  readonly errors: number;
  /** True if a document has more errors than were collected. */
  readonly truncated: boolean;
  /** True if the check was stopped before the end of the input. */
  readonly interrupted: boolean;
  /** Bytes of input. */
  readonly bytes: number;
  readonly seconds: number;
}

/** Where a document begins in the input. */
export interface Start {
  readonly line: number;
  readonly offset: number;
}

/** The findings of an error, in the order of its issues. */
export function* findingsOf(
  error: ValidationError,
  source: Uint8Array | undefined,
  start: Start,
): Generator<Finding, void> {
  const most = shareOf(error.length);
  for (const { error: one, alternative } of closestFirst(error)) {
    const { line = 1, column = 1, offset: at = 0 } = one;
    yield {
      error: one,
      message: clip(withAlternative(message(one), alternative), most),
      most,
      line: start.line + line - 1,
      column,
      offset: start.offset + at,
      source,
      at,
    };
  }
}

const withReason =
  (reason: string) =>
  (error: ValidationError): boolean =>
    (error as { reason?: unknown }).reason === reason;

/** Without line and column, because the position in the whole input is printed before the message. */
const format = Formatter({
  ...issueTemplates,
  JsonDecodeError: [
    [withReason("size"), "JSON text is too large: {actual} bytes, the limit is {expected}."],
    [withReason("depth"), "JSON text is nested too deep: the limit is {expected}."],
    [withReason("utf8"), "JSON text is not valid UTF-8."],
    "Not valid JSON.",
  ],
});

const message = (error: ValidationError): string =>
  format(error)
    .map(([, text]) => text)
    .join();

/** Formats findings. */
export interface Format {
  /** Text before the first finding. */
  begin(): string;
  finding(finding: Finding): string;
  end(summary: Summary): string;
}
