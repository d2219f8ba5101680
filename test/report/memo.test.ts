import { describe, expect, test } from "vitest";
import type { CheckReport } from "../../src/core/report/check.ts";
import { Memo, type Outcome } from "../../src/core/report/memo.ts";
import { InvalidTypeError, MinValueError, ValidationError } from "../../src/exc.ts";
import {
  AllOf,
  Any,
  Closed,
  Dict,
  FAILED,
  If,
  Int,
  instances,
  LazyRef,
  type Limits,
  List,
  Not,
  OneOf,
  Str,
  Transform,
  Tuple,
  Validator,
} from "../../src/index.ts";

const always = (): boolean => true;
const nowhere = { holder: undefined, key: undefined };
const outcome = (value: unknown): Outcome => ({
  value,
  schemaDepth: 0,
  references: { ranges: [], loops: [] },
  strict: false,
  needsOutput: true,
  levels: 0,
  height: 0,
  schemaTooDeep: false,
  innerErrorBudget: 1,
  neededErrorBudget: 0,
  digits: false,
  isSingle: true,
});

describe("an outcome", () => {
  test("is found by validator, value and level, and by nothing less", () => {
    const memo = new Memo(false);
    const [a, b] = [Any(), Int()];
    const value = {};
    memo.keep(a, value, 2, nowhere, outcome(1));
    expect(memo.find(a, value, 2, nowhere, always)?.value).toBe(1);
    expect([
      memo.find(b, value, 2, nowhere, always),
      memo.find(a, {}, 2, nowhere, always),
      memo.find(a, value, 1, nowhere, always),
    ]).toEqual([undefined, undefined, undefined]);
  });

  test("is kept beside others that hold elsewhere, a few of them", () => {
    const memo = new Memo(false);
    const [any, value] = [Any(), {}];
    for (let i = 0; i < 3; i++) memo.keep(any, value, 0, nowhere, outcome(i));
    for (let i = 0; i < 3; i++) expect(memo.find(any, value, 0, nowhere, (one) => one.value === i)?.value).toBe(i);
    for (let i = 3; i < 1000; i++) memo.keep(any, value, 0, nowhere, outcome(i));
    let seen = 0;
    memo.find(any, value, 0, nowhere, () => ++seen < 0);
    expect(seen).toBeLessThan(20);
  });

  test("of 0 is not one of -0, though a Map takes them for one key", () => {
    const memo = new Memo(false);
    const any = Any();
    memo.keep(any, 0, 0, nowhere, outcome(0));
    expect(memo.find(any, -0, 0, nowhere, always)).toBeUndefined();
    memo.keep(any, -0, 0, nowhere, outcome(-0));
    expect([0, -0].map((zero) => memo.find(any, zero, 0, nowhere, always)?.value)).toEqual([0, -0]);
  });

  test("of a number beyond the safe integers is not kept: its digits in the text decide", () => {
    const memo = new Memo(false);
    const any = Any();
    memo.keep(any, 2 ** 53, 0, nowhere, outcome(1));
    memo.keep(any, 2 ** 53 - 1, 0, nowhere, outcome(2));
    expect([2 ** 53, 2 ** 53 - 1].map((one) => memo.find(any, one, 0, nowhere, always)?.value)).toEqual([undefined, 2]);
  });

  test("that an exception has left open is not taken for one around it", () => {
    const memo = new Memo(false);
    const [outer, inner] = [Any(), Int()];
    const references = { slack: undefined, loops: undefined };
    const reached = { depth: 0, schemaDepth: 0, schemaTooDeep: false, errorBudget: 0 };
    const pending = { reached, references, innerErrorBudget: 1 };
    memo.open({ pipeline: outer, schemaDepth: 1, ...pending });
    memo.open({ pipeline: inner, schemaDepth: 2, ...pending });
    expect(memo.close(outer, 1)?.pipeline).toBe(outer);
    expect(memo.close(outer, 1)).toBeUndefined();
  });
});

describe("what was made of a value", () => {
  test.each([
    ["the same", [1, { a: "x" }], [1, { a: "x" }], true],
    ["bytes of its own", [new Uint8Array(1)], [new Uint8Array(1)], false],
    ["keys in another order", { a: 1, b: 2 }, { b: 2, a: 1 }, false],
    ["another sign of zero", [0], [-0], false],
    ["more", [1], [1, 1], false],
    ["another kind", [], {}, false],
  ])("is built alike: %s", (_name, given, made, alike) => {
    expect(new Memo(false).isFixed(given, made)).toBe(alike);
  });

  test("is compared once, also as a part of another, and through what was made of it in turn", () => {
    const memo = new Memo(false);
    let reads = 0;
    const watched = (): object => Object.defineProperty([0], 0, { get: () => ++reads - reads, enumerable: true });
    const values = [watched(), watched(), watched()];
    expect(memo.isFixed(values[0], values[1])).toBe(true);
    expect(memo.isFixed(values[1], values[2])).toBe(true);
    const before = reads;
    expect(memo.isFixed([values[0]], [values[2]])).toBe(true);
    expect(memo.isFixed([values[0]], [values[1]])).toBe(true);
    expect(reads).toBe(before);
  });
});

