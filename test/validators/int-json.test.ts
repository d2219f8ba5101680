/** Int with `bigint`, given JSON text: the same on both engines, wherever the number stands. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SchemaError, type ValidationError } from "../../src/exc.ts";
import {
  AllOf,
  Any,
  Const,
  Date as DateValidator,
  Dict,
  Float,
  type Infer,
  Int,
  instances,
  LazyRef,
  List,
  OneOf,
  type Report,
  Str,
  Tuple,
  Validator,
} from "../../src/index.ts";
import { longTest } from "../support/long.ts";

const big = Int({ bigint: true });
const LONG = "123456789012345678901234567890";
const EXACT = 123456789012345678901234567890n;
const ROUNDED = Number(LONG);

/** The value, or the texts of the errors. */
function validated(validator: Validator, text: string): unknown {
  const result = validator.safeJson(text);
  expect(validator.isJson(text)).toBe(result.ok);
  const bytes = validator.safeJson(new TextEncoder().encode(text));
  expect(bytes.ok ? bytes.value : String(bytes.error)).toEqual(result.ok ? result.value : String(result.error));
  if (result.ok) return result.value;
  const error: ValidationError = result.error;
  return error instanceof SchemaError ? Array.from(error, String) : String(error);
}

describe("a number of JSON text is exact to the last digit", () => {
  test.each<[text: string, value: bigint]>([
    ["0", 0n],
    ["-0", 0n],
    ["7", 7n],
    ["-2147483648", -2147483648n],
    ["-2147483645", -2147483645n],
    ["4294967296", 4294967296n],
    ["9007199254740993", 9007199254740993n],
    ["-9007199254740993", -9007199254740993n],
    ["18446744073709551615", 2n ** 64n - 1n],
    [LONG, EXACT],
    [` -${LONG}\n`, -EXACT],
    ["9".repeat(400), 10n ** 400n - 1n],
    [`-${"9".repeat(20_000)}`, 1n - 10n ** 20_000n],
    // However an integer is written.
    ["1.0", 1n],
    ["1e3", 1000n],
    ["1.5E+1", 15n],
    ["500e-2", 5n],
    ["9007199254740993.000", 9007199254740993n],
    ["900719925474099.3e1", 9007199254740993n],
    ["-0.00900719925474099300e18", -9007199254740993n],
    ["1e30", 10n ** 30n],
    ["1e400", 10n ** 400n],
    ["1e999", 10n ** 999n],
  ])("%.40s", (text, value) => {
    expect(validated(big, text)).toBe(value);
    expect(validated(Int({ bigint: true, coerce: true }), text)).toBe(value);
    expect(validated(List(big), `[${text}, 1]`)).toEqual([value, 1n]);
  });

  test.each<[text: string, error: string]>([
    ["0.5", "<InvalidTypeError(expected='integer', actual='number')>"],
    ["9007199254740993.5", "<InvalidTypeError(expected='integer', actual='number')>"],
    [`${LONG}.0001`, "<InvalidTypeError(expected='integer', actual='number')>"],
    ["1e1000", "<MaxLengthError(expected=1000, actual=1001)>"],
    ["-1e400000", "<MaxLengthError(expected=1000, actual=400001)>"],
    ["1e999999999999", "<MaxLengthError(expected=1000, actual=1000000000000)>"],
    ["9".repeat(100_001), "<MaxLengthError(expected=100000, actual=100001)>"],
    [`"${LONG}"`, "<InvalidTypeError(expected='integer', actual='string')>"],
    ["true", "<InvalidTypeError(expected='integer', actual='boolean')>"],
    ["null", "<InvalidTypeError(expected='integer', actual='null')>"],
    [`[${LONG}]`, "<InvalidTypeError(expected='integer', actual='array')>"],
  ])("%.40s is refused", (text, error) => {
    expect(validated(big, text)).toBe(error);
  });

  test.each<[text: string, value: unknown]>([
    [`"${LONG}"`, EXACT],
    [`" -${LONG}\\n"`, -EXACT],
    [`"+1_000"`, 1000n],
    [`"${"0".repeat(2000)}7"`, 7n],
    [`"${"9".repeat(1000)}"`, 10n ** 1000n - 1n],
    [`"${"9".repeat(1001)}"`, "<MaxLengthError(expected=1000, actual=1001)>"],
    [`"${LONG}.0"`, "<InvalidTypeError(expected='integer', actual='string')>"],
    ["true", 1n],
    ["false", 0n],
    ["-0.9", 0n],
    ["9007199254740993.9", 9007199254740993n],
    [`-${LONG}.9`, -EXACT],
  ])("%.40s with coerce", (text, value) => {
    expect(validated(Int({ bigint: true, coerce: true }), text)).toBe(value);
  });

  test("limits and options are compared with all digits, and errors show them", () => {
    const limited = Int({ bigint: true, min: -EXACT, max: EXACT });
    expect(validated(limited, LONG)).toBe(EXACT);
    expect(validated(limited, "123456789012345678901234567891")).toBe(
      `<MaxValueError(expected=${LONG}n, actual=123456789012345678901234567891n)>`,
    );
    expect(validated(limited, "-123456789012345678901234567891")).toBe(
      `<MinValueError(expected=-${LONG}n, actual=-123456789012345678901234567891n)>`,
    );
    expect(validated(Int({ bigint: true, max: 10 }), "9007199254740993")).toBe(
      "<MaxValueError(expected=10n, actual=9007199254740993n)>",
    );
    const one = Int({ bigint: true, options: [1, EXACT] });
    expect(validated(one, LONG)).toBe(EXACT);
    expect(validated(one, "1.0")).toBe(1n);
    expect(validated(one, "123456789012345678901234567891")).toBe(
      `<OptionsError(expected=[1n, ${LONG}n], actual=123456789012345678901234567891n)>`,
    );
  });

  test("any integer, in any surroundings", () => {
    const rows = List(Dict({ id: big, name: Str() }, { extra: [Str(), OneOf(Str(), List(big))] }));
    const integer = fc.oneof(fc.bigInt(), fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n }), fc.bigInt(-10n, 10n));
    const row = fc.record({ id: integer, name: fc.string(), more: fc.array(integer, { maxLength: 3 }) });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), (values) => {
        const text = values.map(
          ({ id, name, more }) => `{"id": ${id}, "name": ${JSON.stringify(name)}, "x": [${more.join()}]}`,
        );
        const expected = values.map(({ id, name, more }) => ({ id, name, x: more }));
        expect(validated(rows, `[${text.join()}]`)).toEqual(expected);
      }),
    );
  });
});

