/** A member whose value becomes undefined is absent from the result of its Dict, whatever makes it and validates it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  AllOf,
  Any,
  Check,
  Closed,
  Default,
  Dict,
  Fallback,
  If,
  Int,
  LazyRef,
  List,
  Nullable,
  OneOf,
  Optional,
  type Report,
  Set as SetOf,
  Str,
  Transform,
  Tuple,
  Validator,
} from "../src/index.ts";
import { optionalLast } from "./support/optional-last.ts";
import { sweep } from "./support/sweep.ts";

const nothing = (): undefined => undefined;
/** Half of the numbers, so that objects of the same schema differ. */
const odd = (value: number): number | undefined => (value % 2 === 0 ? undefined : value);

class Nothing extends Validator {
  static override readonly params = {};
  override check(_input: unknown, _report: Report): unknown {
    return undefined;
  }
}

/** Validators of an integer, and what they make of it. */
const MAKERS: Readonly<Record<string, readonly [() => Validator, (value: number) => unknown]>> = {
  "nothing that makes undefined": [() => Int(), (value) => value],
  "a Transform": [() => Transform(nothing), nothing],
  "a Transform of some values": [() => AllOf(Int(), Transform(odd)), odd],
  "a Transform whose result a Check accepts": [
    () =>
      AllOf(
        Int(),
        Transform(odd),
        Check(() => true),
      ),
    odd,
  ],
  "an Optional around a Transform": [() => Optional(AllOf(Int(), Transform(odd))), odd],
  "an Optional behind a Transform": [() => AllOf(Int(), Transform(odd), Optional(Int())), odd],
  "a Default around a Transform": [() => Default(AllOf(Int(), Transform(odd)), 3), odd],
  "a Default behind a Transform": [
    () => AllOf(Transform(nothing), Default(Optional(Int()), nothing as never)),
    nothing,
  ],
  "a Fallback": [() => Fallback(Str(), undefined as never), nothing],
  "a function of a Fallback": [() => Fallback(Str(), nothing as never), nothing],
  "a step of a OneOf": [() => OneOf(Str(), AllOf(Int(), Transform(odd))), odd],
  "a branch of an If": [() => If(Int(), Transform(odd)), odd],
  "a Nullable around it": [() => Nullable(AllOf(Int(), Transform(odd))), odd],
  "a reference to it": [
    () => {
      const target = AllOf(Int(), Transform(odd));
      return LazyRef(() => target);
    },
    odd,
  ],
  "a class of one's own": [() => new Nothing(), nothing],
};

const even = 2;

describe.each(Object.entries(MAKERS).slice(1))("a member made undefined by %s", (_, [make]) => {
  const validator = make();
  test.each<[string, Validator, Record<string, unknown>, Record<string, unknown>]>([
    ["a key", Dict({ a: validator, b: Int() }), { a: even, b: 1 }, { b: 1 }],
    ["a key in another order", Dict({ a: validator, b: Int() }), { b: 1, a: even }, { b: 1 }],
    ["the only key", Dict({ a: validator }), { a: even }, {}],
    ["an optional key", Dict({ a: validator, b: Int() }, { optional: ["a"] }), { a: even, b: 1 }, { b: 1 }],
    [
      "one of many optional keys",
      Dict({ a: validator, b: Int(), c: Int(), d: Int(), e: Int() }, { optional: ["a", "b", "c", "d", "e"] }),
      { a: even, c: 1 },
      { c: 1 },
    ],
    ["a key that is inherited", Dict({ toString: validator, b: Int() }), { toString: even, b: 1 }, { b: 1 }],
    ["a key beside a default", Dict({ a: validator, b: Default(Int(), 5) }), { a: even }, { b: 5 }],
    ["a key whose default is even", Dict({ a: validator, b: Int() }, { defaults: { a: even } }), { b: 1 }, { b: 1 }],
    ["an extra key", Dict({ a: Int() }, { extra: [Str(), validator] }), { a: 1, b: even }, { a: 1 }],
    ["an extra key, first", Dict({ a: Int() }, { extra: [Str(), validator] }), { b: even, a: 1 }, { a: 1 }],
    [
      "an extra key with another name",
      Dict(
        {},
        {
          extra: [
            AllOf(
              Str(),
              Transform((key) => `${key}${key}`),
            ),
            validator,
          ],
        },
      ),
      { a: even },
      {},
    ],
    [
      "a key that matches a pattern",
      Dict({ a: Int() }, { patterns: { "^b": validator } }),
      { a: 1, b: even },
      { a: 1 },
    ],
    ["a member of a Closed", Closed(Dict({ a: validator, b: Int() })), { a: even, b: 1 }, { b: 1 }],
    [
      "a key beside one that is dropped",
      Dict({ a: validator, b: Int() }, { optional: ["b"], dispose: ["b"], unknown: "strip" }),
      { a: even, b: 1, c: 1 },
      {},
    ],
    ["a key that counts", Dict({ a: validator }, { minlen: 1, maxlen: 1 }), { a: even }, {}],
    [
      "a key that must be there",
      Dict({}, { extra: [Str(), validator], required: ["a"], dependent_required: { a: ["b"] } }),
      { a: even, b: even },
      {},
    ],
    [
      "a key that another validator asks for",
      Dict({ a: validator, b: Int() }, { dependent_schemas: { a: Check((value) => !("a" in value)) } }),
      { a: even, b: 1 },
      { b: 1 },
    ],
    [
      "a member of many",
      Dict(Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`k${i}`, i === 40 ? validator : Int()]))),
      Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`k${i}`, i])),
      Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`k${i}`, i]).filter(([key]) => key !== "k40")),
    ],
  ])("%s", async (_, dict, input, expected) => {
    const text = JSON.stringify(input);
    for (let times = 0; times < 3; times++) {
      expect(dict(input)).toStrictEqual(expected);
      expect(dict.json(text)).toStrictEqual(expected);
    }
    expect(dict.safe(new Map(Object.entries(input)))).toStrictEqual({ ok: true, value: expected });
    expect(await dict.jsonAsync(text)).toStrictEqual(expected);
    expect(List(dict).json(`[${text}, ${text}]`)).toStrictEqual([expected, expected]);
  });
});

