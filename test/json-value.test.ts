import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitrary } from "../src/fast-check/index.ts";
import {
  Dict,
  fromJsonSchema,
  type Infer,
  Json,
  type JsonValue,
  load,
  toJsonSchema,
  type Validator,
} from "../src/index.ts";
import { exact } from "./types/exact.ts";

describe("Json", () => {
  test("accepts what JSON has, by all calls", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const plain = JSON.parse(text);
        expect(Json()(plain)).toEqual(plain);
        expect(Json().json(text)).toEqual(plain);
        expect([Json().is(plain), Json().isJson(text)]).toEqual([true, true]);
        expect(JSON.parse(Json().stringify(plain))).toEqual(plain);
      }),
    );
    const special = JSON.parse('{"__proto__":{"a":[1]},"":null}');
    expect(Object.entries(Json()(special) as object)).toEqual(Object.entries(special));
  });

  test.each([
    [undefined, ""],
    [{ a: [1, undefined] }, "/a/1"],
    [{ a: new Date(0) }, "/a"],
    [[Number.NaN], "/0"],
    [[[Number.POSITIVE_INFINITY]], "/0/0"],
    [{ a: { b: () => 1 } }, "/a/b"],
    [Symbol("x"), ""],
    [[5n ** 99n], "/0"],
    [new (class Point {})(), ""],
  ])("refuses %s at %j", (value, pointer) => {
    const { error } = Json().safe(value);
    expect([...new Set(error?.issues.map((issue) => issue.pointer))]).toEqual([pointer]);
    expect(Json().is(value)).toBe(false);
  });

  test("has its type, and is a member like any other", () => {
    const note = Dict({ id: Json(), data: Json() });
    exact<Infer<typeof note>, { id: JsonValue; data: JsonValue }>();
    expect(note.json('{"id":1,"data":{"a":[true]}}')).toEqual({ id: 1, data: { a: [true] } });
    expect(note.safe({ id: 1, data: { a: undefined } } as never).ok).toBe(true);
  });

  test("is bounded, written and loaded, and makes test data", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 2000; level++) deep = [deep];
    expect(Json().safe(deep).error?.issues[0]?.code).toBe("recursion_max_depth");
    expect(fromJsonSchema(toJsonSchema(Json())).is({ a: [1, null] })).toBe(true);
    const loaded = load((Json() as Validator).clone({}).dump()) as Validator;
    expect(loaded.is({ a: [1] })).toBe(true);
    fc.assert(
      fc.property(arbitrary(Json()), (value) => Json().is(value)),
      { numRuns: 30 },
    );
  });
});
