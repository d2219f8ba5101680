/** Equality as Python has it, as far as lines are undone. */
import { equal } from "../../../src/values/equal.ts";
import { isArray, isMap, isPlainObject } from "../../../src/values/input.ts";
import { isTuple, unbox } from "../stand-ins.ts";
import { isUndone } from "../undo.ts";

/** True is 1, and a bigint is the number it equals. */
export function plainNumber(value: unknown): unknown {
  if (typeof value === "boolean" && isUndone("booleans")) return Number(value);
  return unbox(value);
}

export function pythonEqual(a: unknown, b: unknown): boolean {
  const [left, right] = [plainNumber(a), plainNumber(b)];
  if (isArray(left) && isArray(right)) {
    if (isUndone("one array type") && isTuple(left) !== isTuple(right)) return false;
    return left.length === right.length && left.every((item, index) => pythonEqual(item, right[index]));
  }
  const [ours, theirs] = [entriesOf(left), entriesOf(right)];
  if (ours !== undefined && theirs !== undefined) {
    return (
      ours.size === theirs.size &&
      [...ours].every(([key, value]) => theirs.has(key) && pythonEqual(value, theirs.get(key)))
    );
  }
  return typeof left === "bigint" || typeof right === "bigint"
    ? typeof left !== "object" && typeof right !== "object" && pythonNumber(left) === pythonNumber(right)
    : equal(left, right);
}

const entriesOf = (value: unknown): Map<unknown, unknown> | undefined =>
  isMap(value) ? value : isPlainObject(value) ? new Map(Object.entries(value)) : undefined;

/** A bigint where the number has none of its digits lost. */
const pythonNumber = (value: unknown): unknown =>
  typeof value === "number" && Number.isInteger(value) ? BigInt(value) : value;
