import { describe, expect, test } from "vitest";
import { schemaSize } from "../../src/core/schemas/graph.ts";
import { AllOf, Any, Const, Dict, FAILED, Int, LazyRef, List, OneOf, Str, type Validator } from "../../src/index.ts";
import { nest } from "../support/nest.ts";
import { refusal, texts } from "../support/verdict.ts";
import { measure } from "./measure.ts";

/** Members of all arrays and objects. */
const sizeOf = (value: unknown): number =>
  typeof value === "object" && value !== null
    ? Object.values(value).reduce((size: number, member) => size + sizeOf(member), 1)
    : 1;

const operation = (op: string) =>
  Dict({ op: Const(op), left: LazyRef("work.expression"), right: LazyRef("work.expression") });
const expression = OneOf([Int(), operation("add"), operation("mul"), operation("sub")], { alias: "work.expression" });
const chain = AllOf(
  [
    Dict({ next: LazyRef("work.chain") }, { optional: ["next"] }),
    Dict({ next: LazyRef("work.chain") }, { optional: ["next"] }),
  ],
  { alias: "work.chain" },
);
const next = LazyRef("work.patterns");
Dict({ next }, { optional: ["next"], patterns: { "^n": next, x: next }, alias: "work.patterns" });
const converted = LazyRef("work.converted");
Dict(
  {},
  { patterns: { "^n": converted, t$: converted }, extra: [Int({ coerce: true }), Any()], alias: "work.converted" },
);
const dependent = LazyRef("work.dependent");
Dict(
  { next: dependent },
  { optional: ["next"], dependent_schemas: { next: Dict({ next: dependent }) }, alias: "work.dependent" },
);
const marked = OneOf([...Array.from({ length: 50 }, (_, index) => Const(index)), List(LazyRef("work.marked"))], {
  alias: "work.marked",
});
const counted = OneOf(
  [
    Dict({ next: LazyRef("work.counted", { maxdepth: 400 }), tag: Const(1) }),
    Dict({ next: LazyRef("work.counted", { maxdepth: 400 }), tag: Const(2) }),
    Const(null),
  ],
  { alias: "work.counted" },
);
let pairs: Validator = Int();
let choices: Validator = OneOf(Str(), Int());
for (let i = 0; i < 60; i++) {
  pairs = AllOf(pairs, pairs);
  choices = OneOf(choices, choices);
}
const converting = OneOf(
  [
    AllOf(List(LazyRef("work.converting"), { unique: true }), List(LazyRef("work.converting"))),
    AllOf(Dict({ extra: [Str(), LazyRef("work.converting")] }), Dict({ extra: [Str(), LazyRef("work.converting")] })),
    Int({ coerce: true }),
  ],
  { alias: "work.converting" },
);
const refs = ["work.x", "work.y", "work.z"].map((alias) => LazyRef(alias, { maxdepth: 100 }));
for (const alias of ["work.x", "work.y", "work.z"]) {
  const steps = [1, 2].flatMap((tag) => refs.map((next) => Dict({ next, tag: Const(tag) })));
  OneOf([...steps, Const(null)], { alias });
}
const looped = OneOf(
  [
    Dict({ items: LazyRef("work.looped"), op: Const("a") }),
    OneOf(OneOf(LazyRef("work.looped"), LazyRef("work.looped")), Dict({ items: LazyRef("work.looped"), op: Any() })),
    Int(),
  ],
  { alias: "work.looped" },
);
const long = [LazyRef("work.long"), Int()];
OneOf(
  [Dict({ a: long[0] as Validator, z: Const(1) }), Dict({ a: AllOf(Any(), long[0] as Validator), z: Const(2) }), Int()],
  {
    alias: "work.long",
  },
);
/** Steps that leave the structure of their input, and so hand on copies of the same parts, each level anew. */
const copies = LazyRef("work.handed");
List(List(OneOf(AllOf(AllOf(copies, List(copies)), copies), OneOf(List(copies), OneOf(Const({}), copies)))), {
  alias: "work.handed",
} as never);
const copied = LazyRef("work.copied");
AllOf([List(List(List(Any()))), List(OneOf(copied, List(copied))), Const({})], { alias: "work.copied" });