describe("an outcome on a value holds for what was made of it, with the same structure,", () => {
  const list = List(Int());
  const given = [1];
  const made = [1];

  function memoOf(ownsInput: boolean, validator: Validator, validated: Outcome, result?: unknown): Memo {
    const memo = new Memo(ownsInput);
    memo.isFixed(given, made);
    if (result !== undefined) memo.isFixed(given, result);
    memo.keep(validator, given, 0, nowhere, validated);
    return memo;
  }

  test("if it is a refusal", () => {
    expect(memoOf(false, list, outcome(FAILED)).find(list, made, 0, nowhere, always)?.value).toBe(FAILED);
  });

  test("if the result is a copy too", () => {
    const copy = [1];
    expect(memoOf(false, list, outcome(copy), copy).find(list, made, 0, nowhere, always)?.value).toBe(copy);
  });

  test("and the other way round", () => {
    const memo = memoOf(false, list, outcome(2));
    memo.keep(list, made, 1, nowhere, outcome(FAILED));
    expect(memo.find(list, given, 1, nowhere, always)?.value).toBe(FAILED);
  });

  test("not if the result is the very value, unless no caller sees both", () => {
    const any = Any();
    expect(memoOf(false, any, outcome(given)).find(any, made, 0, nowhere, always)).toBeUndefined();
    expect(memoOf(true, any, outcome(given)).find(any, made, 0, nowhere, always)?.value).toBe(given);
  });

  test("also if a class of the caller's has a say", () => {
    class Own extends Validator {
      override check(): unknown {
        return FAILED;
      }
    }
    const own = new Own();
    expect(memoOf(true, own, outcome(FAILED)).find(own, made, 0, nowhere, always)?.value).toBe(FAILED);
    expect(memoOf(true, own, outcome(FAILED)).find(own, given, 0, nowhere, always)?.value).toBe(FAILED);
  });
});

/** A validator that calls another, as `act` says. */
abstract class Calling extends Validator {
  static override readonly params = { inner: (_owner: unknown, _attr: string, value: unknown) => value };
  declare readonly inner: Validator;
}

const calling = (
  act: (inner: Validator, input: unknown, report: CheckReport) => unknown,
): ((inner: Validator) => Validator) => {
  class Acting extends Calling {
    override check(input: unknown, report: CheckReport): unknown {
      return act(this.inner, input, report);
    }
  }
  return (inner) => new Acting({ inner });
};

