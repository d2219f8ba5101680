/** Values that mean harm, and schemas that are odd, on their way out. */
import { afterEach, describe, expect, test, vi } from "vitest";
import * as v from "../../src/index.ts";
import { longTest } from "../support/long.ts";
import { texts } from "../support/verdict.ts";

const { AllOf, Any, Check, Const, Dict, Fallback, Float, Int, LazyRef, List, OneOf, Optional, Str, Transform } = v;

const day = v.Date({ format: "iso" });
const refused = (validator: v.Validator, value: unknown): string | string[] => {
  const result = validator.safeStringify(value);
  expect(validator.safeEncode(value).ok).toBe(false);
  expect(() => validator.stringify(value)).toThrow(v.exc.ValidationError);
  return result.ok ? result.value : texts(result.error);
};

describe("a value that does not fit", () => {
  test.each<[v.Validator, unknown, string | readonly string[]]>([
    [Int({ coerce: true }), "5", "<InvalidTypeError(expected='integer', actual='string')>"],
    [day, "2026-02-28", "<InvalidTypeError(expected='date', actual='string')>"],
    [v.Set(Int()), [1], "<InvalidTypeError(expected='set', actual='array')>"],
    [Dict({ a: Int() }, { defaults: { a: 1 } }), {}, ["<a: MissingKeyError()>"]],
    [
      Dict({ a: day }),
      { a: 1, b: 2 },
      ["<a: InvalidTypeError(expected='date', actual='integer')>", "<b: ForbiddenKeyError()>"],
    ],
    [Float({ nan: true }), Number.NaN, "<FloatValueError(expected='number', actual=NaN)>"],
    [Float({ inf: true }), -Infinity, "<FloatValueError(expected='finite', actual=-Infinity)>"],
    [Any(), [1n], ["<0: InvalidTypeError(expected='JSON value', actual='bigint')>"]],
    [Any(), { a: new Date(0) }, ["<a: InvalidTypeError(expected='JSON value', actual='datetime')>"]],
    [Any(), [undefined], ["<0: InvalidTypeError(expected='JSON value', actual='undefined')>"]],
    [
      Dict({}, { extra: [Transform((key) => key, { encode: () => new Date(0) }), Int()] }),
      { a: 1 },
      ["<a.@KEY: InvalidTypeError(expected='string', actual='datetime')>"],
    ],
    [Dict({}, { unknown: "keep" }), { a: Number.NaN }, ["<a: FloatValueError(expected='number', actual=NaN)>"]],
    [
      AllOf(
        List(day),
        Check(() => false),
      ),
      [],
      "<#1: CheckError(message=undefined)>",
    ],
    [AllOf(Str({ minlen: 2 }), Transform(Number, { encode: String })), 5, "<#0: MinLengthError(expected=2, actual=1)>"],
    [
      v.Time({ format: "%H:%M" }),
      v.Time({ format: "iso" })("10:00:05"),
      "<DatetimeParseError(expected='%H:%M', actual='10:00:05')>",
    ],
  ])("%s", (validator, value, expected) => {
    expect(refused(validator, value)).toEqual(expected);
  });

  test("gets the messages of its schema, and no secret is said", () => {
    const schema = Dict({
      a: v.Date({ format: "iso", message: "No day." }),
      pin: v.Set(Str({ maxlen: 1 }), { secret: true }),
    });
    const { error } = schema.safeEncode({ a: 1, pin: new Set(["hidden"]) } as never);
    expect(error?.issues.map(({ message }) => message)[0]).toBe("No day.");
    expect(`${error} ${JSON.stringify(error?.issues)}`).not.toContain("hidden");
  });
});

