import { describe, expect, test } from "vitest";
import {
  AllOf,
  Any,
  Check,
  Const,
  Default,
  Dict,
  type Failed,
  Int,
  LazyRef,
  List,
  MinValueError,
  Nullable,
  OneOf,
  Optional,
  Pipe,
  type Report,
  Str,
  Transform,
  toJsonSchema,
  Union,
  Validator,
} from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { rows } from "../support/verdict.ts";

class Odd extends Validator<number> {
  override check(input: unknown, report: Report): number | Failed {
    return typeof input === "number" && input % 2 === 1 ? input : report.fail(MinValueError, 1, 0);
  }
}

describe("Nullable", () => {
  makes(Nullable, [
    [[Int()], "<Nullable(item=<Int()>)>", { item: { __class__: "Int" } }],
    [[{ item: Int() }], "<Nullable(item=<Int()>)>", { item: { __class__: "Int" } }],
  ]);
  refuses(Nullable as never, [
    [[5], TypeError, "Nullable parameters should be an object"],
    [[{}], TypeError, "Nullable.item should be of type Validator"],
  ]);

  const min = AllOf(
    Int(),
    Check((value) => value > 5, { message: "small" }),
  );
  describe("takes null around anything", () => {
    rows([
      [Nullable(Int()), null, { value: null }],
      [Nullable(Int()), 5, { value: 5 }],
      [Nullable(Int()), "5", "<InvalidTypeError(expected='integer', actual='string')>"],
      [Nullable(Int()), undefined, "<InvalidTypeError(expected='integer', actual='undefined')>"],
      [Nullable(min), null, { value: null }],
      [Nullable(min), 1, "<#1: CheckError(message='small')>"],
      [Nullable(Nullable(min)), null, { value: null }],
      [Nullable(OneOf(Int(), Str())), null, { value: null }],
      [Nullable(Const(1)), null, { value: null }],
      [Nullable(Any()), null, { value: null }],
      [Nullable(LazyRef(() => min)), null, { value: null }],
      [Nullable(new Odd()), null, { value: null }],
      [Nullable(new Odd()), 3, { value: 3 }],
      [Nullable(Transform((value: number) => value + 1)), 1, { value: 2 }],
      [List(Nullable(Dict({ a: Int() }))), [{ a: 1 }, null], { value: [{ a: 1 }, null] }],
      [
        List(Nullable(Dict({ a: Int() }))),
        [{ a: "x" }, null],
        ["<0.a: InvalidTypeError(expected='integer', actual='string')>"],
      ],
      [Dict({ a: Default(Nullable(Int()), 5) }), {}, { value: { a: 5 } }],
      [Dict({ a: Nullable(Int()) }), { a: null }, { value: { a: null } }],
      [Dict({ a: Nullable(min) }), {}, ["<a: MissingKeyError()>"]],
    ]);
  });

  test.each([
    Nullable(Int()),
    Nullable(Str({ minlen: 1 })),
    Nullable(Dict({ a: Int() })),
    Nullable(min),
    Nullable(OneOf(Int(), Const("x"))),
    Nullable(Const("x")),
    AllOf([Int(), Int({ min: 3 })], { nullable: true }),
    OneOf([Int(), Const("x")], { nullable: true }),
    OneOf([Int(), Const("x")], { nullable: true, by_type: true }),
    Const("x", { nullable: true }),
    Nullable(new Odd()),
  ])("%s takes the same from JSON text", (validator) => {
    const list = List(validator as Validator);
    for (const text of ["[null]", "[7]", '["x"]', '["x", null, 7]', "[[]]", '[{"a": 5}]', '[{"a": null}]', "[true]"]) {
      const [fromText, fromValue] = [list.safeJson(text), list.safe(JSON.parse(text))];
      expect(fromText.ok).toBe(fromValue.ok);
      expect(fromText.value).toEqual(fromValue.value);
      expect(String(fromText.error)).toBe(String(fromValue.error));
      expect(list.isJson(text)).toBe(fromValue.ok);
    }
    expect(validator.json("null")).toBe(null);
    expect(validator.isJson("null")).toBe(true);
  });

  test("in JSON Schema", () => {
    const schema = (validator: Validator) => {
      const { $schema, ...rest } = toJsonSchema(validator) as Record<string, unknown>;
      return rest;
    };
    expect(schema(Nullable(Str()))).toEqual(schema(Str({ nullable: true })));
    expect(schema(Nullable(Const(1)))).toEqual(schema(Const(1, { nullable: true })));
    expect(schema(OneOf([Int(), Str()], { nullable: true }))).toEqual(schema(Nullable(OneOf(Int(), Str()))));
    expect(schema(AllOf([Int(), Int({ min: 1 })], { nullable: true }))).toEqual(
      schema(Nullable(AllOf(Int(), Int({ min: 1 })))),
    );
  });
});

