/** The output of a check as data: errors with their position in the input, and a summary. */
import { type PathNode, valuePath } from "../core/errors/context.ts";
import { messageOf, placedIn } from "../core/errors/issues.ts";
import { Language } from "../core/errors/language.ts";
import { ownMessageOf } from "../core/errors/validation-error.ts";
import { type Issue, JsonDecodeError, ValidationError } from "../index.ts";
import { en } from "../text/locales/en.ts";
import type { Locale } from "../text/locales/locale.ts";
import { clip, shareOf } from "../values/text.ts";
import type { Input } from "./input.ts";

/** One error of one document. */
export interface Finding {
  readonly issue: Issue;
  /** Its path, with a marker if it is of a key. */
  readonly context: readonly PathNode[];
  /** The message, one sentence. */
  readonly message: string;
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
  /** True if the input is records, one after the other. */
  readonly lines: boolean;
  /** What a record is called. Default a line. */
  readonly noun?: "line" | "record";
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

/** What the findings of a file lack, each as the end of a sentence about it. */
export function gapsOf({ truncated, interrupted }: Summary): string[] {
  return [...(truncated ? ["has more errors"] : []), ...(interrupted ? ["was not read to the end"] : [])];
}

/**
 * The findings of an error, in the order of its issues.
 * @param start of the document in the input, in bytes.
 */
export function* findingsOf(
  error: ValidationError,
  source: Uint8Array | undefined,
  start: number,
  locale: Locale = en,
): Generator<Finding, void> {
  const most = shareOf(error.length);
  const issues = error.formatWith(locale).issues as Finding["issue"][];
  // The contexts of another copy of the library have steps that this one does not know.
  const placed = error instanceof ValidationError ? placedIn(error, Language.of(locale)) : [];
  for (const [index, issue] of issues.entries()) {
    const { line = 1, column = 1, offset = start } = issue;
    const one = placed[index]?.error;
    yield {
      issue,
      context: one === undefined ? issue.path : valuePath(one.context),
      message: clip(hasPlace(one) ? withoutPlace(one, locale) : issue.message, most),
      line,
      column,
      offset,
      source,
      at: offset - start,
    };
  }
}

/** True if line and column are part of the message. */
const hasPlace = (error: ValidationError | undefined): error is JsonDecodeError =>
  error instanceof JsonDecodeError && ownMessageOf(error) === undefined;

/** Without line and column, because the position in the whole input is printed before the message. */
function withoutPlace({ reason, expected, actual }: JsonDecodeError, locale: Locale): string {
  const error = new JsonDecodeError({ reason, expected, actual, stackless: true });
  return messageOf({ error }, Language.of(locale));
}

/** Formats the findings of one file. */
export interface Format {
  /** Text before the first finding. */
  begin(): string;
  finding(finding: Finding): string;
  end(summary: Summary): string;
}

/** Formats the findings of all files. */
export interface Report {
  /** Text before the first file. */
  begin(): string;
  file(input: Pick<Input, "file" | "name">): Format;
  /** Text after the last file. */
  end(): string;
}