describe("hostile values", () => {
  afterEach(() => vi.restoreAllMocks());

  test("that contain themselves or are deep are bounded", () => {
    const tree: v.Validator<unknown> = Dict({ d: Optional(day), k: Optional(List(LazyRef(() => tree))) });
    const own: { k: unknown[] } = { k: [] };
    own.k.push(own);
    expect(String(refused(tree, own))).toContain("RecursionMaxDepthError");
    expect(String(refused(Any(), own))).toContain("RecursionMaxDepthError");
    let deep: unknown = {};
    for (let level = 0; level < 100_000; level++) deep = { k: [deep] };
    expect(String(refused(tree, deep))).toContain("RecursionMaxDepthError");
    expect(String(refused(Any(), deep))).toContain("RecursionMaxDepthError");
  });

  test("whose shared parts would take exponential time are bounded", () => {
    let shared: unknown = [];
    for (let level = 0; level < 60; level++) shared = [shared, shared];
    expect(String(refused(Any(), shared))).toContain("WorkLimitError");
  });

  test("are read once", () => {
    let reads = 0;
    const value = {
      get a() {
        return ++reads;
      },
    };
    for (const schema of [Dict({ a: Int() }), Dict({ a: Int(), d: Optional(day) }), Any()]) {
      reads = 0;
      expect(schema.stringify(value as never)).toBe('{"a":1}');
    }
  });

  test("no toJSON is called", () => {
    const toJSON = vi.fn(() => "changed");
    for (const prototype of [Object.prototype, Array.prototype, BigInt.prototype]) {
      try {
        Object.defineProperty(prototype, "toJSON", { value: toJSON, configurable: true });
        expect(Dict({ a: List(Int({ bigint: true })) }).stringify({ a: [1n, 10n ** 20n] })).toBe(
          '{"a":[1,100000000000000000000]}',
        );
      } finally {
        Reflect.deleteProperty(prototype, "toJSON");
      }
    }
    expect(Dict({ toJSON: Str() }).stringify({ toJSON: "a" })).toBe('{"toJSON":"a"}');
    expect(toJSON).not.toHaveBeenCalled();
  });

  test("__proto__ is a key like any other", () => {
    const value = JSON.parse('{"__proto__":{"a":1}}');
    for (const schema of [Any(), Dict({}, { unknown: "keep" }), Dict({}, { extra: [Str(), Any()] })]) {
      expect(schema.stringify(value)).toBe('{"__proto__":{"a":1}}');
    }
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });

  test("text is escaped as JSON.stringify does it", () => {
    const schema = Dict({ text: Str(), set: v.Set(Str()) });
    for (const text of ['"\\', "\0\x1f\x7f", "\u2028", "\ud800", "a\udc00b", "\ud83d\ude00"]) {
      expect(schema.stringify({ text, set: new Set() })).toBe(JSON.stringify({ text, set: [] }));
    }
  });
});

test("a union is encoded by the step of its tag, or by the first that accepts the value", () => {
  const union = OneOf(
    [
      Dict({ t: Const("a"), d: day }),
      AllOf(
        Dict({ t: Const("b"), s: v.Set(Int()) }),
        Check(() => true),
      ),
    ],
    {
      discriminator: "t",
    },
  );
  expect(union.stringify({ t: "b", s: new Set([1]) })).toBe('{"t":"b","s":[1]}');
  expect(refused(union, { t: "a", d: 5 })).toEqual(["<d: InvalidTypeError(expected='date', actual='integer')>"]);
  expect(refused(union, { t: "c" })).toEqual(["<t: OptionsError(expected=['a', 'b'], actual='c')>"]);
  expect(OneOf(Fallback(day, null as never), Int()).stringify(null as never)).toBe("null");
});

test("a long chain, and one of steps that are shared at each level, need little time", () => {
  const set: v.Validator = v.Set(Int());
  const long = v.AllOf(Array.from({ length: 2000 }, () => set)) as v.Validator;
  expect(long.encode(new Set([1]) as never)).toEqual([1]);
  const doubled = (levels: number, step: v.Validator, twice: (step: v.Validator) => v.Validator): v.Validator =>
    levels === 0 ? step : doubled(levels - 1, twice(step), twice);
  const unions = doubled(60, set, (step) => OneOf(step, v.Nullable(step)) as v.Validator);
  expect((v.AllOf([unions, unions]) as v.Validator).encode(new Set([1]) as never)).toEqual([1]);
  const chains = doubled(60, Any(), (step) => v.AllOf([step, step]) as v.Validator);
  expect(chains.encode({ a: 1 } as never)).toEqual({ a: 1 });
});

test("a chain that contains itself is encoded", () => {
  const node = (): v.Validator => Dict({ set: v.Set(Int()), kids: List(LazyRef((): v.Validator => tree)) });
  const tree = v.AllOf([node(), node()]) as v.Validator;
  const input = { set: [1], kids: [{ set: [2], kids: [] }] };
  expect(tree.encode(tree(input) as never)).toEqual(input);
});

test("an encoder follows an alias that leads elsewhere", () => {
  const list = List(LazyRef("encode.alias"));
  v.instances.put("encode.alias", day);
  expect(list.stringify(list(["2026-02-28"]))).toBe('["2026-02-28"]');
  v.instances.put("encode.alias", v.Set(Int()));
  expect(list.stringify([new Set([1])])).toBe("[[1]]");
  v.instances.clear();
});

longTest("a step whose values are of ever more sets of validators has a bounded number of encoders", () => {
  const last = Dict({ a: Optional(Any()), b: Optional(Any()) }) as v.Validator;
  // The sets are those that an automaton for `(a|b)*a(a|b){29}` may be in: 2 ** 30.
  let [state, refersToItself] = [last, undefined as v.Validator | undefined];
  for (let level = 0; level < 29; level++) {
    const next = state;
    state = Dict({ a: Optional(next), b: Optional(next) }) as v.Validator;
  }
  const start = LazyRef((): v.Validator => refersToItself as v.Validator);
  refersToItself = Dict({ a: Optional(OneOf(start, state)), b: Optional(start) }) as v.Validator;
  const same: v.Validator = Dict({
    a: Optional(LazyRef((): v.Validator => same)),
    b: Optional(LazyRef((): v.Validator => same)),
  }) as v.Validator;
  const chain = AllOf(refersToItself, same) as v.Validator;
  expect(chain.encode({ a: { b: {} } } as never)).toEqual({ a: { b: {} } });
});
