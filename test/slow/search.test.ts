import { afterEach, describe, expect, test } from "vitest";
import type { Failed, Report, Validator } from "../../src/index.ts";
import * as library from "../../src/index.ts";
import { Random } from "../native/random.ts";
import { build } from "../native/recipe.ts";
import { sweep } from "../support/sweep.ts";
import { type Cost, excess, STRETCHED, stretchedTextsOf, textsOf, validatorsIn } from "./price.ts";
import { type Entry, type Outcome, search } from "./search.ts";
import { mutated, randomSpecimen, type Specimen, schemaSpecimen } from "./specimen.ts";
import { growthOf, levelsOf, partsOf, reordered, textOf, treeOf } from "./tree.ts";

const LIMIT = 4096;

describe("texts that grow", () => {
  const random = new Random(1);
  let specimen = randomSpecimen(random);
  const specimens = Array.from({ length: 300 }, () => {
    specimen = random.chance(0.2) ? randomSpecimen(random) : mutated(random, specimen);
    return specimen;
  });

  test("are JSON in every size, no longer than the limit, and none shorter than the one before", () => {
    for (const { tree } of specimens) {
      const texts = [...textsOf(tree)];
      for (const { text } of texts) {
        expect(() => JSON.parse(text)).not.toThrow();
        expect(text.length).toBeLessThanOrEqual(LIMIT);
      }
      const lengths = texts.map(({ text }) => text.length);
      expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    }
    for (const growth of ["deeper", "more", "longer"]) {
      expect(specimens.filter(({ tree }) => growthOf(tree) === growth).length, growth).toBeGreaterThan(10);
    }
  });

  test("are JSON of almost a megabyte where a part is stretched: a string, an array or an object", () => {
    const texts = [...stretchedTextsOf(treeOf('{"a":[{"b":"cd"},""],"e":[1]}'))].map(({ text }) => text);
    expect(texts.map((text) => text.length > 0.7 * STRETCHED && text.length <= STRETCHED)).toEqual([true, true, true]);
    const [a, b, c] = texts.map((text) => JSON.parse(text));
    expect([a.a[1].length > 1e5, b.e.length > 1e5, Object.keys(c.a[0]).length > 1e4]).toEqual([true, true, true]);
    for (const { tree } of specimens.slice(0, sweep(8, 40))) {
      for (const { text } of stretchedTextsOf(tree)) expect(() => JSON.parse(text)).not.toThrow();
    }
  });

  test("say what the text said that they were made of", () => {
    for (const text of ['{"a":[1,-2.5e3,"x\\"y"],"b":{}}', "[[],[null,true]]", '"a"', "0"]) {
      expect(textOf(treeOf(text), 1, LIMIT)).toBe(text);
    }
  });

  test("nest what is nested, repeat what is repeated, and number its keys", () => {
    const nested = { shell: { items: [{ leaf: "1" }, { hole: true }] }, core: { leaf: "2" } } as const;
    expect(textOf(nested, 3, LIMIT)).toBe("[1,[1,[1,2]]]");
    expect(textOf({ members: [['"k"', { many: { leaf: "1" } }]] }, 3, LIMIT)).toBe('{"k":1,"k1":1,"k2":1}');
    expect(textOf({ leaf: '"ab!"', repeat: [1, 3] }, 3, LIMIT)).toBe('"ababab!"');
    expect(textOf({ items: [{ many: { leaf: "1" } }] }, LIMIT, LIMIT)).toBeUndefined();
    const full = { shell: { items: [{ leaf: "1" }] }, core: { leaf: "2" } } as const;
    const fullInEachOther = { shell: { shell: full, core: full }, core: full } as const;
    expect(textOf(fullInEachOther, LIMIT, LIMIT), "a shell without a hole").toBe("[1]");
  });

  test("have so many levels", () => {
    expect(['"[["', "[]", '[{"[":1},2]', "[[],[[[]]],[[]]]"].map(levelsOf)).toEqual([0, 1, 2, 4]);
  });

  test("may have their keys in another order, which is all that changes", () => {
    const tree = treeOf('[{"a":1,"b":2,"c":3},{"a":1,"b":2,"c":3}]');
    const keys = partsOf(reordered(new Random(3), tree)).flatMap(({ tree: part }) =>
      "members" in part ? [part.members.map(([key]) => key)] : [],
    );
    expect(keys.length).toBe(2);
    expect(new Set(keys.flat()).size).toBeLessThanOrEqual(3);
    expect(keys.map((some) => some.join())).not.toEqual(['"a","b","c"', '"a","b","c"']);
  });
});

