/** Short strings that come again and again in a long text are made once: the value is the same. */
import { describe, expect, test } from "vitest";
import { bind } from "../../src/engines/native/binding.ts";
import { THRESHOLDS } from "../../src/engines/native/build.ts";
import { Plan } from "../../src/engines/native/plan.ts";
import { HEAD_SIZE, Head, Mark, Purpose, REPEAT_WIDTH, Verdict } from "../../src/engines/native/tape.ts";
import { Any, Const, Dict, Int, List, OneOf, Str, type Validator } from "../../src/index.ts";
import { eager, native } from "./addon.ts";

const { addon } = bind();

const many = (count: number, make: (index: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_, i) => make(i));
const text = (value: unknown): string => JSON.stringify(value);

/** Of all lengths around those that are known again, and of all kinds. */
const words = [
  "",
  "a",
  "ab",
  "abc",
  "abcdefgh",
  "abcdefghi",
  "abcdefghijkl",
  "abcdefghijklm",
  "ab\0",
  "ab\0\0",
  "\0\0",
  "é",
  "ünï",
  "日本",
  'a"b',
  "a\\b",
];

const values: [string, Validator, unknown][] = [
  ["strings of all lengths", List(Str()), many(8000, (i) => words[(i * 7) % words.length])],
  [
    "strings and null",
    List(Str({ nullable: true })),
    many(8000, (i) => (i % 3 === 0 ? null : words[i % words.length])),
  ],
  [
    "keys that are extra",
    List(Dict({ a: Str() }, { extra: [Str(), Int()] })),
    many(3000, (i) => ({ [`k${i % 5}`]: i, a: `v${i % 20}`, [`other ${i % 400}`]: 1 })),
  ],
  [
    // The first step writes strings that are then forgotten.
    "steps that are refused late",
    List(OneOf(Dict({ a: Str(), b: Str(), c: Const(1) }), Dict({ b: Str(), a: Str(), c: Int() }))),
    many(4000, (i) => ({ a: `a${i % 7}`, b: `b${i % 50}`, c: i % 2 })),
  ],
  ["values of any kind", List(Any()), many(8000, (i) => [`w${i % 30}`, i, null, [`w${i % 30}`]][i % 4])],
  ["integers of many digits", List(Int({ bigint: true })), many(9000, () => 123_456_789)],
  ["strings that seldom come again", List(Str()), many(20_000, (i) => `u${i % 19_000}`)],
  ["strings that come again only later", List(Str()), many(20_000, (i) => (i < 10_000 ? `u${i}` : `v${i % 3}`))],
];

describe.skipIf(native === undefined)("the value of a long text is that of JSON.parse", () => {
  test.each(values)("%s", (name, validator, value) => {
    const source = text(value);
    const expected = name.startsWith("integers") ? (value as number[]).map(BigInt) : value;
    // Twice, as nothing may be left of the text before.
    for (const engine of [native, eager, eager]) {
      const before = engine?.tally.fellBack;
      expect(engine?.parse(validator, source)).toEqual({ ok: true, value: expected });
      expect(engine?.tally.fellBack).toBe(before);
    }
  });
});

test.skipIf(native === undefined || THRESHOLDS.repeats === Number.POSITIVE_INFINITY)(
  "so is the value of a text so large that they are sought without being told",
  () => {
    const value = many(Math.ceil(THRESHOLDS.repeats / 8), (i) => `word ${i % 1000}`);
    const source = text(value);
    expect(source.length).toBeGreaterThan(THRESHOLDS.repeats);
    expect(native?.parse(List(Str()), source)).toEqual({ ok: true, value });
  },
);

describe.skipIf(addon === undefined)("what the addon writes", () => {
  /** The strings on the tape: those that are known, by name, and how many are written out. */
  function written(value: readonly string[], sought = 1): { known: string[]; others: number } {
    const source = Buffer.from(text(value));
    const integers = new Int32Array(source.length + 1024);
    const bytes = new Uint8Array(source.length + 1024);
    bytes.set(source);
    const port = (addon as NonNullable<typeof addon>).open();
    port.attachText(bytes);
    port.attachTape(integers, new Float64Array(1024));
    integers.set([source.length, Purpose.value, 512, 1]);
    integers[Head.repeats] = sought;
    port.compile(new Plan(List(Str()), false).text)?.run();
    expect(integers[Head.verdict]).toBe(Verdict.valid);
    const all = port.repeats();
    const found: { known: string[]; others: number } = { known: [], others: 0 };
    // Behind how many there are.
    for (let at = HEAD_SIZE + 1; at < HEAD_SIZE + 1 + 2 * value.length; at += 2) {
      const end = integers[at + 1] as number;
      if (integers[at] !== Mark.noString) found.others++;
      else found.known.push(all.substring(end & -REPEAT_WIDTH, end));
    }
    return found;
  }

  test("is a string once, then where it is known", () => {
    const value = many(10_000, (i) => `s${i % 10}`) as string[];
    expect(written(value)).toEqual({ known: value.slice(10), others: 10 });
  });

  test("is every string where none is to be sought", () => {
    expect(written(many(100, () => "again") as string[], 0)).toEqual({ known: [], others: 100 });
  });

  test("is every string where few come again, after a while", () => {
    const value = many(20_000, (i) => (i < 10_000 ? `u${i}` : "again")) as string[];
    expect(written(value)).toEqual({ known: [], others: 20_000 });
  });
});
