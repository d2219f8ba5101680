import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import {
  alias,
  anything,
  asValidator,
  flag,
  integer,
  isAbsent,
  length,
  number,
  optionsOf,
  text,
  validator,
  validators,
} from "../../src/core/params/shared.ts";
import { Int, Str, type Validator } from "../../src/index.ts";

class Owner {}
const owner = new Owner() as Validator;

test("null and undefined say that nothing is given, and no other value does", () => {
  expect([undefined, null, false, 0, "", Number.NaN].map(isAbsent)).toEqual([true, true, false, false, false, false]);
});

test.each([
  ["integer", integer, 5],
  ["number", number, 0.5],
  ["length", length, 0],
  ["text", text, ""],
  ["optionsOf", optionsOf<string>("string"), ["a"]],
])("%s keeps what it is for, and takes null and nothing for nothing", (_name, contract, value) => {
  expect(contract(owner, "p", value)).toEqual(value);
  expect(contract(owner, "p", undefined)).toBeUndefined();
  expect(contract(owner, "p", null)).toBeUndefined();
});

test.each([
  ["integer", integer, 0.5, new TypeError("Owner.p should be of type integer")],
  ["number", number, "5", new TypeError("Owner.p should be of type number")],
  ["number", number, Number.NaN, new ValueError("Owner.p should not be NaN")],
  ["length", length, -1, new ValueError("Owner.p should not be negative number")],
  ["text", text, 5, new TypeError("Owner.p should be of type string")],
  ["optionsOf", optionsOf("string"), [5], new TypeError("Owner.p items should be of type string, got integer")],
  ["optionsOf", optionsOf("string"), [], new ValueError("Owner.p should not be empty")],
  ["validator", validator, undefined, new TypeError("Owner.p should be of type Validator")],
  ["validators", validators, [], new ValueError("Owner.p should not be empty")],
  ["validators", validators, [Int(), 5], new TypeError("Owner.p[1] value should be of type Validator")],
])("%s refuses what it is not for", (_name, contract, value, error) => {
  expect(() => contract(owner, "p", value)).toThrow(error);
});

test("an alias must be given, and so must what may be anything", () => {
  expect(alias(owner, "use", "a")).toBe("a");
  expect(() => alias(owner, "use", undefined)).toThrow(new TypeError("Owner.use should be of type string"));
  expect(anything.required).toBe(true);
  expect(anything(owner, "value", undefined)).toBeUndefined();
});

test("a flag that is not given is false", () => {
  expect(flag(owner, "p", undefined)).toBe(false);
  expect(flag(owner, "p", 1)).toBe(true);
});

describe("validators", () => {
  test("are kept in a frozen copy, in order", () => {
    const given = [Str(), Int()];
    const kept = validators(owner, "p", given);
    expect(kept).toEqual(given);
    expect(kept).not.toBe(given);
    expect(Object.isFrozen(kept)).toBe(true);
  });

  test("as members are named by their key", () => {
    const int = Int();
    expect(asValidator(owner, "p", int, "a")).toBe(int);
    expect(() => asValidator(owner, "p", Int, "a")).toThrow(
      new TypeError("Owner.p['a'] value should be of type Validator: did you mean Int()?"),
    );
  });
});
