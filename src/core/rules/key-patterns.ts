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

/** The outcome of a key that matches no pattern. */
export const NO_MATCH: unique symbol = Symbol("no match");

/** @throws ValueError see `matcher`. */
export const keyPatterns = <V extends Checker>(
  patterns: Readonly<Record<string, V>>,
  backtrack: boolean,
): readonly KeyPattern<V>[] =>
  Object.entries(patterns).map(([source, validator]) => ({ source, matches: matcher(source, backtrack), validator }));

/**
 * Passes a member of an object through the validators whose pattern its key matches; NO_MATCH if there are none.
 * @param before the validator of the key in the schema, which has made the value of `given`. What it has refused
 *   (FAILED), they check as it was given, where all errors are wanted.
 */
export function checkPatterns(
  patterns: readonly KeyPattern[],
  object: object,
  key: unknown,
  value: unknown,
  report: Report,
  before?: Checker,
  given?: unknown,
): unknown {
  if (value === FAILED) {
    if (report.allErrors) checkPatterns(patterns, object, key, given, report);
    return FAILED;
  }
  report.at(object, key);
  let result = value;
  let source = given;
  let last = before;
  // By index: an iterator takes as much of the stack as all the rest, and values may be deep.
  for (let index = 0; index < patterns.length; index++) {
    const { matches, validator } = patterns[index] as KeyPattern;
    if (typeof key !== "string" || !matches(key)) continue;
    const input = last ? passedOn(last, source, result, report) : result;
    const taken = last && report.proceed(last, source, input);
    const since = report.count;
    source = input;
    last = validator;
    result = report.memberDone(validator.check(input, report), key, since);
    if (taken !== undefined) report.proceeded(taken);
    if (result === FAILED) return FAILED;
  }
  return last === undefined ? NO_MATCH : result;
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
