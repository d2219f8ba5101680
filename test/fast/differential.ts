/**
 * Validates the same values twice, by `check` and by what is to be no different from it, and says where the two differ.
 */
import type { Limits } from "../../src/core/report/limits.ts";
import { execution, type Mode } from "../../src/engines/fast/mode.ts";
import { KeyError, ValidationError } from "../../src/exc.ts";
import { instances, type Result, type Validator } from "../../src/index.ts";
import { Random } from "../native/random.ts";
import { build, type Json, type Recipe, visitDumps } from "../native/recipe.ts";
import { ORDINARY } from "../native/vocabulary.ts";
import { listener } from "./custom.ts";
import { inputDifference, type Outcome, outcomeDifference, readsDifference, sharedBy } from "./same.ts";
import { randomSchema } from "./schemas.ts";
import { printed, shrink } from "./shrink.ts";
import type { Document } from "./value.ts";
import { hasTags, randomDocument } from "./values.ts";
import { isUsable, World } from "./world.ts";

/** A property that prototypes have, or lack, during a call. */
export interface Pollution {
  readonly on: "object" | "array";
  readonly key: string;
  readonly how: "value" | "hidden" | "getter" | "read-only" | "deleted";
}

/** One value to be validated. */
export interface Step {
  readonly document: Document;
  /** What is asked of it, in this order. */
  readonly entries: readonly Entry[];
  readonly limits?: Limits;
  readonly polluted?: Pollution;
  /** The aliases lead elsewhere from now on. */
  readonly rebound?: true;
}

/** A validator and the values it validates, one after the other. */
export interface Case {
  readonly recipe: Recipe;
  readonly steps: readonly Step[];
}

/** An implementation of the calls of a validator. */
export interface Implementation {
  call(validator: Validator, value: unknown, limits: Limits | undefined): unknown;
  safe(validator: Validator, value: unknown, limits: Limits | undefined): Result<unknown>;
  is(validator: Validator, value: unknown, limits: Limits | undefined): boolean;
  /** Errors that it throws have the stack of who calls it. */
  readonly traces?: true;
}

/** The public calls, answered as `mode` says. */
export function inMode(mode: Mode): Implementation {
  const set = (): void => {
    execution.mode = mode;
  };
  return {
    traces: true,
    call(validator, value, limits) {
      set();
      return validator(value, limits);
    },
    safe(validator, value, limits) {
      set();
      return validator.safe(value, limits);
    },
    is(validator, value, limits) {
      set();
      return validator.is(value, limits);
    },
  };
}

/** A value for which two implementations differ. */
export interface Difference {
  /** What differs, such as "safe". */
  readonly what: string;
  readonly how: string;
  /** Its position among the steps. */
  readonly step: number;
}

/** What the outcomes were. */
export interface Tally {
  pairs: number;
  values: number;
  errors: number;
  thrown: number;
  /**
   * Outermost calls of the second implementation; those that did not fall back to a `check`; and nodes in them that
   * did.
   */
  calls: number;
  answered: number;
  calledOut: number;
}

export const emptyTally = (): Tally => ({
  pairs: 0,
  values: 0,
  errors: 0,
  thrown: 0,
  calls: 0,
  answered: 0,
  calledOut: 0,
});

/** One that is asked `again` has been asked before: what a call leaves behind shows in the next. */
export type Entry = "call" | "safe" | "is" | "again";

interface Run {
  readonly outcome: Outcome;
  readonly world: World;
  /** What is validated: getters may have changed it. */
  readonly value: unknown;
}

/** Builds the value and has it validated. */
function run(
  implementation: Implementation,
  entry: Entry,
  validator: Validator,
  { document, limits, polluted }: Step,
): Run {
  const world = new World(document);
  const value = world.build();
  const restore = polluted && pollute(polluted, world);
  listener.world = world;
  try {
    return { outcome: answer(implementation, entry, validator, value, limits), world, value };
  } finally {
    listener.world = undefined;
    restore?.();
  }
}

function answer(
  implementation: Implementation,
  entry: Entry,
  validator: Validator,
  value: unknown,
  limits: Limits | undefined,
): Outcome {
  try {
    if (entry === "is") return { kind: "value", value: implementation.is(validator, value, limits) };
    if (entry === "call") return { kind: "value", value: implementation.call(validator, value, limits) };
    const result = implementation.safe(validator, value, limits);
    return result.ok ? { kind: "value", value: result.value } : { kind: "error", error: result.error };
  } catch (error) {
    return { kind: "thrown", error };
  }
}

