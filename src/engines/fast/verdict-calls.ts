/** What the code of verdicts calls for values that are not handled in the code itself. */
import { verdictLimits } from "../../core/report/limits.ts";
import { openReport, releaseReport } from "../../core/report/pool.ts";
import { FAILED } from "../../core/report/report.ts";
import type { Checker } from "../../core/schemas/checker.ts";
import type { Matcher } from "../../text/pattern/pattern.ts";
import { hasDuplicates } from "../../values/duplicates.ts";
import { isErrorOf } from "../../values/input.ts";

/** Thrown to leave the code: the call falls back to the check. */
const NOT_HERE = new Error("not here");

function bail(): never {
  throw NOT_HERE;
}

/** Returns whether an error means that the call falls back to the check, which knows how to read a revoked Proxy. */
const isUnhandled = (error: unknown): boolean =>
  error === NOT_HERE || (isErrorOf(error, TypeError) && REVOKED.test(error.message));

/** The messages of all engines. */
const REVOKED = /proxy .*revoked|revoked proxy/i;

/** Leaves the code because of an object that does not inherit from Object.prototype, unless it has no prototype. */
function leaveUnlessNull(value: object): void {
  if (Object.getPrototypeOf(value) !== null) bail();
}

const { hasOwnProperty: hasOwn } = Object.prototype;

/** Returns whether an object has a member other than those. */
function hasOthers(object: Readonly<Record<string, unknown>>, keys: ReadonlySet<string>): boolean {
  for (const key in object) {
    if (!keys.has(key) && hasOwn.call(object, key) && object[key] !== undefined) return true;
  }
  return false;
}

/** Returns whether a value equals a model of plain objects and arrays. */
function isLike(value: unknown, model: unknown): boolean {
  if (typeof model !== "object" || model === null || value === null) return value === model;
  if (typeof value !== "object" || Array.isArray(value) !== Array.isArray(model)) return false;
  if (Array.isArray(value)) {
    if (Object.getPrototypeOf(value) !== Array.prototype) bail();
    const items = model as readonly unknown[];
    if (value.length !== items.length) return false;
    for (let index = 0; index < items.length; index++) if (!isLike(value[index], items[index])) return false;
    return true;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) leaveUnlessNull(value);
  return hasAll(value as Members, model as Members) && isWithin(value as Members, model as Members);
}

type Members = Readonly<Record<string, unknown>>;

/** Returns whether a value has the members of a model. */
function hasAll(value: Members, model: Members): boolean {
  for (const key in model) {
    if (hasOwn.call(model, key) && !(hasOwn.call(value, key) && isLike(value[key], model[key]))) return false;
  }
  return true;
}

/** Returns whether a value has no other keys than a model. */
function isWithin(value: Members, model: Members): boolean {
  for (const key in value) if (hasOwn.call(value, key) && !hasOwn.call(model, key)) return false;
  return true;
}

/** Members that a validator has evaluated. */
interface Evaluated {
  readonly keys: ReadonlySet<unknown>;
  readonly patterns: readonly Matcher[];
  readonly isAll: boolean;
}

/** All members. */
const ALL: Evaluated = { keys: new Set(), patterns: [], isAll: true };

/** What has evaluated members so far. */
interface Log {
  readonly evaluated: Evaluated;
  readonly next: Log | undefined;
}

/** Returns whether an entry of the log has evaluated the member. */
function isEvaluated(log: Log | undefined, key: string | number): boolean {
  for (let entry = log; entry !== undefined; entry = entry.next) {
    const { keys, patterns, isAll } = entry.evaluated;
    if (isAll || keys.has(key)) return true;
    if (typeof key === "string" && patterns.some((matches) => matches(key))) return true;
  }
  return false;
}

/** Returns whether the check of a validator accepts a value at that depth. */
function holds(validator: Checker, value: unknown, depth: number): boolean {
  const report = openReport(validator, verdictLimits(undefined));
  report.guards = true;
  report.depth = report.schemaDepth = depth;
  let checked: unknown;
  try {
    checked = report.run(validator, value);
  } finally {
    report.close();
  }
  // The limits apply to the whole call.
  if (report.tooDeep || report.exhausted) bail();
  releaseReport(report);
  return checked !== FAILED;
}

/** By the names that the code has for them. */
export const verdictCalls = {
  ALL,
  bail,
  hasDuplicates,
  hasOthers,
  holds,
  isEvaluated,
  isLike,
  isUnhandled,
  leaveUnlessNull,
};
