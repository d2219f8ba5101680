/** Names of what prototypes have, and prototypes that others have changed. */
import { describe, expect, test } from "vitest";
import * as v from "../../src/index.ts";
import { sweep } from "../support/sweep.ts";
import { refusal, verdict } from "../support/verdict.ts";

const { AllOf, Any, Bool, Const, Dict, Float, formatError, Int, LazyRef, List, OneOf, Str, Tuple, Type } = v;

describe("names of Object.prototype are names like any other:", () => {
  const NAMES = [
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "hasOwnProperty",
    "valueOf",
    "then",
    "length",
    "toJSON",
  ];
  const object = (name: string, value: unknown): never => Object.fromEntries([[name, value]]) as never;
  /** Whether it is a plain object with this member and no other. */
  const expectOnly = (result: unknown, name: string, value: unknown): void => {
    expect(Object.entries(result as object)).toEqual([[name, value]]);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
  };

  test.each(NAMES)("%s", (name) => {
    const input = object(name, 1);
    // in data
    expect(verdict(Dict(), input)).toEqual([`<${name}: ForbiddenKeyError()>`]);
    expectOnly(Dict({ extra: [Str(), Int()] })(input), name, 1);
    expect(Dict({}, { dispose: [name] })(input)).toEqual({});
    // in a schema
    const schema = Dict(object(name, Int()), {});
    expectOnly(schema(input), name, 1);
    expect(verdict(schema, {})).toEqual([`<${name}: MissingKeyError()>`]);
    expect(verdict(schema, object(name, "x"))).toEqual([
      `<${name}: InvalidTypeError(expected='integer', actual='string')>`,
    ]);
    expect(Object.keys(Dict(object("a", Int()), { optional: [name], unknown: "keep" } as never)({ a: 1 }))).toEqual([
      "a",
    ]);
    expect(v.load(schema.dump()).equals(schema)).toBe(true);
    expect(verdict(schema.clone({ [`schema.${name}.min`]: 5 }), input)).toEqual([
      `<${name}: MinValueError(expected=5, actual=1)>`,
    ]);
    // in defaults, and what they hold
    const defaults = Dict(object(name, Any()), { defaults: object(name, object(name, 2)) });
    expectOnly(defaults(input), name, 1);
    const [[key, value]] = Object.entries(defaults({}) as object) as unknown as [[string, object]];
    expect(key).toBe(name);
    expectOnly(value, name, 2);
    // in optional and multikeys
    expect(Dict(object(name, Int()), { optional: [name] as never })({})).toEqual({});
    expect(
      Object.entries(Dict(object(name, List(Str())), { multikeys: [name] })(new URLSearchParams([[name, "a"]]))),
    ).toEqual([[name, ["a"]]]);
    // in options, constants and aliases
    expect(Str({ options: ["x"] }).is(name)).toBe(false);
    expect(Str({ options: [name] }).is(name)).toBe(true);
    expect(Const({}).is(input)).toBe(false);
    expect(Const(input).is(object(name, 1))).toBe(true);
    expect(List(Any(), { unique: true })([input, object(name, 1), {}])).toHaveLength(2);
    expect(v.instances.has(name)).toBe(false);
    // in errors and their messages
    expect(formatError(refusal(schema, {}))).toEqual([[name, "Required key is not provided."]]);
    const error = new v.MissingKeyError([name, name]);
    expect(formatError(error)).toEqual([[`${name}.${name}`, "Required key is not provided."]]);
    expect(v.Formatter({})(error)).toEqual([[`${name}.${name}`, "MissingKeyError()"]]);
    // and no prototype has changed
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe("polluted prototypes change nothing:", () => {
  /** Everything a library is used for, as text. */
  function everything(): string {
    const params = { options: [1, 2], min: 1, nullable: true };
    const dict = Dict(
      { a: Int(params), b: List(Str(), { unique: true }), c: Tuple(Int(), Str({ encoding: "utf-8", pattern: "a" })) },
      { defaults: { b: ["x"] }, optional: ["c"], extra: [Str(), Float()], dispose: ["d"], multikeys: ["b"] },
    );
    const inputs = [
      { a: 1, c: [1, new Uint8Array([97])] },
      { a: "x", b: ["y", "y"], c: [1], d: 1, e: "z" },
      new URLSearchParams("b=1&b=2"),
      // biome-ignore lint/suspicious/noSparseArray: a hole is what shows the prototype
      [, 1],
      null,
      {},
      3,
    ];
    const validators = [
      dict,
      v.load(dict.dump()).clone({ minlen: 1 }),
      OneOf(List(Any()), Type(Map, { minlen: 1 })),
      AllOf(Const([1]) as v.Validator, Bool({ coerce_int: true })),
      Dict({ a: Int() }),
      Dict({ a: Int() }, { optional: ["a"] }),
      Int({ max: 5 }),
      v.AllOf(
        Any(),
        v.Check(() => false),
      ),
      v.load({ __class__: "Int" }),
    ];
    const errors: string[] = [];
    for (const make of [
      () => Int({ min: "x" } as never),
      () => LazyRef(undefined as never),
      () => List({} as never),
      () => Str({ options: [] }),
    ]) {
      try {
        errors.push(String(make()));
      } catch (error) {
        errors.push(String(error));
      }
    }
    const outcomes = validators.flatMap((validator) =>
      inputs.map((input) => {
        const result = validator.safe(input);
        const text = result.ok ? result.value : [String(result.error), formatError(result.error), validator.is(input)];
        return [String(validator), text];
      }),
    );
    const texts = ["{", "3 ", '"x"', '{"a":1,"c":[1]}'].flatMap((text) =>
      validators.map((validator) => {
        const result = validator.safeJson(text, { maxBytes: 10 });
        return result.ok ? result.value : String(result.error);
      }),
    );
    return JSON.stringify([
      outcomes,
      texts,
      errors,
      dict.dump(),
      dict.equals(validators[1]),
      v.formatError(new v.SchemaError()),
    ]);
  }

  const NAMES = [
    ..."get set value writable enumerable configurable".split(" "),
    ..."alias replace nullable coerce min max options minlen maxlen pattern encoding item items steps schema extra".split(
      " ",
    ),
    ..."defaults optional dispose multikeys use maxdepth tp a b c d e 0 1 length name params check dump args".split(
      " ",
    ),
    ..."message context expected actual cause reason truncated path source flags types notTypes empty itemType valueType".split(
      " ",
    ),
    ..."maxDepth maxErrors maxBytes getAll getall getlist getSetCookie entries __class__ __use__ __clone__ __value__".split(
      " ",
    ),
    ..."0 1 2 3 code index key left ok error impl text kind unique nan inf coerce_int then toJSON"
      .split(" ")
      .filter((name) => name !== "toJSON"),
  ];
  const VALUES_OF_POLLUTION: readonly unknown[] = [true, 1, 100, "polluted", ["polluted"]];
  const expected = everything();

  test.each([
    ["Object.prototype", Object.prototype],
    ["Array.prototype", Array.prototype],
  ])("%s", (_name, prototype) => {
    const different: string[] = [];
    const free = NAMES.filter((name) => !Object.hasOwn(prototype, name));
    for (const [index, names] of [...free.map((name) => [name]), free].entries()) {
      // All of them together with each value; each alone with one of the values, in the long run with all.
      const first = index % VALUES_OF_POLLUTION.length;
      const values = [...VALUES_OF_POLLUTION.slice(first), ...VALUES_OF_POLLUTION.slice(0, first)];
      for (const value of names === free ? values : values.slice(0, sweep(1, values.length))) {
        let found: string;
        try {
          // As data would do it: a plain, enumerable property.
          const property = { __proto__: null, value, writable: true, enumerable: true, configurable: true };
          for (const name of names) Object.defineProperty(prototype, name, property as PropertyDescriptor);
          found = everything();
        } catch (error) {
          found = String(error);
        } finally {
          for (const name of names) Reflect.deleteProperty(prototype, name);
        }
        if (found !== expected) different.push(`${names} = ${value}`);
      }
    }
    expect(different).toEqual([]);
  });
});
