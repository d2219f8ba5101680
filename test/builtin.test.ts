import "./support/fresh.ts";
import { describe, expect, test } from "vitest";
import { callable, withParams } from "../src/core/builtin.ts";
import { expectFlag } from "../src/core/contracts.ts";
import { classes, Int, Validator } from "../src/index.ts";

const params = { loud: expectFlag };
class EchoValidator extends withParams(params, ([first]) => ({ loud: first })) {
  override check(input: unknown): unknown {
    return this.loud ? `${input}!` : input;
  }
}
const Echo = callable<{ (loud?: boolean): EchoValidator; new (loud?: boolean): EchoValidator }>("Echo", EchoValidator);

describe("withParams", () => {
  test("makes parameters properties that can only be read", () => {
    const echo = new EchoValidator(true);
    expect(echo.loud).toBe(true);
    expect(Object.getOwnPropertyDescriptor(echo, "loud")).toMatchObject({ writable: false, enumerable: true });
    expect(EchoValidator.params).toBe(params);
  });

  test("reads one object of parameters, if not told otherwise", () => {
    class Plain extends withParams(params) {}
    expect(new Plain({ loud: true }).loud).toBe(true);
    expect(() => new Plain({ quiet: true })).toThrow(new TypeError("Plain got an unexpected parameter 'quiet'"));
    expect(() => new Plain(true)).toThrow(new TypeError("Plain parameters should be an object"));
  });
});

describe("callable", () => {
  test("gives them parameters of their own, whatever a function or its prototypes have under these names", () => {
    const names = ["name", "length", "call", "loud", "quiet"];
    const table = Object.fromEntries(
      names.map((name) => [name, (_owner: object, _attr: string, value: unknown) => value]),
    );
    class OddValidator extends withParams(table) {}
    const Odd = callable<(params: object) => Validator>("OddParams", OddValidator);
    const values = Object.fromEntries(names.map((name, index) => [name, index]));
    let calls = 0;
    Object.defineProperty(Object.prototype, "quiet", { configurable: true, get: () => 9, set: () => calls++ });
    try {
      const odd = Odd(values);
      expect(Object.getOwnPropertyDescriptors(odd)).toMatchObject(
        Object.fromEntries(
          names.map((name, value) => [name, { value, writable: false, enumerable: true, configurable: false }]),
        ),
      );
      expect(Object.keys(odd).sort()).toEqual([...names].sort());
      expect(calls).toBe(0);
    } finally {
      Reflect.deleteProperty(Object.prototype, "quiet");
    }
  });

  test("makes frozen instances with and without new", () => {
    for (const echo of [Echo(true), new Echo(true)]) {
      expect(echo("a")).toBe("a!");
      expect(echo).toBeInstanceOf(Echo);
      expect(echo).toBeInstanceOf(Validator);
      expect(Object.isFrozen(echo)).toBe(true);
      expect(`${echo}`).toBe("<Echo(loud=true)>");
    }
  });

  test("makes classes that can be extended, whose instances have fields of their own", () => {
    class Twice extends Echo {
      times = 2;
    }
    expect(Object.isFrozen(new Twice())).toBe(false);
    expect(new Twice(true).times).toBe(2);
    expect(new Twice(true)("a")).toBe("a!");
  });

  test("registers the class under its name, once", () => {
    expect(classes.get("Echo")).toBe(Echo);
    expect(() => callable("Int", EchoValidator)).toThrow("Name of Int conflicts with another validator class");
    expect(classes.get("Int")).toBe(Int);
  });
});