/** Changes a prototype. Returns what puts it back. */
function pollute({ on, key, how }: Pollution, world: World): () => void {
  const prototype: object = on === "array" ? Array.prototype : Object.prototype;
  const before = Object.getOwnPropertyDescriptor(prototype, key);
  if (how === "deleted") Reflect.deleteProperty(prototype, key);
  else if (how === "getter") {
    const get = function (this: object): number {
      if (isUsable(this)) world.note(`read ${key} of a prototype`);
      return 1;
    };
    Object.defineProperty(prototype, key, { get, enumerable: true, configurable: true });
  } else {
    const [enumerable, writable] = [how === "value", how !== "read-only"];
    Object.defineProperty(prototype, key, { value: "polluted", enumerable, writable, configurable: true });
  }
  return () => {
    Reflect.deleteProperty(prototype, key);
    if (before !== undefined) Object.defineProperty(prototype, key, before);
  };
}

/** Has the values validated by both, the reference first; what they disagree on first, if anything. */
export function compare(
  reference: Implementation,
  other: Implementation,
  { recipe, steps }: Case,
  tally?: Tally,
): Difference | undefined {
  const { now } = Date;
  const { mode } = execution;
  // Limits relative to the current moment are part of errors.
  Date.now = () => 1_700_000_000_123;
  try {
    const validator = build(recipe);
    const asksLess = hasTags(recipe);
    for (const [step, one] of steps.entries()) {
      if (one.rebound) rebind(recipe, validator);
      const difference = compareStep([reference, other], validator, one, asksLess, tally);
      if (difference !== undefined) return { ...difference, step };
    }
    return undefined;
  } finally {
    Date.now = now;
    execution.mode = mode;
  }
}

/** Each alias leads where the next did, and the last to the validator itself. */
function rebind({ aliases }: Recipe, validator: Validator): void {
  const names = Object.keys(aliases);
  const targets = names.map((name) => instances.get(name));
  for (const [at, name] of names.entries()) instances.put(name, targets[at + 1] ?? validator);
}

function compareStep(
  implementations: readonly [Implementation, Implementation],
  validator: Validator,
  step: Step,
  asksLess: boolean,
  tally: Tally | undefined,
): Omit<Difference, "step"> | undefined {
  let [reference, before]: (Run | undefined)[] = [];
  const text = JSON.stringify(step.document);
  const hides = /"hidden/.test(text);
  for (const entry of step.entries) {
    listener.asksLess = asksLess || hides || entry === "is";
    const expected = run(implementations[0], entry, validator, step);
    const { answered, calledOut } = execution;
    const actual = run(implementations[1], entry, validator, step);
    if (tally !== undefined) {
      tally.calls++;
      tally.answered += execution.answered - answered;
      tally.calledOut += execution.calledOut - calledOut;
      if (entry === "safe") count(tally, expected.outcome);
    }
    if (entry === "is" && throwsLater(implementations[0], validator, step, expected, actual)) continue;
    // What is hidden may be found when other members have been read, which begins anew.
    if (hides && /"(?:adding|deleting|changing|throwing)"/.test(text)) continue;
    const readsAgain = asksLess || hides;
    const how = runDifference(expected, actual, asksLess, readsAgain, entry === "is");
    // The polyfill of Temporal reads what prototypes have. To ask for the stack of an error makes its message, which
    // reads the value: so it is asked for last.
    if (how !== undefined && step.polluted !== undefined && [expected, actual].some(isOfPolyfill)) continue;
    if (how !== undefined) return { what: entry, how };
    const input = entry === "again" ? inputDifference(expected.world, actual.world) : undefined;
    if (input !== undefined) return { what: "input", how: input };
    if (entry === "call" && implementations.every(({ traces }) => traces)) {
      const stacks = stackDifference(expected.outcome, actual.outcome);
      if (stacks !== undefined) return { what: "stack", how: stacks };
    }
    const shares = (a: Run | undefined, b: Run) => (entry === "again" && a ? shareDifference(a, b) : undefined);
    // A default of the caller's may be the same object each time.
    const shared = shares(reference, expected) === undefined ? shares(before, actual) : undefined;
    if (shared !== undefined) return { what: "shared", how: shared };
    if (entry === "safe") [reference, before] = [expected, actual];
  }
  return undefined;
}

