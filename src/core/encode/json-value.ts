/** The encoding of any value: JSON is a copy of itself, and nothing else has one. */
import { define } from "../../values/define.ts";
import { isBeyond } from "../../values/digits.ts";
import { isArray, isOrdinaryArray, isPlainObject, listFor, ownItem, ownValue, typeName } from "../../values/input.ts";
import { FloatValueError, InvalidTypeError } from "../errors/errors.ts";
import { FAILED, type Failed, type Report } from "../report/report.ts";
import { arraySize } from "../rules/length.ts";
import type { Validator } from "../validator.ts";
import { encoder } from "./encoder.ts";
import type { Encoding } from "./encodings.ts";

/** The encoder of a validator that accepts anything. */
export const jsonEncoder = (validator: Validator): Validator => encoder(validator, [], jsonOf, "json");

/** The encoder of a validator that returns its input. */
export const checkedJsonEncoder = (validator: Validator): Validator =>
  encoder(
    validator,
    [validator],
    (input, report) => (validator.check(input, report) === FAILED ? FAILED : jsonOf(input, report)),
    "json",
  );

/** The encoding of what a function of the caller has returned. */
export const encodedResult = (
  value: unknown,
  { isJson, mayLack }: Pick<Encoding, "isJson" | "mayLack">,
  report: Report,
): unknown => (isJson && !(mayLack && value === undefined) ? jsonOf(value, report) : value);

/** Returns a copy of a value that is JSON. Each property is read once, and no `toJSON` is called. */
export function jsonOf(input: unknown, report: Report): unknown | Failed {
  if (input === null || typeof input === "string" || typeof input === "boolean") return input;
  if (typeof input === "number") {
    if (Number.isFinite(input)) return input;
    return report.fail(FloatValueError, Number.isNaN(input) ? "number" : "finite", input);
  }
  // A number with all digits, which no number of JavaScript has.
  if (typeof input === "bigint" && isBeyond(Number(input))) return input;
  if (isArray(input)) return arrayOf(input, report);
  if (isPlainObject(input)) return objectOf(input, report);
  return report.fail(InvalidTypeError, "JSON value", typeName(input));
}

function arrayOf(input: readonly unknown[], report: Report): unknown[] | Failed {
  const size = arraySize(input.length, report);
  if (size === FAILED) return FAILED;
  const start = report.descend(size, input);
  if (start === FAILED) return FAILED;
  const items = listFor(size);
  const isOrdinary = isOrdinaryArray(input);
  for (let index = 0; index < size && !report.truncated; index++) {
    const since = report.memberAt(input, index);
    items[index] = report.memberDone(jsonOf(ownItem(input, index, isOrdinary), report), index, since);
  }
  return report.ascend(start) ? items : FAILED;
}

function objectOf(input: Record<string, unknown>, report: Report): Record<string, unknown> | Failed {
  const keys = Object.keys(input);
  const start = report.descend(keys.length, input);
  if (start === FAILED) return FAILED;
  const result: Record<string, unknown> = {};
  for (const key of keys) {
    if (report.truncated) break;
    const value = ownValue(input, key);
    // As for a Dict, a key without a value is absent.
    if (value === undefined) continue;
    const since = report.memberAt(input, key);
    define(result, key, report.memberDone(jsonOf(value, report), key, since));
  }
  return report.ascend(start) ? result : FAILED;
}
