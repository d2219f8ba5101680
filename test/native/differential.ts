/** Validates the same texts with two engines and says where they differ. */

import { ValueError } from "../../src/core/contracts.ts";
import type { Engine } from "../../src/core/json/engine.ts";
import { pure } from "../../src/core/json/pure.ts";
import { concealSecrets } from "../../src/core/schemas/secrets.ts";
import type { NativeEngine } from "../../src/engines/native/engine.ts";
import { type JsonDecodeError, KeyError, type ValidationError } from "../../src/exc.ts";
import type { JsonLimits, Validator } from "../../src/index.ts";
import { countKinds, type Kinds } from "./addon.ts";
import { randomDocument, type Source } from "./documents.ts";
import { Random } from "./random.ts";
import { BUG, build, calls, type Recipe } from "./recipe.ts";
import { differenceOf, same, sameAttributes, share } from "./same.ts";
import { randomRecipe } from "./schemas.ts";
import { printed, shrink } from "./shrink.ts";
import { type Suspect, suspectsIn } from "./suspects.ts";

/** One text to be validated. */
export interface Step {
  readonly source: Source;
  readonly limits: JsonLimits | undefined;
}

/** A validator and the texts it validates, one after the other: an engine may learn from those before. */
export interface Case {
  readonly recipe: Recipe;
  readonly steps: readonly Step[];
}

/** A text two engines do not agree on. */
export interface Difference {
  /** What differs, such as "value". */
  readonly what: string;
  readonly expected: unknown;
  readonly actual: unknown;
  /** Its position among the steps. */
  readonly step: number;
}

type Outcome =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "error"; readonly error: unknown }
  | { readonly kind: "thrown"; readonly error: unknown };

/** What the outcomes were, and how often the engines called code of the user's. */
export interface Tally {
  pairs: number;
  values: number;
  errors: number;
  undecoded: number;
  thrown: number;
  fewerCalls: number;
  moreCalls: number;
}

export const emptyTally = (): Tally => ({
  pairs: 0,
  values: 0,
  errors: 0,
  undecoded: 0,
  thrown: 0,
  fewerCalls: 0,
  moreCalls: 0,
});

function parse(engine: Engine, validator: Validator, { source, limits }: Step): Outcome {
  try {
    const result = engine.parse(validator, source, limits);
    if (result.ok) return { kind: "value", value: result.value };
    // As the call does for every engine.
    return { kind: "error", error: plainError(concealSecrets(result.error, validator)) };
  } catch (error) {
    return { kind: "thrown", error };
  }
}

/** Returns whether an alias that leads nowhere throws an error, or a function of a recipe. */
const isOfSchema = (error: unknown): boolean =>
  error instanceof KeyError || error instanceof ValueError || String(error).startsWith(`TypeError: ${BUG}`);

function testOf(engine: Engine, validator: Validator, { source, limits }: Step): Outcome {
  try {
    return { kind: "value", value: engine.test(validator, source, limits) };
  } catch (error) {
    return { kind: "thrown", error };
  }
}

/** Everything an error says, as plain data. */
function plainError(error: ValidationError): unknown {
  return {
    class: error.constructor,
    name: error.name,
    truncated: error.truncated,
    context: error.context,
    length: error.length,
    text: error.length < 4 ? String(error) : "",
    messages: error.length < 200 ? error.issues.map(({ message, alternative }) => [message, alternative]) : [],
    errors: Array.from(error, (one) => {
      const { expected, actual, reason, cause } = one as JsonDecodeError;
      const { context, offset, line, column } = one;
      return { class: one.constructor, context, expected, actual, reason, cause, offset, line, column };
    }),
  };
}

/** Validates the steps with both engines, the reference first; what they disagree on first, if anything. */
export function compare(
  reference: Engine,
  other: Engine,
  { recipe, steps }: Case,
  tally?: Tally,
): Difference | undefined {
  const { now } = Date;
  // Limits relative to the current moment are part of errors.
  Date.now = () => 1_700_000_000_123;
  try {
    const validator = build(recipe);
    for (const [step, one] of steps.entries()) {
      const difference = compareStep(reference, other, validator, one, step, tally);
      if (difference !== undefined) return { ...difference, step };
    }
    return undefined;
  } finally {
    Date.now = now;
  }
}

function compareStep(
  reference: Engine,
  other: Engine,
  validator: Validator,
  step: Step,
  index: number,
  tally: Tally | undefined,
): Omit<Difference, "step"> | undefined {
  const before = typeof step.source === "string" ? undefined : Uint8Array.from(step.source);
  calls.count = 0;
  const expected = parse(reference, validator, step);
  const expectedCalls = calls.count;
  calls.count = 0;
  const actual = parse(other, validator, step);
  if (tally !== undefined) count(tally, expected, calls.count - expectedCalls);
  if (!same(expected, actual)) return { what: "outcome", expected, actual };
  if (expected.kind === "value" && !sameAttributes(expected.value, (actual as typeof expected).value)) {
    return { what: "attributes", expected, actual };
  }
  if (before !== undefined && Buffer.compare(before, step.source as Uint8Array) !== 0) {
    return { what: "the caller's bytes", expected: before, actual: step.source };
  }
  // What a call leaves behind shows in the next; now and then is enough.
  if (index % 4 === 0) {
    const again = parse(other, validator, step);
    if (!same(expected, again)) return { what: "outcome of a second call", expected, actual: again };
    if (actual.kind === "value" && again.kind === "value" && share(actual.value, again.value)) {
      return { what: "objects two results share", expected: "none", actual: again };
    }
  }
  const expectedTest = testOf(reference, validator, step);
  const actualTest = testOf(other, validator, step);
  // A verdict that is false need not get to an alias that leads nowhere, or to a function that throws.
  if (
    expectedTest.kind === "thrown" &&
    isOfSchema(expectedTest.error) &&
    same(actualTest, { kind: "value", value: false })
  )
    return undefined;
  if (!same(expectedTest, actualTest)) return { what: "verdict", expected: expectedTest, actual: actualTest };
  return undefined;
}

