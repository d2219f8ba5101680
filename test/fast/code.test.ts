import { describe, expect, test, vi } from "vitest";
import { Code } from "../../src/engines/fast/code.ts";
import { execution } from "../../src/engines/fast/mode.ts";
import { AllOf, Const, Dict, Float, Int, List, OneOf, Str, Transform, Tuple, type Validator } from "../../src/index.ts";
import { keepMode } from "./mode.ts";

keepMode();

const point = Dict({ x: Float(), y: Float() }, { nullable: true });
const shape = OneOf(
  [
    Dict({ kind: Const("circle"), at: point, radius: Float({ min: 0 }) }),
    Dict({ kind: Const("path"), at: List(point, { minlen: 1 }) }),
  ],
  { discriminator: "kind" },
);
const inEachOther = Dict(
  {
    id: Int(),
    owner: Dict({ name: Str(), home: Dict({ city: Str(), at: point }, { optional: ["at"] }) }),
    range: Tuple(Int(), Dict({ to: Int() })),
    shapes: List(shape),
    more: List(List(Dict({ a: Int() }, { defaults: { a: 1 } }))),
  },
  { optional: ["more"] },
);
const valid = () => ({
  id: 1,
  owner: { name: "a", home: { city: "b", at: { x: 1, y: 2 } } },
  range: [1, { to: 2 }],
  shapes: [
    { kind: "circle", at: null, radius: 1 },
    { kind: "path", at: [{ x: 1, y: 2 }, null] },
  ],
  more: [[{ a: 1 }, {}], []],
});

/** The value with one of its parts changed in a way, for each part and each way. */
function* damaged(make: () => unknown): Generator<unknown> {
  const replace = function* (part: unknown, put: (value: unknown) => unknown): Generator<unknown> {
    for (const other of [undefined, null, "?", -1, [], {}, [1], Object.create(null)]) yield put(other);
    if (typeof part !== "object" || part === null) return;
    for (const key of Object.keys(part)) {
      const member = (part as Record<string, unknown>)[key];
      const copy = (value: unknown) => Object.assign(Array.isArray(part) ? [...part] : { ...part }, { [key]: value });
      yield* replace(member, (value) => put(copy(value)));
    }
    if (Array.isArray(part)) return;
    yield put({ ...part, one: "too many" });
    yield put(Object.fromEntries(Object.entries(part).reverse()));
    yield put(Object.fromEntries(Object.entries(part).slice(1)));
    yield put(Object.assign(Object.create({}), part));
    yield put(new Map(Object.entries(part)));
  };
  yield* replace(make(), (value) => value);
}

function answers(schema: Validator, inputs: readonly unknown[]): unknown[] {
  return inputs.map((input) => {
    const result = schema.safe(input);
    return [schema.is(input), result.ok ? result.value : result.error.issues];
  });
}

describe("the code of members is put into the function around it", () => {
  const many = Dict(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`k${index}`, point])));
  const all = () => Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`k${index}`, { x: index, y: 0 }]));
  test.each<[string, Validator, () => unknown, number]>([
    ["members in each other", inEachOther, valid, 250],
    ["the same validator again and again, more than one function holds", many, all, 900],
  ])("%s", (_name, schema, make, least) => {
    const inputs = [make(), ...damaged(make)];
    expect(inputs.length).toBeGreaterThan(least);
    execution.mode = "check";
    const expected = answers(schema, inputs);
    execution.mode = "compiled";
    const { answered } = execution;
    expect(answers(schema, inputs)).toEqual(expected);
    // A verdict of objects that are not plain is left to the check.
    expect(execution.answered).toBeGreaterThan(answered + 1.9 * inputs.length);
    expect(expected[0]).toEqual([true, expect.anything()]);
  });

  test("two members that are wrong, at any depth, are both told of", () => {
    const twice = { ...valid(), id: "?", shapes: [{ kind: "circle", at: { x: 1 }, radius: -1 }, { kind: "none" }] };
    execution.mode = "check";
    const expected = inEachOther.safe(twice).error?.issues;
    expect(expected?.length).toBe(4);
    execution.mode = "compiled";
    expect(inEachOther.safe(twice).error?.issues).toEqual(expected);
  });
});