/** Whether the polyfill has thrown: in a call, or where code for one makes a validator. */
function isOfPolyfill({ outcome }: Run): boolean {
  if (outcome.kind !== "thrown") return false;
  const { error } = outcome as { error?: Error };
  return [error, error?.cause as Error | undefined].some((one) => /temporal-(?:polyfill|utils)/.test(one?.stack ?? ""));
}

/**
 * Returns whether a verdict throws what the reference throws of a value that has been read: a verdict may read again,
 * and a getter may have removed members the first time, or have another value the next.
 */
function throwsLater(
  reference: Implementation,
  validator: Validator,
  step: Step,
  before: Run,
  { outcome }: Run,
): boolean {
  if (
    outcome.kind !== "thrown" ||
    before.outcome.kind === "thrown" ||
    !/"(?:changing|deleting)"/.test(JSON.stringify(step))
  )
    return false;
  const later = answer(reference, "is", validator, before.value, step.limits);
  return later.kind === "thrown" && String(later.error) === String(outcome.error);
}

/**
 * @param asksLess a step that cannot pass may be left out, with the checks in it.
 * @param isVerdict it may read less than a check, and the same more than once: what changes meanwhile, or throws, may
 *   be missed; but it throws only what the check throws. A value that it refuses for something else need not get to an
 *   alias that leads nowhere.
 */
function runDifference(
  expected: Run,
  actual: Run,
  asksLess: boolean,
  readsAgain: boolean,
  isVerdict: boolean,
): string | undefined {
  const worlds = [expected.world, actual.world] as const;
  // Before anything is looked at, which may be written down too.
  // A function of the caller's may be in such a step.
  if (asksLess && expected.outcome.kind === "thrown") return undefined;
  const reads = readsAgain ? undefined : readsDifference(...worlds);
  const seesReads = worlds.some(({ log }) => log.includes("read ")) || readsDifference(...worlds) !== undefined;
  const throwsMore = actual.outcome.kind === "thrown" && expected.outcome.kind !== "thrown";
  if (isVerdict && seesReads && !throwsMore) return undefined;
  const { kind } = expected.outcome;
  const leadsNowhere = kind === "thrown" && expected.outcome.error instanceof KeyError;
  if (isVerdict && leadsNowhere && actual.outcome.kind === "value" && actual.outcome.value === false) return undefined;
  return outcomeDifference(expected.outcome, actual.outcome, worlds) ?? reads;
}

function shareDifference(before: Run, after: Run): string | undefined {
  const [one, two] = [before.outcome, after.outcome];
  if (one.kind !== "value" || two.kind !== "value") return undefined;
  return sharedBy(one.value, two.value, [before.world, after.world]);
}

/** What is asked of a value. What runs first finds the validator as it was made. */
const ENTRIES: readonly (readonly Entry[])[] = [
  ["safe", "is"],
  ["is", "safe"],
  ["call", "safe", "is"],
  ["safe", "again", "is"],
];

/** The stack frames of the caller, without those of the library, whose parts generated code calls differently. */
const callersFrames = (error: Error): string =>
  (String(error.stack).split("    at run (")[0] as string)
    .split("\n")
    .filter((line) => line !== "" && !/\/(?:src|dist)\/|eval at /.test(line))
    .join("\n");

function stackDifference(a: Outcome, b: Outcome): string | undefined {
  if (a.kind !== "thrown" || b.kind !== "thrown" || !(a.error instanceof ValidationError)) return undefined;
  // The places that both are called from differ.
  const [expected, got] = [a.error, b.error].map((error) => callersFrames(error as Error));
  // Where there are more frames of the library, fewer of the others are shown.
  const alike = (expected as string).startsWith(got as string) || (got as string).startsWith(expected as string);
  return alike ? undefined : `${expected} expected, got ${got}`;
}

function count(tally: Tally, { kind }: Outcome): void {
  tally.pairs++;
  if (kind === "value") tally.values++;
  else if (kind === "error") tally.errors++;
  else tally.thrown++;
}

/** The case a seed stands for. */
export function randomCase(seed: number): Case {
  const random = new Random(seed);
  const recipe = randomSchema(random);
  const size = random.chance(0.02) ? 60 : 10;
  const steps = Array.from({ length: size }, (): Step => {
    const made = randomDocument(random, recipe);
    const limits = randomLimits(random, made);
    // Where nothing bounds the depth of what contains itself, the check looks at a part less often: it remembers some.
    const isEndless = made.parts.length > 0 && limits?.maxDepth === undefined;
    const document = isEndless ? { root: made.root, parts: made.parts } : made;
    const polluted = random.chance(0.03) ? randomPollution(random) : undefined;
    const rebound = random.chance(0.01);
    const entries = random.pick(ENTRIES);
    return { document, entries, ...(limits && { limits }), ...(polluted && { polluted }), ...(rebound && { rebound }) };
  });
  return { recipe, steps };
}

