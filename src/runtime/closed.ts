/**
 * Members that no node has evaluated: as `Closed`. Containers log those that they look at. In a module without `closed`
 * they do not.
 */
import { ALL_MEMBERS } from "../core/report/evaluated.ts";
import { define } from "../values/define.ts";
import { isArray, isOrdinaryArray, isPlainObject, ownItem, ownValue } from "../values/input.ts";
import { arraySize, failKey } from "./containers.ts";
import type { LimitedReport } from "./limits.ts";
import { FAILED, type Node, type Report } from "./report.ts";

/**
 * @param rest the node of the members that are not evaluated; undefined if there must be none.
 * @param text the message that the schema has for those.
 */
/*#__NO_SIDE_EFFECTS__*/ export const closed =
  (item: Node, rest?: Node, text?: string): Node =>
  (input, given) => {
    const report = given as LimitedReport;
    if (!report.enter(0, 1)) return FAILED;
    const outer = report.evaluated;
    const own: unknown[] = [];
    report.evaluated = own;
    const made = item(input, report);
    report.evaluated = outer;
    const value = made === FAILED ? FAILED : checkRest(made, own, rest, text, report);
    if (value !== FAILED) outer?.push(ALL_MEMBERS);
    report.leave(0);
    return value;
  };

function checkRest(
  value: unknown,
  evaluated: readonly unknown[],
  rest: Node | undefined,
  text: string | undefined,
  report: Report,
): unknown {
  const isList = isArray(value);
  if (!isList && !isPlainObject(value)) return value;
  const known = new Set(evaluated);
  if (known.has(ALL_MEMBERS)) return value;
  const size = isList ? arraySize(value, report) : 0;
  if (size === FAILED) return FAILED;
  const keys: (string | number)[] = isList ? [...Array(size).keys()] : Object.keys(value);
  const left = keys.filter((key) => !known.has(key));
  if (left.length === 0) return value;
  if (!report.enter(1, left.length, value)) return FAILED;
  const start = report.failures.length;
  const isOrdinary = isList && isOrdinaryArray(value);
  const read = (key: string | number): unknown =>
    isList ? ownItem(value, key as number, isOrdinary) : ownValue(value, key);
  const changed = new Map<unknown, unknown>();
  for (const key of left) {
    if (report.truncated) break;
    const member = read(key);
    if (member === undefined && !isList) continue;
    if (rest === undefined) {
      failKey("forbidden_key", key, report, text);
      continue;
    }
    const checked = report.member(rest, member, key);
    if (!Object.is(checked, member)) changed.set(key, checked);
  }
  report.leave(1);
  if (report.failedSince(start)) return FAILED;
  if (changed.size === 0) return value;
  const member = (key: string | number): unknown => (changed.has(key) ? changed.get(key) : read(key));
  if (isList) return Array.from({ length: size }, (_, index) => member(index));
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) define(copy, key, member(key));
  return copy;
}

/** A member: what it evaluates is not of the value around it. */
/*#__NO_SIDE_EFFECTS__*/ export const apart =
  (node: Node): Node =>
  (input, given) => {
    const report = given as LimitedReport;
    const outer = report.evaluated;
    report.evaluated = undefined;
    const made = node(input, report);
    report.evaluated = outer;
    return made;
  };

/** Logs the keys of an object: all, or those that it knows by their names in the result. */
export type LogKeys = (
  pairs: { readonly keys: readonly unknown[]; readonly values: readonly unknown[] },
  nameOf: (key: unknown) => unknown,
  report: Report,
) => void;

/*#__NO_SIDE_EFFECTS__*/ export const logKeys =
  (isAll: boolean): LogKeys =>
  ({ keys, values }, nameOf, report) => {
    const { evaluated } = report as LimitedReport;
    if (isAll) evaluated?.push(ALL_MEMBERS);
    for (let index = 0; evaluated !== undefined && index < keys.length; index++) {
      const name = values[index] === undefined ? undefined : nameOf(keys[index]);
      if (name !== undefined) evaluated.push(name);
    }
  };

/**
 * An array that logs its items: all, or so many of the first.
 * @param first undefined for all.
 */
/*#__NO_SIDE_EFFECTS__*/ export const logItems =
  (node: Node, first?: number): Node =>
  (input, report) => {
    const made = node(input, report);
    const { evaluated } = report as LimitedReport;
    if (made === FAILED || input === null || evaluated === undefined) return made;
    if (first === undefined) evaluated.push(ALL_MEMBERS);
    else
      for (let index = 0; index < first && index < (input as readonly unknown[]).length; index++) evaluated.push(index);
    return made;
  };
