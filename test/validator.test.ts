import { inspect } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { expectLength } from "../src/contracts.ts";
import {
  AssertionError,
  InvalidTypeError,
  JsonDecodeError,
  MinValueError,
  OptionsError,
  SchemaError,
  ValidationError,
} from "../src/exc.ts";
import {
  AllOf,
  Any,
  Bool,
  Bytes,
  Const,
  classes,
  Dict,
  engine,
  FAILED,
  type Failed,
  Float,
  formatError,
  Int,
  instances,
  LazyRef,
  List,
  load,
  OneOf,
  Str,
  Time,
  Tuple,
  Type,
  Validator,
  type ValidatorClass,
} from "../src/index.ts";
import type { Report } from "../src/report/report.ts";
import { refusal, texts, verdict } from "./support/verdict.ts";

afterEach(() => instances.clear());

/** One of each class, with parameters. */
const make = {
  Int: () => Int({ min: 1 }),
  Float: () => Float({ max: 1.5 }),
  Str: () => Str({ options: ["a", "b"] }),
  Bytes: () => Bytes({ minlen: 1 }),
  Bool: () => Bool({ coerce_str: true }),
  List: () => List(Int({ min: 1 }), { unique: true }),
  Tuple: () => Tuple(Int(), Str()),
  Dict: () => Dict({ a: Int({ min: 1 }) }, { defaults: { a: 0 }, optional: ["a"], extra: [Str(), Any()] }),
  AllOf: () => AllOf(Int(), Const(1)),
  OneOf: () => OneOf(Int(), Str()),
  LazyRef: () => LazyRef("x", { maxdepth: 1 }),
  Type: () => Type(Map, { minlen: 1 }),
  Const: () => Const({ a: [1] }),
  Any: () => Any(),
};
const kinds = Object.entries(make) as [string, () => Validator][];

describe("a validator is a callable object", () => {
  test.each(kinds)("%s", (name, create) => {
    const validator = create();
    expect(typeof validator).toBe("function");
    expect(validator).toBeInstanceOf(Validator);
    expect(validator).toBeInstanceOf(classes.get(name));
    expect(validator).toBeInstanceOf(Function);
    expect(validator.constructor).toBe(classes.get(name));
    expect(inspect(validator)).toBe(String(validator));
  });

  test("built-in classes work with and without new", () => {
    expect(new Int({ min: 1 }).equals(Int({ min: 1 }))).toBe(true);
    expect(new Dict({ a: new List(new Int()) }).equals(Dict({ a: List(Int()) }))).toBe(true);
    expect(Int()).not.toBeInstanceOf(Float);
    expect(Int.name).toBe("Int");
  });

  test("has what functions have", () => {
    const validator = Int();
    expect(validator.call(null, 5)).toBe(5);
    expect(validator.apply(null, [5])).toBe(5);
    expect(validator.bind(null)(5)).toBe(5);
  });

  test("the base class cannot validate", () => {
    expect(() => new (class Bare extends Validator {})()(1)).toThrow(new TypeError("Bare should have a check"));
  });
});

describe("a validator is immutable", () => {
  test.each(kinds)("%s", (_name, create) => {
    const validator = create();
    const before = String(validator);
    const parts = validator as unknown as Record<string, unknown>;
    expect(Object.isFrozen(validator)).toBe(true);
    for (const param of [...Object.keys(validator), "check", "brandNew"]) {
      expect(() => {
        parts[param] = 5;
      }, param).toThrow(TypeError);
    }
    for (const param of Object.keys(validator)) {
      expect(() => delete parts[param], param).toThrow(TypeError);
      const value = parts[param];
      if (typeof value === "object" && value !== null) expect(Object.isFrozen(value), param).toBe(true);
    }
    expect(String(validator)).toBe(before);
  });

  test("what it was made of can change without changing it", () => {
    const schema = { a: Int() } as Record<string, Validator>;
    const options = ["x"];
    const optional = ["a"];
    const dict = Dict(schema, { optional });
    const str = Str({ options });
    schema.b = Int();
    delete schema.a;
    options.push("y");
    optional.pop();
    expect([String(dict), String(str)]).toEqual([
      "<Dict(schema={a: <Int()>}, optional=['a'])>",
      "<Str(options=['x'])>",
    ]);
  });

  test("has all its parameters, undefined or false where they were not given", () => {
    expect({ ...Int({ min: 1 }) }).toStrictEqual({
      nullable: false,
      coerce: false,
      bigint: false,
      min: 1,
      max: undefined,
      exclusive_min: undefined,
      exclusive_max: undefined,
      multiple_of: undefined,
      options: undefined,
    });
  });
});

