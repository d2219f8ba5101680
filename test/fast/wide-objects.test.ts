import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { execution } from "../../src/engines/fast/mode.ts";
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
    ["300", named(300)],
    ["301", named(301)],
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
    execution.mode = mode;
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
    execution.mode = mode;
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
    execution.mode = mode;
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

describe("an object of so many keys that its code is a loop over tables", () => {
  const names = named(301);
  const few = names.slice(0, 4);
  const [schema, value] = [schemaOf(names), valueOf(names)];
  const optional = names.filter((name) => !few.includes(name));
  const dicts: [string, Validator][] = [
    ["all of them needed", Dict(schema)],
    ["a nested one", Dict({ ...schema, "key 2": Dict(schemaOf(names), { nullable: true }) })],
    ["that are optional", Dict(schema, { optional })],
    ["that have defaults", Dict(schema, { optional, defaults: { "key 5": 1, "key 6": () => "made", "key 7": "?" } })],
    ["one of which is dropped", Dict(schema, { dispose: ["key 5"], optional })],
    ["with other names in the result", Dict(schema, { optional, names: "snake" })],
    ["and others that are kept", Dict(schema, { optional, unknown: "keep" })],
    ["and others that are dropped", Dict(schema, { unknown: "strip" })],
    ["and others of a type", Dict(schema, { optional, extra: [Str({ maxlen: 5 }), Int()], maxlen: 303 })],
    ["null in place of some", Dict(schema, { optional, null_is_absent: true })],
    ["as many as allowed", Dict(schema, { optional, minlen: 3, maxlen: 301 })],
  ];
  const part = fc.oneof(
    fc.constantFrom<unknown>(7, "text", null, 1.5, [1, 2], undefined, [], {}, -1, value),
    fc.constantFrom<unknown>(-0, "a text of more than twenty letters"),
  );
  const change = fc.tuple(fc.constantFrom(...few, "key 5", "key 6", "key 7", "key 300", "other", "odd name"), part);

  test.each(dicts)("%s: the copy and the errors are those of the check", (_name, dict) => {
    let valid = 0;
    fc.assert(
      fc.property(fc.array(change, { maxLength: 3 }), fc.boolean(), fc.boolean(), (changes, isWhole, isReversed) => {
        const start = isWhole ? value : valueOf(few);
        const entries = Object.entries({ ...start, ...Object.fromEntries(changes) });
        const input = Object.fromEntries(isReversed ? entries.reverse() : entries);
        const results = (["check", "compiled"] as const).map((mode) => {
          execution.mode = mode;
          const result = dict.safe(input);
          if (!result.ok) return result.error.issues;
          valid++;
          return JSON.stringify(Object.entries(result.value as object));
        });
        expect(results[1]).toEqual(results[0]);
      }),
      { numRuns: 100 },
    );
    expect(valid).toBeGreaterThan(0);
  });
});

describe.each(["check", "compiled"] as const)("an object with one of many optional keys, in the mode %s", (mode) => {
  /** How often a call asks an object for anything. */
  function asked(count: number, call: (validator: Validator, value: unknown) => unknown): number {
    const names = named(count);
    const validator = Dict(schemaOf(names), { optional: names });
    let times = 0;
    const traps = new Proxy(
      {},
      {
        get:
          (_, trap: "get") =>
          (target: object, ...args: [never]) => {
            times++;
            return Reflect[trap](target, ...args);
          },
      },
    );
    execution.mode = mode;
    // Once it is compiled, generated code is what asks.
    for (let times = 0; times < 3; times++) call(validator, { "key 3": 1.5 });
    call(validator, new Proxy({ "key 3": 1.5 }, traps));
    return times;
  }

  test.each<[string, (validator: Validator, value: unknown) => unknown]>([
    ["a call", (validator, value) => validator(value)],
    ["is", (validator, value) => validator.is(value)],
    ["safe", (validator, value) => validator.safe(value)],
  ])("costs %s what the object has, not what the schema knows", (_, call) => {
    const few = asked(5, call);
    expect(few).toBeLessThan(12);
    for (const count of [250, 4000]) expect(asked(count, call)).toBeLessThanOrEqual(few);
  });
});
