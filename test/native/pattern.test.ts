import { describe, expect, test } from "vitest";
import { pure } from "../../src/core/json/pure.ts";
import { Bool, Dict, Float, Int, List, OneOf, Str, type Validator } from "../../src/index.ts";
import { automatonOf } from "../../src/text/pattern/automaton.ts";
import { type Part, parsePattern } from "../../src/text/pattern/syntax.ts";
import { ATOMS, CHARACTERS, type Expression, matches, SOURCES, TEXTS, words } from "../pattern/tables.ts";
import { sweep } from "../support/sweep.ts";
import { countKinds, eager, engineOf, type Kinds, native } from "./addon.ts";
import { numericText, randomPattern, textNear } from "./patterns.ts";
import { Random } from "./random.ts";
import { same } from "./same.ts";

const SEED = 20_261_121;

const isDeferred = (validator: Validator): boolean => {
  const kinds: Kinds = {};
  countKinds(validator, kinds);
  return kinds[validator.constructor.name]?.delegated === 1;
};

/** What the engine in use says; the addon says it by itself. */
const engineMatches = (pattern: Expression, text: string): boolean => {
  const before = native?.tally.native ?? 0;
  const verdict = Str({ pattern }).isJson(JSON.stringify(text));
  if (native) expect(native.tally.native, `/${pattern.source}/${pattern.flags} by the addon`).toBe(before + 1);
  return verdict;
};

describe("a pattern matches the same texts as in JavaScript", () => {
  test.each(SOURCES)("/%s/", (source) => {
    for (const text of TEXTS) {
      const pattern = { source, flags: "" };
      expect(engineMatches(pattern, text), JSON.stringify(text)).toBe(matches(pattern, text));
    }
  });
});

const LOOKS = [
  ...words(
    "(?=a) (?!a) a(?=b) a(?!b) a(?=b)b a(?=c)b ^(?!ab$).*$ ^(?!a)(?!b)[^]*$ (?=a)(?=.b) (?=a)(?!ab) (?=) (?!) (?![^])",
  ),
  ...words(
    "(?:(?!a)b)* (?:(?!a).)*$ (?:(?!.*ab)[^])*$ (?:(?=a)|b)+$ (?:(?=.*a)b)*a (?:(?!a)|a)*b (?:(?=a|b)(?!b$).)*$",
  ),
  ...words(
    "^(?=.*a)(?=.*b).{2,3}$ ^(?=.{2}$)a (?=^a)a a(?=$) a(?=\\b) a(?!\\B) (?=ab\\b)a .*(?=b)[^] .*(?!b)[^]$ [^]*?(?:^(?!a))",
  ),
  ...words(
    "(?:a(?=b)|ab)(?:b|$) (?:(?=a)a|(?!b)b|c)$ (?!(?:a|ab)$)a ^(?!.*(?:aa|bb))[ab]*$ (?=a*$|b)[ab]{1,3}b?$ (?=(?:ab)*$)a",
  ),
  ...words(
    "(?<=a)b a(?<=a)b (?<!a)b .(?<!a)b .*(?<=b)$ .*(?<!b)$ [^]*(?<=^a.*)b (?<=^)a (?<!^)a a(?<=a$) [^]*(?<=\\ba)b .*(?<=\\Bb)$",
  ),
  ...words(
    "^[^]*(?<=a{2,3}b?)$ ^(?:a|(?<=a)b)*$ ^(?:(?<!b)b|a)*$ (?:.(?<=ab|ba|^.))*$ .*(?<=a(?<=aa)b)$ .*(?<=(?<!a)b)$ .*(?<=) .*(?<!)",
  ),
  ...words(
    ".(?<=a(?=b)) .*(?<=(?!ab)..)$ (?=(?=a).b) (?!(?!a)) (?=.(?<=a)b) a(?=b(?!c)) (?=a(?=b(?=a))).*b$ [^]+(?<=(?=é)[^])[^]*$",
  ),
  ...words(
    "(?:(?<=(?:^|b)a*)[ab])*$ (?:(?:(?!aab)|(?<=b))[ab])*$ (?:(?=(?!ab$).*b)[^])+ (?:[^](?<=^(?:ab|aa).*)|..)+$ 日(?<=[^\\w]) .*(?<=\\n)",
  ),
];
/** A prefix that no table of states has, so the pattern is simulated. It changes nothing. */
const SIMULATED = "(?=(?=))";

