/** Parameters of objects that few schemas have: extra keys, and rules of the whole. */
import { EXTRA_KEY, EXTRA_VALUE, nodeOf } from "../core/errors/context.ts";
import { define, present } from "../values/define.ts";
import { isBlank } from "../values/input.ts";
import { propertyName, withUnlisted } from "../values/mapping.ts";
import type { LogKeys } from "./closed.ts";
import { failKey, forbidding, type MoreRules, type OtherKeys } from "./containers.ts";
import { type Expression, matches } from "./leaves.ts";
import { FAILED, type Node, type Report } from "./report.ts";
import { ofType, plainly } from "./texts.ts";

/** Reports what is wrong with the keys of an object. */
export type WholeRule = (result: Readonly<Record<string, unknown>>, report: Report, texts: KeyTexts) => void;

/** Passes the result of a valid object through other nodes: see `dependents`. */
export type Dependents = (result: Record<string, unknown>, report: Report) => unknown;

/** The messages that a schema has. */
export interface KeyTexts {
  /** For missing keys. */
  missing(key: string): string | undefined;
  /** For keys that are not allowed. */
  readonly forbidden: string | undefined;
}

/** Of an object: what is not given is as in `Dict`. */
export interface KeyRules {
  /** Which values count as missing: see `blank`. */
  readonly isAbsent?: (value: unknown, report: Report) => boolean;
  /** Drops results that are blank: see `withoutBlank`. */
  readonly blanks?: Blanks;
  /** Takes keys that are not in the schema: see `extra`. */
  readonly others?: OtherKeys;
  /** The validator of all keys. */
  readonly each?: Node;
  /** Keys that are dropped. */
  readonly dispose?: readonly string[];
  /** The validators of the values whose key matches: see `patterns`. */
  readonly patterns?: KeyPatterns;
  /** Other names of keys in the input, with the one in `names`. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** The names of keys in the result, by those in the input. */
  readonly names?: Readonly<Record<string, string>>;
  /** An unknown key may have the name of another in the result: it is not dropped. */
  readonly mayCollide?: true;
  /** Passes the result on: see `dependents`. */
  readonly dependents?: Dependents;
  /** Logs the keys that it knows, for a `closed` around it. */
  readonly log?: LogKeys;
  /** Rules of the whole. */
  readonly whole?: readonly WholeRule[];
  /** The messages that the schema has for missing keys, and for those that are not allowed. */
  readonly missing?: Readonly<Record<string, string>>;
  readonly forbidden?: string;
}

/** Drops results that are blank. */
export interface Blanks {
  /** Drops the result for a key, if the value is blank, too. */
  drops(key: unknown, value: unknown, result: Record<string, unknown>): boolean;
  /** Reports what is missing. */
  fails(result: Record<string, unknown>, keys: readonly unknown[], report: Report, texts: KeyTexts): void;
}

/**
 * What is written for a reader of forms, to whom a blank value is none.
 * @param needed the keys that must be there.
 */
/*#__NO_SIDE_EFFECTS__*/ export const withoutBlank = (...needed: readonly string[]): Blanks => {
  const isBlankAt = (result: object, key: unknown): boolean =>
    Object.hasOwn(result, key as string) && isBlank((result as Record<string, unknown>)[key as string]);
  return {
    drops: (key, value, result) =>
      isBlankAt(result, key) && isBlank(value) && Reflect.deleteProperty(result, key as string),
    fails(result, keys, report, { missing }) {
      for (const key of keys) if (isBlankAt(result, key)) failKey("missing_key", key as string, report);
      for (const key of needed)
        if (!report.truncated && !Object.hasOwn(result, key))
          define(result, key, failKey("missing_key", key, report, missing(key)));
    },
  };
};