describe("with memoized outcomes the result is the same:", () => {
  /** What is tried on it is in vain, so that all that comes after is remembered. */
  const waste = OneOf(List(Int()), Any());
  const wasteful = [...new Array<number>(20_000).fill(1), "x"];

  const plain = (error: unknown): unknown =>
    !(error instanceof ValidationError)
      ? error
      : [
          error.name,
          error.truncated,
          ...Array.from(error, (one) => [one.name, String(one.context), one.offset !== undefined, plain(one.cause)]),
        ];

  /** What becomes of the value; with remembered outcomes and without. */
  function outcomes(validator: Validator, value: unknown, limits?: Limits): [with_: unknown, without: unknown] {
    const pair = Tuple(waste, validator);
    return [wasteful, []].map((before) => {
      const result = pair.safe([before, value], limits);
      return result.ok ? (result.value as unknown[])[1] : plain(result.error);
    }) as [unknown, unknown];
  }

  const pass = calling((inner, input) => inner(input));
  const telling = calling((inner, input, report) => {
    const result = inner.safe(input);
    return result.ok ? result.value : report.fail(InvalidTypeError, "no", input, result.error);
  });
  const refusing = calling((inner, input, report) => {
    report.fail(MinValueError, 1, 0);
    return (inner as unknown as { check(input: unknown, report: CheckReport): unknown }).check(input, report);
  });

  test("a check that looks at the errors of a call sees as many as the error budget allows", () => {
    const told = telling(List(Int()));
    const [remembered, anew] = outcomes(OneOf(AllOf(told, Str()), pass(told)), ["a", "b"]);
    expect(remembered).toEqual(anew);
    expect(JSON.stringify(anew)).toContain('["InvalidTypeError","1",false,null]');
    for (const maxErrors of [1, 2, 3, 4, 5]) {
      const [one, other] = outcomes(OneOf(AllOf(told, Str()), pass(told)), ["a", "b", "c"], { maxErrors });
      expect(one).toEqual(other);
    }
  });

  test("the check of a class that extends a pipeline is not that of the pipeline", () => {
    class Odd extends AllOf {
      override check(input: never, report: never): never {
        const value: unknown = (AllOf.prototype as Validator).check.call(this, input, report);
        return (value === FAILED ? value : (report as CheckReport).fail(MinValueError, 1, 0)) as never;
      }
    }
    const odd = new Odd([Any()]) as Validator;
    const [remembered, anew] = outcomes(OneOf(odd, pass(odd)), "a");
    expect(remembered).toEqual(anew);
    expect(anew).toContain("SchemaError");
  });

  test("what is refused because of a failure before it may pass without that", () => {
    const list = LazyRef("memo.list");
    AllOf(List(Any()), { alias: "memo.list", replace: true } as never);
    for (const maxErrors of [0, 1, 2]) {
      const [remembered, anew] = outcomes(OneOf(refusing(list), list), [1], { maxErrors });
      expect([remembered, anew]).toEqual([[1], [1]]);
    }
  });

  test("a refusal beyond the error budget says whether it is a collection", () => {
    const list = AllOf(List(Int()));
    const tested = AllOf(OneOf(list, Any()), OneOf(list, Any()), refusing(list));
    const names = [wasteful, ["x"]].map((input) => {
      const result = tested.safe(input, { maxErrors: 1 });
      return result.ok || result.error.name;
    });
    expect(names).toEqual(["SchemaError", "SchemaError"]);
  });

  test("the digits of a number are those of the text, in a check that has the text", () => {
    const big = AllOf(List(Int({ bigint: true })));
    const pair = (before: unknown, validator: Validator): unknown => {
      const text = `[${JSON.stringify(before)},[12345678901234567890]]`;
      const result = Tuple(waste, validator).safeJson(text);
      return result.ok ? (result.value as unknown[])[1] : plain(result.error);
    };
    for (const tested of [
      OneOf(AllOf(big as Validator, Str()), pass(big)),
      OneOf(AllOf(pass(big) as Validator, Str()), pass(big), big),
    ]) {
      expect(pair(wasteful, tested)).toEqual(pair([], tested));
    }
    expect(pair(wasteful, OneOf(AllOf(big as Validator, Str()), pass(big)))).toContain("SchemaError" as never);
    expect(pair(wasteful, OneOf(pass(big), big))).toEqual([12345678901234567890n]);
  });

  test("what a function makes may hold itself, as the input may", () => {
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    const cloned = AllOf(
      Transform((value: unknown) => structuredClone(value)),
      List(Any()) as Validator,
      Str(),
    );
    const [remembered, anew] = outcomes(OneOf(cloned, cloned, Any()), cyclic);
    expect(remembered).toBe(cyclic);
    expect(anew).toBe(cyclic);
  });

  const chain = (length: number): Validator =>
    Array.from({ length }).reduce<Validator>((inner) => AllOf([inner]), Any());

  test.each([1, 2])("validators that are called by a check count as inside it, with a maxDepth of %s", (maxDepth) => {
    const calls = calling((inner, input) => inner(input, { maxDepth }));
    for (let length = 0; length < 8; length++) {
      const inner = calls(chain(length));
      const tested = OneOf(AllOf(inner, Str()), AllOf([AllOf([AllOf([inner])])]));
      const [remembered, anew] = outcomes(tested, 1, { maxDepth: 1 });
      expect(remembered).toEqual(anew);
    }
  });

  test("what is too deep in one place is validated again in another, also inside what was remembered", () => {
    for (let length = 1; length < 8; length++) {
      const end = chain(length);
      const middle = AllOf([end]);
      const tested = OneOf(AllOf(AllOf(AllOf(end))), AllOf(AllOf(middle)), AllOf(middle), middle, end);
      const [remembered, anew] = outcomes(tested, 1, { maxDepth: 1 });
      expect(remembered).toEqual(anew);
    }
  });
});

describe("what leads back to itself in a verdict takes work in proportion to the value:", () => {
  const self = LazyRef("itself");
  const open = (members: Record<string, Validator>, required: readonly string[] = []): Validator =>
    Dict(members, { unknown: "keep", optional: Object.keys(members).filter((key) => !required.includes(key)) });
  const a = open({ a: self });
  const VALIDATORS = {
    "a condition and its consequent": If(a, a, open({ b: self })),
    "a condition and its alternate": If(Not(a), open({ b: self }), a),
    "several conditions": AllOf(If(a, a), If(open({ a: Int() }), Any(), a), a),
    "what may not be": AllOf(Not(open({ a: Not(self) }, ["a"])), a, Not(List(Not(self)))),
    "items that are counted": AllOf(List(self, { contains: self }), List(self, { contains: self })),
    "an object with a key": AllOf(Dict({}, { unknown: "keep", dependent_schemas: { a } }), a),
    "members that nothing evaluates": Closed(If(a, Any(), Any()), { rest: self }),
    "one of them": OneOf([open({ a: self }, ["a"]), open({ a: self, z: Any() }, ["z"]), Int(), List(self)], {
      exclusive: true,
    }),
  };

  test.each(Object.entries(VALIDATORS))("%s", (_, validator) => {
    instances.put("itself", validator);
    for (const shell of ['{"a":_}', "[_]", '{"a":[_]}']) {
      const text = (levels: number): string => shell.replace("_", () => (levels > 1 ? text(levels - 1) : "1"));
      // Both numbers of levels are even, because each may turn the verdict around.
      const expected = validator.is(JSON.parse(text(6)));
      const value = JSON.parse(text(60));
      const verdicts = [validator.isJson(text(60)), validator.is(value), validator.safe(value).ok];
      expect(verdicts, shell).toEqual([expected, expected, expected]);
    }
    instances.clear();
  });
});
