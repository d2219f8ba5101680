import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import {
  AllOf,
  Any,
  Check,
  Closed,
  Default,
  Dict,
  Fallback,
  If,
  Int,
  instances,
  LazyRef,
  Not,
  Nullable,
  OneOf,
  Str,
  Transform,
  type Validator,
} from "../../src/index.ts";

const needs = (...keys: string[]): Validator => Check(() => true, { keys });
const user = Dict({ name: Str(), age: Int() });
const chain = (...steps: Validator[]): Validator => AllOf(steps as never) as never;

describe("a Check whose keys no value has is refused when the AllOf is made", () => {
  test.each<[string, () => Validator, string]>([
    [
      "after a Dict",
      () => chain(user, needs("nmae")),
      "AllOf.steps[1] needs a key that no value has here: 'nmae' is not in the schema: did you mean 'name'?",
    ],
    [
      "and told which keys there are",
      () => chain(user, needs("zip")),
      "AllOf.steps[1] needs a key that no value has here: 'zip' is not in the schema, which has 'name', 'age'",
    ],
    [
      "behind other Checks",
      () => chain(user, needs("name"), needs("age", "agee")),
      "AllOf.steps[2] needs a key that no value has here: 'agee' is not in the schema: did you mean 'age'?",
    ],
    [
      "after a Dict without keys",
      () => chain(Dict({}), needs("a")),
      "AllOf.steps[1] needs a key that no value has here: 'a' is not in the schema, which has no keys",
    ],
  ])("%s", (_, make, message) => {
    expect(make).toThrow(new ValueError(message));
  });

  test.each<[string, () => Validator]>([
    ["unknown keys are dropped", () => chain(Dict({ a: Int() }, { unknown: "strip" }), needs("b"))],
    ["the key is dropped", () => chain(Dict({ a: Int(), b: Int() }, { optional: ["b"], dispose: ["b"] }), needs("b"))],
    ["the Dict is nullable", () => chain(Nullable(user), needs("nmae"))],
    ["the Dict has a default", () => chain(Default(user, { name: "a", age: 1 }), needs("nmae"))],
    ["the Dict is closed", () => chain(Closed(user), needs("nmae"))],
    ["the Dict is refined", () => chain(chain(user, needs("name")), needs("nmae"))],
    ["the Checks are a step of their own", () => chain(user, chain(needs("name"), needs("nmae")))],
    ["no alternative has the key", () => chain(OneOf(user, Dict({ id: Int() })), needs("nmae"))],
    ["no branch has the key", () => chain(If(Any(), user, Dict({ id: Int() })), needs("nmae"))],
    ["a Not is between", () => chain(user, Not(Str()), needs("nmae"))],
  ])("where %s", (_, make) => {
    expect(make).toThrow(ValueError);
  });

  test.each<[string, () => Validator]>([
    ["unknown keys are kept", () => chain(Dict({ a: Int() }, { unknown: "keep" }), needs("b"))],
    ["there are extra keys", () => chain(Dict({ a: Int() }, { extra: [Str(), Int()] }), needs("b"))],
    ["keys match patterns", () => chain(Dict({ a: Int() }, { patterns: { "x-.*": Int() } }), needs("x-b"))],
    [
      "a key of dispose has a default",
      () => chain(Dict({ a: Int() }, { dispose: ["a"], defaults: { a: 1 } }), needs("a")),
    ],
    [
      "a validator of the whole may add keys",
      () =>
        chain(
          Dict({ a: Int() }, { dependent_schemas: { a: Transform((all: object) => ({ ...all, b: 1 })) } }),
          needs("b"),
        ),
    ],
    ["some alternative has the key", () => chain(OneOf(user, Dict({ id: Int() })), needs("id"))],
    [
      "a function makes the value",
      () =>
        chain(
          user,
          Transform((all: object) => ({ ...all, b: 1 })),
          needs("b"),
        ),
    ],
    ["a fallback has the key", () => chain(Fallback(user, { b: 1 } as never), needs("b"))],
    ["a class of the caller's makes the value", () => chain(new (class extends Dict {})({ a: Int() }), needs("b"))],
    ["the value is the input", () => chain(needs("b"), user)],
    [
      "a reference makes the value",
      () =>
        chain(
          LazyRef(() => user),
          needs("b"),
        ),
    ],
    ["a reference is in between", () => chain(user, chain(LazyRef("not there")), needs("b"))],
  ])("but not where %s", (_, make) => {
    expect(make).not.toThrow();
  });

  test("and not registered", () => {
    const alias = "steps of a Check whose keys no value has";
    expect(() => AllOf([user, needs("nmae")] as never, { alias } as never)).toThrow(ValueError);
    expect(() => instances.get(alias)).toThrow();
  });

  test("in proportion to the schema, however often it shares its parts", () => {
    let checks = needs("name");
    let dicts: Validator = user;
    for (let level = 0; level < 40; level++) {
      checks = chain(checks, checks);
      dicts = chain(OneOf([dicts, dicts]), checks);
    }
    expect(() => chain(dicts, needs("nmae"))).toThrow(ValueError);
    let deep: Validator = user;
    for (let level = 0; level < 20_000; level++) deep = Nullable(deep);
    expect(() => chain(deep, needs("nmae"))).not.toThrow();
  });
});