/*#__NO_SIDE_EFFECTS__*/ export function keys({
  isAbsent,
  blanks,
  each,
  dispose = [],
  patterns,
  log,
  dependents,
  aliases = {},
  names = {},
  mayCollide,
  whole = [],
  missing = {},
  forbidden,
  others = forbiddingKeys(forbidden),
}: KeyRules): MoreRules {
  const written = new Map(Object.entries(names));
  const results = new Set(mayCollide ? written.values() : []);
  const called = new Map<unknown, string>(Object.entries(aliases));
  const textFor = (key: string): string | undefined => (Object.hasOwn(missing, key) ? missing[key] : undefined);
  const texts: KeyTexts = { missing: textFor, forbidden };
  return {
    missing: textFor,
    take(key, value, result, { names, nodes, places }, { explain }, report) {
      if (isAbsent?.(value, report)) return 0;
      if (each !== undefined) failsKey(each, key, report);
      if (report.truncated || dispose.includes(key as string)) return 1;
      const place = places.get(called.get(key) ?? key);
      const name = names[place as number] as string;
      const isTaken = place === undefined ? results.has(key as string) : called.size > 0 && Object.hasOwn(result, name);
      if (isTaken && typeof key === "string") failKey("forbidden_key", key, report, forbidden);
      else if (place === undefined) {
        const matched = patterns === undefined ? NO_MATCH : patterns.run(key, value, false, report);
        if (matched === NO_MATCH) others(key, value, result, places, report);
        else define(result, key as string, matched);
      } else {
        const since = report.failures.length;
        const made = report.member(nodes[place] as Node, value, key as string);
        explain?.(report.failures, since);
        define(result, name, made === FAILED || patterns === undefined ? made : patterns.run(key, made, true, report));
      }
      return blanks?.drops(key, value, result) ? 0 : 1;
    },
    fails(result, { keys }, report) {
      blanks?.fails(result, keys, report, texts);
      for (const rule of whole) rule(result, report, texts);
    },
    made(result, { places }, pairs, report) {
      const isKnown = (key: unknown): boolean => places.has(key) || called.has(key) || patterns?.has(key) === true;
      const nameOf = (key: unknown): unknown => (isKnown(key) ? (written.get(key as string) ?? key) : undefined);
      log?.(pairs, nameOf, report);
      // With those that were filled in.
      log?.({ keys: Object.keys(result), values: Object.values(result) }, nameOf, report);
      if (dependents !== undefined) return dependents(result, report);
      const valid = present(result);
      return written.size === 0 ? valid : renamed(valid, written);
    },
  };
}

/** The members of a result by other names. */
function renamed(result: Record<string, unknown>, names: ReadonlyMap<string, string>): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const key of Object.keys(result)) define(made, names.get(key) ?? key, result[key]);
  return made;
}

/** As `forbidding`, for an object whose rules ask whether a key is there: one that is forbidden is not. */
const forbiddingKeys = (text: string | undefined): OtherKeys => {
  const forbidOther = forbidding(text);
  return (key, value, result, places, report) => {
    if (typeof key === "string") failKey("forbidden_key", key, report, text);
    else forbidOther(key, value, result, places, report);
  };
};

/** What another node gets of a result: what the value has, but does not list, too. A verdict gives it the value. */
const handedOn = (given: unknown, made: unknown, { guards }: Report): unknown =>
  made === FAILED ? made : guards ? given : withUnlisted(given, made);

/** A node whose results are as its values, and which gives them to another. */
/*#__NO_SIDE_EFFECTS__*/ export const handingOn =
  (node: Node): Node =>
  (input, report) =>
    handedOn(input, node(input, report), report);

/** The outcome of a key that matches no pattern. */
const NO_MATCH: unique symbol = Symbol("no match");

/** The validators of the values whose key matches a pattern: as `core/rules/key-patterns.ts`. */
export interface KeyPatterns {
  /** Whether a key matches any. */
  has(key: unknown): boolean;
  /**
   * Passes a value through those whose pattern its key matches.
   * @param isMade the validator of the key in the schema has made it.
   */
  run(key: unknown, value: unknown, isMade: boolean, report: Report): unknown;
}