describe("it is found wherever the number stands", () => {
  instances.put("int-json.tree", Dict({ id: big, next: LazyRef("int-json.tree") }, { optional: ["next"] }));
  class Wrapper extends Validator {
    override check(input: unknown, report: Report): unknown {
      return big.check(input, report);
    }
  }
  class Kind extends Validator {
    override check(input: unknown): unknown {
      return typeof input;
    }
  }

  test.each<[name: string, validator: Validator, text: string, value: unknown]>([
    ["Tuple", Tuple(big, Str(), big), `[${LONG}, "a", 1]`, [EXACT, "a", 1n]],
    [
      "Dict",
      Dict({ a: big, "": big, __proto__x: big }),
      `{"": ${LONG}, "a": 1, "__proto__x": 2}`,
      { "": EXACT, a: 1n, __proto__x: 2n },
    ],
    ["a key with escapes", Dict({ "a\nb": big }), `{"a\\nb": ${LONG}}`, { "a\nb": EXACT }],
    ["a key like an index", Dict({ 1: big }), `{"1": ${LONG}}`, { 1: EXACT }],
    ["extra", Dict({ extra: [Str(), big] }), `{"a": ${LONG}}`, { a: EXACT }],
    [
      "extra keys",
      Dict({ extra: [Int({ bigint: true, coerce: true }), big] }),
      `{"0${LONG}": ${LONG}}`,
      { [LONG]: EXACT },
    ],
    [
      "OneOf",
      List(OneOf(Str(), DateValidator({ unixts: true, max: "1980-01-01" }), big)),
      `["x", ${LONG}]`,
      ["x", EXACT],
    ],
    ["OneOf with Float first", OneOf(Float(), big), LONG, ROUNDED],
    ["OneOf with Int first", List(OneOf(Int(), big)), `[1, ${LONG}]`, [1, EXACT]],
    ["AllOf", AllOf(Any(), big), LONG, EXACT],
    ["AllOf of numbers", AllOf(Float(), big), LONG, EXACT],
    ["AllOf that goes on", AllOf(big, Const(EXACT)), LONG, EXACT],
    [
      "LazyRef",
      LazyRef("int-json.tree"),
      `{"next": {"next": {"id": ${LONG}}, "id": 2}, "id": 1}`,
      { next: { next: { id: EXACT }, id: 2n }, id: 1n },
    ],
    [
      "unique",
      List(big, { unique: true }),
      `[${LONG}, 1, ${LONG}, 1.0, 123456789012345678901234567891]`,
      [EXACT, 1n, EXACT + 1n],
    ],
    [
      "behind a date",
      Dict({ d: DateValidator({ format: "%Y-%m-%d" }), a: big }),
      `{"d": "2020-01-01", "a": ${LONG}}`,
      expect.objectContaining({ a: EXACT }),
    ],
    ["a check of one's own that hands it on", List(new Wrapper()), `[${LONG}, 1]`, [EXACT, 1n]],
  ])("%s", (_name, validator, text, value) => {
    expect(validated(validator, text)).toStrictEqual(value);
  });

  test.each<[name: string, validator: Validator, value: unknown]>([
    ["Any", Any(), ROUNDED],
    ["Float", Float(), ROUNDED],
    ["a check of one's own", new Kind(), "number"],
    ["an equal Const", OneOf(Const(ROUNDED), Any()), ROUNDED],
  ])("all others see the plain number: %s", (_name, validator, value) => {
    expect(validated(Dict({ a: validator, b: big }), `{"a": ${LONG}, "b": ${LONG}}`)).toStrictEqual({
      a: value,
      b: EXACT,
    });
    const nested = validated(Dict({ a: Any(), b: big }), `{"a": {"x": [${LONG}]}, "b": ${LONG}}`);
    expect(nested).toStrictEqual({ a: { x: [ROUNDED] }, b: EXACT });
  });

  test("a Const is compared with all digits", () => {
    expect(validated(OneOf(Const(ROUNDED), big), LONG)).toBe(EXACT);
    expect(validated(Const(EXACT), LONG)).toBe(EXACT);
  });

  test("of equal keys the last counts, whatever the others were", () => {
    const validator = Dict({ a: OneOf(big, List(big), Dict({ b: big })) });
    for (const [text, value] of [
      [`{"a": ${LONG}, "a": 9007199254740993}`, 9007199254740993n],
      [`{"a": ${LONG}, "a": 5}`, 5n],
      [`{"a": [${LONG}, 2], "a": [9007199254740993]}`, [9007199254740993n]],
      [`{"a": {"b": ${LONG}}, "a": [9007199254740993]}`, [9007199254740993n]],
      [`{"a": [9007199254740993], "a": {"b": ${LONG}, "b": 9007199254740995}}`, { b: 9007199254740995n }],
      [`{"a": {"b": [${LONG}]}, "a": ${LONG}}`, EXACT],
    ] as const) {
      expect(validated(validator, text)).toStrictEqual({ a: value });
    }
  });

  test("errors of others stand beside it", () => {
    const validator = Dict({ a: big, d: DateValidator(), list: List(Int({ bigint: true, max: 5 })) });
    expect(validated(validator, `{"a": "x", "d": "no", "list": [1, ${LONG}, 6, 6.5]}`)).toEqual([
      "<a: InvalidTypeError(expected='integer', actual='string')>",
      "<d: InvalidTypeError(expected='date', actual='string')>",
      `<list.1: MaxValueError(expected=5n, actual=${LONG}n)>`,
      "<list.2: MaxValueError(expected=5n, actual=6n)>",
      "<list.3: InvalidTypeError(expected='integer', actual='number')>",
    ]);
  });

  longTest("what is remembered of a value is not taken for another that is rounded alike", () => {
    // Many tries in vain: only then is anything remembered.
    const vain = Array.from({ length: 8 }, () => AllOf(Any(), Str()));
    const step = OneOf(...vain, AllOf(Any(), big));
    const tagged = (tag: string): Validator => Dict({ list: List(step), tag: Const(tag) });
    const ids = Array.from({ length: 10_000 }, (_, index) => 9007199254740992n + BigInt(index % 2));
    const result = validated(OneOf(tagged("a"), tagged("b")), `{"list": [${ids.join()}], "tag": "b"}`);
    expect((result as { list: unknown }).list).toEqual(ids);
  });

  test("a default is no number of the text", () => {
    const numbers = Dict({ a: big, b: big }, { defaults: { b: 2 ** 53, a: EXACT } });
    expect(validated(numbers, `{"a": ${2 ** 53}}`)).toEqual([
      "<b: MaxValueError(expected=9007199254740991, actual=9007199254740992)>",
    ]);
    expect(validated(Dict({ a: big }, { defaults: { a: 5 } }), "{}")).toEqual({ a: 5n });
    expect(validated(Dict({ a: big }, { defaults: { a: EXACT } }), "{}")).toEqual({ a: EXACT });
  });

  test("what a step has made is no number of the text either", () => {
    class Half extends Validator {
      override check(input: unknown): unknown {
        return (input as number) / 2;
      }
    }
    class Again extends Validator {
      override check(input: unknown): unknown {
        return [input];
      }
    }
    const refused = (value: string): string => `MaxValueError(expected=9007199254740991, actual=${value})>`;
    expect(validated(AllOf(new Half(), big), LONG)).toContain(refused("6.172839450617284e+28"));
    expect(validated(AllOf(new Again(), List(big)), LONG)).toEqual([expect.stringContaining(refused(String(ROUNDED)))]);
    expect(validated(AllOf(List(Float()), List(big)), `[${LONG}]`)).toHaveLength(1);
  });
});

test("time is linear in the text: 50,000 long numbers, digits without end, an exponent without end", () => {
  const many = `[${`${LONG},`.repeat(50_000)}1]`;
  expect((List(big).json(many) as Infer<typeof big>[]).length).toBe(50_001);
  expect(big.isJson("9".repeat(2_000_000))).toBe(false);
  expect(big.isJson(`1e${"9".repeat(2_000_000)}`)).toBe(false);
  expect(big.isJson(`0.${"0".repeat(1_000_000)}1e1000001`)).toBe(true);
});
