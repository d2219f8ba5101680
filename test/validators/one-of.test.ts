import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { type OptionsError, ValidationError } from "../../src/exc.ts";
import { AllOf, Any, Bool, Const, Dict, Int, List, OneOf, type Report, Str, type Validator } from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { refusal, rows, texts, verdict } from "../support/verdict.ts";

describe("OneOf", () => {
  describe("returns the result of the first step that succeeds", () => {
    rows([
      [OneOf(Int(), Str()), "a", { value: "a" }],
      [OneOf(Str(), Int({ coerce: true })), "5", { value: "5" }],
      [OneOf(Int({ coerce: true }), Str()), "5", { value: 5 }],
      [OneOf(Dict({ a: Int() }), Dict({ b: Int() })), { b: 1 }, { value: { b: 1 } }],
    ]);
  });

  describe("gives every step the input itself", () => {
    rows([[OneOf(AllOf(Int({ coerce: true }) as Validator, Str()), Str()), "5", { value: "5" }]]);
  });

  describe("holds the errors of every step in a SchemaError, flattened, each with its Step on the left", () => {
    rows([
      [OneOf(Int()), "a", ["<#0: InvalidTypeError(expected='integer', actual='string')>"]],
      [
        OneOf(Int({ min: 5 }), Str()),
        1,
        ["<#0: MinValueError(expected=5, actual=1)>", "<#1: InvalidTypeError(expected='string', actual='integer')>"],
      ],
      [
        OneOf(Dict({ a: Int(), b: Int() }), OneOf(Int(), List(Str())), AllOf(Str())),
        { c: 1 },
        [
          "<#0.c: ForbiddenKeyError()>",
          "<#0.a: MissingKeyError()>",
          "<#0.b: MissingKeyError()>",
          "<#1.#0: InvalidTypeError(expected='integer', actual='object')>",
          "<#1.#1: InvalidTypeError(expected='array', actual='object')>",
          "<#2.#0: InvalidTypeError(expected='string', actual='object')>",
        ],
      ],
    ]);
  });

  describe("forgets the failures of steps that did not matter", () => {
    const either = OneOf(List(Int()), List(Str()));
    rows([
      [List(either), [["a"], [1]], { value: [["a"], [1]] }],
      [
        Dict({ a: either, b: Int() }),
        { a: ["x"], b: "y" },
        ["<b: InvalidTypeError(expected='integer', actual='string')>"],
      ],
      [AllOf(either as Validator, Int()), ["a"], "<#1: InvalidTypeError(expected='integer', actual='array')>"],
    ]);
  });

  describe("validates exactly however few errors are collected", () => {
    const either = OneOf(List(Int()), List(Str()));
    const table = List(either);

    test("a step that succeeds after truncated ones is a success", () => {
      for (const maxErrors of [0, 1, 2, 3]) {
        expect(verdict(table, [["a", "b", "c"], [1]], { maxErrors })).toStrictEqual({
          value: [["a", "b", "c"], [1]],
        });
      }
    });

    test("a failure after it is collected and counted as if the steps had not been", () => {
      const result = Dict({ a: either, b: Int() }).safe({ a: ["x", "y"], b: "z" }, { maxErrors: 1 });
      expect(result).toMatchObject({ ok: false, error: { truncated: false, length: 1 } });
    });

    test("when no step succeeds it is truncated if any step was", () => {
      const input = ["a", 1];
      const all = [
        "<#0.0: InvalidTypeError(expected='integer', actual='string')>",
        "<#1.1: InvalidTypeError(expected='string', actual='integer')>",
      ];
      for (const [maxErrors, truncated] of [
        [2, false],
        [1, true],
        [0, true],
      ] as const) {
        const error = refusal(either, input, { maxErrors });
        expect([texts(error), error.truncated]).toEqual([all.slice(0, maxErrors), truncated]);
      }
    });
  });

  test("is counted as one validator inside another", () => {
    expect(verdict(OneOf(OneOf(OneOf(Int()))), 1, { maxDepth: 0 })).toEqual({ value: 1 });
    expect(verdict(OneOf(OneOf(OneOf(OneOf(OneOf(Int()))))), 1, { maxDepth: 0 })).toEqual([
      "<#0.#0.#0.#0: RecursionMaxDepthError(expected=4, actual=5)>",
    ]);
  });

  test("does not forget that a check has failed before it called it", () => {
    const any = OneOf(Any());
    class Refusing extends Any {
      override check(input: unknown, report: Report): unknown {
        report.fail(ValidationError);
        return any.check(input, report);
      }
    }
    expect(OneOf(new Refusing(), Str()).is(1)).toBe(false);
    expect(new Refusing().is(1)).toBe(false);
  });

  describe("takes its steps as arguments, as an array, or by name, with parameters after them", () => {
    const dump = { steps: [{ __class__: "Int" }, { __class__: "Str" }] };
    makes(OneOf, [
      [[Int(), Str()], "<OneOf(steps=[<Int()>, <Str()>])>", dump],
      [[[Int(), Str()]], "<OneOf(steps=[<Int()>, <Str()>])>", dump],
      [[{ steps: [Int(), Str()] }], "<OneOf(steps=[<Int()>, <Str()>])>", dump],
    ]);
  });

  describe("checks its parameters", () => {
    refuses(OneOf, [
      [[], ValueError, "OneOf.steps should not be empty"],
      [[Int(), "x"], TypeError, "OneOf parameters should be an object"],
      [[["x"]], TypeError, "OneOf.steps[0] value should be of type Validator: did you mean Const(...)?"],
    ]);
  });
});

