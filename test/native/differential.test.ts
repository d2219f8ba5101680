import { describe, expect, test } from "vitest";
import type { Engine } from "../../src/core/json/engine.ts";
import { pure } from "../../src/core/json/pure.ts";
import { expectEqual } from "../support/equal.ts";
import { sweep } from "../support/sweep.ts";
import { eager, type Kinds, native } from "./addon.ts";
import { type Case, compare, compareCases, emptyTally, explain, randomCase } from "./differential.ts";
import { parsed, printed, shrink } from "./shrink.ts";

const PAIRS = sweep(3000, 10_000);
const SEED = 1;

describe("the comparison of two engines", () => {
  const cases = Array.from({ length: 200 }, (_, index) => randomCase(index + 1));

  test("a seed stands for one case, and a case survives being printed", () => {
    for (const [index, one] of cases.entries()) {
      expectEqual(randomCase(index + 1), one);
      expectEqual(parsed(printed(one)), one);
    }
  });

  test("an engine is no different from itself; values, errors and refusals are all there", () => {
    const tally = emptyTally();
    for (const one of cases) expect(compare(pure, pure, one, tally)).toBeUndefined();
    for (const share of [tally.values, tally.errors, tally.undecoded]) expect(share).toBeGreaterThan(tally.pairs / 10);
    expect(tally.thrown).toBeGreaterThan(0);
  });

  // What an engine could get wrong, and how short the shortest text that shows it may be.
  const wrong: [string, Engine, number][] = [
    ["a zero without its sign", changed((value) => (Object.is(value, -0) ? 0 : value)), 40],
    [
      "another prototype",
      changed((value) => (isObject(value) ? Object.assign(Object.create(null), value) : value)),
      10,
    ],
    ["another order of keys", changed((value) => (isObject(value) ? reversed(value) : value)), 20],
    ["one error more", { ...pure, parse: (v, s, l) => pure.parse(v, s, { maxErrors: (l?.maxErrors ?? 9) + 1 }) }, 120],
    ["bytes in place of text", { ...pure, parse: (v, s, l) => pure.parse(v, encoded(s), l) }, 10],
    ["a verdict that is always the same", { ...pure, test: () => true }, 10],
    ["a limit of its own", { ...pure, test: (v, s) => pure.test(v, s, { maxDepth: 3 }) }, 30],
  ];

  test.each(wrong)("finds %s, and the shortest text that shows it", (_, engine, size) => {
    const failing = cases.find((one) => compare(pure, engine, one) !== undefined) as Case;
    const smallest = shrink(failing, (one) => compare(pure, engine, one) !== undefined);
    expect(compare(pure, engine, smallest)).toBeDefined();
    expect(smallest.steps.length).toBe(1);
    expect(smallest.steps[0]?.source.length).toBeLessThanOrEqual(size);
  });

  test("finds an object that two results share", () => {
    const shared = {};
    const engine: Engine = {
      ...pure,
      parse: (v, s, l) => (pure.parse(v, s, l).ok ? { ok: true, value: shared } : pure.parse(v, s, l)),
    };
    const objects: Case = {
      recipe: { root: { __class__: "Any" }, aliases: {} },
      steps: [{ source: "{}", limits: undefined }],
    };
    expect(compare(pure, engine, objects)).toMatchObject({ what: "objects two results share" });
  });
});

if (native !== undefined && eager !== undefined) {
  const engines = [native, eager];
  describe("the addon is no different from the reference", () => {
    test(`in ${PAIRS} pairs of validators and texts`, () => {
      const kinds: Kinds = {};
      const found = compareCases(engines, { first: SEED, pairs: PAIRS, kinds });
      expect(found.differences.map(explain)).toEqual([]);
      // It really was asked, and every kind of validator the addon knows was there.
      expect(found.tally.pairs).toBeGreaterThanOrEqual(PAIRS);
      const { native, delegated, fellBack } = found.calls;
      expect(native).toBeGreaterThan(0.2 * (native + delegated + fellBack));
      expect(delegated).toBeGreaterThan(0.1 * (native + delegated + fellBack));
      for (const name of [
        "AllOf",
        "Any",
        "Bool",
        "Closed",
        "Const",
        "Date",
        "Datetime",
        "Dict",
        "Float",
        "If",
        "Int",
        "LazyRef",
        "List",
        "Not",
        "OneOf",
        "Set",
        "Str",
        "Time",
        "Tuple",
      ]) {
        expect(kinds[name]?.native, name).toBeGreaterThan(PAIRS / 5000);
      }
      // What has been trouble is there too, and the addon answers it by itself.
      const suspects = ["tag-late union", "optional-heavy Dict", "bad pattern", "long number", "big integer"] as const;
      for (const name of suspects) expect(found.suspects[name]?.native, name).toBeGreaterThan(PAIRS / 500);
      console.info(`seed ${SEED}: ${JSON.stringify({ ...found.tally, ...found.calls })}`);
      console.info(JSON.stringify(kinds));
      console.info(JSON.stringify(found.suspects));
    });
  });
}

/** An engine that changes the values the reference finds, inside out. */
function changed(change: (value: unknown) => unknown): Engine {
  const apply = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(apply);
    if (!isObject(value)) return change(value);
    return change(Object.fromEntries(Object.entries(value).map(([key, member]) => [key, apply(member)])));
  };
  const parse: Engine["parse"] = (validator, source, limits) => {
    const result = pure.parse(validator, source, limits);
    return result.ok ? { ok: true, value: apply(result.value) } : result;
  };
  return { ...pure, parse };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

const reversed = (value: object): object => Object.fromEntries(Object.entries(value).reverse());
const encoded = (source: string | Uint8Array): Uint8Array =>
  typeof source === "string" ? new TextEncoder().encode(source) : source;
