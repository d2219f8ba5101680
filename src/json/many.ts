/** Validates several JSON texts with one call. */
import type { Result } from "../report/report.ts";
import type { Checker } from "../schemas/checker.ts";
import { typeName } from "../values/input.ts";
import { type JsonLimits, type JsonSource, LineVerdict, MANY_STEP } from "./engine.ts";
import { engineInUse } from "./in-use.ts";
import { KeptLimits } from "./kept-limits.ts";

/** The result of each text, in order. See `Validator.jsonMany`. */
export function parseMany(
  validator: Checker,
  given: readonly JsonSource[],
  limits: JsonLimits | undefined,
): Result<unknown>[] {
  return resultsOf<Result<unknown>>(validator, given, limits, true, {
    single: (source, read) => engineInUse().parse(validator, source, read, true),
    known: (verdict, next) => (verdict === LineVerdict.valid ? { ok: true, value: next() } : undefined),
  });
}

/** The verdict on each text, in order. See `Validator.isJsonMany`. */
export function testMany(validator: Checker, given: readonly JsonSource[], limits: JsonLimits | undefined): boolean[] {
  return resultsOf<boolean>(validator, given, limits, false, {
    single: (source, read) => engineInUse().test(validator, source, read),
    known: (verdict) => (verdict === LineVerdict.valid ? true : verdict === LineVerdict.invalid ? false : undefined),
  });
}

/** How the result of a text is found. */
interface Results<R> {
  /** Validates the text by itself. */
  single(source: JsonSource, limits: JsonLimits | undefined): R;
  /** The result for a verdict of the batch; undefined if the text has to be validated by itself. */
  known(verdict: number | undefined, nextValue: () => unknown): R | undefined;
}

/** Validates texts together as far as the engine can. */
function resultsOf<R>(
  validator: Checker,
  given: readonly JsonSource[],
  limits: JsonLimits | undefined,
  values: boolean,
  { single, known }: Results<R>,
): R[] {
  if (!Array.isArray(given)) throw new TypeError(`sources should be an array of JSON texts, not ${typeName(given)}`);
  // A copy, so that each source is read once.
  const sources = Array.from<JsonSource>(given);
  const read = KeptLimits.read(limits);
  const results = new Array<R>(sources.length);
  const reader = engineInUse().openMany?.(validator, read);
  for (let from = 0; from < sources.length; ) {
    const many = reader?.texts(sources, from, values);
    const count = many?.count ?? 1;
    // Found before any of them is validated, which may run code that uses the reader's arrays.
    const undecided: number[] = [];
    let next = 0;
    const nextValue = (): unknown => many?.values[next++];
    for (let index = from; index < from + count; index++) {
      const result = many && known(many.texts[(index - from) * MANY_STEP + 1], nextValue);
      if (result === undefined) undecided.push(index);
      else results[index] = result;
    }
    for (const index of undecided) results[index] = single(sources[index] as JsonSource, read);
    from += count;
  }
  return results;
}
