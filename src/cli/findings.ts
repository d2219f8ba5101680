/** The output of a check as data: errors with their position in the input, and a summary. */
import { closestFirst, type Placed } from "../errors/closest.ts";
import { messageOf } from "../errors/issues.ts";
import { Language } from "../errors/language.ts";

import { JsonDecodeError, type ValidationError } from "../index.ts";
import { en } from "../locales/en.ts";
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

/** The start of a document in the input. */
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
  for (const placed of closestFirst(error)) {
    const { error: one } = placed;
    const { line = 1, column = 1, offset: at = 0 } = one;
    yield {
      error: one,
      message: clip(message(placed), most),
      most,
      line: start.line + line - 1,
      column,
      offset: start.offset + at,
      source,
      at,
    };
  }
}

const english = Language.of(en);

/** Without line and column, because the position in the whole input is printed before the message. */
function message(placed: Placed): string {
  const { error } = placed;
  if (!(error instanceof JsonDecodeError)) return messageOf(placed, english);
  const { reason, expected, actual } = error;
  return messageOf({ error: new JsonDecodeError({ reason, expected, actual, stackless: true }) }, english);
}

/** Formats findings. */
export interface Format {
  /** Text before the first finding. */
  begin(): string;
  finding(finding: Finding): string;
  end(summary: Summary): string;
}
