import { afterEach, describe, expect, test } from "vitest";
import { values } from "../../src/engines/fast/mode.ts";
import { Bool, Dict, Float, Int, List, Str, type Validator } from "../../src/index.ts";
import { answeredBy, keepMode } from "./mode.ts";

keepMode();

const KINDS = [Int({ min: 0 }), Str({ maxlen: 20 }), Bool({ nullable: true }), Float(), List(Int())];
const MEMBERS = [7, "text", null, 1.5, [1, 2]];

const named = (count: number): string[] => Array.from({ length: count }, (_, index) => `key ${index}`);
const schemaOf = (names: readonly string[]): Record<string, Validator> =>
  Object.fromEntries(names.map((name, index) => [name, KINDS[index % KINDS.length] as Validator]));
const valueOf = (names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name, index) => [name, MEMBERS[index % MEMBERS.length]]));

describe.each(["check", "compiled"] as const)("an object of many keys, in the mode %s", (mode) => {
  afterEach(() => {
    Reflect.deleteProperty(Object.prototype, "key 3");
  });

  const wide = named(150);
  const lists: [string, readonly string[]][] = [
    ["100", named(100)],
    ["101", named(101)],
    ["1,000", named(1000)],
    ["1,100", named(1100)],
    ["some that all objects inherit", [...wide, "toString", "constructor"]],
    ["the name of the prototype", [...wide.slice(0, 70), "__proto__", ...wide.slice(70)]],
    ["numbers", [...wide, "1", "0"]],
  ];

  test.each(lists)("%s: becomes a copy with the same keys in their order, and no part of it", (_, names) => {
    const validator = Dict(schemaOf(names));
    const list = List(validator);
    const value = valueOf(names);
    values.mode = mode;
    for (let call = 0; call < 3; call++) {
      expect(
        answeredBy(() => {
          const copy = validator(value) as Record<string, unknown>;
          expect(Object.entries(copy)).toEqual(Object.entries(value));
          expect(Object.keys(copy)).toEqual(Object.keys(value));
          expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
          expect(copy).not.toBe(value);
          expect(copy["key 4"]).not.toBe(value["key 4"]);
        }),
      ).toBe(mode === "compiled" ? 1 : 0);
      expect(list([value, value])).toEqual([value, value]);
      expect(validator.is({ ...value, "key 0": -1 })).toBe(false);
      expect(validator.safe({ ...value, "key 0": -1, other: 1 }).error?.length).toBe(2);
    }
  });

  test.each([15, 16, 17, 18, 33])("of %d keys, one to three are dropped, and others hidden", (count) => {
    const names = named(count);
    const value = valueOf(names);
    const hidden = Object.defineProperty({ ...value }, "key 2", { enumerable: false });
    values.mode = mode;
    for (const dropped of [names.slice(0, 1), names.slice(-1), names.slice(1, 2), names.slice(-3)]) {
      const validator = Dict(schemaOf(names), { dispose: dropped, optional: dropped });
      const kept = Object.fromEntries(Object.entries(value).filter(([key]) => !dropped.includes(key)));
      for (let call = 0; call < 3; call++) {
        expect(
          answeredBy(() => {
            expect([validator.is(value), validator.is({}), validator.is(kept), validator.is(hidden)]).toEqual([
              true,
              false,
              true,
              true,
            ]);
            expect(validator(value)).toEqual(kept);
          }),
        ).toBe(mode === "compiled" ? 5 : 0);
      }
    }
  });

  test("calls no setter of Object.prototype", () => {
    const validator = Dict(schemaOf(wide));
    const value = valueOf(wide);
    const expected = JSON.stringify(value);
    values.mode = mode;
    for (let call = 0; call < 3; call++) {
      const taken: unknown[] = [];
      Object.defineProperty(Object.prototype, "key 3", {
        ...{ configurable: true, get: () => 0, set: (given) => taken.push(given) },
      });
      const copy = validator(value);
      Reflect.deleteProperty(Object.prototype, "key 3");
      expect(taken).toEqual([]);
      expect(JSON.stringify(copy)).toBe(expected);
      expect(JSON.stringify(validator(value))).toBe(expected);
    }
  });
});
