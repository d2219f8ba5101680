import { afterEach, describe, expect, test } from "vitest";
import { rulesOf } from "../../src/core/builtin.ts";
import { joined, MORE } from "../../src/core/errors/clauses.ts";
import { clauseOf } from "../../src/core/rules/clause.ts";
import { AllParams, otherParam, paramsOf } from "../../src/core/schemas/params.ts";
import { copyModelOf } from "../../src/engines/fast/copy-model.ts";
import * as v from "../../src/index.ts";
import { countKinds, eager, type Kinds } from "../native/addon.ts";
import { expectSame } from "../native/outcome.ts";
import { madeOf, ROWS } from "../support/container-params.ts";

v.Str({ alias: "declined.test" });
/** Arguments of each class, but for the planted parameter. */
const GIVEN: Readonly<Record<string, readonly unknown[]>> = {
  AllOf: [[v.Any()]],
  Any: [],
  Bool: [],
  Bytes: [],
  Check: [() => true],
  Closed: [v.Dict({ a: v.Int() })],
  Const: [1],
  Date: [],
  Datetime: [],
  Default: [v.Int(), 1],
  Dict: [{ a: v.Int() }],
  Fallback: [v.Int(), 1],
  Float: [],
  If: [v.Int(), v.Int({ min: 1 })],
  Int: [],
  LazyRef: ["declined.test"],
  List: [v.Int()],
  Not: [v.Int()],
  Nullable: [v.Int()],
  OneOf: [[v.Int()]],
  Optional: [v.Int()],
  Set: [v.Int()],
  Str: [],
  Time: [],
  Transform: [(value: unknown) => value],
  Tuple: [[v.Int()]],
  Type: [URL],
};
/** Classes that C++ does not know, and dates without a format. */
const DELEGATED = ["Bytes", "Check", "Date", "Datetime", "Time", "Transform", "Type"];
const NOT_NATIVE = [...DELEGATED, "Fallback"];
/** Classes that JSON Schema has no form for, and dates without a format. */
const NOT_WRITTEN = DELEGATED;
/** Classes that only call a function, whatever parameters they have. */
const NEVER_REFUSED: Readonly<Record<string, readonly string[]>> = { Check: ["input", "output"], Transform: ["input"] };

interface AnyClass {
  new (...args: readonly unknown[]): v.Validator;
  readonly params: object;
}
const classes = Object.entries(v).filter(
  (entry) => typeof entry[1] === "function" && Object.hasOwn(GIVEN, entry[0]),
) as unknown as [string, AnyClass][];
let planted: Record<string, unknown> | undefined;
const isNullable = new Set<object>(classes.map(([, { params }]) => params).filter((one) => "nullable" in one));
afterEach(() => {
  delete planted?.planted;
  if (planted !== undefined && !isNullable.has(planted)) delete planted.nullable;
});

/** A validator of the class that has one more parameter. */
function plant(Class: AnyClass, value: unknown, name = "planted"): v.Validator {
  planted = Class.params as unknown as Record<string, unknown>;
  planted[name] = (_owner: unknown, _name: string, given: unknown) => given;
  return new Class(...(GIVEN[Class.name] as unknown[]), { [name]: value });
}

/** Whether the addon itself validates the values of a validator, and not its `check`. */
function isNative(validator: v.Validator): boolean {
  const kinds: Kinds = {};
  countKinds(validator, kinds);
  return Object.values(kinds)[0]?.native === 1;
}

test("all classes are here", () => {
  const builtIn = Object.values(v).filter(
    (one) => typeof one === "function" && (one.prototype as unknown) instanceof v.Validator,
  );
  // Some have two names.
  expect([...new Set(builtIn)].map((one) => (one as { name: string }).name).sort()).toEqual(Object.keys(GIVEN));
});

test("the first parameter that is set, but for annotations, is declined unless it is known", () => {
  const list = v.List(v.Int(), { minlen: 1, unique: true, message: "no", meta: { title: "a" } });
  const others = (...known: readonly string[]) => otherParam(list, (name) => known.includes(name));
  expect([others(), others("item"), others("unique", "item")]).toEqual(["item", "minlen", "minlen"]);
  expect(others("item", "minlen", "unique")).toBeUndefined();
});

/** Values that parameters may have, one at least for each. */
const VALUES = [
  ...[
    "exact",
    true,
    1,
    1n,
    "2026-02-03",
    "08:30",
    "iso",
    "-P1D",
    "UTC",
    "date",
    "lower",
    "unix",
    "latin-1",
    "email",
    "strip",
    "a",
  ],
  ...["base64", "https", "HS256", "html5", "temporal", ["a"], ["b"], [1], { a: 1 }, () => 1, URL],
  ...[v.Int(), { a: v.Int() }],
];

