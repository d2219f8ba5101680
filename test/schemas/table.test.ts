import { afterEach, describe, expect, test } from "vitest";
import { Dict, Int, Str } from "../../src/index.ts";

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
