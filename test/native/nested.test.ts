import { once } from "node:events";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pure } from "../../src/core/json/pure.ts";
import {
  AllOf,
  Bool,
  Const,
  Default,
  Dict,
  Int,
  instances,
  LazyRef,
  List,
  OneOf,
  Str,
  Tuple,
  type Validator,
} from "../../src/index.ts";
import { sweep } from "../support/sweep.ts";
import { native } from "./addon.ts";
import { same } from "./same.ts";

/** How a call was answered: by the addon alone, or by the TypeScript engine. */
function answered<T>(call: () => T): { answer: T; by: "native" | "fellBack" } {
  const before = native?.tally.fellBack;
  const answer = call();
  return { answer, by: native?.tally.fellBack === before ? "native" : "fellBack" };
}

describe.skipIf(native === undefined)("levels inside each other", () => {
  /** The default of `maxDepth`. */
  const DEEP = 512;
  const lists = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  const objects = (levels: number) => `${'{"c":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`;
  const object = (alias: string) => Dict({ c: LazyRef(alias) }, { optional: ["c"] });
  const tagged = (kind: string) => Dict({ child: LazyRef("tags"), kind: Const(kind) }, { optional: ["child"] });
  const tags = (levels: number) => `${'{"child":'.repeat(levels - 1)}{"kind":"c"}${',"kind":"c"}'.repeat(levels - 1)}`;
  /** By alias. */
  const kinds: [string, Validator, (levels: number) => string][] = [
    ["lists", List(LazyRef("lists")), lists],
    ["objects", object("objects"), objects],
    ["lists in a OneOf", OneOf(Int(), List(LazyRef("lists in a OneOf"))), lists],
    ["objects in a OneOf", OneOf(Const(1), object("objects in a OneOf")), objects],
    ["objects in an AllOf", AllOf(object("objects in an AllOf")), objects],
    // As many validators as the limits allow, and so costly that verdicts are memoized.
    ["tags", OneOf(OneOf([tagged("a"), tagged("c")], { discriminator: "kind" }), tagged("b")), tags],
  ];
  for (const [alias, validator] of kinds) instances.put(alias, validator);

  test.each(kinds)(`the addon answers ${DEEP} %s by itself`, (_, validator, textOf) => {
    const text = textOf(DEEP);
    expect(answered(() => validator.isJson(text))).toEqual({ answer: true, by: "native" });
    const { answer, by } = answered(() => validator.json(text));
    expect(by).toBe("native");
    expect(JSON.stringify(answer)).toBe(text);
    expect(validator.safeJson(textOf(DEEP + 1)).ok).toBe(false);
  });

  test.each([4, 1])("also in a worker with a stack of %d MB", async (stackSizeMb) => {
    const workerData = kinds.map(([alias, validator, textOf]) => {
      return { alias, dump: validator.dump(), text: textOf(DEEP) };
    });
    const url = new URL("deep-worker.mjs", import.meta.url);
    const worker = new Worker(url, { workerData, resourceLimits: { stackSizeMb } });
    const [counts] = await once(worker, "message");
    await worker.terminate();
    expect(counts).toEqual({ stackSizeMb, valid: 2 * kinds.length, native: 2 * kinds.length });
  });

  test.each(kinds)("%s are validated wherever on its stack JavaScript is", (_, validator, textOf) => {
    const text = textOf(DEEP);
    let deepest = 0;
    const verdicts = new Set<boolean>();
    const descend = (depth: number): void => {
      deepest = depth;
      if (depth % 200 === 0) verdicts.add(validator.isJson(text));
      descend(depth + 1);
    };
    // The end of the stack comes here, or in a call: the process goes on.
    expect(() => descend(0)).toThrow(RangeError);
    expect(deepest).toBeGreaterThan(1000);
    expect([...verdicts]).toEqual([true]);
    expect(validator.isJson(text)).toBe(true);
  });
});

