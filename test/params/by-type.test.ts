import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import {
  AllOf,
  Any,
  Bool,
  Check,
  Const,
  Dict,
  Float,
  Int,
  LazyRef,
  List,
  load,
  OneOf,
  Str,
  Tuple,
  type Validator,
} from "../../src/index.ts";
import { thrown } from "../support/parameters.ts";

const by_type = true;
const either = OneOf(
  [
    Const(null),
    Bool(),
    Int({ min: 10 }),
    AllOf(
      Str({ minlen: 3 }),
      Check((text: string) => text !== "never"),
    ),
    List(Int()),
    Dict({ a: Int() }),
  ],
  { by_type },
);

describe("a OneOf whose step is chosen by the type of the value", () => {
  test.each([
    [null, null],
    [true, null],
    [12, null],
    [5, ["", "min_value"]],
    [1.5, ["", "invalid_type"]],
    ["abc", null],
    ["a", ["", "min_length"]],
    [
      [1, "x"],
      ["/1", "invalid_type"],
    ],
    [{ a: 1 }, null],
    [{}, ["/a", "missing_key"]],
    [{ a: "x" }, ["/a", "invalid_type"]],
  ])("%j: the errors are those of one step", (value, expected) => {
    for (let call = 0; call < 20; call++) {
      expect(either.is(value)).toBe(expected === null);
      for (const result of [either.safe(value), either.safeJson(JSON.stringify(value))]) {
        const issues = result.ok ? [] : result.error.issues.map(({ pointer, code }) => [pointer, code]);
        expect(issues).toEqual(expected === null ? [] : [expected]);
      }
    }
  });

  test("the errors are those of all steps where none takes the type", () => {
    const two = OneOf([Int(), Str()], { by_type });
    const result = two.safeJson("true");
    expect(result).toEqual(two.safe(true));
    expect(String(result.ok || result.error)).toMatch(/#0: InvalidTypeError.*#1: InvalidTypeError/s);
    expect(two.safe(undefined).ok || two.safe(undefined)).toHaveProperty("error.length", 2);
    expect(two.safe(new Map()).ok).toBe(false);
    expect(two(5n as never)).toBe(5);
  });

  test("what is wrong inside is what the step says, and the first limit ends it", () => {
    const list = List(OneOf([Bool(), List(Int())], { by_type }));
    const value = [["a", "b"], true, ["c"]];
    for (const maxErrors of [1, 2, 3, 10]) {
      const [pure, json] = [list.safe(value, { maxErrors }), list.safeJson(JSON.stringify(value), { maxErrors })];
      expect(pure.ok || pure.error.issues.map(({ pointer }) => pointer)).toEqual(
        ["/0/0", "/0/1", "/2/0"].slice(0, maxErrors),
      );
      expect(json.ok || json.error.issues.map(({ pointer }) => pointer)).toEqual(
        ["/0/0", "/0/1", "/2/0"].slice(0, maxErrors),
      );
    }
  });

  test("is dumped, compared and cloned with the parameter", () => {
    const one = OneOf([Int(), Str()], { by_type });
    expect(one.dump()).toEqual({ __class__: "OneOf", steps: [{ __class__: "Int" }, { __class__: "Str" }], by_type });
    expect(load(one.dump()).equals(one)).toBe(true);
    expect(one.equals(OneOf(Int(), Str()))).toBe(false);
    expect(one.clone({ by_type: false }).dump()).toEqual(OneOf(Int(), Str()).dump());
  });
});

test("steps that take the same type, or what is not known, are refused", () => {
  const all: [Validator[], string][] = [
    [[Int(), Float()], "more than one step takes values of type 'number'"],
    [[Str({ nullable: true }), Const(null)], "more than one step takes values of type 'null'"],
    [[List(Int()), Tuple(Int())], "more than one step takes values of type 'array'"],
    [[OneOf(Int(), Str()), Const("a")], "more than one step takes values of type 'string'"],
    [[Int(), Any()], "step 1 should take values of certain types only"],
    [[Int(), Bool({ coerce_str: true })], "step 1 should"],
    [[Int({ coerce: true })], "step 0 should"],
    [[LazyRef("by-type.nowhere")], "step 0 should"],
    [[AllOf(LazyRef("by-type.nowhere"), Int())], "step 0 should"],
    [
      [
        OneOf(
          Int(),
          Check(() => true),
        ),
      ],
      "step 0 should",
    ],
    [[Const(undefined)], "step 0 should"],
    [[new (class Even extends Int {})()], "step 0 should"],
  ];
  for (const [steps, message] of all) {
    expect(thrown(() => OneOf(steps, { by_type }))).toEqual([ValueError, expect.stringContaining(message)]);
  }
  const tag = Dict({ kind: Const("a") });
  const both = thrown(() => OneOf([tag], { by_type, discriminator: "kind" }));
  expect(both).toEqual([ValueError, expect.stringContaining("not both")]);
  expect(
    OneOf(
      [
        AllOf(
          Int(),
          Check(() => true),
        ),
        Str(),
      ],
      { by_type },
    )(5),
  ).toBe(5);
});
