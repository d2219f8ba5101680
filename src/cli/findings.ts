/** What a check finds: errors with their place in the whole input, and the counts at the end. */
import { closestFirst, withAlternative } from "../errors/closest.ts";
import { Formatter, issueTemplates, type ValidationError } from "../index.ts";
import { clip, shareOf } from "../values/text.ts";

/** One error of one document. */
export interface Finding {
  readonly error: ValidationError;
  /** What is wrong, in a sentence. */
  readonly message: string;
  /** How many characters may be shown of its path: all errors of a document may repeat the same long key. */
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

/** The end of a check. */
export interface Summary {
  /** The name of the input, for people. */
  readonly name: string;
  /** The input is one document a line. */
  readonly lines: boolean;
  /** Documents that are valid. */
  readonly good: number;
  /** Documents that are not. */
  readonly bad: number;
  /** Errors found. */
  readonly errors: number;
  /** A document has more errors than were collected. */
  readonly truncated: boolean;
  /** The check was stopped before the end of the input. */
  readonly interrupted: boolean;
  /** Bytes of input. */
  readonly bytes: number;
  readonly seconds: number;
}

/** A document of an input: where it begins. */
export interface Start {
  readonly line: number;
  readonly offset: number;
}

/** The findings an error stands for, in the order of its issues. */
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

/** Without the line and column in the document: the place in the whole input is printed before the message. */
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

/** How findings are written. */
export interface Format {
  /** Before the first error. */
  begin(): string;
  finding(finding: Finding): string;
  end(summary: Summary): string;
}