test("Nullable around what takes undefined takes it too", () => {
  for (const [validator, made] of [
    [Nullable(Default(Int(), 5)), 5],
    [Nullable(Default(Int(), () => 5)), 5],
    [Nullable(Optional(Int())), undefined],
    [Nullable(Nullable(Default(Int(), 5))), 5],
    [Nullable(Nullable(Optional(List(Int())))), undefined],
  ] as const) {
    for (let call = 0; call < 3; call++) {
      expect(validator.safe(undefined)).toEqual({ ok: true, value: made });
      expect(validator.is(undefined)).toBe(true);
      expect(validator.safe(null)).toEqual({ ok: true, value: null });
      expect(validator.safe("x").error?.message).toMatch(/^Expected an/);
    }
  }
});

describe("nullable", () => {
  const tagged = OneOf([Dict({ k: Const("a"), v: Int() }), Dict({ k: Const("b") })], {
    discriminator: "k",
    nullable: true,
  });
  rows([
    [AllOf([Int(), Int({ min: 5 })], { nullable: true }), null, { value: null }],
    [AllOf([Int(), Int({ min: 5 })], { nullable: true }), 1, "<#1: MinValueError(expected=5, actual=1)>"],
    [AllOf([Int()], { nullable: false }), null, "<#0: InvalidTypeError(expected='integer', actual='null')>"],
    [OneOf([Int(), Str()], { nullable: true }), null, { value: null }],
    [OneOf([Int(), Str()], { nullable: true, by_type: true }), null, { value: null }],
    [Const("a", { nullable: true }), null, { value: null }],
    [Const("a", { nullable: true }), "b", "<OptionsError(expected=['a'], actual='b')>"],
    [Const([1], { nullable: true }), null, { value: null }],
    [tagged, null, { value: null }],
    [tagged, { k: "a", v: 1 }, { value: { k: "a", v: 1 } }],
    [tagged, { k: "c" }, ["<k: OptionsError(expected=['a', 'b'], actual='c')>"]],
    [List(tagged), [null, { k: "b" }], { value: [null, { k: "b" }] }],
    // A union of unions, and a step that takes null.
    [OneOf([tagged, Dict({ k: Const("c") })], { discriminator: "k" }), null, { value: null }],
    [
      OneOf([AllOf([Dict({ k: Const("a") })], { nullable: true }), Dict({ k: Const("c") })], { discriminator: "k" }),
      null,
      { value: null },
    ],
    [Dict({ k: Const("a", { nullable: true }) }), { k: null }, { value: { k: null } }],
    [
      OneOf([Dict({ k: Const("a", { nullable: true }), v: Int() }), Dict({ k: Const("c") })], { discriminator: "k" }),
      { k: null, v: 1 },
      { value: { k: null, v: 1 } },
    ],
  ]);

  test("of a discriminated union in JSON text", () => {
    expect(List(tagged).json('[null, {"k": "a", "v": 1}]')).toEqual([null, { k: "a", v: 1 }]);
    expect(List(OneOf([tagged, Dict({ k: Const("c") })], { discriminator: "k" })).json("[null]")).toEqual([null]);
  });

  test("comes back from a dump", () => {
    expect(tagged.dump()).toMatchObject({ nullable: true, discriminator: "k" });
    expect(Const("a", { nullable: true }).dump()).toEqual({ __class__: "Const", value: "a", nullable: true });
  });
});

test("Pipe and Union are other names", () => {
  expect(Pipe).toBe(AllOf);
  expect(Union).toBe(OneOf);
  expect(Pipe(Str(), Int({ coerce: true })).dump().__class__).toBe("AllOf");
});
