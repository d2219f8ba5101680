/** Random validators, compiled and by the library: the same values, issues and verdicts. */
import "../support/fresh.ts";
import { describe, expect, test } from "vitest";
import type { Validator } from "../../src/index.ts";
import type { Compiled } from "../../src/runtime/index.ts";
import { inMode } from "../fast/differential.ts";
import { outcomeDifference } from "../fast/same.ts";
import { randomSchema } from "../fast/schemas.ts";
import type { Document } from "../fast/value.ts";
import { randomDocument } from "../fast/values.ts";
import { World } from "../fast/world.ts";
import { Random } from "../native/random.ts";
import { build, type Recipe } from "../native/recipe.ts";
import { sweep } from "../support/sweep.ts";
import { at } from "../time/now.ts";
import { compiled } from "./evaluate.ts";
import { Attempts, type Calls, type Encodes, encoded, type Outcome, outcome } from "./outcome.ts";

const SCHEMAS = sweep(250, 4000);
const VALUES = 10;
/** The share of the schemas that compile, at least: what is declined is not compared. */
const LEAST_COMPILED = 0.78;

/** The rules themselves. */
const CHECK = inMode("check");

/** Properties that answer differently when they are read again: the library reads each once. */
const FICKLE = /"(?:adding|deleting|changing|throwing)"/;

/** How many results were encoded. */
const ENCODED = { count: 0 };

/** Both get values that are made alike. */
function compare(validator: Validator, other: Compiled, document: Document): void {
  if (FICKLE.test(JSON.stringify(document))) return;
  const worlds = [new World(document), new World(document)] as const;
  const library: Calls = {
    safe: (value) => CHECK.safe(validator, value, undefined),
    is: (value) => CHECK.is(validator, value, undefined),
  };
  const [before, after] = [library, other].map((one, index) => {
    const value = worlds[index as 0 | 1].build();
    return outcome(() => one.safe(value));
  }) as [Outcome, Outcome];
  const difference = outcomeDifference({ kind: "value", value: before }, { kind: "value", value: after }, worlds);
  expect(difference).toBeUndefined();
  const ways = [encoded(validator as Encodes, before.value), encoded(other as Encodes, after.value)] as const;
  if ("value" in before && ways[1] !== undefined) {
    ENCODED.count++;
    const [way, back] = ways.map((value) => ({ kind: "value" as const, value }));
    expect(outcomeDifference(way as never, back as never, worlds)).toBeUndefined();
  }
  const make = (): unknown => new World(document).build();
  // A verdict may read less, and so meet no property that throws.
  const verdicts = [library, other].map((one) => verdict(() => one.is(make())));
  if (verdicts.every((one) => typeof one === "boolean")) expect(verdicts[1]).toBe(verdicts[0]);
}

/** A small module reads what JSON text holds as the library does. */
function compareAsJson(validator: Validator, small: Calls, document: Document): void {
  let text: string | undefined;
  try {
    text = JSON.stringify(new World(document).build());
  } catch {
    // It has no JSON text.
  }
  if (text === undefined) return;
  const [expected, actual] = [
    outcome(() => CHECK.safe(validator, JSON.parse(text), undefined)),
    outcome(() => small.safe(JSON.parse(text))),
  ];
  // A step may get what another has made, a time say: a small module calls all such values instances.
  const isInstance = (issue: { readonly actual?: unknown }): boolean => issue.actual === "instance";
  const isOfInstance = [expected, actual].some(({ issues }) => issues?.some(isInstance));
  if (!isOfInstance) expect(actual).toEqual(expected);
  expect(verdict(() => small.is(JSON.parse(text)))).toBe(
    verdict(() => CHECK.is(validator, JSON.parse(text), undefined)),
  );
}

function verdict(act: () => boolean): unknown {
  try {
    return act();
  } catch (thrown) {
    return String(thrown);
  }
}

function built(recipe: Recipe): Validator | undefined {
  try {
    return build(recipe);
  } catch {
    return undefined;
  }
}

describe("compiled validators", () => {
  test(`are no different from the library in ${SCHEMAS} random schemas`, () => {
    // Limits relative to the current moment are part of issues.
    at("2026-01-01T00:00:00Z");
    const failures: string[] = [];
    const attempts = new Attempts();
    for (let seed = 1; seed <= SCHEMAS; seed++) {
      const random = new Random(seed);
      const recipe = randomSchema(random);
      const validator = built(recipe);
      if (validator === undefined || failures.length > 5) continue;
      const other = attempts.compile(validator);
      if (other === undefined) continue;
      const small = compiled(validator, { small: true });
      for (let index = 0; index < VALUES; index++) {
        const document = randomDocument(random, recipe);
        try {
          compare(validator, other, document);
          compareAsJson(validator, small, document);
        } catch (error) {
          failures.push(
            `seed ${seed}: ${JSON.stringify(recipe)}\n${JSON.stringify(document)}\n${(error as Error).message.split("\n")[0]}`,
          );
          break;
        }
      }
    }
    expect(failures).toEqual([]);
    const { all, declined, share } = attempts;
    console.info(`${attempts.compiled} of ${all} compiled; declined most often ${declined[0]}`);
    expect(share).toBeGreaterThanOrEqual(LEAST_COMPILED);
  });
});