describe("two validators are equal", () => {
  test.each(kinds)("when class and parameters are: %s", (_name, create) => {
    const validator = create();
    expect(validator.equals(validator)).toBe(true);
    expect(validator.equals(create())).toBe(true);
    for (const [, other] of kinds) if (other !== create) expect(validator.equals(other())).toBe(false);
    expect(validator.equals(String(validator))).toBe(false);
  });

  test("whatever their alias, and the order of the keys of a schema", () => {
    expect(Int({ alias: "a" }).equals(Int())).toBe(true);
    expect(Dict({ a: Int(), b: Str() }).equals(Dict({ b: Str(), a: Int() }))).toBe(true);
    expect(Int({ min: undefined, nullable: false }).equals(Int())).toBe(true);
  });

  test.each([
    [Int({ min: 1 }), Int({ min: 2 })],
    [Int({ min: 1 }), Int({ max: 1 })],
    [Int({ min: 1 }), Int({ min: 1, max: 2 })],
    [Tuple(Int(), Str()), Tuple(Str(), Int())],
    [AllOf(Int()), AllOf(Int(), Int())],
    [AllOf(Int()), OneOf(Int())],
    [Dict({ a: Int() }), Dict({ a: Int(), b: Int() })],
    [Dict({ a: Int() }), Dict({ a: Str() })],
    [Dict({ a: Int() }), Dict({ b: Int() })],
    [Dict({}), Dict()],
    [Const(0), Const(false)],
    [Const([1]), Const([2])],
    [Const([Int()]), Const([Str()])],
    [Type(Map), Type(Set)],
    [Str({ options: ["a", "b"] }), Str({ options: ["b", "a"] })],
  ])("and not otherwise: %s and %s", (a, b) => {
    expect([a.equals(b), b.equals(a)]).toEqual([false, false]);
  });

  test("a limit that is an object is not one that is missing", () => {
    const [a, b] = [Time({ format: "%H:%M", min: "08:00" }), Time({ format: "%H:%M", nullable: true })];
    expect([a.equals(b), b.equals(a)]).toEqual([false, false]);
  });

  test("also with values that equal nothing", () => {
    expect(Const(Number.NaN).equals(Const(Number.NaN))).toBe(true);
    expect(Const([{ a: Number.NaN }]).equals(Const([{ a: Number.NaN }]))).toBe(true);
    const make = (): number => 1;
    const dict = (): Validator => Dict({ a: Int() }, { defaults: { a: make } });
    expect(dict().equals(dict())).toBe(true);
  });
});

