/** The code that writes texts: it gives the text of what `encode` returns, or the errors of the checks. */
import { afterEach, describe, expect, test } from "vitest";
import { execution } from "../../src/engines/fast/mode.ts";
import * as v from "../../src/index.ts";
import { answeredBy, keepMode } from "../fast/mode.ts";

keepMode();
const { copiesArrays } = execution;
afterEach(() => {
  execution.copiesArrays = copiesArrays;
});

const { AllOf, Any, Bool, Check, Const, Dict, Float, Int, List, Nullable, OneOf, Optional, Str, Tuple } = v;

/** JSON text with bigints as numbers. */
const json = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `<${one}>` : one)).replace(/"<(\d+)>"/g, "$1");

/** Outcomes of the checks, and of generated code that copies arrays or does not. */
function outcomes(make: () => v.Validator, value: () => unknown, limits?: v.Limits): string[] {
  const outcome = (mode: "check" | "compiled", copies: boolean): string => {
    execution.mode = mode;
    execution.copiesArrays = copies;
    const validator = make();
    const result = validator.safeStringify(value(), limits);
    const text = result.ok ? result.value : String(result.error);
    const encoded = validator.safeEncode(value(), limits);
    if (encoded.ok && mode === "check") expect(text).toBe(json(encoded.value));
    return text;
  };
  const checked = outcome("check", false);
  let written: string[] = [];
  expect(answeredBy(() => (written = [outcome("compiled", false), outcome("compiled", true)]))).toBe(4);
  return [checked, ...written];
}

const user = () =>
  Dict(
    {
      id: Int(),
      'na"me': Str({ maxlen: 9 }),
      on: Bool(),
      rate: Float(),
      tags: List(Str(), { maxlen: 3 }),
      note: Str({ nullable: true }),
    },
    { optional: ["note"] },
  );
const valid = { id: 1, 'na"me': 'A"\n', on: true, rate: 0.5, tags: ["a", "\\"], note: null };
const options = () => Dict({ a: Optional(Int()), b: Optional(Str()), c: Optional(List(Int())) });
const mixed = () => Dict({ a: Optional(Str()), b: Str(), c: Optional(Str()), d: Int() });
const union = () =>
  OneOf([Dict({ t: Const("a"), x: Str() }), Dict({ t: Const("b"), y: List(Int()) })], { discriminator: "t" });
const subsets = (value: object): object[] =>
  Object.entries(value).reduce<object[]>(
    (all, [key, one]) => all.flatMap((some) => [some, { ...some, [key]: one }]),
    [{}],
  );

const CASES: readonly (readonly [name: string, make: () => v.Validator, values: readonly unknown[]])[] = [
  ["primitives", () => Str(), ["", "a", '"', "\ud800", 5, null]],
  ["numbers", () => Float(), [0, -0, 1e21, 5e-324, -1.5, 0.1, Number.MAX_VALUE, Number.NaN, 1 / 0, "1"]],
  ["NaN", () => Dict({ a: Float({ nan: true, inf: true }) }), [{ a: 1 }, { a: Number.NaN }, { a: -1 / 0 }]],
  [
    "integers",
    () => Dict({ a: Int({ bigint: true }), b: Int() }),
    [
      { a: 1n, b: 5n },
      { a: 10n ** 30n, b: 1 },
      { a: 1, b: 2 ** 53 },
    ],
  ],
  [
    "options",
    () => Dict({ a: Str({ options: ["x", 'y"'] }), b: Const(-0), c: Const(null) }),
    [
      { a: 'y"', b: 0, c: null },
      { a: "z", b: 1 },
    ],
  ],
  [
    "coerced",
    () => Dict({ a: Int({ coerce: true }), b: Str({ case: "upper", strip: true }) }),
    [
      { a: 1, b: "\u00e9\u2028" },
      { a: "1", b: "" },
    ],
  ],
  [
    "objects",
    user,
    [valid, { ...valid, note: 'n"' }, { ...valid, id: "1", tags: [1, 2, 3, 4] }, { ...valid, x: 1 }, {}, null, [], "a"],
  ],
  ["members in another order", user, [Object.fromEntries(Object.entries(valid).reverse())]],
  [
    "without a prototype",
    user,
    [Object.assign(Object.create(null), valid), Object.assign(Object.create({ id: 1 }), valid)],
  ],
  ["optional keys", options, subsets({ a: 1, b: '"', c: [1, 2] }).concat([{ a: undefined, b: "b" }, { c: [""] }])],
  [
    "optional keys before a required one",
    mixed,
    subsets({ a: "1", b: "2", c: "3", d: 4 }).concat([{ b: "2", d: 4, a: "1" }]),
  ],
  [
    "keys like others",
    () => Dict({ ["__proto__"]: Str(), 1: Int(), toJSON: Str() }),
    [JSON.parse('{"__proto__":"a","1":2,"toJSON":"b"}')],
  ],
  [
    "strange keys",
    () => Dict({ '" + "': Str(), "\u2028\\": Str(), "": Int() }),
    [{ '" + "': "a", "\u2028\\": "b", "": 1 }],
  ],
  [
    "many keys",
    () => Dict(Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`k${i}`, Int()]))),
    [Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`k${i}`, i]))],
  ],
  ["dropped keys", () => Dict({ a: Int(), b: Optional(Str()) }, { dispose: ["b"] }), [{ a: 1, b: 2 }]],
  ["other keys", () => Dict({ a: Int() }, { extra: [Str(), Str()] }), [{ a: 1, b: '"' }, { a: 1 }, { b: 1 }]],
  [
    "kept keys",
    () => Dict({ a: Int() }, { unknown: "keep" }),
    [
      { a: 1, b: [null] },
      { a: 1, b: new Date() },
    ],
  ],
  ["sizes", () => Dict({ a: Optional(Int()), b: Optional(Int()) }, { minlen: 1, maxlen: 1 }), subsets({ a: 1, b: 2 })],
  ["arrays", () => List(Int(), { minlen: 1 }), [[1], [1, 2, -0], [], ["a", 1], Array(3), new Uint8Array(1)]],
  [
    "arrays of objects",
    () => List(user(), { minlen: 1 }),
    [0, 1, 3, 4, 5]
      .map((length) => Array(length).fill(valid))
      .concat([
        [valid, 1, valid],
        [1, 2, 3, 4, 5, 6],
      ]),
  ],
  [
    "distinct items",
    () => List(Dict({ a: Int() }), { unique: true, maxlen: 1 }),
    [
      [{ a: 1 }, { a: 1 }],
      [{ a: 1 }, { a: 2 }],
    ],
  ],
  ["nested arrays", () => List(List(List(Str()))), [[[["a"], []], []], [[[1]]]]],
  [
    "tuples",
    () => Dict({ a: Tuple(Int()), b: Tuple(Str(), Int(), user()) }),
    [
      { a: [1], b: ["a", 1, valid] },
      { a: [], b: [1, "a", {}] },
      { a: [1], b: [] },
    ],
  ],
  ["unions", union, [{ t: "a", x: '"' }, { t: "b", y: [1] }, { t: "c" }, { t: "b", y: ["1"] }, { y: [], t: "b" }, 1]],
  [
    "other unions",
    () => List(OneOf(Int(), Str(), Dict({ a: Str() }), List(Bool()))),
    [
      [1, "a", { a: "b" }, [true]],
      [{ a: 1 }, null],
    ],
  ],
  [
    "nullable",
    () => Dict({ a: Nullable(user()), b: Nullable(List(Int())), c: Nullable(Int()) }),
    [
      { a: null, b: null, c: null },
      { a: valid, b: [1], c: 1 },
    ],
  ],
  [
    "chains",
    () =>
      Dict({
        a: AllOf(Str(), Str({ minlen: 2 })),
        b: AllOf(
          user(),
          Check(() => true),
        ),
      }),
    [
      { a: 'a"', b: valid },
      { a: "a", b: {} },
    ],
  ],
  [
    "values of other types",
    () => Dict({ d: v.Date({ format: "iso" }), s: v.Set(Int()), b: v.Bytes({ format: "hex" }), a: Any() }),
    [
      { d: new Date(0), s: new Set([1, 2]), b: Uint8Array.of(255), a: { x: ['"'] } },
      { d: 1, s: [1], b: "", a: new Map() },
    ],
  ],
];