describe("a pattern that looks around matches the same texts as in JavaScript", () => {
  // Positions beyond the first 64, too.
  const long = ["ab".repeat(70), `${"a".repeat(100)}b`, `${"é日".repeat(30)}ab`, `${"ab".repeat(60)}aab`];
  const halves = ["\ud83da", "a\ude00b", "a\ud83d\ude00", "ab\ud83d"];
  test.each(LOOKS.flatMap((source) => [source, `${SIMULATED}(?:${source})`]))("/%s/", (source) => {
    const validator = Str({ pattern: source, backtrack: true });
    expect(native === undefined || !isDeferred(validator)).toBe(true);
    for (const text of [...TEXTS, ...long, ...halves, "bba", "aaa", "cb", "aba", "baab", "abaab"])
      expect(validator.isJson(JSON.stringify(text)), text).toBe(matches({ source, flags: "" }, text));
  });
});

const COUNTS = [
  "^https?:\\/\\/(www\\.)?[-a-zA-Z0-9@:%._\\+~#=]{1,256}\\.[a-zA-Z0-9()]{1,6}\\b([-a-zA-Z0-9()@:%_\\+.~#?&//=]*)$",
  "^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$",
  ...words("^(?:.{1,100}b){1,40}$ ^(?:[^]{0,400}a){2}$ [ab]*a[ab]{14}$ ^(?:(?:a{0,9}){0,9}b?){0,9}$ ^.{1,4000}$"),
  ...words("^(?!.{0,300}aab)(?:[^b]{1,64}b){1,8}$ ^(?:ab?){0,1000}a{60,100}b(?<!a{101}b)$"),
];

describe("a pattern with large counts matches the same texts as in JavaScript", () => {
  const texts = ["https://www.a.b-c.de/", "a.b", `${"a".repeat(63)}.de`, `${"a".repeat(64)}.de`, "http://a", "a.b.c0"];
  const long = [1, 13, 14, 15, 60, 100, 101, 255, 300, 1000].flatMap((count) => [
    ...["a", "b", "ab", "é", "b\n"].map((unit) => unit.repeat(count)),
    ...[`${"a".repeat(count)}b`, `b${"a".repeat(count)}`, `http://${"a".repeat(count)}.de/`, `${"a.".repeat(count)}de`],
  ]);
  test.each(COUNTS)("/%s/", (source) => {
    // RegExp would backtrack for longer than the test may take, which without the addon is what validates.
    const given = automatonOf(parsePattern(source, "") as Part);
    const validator = Str({ pattern: source, backtrack: given === undefined });
    expect(native === undefined || !isDeferred(validator)).toBe(true);
    for (const text of [...texts, ...long]) {
      const expected = given?.test(text) ?? matches({ source, flags: "" }, text);
      expect(validator.isJson(JSON.stringify(text)), text).toBe(expected);
    }
  });
});