describe("asking a validator", () => {
  const validator = Dict({ a: Int(), b: Int() });

  test("a call returns the value or throws", () => {
    expect(validator({ a: 1, b: 2 })).toEqual({ a: 1, b: 2 });
    expect(() => validator({})).toThrow(SchemaError);
  });

  test("safe returns a result", () => {
    expect(validator.safe({ a: 1, b: 2 })).toStrictEqual({ ok: true, value: { a: 1, b: 2 } });
    const result = validator.safe({});
    expect(result.ok).toBe(false);
    expect(texts((result as { error: ValidationError }).error)).toEqual([
      "<a: MissingKeyError()>",
      "<b: MissingKeyError()>",
    ]);
  });

  test("is says whether the value is valid", () => {
    expect([validator.is({ a: 1, b: 2 }), validator.is({})]).toEqual([true, false]);
  });

  test("json, safeJson and isJson do so for JSON text", () => {
    expect(validator.json('{"a": 1, "b": 2}')).toEqual({ a: 1, b: 2 });
    expect(validator.safeJson('{"a": 1, "b": 2}')).toStrictEqual({ ok: true, value: { a: 1, b: 2 } });
    expect([validator.isJson('{"a": 1, "b": 2}'), validator.isJson("{}"), validator.isJson("{")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(() => validator.json("{}")).toThrow(SchemaError);
    expect(() => validator.json("{")).toThrow(JsonDecodeError);
    expect(validator.safeJson("{")).toMatchObject({ ok: false, error: { reason: "syntax", offset: 1 } });
    expect(engine().impl).toMatch(/^(N-API|TypeScript)$/);
  });

  test("an undefined value is not null", () => {
    expect(Int({ nullable: true }).is(undefined)).toBe(false);
  });
});

describe("a method without its validator says so", () => {
  const names = ["safe", "is", "json", "safeJson", "isJson", "dump", "clone", "equals", "toString"] as const;
  test.each(names)("%s", (name) => {
    const method = Int()[name] as (value: unknown) => unknown;
    const message = `${name} was called without its validator: write validator.${name}(...), or bind it to the validator`;
    expect(() => method("1")).toThrow(new TypeError(message));
    expect(() => ({ method }).method("1")).toThrow(new TypeError(message));
    expect(() => method.call(Int(), name === "clone" ? undefined : "1")).not.toThrow();
  });

  test("but prototypes have a text form", () => {
    expect([Int.prototype, Validator.prototype].map(String)).toEqual(["<Int()>", "<Validator()>"]);
  });

  test("load needs none", () => {
    const { load: loaded } = Int;
    expect(loaded({ __class__: "Int" }).equals(Int())).toBe(true);
  });
});

/** Even integers: a subclass of a built-in class. */
class Even extends Int {
  override check(input: unknown, report: Report): number | Failed {
    const value = super.check(input, report);
    if (value === FAILED || value % 2 === 0) return value;
    return report.fail(OptionsError, ["even"], value);
  }
}

/** A multiple of its own parameter: a class of its own. */
class Multiple extends Validator<number> {
  static override readonly params = { of: expectLength, nonzero: expectLength };
  declare readonly of: number;

  override check(input: unknown, report: Report): number | Failed {
    if (typeof input !== "number") return report.fail(InvalidTypeError, "number", typeof input);
    return input % this.of === 0 ? input : report.fail(MinValueError, this.of, input);
  }
}
const multiple = (of: number): Multiple => new Multiple({ of, nonzero: 1 });

describe("a custom validator", () => {
  test("can extend a built-in class, with its parameters", () => {
    const even = new Even({ min: 2, alias: "even" });
    expect(even).toBeInstanceOf(Int);
    expect(even).toBeInstanceOf(Even);
    expect(instances.get("even")).toBe(even);
    expect(String(even)).toBe("<Even(min=2)>");
    expect(verdict(even, 4)).toEqual({ value: 4 });
    expect(verdict(even, 3)).toBe("<OptionsError(expected=['even'], actual=3)>");
    expect(verdict(even, 0)).toBe("<MinValueError(expected=2, actual=0)>");
    expect(even.equals(Int({ min: 2 }))).toBe(false);
  });

  test("can have parameters of its own, checked by contracts in their order", () => {
    expect(verdict(multiple(3), 9)).toEqual({ value: 9 });
    expect(String(multiple(3))).toBe("<Multiple(of=3, nonzero=1)>");
    expect(() => new Multiple({ of: "x", nonzero: "y" })).toThrow(
      new TypeError("Multiple.of should be of type integer"),
    );
    expect(() => new Multiple({ of: 1, nonzero: 1, foo: 1 })).toThrow(
      new TypeError("Multiple got an unexpected parameter 'foo'"),
    );
    expect(() => {
      (multiple(3) as { of: number }).of = 4;
    }).toThrow(TypeError);
  });

  test("can add parameters to those of a built-in class", () => {
    class Step extends Int {
      static override readonly params = { ...Int.params, step: expectLength };
      declare readonly step: number;
      override check(input: unknown, report: Report): number | Failed {
        const value = super.check(input, report);
        return value === FAILED || value % this.step === 0 ? value : report.fail(OptionsError, [this.step], value);
      }
    }
    const step = new (Step as unknown as new (params: object) => Step)({ min: 0, step: 5 });
    expect(String(step)).toBe("<Step(min=0, step=5)>");
    expect([step.is(10), step.is(11), step.is(-5)]).toEqual([true, false, false]);
  });

  test("can have private and public fields", () => {
    class Counting extends Int {
      #calls = 0;
      label = "counter";
      get calls(): number {
        return this.#calls;
      }
      override check(input: unknown, report: Report): number | Failed {
        this.#calls++;
        return super.check(input, report);
      }
    }
    const counting = new Counting({ max: 5 });
    counting(1);
    expect(counting.is(9)).toBe(false);
    expect([counting.calls, counting.label]).toEqual([2, "counter"]);
    expect(String(counting)).toBe("<Counting(max=5)>");
  });

  test("works inside the built-in ones", () => {
    const even = new Even();
    const odd = "<OptionsError(expected=['even'], actual=3)>";
    for (const [validator, good, bad, expected] of [
      [List(even), [2], [3], ["<0: OptionsError(expected=['even'], actual=3)>"]],
      [Tuple(even), [2], [3], ["<0: OptionsError(expected=['even'], actual=3)>"]],
      [Dict({ a: even }), { a: 2 }, { a: 3 }, ["<a: OptionsError(expected=['even'], actual=3)>"]],
      [Dict({ extra: [Str(), even] }), { a: 2 }, { a: 3 }, ["<a.@VALUE: OptionsError(expected=['even'], actual=3)>"]],
      [AllOf(Int(), even), 2, 3, "<#1: OptionsError(expected=['even'], actual=3)>"],
      [OneOf(even), 2, 3, ["<#0: OptionsError(expected=['even'], actual=3)>"]],
      [even, 2, 3, odd],
    ] as const) {
      expect(verdict(validator, good)).toEqual({ value: good });
      expect(verdict(validator, bad)).toEqual(expected);
    }
    expect(Dict({ a: even }, { defaults: { a: 3 } }).is({})).toBe(false);
    new Even({ alias: "even" });
    expect(verdict(LazyRef("even"), 3)).toBe(odd);
  });

  test("can be loaded by name once its class is registered", () => {
    expect(() => load(new Even({ min: 2 }).dump())).toThrow("Class 'Even' is not registered");
    classes.add(Even as unknown as ValidatorClass);
    classes.add(Multiple as unknown as ValidatorClass);
    const dump = List(new Even({ min: 2 })).dump();
    expect(dump).toEqual({ __class__: "List", item: { __class__: "Even", min: 2 } });
    expect(load(dump).is([3])).toBe(false);
    expect(load({ __class__: "Multiple", of: 3, nonzero: 1 })).toBeInstanceOf(Multiple);
    expect(multiple(3).clone({ of: 4 }).equals(multiple(4))).toBe(true);
  });
});

/** A validator whose check is any function. */
class Custom extends Validator {
  static override readonly params = {
    run: (_owner: Validator, _attr: string, value: unknown): unknown => value,
  };
  declare readonly run: (input: unknown, report: Report) => unknown;
  override check(input: unknown, report: Report): unknown {
    return this.run(input, report);
  }
}
const custom = (run: Custom["run"]): Custom => new Custom({ run });

describe("a custom check may throw a ValidationError, as other validators do", () => {
  const inner = Dict({ x: Int({ min: 1 }), y: List(Int()) });
  const throwing = custom((input) => inner(input));

  test("which becomes its outcome, with its place in the containers around it", () => {
    expect(verdict(throwing, { x: 1, y: [] })).toEqual({ value: { x: 1, y: [] } });
    expect(verdict(List(throwing), [{ x: 0, y: ["a"] }])).toEqual([
      "<0.x: MinValueError(expected=1, actual=0)>",
      "<0.y.0: InvalidTypeError(expected='integer', actual='string')>",
    ]);
    expect(verdict(throwing, { x: 1 })).toEqual(["<y: MissingKeyError()>"]);
    const bare = custom((input) => Int()(input));
    expect(verdict(bare, "a")).toBe("<InvalidTypeError(expected='integer', actual='string')>");
    expect(verdict(AllOf(bare), "a")).toBe("<#0: InvalidTypeError(expected='integer', actual='string')>");
    expect(verdict(OneOf(bare, Str()), "a")).toEqual({ value: "a" });
  });

  test("also one that it made itself, of any class, with its cause", () => {
    class Unlucky extends MinValueError {}
    const cause = new Error("why");
    const error = new Unlucky({ context: ["deep", 3], expected: 1, actual: 13, cause });
    const result = refusal(
      List(
        custom(() => {
          throw error;
        }),
      ),
      [13],
    ).at(0);
    expect(result).toBeInstanceOf(Unlucky);
    expect(String(result)).toBe("<0.deep.3: Unlucky(expected=1, actual=13)>");
    expect(result?.cause).toBe(cause);
    // The error that was thrown is still the custom class's own.
    expect(error.context).toEqual(["deep", 3]);
  });

  test("with whatever else its class says of it", () => {
    const error = refusal(
      custom((input) => Int().json(input as string)),
      "[1,",
    );
    expect(error).toBeInstanceOf(JsonDecodeError);
    expect(error).toMatchObject({ reason: "syntax", offset: 3, line: 1, column: 4 });
    expect(formatError(error)).toEqual([["", "Not valid JSON at line 1, column 4."]]);
  });

  test("and what was truncated stays so", () => {
    const limited = custom((input) => List(Int())(input, { maxErrors: 1 }));
    expect(refusal(limited, ["a", "b"])).toMatchObject({ length: 1, truncated: true });
    expect(refusal(List(throwing), [{}, {}, {}], { maxErrors: 3 })).toMatchObject({ length: 3, truncated: true });
    const none = custom((input) => Int()(input, { maxErrors: 0 }));
    expect(refusal(List(none), ["a"])).toMatchObject({ length: 0, truncated: true });
  });

  test("one that holds no error is an error all the same", () => {
    const empty = custom(() => {
      throw new SchemaError();
    });
    expect(verdict(List(empty), [1])).toEqual(["<0: ValidationError()>"]);
  });

  test("what the check had recorded and entered before is forgotten", () => {
    const throwsInside = custom((input, report) => {
      List(List(Any())).check(input, report);
      throw new ValidationError({ context: ["own"] });
    });
    expect(verdict(throwsInside, [1, 2])).toBe("<own: ValidationError()>");

    const hostile = new Proxy([[1]], {
      get(target, key, receiver) {
        if (key === "0") throw new ValidationError();
        return Reflect.get(target, key, receiver);
      },
    });
    const nested = custom((input, report) => List(List(Any())).check(input, report));
    expect(verdict(List(nested), [hostile, hostile, [[1]]], { maxDepth: 3 })).toEqual([
      "<0: ValidationError()>",
      "<1: ValidationError()>",
    ]);
  });

  test("references followed before are left again", () => {
    const bomb = custom(() => {
      throw new ValidationError();
    });
    Dict({ a: LazyRef("node", { maxdepth: 1 }), b: bomb }, { optional: ["a", "b"], alias: "node" });
    const passing = custom((input, report) => LazyRef("node", { maxdepth: 1 }).check(input, report));
    expect(verdict(Tuple(passing, passing), [{ b: 1 }, {}])).toEqual(["<0.b: ValidationError()>"]);
  });

  test("any other error passes through", () => {
    const bug = new TypeError("bug");
    const broken = custom(() => {
      throw bug;
    });
    expect(() => broken(1)).toThrow(bug);
    expect(() => OneOf(broken, Any()).safe(1)).toThrow(bug);
    expect(() => List(broken).is([1])).toThrow(bug);
  });
});

describe("a custom check has failed", () => {
  test("if it recorded a failure, whatever it returns", () => {
    const careless = custom((input, report) => {
      if (input !== 1) report.fail(OptionsError, [1], input);
      return input;
    });
    expect(verdict(careless, 1)).toEqual({ value: 1 });
    expect(verdict(careless, 2)).toBe("<OptionsError(expected=[1], actual=2)>");
    expect(verdict(List(careless), [1, 2])).toEqual(["<1: OptionsError(expected=[1], actual=2)>"]);
  });

  test("with all the failures it recorded", () => {
    const thorough = custom((input, report) => {
      report.fail(OptionsError, [1], input);
      const since = report.count;
      report.fail(MinValueError, 5, input);
      report.under("inner", since);
      return FAILED;
    });
    expect(verdict(thorough, 2)).toEqual([
      "<OptionsError(expected=[1], actual=2)>",
      "<inner: MinValueError(expected=5, actual=2)>",
    ]);
  });

  test("and a refusal without a failure is a mistake of the class, which is told", () => {
    expect(() => custom(() => FAILED)(1)).toThrow(
      new AssertionError("Custom.check refused a value without calling report.fail"),
    );
  });

  test("a promise is a value like any other", async () => {
    const later = Promise.resolve(1);
    expect(custom(() => later)(5)).toBe(later);
    await later;
  });

  test("it may ask itself again", () => {
    const digits: Custom = custom((input) => (Number(input) < 10 ? 1 : (digits(Number(input) / 10) as number) + 1));
    expect(digits(12345)).toBe(5);
  });

  test("custom classes inside each other are counted too", () => {
    const ref = LazyRef("loop");
    new Custom({ run: (input: unknown, report: Report) => ref.check(input, report), alias: "loop" });
    expect(String(refusal(instances.get("loop"), 1))).toBe("<RecursionMaxDepthError(expected=2052, actual=2053)>");
  });
});
