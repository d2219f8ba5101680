/** Validates several JSON texts with one call. */
import type { Result } from "../report/report.ts";
import type { Checker } from "../schemas/checker.ts";
import { typeName } from "../values/input.ts";
import { type JsonLimits, type JsonSource, LineVerdict, MANY_STEP, type Many } from "./engine.ts";
import { engineInUse } from "./in-use.ts";
import { KeptLimits } from "./kept-limits.ts";

/** The result of each text, in order. See `Validator.jsonMany`. */
export function parseMany(
  validator: Checker,
  given: readonly JsonSource[],
  limits: JsonLimits | undefined,
): Result<unknown>[] {
  const sources = listOf(given);
  const read = KeptLimits.read(limits);
  const results = new Array<Result<unknown>>(sources.length);
  const single = (index: number): void => {
    results[index] = engineInUse().parse(validator, sources[index] as JsonSource, read, true);
  };
  inBatches(validator, sources, read, true, single, ({ count, texts, values }, from) => {
    let next = 0;
    for (let i = 0; i < count; i++) {
      if (texts[i * MANY_STEP + 1] === LineVerdict.valid) results[from + i] = { ok: true, value: values[next++] };
    }
  });
  return results;
}

/** The verdict on each text, in order. See `Validator.isJsonMany`. */
export function testMany(validator: Checker, given: readonly JsonSource[], limits: JsonLimits | undefined): boolean[] {
  const sources = listOf(given);
  const read = KeptLimits.read(limits);
  const verdicts = new Array<boolean>(sources.length);
  const single = (index: number): void => {
    verdicts[index] = engineInUse().test(validator, sources[index] as JsonSource, read);
  };
  inBatches(validator, sources, read, false, single, ({ count, texts }, from) => {
    for (let i = 0; i < count; i++) verdicts[from + i] = texts[i * MANY_STEP + 1] === LineVerdict.valid;
  });
  return verdicts;
}

/** A copy, so that each source is read once. */
function listOf(given: readonly JsonSource[]): readonly JsonSource[] {
  if (!Array.isArray(given)) throw new TypeError(`sources should be an array of JSON texts, not ${typeName(given)}`);
  return Array.from(given);
}

/**
 * Validates texts together as far as the engine can.
 * @param single validates the text at that index by itself.
 * @param use takes the results of texts from the index `from`. Those without a verdict are then passed to `single`.
 */
function inBatches(
  validator: Checker,
  sources: readonly JsonSource[],
  limits: JsonLimits | undefined,
  values: boolean,
  single: (index: number) => void,
  use: (many: Many, from: number) => void,
): void {
  const reader = engineInUse().openMany?.(validator, limits);
  for (let from = 0; from < sources.length; ) {
    const many = reader?.texts(sources, from, values);
    if (many === undefined) {
      single(from++);
      continue;
    }
    use(many, from);
    // Found before any of them is validated, which may run code that uses the reader's arrays.
    const undecided: number[] = [];
    for (let i = 0; i < many.count; i++) {
      const verdict = many.texts[i * MANY_STEP + 1];
      if (verdict !== LineVerdict.valid && (values || verdict !== LineVerdict.invalid)) undecided.push(from + i);
    }
    from += many.count;
    undecided.forEach(single);
  }
}
