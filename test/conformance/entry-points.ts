/** Every way of asking a validator gives one answer: the call, `safe`, `is`, and the same on JSON text. */
import { ConditionError, type ValidationError, type Validator } from "../../src/index.ts";
import { isConvertedUnasked } from "../support/converted.ts";
import { differentValue, type Outcome, outcomeOf, show } from "./compare.ts";

/** The outcome of `safe` or `safeJson`, as that of a call. */
function outcomeOfSafe(call: () => { ok: true; value: unknown } | { ok: false; error: ValidationError }): Outcome {
  const outcome = outcomeOf(call);
  if (!("value" in outcome)) return outcome;
  const result = outcome.value as { ok: true; value: unknown } | { ok: false; error: ValidationError };
  return result.ok ? { value: result.value } : { error: result.error };
}

/** How two outcomes differ, in words. */
export function differentOutcome(way: string, expected: Outcome, ours: Outcome): string | undefined {
  const different = `${way}: expected ${show(expected)}, got ${show(ours)}`;
  if ("thrown" in expected) {
    // A verdict stops at the first error, before what the caller's own code throws.
    if ("value" in ours && ours.value === false && way.startsWith("is")) return undefined;
    return "thrown" in ours && messageOf(ours.thrown) === messageOf(expected.thrown) ? undefined : different;
  }
  if ("value" in expected) return "value" in ours ? differentValue(expected.value, ours.value, way) : different;
  if (!("error" in ours) || ours.error.name !== expected.error.name) return different;
  return differentValue([...expected.error].map(partsOf), [...ours.error].map(partsOf), way);
}

const messageOf = (error: unknown): string => String(error).replace("Original", "");

function partsOf(error: ValidationError): unknown {
  const fields = error instanceof ConditionError ? [error.expected, error.actual] : [];
  return [error.name, error.context, ...fields];
}

/** Which way of asking about a value differs from the call. */
export function differentEntryPoint(validator: Validator, input: unknown): string | undefined {
  const call = outcomeOf(() => validator(input));
  const verdict = outcomeOf(() => validator.is(input));
  const expected = "thrown" in call ? call : { value: "value" in call };
  return (
    differentOutcome(
      "safe",
      call,
      outcomeOfSafe(() => validator.safe(input)),
    ) ?? (isConvertedUnasked(input) ? undefined : differentOutcome("is", expected, verdict))
  );
}

/** Which way of asking about the JSON text of a value differs from the call on the value. */
export function differentJson(validator: Validator, input: unknown): string | undefined {
  const text = JSON.stringify(input);
  const call = outcomeOf(() => validator(JSON.parse(text)));
  const expected = "thrown" in call ? call : { value: "value" in call };
  for (const source of [text, new TextEncoder().encode(text)]) {
    const kind = typeof source === "string" ? "text" : "bytes";
    const json = outcomeOf(() => validator.json(source));
    const found =
      differentOutcome(`json of ${kind}`, call, json) ??
      differentOutcome(
        `safeJson of ${kind}`,
        call,
        outcomeOfSafe(() => validator.safeJson(source)),
      ) ??
      differentOutcome(
        `isJson of ${kind}`,
        expected,
        outcomeOf(() => validator.isJson(source)),
      ) ??
      ("error" in json ? misplaced(json.error, source) : undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An error whose place is not in the text. */
function misplaced(error: ValidationError, source: string | Uint8Array): string | undefined {
  for (const { offset = -1, line, column } of error) {
    if (
      offset < 0 ||
      offset >= source.length ||
      line !== 1 ||
      column === undefined ||
      column < 1 ||
      column > offset + 1
    ) {
      return `${error} is said to be at offset ${offset}, line ${line}, column ${column} of ${source.length}`;
    }
  }
  return undefined;
}
