/** Messages: the error maps of zod as texts of validators. */
import type { ValidationError, Words } from "../../core/errors/errors.ts";
import type { ErrorMap } from "./schema.ts";

/** The function that zod makes of a text. Its name and its variables are those of the published module. */
const OF_TEXT = /^\(\) => params(?:\.error)?$/;

/** Whether the map is a text, which zod has wrapped. */
export const isText = (map: ErrorMap): boolean => OF_TEXT.test(Function.prototype.toString.call(map));

/** What a map says of an issue. */
export function messageOfMap(map: ErrorMap | undefined, issue: object): string | undefined {
  const answer = map?.(issue as never);
  return typeof answer === "string" ? answer : (answer?.message ?? undefined);
}

/** The text of a schema or a check, for a validator; undefined if it has none. */
export function wordsOfMap(map: ErrorMap | undefined): Words | undefined {
  if (map === undefined) return undefined;
  if (!isText(map)) return ((error: ValidationError) => messageOfMap(map, issueOf(error))) as Words;
  const text = messageOfMap(map, {});
  // In a text of ours, braces are placeholders.
  return text?.includes("{") ? () => text : text;
}

/** The code of zod for codes of ours. */
const CODES: Readonly<Record<string, string>> = {
  invalid_type: "invalid_type",
  missing_key: "invalid_type",
  float_value: "invalid_type",
  min_value: "too_small",
  exclusive_min_value: "too_small",
  min_length: "too_small",
  max_value: "too_big",
  exclusive_max_value: "too_big",
  max_length: "too_big",
  tuple_length: "too_big",
  multiple: "not_multiple_of",
  pattern_match: "invalid_format",
  format: "invalid_format",
  options: "invalid_value",
  forbidden_key: "unrecognized_keys",
};

/** An error as an issue of zod, as far as that is known. */
function issueOf(error: ValidationError): object {
  const { code: own, context } = error;
  const { expected, actual } = error as { readonly expected?: unknown; readonly actual?: unknown };
  const code = CODES[own] ?? "custom";
  return {
    code,
    path: context.filter((node) => typeof node === "string" || typeof node === "number"),
    input: own === "missing_key" || actual === "undefined" ? undefined : actual === "null" ? null : actual,
    expected,
    ...(code === "too_small" && { minimum: expected, inclusive: !own.startsWith("exclusive") }),
    ...(code === "too_big" && { maximum: expected, inclusive: !own.startsWith("exclusive") }),
    ...(code === "invalid_value" && { values: expected }),
    ...(code === "not_multiple_of" && { divisor: expected }),
  };
}
