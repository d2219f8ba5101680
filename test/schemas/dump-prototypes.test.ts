import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AssertionError, KeyError } from "../../src/exc.ts";
import { Dict, Int, instances, load, type Update } from "../../src/index.ts";
import { thrown } from "../support/parameters.ts";

afterEach(() => instances.clear());

describe("names that are members of every object, or global, mean nothing", () => {
  beforeEach(() => {
    Int({ alias: "int" });
  });

  const evil = JSON.parse('{"__proto__": {"polluted": true}}');

  test.each<Update>([
    { "__proto__.polluted": true },
    { "constructor.prototype.polluted": true },
    { "schema.__proto__.polluted": true },
    { "schema.constructor.prototype.polluted": true },
    { "__proto__+": { polluted: true } },
    { "schema.__proto__+": { polluted: true } },
    { "__proto__.polluted+": { polluted: true } },
    { "constructor.prototype.polluted+": { polluted: true } },
    { "schema.__proto__.polluted+": { polluted: true } },
    { "schema.constructor.prototype.polluted+": { polluted: true } },
    { "toString.x": 1, "hasOwnProperty.y": 2 },
  ])("in the paths of an update: %j", (update) => {
    const validator = Dict({ a: Int() });
    expect(() => validator.clone(update)).toThrow(KeyError);
    expect(() => load(validator.dump(), update)).toThrow(KeyError);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect((Function.prototype as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("as keys of an update they are keys", () => {
    expect(Object.keys((Dict({}).clone({ "schema.__proto__": Int() }) as Dict).schema ?? {})).toEqual(["__proto__"]);
    expect(thrown(() => Dict({}).clone(evil))).toStrictEqual([
      TypeError,
      "Dict got an unexpected parameter '__proto__'",
    ]);
    expect(thrown(() => Dict({}).clone({ "+": evil }))).toStrictEqual([
      TypeError,
      "Dict got an unexpected parameter '__proto__'",
    ]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("in data they are keys", () => {
    const data = JSON.parse(
      '{"__class__": "Dict", "schema": {"__proto__": {"__class__": "Int"}, "constructor": {"__use__": "int"}}, "defaults": {"__proto__": 5}, "optional": ["constructor"]}',
    );
    const validator = load(data) as Dict;
    expect(Object.getPrototypeOf(validator.schema)).toBe(null);
    expect(Object.keys(validator.schema ?? {})).toEqual(["__proto__", "constructor"]);
    expect(JSON.stringify(validator({}))).toBe('{"__proto__":5}');
    expect(load(validator.dump()).equals(validator)).toBe(true);
  });

  test.each(["constructor", "__proto__", "toString", "Function", "process"])(
    "%s names no class and no alias",
    (name) => {
      const unknown = (data: unknown) => thrown(() => load(data));
      expect(unknown({ __class__: name })).toStrictEqual([KeyError, `Class '${name}' is not registered`]);
      expect(unknown({ __use__: name })).toStrictEqual([KeyError, `Instance '${name}' is not registered`]);
      expect(unknown({ __clone__: name })).toStrictEqual([KeyError, `Instance '${name}' is not registered`]);
    },
  );

  test("an inherited form is none", () => {
    expect(() => load(Object.create({ __class__: "Int" }))).toThrow(AssertionError);
    expect(() => load(JSON.parse('{"__proto__": {"__class__": "Int"}}'))).toThrow(AssertionError);
  });
});
