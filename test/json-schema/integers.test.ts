/** Verdicts on integers beyond the safe range: by the digits of the JSON text, on every engine. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromJsonSchema, List } from "../../src/index.ts";
import { sweep } from "../support/sweep.ts";

/** A schema, and texts with their verdicts. */
type Row = readonly [schema: unknown, valid: readonly string[], invalid: readonly string[]];

const TWO_53 = 2 ** 53;
const TWO_64 = 2 ** 64;

const ROWS: readonly Row[] = [
  // const and enum
  [
    { const: TWO_53 },
    ["9007199254740992", "9007199254740992.0", "9.007199254740992e15", "90071992547409920E-1"],
    ["9007199254740993", "9007199254740993.0", "-9007199254740992"],
  ],
  [{ const: 9007199254740993n }, ["9007199254740993"], ["9007199254740992", "9007199254740994"]],
  [{ const: 9007199254740993n, type: "integer" }, ["9007199254740993"], ["9007199254740992"]],
  [{ const: 1000n }, ["1000", "1.0e3", "1E3"], ["1001"]],
  [{ const: 10n ** 400n }, ["1E400", "10e399"], ["1e401", "-1e400", "1e399"]],
  [{ const: -0 }, ["-0", "0", "0.0", "-0e5"], ["1"]],
  [{ enum: [TWO_53] }, ["9007199254740992"], ["9007199254740993"]],
  [{ enum: [TWO_53, 9007199254740993n, 7] }, ["9007199254740992", "9007199254740993", "7"], ["9007199254740994"]],
  [
    { const: { a: [TWO_53] } },
    ['{"a":[9007199254740992]}'],
    ['{"a":[9007199254740993]}', '{"a":[9007199254740992,1]}'],
  ],
  [
    { const: { a: [9007199254740993n], b: 1 } },
    ['{"b":1.0,"a":[9007199254740993]}'],
    ['{"b":1,"a":[9007199254740992]}'],
  ],
  [{ enum: [[TWO_53], [1]] }, ["[9007199254740992]", "[1]"], ["[9007199254740993]"]],
  // limits
  [{ maximum: TWO_53 }, ["9007199254740992", "-1e300"], ["9007199254740993", "1e300"]],
  [{ type: "integer", maximum: TWO_53 }, ["9007199254740992"], ["9007199254740993", "9007199254740993.0"]],
  [{ minimum: -TWO_53 }, ["-9007199254740992"], ["-9007199254740993"]],
  [{ exclusiveMaximum: 2 ** 54 }, ["18014398509481983"], ["18014398509481984", "18014398509481985"]],
  [{ type: "integer", exclusiveMinimum: TWO_53 }, ["9007199254740993"], ["9007199254740992"]],
  [{ exclusiveMinimum: TWO_53, minimum: TWO_53 + 2 }, ["9007199254740994"], ["9007199254740993"]],
  [{ maximum: 9223372036854775807n }, ["9223372036854775807"], ["9223372036854775808"]],
  [{ type: "integer", minimum: 9007199254740993n }, ["9007199254740993"], ["9007199254740992", "5"]],
  [{ exclusiveMinimum: 9007199254740993n }, ["9007199254740994"], ["9007199254740993"]],
  // A number of a schema is the integer that it is, and the one that JavaScript writes.
  [{ const: TWO_64 }, ["18446744073709551616", "18446744073709552000"], ["18446744073709551617"]],
  [{ const: 1e23 }, ["1e23", "100000000000000000000000", "99999999999999991611392"], ["100000000000000000000001"]],
  [{ const: 10n ** 23n }, ["1e23"], ["99999999999999991611392"]],
  [{ maximum: 1e300 }, ["1e300", "9e299"], ["1e301"]],
  [{ exclusiveMaximum: 1e23 }, ["99999999999999991611391"], ["1e23", "99999999999999991611392"]],
  // multipleOf
  [{ type: "integer", multipleOf: 2 }, ["18446744073709551616"], ["18446744073709551615"]],
  [{ type: "integer", multipleOf: 3 }, ["18446744073709551615", "1.8446744073709551615e19"], ["18446744073709551616"]],
  [{ multipleOf: 0.5 }, ["18446744073709551615", "0.5"], ["0.25"]],
  [{ multipleOf: 0.7 }, ["9007199254740995", "1.4"], ["9007199254740993"]],
  [{ multipleOf: TWO_53 }, ["18014398509481984", "0"], ["18014398509481985", "5"]],
  [{ multipleOf: 9007199254740993n }, ["18014398509481986", "0"], ["18014398509481984", "9007199254740992"]],
  // uniqueItems
  [
    { uniqueItems: true },
    ["[9007199254740992,9007199254740993]", '[{"a":9007199254740992},{"a":9007199254740993}]', "[1e400,1e401]"],
    ["[9007199254740993,9007199254740993]", "[9007199254740993,9007199254740993.0]", "[[1e400],[10E399]]"],
  ],
  [
    { uniqueItems: true, items: { type: "integer" } },
    ["[9007199254740992,9007199254740993]"],
    ["[9007199254740993,9007199254740993]"],
  ],
  // where the value is part of another, or of several schemas
  [{ properties: { id: { maximum: TWO_53 } } }, ['{"id":9007199254740992}'], ['{"id":9007199254740993}']],
  [{ additionalProperties: { const: TWO_53 } }, ['{"id":9007199254740992}'], ['{"id":9007199254740993}']],
  [{ patternProperties: { d: { const: TWO_53 } }, properties: { id: true } }, ["{}"], ['{"id":9007199254740993}']],
  [{ prefixItems: [{ const: TWO_53 }] }, ["[9007199254740992]"], ["[9007199254740993]"]],
  [{ contains: { const: TWO_53 } }, ["[1,9007199254740992]"], ["[1,9007199254740993]"]],
  [{ not: { const: TWO_53 } }, ["9007199254740993"], ["9007199254740992"]],
  // biome-ignore lint/suspicious/noThenProperty: a keyword
  [{ if: { const: TWO_53 }, then: false }, ["9007199254740993"], ["9007199254740992"]],
  [{ oneOf: [{ const: TWO_53 }, { minimum: TWO_53 }] }, ["9007199254740993"], ["9007199254740992", "5"]],
  [
    {
      anyOf: [
        { properties: { a: { const: TWO_53 } }, required: ["a"] },
        { properties: { a: { const: 9007199254740993n } }, required: ["a"] },
      ],
      type: "object",
    },
    ['{"a":9007199254740992}', '{"a":9007199254740993}'],
    ['{"a":9007199254740994}'],
  ],
  [
    { allOf: [{ contains: { const: 1 } }, { contains: { const: TWO_53 } }], items: { type: "number" } },
    ["[1,9007199254740992]"],
    ["[1,9007199254740993]"],
  ],
  [
    { allOf: [{ contains: { type: "array" } }, { contains: { const: [[TWO_53]] } }] },
    ["[[[9007199254740992]]]"],
    ["[[[9007199254740993]]]"],
  ],
  [
    { dependentSchemas: { a: { properties: { b: { items: { maximum: TWO_53 } } } } } },
    ['{"a":1,"b":[9007199254740992]}'],
    ['{"a":1,"b":[9007199254740993]}'],
  ],
  [
    { anyOf: [{ properties: { a: true } }], unevaluatedProperties: { maximum: TWO_53 } },
    ['{"b":9007199254740992}'],
    ['{"b":9007199254740993}'],
  ],
  [
    { $defs: { n: { properties: { id: { maximum: TWO_53 }, next: { $ref: "#/$defs/n" } } } }, $ref: "#/$defs/n" },
    ['{"next":{"next":{"id":9007199254740992}}}'],
    ['{"next":{"next":{"id":9007199254740993}}}'],
  ],
  // of the values of a key that comes twice, the last one
  [
    { properties: { a: { const: TWO_53 } } },
    ['{"a":9007199254740993,"a":9007199254740992}'],
    ['{"a":9007199254740992,"a":9007199254740993}'],
  ],
  // a number that is no integer is the nearest double
  [{ maximum: TWO_53 }, ["9007199254740992.4"], ["9007199254740994.5"]],
  [{ const: TWO_53 }, ["9007199254740992.4"], ["9007199254740994.5"]],
];