if (native !== undefined && eager !== undefined) {
  const engine = eager;

  describe("an atom matches the same characters as in JavaScript", () => {
    test.each(ATOMS)("/$source/$flags", ({ source, flags }) => {
      const one = new RegExp(`^(?:${source})$`, `${flags}u`);
      const inside: string[] = [];
      const outside: string[] = [];
      for (const character of CHARACTERS) (one.test(character) ? inside : outside).push(character);
      expect(engineMatches({ source: `^(?:${source})*$`, flags }, inside.join(""))).toBe(true);
      expect(engineMatches({ source: `^[^]*(?:${source})`, flags }, outside.join(""))).toBe(false);
    });
  });

  describe("a property of characters is what it is in JavaScript", () => {
    const known: string[] = [];
    for (let code = 0; code < 0x30000; code++) {
      if (code < 0xd800 || code > 0xdfff) known.push(String.fromCodePoint(code));
    }
    const atoms = words(
      "\\p{L} \\P{L} [\\p{Lu}\\d] [^\\p{M}] [^\\P{M}] \\p{Script=Greek} \\p{scx=Han} \\p{Emoji} \\p{Cn} \\p{Co} \\P{Cs} \\p{Any} [\\p{Nd}\\P{Nd}]",
    );

    test.each([...atoms, "\\p{Cs}"])("/%s/", (source) => {
      const one = new RegExp(`^(?:${source})$`, "u");
      const inside = known.filter((character) => one.test(character)).join("");
      const outside = known.filter((character) => !one.test(character)).join("");
      const { native: before } = engine.tally;
      expect(engine.test(Str({ pattern: `^(?:${source})*$` }), JSON.stringify(inside))).toBe(true);
      expect(engine.test(Str({ pattern: `^[^]*(?:${source})` }), JSON.stringify(outside))).toBe(false);
      expect(engine.tally.native).toBe(before + 2);
    });

    test.each(["\u{30000}", "\u{e0041}", "\u{10ffff}"])(
      "and of the rare character %j, the pure engine says it",
      (rare) => {
        for (const source of atoms) {
          for (const text of [rare, `1${rare}`, `${rare}a`]) {
            const { fellBack, native } = engine.tally;
            expect(engine.test(Str({ pattern: `^${source}+$` }), JSON.stringify(text))).toBe(
              new RegExp(`^${source}+$`, "u").test(text),
            );
            expect(engine.tally.native + engine.tally.fellBack).toBe(native + fellBack + 1);
          }
        }
        const { fellBack } = engine.tally;
        expect(engine.test(Str({ pattern: "\\p{L}" }), JSON.stringify(rare))).toBe(/\p{L}/u.test(rare));
        expect(engine.tally.fellBack).toBe(fellBack + 1);
      },
    );

    test("once the texts that asked for it are many", () => {
      const patient = engineOf({ first: 0, unshaped: 0, delegated: 100 });
      const validator = List(Str({ pattern: "^\\p{L}*$" }));
      const text = JSON.stringify(["a".repeat(30), "é".repeat(30)]);
      const outcomes = Array.from({ length: 4 }, () => [patient.test(validator, text), patient.tally.native]);
      expect(outcomes).toEqual([
        [true, 0],
        [true, 0],
        [true, 1],
        [true, 2],
      ]);
      expect(patient.tally).toEqual({ native: 2, delegated: 2, fellBack: 0 });
    });
  });

  // What is beyond an automaton, and what would need a large one.
  test.each([
    ...words("(a)\\1 (?<=(a)\\1)b (?<n>a)\\k<n> \\ud83d\\ude00 [\\ud800-\\udbff] \\u{d800}"),
    ...words("a{10000} (?:a{1000}){1000} (?=a{10000}) (?:(?:(?:){5000}){5000}){5000} (?:.{1,500}b){1,500}$"),
    `${"(".repeat(200)}a${")".repeat(200)}`,
    "a".repeat(20_000),
    { source: "^a", flags: "m" },
    { source: "é", flags: "i" },
    { source: "[a-é]", flags: "i" },
    { source: "\\ba", flags: "i" },
    { source: "\\p{L}", flags: "i" },
    { source: "[^\\P{Lu}]", flags: "is" },
    { source: "[a&&b]", flags: "v" },
  ])("%j is left to JavaScript, and soon", (pattern) => {
    // Not all of them are certain to take linear time.
    const validator = Str({ pattern, backtrack: true });
    expect(isDeferred(validator)).toBe(true);
    for (const text of ["", "a", "b", "ab", "aa", "é", "É", "a&", "\na", "😀", "a".repeat(50)]) {
      expect(engine.test(validator, JSON.stringify(text))).toBe(pure.test(validator, JSON.stringify(text)));
    }
  });

  test("random patterns match the same random texts, and those that can be are validated by the addon", () => {
    const random = new Random(SEED);
    const tally = { native: 0, delegated: 0, matched: 0, refused: 0 };
    for (let count = 0; count < sweep(500, 5000); count++) {
      const given = randomPattern(random);
      const pattern =
        typeof given === "string" ? { source: given, flags: "" } : { ...(given as unknown as Expression) };
      if (count % 2 === 1) pattern.source = `${SIMULATED}(?:${pattern.source})`;
      const validator = Str({ pattern, backtrack: true });
      const delegated = isDeferred(validator);
      expect(delegated, JSON.stringify(pattern)).toBe(!isRegular(pattern));
      for (let texts = 0; texts < 10; texts++) {
        const half = random.chance(0.1) ? random.pick(["\ud83d", "\ude00"]) : "";
        const text = half + textNear(random, given) + (random.chance(0.5) ? half : "");
        const before = engine.tally.native;
        const verdict = engine.test(validator, JSON.stringify(text));
        expect(verdict, `/${pattern.source}/${pattern.flags} ${JSON.stringify(text)}`).toBe(matches(pattern, text));
        expect(engine.tally.native - before).toBe(delegated ? 0 : 1);
        tally[delegated ? "delegated" : "native"]++;
        tally[verdict ? "matched" : "refused"]++;
      }
    }
    for (const share of Object.values(tally)) {
      expect(share, JSON.stringify(tally)).toBeGreaterThan(sweep(500, 5000));
    }
  });

  test("what the addon says of a pattern is not asked again, not even for the error", () => {
    const source = "(?:a+)+$";
    // RegExp would not end on any of these.
    const hopeless = `${"a".repeat(100)}!`;
    const last = Str({ pattern: `${source}|.*!`, backtrack: true, options: ["a"] });
    const validators: [Validator, unknown, string][] = [
      [Str({ pattern: source, backtrack: true }), hopeless, `PatternMatchError(expected='${source}'`],
      [Str({ pattern: source, backtrack: true, options: ["a", hopeless] }), hopeless, "PatternMatchError("],
      [Str({ pattern: source, backtrack: true, maxlen: 100 }), hopeless, "MaxLengthError(expected=100, actual=101)"],
      [last, hopeless, "OptionsError(expected=['a'], actual='aaaa"],
      [Str({ pattern: source, backtrack: true }), 1, "InvalidTypeError(expected='string', actual='integer')"],
      [
        Dict({ extra: [Str({ pattern: source, backtrack: true }), Int()] }),
        { [hopeless]: 1 },
        "@KEY: PatternMatchError(",
      ],
      [List(OneOf(Int(), last)), ["a", hopeless], "1.#1: OptionsError("],
    ];
    for (const [validator, value, shown] of validators) {
      const { native: before } = engine.tally;
      const outcome = engine.parse(validator, JSON.stringify(value));
      expect(String(!outcome.ok && outcome.error)).toContain(shown);
      expect(engine.test(validator, JSON.stringify(value))).toBe(false);
      expect(engine.tally.native).toBe(before + 2);
    }
  });

  test("lengths, pattern and options are checked in this order", () => {
    const validator = Dict(
      {
        a: Str({ minlen: 2, maxlen: 4, pattern: "[aé]+$", options: ["aa", "éé"] }),
        b: Str({ pattern: "b", nullable: true }),
      },
      { optional: ["a", "b"] },
    );
    const texts = ["", "a", "aa", "éé", "aé", "ab", "bbbbb", "日日日日日", "😀", "aaaa", "b", "éééé"];
    for (const value of [...texts, null, 1]) {
      for (const key of ["a", "b"]) {
        const text = JSON.stringify({ [key]: value });
        const { native: before } = engine.tally;
        const outcome = engine.parse(validator, text);
        const expected = pure.parse(validator, text);
        expect(engine.tally.native).toBe(before + 1);
        expect(outcome.ok).toBe(expected.ok);
        if (outcome.ok && expected.ok) expect(outcome.value).toEqual(expected.value);
        else expect(String(!outcome.ok && outcome.error)).toBe(String(!expected.ok && expected.error));
      }
    }
  });

  describe("what is converted becomes the same", () => {
    const flags = [true, false];
    const validators: Validator[] = [
      Int({ coerce: true }),
      Int({ coerce: true, min: -5, max: 1e6 }),
      ...flags.flatMap((nan) => flags.map((inf) => Float({ coerce: true, nan, inf }))),
      Float({ coerce: true, nan: true, inf: true, min: -5, max: 1e6, nullable: true }),
      ...flags.flatMap((str) => flags.map((int) => Bool({ coerce_str: str, coerce_int: int, nullable: str }))),
    ];
    const names = words(
      "1 true yes y on 0 false no n off True YES oN y\u0130 o\ufb00 \u212a trueish tru ye 00 10 FALSE\u0000",
    );
    const others = [
      "true",
      "false",
      "null",
      "0",
      "-0",
      "1",
      "-1",
      "1.5",
      "-0.5",
      "1e300",
      "1e400",
      "-0.0",
      "2e-1",
      "{}",
      "[1]",
    ];

    test.each(validators.map((validator) => [String(validator), validator] as const))("by %s", (_, validator) => {
      const random = new Random(SEED);
      const number = (): string =>
        random.chance(0.5)
          ? numericText(random)
          : `${random.pick(["", "-", " +"])}${random.below(10)}${randomNumber(random)}`;
      const values = [...names.map((name) => JSON.stringify(name)), ...others];
      for (let count = 0; count < sweep(300, 3000); count++) values.push(JSON.stringify(number()));
      const all = List(validator);
      const { native: before, delegated } = engine.tally;
      let compared = 0;
      for (const text of values) {
        for (const [validated, source] of [
          [validator, text],
          [all, `[${text},${text}]`],
        ] as const) {
          const expected = pure.parse(validated, source);
          const outcome = engine.parse(validated, source);
          compared++;
          expect(outcome.ok, source).toBe(expected.ok);
          if (outcome.ok && expected.ok) expect(same(outcome.value, expected.value), source).toBe(true);
          else expect(String(!outcome.ok && outcome.error)).toBe(String(!expected.ok && expected.error));
          expect(engine.test(validated, source)).toBe(expected.ok);
        }
      }
      expect(engine.tally.delegated).toBe(delegated);
      // Numbers beyond all doubles are left to the pure engine, and a zero with a sign where nothing is built.
      expect(engine.tally.native - before).toBeGreaterThan(compared * 2 - 50);
    });
  });
}

/** Digits of any number, and an exponent, as many as there may be. */
function randomNumber(random: Random): string {
  const digits = Array.from({ length: random.below(random.pick([4, 18, 40])) }, () => random.below(10));
  const at = random.below(digits.length + 1);
  const text = random.chance(0.7) ? `${digits.slice(0, at).join("")}.${digits.slice(at).join("")}` : digits.join("");
  return random.chance(0.5) ? `${text}e${random.between(-330, 310)}` : text;
}

/** An automaton decides, and none of the characters beyond ASCII has another case. */
function isRegular({ source, flags }: Expression): boolean {
  if (/m/.test(flags) || /\\[k1-9]/.test(source)) return false;
  if (!flags.includes("i")) return true;
  if (/\\p/i.test(source)) return false;
  return !/[^\0-\x7f]|\\u\{1f600\}/u.test(source) && !/\\[bB]/.test(source.replaceAll("[\\b]", ""));
}
