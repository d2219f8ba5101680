import { afterEach, describe, expect, test } from "vitest";
import { Table } from "../../src/core/schemas/table.ts";
import { Const, Dict, Int, load, Str, Transform, Validator } from "../../src/index.ts";

describe("a validator has a property of its own for each parameter that is given", () => {
  test.each([
    [Str(), []],
    [Str({ minlen: 1, strip: true }), ["strip", "minlen"]],
    [Str({ minlen: undefined, strip: false }), []],
    [Int({ min: 0, max: 5 }), ["min", "max"]],
    [Dict({ a: Int() }), ["schema"]],
  ])("%s", (validator, names) => {
    expect(Object.keys(validator)).toEqual(names);
  });

  test("the others read as their defaults", () => {
    const { minlen, nullable, options } = Str();
    expect({ minlen, nullable, options }).toEqual({ minlen: undefined, nullable: false, options: undefined });
  });

  test("which nothing can change", () => {
    expect(() => {
      (Str() as { nullable: boolean }).nullable = true;
    }).toThrow(TypeError);
  });
});

describe("properties of Object.prototype", () => {
  const polluted = ["minlen", "nullable", "pattern", "max", "schema"];
  afterEach(() => {
    for (const name of polluted) delete (Object.prototype as Record<string, unknown>)[name];
  });

  test("are no parameters", () => {
    for (const name of polluted)
      Object.defineProperty(Object.prototype, name, { value: 1, configurable: true, writable: true });
    const { minlen, nullable, pattern } = Str({});
    expect({ minlen, nullable, pattern }).toEqual({ minlen: undefined, nullable: false, pattern: undefined });
    expect([Int({}).max, Dict({}).nullable]).toEqual([undefined, false]);
  });
});

test("a parameter that its class has later is a parameter", () => {
  const params = Str.params as unknown as Record<string, unknown>;
  params.planted = (_owner: unknown, _name: string, given: unknown) => given;
  expect((Str({ planted: 5 } as never) as unknown as { planted: number }).planted).toBe(5);
  delete params.planted;
  expect(() => Str({ planted: 5 } as never)).toThrow("Str got an unexpected parameter 'planted'");
});

test("a table is that of the class as long as this has the same parameters", () => {
  const read = (_owner: unknown, _name: string, given: unknown) => given;
  const params: Record<string, typeof read> = { a: read, b: read };
  const table = new Table({ name: "Own", params, prototype: {} }, true);
  expect(table.isCurrent).toBe(true);
  delete params.b;
  expect(table.isCurrent).toBe(false);
  params.c = read;
  expect(table.isCurrent).toBe(false);
});

test("a parameter that its class requires has to be given, if only as undefined", () => {
  expect(() => load({ __class__: "Const" })).toThrow(new TypeError("Const.value should be given"));
  expect(Object.keys(Const(undefined))).toEqual(["value"]);
});

describe("a parameter with the name of a method", () => {
  const given = (_owner: unknown, _name: string, value: unknown) => value;
  class Own extends Validator {
    static override readonly params = { is: given, length: given, name: given, other: given };
    declare readonly other: number;
    override check(input: unknown) {
      return input;
    }
  }
  test("leaves the method if it is not given", () => {
    expect([Transform(String).encode, new Own().is]).toEqual([Validator.prototype.encode, Validator.prototype.is]);
    expect(Object.keys(Transform(String))).toEqual(["make"]);
  });

  test("takes its place if it is", () => {
    const transform = Transform(String, { encode: Number });
    expect([Object.keys(transform), transform.encode("5")]).toEqual([["make", "encode"], 5]);
    const own = new Own({ is: 1, length: 2, name: 3, other: 4 });
    expect([own.is, own.length, own.name]).toEqual([1, 2, 3]);
    expect(() => Object.assign(own, { other: 5 })).toThrow(TypeError);
    // Its class is left as it is.
    expect(Object.getOwnPropertyNames(Own.prototype)).toEqual(["constructor", "check"]);
  });
});
