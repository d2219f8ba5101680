/** The addon reads each number as JSON.parse does, however long it is written. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pure } from "../../src/core/json/pure.ts";
import { Any, Float, List, type Validator } from "../../src/index.ts";
import { sweep } from "../support/sweep.ts";
import { native, port } from "./addon.ts";

const floats = List(Float());
const anything = List(Any());

const spelled = (value: unknown): string[] =>
  (value as number[]).map((number) => (Object.is(number, -0) ? "-0" : String(number)));

function expectAsParsed(numbers: readonly string[]): void {
  const engine = native as NonNullable<typeof native>;
  const text = `[${numbers.join()}]`;
  const expected = JSON.parse(text) as number[];
  const before = engine.tally.native;
  for (const validator of [floats, anything]) {
    const result = engine.parse(validator, text);
    expect(result.ok && spelled(result.value)).toEqual(spelled(validator(expected)));
  }
  expect(engine.tally.native).toBe(before + 2);
}

/** The engine gives the same value, or the same errors, as the check of the parsed text. */
function expectSame(validator: Validator, text: string): void {
  const result = (native as NonNullable<typeof native>).parse(validator, text);
  const expected = validator.safe(JSON.parse(text));
  const told = ({ ok, ...rest }: typeof expected): unknown => [ok, "value" in rest ? rest.value : String(rest.error)];
  expect(told(result)).toEqual(told(expected));
}

const digit = fc.integer({ min: 0, max: 9 });
const digits = fc.array(digit, { minLength: 1, maxLength: 60 }).map((all) => all.join(""));
const zeros = fc.integer({ min: 0, max: 40 }).map((count) => "0".repeat(count));
const sign = fc.constantFrom("", "-");
const whole = digits.map((text) => text.replace(/^0+(?=.)/, ""));

/** The point half way between two neighbouring doubles, to the last digit. */
function halfWay(mantissa: bigint, exponent: number): string {
  const doubled = 2n * mantissa + 1n;
  if (exponent >= 0) return `${doubled << BigInt(exponent)}`;
  // 2^-n is 5^n * 10^-n.
  return `${doubled * 5n ** BigInt(-exponent)}e${exponent}`;
}

describe.skipIf(native === undefined)("A verdict on a Float with limits, by its digits where they suffice", () => {
  const limits = [0, 0.5, 1, 9, 10, 99.9, 100, 1e3, 1e15, 1e22, 1e23, 3.4e38, 1e300, Number.MAX_VALUE];
  const texts = limits.flatMap((limit) => {
    const { length } = BigInt(Math.floor(limit)).toString();
    const near = ["9".repeat(length), "9".repeat(length - 1), `1${"0".repeat(length)}`, `${limit}`];
    return near
      .filter(Boolean)
      .flatMap((text) => [text, `-${text}`, ...(/\D/.test(text) ? [] : [`${text}.${"9".repeat(30)}`])]);
  });

  test.each(limits)("%d", (limit) => {
    const floats = [
      Float({ min: -limit, max: limit }),
      Float({ min: 0, max: limit }),
      Float({ min: -limit, max: 0 }),
      Float({ exclusive_min: -limit, exclusive_max: limit }),
      Float({ min: limit }),
      Float({ max: -limit, inf: true }),
    ];
    for (const float of floats) {
      for (const text of texts) {
        // Beyond the safe range digits decide, which JSON.parse has lost.
        const expected = limit > Number.MAX_SAFE_INTEGER ? pure.test(float, text) : float.is(JSON.parse(text));
        expect([text, float.isJson(text)]).toEqual([text, expected]);
      }
    }
  });
});