describe("what a function returns", () => {
  test.each<[string, Validator, unknown, unknown]>([
    ["is no value of a missing key", Dict({ a: Default(Optional(Int()), nothing), b: Int() }), { b: 1 }, { b: 1 }],
    [
      "is no value of a missing key of many",
      Dict(
        { a: Optional(Int()), b: Int(), c: Optional(Int()), d: Optional(Int()), e: Optional(Int()) },
        { defaults: { a: nothing, c: () => 3 } },
      ),
      { b: 1 },
      { b: 1, c: 3 },
    ],
    ["remains an item of a List", Dict({ a: List(Transform(nothing)) }), { a: [1, 2] }, { a: [undefined, undefined] }],
    ["remains an item of a Tuple", Tuple(Int(), Transform(nothing)), [1, 2], [1, undefined]],
    ["remains an item of a Set", SetOf(Transform(nothing)), [1, 2], new Set([undefined])],
    ["remains the whole result", Transform(nothing), 1, undefined],
    ["remains inside a value that is not validated", Any(), { a: [{ b: 1 }] }, { a: [{ b: 1 }] }],
  ])("%s", (_, validator, input, expected) => {
    for (let times = 0; times < 3; times++) {
      expect(validator.safe(input)).toStrictEqual({ ok: true, value: expected });
      expect(validator.json(JSON.stringify(input))).toStrictEqual(expected);
    }
  });

  test("is waited for", async () => {
    const dict = Dict({ a: Transform(async () => undefined, { async: true }), b: Int() });
    expect(await dict.validateAsync({ a: 1, b: 2 })).toStrictEqual({ b: 2 });
    expect(await dict.jsonAsync('{"a": 1, "b": 2}')).toStrictEqual({ b: 2 });
  });

  test("is absent in what it encodes, and no JSON elsewhere", () => {
    const gone = Transform((value: number): number => value, { encode: nothing as never });
    const members = Dict({ a: gone, b: Int(), c: Dict({ d: OneOf(Str(), gone) }) }, { extra: [Str(), gone] });
    // No literal has both the keys of the schema and others, as types see it.
    const [given, other] = [{ a: 1, b: 2, c: { d: 4 }, e: 3 } as never, { e: 3, b: 2, a: 1, c: { d: 4 } } as never];
    for (let times = 0; times < 3; times++) {
      expect(members.encode(given)).toStrictEqual({ b: 2, c: {} });
      expect(members.stringify(given)).toBe('{"b":2,"c":{}}');
      expect(members.stringify(other)).toBe('{"b":2,"c":{}}');
      expect(Dict({ a: gone }).stringify({ a: 1 })).toBe("{}");
    }
    expect(() => List(gone).stringify([1])).toThrow("JSON value");
    expect(() => Dict({ a: List(gone) }).encode({ a: [1] })).toThrow("JSON value");
    expect(() => gone.encode(1)).toThrow("JSON value");
    expect(() => Dict({ a: AllOf(Int(), gone) }).encode({ a: 1 })).toThrow("integer");
  });
});

/** A validator, an input that it accepts, and the result. */
interface Sample {
  readonly validator: Validator;
  readonly input: unknown;
  readonly output: unknown;
}

const names = ["a", "b", "__proto__", "toString", "0", "d", "e"];
const own = (members: readonly (readonly [string, unknown])[]): object => {
  const object = {};
  for (const [key, value] of members)
    if (value !== undefined)
      Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  return object;
};