describe("specimens made from JSON Schemas", () => {
  const random = new Random(2);
  const specimens = Array.from({ length: 400 }, () => schemaSpecimen(random)).filter((one) => one !== undefined);

  test("are built as they are, and some of their documents are valid", () => {
    const verdicts = specimens.map(({ recipe, tree }) =>
      build(recipe).is(JSON.parse(textOf(tree, 1, Number.POSITIVE_INFINITY) as string)),
    );
    for (const verdict of [true, false]) expect(verdicts.filter((one) => one === verdict).length).toBeGreaterThan(20);
  });

  test("have all that JSON Schema has, and references to themselves", () => {
    const text = JSON.stringify(specimens);
    for (const name of ["If", "Not", "Closed", "LazyRef", "contains", "unique_items", "exclusive"])
      expect(text, name).toContain(`"${name}"`);
  });
});

describe("the search", () => {
  /** Steps of a call after which it counts as one that does not end. */
  const MOST_STEPS = 30_000;
  const { AllOf, Any, Bool, Const, Dict, Float, Int, LazyRef, List, OneOf, Str, Tuple } = library;
  const CLASSES = [AllOf, Any, Bool, Const, Dict, Float, Int, LazyRef, List, OneOf, Str, Tuple];
  const restore: (() => void)[] = [];
  let steps = 0;

  afterEach(() => {
    for (const undo of restore.splice(0).reverse()) undo();
  });

  type Check = (this: Validator, input: unknown, report: Report) => unknown | Failed;

  function replaceCheck({ prototype }: { prototype: object }, change: (check: Check) => Check): void {
    const own = prototype as { check: Check };
    const { check } = own;
    const inherited = !Object.hasOwn(own, "check");
    own.check = change(check);
    restore.push(() => {
      if (inherited) Reflect.deleteProperty(own, "check");
      else own.check = check;
    });
  }

  /** Each check of a built-in validator is a step. */
  function countSteps(): void {
    for (const one of CLASSES) {
      replaceCheck(
        one as unknown as { prototype: object },
        (check) =>
          function (input, report) {
            if (++steps > MOST_STEPS) throw new RangeError("too many steps");
            return check.call(this, input, report);
          },
      );
    }
  }

  /** The defect to be found: a Str that takes n * n steps for n characters. */
  function plant(): void {
    replaceCheck(
      Str as unknown as { prototype: object },
      (check) =>
        function (input, report) {
          steps += typeof input === "string" ? input.length ** 2 : 0;
          return check.call(this, input, report);
        },
    );
  }

  function stepsOf({ recipe, tree }: Specimen): Cost[] {
    // The work of patterns, and of validators that throw errors at each other, is no steps.
    if (/"pattern"|"Wrapped"|"Pairs"/.test(JSON.stringify(recipe))) return [];
    let worst: Cost | undefined;
    for (const { size, text } of textsOf(tree)) {
      steps = 0;
      let outcome: Cost["outcome"] = "did not end";
      try {
        outcome = build(recipe).is(JSON.parse(text)) ? "valid" : "invalid";
      } catch {
        // Too many steps; or changed at random, it is no validator any more.
      }
      // A reference that leads to itself only is followed 2,052 times.
      const allowed = 5000 + 10 * validatorsIn(recipe) * text.length;
      const cost: Cost = { call: "is", outcome, size, bytes: text.length, work: steps, allowed };
      if (worst === undefined || excess(cost) > excess(worst)) worst = cost;
      if (excess(cost) > 1) break;
    }
    return worst === undefined ? [] : [worst];
  }

  /** A search until it is over, or has found something that is slow because of the defect. */
  async function run(seed: number, evaluations: number): Promise<Outcome> {
    const outcome: Outcome = { evaluations: 0, best: new Map(), findings: new Map() };
    const isFound = (): boolean => [...outcome.findings.values()].some(isPlanted);
    await search(
      {
        random: new Random(seed),
        evaluate: async (specimen) => stepsOf(specimen),
        isOver: () => outcome.evaluations >= evaluations || isFound(),
        bound: 1,
      },
      outcome,
    );
    return outcome;
  }

  /** What refers to itself may take many steps for reasons of its own. */
  const isPlanted = ({ specimen }: Entry): boolean => !JSON.stringify(specimen.recipe).includes('"LazyRef"');

  test("finds a validator that takes too many steps", async () => {
    countSteps();
    plant();
    const { findings } = await run(1, 3000);
    const planted = [...findings.values()].filter(isPlanted);
    expect(planted.length).toBe(1);
    const [{ specimen, cost }] = planted as [Entry];
    expect(excess(cost)).toBeGreaterThan(1);
    expect(JSON.stringify(specimen.recipe)).toContain('"Str"');
    // Without the defect it is within the bound.
    for (const undo of restore.splice(0).reverse()) undo();
    countSteps();
    expect(
      stepsOf(specimen)
        .map(excess)
        .every((value) => value < 1),
    ).toBe(true);
  });

  test("does the same for the same seed", async () => {
    countSteps();
    expect(await run(2, 40)).toEqual(await run(2, 40));
  });
});