describe.skipIf(native === undefined)("Numbers", () => {
  test("of any number of digits, zeros in front of them and exponents", () => {
    const written = fc
      .record({
        sign,
        whole: fc.oneof(fc.constant("0"), whole),
        zeros,
        digits,
        exponent: fc.integer({ min: -280, max: 280 }),
      })
      .map((part) => `${part.sign}${part.whole}.${part.zeros}${part.digits}e${part.exponent}`)
      .filter((text) => Number.isFinite(Number(text)));
    fc.assert(fc.property(fc.array(written, { minLength: 1, maxLength: 20 }), expectAsParsed), {
      numRuns: sweep(400, 2000),
    });
  });

  test("of long lists, of which many are read at once: values, limits and the places of errors", () => {
    const short = fc.array(digit, { maxLength: 4 }).map((all) => all.join(""));
    const plain = fc.tuple(sign, fc.oneof(fc.constant("0"), fc.constantFrom("7", "31", "904")), short, digits);
    const written = fc.oneof(
      { weight: 20, arbitrary: plain.map(([minus, front, zero, rest]) => `${minus}${front}.${zero}${rest}`) },
      { weight: 2, arbitrary: fc.tuple(sign, whole).map((parts) => parts.join("")) },
      fc.constantFrom("-0.0", "0.5 ", " 0.25", "1.5e-7", "1e3", "null", '"1.5"', "[1.5]", "-0", "1.5\n"),
    );
    const validators = [
      List(Float(), { as: "Float64Array" }),
      List(Float(), { as: "Float32Array" }),
      List(Float({ min: -40, exclusive_max: 904.5 })),
      List(Float({ nullable: true })),
      List(Float({ multiple_of: 0.5 })),
    ];
    const lists = fc.array(written, { minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(lists, (numbers) => {
        const text = `[${numbers.join()}]`;
        for (const validator of validators) expectSame(validator, text);
      }),
      { numRuns: sweep(200, 2000) },
    );
  });

  test("half way between two doubles, and a digit beside it", () => {
    const half = fc
      .tuple(fc.bigInt({ min: 1n << 52n, max: (1n << 53n) - 1n }), fc.integer({ min: -1074, max: 969 }))
      .map(([mantissa, exponent]) => halfWay(mantissa, exponent));
    const beside = (text: string): string[] => {
      const [head = "", tail = ""] = text.split("e");
      const power = tail === "" ? 0 : Number(tail);
      const more = (added: string): string => `${head}${added}e${power - added.length}`;
      const less = (kept: number): string[] =>
        head.length > kept ? [`${head.slice(0, kept)}e${power + head.length - kept}`] : [];
      return [text, more("0".repeat(30)), more(`${"0".repeat(30)}1`), `${BigInt(head) - 1n}e${power}`]
        .concat(less(19), less(20), less(25))
        .flatMap((number) => [number, `-${number}`]);
    };
    fc.assert(
      fc.property(half, (text) => expectAsParsed(beside(text))),
      { numRuns: sweep(200, 1000) },
    );
  });

  test.each([
    ["zeros in front", `0.${"0".repeat(400)}12345678901234567890123e390`],
    ["nothing but zeros", `-0.${"0".repeat(400)}`],
    ["zeros behind", `1${"0".repeat(5000)}e-5000`],
    ["a point within many digits", `${"9".repeat(300)}.${"9".repeat(300)}`],
    ["the smallest double", "4.9406564584124654417656879286822137236505980261432476442558568e-324"],
    ["half of the smallest double", "2.4703282292062327208828439643411068618252990130716238221279284e-324"],
    ["a little more than half of it", "2.4703282292062327208828439643411068618252990130716238221279285e-324"],
    [
      "between the smallest double and the next",
      "7.4109846876186981626485318930233205854758970392148714663837852e-324",
    ],
    ["the largest double", "17976931348623157081452742373170435679807056752584499659891747680315726078002853e229"],
    ["almost too large", "179769313486231580793728971405303415079934132710037826936173778980444968292764e231"],
    ["an exponent beyond all", "0.000000000000000000000000e99999999999999999999"],
    ["an exponent below all", "12345678901234567890123e-99999999999999999999"],
  ])("%s", (_, text) => expectAsParsed([text, `-${text.replace("-0.", "0.")}`]));

  test("too large a number is left to the reference, in whichever form it is written", () => {
    for (const text of [
      "1e309",
      "179769313486231580793728971405303415079934132710037826936173778980444968292765e231",
      `1${"0".repeat(400)}`,
    ]) {
      const result = (native as NonNullable<typeof native>).parse(floats, `[${text}]`);
      expect(result.ok).toBe(floats.safe(JSON.parse(`[${text}]`)).ok);
    }
  });
});

const hasAvx2 =
  process.platform === "linux" && process.arch === "x64" && /\bavx2\b/.test(readFileSync("/proc/cpuinfo", "latin1"));
const isForced = process.env.SIMDJSON_FORCE_IMPLEMENTATION !== undefined;

test.skipIf(port === undefined || native?.impl === "Wasm" || isForced)(
  "lists of floats are read by AVX2 if there is any",
  () => {
    if (process.platform === "linux" || process.arch !== "x64") expect(port?.avx2).toBe(hasAvx2);
  },
);
