/** Memoizes the results of validators on values within one call, so that repeated checks do not walk a value again. */
import { Ids } from "../../values/ids.ts";
import { isArray, isPlainObject, lengthOf, ownValue } from "../../values/input.ts";
import { brandOf, textOf } from "../../values/temporal.ts";
import { isChecker } from "../schemas/checker.ts";
import { resultFormOf } from "../schemas/graph.ts";
import { FAILED } from "./check.ts";
import { copyOf, type Failure } from "./failure.ts";
import { DEFAULT_MAX_DEPTH } from "./limits.ts";
import type { Output } from "./output.ts";
import type { Reach, Reached } from "./reach.ts";
import type { Dependence, Noted, References } from "./references.ts";
import type { Replaced } from "./replaced.ts";

/** The member of the input that is being checked. */
interface Place {
  readonly holder: object | undefined;
  readonly key: unknown;
}

/** A Map holds 2^24 entries at most. */
const MAX_VALUES = 2 ** 24 - 1;
/**
 * Outcomes kept for one validator, level and value: they may differ by the depths of the references that lead there.
 */
const MAX_PER_VALUE = 16;
/** The key for -0: a Map does not distinguish it from 0, but validators do. */
const MINUS_ZERO = Symbol("-0");
/** In UTF-16 units. A longer text is hashed once per place: comparing it with itself takes constant time. */
const MAX_HASHED_AGAIN = 64;

/** The state of the call whose outcomes are memoized: see `Report`. */
export interface Walk extends Place {
  readonly depth: number;
  readonly maxDepth: number;
  readonly schemaDepth: number;
  readonly maxSchemaDepth: number;
  readonly reach: Reach;
  truncated: boolean;
  isSingle: boolean;
  readonly strict: boolean;
  readonly output: Output;
  readonly digits: unknown;
  readonly references: References | undefined;
  readonly failures: readonly Failure[];
  readonly errorBudget: number;
  readonly count: number;
  readonly innerErrorBudget: number;
  readonly collects: boolean;
  readonly fallbacks: Replaced[] | undefined;
  failAgain(failure: Repeatable): void;
}

/** The only failure that was collected, to be recorded again when the same value is validated again. */
export interface Repeatable {
  readonly failure: Failure;
  /** There were more failures, but the budget allowed only this one. */
  readonly truncated: boolean;
}

/** The text or bigint that was last looked up at a place, and its id. */
interface Hashed {
  readonly value: string | bigint;
  readonly id: number;
}

/** The memoized result of a validator on a value, and what it depends on besides validator, value and level. */
export interface Outcome {
  /** The validated value, or `FAILED`. */
  readonly value: unknown;
  /** The schema depth of the value. */
  readonly schemaDepth: number;
  /** The references around the value that it depends on, if any. */
  readonly references: Dependence | undefined;
  /** True if conversions were refused; see `Report.strict`. */
  readonly strict: boolean;
  /** True if its result is complete; see `Output`. */
  readonly needsOutput: boolean;
  /** The levels of the input, and of schema depth, that the check went down below the value. */
  readonly levels: number;
  readonly height: number;
  /** The schema depth was exceeded below, so the outcome holds only at exactly this schema depth. */
  readonly schemaTooDeep: boolean;
  /** The error budget of calls inside it, and the one they would have needed: a check may have read their errors. */
  readonly innerErrorBudget: number;
  readonly neededErrorBudget: number;
  /** The digits of numbers: those of other texts may give other results for the same value. */
  readonly digits: unknown;
  /** A refusal is one error by itself, not a collection of members' errors. */
  readonly isSingle: boolean;
  /** The failure, if it was collected and is the only one. */
  readonly repeatable?: Repeatable | undefined;
  /** What Fallbacks have replaced, if the call wants to know. */
  readonly replaced?: readonly Replaced[] | undefined;
}

/** The outcomes kept for one validator, level and value, as a linked list: the newest first. */
interface Entry {
  readonly outcome: Outcome;
  readonly older: Entry | undefined;
  readonly count: number;
}

/** An outcome being computed, and the state of the walk before it began. */
export interface Pending {
  readonly pipeline: object;
  readonly schemaDepth: number;
  readonly reached: Reached;
  readonly references: Noted | undefined;
  /** Failures before it; undefined if others had exceeded the error budget. */
  readonly count?: number | undefined;
  /** How many errors a call inside it might collect. */
  readonly innerErrorBudget: number;
  /** The number of replacements before it, if the call wants to know them. */
  readonly replaced?: number | undefined;
}

