import { describe, expect, test } from "vitest";
import * as library from "../../src/index.ts";
import { Validator } from "../../src/index.ts";
import { sweep } from "../support/sweep.ts";
import { compareCases, explain, type Kinds, randomCase } from "./differential.ts";
import { THINGS } from "./things.ts";
import { FORMS, KINDS, type Value } from "./value.ts";
import { World } from "./world.ts";

const PAIRS = sweep(1000, 6000);
const SEED = 1;

/** The share of all calls that are not left to the check, at least. */
const LEAST_ANSWERED = 0.65;

describe("values from recipes", () => {
  test("every form, kind and thing is met", () => {
    const met = new Set<string>();
    const visit = (value: unknown): void => {
      if (typeof value !== "object" || value === null) {
        met.add(String(value));
        return;
      }
      for (const member of Object.values(value)) visit(member);
    };
    for (let seed = 1; seed <= 1500; seed++) visit(randomCase(seed).steps.map(({ document }) => document));
    const rare = ["long array of holes", "proxy of a long array", "sparse array"];
    const all = [...FORMS, ...KINDS, ...Object.keys(THINGS)].filter((name) => !rare.includes(name));
    expect(all.filter((name) => !met.has(name))).toEqual([]);
  });

  test("what is done to a building is written down", () => {
    const root: Value = {
      $: "object",
      members: [
        ["a", 1, "getter"],
        ["b", { $: "array", items: [1, 2], as: "proxy" }],
      ],
    };
    const world = new World({ root, parts: [] });
    const value = world.build() as { a: number; b: number[] };
    expect([value.a, value.a, value.b[1], value.b.length]).toEqual([1, 1, 2, 2]);
    expect(world.log).toBe("read 0.a\nread 0.a\n");
    expect([...world.gets]).toEqual([
      ["1.1", 1],
      ["1.length", 1],
    ]);
    expect(world.nameOf(value.b)).toBe("#1");
  });

  test("a part is one object wherever it stands, around itself too", () => {
    const root: Value = {
      $: "array",
      items: [
        { $: "part", at: 0 },
        { $: "part", at: 0 },
      ],
    };
    const parts: Value[] = [{ $: "object", members: [["self", { $: "part", at: 0 }]] }];
    const [one, two] = new World({ root, parts }).build() as { self: unknown }[];
    expect(one).toBe(two);
    expect(one?.self).toBe(one);
  });
});

describe("generated code is no different from check", () => {
  test(`in ${PAIRS} pairs of validators and values`, () => {
    const kinds: Kinds = {};
    const { tally, differences } = compareCases({ first: SEED, pairs: PAIRS, kinds });
    expect(differences.map(explain)).toEqual([]);
    expect(tally.pairs).toBeGreaterThanOrEqual(PAIRS);
    // It really was asked, and every kind of validator was there.
    expect(tally.answered / tally.calls).toBeGreaterThanOrEqual(LEAST_ANSWERED);
    for (const name of Object.keys(library).filter((one) => isValidatorClass(one))) {
      expect(kinds[name]?.cases, name).toBeGreaterThan(PAIRS / 1000);
    }
    console.info(`seed ${SEED}: ${JSON.stringify(tally)}`);
  });
});

const isValidatorClass = (name: string): boolean => {
  const one: unknown = (library as Record<string, unknown>)[name];
  // `Pipe` and `Union` are names of classes that have another.
  return typeof one === "function" && one.prototype instanceof Validator && one.name === name;
};
