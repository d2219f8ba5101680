/** Which validators are async: calls that cannot wait refuse them. */
import { describe, expect, test } from "vitest";
import { isAsync } from "../../src/core/schemas/async.ts";
import {
  AllOf,
  Any,
  Check,
  Default,
  Dict,
  type Failed,
  Int,
  instances,
  LazyRef,
  List,
  type Report,
  Str,
  Validator,
} from "../../src/index.ts";

const name = AllOf(
  Str(),
  Check(async (value: string) => value !== "Eve", { async: true }),
);

test("a validator is async if it contains one that is, or refers to one", () => {
  expect(isAsync(Dict({ name: Str() }))).toBe(false);
  expect(isAsync(Dict({ names: List(name) }))).toBe(true);
  instances.put("schemas.async", Int());
  const reference = List(LazyRef("schemas.async"));
  expect(isAsync(reference)).toBe(false);
  instances.put("schemas.async", name);
  expect(isAsync(reference)).toBe(true);
  instances.put("schemas.async", Int());
  expect(isAsync(reference)).toBe(false);
});

test("references are followed", async () => {
  instances.put("async.tree", Dict({ name, children: List(LazyRef("async.tree")) }, { optional: ["children"] }));
  const tree = LazyRef("async.tree");
  expect(() => tree({ name: "Ann" })).toThrow(TypeError);
  const value = { name: "a", children: [{ name: "Eve", children: [{ name: "Eve" }] }] };
  for (const result of [await tree.safeAsync(value), await tree.safeJsonAsync(JSON.stringify(value))]) {
    expect(result.error?.issues.map(({ path }) => path)).toEqual([
      ["children", 0, "name"],
      ["children", 0, "children", 0, "name"],
    ]);
  }
});

test("calls that cannot wait are a TypeError that names the call to use", async () => {
  const validator: Validator = List(name);
  const calls: [string, () => unknown][] = [
    ["validateAsync", () => validator(["a"])],
    ["safeAsync", () => validator.safe([])],
    ["safeAsync", () => validator.is(5)],
    ["jsonAsync", () => validator.json("[]")],
    ["safeJsonAsync", () => validator.safeJson("[]")],
    ["safeJsonAsync", () => validator.isJson("x")],
  ];
  for (const [instead, call] of calls) {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(instead);
  }
  await expect(validator.filterLines("[]")).rejects.toThrow("lines");
  expect(() =>
    AllOf(
      Any(),
      Check(() => validator(["a"])),
    )(1),
  ).toThrow("validateAsync");
});

describe("a custom class with an async member", () => {
  const expectValidator = (_owner: Validator, _name: string, given: unknown) => given;
  class Around extends Validator {
    static override readonly params = { item: expectValidator };
    declare readonly item: Validator;
    override check(input: unknown, report: Report): unknown | Failed {
      return this.item.check(input, report);
    }
  }
  class Hiding extends Validator {
    readonly #item = name;
    override check(input: unknown, report: Report): unknown | Failed {
      return this.#item.check(input, report);
    }
  }

  test("waits for one that is among its parameters", async () => {
    const around = new Around({ item: name });
    expect(() => around("Ann")).toThrow("validateAsync");
    await expect(around.validateAsync("Ann")).resolves.toBe("Ann");
    await expect(List(around).safeJsonAsync('["Ann", "Eve"]')).resolves.toMatchObject({ ok: false });
  });

  test("is told to make a hidden one a parameter, by each call", async () => {
    const message = "a Check with async: true that is not in the params of the custom validator around it";
    const hiding = new Hiding();
    const outer = Dict({ a: List(hiding) });
    expect(() => hiding("Ann")).toThrow(message);
    expect(() => outer.json('{"a": ["Ann"]}')).toThrow(message);
    await expect(hiding.validateAsync("Ann")).rejects.toThrow(message);
    await expect(outer.safeAsync({ a: ["Ann"] })).rejects.toThrow(message);
    await expect(outer.safeJsonAsync('{"a": ["Ann"]}')).rejects.toThrow(message);
    // Beside one that the call finds, it is waited for too.
    await expect(Dict({ a: hiding, b: name }).validateAsync({ a: "Ann", b: "Bob" })).resolves.toBeDefined();
  });
});

/** Biome refuses the name as it stands. */
const THEN = "then";

test("a result with a method then is an error of calls that resolve to it", async () => {
  const given = { [THEN]: () => undefined };
  await expect(Any().validateAsync(given)).rejects.toThrow("use safeAsync");
  await expect(Any().validateAsync(Promise.resolve(1))).rejects.toThrow(TypeError);
  const { value } = await Dict({ [THEN]: Any() }).safeAsync(given);
  expect(value).toEqual(given);
  class Query extends Validator {
    override check(): unknown {
      return [{ [THEN]: () => undefined }];
    }
  }
  await expect(new Query().jsonAsync("1")).resolves.toHaveLength(1);
  const thenable = Dict({ [THEN]: Default(Any(), () => () => undefined) });
  await expect(thenable.jsonAsync("{}")).rejects.toThrow("use safeJsonAsync");
  expect((await thenable.safeJsonAsync("{}")).ok).toBe(true);
  expect((await thenable["~standard"].validate({})).issues).toBeUndefined();
});

test("a function that is not said to be async must not return a promise", () => {
  expect(() =>
    AllOf(
      Int(),
      Check(async () => true),
    )(1),
  ).toThrow("async: true");
});