describe.skipIf(native === undefined)("pipelines inside each other", () => {
  const tagged = (alias: string, kind: string, params = {}) =>
    Dict({ child: LazyRef(alias, params), kind: Const(kind) }, { optional: ["child"] });
  const text = (depth: number, innermost: string, kind = "c") =>
    `${'{"child":'.repeat(depth)}${innermost}${`,"kind":"${kind}"}`.repeat(depth)}`;

  const unions: Record<string, Validator> = {
    "of tags that come last": OneOf(
      ["a", "b", "c"].map((kind) => tagged("nested.union", kind)),
      {
        alias: "nested.union",
      },
    ),
    "of tags that come last, behind references that count": OneOf(
      ["a", "b", "c"].map((kind) => tagged("nested.counted", kind, { maxdepth: 1000 })),
      { alias: "nested.counted" },
    ),
    "of which each must pass twice": AllOf(
      [0, 1].map(() => OneOf(tagged("nested.twice", "a"), tagged("nested.twice", "c"))),
      { alias: "nested.twice" },
    ),
    "of 50 constants and such a one": OneOf(
      [...Array.from({ length: 50 }, (_, value) => Const(value)), tagged("nested.constants", "c")],
      { alias: "nested.constants" },
    ),
  };

  describe.each(Object.keys(unions))("unions %s", (name) => {
    const union = unions[name] as Validator;

    test.each([1, 10, 30, 170, 400])("valid, %i levels of them: the addon has value and verdict", (depth) => {
      const given = text(depth, '{"kind":"c"}');
      expect(answered(() => union.isJson(given))).toEqual({ answer: true, by: "native" });
      expect(answered(() => union.json(given))).toEqual({ answer: JSON.parse(given), by: "native" });
    });

    test.each([1, 10, 30, 170, 400])("invalid, %i levels of them: the addon has the verdict", (depth) => {
      const given = text(depth, '{"kind":"d"}');
      expect(answered(() => union.isJson(given))).toEqual({ answer: false, by: "native" });
    });

    test.each([
      ["a key that comes twice", text(8, '{"kind":"d","kind":"c"}'), true],
      ["what is not JSON", `${text(8, '{"kind":"c"}')}]`, false],
    ])("%s is found, however deep", (_, given, valid) => {
      expect(union.isJson(given)).toBe(valid);
      expect(union.safeJson(given).ok).toBe(valid);
    });
  });

  test("failures beside a deep value that is valid are the addon's", () => {
    const any = OneOf([Const(null), Bool(), Int(), Str(), List(LazyRef("nested.any"))], { alias: "nested.any" });
    const validator = Tuple(any, Int());
    for (const depth of [10, 70, 300]) {
      const given = `[${"[".repeat(depth)}${"]".repeat(depth)},"x"]`;
      const { answer, by } = answered(() => validator.safeJson(given));
      expect([String(answer.error), by]).toEqual([
        String((pure.parse(validator, given) as { error?: unknown }).error),
        "native",
      ]);
    }
    instances.delete("nested.any");
  });

  test("whatever the unions and the text are, the engines are of one opinion", () => {
    let run = 0;
    const kinds = fc.constantFrom("a", "b", "c");
    const step = fc.record({ kind: kinds, max: fc.option(fc.integer({ min: 0, max: 8 }), { nil: undefined }) });
    const tree = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 7, depthSize: "max", withCrossShrink: true },
        fc.constantFrom(0, 1, "x", null),
        fc.record({ child: tie("node"), kind: kinds }),
        fc.record({ child: tie("node"), items: fc.array(tie("node"), { maxLength: 2 }), kind: kinds }),
      ),
    })).node;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), fc.boolean(), tree, (steps, both, value) => {
        const alias = `nested.random.${run++}`;
        const members = steps.map(({ kind, max }) =>
          Dict(
            { child: LazyRef(alias, { maxdepth: max }), items: List(LazyRef(alias)), kind: Const(kind) },
            { optional: ["items"] },
          ),
        );
        const either = OneOf([Int({ max: 0 }), ...members]);
        const validator = both ? AllOf([either, either], { alias }) : OneOf([either, Const("x")], { alias });
        const given = JSON.stringify(value);
        expect(validator.isJson(given)).toBe(pure.test(validator, given));
        const [actual, expected] = [validator.safeJson(given), pure.parse(validator, given)];
        expect(actual.ok).toBe(expected.ok);
        if (actual.ok && expected.ok) expect(same(actual.value, expected.value)).toBe(true);
        else expect(String(actual)).toBe(String(expected));
      }),
      { numRuns: sweep(40, 200) },
    );
  });
});

describe.skipIf(native === undefined)("references with maxdepth", () => {
  const errorOf = (result: { readonly error?: unknown }): string => String(result.error);
  const inCircle: Record<string, () => Validator> = {
    "in a circle of references": () => LazyRef("nested.b", { maxdepth: 1, alias: "nested.a" }),
    "in a circle through a OneOf": () => OneOf([LazyRef("nested.b", { maxdepth: 1 })], { alias: "nested.a" }),
    "in a circle through a Default": () =>
      Default(LazyRef("nested.b", { maxdepth: 1 }), 1, { alias: "nested.a" }) as Validator,
  };

  test.each(Object.entries(inCircle))("%s end in the same error on both engines", (_name, make) => {
    make();
    LazyRef("nested.a", { alias: "nested.b" });
    const circle = LazyRef("nested.a");
    expect(errorOf(circle.safeJson("1"))).toBe(errorOf(pure.parse(circle, "1")));
    expect(circle.isJson("1")).toBe(false);
    for (const alias of ["nested.a", "nested.b"]) instances.delete(alias);
  });

  test("that go down a level each time are the addon's own", () => {
    const tree = Dict(
      { child: LazyRef("nested.tree", { maxdepth: 3 }) },
      { optional: ["child"], alias: "nested.tree" },
    );
    expect(answered(() => tree.isJson('{"child":{"child":{}}}'))).toEqual({ answer: true, by: "native" });
    instances.delete("nested.tree");
  });
});