const written = (schema: unknown): string =>
  JSON.stringify(schema, (_, value) => (typeof value === "bigint" ? `${value}n` : value));

describe("the digits of an integer decide", () => {
  test.each(ROWS.map(([schema, ...texts]) => [written(schema), schema, ...texts] as const))(
    "%s",
    (_, schema, valid, invalid) => {
      const validator = fromJsonSchema(schema);
      const verdicts = [...valid, ...invalid].map((text) => [text, validator.isJson(text)]);
      expect(verdicts).toEqual([...valid.map((text) => [text, true]), ...invalid.map((text) => [text, false])]);
      for (const [text, verdict] of verdicts) expect(validator.safeJson(text as string).ok).toBe(verdict);
      // Often enough for code to be generated, and in a list, where the addon reads many numbers at a time.
      const list = List(validator);
      const many =
        valid.length === 0 ? "" : Array.from({ length: 40 }, (_, index) => valid[index % valid.length]).join(",");
      expect(list.isJson(`[${many}]`)).toBe(true);
      for (const text of invalid) expect(list.isJson(`[${[many, text].filter(Boolean).join(",")}]`)).toBe(false);
    },
  );

  test("and errors show them", () => {
    const actual = (schema: unknown, text: string): unknown => {
      const result = fromJsonSchema(schema).safeJson(text);
      return !result.ok && result.error.issues[0]?.message;
    };
    expect(actual({ maximum: TWO_53 }, "9007199254740993")).toBe(
      "Expected at most 9007199254740992, got 9007199254740993.",
    );
    expect(actual({ maximum: 5 }, "9007199254740993")).toBe("Expected at most 5, got 9007199254740993.");
    expect(actual({ type: "integer", multipleOf: 2 }, "-18446744073709551615")).toBe(
      "Expected a multiple of 2, got -18446744073709551615.",
    );
    expect(actual({ const: TWO_53 }, "9007199254740993")).toBe("Expected 9007199254740992, got 9007199254740993.");
  });
});

