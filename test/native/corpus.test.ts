import { describe, expect, test } from "vitest";
import { engineInUse } from "../../src/core/json/in-use.ts";
import { cases } from "../json/corpus.ts";
import { sweep } from "../support/sweep.ts";
import { native } from "./addon.ts";
import { compareCorpus, contradicted, recipes } from "./corpus.ts";
import { differenceOf } from "./same.ts";

test("the engine in use validates the byte corpus as is recorded in it", () => {
  for (const one of cases) expect(contradicted(engineInUse(), one), one.id).toBeUndefined();
  expect(cases.length).toBeGreaterThan(2000);
});

if (native !== undefined) {
  const engine = native;
  describe("the byte corpus is validated alike by the addon and the reference", () => {
    test.each(Object.keys(recipes))("with a validator of %s", (name) => {
      const before = engine.tally.native;
      const { tally, differences } = compareCorpus(engine, {
        maxSize: 20_000,
        recipes: [name],
        mutations: sweep(31, 1),
      });
      const shown = differences.map(({ text, difference: { what, expected, actual } }) => {
        return `${text}: ${what}: ${differenceOf(expected, actual)}`;
      });
      expect(shown).toEqual([]);
      expect(tally.pairs).toBeGreaterThan(sweep(800, 5000));
      expect(engine.tally.native - before).toBeGreaterThan(500);
    });
  });
}
