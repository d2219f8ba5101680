/** Verdicts on integers beyond the safe range: by the digits of the JSON text, on every engine. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromJsonSchema, List } from "../../src/index.ts";
import { sweep } from "../support/sweep.ts";
import { INTEGER_ROWS } from "./integer-rows.ts";

const TWO_53 = 2 ** 53;

const written = (schema: unknown): string =>
  JSON.stringify(schema, (_, value) => (typeof value === "bigint" ? `${value}n` : value));

describe("the digits of an integer decide", () => {
  test.each(INTEGER_ROWS.map(([schema, ...texts]) => [written(schema), schema, ...texts] as const))(
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
      { numRuns: sweep(60, 1500) },
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
      { numRuns: sweep(60, 1500) },
    );
  });
});
