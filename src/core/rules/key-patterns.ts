/** Validators of the values whose key matches, by regular expression: `patterns`. */
import { type Matcher, matcher } from "../../text/pattern/pattern.ts";
import { FAILED, type Report } from "../report/report.ts";
import { passedOn } from "../report/results.ts";
import type { Checker } from "../schemas/checker.ts";
import type { ObjectSchemaWriter, SchemaReader } from "./container.ts";
import type { Keywords } from "./rule.ts";

/** A pattern of keys, and the validator of the values. */
export interface KeyPattern<V extends Checker = Checker> {
  readonly source: string;
  readonly matches: Matcher;
  readonly validator: V;
}

/** @throws ValueError see `matcher`. */
export const keyPatterns = <V extends Checker>(
  patterns: Readonly<Record<string, V>>,
  backtrack: boolean,
): readonly KeyPattern<V>[] =>
  Object.entries(patterns).map(([source, validator]) => ({ source, matches: matcher(source, backtrack), validator }));

/**
 * A member of an object on its way through the validators whose pattern its key matches. Its state is here, because
 * variables of a function would take stack on each level of a deep value.
 */
export class Passage {
  readonly #patterns: readonly KeyPattern[];
  /** The index of the first pattern that matches. */
  readonly #first: number;
  readonly #key: string;
  readonly #report: Report;
  /** The validator of the key in the schema has refused the member. */
  readonly #isRefused: boolean;
  /** The validator that has made the result so far, and of what. */
  #last: Checker | undefined;
  #source: unknown;
  #result: unknown;
  #since = 0;
  #steps: number | undefined;

  constructor(
    patterns: readonly KeyPattern[],
    first: number,
    key: string,
    checked: unknown,
    report: Report,
    before: Checker | undefined,
    given: unknown,
  ) {
    this.#isRefused = checked === FAILED;
    this.#patterns = patterns;
    this.#first = this.#isRefused && !report.allErrors ? patterns.length : first;
    this.#key = key;
    this.#report = report;
    this.#last = this.#isRefused ? undefined : before;
    this.#source = given;
    this.#result = this.#isRefused ? given : checked;
  }

  /** Returns the result of the last validator, or FAILED. */
  pass(): unknown {
    // By index: an iterator takes as much of the stack as all the rest, and values may be deep.
    for (let index = this.#first; index < this.#patterns.length; index++) {
      const { matches, validator } = this.#patterns[index] as KeyPattern;
      if (index > this.#first && !matches(this.#key)) continue;
      if (this.#end(validator.check(this.#begin(validator), this.#report)) === FAILED) return FAILED;
    }
    return this.#isRefused ? FAILED : this.#result;
  }

  #begin(validator: Checker): unknown {
    const report = this.#report;
    const last = this.#last;
    const input = last ? passedOn(last, this.#source, this.#result, report) : this.#result;
    this.#steps = last && report.proceed(last, this.#source, input);
    this.#since = report.count;
    this.#source = input;
    this.#last = validator;
    return input;
  }

  #end(result: unknown): unknown {
    const report = this.#report;
    this.#result = report.memberDone(result, this.#key, this.#since);
    if (this.#steps !== undefined) report.proceeded(this.#steps);
    return this.#result;
  }
}

/**
 * Begins the passage of a member; undefined if its key matches no pattern.
 * @param checked the member, as the validator of the key in the schema has made it. What that has refused (FAILED), the
 *   others check as it was given, where all errors are wanted.
 * @param before that validator, if there is one, which has made it of `given`.
 */
export function passageOf(
  patterns: readonly KeyPattern[],
  object: object,
  key: unknown,
  checked: unknown,
  report: Report,
  before?: Checker,
  given?: unknown,
): Passage | undefined {
  report.at(object, key);
  if (patterns.length === 0 || typeof key !== "string") return undefined;
  for (let index = 0; index < patterns.length; index++) {
    if ((patterns[index] as KeyPattern).matches(key))
      return new Passage(patterns, index, key, checked, report, before, given);
  }
  return undefined;
}

/** The parameters of an object that the keyword depends on. */
interface Patterned {
  readonly patterns: readonly KeyPattern[];
  readonly dispose: ReadonlySet<unknown>;
  /** The keys whose null counts as missing. */
  readonly nulls: readonly string[];
  readonly skip_blank: boolean;
}

/** The keyword of JSON Schema. Its patterns match anywhere, those of a Dict at the start. */
export function writeKeyPatterns(
  { patterns, dispose, nulls, skip_blank }: Patterned,
  to: ObjectSchemaWriter,
): Keywords {
  if (patterns.length === 0) return {};
  const isSkipped = to.isInput && patterns.some(({ matches }) => nulls.some(matches));
  if (isSkipped) to.refuse("null_is_absent", "JSON Schema cannot tell which keys count as missing");
  const dropped = to.isInput ? ([...dispose] as string[]) : [];
  const dropping = patterns.filter(({ matches }) => dropped.some(matches));
  if (dropping.length > 0) to.refuse("patterns", "one matches a key that is dropped");
  if (skip_blank) to.refuse("skip_blank", "JSON Schema cannot tell which keys are skipped");
  const written = patterns.map((one): [string, Keywords] => {
    const schema = to.write(one.validator, "patternProperties", one.source);
    return [`^(?:${one.source})`, dropping.includes(one) ? {} : schema];
  });
  return { patternProperties: Object.fromEntries(written) };
}

/** The schemas of the values by the source of the pattern of their keys. */
export const readKeyPatterns = <Schema, Pattern>(
  keywords: SchemaReader<Schema, Pattern>,
): ReadonlyMap<string, { readonly pattern: Pattern; readonly schema: Schema }> =>
  new Map(
    keywords.entries("patternProperties").map(([source]) => [
      source,
      {
        pattern: keywords.pattern("patternProperties", source),
        schema: keywords.test("patternProperties", source) as Schema,
      },
    ]),
  );