describe("steps grow with the input and the schema, not with more, for", () => {
  const valid: [string, Validator, (levels: number) => unknown][] = [
    ["a union whose tag comes last", expression, (n) => nest(n, 1, (left) => ({ left, right: 1, op: "sub" }))],
    ["a union whose tag comes first", expression, (n) => nest(n, 1, (left) => ({ op: "sub", left, right: 1 }))],
    ["a pipeline that leads back to itself twice", chain, (n) => nest(n, {}, (next) => ({ next }))],
    ["keys of the schema that match patterns", next, (n) => nest(n, {}, (next) => ({ next }))],
    ["keys that match two patterns", converted, (n) => nest(n, {}, (next) => ({ next }))],
    ["dependent schemas", dependent, (n) => nest(n, {}, (next) => ({ next }))],
    ["many steps before the one that goes on", marked, (n) => nest(n, 7, (inner) => [inner])],
    ["references that count their depth", counted, (n) => nest(n, null, (next) => ({ next, tag: 2 }))],
    ["steps of different heights", LazyRef("work.long"), (n) => nest(n, 1, (a) => ({ a, z: 2 }))],
    ["steps that go on with copies", copies, (n) => nest(n, {}, (inner) => [inner])],
    ["steps that convert what others inside them convert: arrays", converting, (n) => nest(n, 1, (inner) => [inner])],
    ["steps that convert what others inside them convert: objects", converting, (n) => nest(n, 1, (a) => ({ a }))],
    [
      "aliases that each count their depth",
      refs[0] as Validator,
      (n) => nest(n % 100, null, (next) => ({ next, tag: 2 })),
    ],
  ];
  test.each(valid)("%s: valid", (_name, validator, make) => {
    for (const levels of [5, 20, 80, 120]) {
      const input = make(levels);
      const { value, steps } = measure(validator, input, 10);
      expect(value).toEqual(input);
      expect(steps).toBeLessThan(8000 + 8 * schemaSize(validator) * sizeOf(input));
    }
  });

  const invalid: [string, Validator, (levels: number) => unknown][] = [
    ["a union whose tag comes last", expression, (n) => nest(n, "x", (left) => ({ left, right: 1, op: "sub" }))],
    ["a union without the right tag", expression, (n) => nest(n, 1, (left) => ({ left, right: 1, op: "div" }))],
    ["a pipeline that leads back to itself twice", chain, (n) => nest(n, 1, (next) => ({ next }))],
    ["keys of the schema that match patterns", next, (n) => nest(n, 1, (next) => ({ next }))],
    ["keys that match two patterns", converted, (n) => nest(n, 1, (next) => ({ next }))],
    ["dependent schemas", dependent, (n) => nest(n, 1, (next) => ({ next }))],
    ["many steps before the one that goes on", marked, (n) => nest(n, "x", (inner) => [inner])],
    ["references that count their depth", counted, (n) => nest(n, 1, (next) => ({ next, tag: 2 }))],
    ["steps of different heights", LazyRef("work.long"), (n) => nest(n, "x", (a) => ({ a, z: 2 }))],
    ["steps that go on with copies, whose ends are shared", copied, (n) => nest(n, [], (inner) => [inner])],
    [
      "a step that leads back to its own value, beside ones that go on",
      looped,
      (n) => nest(n, 0.1, (items) => ({ items, op: 1 })),
    ],
  ];
  test.each(invalid)("%s: invalid", (_name, validator, make) => {
    for (const levels of [5, 20, 80, 120]) {
      const input = make(levels);
      const verdictOnly = measure(validator, input);
      expect(verdictOnly.value).toBe(FAILED);
      expect(verdictOnly.steps).toBeLessThan(8000 + 8 * schemaSize(validator) * sizeOf(input));
      // Each error that is collected has a path that was walked for it.
      const collected = measure(validator, input, 100);
      expect(collected.value).toBe(FAILED);
      expect(collected.steps).toBeLessThan(8000 + 8 * schemaSize(validator) * sizeOf(input) + 100 * 20 * levels);
    }
  });

  test("a value that is too deep, by ways of many lengths", () => {
    const deep = List(OneOf(List(LazyRef("work.deep")), LazyRef("work.deep")), { alias: "work.deep" });
    const steps = (levels: number): number =>
      measure(
        deep,
        nest(levels, 1, (inner) => [inner]),
      ).steps;
    expect(steps(1000)).toBeLessThan(2 * steps(500));
    expect(steps(600)).toBeLessThan(8000 + 8 * schemaSize(deep) * 600);
  });

  test("a value whose members come before what takes most of the steps is as large as it is", () => {
    const union = OneOf(Array.from({ length: 500 }, (_, index) => Const(index)));
    const items = Array.from({ length: 1000 }, () => 499);
    expect(List(union).is(items)).toBe(true);
    const steps: Validator[] = Array.from({ length: 1000 }, () => OneOf(Str(), union));
    expect(OneOf([...steps, OneOf(Any(), Int())]).is(null)).toBe(true);
  });

  test.each([
    ["60 AllOf, each of one twice", pairs, 5, 5],
    ["60 OneOf, each of one twice", choices, 5, 5],
    ["60 OneOf, each of one twice, that refuse", choices, true, FAILED],
  ])("%s", (_name, validator, input, value) => {
    const validated = measure(validator, input);
    expect(validated.value).toBe(value);
    expect(validated.steps).toBeLessThan(20_000);
  });
});

describe("what is remembered changes no answer:", () => {
  test("the errors are those of all steps, in order, up to the most that are wanted", () => {
    const input = nest(30, "x", (left) => ({ left, right: 1, op: "sub" }));
    const few = texts(refusal(expression, input, { maxErrors: 40 })) as string[];
    const many = texts(refusal(expression, input, { maxErrors: 4000 })) as string[];
    expect(few).toHaveLength(40);
    expect(many).toHaveLength(4000);
    expect(many.slice(0, 40)).toEqual(few);
    expect(new Set(many).size).toBe(4000);
  });

  test("results of the same value are equal, and each call makes its own", () => {
    const input = nest(60, 1, (left) => ({ left, right: 1, op: "sub" })) as object;
    const [a, b] = [expression(input), expression(input)];
    expect(a).toEqual(input);
    expect(a).not.toBe(b);
    expect(a).not.toBe(input);
  });

  test("a limit of depth holds for what was validated elsewhere", () => {
    const input = nest(100, 1, (left) => ({ left, right: 1, op: "sub" }));
    expect(expression.is(input, { maxDepth: 100 })).toBe(true);
    expect(expression.is(input, { maxDepth: 99 })).toBe(false);
    const next = nest(400, null, (inner) => ({ next: inner, tag: 2 }));
    expect(counted.is(next)).toBe(true);
    expect(counted.is({ next, tag: 2 })).toBe(false);
  });
});
