import { afterEach, describe, expect, test } from "vitest";
import { irOf } from "../../src/fast/ir-of.ts";
import * as v from "../../src/index.ts";
import { planOf } from "../../src/native/plan.ts";
import { unknownParam } from "../../src/schemas/known.ts";

/** Arguments of each class that readers outside of it know, but for the planted parameter. */
const GIVEN: Readonly<Record<string, readonly unknown[]>> = {
  AllOf: [[v.Any()]],
  Any: [],
  Bool: [],
  Bytes: [],
  Check: [() => true],
  Const: [1],
  Date: [],
  Datetime: [],
  Default: [v.Int(), 1],
  Dict: [{ a: v.Int() }],
  Float: [],
  Int: [],
  LazyRef: ["known.test"],
  List: [v.Int()],
  OneOf: [[v.Int()]],
  Set: [v.Int()],
  Str: [],
  Time: [],
  Transform: [(value: unknown) => value],
  Tuple: [[v.Int()]],
  Type: [URL],
};
/** Classes that C++ does not know. */
const DELEGATED = ["Bytes", "Check", "Transform", "Type"];

interface AnyClass {
  new (...args: readonly unknown[]): v.Validator;
  readonly params: object;
}
const classes = Object.entries(v).filter(
  (entry) => typeof entry[1] === "function" && Object.hasOwn(GIVEN, entry[0]),
) as unknown as [string, AnyClass][];
let planted: Record<string, unknown> | undefined;
afterEach(() => {
  delete planted?.planted;
});

/** A validator of the class that has one more parameter. */
function plant(Class: AnyClass, value: unknown): v.Validator {
  planted = Class.params as unknown as Record<string, unknown>;
  planted.planted = (_owner: unknown, _name: string, given: unknown) => given;
  return new Class(...(GIVEN[Class.name] as unknown[]), { planted: value });
}

/** The class that the addon is told; empty where the validator is left to its `check`. */
const planned = (validator: v.Validator): unknown => JSON.parse(planOf(validator, false)?.text ?? "").root.__class__;

test("all classes are here, and all their parameters are known", () => {
  const builtIn = Object.values(v).filter(
    (one) => typeof one === "function" && (one.prototype as unknown) instanceof v.Validator,
  );
  expect(builtIn.map((one) => (one as { name: string }).name).sort()).toEqual(Object.keys(GIVEN));
  for (const [name, Class] of classes) {
    const given = Object.fromEntries(Object.keys(Class.params).map((param) => [param, "given"]));
    const validator = Object.assign(Object.create({ constructor: Class }), given);
    expect(unknownParam(name, validator)).toBeUndefined();
  }
});

describe.each(classes)("a parameter of %s that readers do not know", (name, Class) => {
  const without = new Class(...(GIVEN[name] as unknown[]));

  test.each([[1], [true], [null], ["x"]])("given as %j is refused by toJsonSchema", (value) => {
    const validator = plant(Class, value);
    for (const io of ["input", "output"] as const) {
      expect(() => v.toJsonSchema(validator, { io })).toThrow(`${name}.planted`);
      expect(v.toJsonSchema(validator, { io, unrepresentable: "any", target: "openapi-3.1" })).toEqual({});
    }
  });

  test("leaves its values to the check, in generated code", () => {
    expect(irOf(plant(Class, 1))).toBeUndefined();
    class Extended extends Class {
      static override readonly params = { ...Class.params, planted: (_: unknown, __: string, given: unknown) => given };
    }
    expect(irOf(new Extended(...(GIVEN[name] as unknown[]), { planted: 1 }))).toBeUndefined();
  });

  test.each([[1], [true], [null], ["x"]])("given as %j leaves its values to the check, in C++", (value) => {
    const known = planned(without);
    expect(known).toBe(DELEGATED.includes(name) ? "" : name === "Default" ? "Int" : name);
    expect(planned(plant(Class, value))).toBe("");
  });

  test("where it is at its default, changes nothing", () => {
    const validator = plant(Class, undefined);
    expect(unknownParam(name, validator)).toBeUndefined();
    expect(planned(validator)).toBe(planned(without));
    expect(irOf(validator) === undefined).toBe(irOf(without) === undefined);
  });
});
