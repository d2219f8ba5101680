/** The regular expressions of JSON Schemas: `pattern`, and the keys of `patternProperties`. */
import { withUnicodeSyntax } from "../../text/pattern/legacy.ts";
import { type Matcher, matcher, RISK, sourceOf } from "../../text/pattern/pattern.ts";
import { patternOf } from "../../values/anywhere.ts";
import { shownPattern } from "../../values/text.ts";
import { JsonSchemaError, type Path } from "./error.ts";

/** A pattern as a parameter. */
export interface ReadPattern {
  /** Source with the flag `u`. */
  readonly source: string;
  readonly backtrack: boolean;
  readonly matches: Matcher;
}

/** Reads the patterns of one schema, each of them once. */
export class Patterns {
  readonly #mayBacktrack: boolean;
  readonly #bySource = new Map<string, ReadPattern>();

  /** @param mayBacktrack the caller takes the risk of patterns that may backtrack. */
  constructor(mayBacktrack: boolean) {
    this.#mayBacktrack = mayBacktrack;
  }

  /** @throws JsonSchemaError if it is not a regular expression, or may backtrack without the caller's consent. */
  read(source: string, keyword: string, path: Path): ReadPattern {
    const known = this.#bySource.get(source);
    if (known !== undefined) return known;
    const read = this.#read(source, keyword, path);
    this.#bySource.set(source, read);
    return read;
  }

  #read(source: string, keyword: string, path: Path): ReadPattern {
    const pattern = patternOf(source);
    const forms = [pattern, ...(isRegExp(pattern, "u") ? [] : legacyForms(pattern))];
    let refusal: unknown;
    for (const backtrack of this.#mayBacktrack ? [false, true] : [false]) {
      for (const form of forms) {
        try {
          return { source: form, backtrack, matches: matcher(form, backtrack) };
        } catch (error) {
          refusal = error;
        }
      }
    }
    const message = refusal instanceof Error ? refusal.message : "it is refused";
    const advice = message.includes(RISK) ? "; the option `backtrack: true` takes the risk" : "";
    // The message names the source of the pattern in the schema.
    const why = message.replace(RISK, advice).replace(quoted(sourceOf(forms.at(-1) as string)), () => quoted(source));
    throw new JsonSchemaError(keyword, path, why, { cause: refusal });
  }
}

const quoted = (source: string): string => `'${shownPattern(source)}'`;

/**
 * Many patterns in use have escapes that the flag `u` refuses, such as `\-`. They are read with the flag nevertheless,
 * as the standard says of all patterns.
 */
const legacyForms = (source: string): string[] =>
  isRegExp(source, "") ? [withUnicodeSyntax(source).source].filter((form) => isRegExp(form, "u")) : [];

function isRegExp(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}