function count(tally: Tally, outcome: Outcome, calls: number): void {
  tally.pairs++;
  if (outcome.kind === "value") tally.values++;
  else if (outcome.kind === "thrown") tally.thrown++;
  else if ((outcome.error as { name: string }).name === "JsonDecodeError") tally.undecoded++;
  else tally.errors++;
  if (calls < 0) tally.fewerCalls++;
  if (calls > 0) tally.moreCalls++;
}

/** The case a seed stands for. */
export function randomCase(seed: number): Case {
  const random = new Random(seed);
  const recipe = randomRecipe(random);
  const steps = Array.from({ length: randomLength(random) }, () => {
    return { source: randomDocument(random, recipe), limits: randomLimits(random) };
  });
  return { recipe, steps };
}

/** Texts for a validator: enough, now and then, for an engine that gets faster with use. */
function randomLength(random: Random): number {
  if (random.chance(0.03)) return 100;
  return random.chance(0.001) ? 1200 : 10;
}

function randomLimits(random: Random): JsonLimits | undefined {
  if (random.chance(0.6)) return undefined;
  const limits: JsonLimits = {};
  if (random.chance(0.5)) limits.maxErrors = random.pick([0, 1, 1, 2, 3, 5, 10]);
  if (random.chance(0.3)) limits.maxDepth = random.pick([0, 1, 2, 3, 4, 5, 8, 1024]);
  if (random.chance(0.1)) limits.maxBytes = random.pick([0, 1, 10, 50, 100, 1000]);
  return limits;
}

/** Which cases to validate. */
export interface Range {
  /** The seed of the first case; each of the next has the next. */
  readonly first: number;
  readonly pairs: number;
  /** Counts what the addon makes of the validators of every eighth. */
  readonly kinds?: Kinds;
}

/** How the addon answered its calls. */
export interface Calls {
  native: number;
  delegated: number;
  fellBack: number;
}

/** How often something was met, and how the addon answered where it was. */
export type Met = Calls & { cases: number };

/** What became of a range of cases. */
export interface Findings {
  readonly tally: Tally;
  readonly differences: Found[];
  readonly calls: Calls;
  /** The same for the cases with something in them that has been trouble. */
  readonly suspects: Partial<Record<Suspect, Met>>;
}

/** A case that shows a difference, as small as it gets. */
export interface Found {
  readonly seed: number;
  readonly smallest: Case;
  readonly difference: Difference;
}

/** The most differences that are made small; those after are counted only. */
const MAX_FOUND = 5;

/** Validates random cases with the addon and the reference; the engines of the addon take turns. */
export function compareCases(engines: readonly NativeEngine[], { first, pairs, kinds }: Range): Findings {
  const tally = emptyTally();
  const differences: Found[] = [];
  const calls: Calls = { native: 0, delegated: 0, fellBack: 0 };
  const suspects: Findings["suspects"] = {};
  for (let seed = first; tally.pairs < pairs && differences.length < MAX_FOUND; seed++) {
    const one = randomCase(seed);
    const native = engines[seed % engines.length] as NativeEngine;
    const before = { ...native.tally };
    const difference = compare(pure, native, one, tally);
    const met = [
      ...suspectsIn(
        one.recipe,
        one.steps.map(({ source }) => source),
      ),
    ].map((suspect) => {
      suspects[suspect] ??= { cases: 0, native: 0, delegated: 0, fellBack: 0 };
      return suspects[suspect];
    });
    for (const each of met) each.cases++;
    for (const name of ["native", "delegated", "fellBack"] as const) {
      for (const each of [calls, ...met]) each[name] += native.tally[name] - before[name];
    }
    // It has to compile the validator again.
    if (kinds !== undefined && seed % 4 === 0) countKinds(build(one.recipe), kinds);
    if (difference === undefined) continue;
    const { what } = difference;
    const smallest = shrink(one, (candidate) => compare(pure, native, candidate)?.what === what);
    differences.push({ seed, smallest, difference: compare(pure, native, smallest) ?? difference });
  }
  return { tally, differences, calls, suspects };
}

/** A difference, and how to see it again: the validator and the texts. */
export function explain({ seed, smallest, difference }: Found): string {
  const { what, expected, actual, step } = difference;
  return `seed ${seed}: ${what}, text ${step + 1}: ${differenceOf(expected, actual)}\n${printed(smallest)}`;
}
