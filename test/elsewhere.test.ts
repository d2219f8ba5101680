import { describe, expect, test } from "vitest";
import * as v from "../src/index.ts";
import * as elsewhere from "../src/interop/elsewhere.ts";

describe("a name that a validator has elsewhere throws, and says what to use", () => {
  const names: Readonly<Record<string, string>> = {
    Object: "Dict({...})",
    Struct: "Dict({...})",
    Record: "Dict({}, { extra: [Str(), ...] })",
    String: "Str()",
    Number: "Float() or Int()",
    Integer: "Int()",
    BigInt: "Int({ bigint: true })",
    Boolean: "Bool()",
    Array: "List(...)",
    Literal: "Const(...)",
    Null: "Const(null)",
    Enum: "Str({ options: [...] })",
    Intersection: "AllOf(...)",
    Lazy: "LazyRef(() => ...)",
    Unknown: "Any()",
    Never: "Not(Any())",
  };

  test.each(Object.entries(names))("%s", (name, meant) => {
    const absent = (v as unknown as Record<string, () => unknown>)[name];
    expect(absent).toThrow(new TypeError(`There is no ${name}: use ${meant}`));
    const [validator] = meant.split("(");
    expect(v).toHaveProperty(validator as string);
  });

  test("all of them", () => {
    expect(Object.keys(elsewhere).sort()).toEqual(Object.keys(names).sort());
  });
});
