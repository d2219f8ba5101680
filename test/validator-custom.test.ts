import "./support/fresh.ts";
import { afterEach, describe, expect, test } from "vitest";
import { expectLength } from "../src/core/contracts.ts";
import type { Report } from "../src/core/report/report.ts";
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
  classes,
  Dict,
  FAILED,
  type Failed,
  formatError,
  Int,
  instances,
  LazyRef,
  List,
  load,
  OneOf,
  Str,
  Tuple,
  Validator,
  type ValidatorClass,
} from "../src/index.ts";
import { refusal, verdict } from "./support/verdict.ts";

afterEach(() => instances.clear());

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

  test("if it is asynchronous, it is a mistake of the class, which every call tells", async () => {
    class Later extends Validator<unknown> {
      override async check(input: unknown, report: Report): Promise<unknown> {
        if (input === 0) throw new Error("late");
        return input === 1 ? input : report.fail(OptionsError, [1], input);
      }
    }
    const later = new Later();
    const mistake = new TypeError("Later returned a Promise: it should answer at once");
    const pair = OneOf(Tuple(Int(), later), List(later));
    // Whatever it comes to: nobody waits for it, so that a rejection must not end the process.
    for (const value of [1, 2, 0]) {
      for (const [validator, input] of [
        [later, value],
        [AllOf(Any(), later), value],
        [Dict({ a: later }), { a: value }],
        [pair, [5, value]],
      ] as const) {
        expect(() => validator(input)).toThrow(mistake);
        expect(() => validator.is(input)).toThrow(mistake);
        expect(() => validator.safeJson(JSON.stringify(input))).toThrow(mistake);
      }
    }
    await new Promise((done) => setTimeout(done, 5));
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