/**
 * The relation of a result to its input: different structure; the same structure, sharing arrays or objects with the
 * input, as the result of `Any` does; or a copy that shares nothing.
 */
type Likeness = "other" | "alike" | "copy";

interface Compared {
  readonly given: unknown;
  readonly likeness: Likeness;
}

const entryOf = (outcome: Outcome): Entry => ({ outcome, older: undefined, count: 1 });

export class Memo {
  /**
   * By validator, level of the input, and value. The level is part of the key because a cyclic value is on many levels.
   */
  readonly #outcomes = new Map<object, Map<unknown, Entry>[]>();
  readonly #pending: Pending[] = [];
  /** Ids for primitives: hostile input may contain primitives that collide in a Map. */
  readonly #ids = new Ids();
  /** Ids of long texts and bigints, by holder and key: hashing takes time in proportion to their length. */
  readonly #hashed = new Map<object | undefined, Map<unknown, Hashed>>();
  /** By result, and by each part of it: its input, and the relation to it. So parts are compared once. */
  readonly #compared = new Map<unknown, Compared>();
  readonly #ownsInput: boolean;

  /**
   * @param ownsInput true if the caller does not hold the input, or does not get the result: then a result may share
   *   parts with the input.
   */
  constructor(ownsInput: boolean) {
    this.#ownsInput = ownsInput;
  }

  /**
   * Returns the newest outcome for which `holds` is true: for the value, or for the value of the same structure from
   * which it was made. Checks of the caller are assumed to treat both the same.
   */
  find(
    validator: object,
    value: unknown,
    level: number,
    place: Place,
    holds: (outcome: Outcome) => boolean,
  ): Outcome | undefined {
    const entries = this.#outcomes.get(validator)?.[level];
    if (entries === undefined) return undefined;
    const known = newest(entries.get(this.#keyOf(value, place)), holds);
    const first = this.#firstOf(value);
    if (known !== undefined || first === value) return known;
    return newest(entries.get(first), (outcome) => holds(outcome) && this.#holdsForAll(first, outcome));
  }

  /** Remembers an outcome. */
  keep(validator: object, value: unknown, level: number, place: Place, outcome: Outcome): void {
    // Large numbers that differ in JSON text may be the same double.
    if (typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER) return;
    let levels = this.#outcomes.get(validator);
    if (levels === undefined) {
      levels = [];
      this.#outcomes.set(validator, levels);
    }
    levels[level] ??= new Map();
    if (levels[level].size >= MAX_VALUES) levels[level].clear();
    const key = this.#keyOf(this.#holdsForAll(value, outcome) ? this.#firstOf(value) : value, place);
    const older = levels[level].get(key);
    const count = (older?.count ?? 0) + 1;
    levels[level].set(key, count > MAX_PER_VALUE ? entryOf(outcome) : { outcome, older, count });
  }

  /**
   * Returns whether the result `made` has exactly the structure of the input `given`, including the order of keys and
   * the sign of zeros.
   */
  isFixed(given: unknown, made: unknown): boolean {
    try {
      return this.#likeness(given, made, 0) !== "other";
    } catch {
      // Objects made by the caller's code may throw when they are read.
      return false;
    }
  }

  /** Returns whether the validator would return its own result, `made`, unchanged. */
  isDone(validator: object, given: unknown, made: unknown): boolean {
    return this.isFixed(given, made) || (isChecker(validator) && resultFormOf(validator) === "input");
  }

  /**
   * Returns whether an outcome holds for all values of the same structure: its result must not share parts with the
   * value.
   */
  #holdsForAll(value: unknown, { value: result }: Outcome): boolean {
    if (result === FAILED || typeof result !== "object" || result === null || this.#ownsInput) return true;
    const known = this.#compared.get(result);
    return this.#isCopy(known) && known?.given === this.#firstOf(value);
  }

  #likeness(a: unknown, b: unknown, level: number): Likeness {
    // A part that was made in this call may be shared: the caller does not hold it.
    if (Object.is(a, b))
      return isArray(a) || isPlainObject(a) ? (this.#isCopy(this.#compared.get(a)) ? "copy" : "alike") : "copy";
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return "other";
    const given = this.#firstOf(a);
    const known = this.#compared.get(b);
    if (known !== undefined && known.given === given) return known.likeness;
    // Objects made by the caller's code may be cyclic, or deeper than any stack.
    this.#compared.set(b, { given, likeness: "other" });
    if (level > DEFAULT_MAX_DEPTH) return "other";
    const likeness = this.#likenessOfParts(a, b, level + 1);
    this.#compared.set(b, { given, likeness });
    return likeness;
  }

  #likenessOfParts(a: object, b: object, level: number): Likeness {
    if (isArray(a)) return isArray(b) ? this.#likenessOfItems(a, b, level) : "other";
    if (isPlainObject(a)) return isPlainObject(b) ? this.#likenessOfMembers(a, b, level) : "other";
    const brand = brandOf(a);
    return brand !== undefined && brand === brandOf(b) && textOf(a) === textOf(b) ? "copy" : "other";
  }

  #likenessOfItems(a: readonly unknown[], b: readonly unknown[], level: number): Likeness {
    const length = lengthOf(a);
    let likeness: Likeness = length === lengthOf(b) ? "copy" : "other";
    for (let i = 0; i < length && likeness !== "other"; i++) {
      likeness = least(likeness, this.#likeness(ownValue(a, i), ownValue(b, i), level));
    }
    return likeness;
  }

  #likenessOfMembers(a: Record<string, unknown>, b: Record<string, unknown>, level: number): Likeness {
    const [keys, others] = [Object.keys(a), Object.keys(b)];
    if (keys.length !== others.length || keys.some((key, index) => key !== others[index])) return "other";
    let likeness: Likeness = "copy";
    for (const key of keys) {
      likeness = least(likeness, this.#likeness(ownValue(a, key), ownValue(b, key), level));
      if (likeness === "other") break;
    }
    return likeness;
  }

  /** Returns the first of a chain of values that were made from each other and have the same structure. */
  #firstOf(value: unknown): unknown {
    const known = this.#compared.get(value);
    return known === undefined || known.likeness === "other" ? value : known.given;
  }

  #isCopy(compared: Compared | undefined): boolean {
    return compared?.likeness === "copy";
  }