const { sample } = fc.letrec<{ sample: Sample; dict: Sample }>((tie) => ({
  dict: fc
    .tuple(
      fc.uniqueArray(fc.tuple(fc.constantFrom(...names), tie("sample")), { selector: ([key]) => key, maxLength: 6 }),
      fc.infiniteStream(fc.integer({ min: 0, max: 5 })),
      fc.option(tie("sample"), { nil: undefined }),
      fc.constantFrom("extra", "patterns"),
      fc.boolean(),
    )
    .map(([members, numbers, other, otherBy, isReversed]): Sample => {
      // 0: optional and there; 1: optional and not there; 2: its default is used; else required.
      const kinds = members.map(([, { validator }]) => {
        const kind = numbers.next().value as number;
        return kind === 1 && validator instanceof Default ? 0 : kind;
      });
      const validators = members.map(([key, { validator }]) => [key, validator] as const);
      const optional = validators.filter((_, at) => (kinds[at] as number) < 2).map(([key]) => key);
      const defaults = own(members.flatMap(([key, { input }], at) => (kinds[at] === 2 ? [[key, () => input]] : [])));
      const others = other === undefined ? [] : [["x1", other] as const, ["x2", other] as const];
      const by = otherBy === "extra" ? { extra: [Str(), other?.validator] } : { patterns: { "^x": other?.validator } };
      const dict = Dict(own(validators) as Record<string, Validator>, {
        ...{ optional, defaults },
        ...((other === undefined ? {} : by) as object),
      });
      const given = [...members.filter((_, at) => kinds[at] !== 1 && kinds[at] !== 2), ...others];
      if (isReversed) given.reverse();
      const filled = members.filter((_, at) => kinds[at] === 2);
      return {
        validator: dict,
        input: own(given.map(([key, { input }]) => [key, input])),
        output: own([...given, ...filled].map(([key, { output }]) => [key, output])),
      };
    }),
  sample: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc
      .tuple(fc.constantFrom(...Object.values(MAKERS)), fc.integer({ min: 0, max: 9 }))
      .map(([[make, makes], input]): Sample => ({ validator: make(), input, output: makes(input) })),
    tie("dict"),
    tie("dict"),
    fc.tuple(tie("sample"), fc.integer({ min: 0, max: 20 })).map(
      ([{ validator, input, output }, count]): Sample => ({
        validator: List(validator),
        input: Array(count).fill(input),
        output: Array(count).fill(output),
      }),
    ),
    fc.array(tie("sample"), { minLength: 1, maxLength: 3 }).map((given): Sample => {
      const items = optionalLast(given, ({ validator }) => validator.constructor.name);
      return {
        validator: Tuple(items.map(({ validator }) => validator)),
        input: items.map(({ input }) => input),
        output: items.map(({ output }) => output),
      };
    }),
  ),
}));

test("objects of many shapes", () => {
  const [make, makes] = MAKERS["a Transform of some values"] as (typeof MAKERS)[string];
  const keys = ["a", "b", "c", "d", "e"];
  const dict = Dict(Object.fromEntries(keys.map((key, at) => [key, at % 2 === 0 ? make() : Int()])), {
    optional: keys,
    defaults: { d: () => 4 },
  });
  const shapes = Array.from({ length: 4000 }, (_, i) => {
    const order = i % 3 === 0 ? keys : keys.toReversed();
    return order.filter((_, at) => ((i * 7) >> at) % 2 === 0).map((key, at): [string, number] => [key, i + at]);
  });
  const text = JSON.stringify(shapes.map((members) => Object.fromEntries(members)));
  const expected = shapes.map((members) => {
    const made = members.map(([key, value]): [string, unknown] => [key, "ace".includes(key) ? makes(value) : value]);
    const filled = members.some(([key]) => key === "d") ? made : [...made, ["d", 4] as const];
    return own(filled);
  });
  for (let times = 0; times < 4; times++) {
    expect(List(dict).json(text)).toStrictEqual(expected);
    expect(List(dict)(JSON.parse(text))).toStrictEqual(expected);
  }
});

test("whatever the schema, no key of a result has the value undefined, and all calls agree", async () => {
  await fc.assert(
    fc.asyncProperty(sample, async ({ validator, input, output }) => {
      const text = JSON.stringify(input);
      for (let times = 0; times < 2; times++) {
        expect(validator.safe(input)).toStrictEqual({ ok: true, value: output });
        expect(validator.safeJson(text)).toStrictEqual({ ok: true, value: output });
      }
      expect(await validator.jsonAsync(text)).toStrictEqual(output);
      expect(validator.jsonMany([text, text])).toStrictEqual([1, 2].map(() => ({ ok: true, value: output })));
      const lines = [];
      for await (const { value } of validator.lines(`${text}\n${text}`) as AsyncIterable<{ value: unknown }>)
        lines.push(value);
      expect(lines).toStrictEqual([output, output]);
    }),
    { numRuns: sweep(20, 500) },
  );
});