/** @param all with whether results are as the values: the next node gets what the value has, but does not list. */
/*#__NO_SIDE_EFFECTS__*/ export const patterns = (
  ...all: readonly (readonly [pattern: Expression, node: Node, isAlike?: true])[]
): KeyPatterns => {
  const applied = (key: unknown): typeof all =>
    typeof key === "string" ? all.filter(([pattern]) => matches(pattern, key)) : [];
  return {
    has: (key) => applied(key).length > 0,
    run(key, value, isMade, report) {
      let [result, isDerived] = [value, isMade];
      let last: (made: unknown) => unknown = (made) => made;
      for (const [, node, isAlike] of applied(key)) {
        const given = last(result);
        // The first gets the input, the others the result of the one before.
        if (isDerived) report.derived++;
        result = report.member(node, given, key as string);
        last = (made) => (isAlike ? handedOn(given, made, report) : made);
        if (isDerived) report.derived--;
        isDerived = true;
        if (result === FAILED) return FAILED;
      }
      return isDerived ? result : NO_MATCH;
    },
  };
};

/** Whether a field of a form is blank. A verdict converts nothing. */
export function blank(value: unknown, report: Report): boolean {
  if (!isBlank(value)) return false;
  if (report.strict) report.fail(plainly, "missing_key");
  return true;
}

/** Checks a key by the validator of all. */
function failsKey(node: Node, key: unknown, report: Report): void {
  const since = report.failures.length;
  if (node(key, report) !== FAILED) return;
  report.under(EXTRA_KEY, since);
  report.under(report.values.nodeOf(key), since);
}

/** Validators of the keys that are not in the schema, and of their values: as `core/rules/unknown-keys.ts`. */
/*#__NO_SIDE_EFFECTS__*/ export const extra =
  (keys: Node, values: Node): OtherKeys =>
  (key, value, result, places, report) => {
    const before = report.failures.length;
    let converted = keys(key, report);
    const name = converted === FAILED ? undefined : propertyName(converted);
    if (converted !== FAILED) {
      if (name === undefined)
        converted = report.fail(ofType, "invalid_type", "string", report.values.typeName(converted));
      else if (places.has(name) || Object.hasOwn(result, name)) converted = report.fail(plainly, "forbidden_key");
    }
    if (report.failedSince(before)) {
      report.under(EXTRA_KEY, before);
      report.under(nodeOf(key), before);
    }
    if (report.truncated) return;
    const since = report.failures.length;
    const checked = values(value, report);
    if (checked === FAILED) {
      report.under(EXTRA_VALUE, since);
      report.under(nodeOf(converted === FAILED ? key : converted), since);
    }
    if (converted !== FAILED) define(result, name as string, checked);
    // A key of a Map that is not a string, but has the text of one.
    else if (places.has(String(nodeOf(key)))) define(result, String(nodeOf(key)), checked);
  };

/** Keys that must be there. */
/*#__NO_SIDE_EFFECTS__*/ export const required =
  (keys: readonly string[]): WholeRule =>
  (result, report, texts) => {
    for (const key of keys)
      if (!report.truncated && !Object.hasOwn(result, key)) failKey("missing_key", key, report, texts.missing(key));
  };

/** Groups of keys: how many of each group must be there, at least and at most. */
/*#__NO_SIDE_EFFECTS__*/ export const groups =
  (least: 0 | 1, most: 1 | undefined, all: readonly (readonly string[])[]): WholeRule =>
  (result, report, { missing, forbidden }) => {
    for (const group of all) {
      const [first, ...others] = group.filter((key) => Object.hasOwn(result, key));
      const [name] = group as readonly [string];
      if (first === undefined && least === 1) failKey("missing_key", name, report, missing(name));
      if (most === 1) for (const key of others) failKey("forbidden_key", key, report, forbidden);
    }
  };