function randomLimits(random: Random, { parts }: Document): Limits | undefined {
  // What shares its parts or contains itself takes as long as it is deep: most often that is not far.
  if (parts.length > 0 && !random.chance(0.02)) {
    return { maxDepth: random.pick([2, 3, 4, 5, 6, 8]), maxErrors: random.pick([0, 1, 2, 3, 10, 50]) };
  }
  if (random.chance(0.6)) return undefined;
  const limits: Limits = {};
  if (random.chance(0.6)) limits.maxErrors = random.pick([0, 1, 1, 2, 2, 3, 5, 10]);
  if (random.chance(0.3)) limits.maxDepth = random.pick([0, 1, 2, 3, 4, 5, 8, 1024]);
  if (random.chance(0.01)) limits.maxErrors = -1;
  return limits;
}

const OBJECT_KEYS = ["get", "set", "value", "enumerable", "kind", "maxErrors", "maxDepth", "0", "length", "added"];
const DELETED = ["toString", "hasOwnProperty", "valueOf", "constructor", "__proto__", "propertyIsEnumerable"];

function randomPollution(random: Random): Pollution {
  if (random.chance(0.2)) return { on: "object", key: random.pick(DELETED), how: "deleted" };
  // Items cannot even be added to an array while a prototype has accessors of their indexes.
  if (random.chance(0.3)) return { on: "array", key: random.pick(["0", "1", "2", "a", "added"]), how: "value" };
  const key = random.pick([...ORDINARY, ...OBJECT_KEYS]);
  const how = random.pick(["value", "hidden", "getter", "read-only"] as const);
  return { on: "object", key, how: /^\d+$/.test(key) ? "value" : how };
}

/** What became of a range of cases. */
export interface Findings {
  readonly tally: Tally;
  readonly differences: Found[];
}

/**
 * How often a validator of each class was there, and how often a call of one with it inside was not left to a `check`.
 */
export type Kinds = Record<string, { cases: number; calls: number; answered: number }>;

/** A case that shows a difference, as small as it gets. */
export interface Found {
  readonly seed: number;
  readonly smallest: Case;
  readonly difference: Difference;
}

/** The most differences that are made small; those after are counted only. */
const MAX_FOUND = 2;
/** Milliseconds for each: a case whose calls take a second would take hours. */
const MAX_SHRINKING = 60_000;

/**
 * Validates random cases by the check and by generated code, from the seed of the first; each of the next has the next
 * seed.
 */
export function compareCases({
  first,
  pairs,
  kinds,
}: {
  readonly first: number;
  readonly pairs: number;
  readonly kinds?: Kinds;
}): Findings {
  const implementations = [inMode("check"), inMode("compiled")] as const;
  const tally = emptyTally();
  const differences: Found[] = [];
  for (let seed = first; tally.pairs < pairs && differences.length < MAX_FOUND; seed++) {
    const one = randomCase(seed);
    const { calls, answered } = tally;
    const difference = compare(...implementations, one, tally);
    if (kinds !== undefined) countKinds(kinds, one, tally.calls - calls, tally.answered - answered);
    if (difference === undefined) continue;
    const end = performance.now() + MAX_SHRINKING;
    const isSame = (candidate: Case): boolean =>
      performance.now() < end && compare(...implementations, candidate)?.what === difference.what;
    const smallest = shrink(one, isSame, 3000);
    differences.push({ seed, smallest, difference: compare(...implementations, smallest) ?? difference });
  }
  return { tally, differences };
}

function countKinds(kinds: Kinds, { recipe }: Case, calls: number, answered: number): void {
  const names = new Set<string>();
  visitDumps([recipe.root, ...Object.values(recipe.aliases)] as Json, ({ __class__ }) => names.add(__class__));
  for (const name of names) {
    kinds[name] ??= { cases: 0, calls: 0, answered: 0 };
    const kind = kinds[name];
    kind.cases++;
    kind.calls += calls;
    kind.answered += answered;
  }
}

/** A difference, and how to see it again: the validator and the values. */
export function explain({ seed, smallest, difference }: Found): string {
  const { what, how, step } = difference;
  return `seed ${seed}: ${what}, value ${step + 1}: ${how}\n${printed(smallest)}`;
}