/** A number as JSON has it: `digits * 10 ** power`. */
interface Exact {
  readonly digits: bigint;
  readonly power: number;
}

function exactOf(text: string): Exact {
  const [, mantissa = "", exponent = "0"] = /^([^eE]*)(?:[eE](.*))?$/.exec(text) ?? [];
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), power: Number(exponent) - fraction.length };
}

const ofLimit = (limit: number | bigint): Exact =>
  typeof limit === "bigint" || Number.isInteger(limit) ? { digits: BigInt(limit), power: 0 } : exactOf(String(limit));

/** Both, times the same power of ten. */
function aligned(a: Exact, b: Exact): [bigint, bigint] {
  const power = Math.min(a.power, b.power);
  return [a.digits * 10n ** BigInt(a.power - power), b.digits * 10n ** BigInt(b.power - power)];
}

const compare = (a: Exact, b: Exact): number => {
  const [one, other] = aligned(a, b);
  return one < other ? -1 : one > other ? 1 : 0;
};

type Judge = (number: Exact) => boolean;

const KEYWORDS: Readonly<Record<string, (given: number | bigint) => Judge>> = {
  const: (given) => (number) => compare(number, ofLimit(given)) === 0,
  enum: (given) => (number) => compare(number, ofLimit(given)) === 0,
  minimum: (given) => (number) => compare(number, ofLimit(given)) >= 0,
  maximum: (given) => (number) => compare(number, ofLimit(given)) <= 0,
  exclusiveMinimum: (given) => (number) => compare(number, ofLimit(given)) > 0,
  exclusiveMaximum: (given) => (number) => compare(number, ofLimit(given)) < 0,
  multipleOf: (given) => (number) => {
    const [one, other] = aligned(number, ofLimit(given));
    return one % other === 0n;
  },
};