describe("OneOf with a discriminator", () => {
  const cat = Dict({ kind: Const("cat"), lives: Int({ max: 9 }) });
  const dog = Dict({ kind: Const("dog"), good: Bool() }, { optional: ["good"] });
  const pet = OneOf([cat, dog], { discriminator: "kind" });

  makes(OneOf as never, [
    [
      [[cat], { discriminator: "kind" }],
      `<OneOf(steps=[${cat}], discriminator='kind')>`,
      { steps: [cat.dump()], discriminator: "kind" },
    ],
  ]);

  describe("asks the step that the tag chooses, and no other", () => {
    rows([
      [pet, { kind: "cat", lives: 7 }, { value: { kind: "cat", lives: 7 } }],
      [pet, { good: true, kind: "dog" }, { value: { good: true, kind: "dog" } }],
      [pet, new Map([["kind", "dog"]]), { value: { kind: "dog" } }],
      [
        pet,
        { kind: "cat", lives: 10, good: true },
        ["<lives: MaxValueError(expected=9, actual=10)>", "<good: ForbiddenKeyError()>"],
      ],
      [List(pet), [{ kind: "cat" }], ["<0.lives: MissingKeyError()>"]],
    ]);
  });

  describe("says what is wrong with the tag", () => {
    rows([
      [pet, { kind: "cow", lives: 1 }, ["<kind: OptionsError(expected=['cat', 'dog'], actual='cow')>"]],
      [pet, { lives: 1 }, ["<kind: MissingKeyError()>"]],
      [pet, { kind: undefined }, ["<kind: MissingKeyError()>"]],
      [pet, Object.create({ kind: "cat" }), "<InvalidTypeError(expected='object', actual='instance')>"],
      [pet, [], "<InvalidTypeError(expected='object', actual='array')>"],
      [pet, null, "<InvalidTypeError(expected='object', actual='null')>"],
      [List(pet), [{ kind: {} }], ["<0.kind: OptionsError(expected=['cat', 'dog'], actual={})>"]],
    ]);
  });

  test("in one list that the errors of all values share", () => {
    const wrong = [{ kind: "cow" }, { kind: "crow" }];
    const results = [List(pet).safe(wrong), List(pet).safeJson(JSON.stringify(wrong))];
    const lists = results.flatMap((result) =>
      [...(result.error ?? [])].map((error) => (error as OptionsError).expected),
    );
    expect(lists).toHaveLength(4);
    expect(new Set(lists).size).toBe(1);
    expect(Object.isFrozen(lists[0])).toBe(true);
  });

  test("the same in JSON text, with the place", () => {
    expect(pet.json('{"lives":3,"kind":"cat"}')).toEqual({ lives: 3, kind: "cat" });
    expect(pet.json('{"kind":"cow","kind":"dog"}')).toEqual({ kind: "dog" });
    expect(pet.safeJson('[{"kind": "cow"}]').error?.issues).toMatchObject([{ code: "invalid_type" }]);
    expect(List(pet).safeJson('[{"kind": "cow"}]').error?.issues).toMatchObject([
      { code: "options", pointer: "/0/kind", expected: ["cat", "dog"], actual: "cow", offset: 10 },
    ]);
    expect(pet.isJson('{"kind":"dog"}')).toBe(true);
    expect(pet.isJson('{"kind":"cow"}')).toBe(false);
  });

  test("null is valid where a step takes it", () => {
    const perhaps = OneOf([Dict({ kind: Const("a") }, { nullable: true })], { discriminator: "kind" });
    expect(perhaps(null)).toBeNull();
  });

  test.each([
    ["", pet],
    [", also by a Dict that checks follow", OneOf([AllOf(pet.steps[1], Any())], { discriminator: "kind" })],
  ])("each property is read once%s", (_name, pets) => {
    let reads = 0;
    const value = {
      get kind() {
        reads++;
        return "dog";
      },
    };
    expect(pets(value)).toEqual({ kind: "dog" });
    expect(reads).toBe(1);
  });

  test("a form is read as the step says", () => {
    const tags = Dict({ kind: Const("a"), tag: List(Str()) }, { multikeys: ["tag"] });
    expect(OneOf([tags], { discriminator: "kind" })(new URLSearchParams("kind=a&tag=x&tag=y"))).toEqual({
      kind: "a",
      tag: ["x", "y"],
    });
  });

  test("a form is read as the Dict says that checks follow", () => {
    const tags = AllOf(Dict({ kind: Const("a"), tag: List(Str()) }, { multikeys: ["tag"] }), Any());
    expect(OneOf([tags], { discriminator: "kind" })(new URLSearchParams("kind=a&tag=x"))).toEqual({
      kind: "a",
      tag: ["x"],
    });
  });

  test("a union of a union is told apart by the same key", () => {
    const more = OneOf([pet, Dict({ kind: Const("cow") })], { discriminator: "kind" });
    expect(more({ kind: "cow" })).toEqual({ kind: "cow" });
    expect(more({ kind: "dog" })).toEqual({ kind: "dog" });
  });
});
