import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import type { CheckReport } from "../../src/core/report/check.ts";
import { execution } from "../../src/engines/fast/mode.ts";
import { AllOf, Any, Check, Const, Dict, Int, LazyRef, List, OneOf, Str, Validator } from "../../src/index.ts";
import { answeredBy, keepMode } from "./mode.ts";

keepMode();

describe("generated code", () => {
  describe("reads the tag of a union once, whatever the object", () => {
    const pet = OneOf([Dict({ kind: Const("cat"), lives: Int() }), Dict({ kind: Const("dog") })], {
      discriminator: "kind",
    });
    class Cat {}
    test.each<[string, () => object, string, boolean]>([
      ["an ordinary one", () => ({}), "cat", true],
      ["one with a tag of no step", () => ({}), "cow", false],
      ["one without a prototype", () => Object.create(null), "cat", true],
      ["one without a prototype, with a tag of no step", () => Object.create(null), "cow", false],
      ["one with a prototype that adds nothing", () => Object.create(Object.create(Object.prototype)), "cat", true],
      ["one of another realm", () => runInNewContext("({})"), "cat", true],
      ["an instance of a class", () => new Cat(), "cat", false],
      ["an array", () => [], "cat", false],
      ["an array that says it is an object", () => Object.setPrototypeOf([], Object.prototype), "cat", false],
    ])("%s", (_name, make, tag, isValid) => {
      execution.mode = "compiled";
      let reads = 0;
      const get = (): string => {
        reads++;
        return tag;
      };
      const kind = { enumerable: true, get };
      const lives = { enumerable: true, value: 9 };
      for (const members of [
        { kind, lives },
        { lives, kind },
      ]) {
        const value = Object.defineProperties(make(), members);
        expect(pet.is(value)).toBe(isValid);
        reads = 0;
        expect(answeredBy(() => expect(pet.safe(value).ok).toBe(isValid))).toBe(1);
        expect(reads).toBeLessThanOrEqual(1);
      }
    });
  });

  test("takes a tag that an object has, but does not list, for the tag", () => {
    const pet = OneOf([Dict({ kind: Const("cat") })], { discriminator: "kind" });
    const hidden = (kind: string): object => Object.defineProperty({}, "kind", { value: kind });
    for (const one of ["check", "compiled"] as const) {
      execution.mode = one;
      expect(pet(hidden("cat"))).toEqual({ kind: "cat" });
      expect(Array.from(pet.safe(hidden("cow")).error ?? [], String)).toEqual([
        "<kind: OptionsError(expected=['cat'], actual='cow')>",
      ]);
    }
  });

  test("leaves a key unread that may be missing, if a Proxy does not list it", () => {
    const unlisted = (target: object): object =>
      new Proxy(target, {
        get(_, key) {
          if (Object.hasOwn(target, key)) return Reflect.get(target, key);
          throw new TypeError(`read ${String(key)}`);
        },
      });
    const schema = Dict({ a: Int(), b: Int() }, { optional: ["b"] });
    for (const one of ["check", "compiled"] as const) {
      execution.mode = one;
      const [valid, invalid] = [unlisted({ a: 1 }), unlisted({})];
      expect([schema(valid), schema.is(valid)]).toEqual([{ a: 1 }, true]);
      expect([schema.safe(invalid).ok, schema.is(invalid)]).toEqual([false, false]);
    }
  });

  test("throws for an alias that leads nowhere only when a value gets there", () => {
    const schema = Dict({ next: LazyRef("nowhere") });
    for (const one of ["check", "compiled"] as const) {
      execution.mode = one;
      expect(schema.is({ other: 1, next: {} })).toBe(false);
      expect(() => schema.is({ next: {} })).toThrow("'nowhere' is not registered");
    }
    // A verdict says that a key is missing as soon as it knows.
    const late = Dict({ first: Any(), next: LazyRef("nowhere") });
    execution.mode = "check";
    expect(() => late.is({ next: {} })).toThrow("'nowhere' is not registered");
    execution.mode = "compiled";
    expect(late.is({ next: {} })).toBe(false);
  });

  test("compares the items that it returns, though they show others when they are read again", () => {
    const changing = (first: number, later: number): number[] => {
      const reads = [first, later];
      return Object.defineProperty([], 0, { enumerable: true, get: () => reads.shift() ?? later });
    };
    for (const one of ["check", "compiled"] as const) {
      execution.mode = one;
      const item = List(Int());
      for (const list of [List(item, { unique_items: true }), List(item, { ascending: true })]) {
        expect(list([changing(1, 5), changing(2, 5), [3]])).toEqual([[1], [2], [3]]);
        expect(list.safe([changing(2, 1), changing(2, 2), [1]]).ok).toBe(false);
      }
      const list = List(item, { contains: List(Int({ max: 1 })) });
      expect(list([changing(1, 5)])).toEqual([[1]]);
      expect(list.safe([changing(5, 1)]).ok).toBe(false);
    }
  });

  test("copies members that an object does not list only for a step that may name them", () => {
    const hidden = Object.defineProperty({ a: 1 }, "b", { value: 2 });
    const [other, named] = [Dict({ a: Int() }), Dict({ a: Int(), b: Int() })];
    for (const one of ["check", "compiled"] as const) {
      execution.mode = one;
      expect(Object.getOwnPropertyNames(AllOf(Any(), other)(hidden))).toEqual(["a"]);
      expect(AllOf(Any(), other, named)(hidden)).toEqual({ a: 1, b: 2 });
      const seen: string[][] = [];
      const look = Check((value) => seen.push(Object.getOwnPropertyNames(value)) > 0);
      AllOf(other, look, other)(hidden);
      expect(seen).toEqual([["a"]]);
    }
  });

  test("takes no getter from Object.prototype for that of a parameter", () => {
    for (const one of ["check", "compiled"] as const) {
      execution.mode = one;
      const schema = Dict({ next: Dict({ a: Int() }, { names: { a: "b" } }) });
      const prototype = Object.prototype as { get?: unknown };
      let result: unknown;
      prototype.get = "polluted";
      try {
        result = schema({ next: { b: 1 } });
      } finally {
        delete prototype.get;
      }
      expect(result).toEqual({ next: { a: 1 } });
    }
  });

  test("takes no tag of a union that an object inherits, for then it is no plain object", () => {
    const root = Object.assign(Object.create(null), { kind: "cat" });
    // What is inherited is listed last.
    for (const cat of [Dict({ kind: Const("cat"), lives: Int() }), Dict({ lives: Int(), kind: Const("cat") })]) {
      const pet = OneOf([cat], { discriminator: "kind" });
      for (const members of [{ lives: 9 }, { lives: "x" }]) {
        for (const one of ["check", "compiled"] as const) {
          execution.mode = one;
          const value = Object.assign(Object.create(root), members);
          expect(pet.is(value)).toBe(false);
          expect(Array.from(pet.safe(value).error ?? [], String)).toEqual([
            "<InvalidTypeError(expected='object', actual='instance')>",
          ]);
        }
      }
    }
  });

  describe("reads nothing of an array, though it has just the keys of the schema", () => {
    const union = [Dict({ kind: Const("a"), n: Int() }), Dict({ kind: Const("b"), n: Str() })] as const;
    const many = Array.from({ length: 70 }, (_, index) => `k${index}`);
    test.each<[string, Validator, readonly string[]]>([
      ["a Dict", Dict({ kind: Str(), n: Int() }), ["kind", "n"]],
      ["a key may be missing", Dict({ kind: Str(), n: Int() }, { optional: ["n"] }), ["kind", "n"]],
      ["keys are indexes", Dict({ 0: Int(), 1: Int() }), ["0", "1"]],
      ["many keys", Dict(Object.fromEntries(many.map((key) => [key, Int()]))), many],
      ["unknown keys are kept", Dict({ kind: Str() }, { unknown: "keep" }), ["n", "kind"]],
      ["a OneOf that tries its steps", OneOf(...union), ["kind", "n"]],
      ["a OneOf with a discriminator", OneOf([...union], { discriminator: "kind" }), ["kind", "n"]],
    ])("%s", (_name, schema, keys) => {
      for (const prototype of [Array.prototype, Object.prototype, null]) {
        const value = Object.setPrototypeOf([], prototype);
        let reads = 0;
        const get = (): string => String(reads++);
        for (const key of keys) Object.defineProperty(value, key, { enumerable: true, get });
        for (const one of ["check", "compiled"] as const) {
          execution.mode = one;
          expect(schema.is(value)).toBe(false);
          expect(schema.safe(value).ok).toBe(false);
          expect(reads).toBe(0);
        }
      }
    });
  });

  describe("calls code of the caller's as often as the check", () => {
    let calls = 0;
    class Counted extends Validator<unknown> {
      override check(input: unknown): unknown {
        calls++;
        return input;
      }
    }
    const countsOf = (schema: Validator, value: unknown): number[] =>
      (["check", "compiled"] as const).flatMap((one) => {
        execution.mode = one;
        return [() => schema.safe(value), () => schema.is(value)].map((validate) => {
          calls = 0;
          validate();
          return calls;
        });
      });

    test("where it follows the reference that led to it", () => {
      class Following extends Counted {
        override check(input: unknown, report?: CheckReport): unknown {
          calls++;
          return (reference as Following).check(input, report);
        }
      }
      const following = new Following();
      const reference: Validator = LazyRef((): Validator => following);
      const schema = LazyRef((): Validator => reference);
      const [safe, is, safeToo, isToo] = countsOf(schema, "x");
      expect([safe, is, safeToo]).toEqual([1, 1, 1]);
      // The check begins again where a verdict leaves it.
      expect(isToo).toBeLessThanOrEqual(3);
    });

    test("where a choice remembers what it has validated, of objects that lack keys", () => {
      const again = LazyRef((): Validator => tree);
      const tree: Validator = Dict(
        { next: OneOf(again, again), name: new Counted(), a: Int(), b: Int() },
        { optional: ["next", "a", "b"] },
      );
      for (const prototype of [Object.prototype, null]) {
        const made = (members: object): object => Object.assign(Object.create(prototype), members);
        for (let depth = 4; depth < 16; depth++) {
          let value = made({ name: 1, a: "x" });
          for (let level = 0; level < depth; level++) value = made({ next: value, name: 1 });
          const [safe, , safeToo, isToo] = countsOf(tree, value);
          expect(safeToo).toBe(safe);
          expect(isToo).toBeLessThan(10_000);
        }
      }
    });
  });

  describe("refuses an object that is not plain, whatever its properties throw", () => {
    const thrown = () => {
      throw new Error("read");
    };
    const union = [Dict({ kind: Const("a"), n: Int() }), Dict({ kind: Const("b"), n: Str() })] as const;
    test.each<[string, Validator]>([
      ["a Dict", Dict({ kind: Str(), n: Int() })],
      ["a key may be missing", Dict({ kind: Str(), n: Int() }, { optional: ["n"] })],
      ["unknown keys are kept", Dict({ kind: Str() }, { unknown: "keep" })],
      ["a OneOf that tries its steps", OneOf(...union)],
      ["a OneOf with a discriminator", OneOf([...union], { discriminator: "kind" })],
      ["a member", List(Dict({ kind: Str(), n: Int() }))],
    ])("%s", (_name, schema) => {
      for (const make of [() => new (class Pet {})(), () => [1], () => Object.create({ own: 1 })]) {
        for (const keys of [["kind", "n"], ["n", "kind"], ["kind"]]) {
          const value = make();
          for (const key of keys) {
            const isTag = key === "kind" && keys.length > 1;
            Object.defineProperty(value, key, { enumerable: true, ...(isTag ? { value: "a" } : { get: thrown }) });
          }
          for (const input of [value, Object.create(value), [value]]) {
            for (const one of ["check", "compiled"] as const) {
              execution.mode = one;
              expect(schema.is(input)).toBe(false);
              expect(schema.safe(input).ok).toBe(false);
            }
          }
        }
      }
    });
  });

  test("lets through what a getter throws, whatever it says, and reads nothing again", () => {
    const reads: string[] = [];
    const said = new TypeError("the licence was revoked");
    const value = {
      get kind() {
        reads.push("kind");
        return "a";
      },
      get n() {
        reads.push("n");
        throw said;
      },
    };
    for (const schema of [Dict({ kind: Str(), n: Int() }), OneOf([Dict({ kind: Const("a"), n: Int() })])]) {
      for (const one of ["check", "compiled"] as const) {
        execution.mode = one;
        for (const validate of [() => schema(value), () => schema.safe(value)]) {
          expect(validate).toThrow(said);
          expect(reads.splice(0)).toEqual(["kind", "n"]);
        }
      }
    }
  });

  test("lets through what a getter throws, where no step of a union has the constant of the object", () => {
    const thrown = () => {
      throw new Error("read");
    };
    const union = OneOf(Dict({ kind: Const("a"), n: Int() }), Dict({ kind: Const("b"), n: Str() }));
    // As one of several, its steps are tried for a result too.
    for (const schema of [union, OneOf(Int(), union, Str())]) {
      for (const members of [{}, { kind: "c" }]) {
        const value = Object.defineProperty({ ...members }, "other", { enumerable: true, get: thrown });
        for (const one of ["check", "compiled"] as const) {
          execution.mode = one;
          for (const validate of [() => schema(value), () => schema.safe(value)]) expect(validate).toThrow("read");
        }
      }
    }
  });

  describe("leaves a constant unread that would choose a step of a union, if the object does not list it", () => {
    const pet = OneOf(Dict({ kind: Const("cat") }), Dict({ kind: Const("dog") }));
    const throwing = (target: object) =>
      new Proxy(target, {
        get() {
          throw new TypeError("read");
        },
      });
    test.each(["check", "compiled"] as const)("%s", (one) => {
      execution.mode = one;
      expect(pet.safe(throwing({})).error?.length).toBe(2);
      expect(() => pet.is(throwing({ kind: "cat" }))).toThrow("read");
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      expect(pet.is(proxy)).toBe(false);
    });
  });
});
