import { describe, expect, test } from "vitest";
import * as v from "../../src/index.ts";
import { fromJsonSchema, instances, toJsonSchema } from "../../src/index.ts";

/** A first step, and one that asks more of what it returns. */
const twice = (first: v.Validator) => v.AllOf(first, v.Dict({ b: v.Bool() }, { unknown: "keep" }));
const B = { type: "object", properties: { b: { type: "boolean" } }, required: ["b"] };

class Even extends v.Dict {}

describe("the JSON Schema of several steps", () => {
  instances.clear();
  test.each<[v.Validator]>([
    [v.Dict({ a: v.Bool() }, { unknown: "keep" })],
    [v.Dict({ b: v.Bool() }, { unknown: "forbid" })],
    [v.Dict({}, { extra: [v.Str(), v.Bool()] })],
    [v.Dict({ a: v.LazyRef("steps.flag") }, { unknown: "keep" })],
    [v.OneOf(v.List(v.Dict({ a: v.Bool() }, { unknown: "keep" })), v.Dict({}, { unknown: "keep" }))],
  ])("goes on after one that returns the document as it is: %s", (first) => {
    instances.put("steps.flag", v.Bool());
    expect(toJsonSchema(twice(first))).toMatchObject({ allOf: [{}, B] });
  });

  test.each<[v.Validator]>([
    [v.Dict({ a: v.Float({ coerce: true }) }, { unknown: "keep" })],
    [v.Dict({}, { extra: [v.Str(), v.Float({ coerce: true })] })],
    [v.Dict({}, { extra: [v.Str({ strip: true }), v.Bool()] })],
    [v.Dict({}, { unknown: "strip" })],
    [v.Dict({ b: v.Bool() }, { defaults: { b: true } })],
    [v.Dict({ b: v.Default(v.Bool(), true) })],
    [v.Dict({}, { unknown: "keep", dispose: ["a"] })],
    [v.Dict({}, { unknown: "keep", skip_blank: true })],
    [new Even({}, { unknown: "keep" })],
    [v.Dict({ a: v.LazyRef("steps.number") }, { unknown: "keep" })],
  ])("ends at one that may return another document: %s", (first) => {
    instances.put("steps.number", v.Float({ coerce: true }));
    expect(() => toJsonSchema(twice(first))).toThrow(/convert|Even/);
  });

  test("goes on after one with a check, which returns its input", () => {
    const checked = v.Dict({ a: v.Check(() => true) }, { unknown: "keep" });
    expect(toJsonSchema(twice(checked), { unrepresentable: "any" })).toMatchObject({ allOf: [{}, B] });
  });

  test("is one schema if one Dict says what all of them say", () => {
    const object = (key: string) => ({ type: "object", properties: { [key]: { type: "boolean" } }, required: [key] });
    const schema = toJsonSchema(fromJsonSchema({ allOf: [object("a"), object("b")] }));
    const boolean = { type: "boolean" };
    expect(schema).toMatchObject({ properties: { a: boolean, b: boolean }, required: ["a", "b"] });
    const back = fromJsonSchema(schema);
    expect([back.is({ a: true, b: true, c: 1 }), back.is({ a: true })]).toEqual([true, false]);
  });
});

test("a default stands beside no reference in draft 7", () => {
  instances.clear();
  v.Bool({ alias: "flag" });
  const flag = v.Default(v.LazyRef<boolean>("flag"), true);
  const whole = { allOf: [{ $ref: "#/definitions/flag" }], default: true };
  const options = { target: "draft-07" } as const;
  expect(toJsonSchema(flag, options)).toMatchObject(whole);
  expect(toJsonSchema(v.List(flag), options)).toMatchObject({ items: whole });
  expect(toJsonSchema(v.Tuple(flag), options)).toMatchObject({ items: [whole] });
  expect(toJsonSchema(v.Dict({ flag }), options)).toMatchObject({ properties: { flag: whole } });
  expect(toJsonSchema(flag)).toMatchObject({ $ref: "#/$defs/flag", default: true });
});