/** Parameters that another one must have a value for. */
const WITH: Readonly<Record<string, object>> = {
  protocols: { format: "url" },
  alg: { format: "jwt" },
  mode: { format: "email" },
};

describe.each(classes)("parameters of %s", (name, Class) => {
  const given = {
    ...{ item: v.List(v.Int()), value: 1, steps: [v.Int(), v.Str()], items: [v.Int()], use: "declined.test" },
    ...{ schema: { a: v.Int() }, condition: v.Int(), tp: String, test: () => true, make: () => 1 },
  };
  const own = Object.fromEntries(Object.entries(given).filter(([param]) => Object.hasOwn(Class.params, param)));
  const made = Object.keys(Class.params).flatMap((param) =>
    VALUES.flatMap((value) => {
      try {
        const needed = Object.entries(WITH[param] ?? {}).filter(([name]) => Object.hasOwn(Class.params, name));
        const others = { ...own, ...Object.fromEntries(needed), ...(typeof value === "bigint" && { bigint: true }) };
        const validator = new Class(new AllParams({ ...others, [param]: value }));
        return [validator];
      } catch {
        return [];
      }
    }),
  );

  test("are all known to toJsonSchema", () => {
    const rows = Object.values(ROWS[name] ?? {}).flatMap((one) => madeOf(one, "integers"));
    const all = [...made, ...rows.flatMap(({ strict, loose }) => [strict, loose])];
    const isGiven = new Set(all.flatMap((one) => (one instanceof Class ? paramsOf(one).map(([param]) => param) : [])));
    expect(Object.keys(Class.params).filter((param) => !isGiven.has(param))).toEqual([]);
    for (const validator of all)
      for (const io of ["input", "output"] as const) {
        try {
          v.toJsonSchema(validator, { io });
        } catch (error) {
          expect(String(error)).not.toContain("does not know");
        }
      }
  });
});

describe.each(classes)("a parameter of %s that readers do not know", (name, Class) => {
  const without = new Class(...(GIVEN[name] as unknown[]));

  test.each([[1], [true], [null], ["x"]])("given as %j is refused by toJsonSchema", (value) => {
    const validator = plant(Class, value);
    const refused = NOT_WRITTEN.includes(name) ? name : `${name}.planted`;
    for (const io of ["input", "output"] as const) {
      if (NEVER_REFUSED[name]?.includes(io)) continue;
      expect(() => v.toJsonSchema(validator, { io })).toThrow(refused);
      const { $defs, ...schema } = v.toJsonSchema(validator, { io, unrepresentable: "any", target: "openapi-3.1" });
      expect(schema).toEqual({});
    }
  });

  test("is more than a message says of a condition", () => {
    const said = clauseOf(without);
    const isType = "about" in said && said.about === "type" && ["object", "array"].includes(String(said.expected));
    expect(clauseOf(plant(Class, 1))).toEqual(isType ? MORE : joined("all", [said, MORE]));
  });

  // The check of a leaf follows the same rules as generated code, whatever the parameters are.
  test.skipIf(rulesOf(without))("leaves its values to the check, in generated code", () => {
    expect(copyModelOf(plant(Class, 1))).toBeUndefined();
    class Extended extends Class {
      static override readonly params = { ...Class.params, planted: (_: unknown, __: string, given: unknown) => given };
    }
    expect(copyModelOf(new Extended(...(GIVEN[name] as unknown[]), { planted: 1 }))).toBeUndefined();
  });

  test.skipIf(eager === undefined).each([[1], [true], [false], [null], ["x"], [[1, "x"]], [{ a: 1 }], [v.Str()]])(
    "given as %s leaves its values to the check, in C++",
    (value) => {
      expect(isNative(without)).toBe(!NOT_NATIVE.includes(name));
      const validator = plant(Class, value);
      expect(isNative(validator)).toBe(false);
      for (const text of ["1", '"a"', "null", "[1]", '[{"a":1}]', '{"a":1}', '{"a":""}']) {
        expectSame(v.List(validator), `[${text}]`);
        expectSame(v.Tuple(v.Any(), v.Int(), validator), `[0,1,${text}]`);
      }
    },
  );

  test.skipIf(eager === undefined || isNullable.has(Class.params))("named as one that other classes have", () => {
    const validator = plant(Class, true, "nullable");
    expect(isNative(validator)).toBe(false);
    for (const text of ["null", "1", '"a"']) expectSame(v.List(validator), `[${text}]`);
  });

  test("where it is at its default, changes nothing", () => {
    const validator = plant(Class, undefined);
    expect(isNative(validator)).toBe(isNative(without));
    expect(copyModelOf(validator) === undefined).toBe(copyModelOf(without) === undefined);
  });
});