describe("what check does can be told apart from what generated code does by nobody", () => {
  const both = ["check", "compiled"] as const;

  test.each([
    ["of no schema", "other"],
    ["of another step", "y"],
    ["of the step", "x"],
  ])("a tag is read once, also where all objects inherit a key %s", (_name, inherited) => {
    const schema = OneOf([Dict({ kind: Const("a"), x: Int() }), Dict({ kind: Const("b"), y: Int() })], {
      discriminator: "kind",
    });
    const told = both.map((one) => {
      execution.mode = one;
      let reads = 0;
      const get = () => (reads++ === 0 ? "a" : "b");
      const tag = { get, enumerable: true };
      Object.defineProperty(Object.prototype, inherited, { value: 1, enumerable: true, configurable: true });
      try {
        const inputs = [Object.defineProperty({ x: 1 }, "kind", tag), Object.defineProperty({}, "kind", tag)];
        return inputs.map((input) => {
          reads = 0;
          return [schema.safe(input).ok, reads];
        });
      } finally {
        Reflect.deleteProperty(Object.prototype, inherited);
      }
    });
    expect(told[0]).toEqual([
      [true, 1],
      [false, 1],
    ]);
    expect(told[1]).toEqual(told[0]);
  });

  test("a getter that all objects inherit is not called for the last key", () => {
    const schema = Dict({ a: Int(), zap: Int() });
    const told = both.map((one) => {
      execution.mode = one;
      schema.is({});
      const get = vi.fn(() => 1);
      Object.defineProperty(Object.prototype, "zap", { get, enumerable: true, configurable: true });
      try {
        const own = Object.defineProperty({ a: 1 }, "zap", { value: 2, enumerable: true });
        return [schema.is({ a: 1 }), schema.safe({ a: 1 }).ok, schema.is(own), get.mock.calls.length];
      } finally {
        Reflect.deleteProperty(Object.prototype, "zap");
      }
    });
    expect(told).toEqual([
      [false, false, true, 0],
      [false, false, true, 0],
    ]);
  });

  test("a step of two unions that different keys tell apart", () => {
    const step = Dict({ kind: Const("a"), type: Const("p") });
    const byKind = OneOf(step, Dict({ kind: Const("b"), type: Const("p") }));
    const byType = OneOf(step, Dict({ kind: Const("a"), type: Const("q") }));
    const inputs = ["ap", "bp", "aq", "pp", "aa", "pa"].map(([kind, type]) => ({ kind, type }));
    const pairs = inputs.flatMap((x) => inputs.map((y) => [x, y]));
    const [expected, got] = both.map((one) => {
      execution.mode = one;
      return answers(Tuple(byKind, byType), pairs);
    });
    expect(got).toEqual(expected);
    expect(expected?.[0]).toEqual([true, pairs[0]]);
  });
});

test("a reader of the code finds words for its variables", () => {
  const others = [
    Dict({ a: Int() }, { extra: [Str(), List(point, { unique: true, maxlen: 3 })], nullable: true }),
    Dict({ a: Int(), b: Int(), c: Int(), d: Int(), e: Int() }, { optional: ["a", "b", "c", "d"], unknown: "keep" }),
    Dict(Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`key ${index}`, point])), {
      dispose: ["key 1"],
      optional: ["key 1"],
    }),
    OneOf(AllOf(Str({ minlen: 1 }), Transform(Number)), Tuple([Int(), point], { rest: shape })),
  ];
  for (const validator of [point, shape, inEachOther, ...others]) {
    for (const form of ["value", "text"] as const) {
      const code = new Code(validator).module(validator, form).replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '""');
      expect(code).toContain("return function (input, limits)");
      // A member of the caller's object has the name that the schema gives it.
      expect(code.match(/(?<![\w$.])[A-Za-z](?![\w$])/g) ?? []).toEqual([]);
    }
  }
});

test("code for a schema is written without asking each validator again for each path that leads to it", () => {
  const ask = vi.spyOn(Code.prototype, "modelOf");
  let shared: Validator = Int();
  for (let level = 0; level < 8; level++) {
    const member = shared;
    shared = Dict({ a: member, b: member, c: member, d: member });
  }
  execution.mode = "compiled";
  expect(shared.is(1)).toBe(false);
  expect(ask.mock.calls.length).toBeLessThan(5000);
  ask.mockRestore();
});

test("a value is too deep for generated code as well, where shared validators are deeper than the first way to them", () => {
  const members: Validator[] = [];
  let shared: Validator = Int();
  for (let member = 0; member < 35; member++) {
    for (let level = 0; level < 18; level++) shared = List(shared);
    members.push(shared);
  }
  let deep: unknown = 1;
  for (let level = 0; level < 35 * 18; level++) deep = [deep];
  execution.mode = "compiled";
  const { error } = Tuple(...members).safe([...Array.from({ length: 34 }, () => []), deep]);
  expect(error?.name).toBe("SchemaError");
  expect([...(error ?? [])].map(({ name }) => name)).toEqual(["RecursionMaxDepthError"]);
});