const integers = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(2n ** 53n, 2n ** 54n, 2n ** 63n, 2n ** 64n, 10n ** 20n, 10n ** 22n, 10n ** 300n),
      fc.bigInt(-4n, 4n),
    )
    .map(([base, more]) => base + more),
  fc.bigInt(0n, 2n ** 70n),
  fc.bigInt(0n, 20n),
);
const signed = fc.tuple(integers, fc.boolean()).map(([value, isNegative]) => (isNegative ? -value : value));

/** Spellings of an integer. */
const spelled = (value: bigint): fc.Arbitrary<string> => {
  const text = String(value);
  const zeros = /0*$/.exec(text)?.[0].length ?? 0;
  const short = value === 0n ? "0" : text.slice(0, text.length - zeros);
  const [sign, digits] = text.startsWith("-") ? ["-", text.slice(1)] : ["", text];
  return fc.constantFrom(
    ...[text, text, text, `${text}.0`, `${text}e0`, `${text}E+0`, `${text}.000e+0`],
    ...(value === 0n
      ? ["-0", "0e7"]
      : [`${text}0e-1`, `${short}e${zeros}`, `${sign}${digits[0]}.${digits.slice(1)}0E${digits.length - 1}`]),
  );
};

/** The numbers of a schema: where a number is the same integer, it may be one. */
const givenAs = (value: bigint): fc.Arbitrary<number | bigint> =>
  BigInt(Number(value)) === value ? fc.constantFrom(value, Number(value)) : fc.constant(value);

const NEAR = fc.tuple(signed, fc.bigInt(-2n, 2n)).map(([value, more]) => [value, value + more] as const);

describe("verdicts are those of exact arithmetic", () => {
  test.each(Object.keys(KEYWORDS))("%s", (keyword) => {
    const judge = KEYWORDS[keyword] as (given: number | bigint) => Judge;
    const isMultiple = keyword === "multipleOf";
    const cases = NEAR.chain(([value, near]) =>
      fc.tuple(
        isMultiple
          ? fc.oneof(
              fc.constantFrom<number | bigint>(1, 2, 3, 5, 7, 10, 0.5, 0.1, 0.3, 2.5),
              givenAs(value < 0n ? -value : value || 1n),
            )
          : givenAs(value),
        fc.oneof(spelled(near), spelled(value), spelled(isMultiple ? value * 3n : value)),
        fc.constantFrom({}, { type: "integer" }, { type: "number" }),
        fc.boolean(),
      ),
    );
    fc.assert(
      fc.property(cases, ([given, text, type, isInside]) => {
        const schema = { ...type, [keyword]: keyword === "enum" ? [given, "a"] : given };
        const expected = judge(given)(exactOf(text));
        const validator = fromJsonSchema(isInside ? { properties: { a: { items: schema } } } : schema);
        const document = isInside ? `{"a":[${text}]}` : text;
        expect(validator.isJson(document)).toBe(expected);
        expect(validator.safeJson(document).ok).toBe(expected);
      }),
      { numRuns: sweep(300, 5000) },
    );
  });

  test("uniqueItems", () => {
    const items = fc.array(
      NEAR.chain(([value, near]) =>
        fc.tuple(fc.constant(near), spelled(near), fc.constantFrom("", "[", "{"), fc.constant(value)),
      ),
      { minLength: 2, maxLength: 12 },
    );
    const written = (text: string, around: string): string =>
      around === "[" ? `[${text}]` : around === "{" ? `{"a":${text}}` : text;
    fc.assert(
      fc.property(items, fc.constantFrom({}, { items: { type: ["integer", "array", "object"] } }), (all, more) => {
        const isUnique = new Set(all.map(([value, , around]) => around + value)).size === all.length;
        const document = `[${all.map(([, text, around]) => written(text, around)).join(",")}]`;
        const validator = fromJsonSchema({ uniqueItems: true, ...more });
        expect(validator.isJson(document)).toBe(isUnique);
        expect(validator.safeJson(document).ok).toBe(isUnique);
      }),
      { numRuns: sweep(300, 5000) },
    );
  });
});