describe("generated code writes what the checks do", () => {
  test.each(CASES)("%s", (_, make, all) => {
    for (const value of all) {
      const [checked, ...written] = outcomes(make, () => value);
      expect(written, checked).toEqual([checked, checked]);
      const [limited, ...others] = outcomes(make, () => value, { maxErrors: 1 });
      expect(others, limited).toEqual([limited, limited]);
    }
  });

  test("each property is read once", () => {
    const reads: string[] = [];
    const watched = (target: object): object =>
      new Proxy(target, {
        get(object, key, receiver) {
          reads.push(String(key));
          const value = Reflect.get(object, key, receiver);
          return typeof value === "object" && value !== null ? watched(value) : value;
        },
      });
    for (const copies of [false, true]) {
      execution.mode = "compiled";
      execution.copiesArrays = copies;
      const list = List(Dict({ a: Str(), b: List(Int()) }));
      const given = Array.from({ length: 5 }, () => ({ a: "x", b: [1] }));
      reads.length = 0;
      expect(list.stringify(watched(given) as never)).toBe(JSON.stringify(given));
      const count = (key: string): number => reads.filter((one) => one === key).length;
      expect(["a", "b", "4"].map(count)).toEqual([5, 5, 1]);
      // Of the outer list, and of each inner one.
      expect(count("length")).toBe(6);
    }
  });

  test("no toJSON is called, nor any other method that is inherited", () => {
    const prototypes = [Object.prototype, Array.prototype, String.prototype, Number.prototype, Boolean.prototype];
    const make = (): v.Validator => List(user());
    const [expected] = outcomes(make, () => [valid, valid, valid, valid]);
    for (const prototype of prototypes) {
      try {
        Object.defineProperty(prototype, "toJSON", { value: () => "changed", configurable: true });
        for (const copies of [false, true]) {
          execution.mode = "compiled";
          execution.copiesArrays = copies;
          expect(make().stringify([valid, valid, valid, valid])).toBe(expected);
        }
      } finally {
        Reflect.deleteProperty(prototype, "toJSON");
      }
    }
  });

  test("each UTF-16 unit is escaped as JSON.stringify does it", () => {
    execution.mode = "compiled";
    const schema = Dict({ a: Str(), b: List(Str()) });
    for (let unit = 0; unit <= 0xffff; unit++) {
      const character = String.fromCharCode(unit);
      const value = { a: `x${character}`, b: [`${character} and a text that is read by a regular expression`] };
      const text = schema.stringify(value);
      if (text !== JSON.stringify(value)) expect(text).toBe(JSON.stringify(value));
    }
    for (const text of [
      "\ud83d\ude00",
      "\ude00\ud83d",
      "\ud83d",
      `${"a".repeat(60)}\ud83d\ude00`,
      `${"a".repeat(60)}\ude00`,
    ]) {
      expect(schema.stringify({ a: text, b: [text] })).toBe(JSON.stringify({ a: text, b: [text] }));
    }
  });
});