  #keyOf(value: unknown, place: Place): unknown {
    if (Object.is(value, -0)) return MINUS_ZERO;
    if (typeof value === "object" || typeof value === "function") return value;
    const isLong = typeof value === "string" ? value.length > MAX_HASHED_AGAIN : typeof value === "bigint";
    return isLong ? this.#hashedOnce(value as string | bigint, place) : this.#ids.byIdentity(value);
  }

  #hashedOnce(value: string | bigint, { holder, key }: Place): number {
    let members = this.#hashed.get(holder);
    if (members === undefined) {
      members = new Map();
      this.#hashed.set(holder, members);
    }
    // The value there differs if an earlier step of an AllOf has converted the first.
    const known = members.get(key);
    if (known?.value === value) return known.id;
    const id = this.#ids.byIdentity(value);
    members.set(key, { value, id });
    return id;
  }

  /**
   * Returns the memoized result of the value, if it holds here, and its failures need not be collected or are known.
   */
  recall(walk: Walk, pipeline: object, input: unknown): unknown {
    const known = this.find(pipeline, input, walk.depth, walk, (outcome) => isSufficient(walk, outcome));
    if (known !== undefined) {
      walk.reach.include({
        depth: walk.depth + known.levels,
        schemaDepth: walk.schemaDepth + known.height,
        schemaTooDeep: known.schemaTooDeep,
        errorBudget: walk.count + known.neededErrorBudget,
      });
      if (known.value === FAILED) {
        if (walk.collects) walk.failAgain(known.repeatable as Repeatable);
        else walk.truncated = true;
        walk.isSingle = known.isSingle;
      }
      for (const one of known.replaced ?? []) walk.fallbacks?.push(one);
      walk.references?.reuse(known.references);
      return known.value;
    }
    const { depth, schemaDepth, innerErrorBudget } = walk;
    this.open({
      pipeline,
      schemaDepth,
      reached: walk.reach.begin(depth, schemaDepth),
      references: walk.references?.beginOutcome(),
      count: walk.truncated ? undefined : walk.count,
      innerErrorBudget,
      replaced: walk.fallbacks?.length,
    });
    return undefined;
  }

  /** Memoizes the outcome that `recall` has begun, if any. */
  remember(walk: Walk, pipeline: object, input: unknown, value: unknown): void {
    const { depth, schemaDepth, strict, reach, digits, isSingle } = walk;
    const needsOutput = walk.output.isNeeded;
    const before = this.close(pipeline, schemaDepth);
    if (before === undefined) return;
    const outcome: Outcome = {
      value,
      schemaDepth,
      references: walk.references?.endOutcome(before.references),
      strict,
      needsOutput,
      levels: reach.depth - depth,
      height: reach.schemaDepth - schemaDepth,
      schemaTooDeep: reach.schemaTooDeep,
      innerErrorBudget: before.innerErrorBudget,
      neededErrorBudget: reach.errorBudget - (before.count ?? 0),
      digits,
      isSingle,
      // A check that calls validators collects at least one error of each, even if the outer error budget is 0.
      repeatable: value === FAILED && before.count !== undefined ? repeatableSince(walk, before.count) : undefined,
      replaced: walk.fallbacks?.slice(before.replaced),
    };
    // If earlier failures exceeded the error budget, containers refuse without checking their members.
    if (value !== FAILED || before.count !== undefined) this.keep(pipeline, input, depth, walk, outcome);
    // The next step of an AllOf gets this result, and its outcome is the same.
    if (needsOutput && typeof value === "object" && value !== null && this.isDone(pipeline, input, value)) {
      this.keep(pipeline, value, depth, walk, { ...outcome, strict: false });
    }
    reach.include(before.reached);
  }

  /** Begins an outcome. */
  open(pending: Pending): void {
    this.#pending.push(pending);
  }

  /**
   * Ends an outcome. Returns the argument of its `open`; undefined if there was no `open`, or an exception ended it.
   */
  close(pipeline: object, schemaDepth: number): Pending | undefined {
    while ((this.#pending.at(-1)?.schemaDepth ?? -1) > schemaDepth) this.#pending.pop();
    const last = this.#pending.at(-1);
    return last?.pipeline === pipeline && last.schemaDepth === schemaDepth ? this.#pending.pop() : undefined;
  }
}

/** The failure since `since`, when `truncated` was false, if it is the only one and would be collected again. */
function repeatableSince({ failures, count, truncated, collects }: Walk, since: number): Repeatable | undefined {
  const failure = failures[since];
  if (failure === undefined || count > since + 1 || (truncated && collects)) return undefined;
  return { failure: copyOf(failure), truncated };
}

/**
 * Returns whether an outcome computed elsewhere holds here: no limit would change it, and it has all required failures.
 */
function isSufficient(walk: Walk, outcome: Outcome): boolean {
  const { value, repeatable, schemaDepth, references, levels, height, schemaTooDeep } = outcome;
  if (value === FAILED && walk.collects && (repeatable === undefined || !takes(walk, repeatable))) return false;
  const isWithin = walk.references?.within(references) ?? references === undefined;
  if (outcome.strict !== walk.strict || outcome.needsOutput !== walk.output.isNeeded || !isWithin) return false;
  if (outcome.digits !== walk.digits) return false;
  if (walk.fallbacks !== undefined && outcome.replaced === undefined) return false;
  const { innerErrorBudget } = walk;
  if (outcome.innerErrorBudget !== innerErrorBudget && outcome.neededErrorBudget > innerErrorBudget) return false;
  if (schemaDepth === walk.schemaDepth) return true;
  return !schemaTooDeep && walk.depth + levels <= walk.maxDepth && walk.schemaDepth + height <= walk.maxSchemaDepth;
}

/** Returns whether `repeatable` is what would be collected here. */
const takes = (walk: Walk, { truncated }: Repeatable): boolean =>
  !walk.truncated && (truncated ? walk.count === walk.errorBudget - 1 : walk.collects);

function newest(entry: Entry | undefined, holds: (outcome: Outcome) => boolean): Outcome | undefined {
  let at = entry;
  while (at !== undefined && !holds(at.outcome)) at = at.older;
  return at?.outcome;
}

/** Combines the relations of two parts to that of the whole. */
const least = (a: Likeness, b: Likeness): Likeness => (a === "copy" ? b : b === "copy" ? a : b === "other" ? b : a);
