/** Data of any kind: constants with members, `integers` of `Any`, and what is JSON. */
import { copyLike, frozenCopy } from "../core/schemas/copy.ts";
import { define } from "../values/define.ts";
import { isBeyond, shown as shownNumber } from "../values/digits.ts";
import { equal } from "../values/equal.ts";
import { isArray, isPlainObject, MAX_ITEMS, ownValue, sizeOf } from "../values/input.ts";
import { type Members, nextPart, type Part } from "../values/parts.ts";
import { itemsOf, kept, type OtherKeys } from "./containers.ts";
import { expectDigits } from "./integers.ts";
import { ofFloat, quotedValue, wrongType } from "./leaves.ts";
import { FAILED, type Node, type Report } from "./report.ts";
import { both, optional, sized } from "./texts.ts";
import { tried } from "./trial.ts";

/** A value that is compared by structure. The result is a copy of the input. */
/*#__NO_SIDE_EFFECTS__*/ export const constantData = (given: unknown): Node => {
  const value = frozenCopy(given);
  return (input, report) => {
    expectDigits(input, report);
    const copied = copyLike(input, value, report);
    return equal(copied, value) ? copied : report.fail(optional(quotedValue), "options", [value], input);
  };
};

/** Any value without integers beyond the safe range. Without recursion: the value may be deeper than any stack. */
export const anyWithin: Node = (input, report) => {
  const start = report.failures.length;
  const open: Members[] = [];
  const seen = new Set<unknown>();
  let part: Part | undefined = { value: input, key: undefined, outer: undefined };
  for (; part !== undefined && !report.truncated; part = nextPart(open)) {
    const { value } = part;
    const since = report.failures.length;
    if (typeof value === "number" || typeof value === "bigint") failsBeyond(value, report);
    else if (typeof value === "object" && value !== null && !seen.has(value)) {
      seen.add(value);
      openPart(part, value, open, report);
    }
    if (!report.failedSince(since)) continue;
    for (let at: Part | undefined = part; at?.key !== undefined; at = at.outer) report.under(at.key, since);
  }
  return report.failedSince(start) ? FAILED : input;
};

function failsBeyond(value: number | bigint, report: Report): void {
  if (!isBeyond(Number(value))) return;
  const isAbove = value > 0;
  const limit = isAbove ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER;
  report.fail(both, isAbove ? "max_value" : "min_value", limit, shownNumber(value));
}

function openPart(part: Part, value: object, open: Members[], report: Report): void {
  const keys = isArray(value) || !isPlainObject(value) ? undefined : Object.keys(value);
  const size = isArray(value) ? sizeOf(value.length) : (keys?.length ?? 0);
  if (size > MAX_ITEMS) report.fail(sized, "max_length", MAX_ITEMS, size, { unit: "item" });
  else open.push({ part, keys, size, next: 0 });
}

/** A copy of a value that is JSON. Each property is read once, and no `toJSON` is called. */
export const jsonValue: Node = (input, report) => {
  if (input === null || typeof input === "string" || typeof input === "boolean") return input;
  if (typeof input === "number")
    return Number.isFinite(input)
      ? input
      : report.fail(ofFloat, "float_value", Number.isNaN(input) ? "number" : "finite", input);
  if (typeof input === "bigint" && isBeyond(Number(input))) return input;
  if (isArray(input)) {
    const items = itemsOf(jsonValue, input, report, Number.POSITIVE_INFINITY);
    return items === FAILED ? FAILED : items.made;
  }
  return isPlainObject(input) ? jsonObject(input, report) : wrongType("JSON value", input, report);
};

function jsonObject(input: Readonly<Record<string, unknown>>, report: Report): unknown {
  const keys = Object.keys(input);
  if (!report.enter(1, keys.length, input)) return FAILED;
  const start = report.failures.length;
  const result: Record<string, unknown> = {};
  for (const key of keys) {
    if (report.truncated) break;
    const value = ownValue(input, key);
    if (value !== undefined) define(result, key, report.member(jsonValue, value, key));
  }
  report.leave(1);
  return report.failedSince(start) ? FAILED : result;
}

/** Keeps keys that are not in the schema, as JSON. */
export const keptAsJson: OtherKeys = (key, value, result, places, report) =>
  kept(key, typeof key === "string" ? report.member(jsonValue, value, key) : value, result, places, report);

/** The encoder of a validator that returns its input. */
/*#__NO_SIDE_EFFECTS__*/ export const checkedJson =
  (node: Node): Node =>
  (input, report) =>
    node(input, report) === FAILED ? FAILED : jsonValue(input, report);

/** Converts the results of a validator, but for null. */
/*#__NO_SIDE_EFFECTS__*/ export const converting =
  (node: Node, convert: (value: never, report: Report) => unknown): Node =>
  (input, report) => {
    const value = node(input, report);
    return value === FAILED || value === null ? value : convert(value as never, report);
  };

/**
 * The way back of a fallback: the fallback itself, unless the node would accept it for another value.
 * @param own the node that it is the fallback of.
 * @param value a primitive, or a function that makes it.
 * @param copy what the fallback is encoded by, if it is not itself.
 */
/*#__NO_SIDE_EFFECTS__*/ export const fallbackEncoder =
  (item: Node, own: Node, value: unknown, copy: Node = (input) => input): Node =>
  (input, report) => {
    if (!report.enter(0, 2)) return FAILED;
    let result = tried(item, input, report);
    if (result === FAILED && !report.exhausted) {
      const made = typeof value === "function" ? value() : value;
      const isFallback = equal(input, made) && tried(own, input, report) === FAILED;
      result = (isFallback ? copy : item)(input, report);
    }
    report.leave(0);
    return result;
  };
