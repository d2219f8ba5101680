import { inspect } from "node:util";
import { afterEach, describe, expect, test, vi } from "vitest";
import { pure } from "../../src/core/json/pure.ts";
import { AllOf, Bool, Dict, Float, Int, List, Str, Transform, type Validator } from "../../src/index.ts";
import { eager } from "./addon.ts";

const KINDS = [Int({ min: 0 }), Str({ maxlen: 20 }), Bool({ nullable: true }), Float(), Int({ options: [1, 2] })];
const VALUES = [7, "text", null, 1.5, 2];

const named = (count: number): string[] => Array.from({ length: count }, (_, index) => `key ${index}`);
const schemaOf = (names: readonly string[]): Record<string, Validator> =>
  Object.fromEntries(names.map((name, index) => [name, KINDS[index % KINDS.length] as Validator]));
const textOf = (names: readonly string[], all: readonly string[] = names): string =>
  `{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(VALUES[all.indexOf(name) % VALUES.length])}`).join()}}`;

describe.skipIf(eager === undefined)("An object of so many keys that V8 would make a hash table of a literal", () => {
  const native = eager as typeof pure;

  afterEach(() => {
    Reflect.deleteProperty(Object.prototype, "key 3");
  });

  const wide = named(150);
  const lists: [string, readonly string[]][] = [
    ["the most that a literal is written for", named(100)],
    ["one more", named(101)],
    ["300", named(300)],
    ["more than V8 has names for in one object", named(1100)],
    ["names that all objects inherit", [...wide, "toString", "constructor"]],
    ["the name of the prototype", [...wide.slice(0, 70), "__proto__", ...wide.slice(70)]],
    ["numbers", [...wide, "1", "0"]],
  ];

  test.each(lists)("%s: it is the one that JSON.parse makes, in whatever order the keys come", (_, names) => {
    const one = Dict(schemaOf(names));
    const list = List(one);
    const others = [names, [...names].reverse(), [names.at(-1) as string, ...names.slice(0, -1)]];
    for (const keys of others) {
      const text = textOf(keys, names);
      for (let call = 0; call < 3; call++) {
        for (const [validator, source] of [[one, text] as const, [list, `[${text},${text}]`] as const]) {
          const result = native.parse(validator, source);
          expect(inspect(result.ok && result.value, { maxArrayLength: null, depth: null })).toBe(
            inspect(JSON.parse(source), { maxArrayLength: null, depth: null }),
          );
          expect(result).toEqual(pure.parse(validator, source));
        }
      }
    }
  });

  test("has the prototype of all others, and properties like theirs", () => {
    const made = native.parse(Dict(schemaOf(wide)), textOf(wide));
    expect(made.ok && Object.getPrototypeOf(made.value)).toBe(Object.prototype);
    expect(Object.getOwnPropertyDescriptor(made.ok && made.value, "key 3")).toEqual({
      ...{ value: 1.5, writable: true, enumerable: true, configurable: true },
    });
  });

  test("calls no setter of Object.prototype", () => {
    const validator = Dict(schemaOf(wide));
    const text = textOf(wide);
    for (let call = 0; call < 3; call++) {
      const taken: unknown[] = [];
      Object.defineProperty(Object.prototype, "key 3", {
        ...{ configurable: true, get: () => 0, set: (value) => taken.push(value) },
      });
      const result = native.parse(validator, text);
      Reflect.deleteProperty(Object.prototype, "key 3");
      expect(taken).toEqual([]);
      expect(JSON.stringify(result.ok && result.value)).toBe(text);
      expect(JSON.stringify(native.parse(validator, text))).toBe(`{"ok":true,"value":${text}}`);
    }
  });

  test("leaves out what is missing, and fills in defaults", () => {
    const validator = Dict(schemaOf(wide), { optional: wide.slice(5, 9), defaults: { "key 12": null } });
    for (const missing of [[], wide.slice(5, 7), ["key 12"], ["key 6", "key 12"], ["key 20"]]) {
      const text = textOf(
        wide.filter((name) => !missing.includes(name)),
        wide,
      );
      const [got, expected] = [native, pure].map((engine) => engine.parse(validator, text));
      expect(got?.ok).toBe(!missing.includes("key 20"));
      expect(JSON.stringify(got)).toBe(JSON.stringify(expected));
    }
  });

  test.each([150, 1100])(
    "of %s: values of any size, defaults of dropped keys, and values that become nothing",
    (count) => {
      const names = named(count);
      const kinds = [
        List(Int()),
        AllOf(
          Int(),
          Transform((value) => (value === 0 ? undefined : value)),
        ),
        Dict({ a: Int() }),
        Str(),
      ];
      const validator = Dict(Object.fromEntries(names.map((name, index) => [name, kinds[index % 4] as Validator])), {
        dispose: ["key 3", "key 7"],
        defaults: { "key 3": "x", "key 7": () => "y" },
      });
      for (const nothing of [0, 1]) {
        const values = [[1, 2], nothing, { a: 1 }, "text"];
        const text = JSON.stringify(Object.fromEntries(names.map((name, index) => [name, values[index % 4]])));
        for (let call = 0; call < 3; call++) {
          const [got, expected] = [native, pure].map((engine) => engine.parse(validator, text));
          expect(got?.ok).toBe(true);
          expect(JSON.stringify(got)).toBe(JSON.stringify(expected));
        }
      }
    },
  );

  test("takes code in proportion to its keys, in functions that V8 compiles one by one", () => {
    const written: string[] = [];
    const { Function: given } = globalThis;
    vi.stubGlobal(
      "Function",
      class extends given {
        constructor(...parts: string[]) {
          super(...parts);
          written.push(parts.at(-1) as string);
        }
      },
    );
    for (const count of [150, 600, 1000, 1100, 4400]) {
      written.length = 0;
      const names = named(count);
      native.parse(Dict(schemaOf(names)), textOf(names));
      const code = written.find((one) => one.includes("key 149")) as string;
      expect(code.length).toBeLessThan(5000 + 110 * count);
      const functions = code.split(/^function /m).slice(1);
      expect(Math.max(...functions.map((one) => (one.match(/ = v\d+;/g) ?? []).length))).toBeLessThanOrEqual(64);
    }
    vi.unstubAllGlobals();
  });
});
