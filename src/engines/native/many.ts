/** Validates several JSON texts together: a border crossing for each takes longer than validating a short text. */
import {
  type Engine,
  type JsonLimits,
  type JsonSource,
  LineVerdict,
  MANY_STEP,
  type Many,
} from "../../core/json/engine.ts";
import type { Result } from "../../core/report/report.ts";
import type { Validator } from "../../core/validator.ts";

/** As `parse` for each text; errors are returned. */
export function parseTogether(
  engine: Engine,
  validator: Validator,
  sources: readonly JsonSource[],
  limits: JsonLimits | undefined,
): Result<unknown>[] {
  const reader = engine.openMany?.(validator, limits);
  return resultsOf<Result<unknown>>(sources, {
    texts: (from) => reader?.texts(sources, from, true),
    single: (source) => engine.parse(validator, source, limits, true),
    known: (verdict, nextValue) => (verdict === LineVerdict.valid ? { ok: true, value: nextValue() } : undefined),
  });
}

/** As `test` for each text. */
export function testTogether(
  engine: Engine,
  validator: Validator,
  sources: readonly JsonSource[],
  limits: JsonLimits | undefined,
): boolean[] {
  const reader = engine.openMany?.(validator, limits);
  return resultsOf<boolean>(sources, {
    texts: (from) => reader?.texts(sources, from, false),
    single: (source) => engine.test(validator, source, limits),
    known: (verdict) => (verdict === LineVerdict.valid ? true : verdict === LineVerdict.invalid ? false : undefined),
  });
}

/** How the result of a text is found. */
interface Steps<R> {
  /** Validates texts from this index on; undefined if at least the first has to be validated by itself. */
  texts(from: number): Many | undefined;
  single(source: JsonSource): R;
  /** The result for a verdict; undefined if the text has to be validated by itself. */
  known(verdict: number | undefined, nextValue: () => unknown): R | undefined;
}

function resultsOf<R>(sources: readonly JsonSource[], { texts, single, known }: Steps<R>): R[] {
  const results = new Array<R>(sources.length);
  for (let from = 0; from < sources.length; ) {
    const many = texts(from);
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
    for (const index of undecided) results[index] = single(sources[index] as JsonSource);
    from += count;
  }
  return results;
}
