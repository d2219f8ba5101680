/** Patterns without the flag `u`: they match what RegExp matches, on every engine. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Dict, dump, engine, load, Str, toJsonSchema, ValueError } from "../../src/index.ts";
import { automatonOf } from "../../src/text/pattern/automaton.ts";
import { withUnicodeSyntax } from "../../src/text/pattern/legacy.ts";
import { patternParam, unicodeForm } from "../../src/text/pattern/pattern.ts";
import { parsePattern } from "../../src/text/pattern/syntax.ts";
import { literal } from "../../src/values/text.ts";

const sticky = (regexp: RegExp): RegExp => new RegExp(regexp.source, `${regexp.flags.replace(/[dgy]/g, "")}y`);

/** Not a literal, as the compiler refuses some of what JavaScript takes. */
const legacy = (source: string): RegExp => new RegExp(source);

const PIECES = [
  ..."ab1ksKſéÉ-_, @:{}]c8".split(""),
  ...[
    "😀",
    "\ud83d",
    "\ude00",
    "\u212a",
    "\u0130",
    "ß",
    "\\ud83d\\ude00",
    "\\ud83d",
    "\\ude00",
    "{1",
    "{,2}",
    "{a}",
    "x{",
  ],
  ...[
    "\\@",
    "\\-",
    "\\:",
    "\\_",
    "\\a",
    "\\#",
    '\\"',
    "\\ ",
    "\\é",
    "\\😀",
    "\\p",
    "\\P",
    "\\p{L}",
    "\\u",
    "\\u{2}",
    "\\u00e9",
  ],
  ...[
    "\\x",
    "\\x4",
    "\\x41",
    "\\c",
    "\\cA",
    "\\c1",
    "\\0",
    "\\00",
    "\\01",
    "\\7",
    "\\8",
    "\\18",
    "\\101",
    "\\377",
    "\\400",
    "\\1",
  ],
  ...["\\2", "\\k", "\\k<", "\\k<x>", "\\/", "\\.", "\\n", "\\t"],
];
const SETS = [
  ...[
    ".",
    "\\w",
    "\\W",
    "\\d",
    "\\D",
    "\\s",
    "\\S",
    "[^a]",
    "[^ab]",
    "[^@]",
    "[a-z]",
    "[A-z]",
    "[^]",
    "[]",
    "[😀]",
    "[^😀]",
  ],
  ...[
    "[\\w-z]",
    "[a-\\d]",
    "[\\w-]",
    "[-a]",
    "[\\-a]",
    "[^\\#]",
    "[\\@]",
    "[\\p]",
    "[\\c]",
    "[\\c1]",
    "[\\c_]",
    "[\\cA]",
    "[\\1]",
  ],
  ...[
    "[\\8]",
    "[\\B]",
    "[\\b]",
    "[\\u{61}]",
    "[\\x]",
    "[\\k]",
    "[\\ud800-\\udfff]",
    "[^\\ud800-\\udbff]",
    "[é-ÿ]",
    "[^é]",
    "[[]",
  ],
  ...["[+--]", "[\\]]", "[^\\W]", "[\\s\\S]", "[\\101-\\103]"],
];
const QUANTIFIERS = ["*", "+", "?", "{0}", "{2}", "{0,2}", "{1,}", "{2,}", "*?", "+?"];
const OPENINGS = ["(", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<x>"];

const { pattern } = fc.letrec<{ pattern: string; term: string; group: string }>((tie) => ({
  pattern: fc
    .array(fc.array(tie("term"), { maxLength: 4, depthIdentifier: "legacy" }), {
      minLength: 1,
      maxLength: 2,
      depthIdentifier: "legacy",
    })
    .map((all) => all.map((terms) => terms.join("")).join("|")),
  term: fc.oneof(
    { maxDepth: 3, depthIdentifier: "legacy" },
    fc.constantFrom(...PIECES, ...SETS),
    fc.constantFrom(...SETS),
    fc.constantFrom("^", "$", "\\b", "\\B"),
    fc
      .tuple(
        fc.oneof({ depthIdentifier: "legacy", maxDepth: 3 }, fc.constantFrom(...SETS), tie("group")),
        fc.constantFrom(...QUANTIFIERS),
      )
      .map((parts) => parts.join("")),
    tie("group"),
  ),
  group: fc.tuple(fc.constantFrom(...OPENINGS), tie("pattern")).map(([opening, inner]) => `${opening}${inner})`),
}));

/** Flags without `u` and `v`, and sometimes a pattern for the whole text. */
const regexps = fc
  .record({ source: pattern, flags: fc.subarray(["i", "m", "s"]), whole: fc.boolean() })
  .map(({ source, flags, whole }) => {
    try {
      return new RegExp(whole ? `^(?:${source})$` : source, flags.join(""));
    } catch {
      return undefined;
    }
  })
  .filter((regexp) => regexp !== undefined);

const UNITS = [
  ..."abcAksKS1@:_- {}].,x8\n",
  "\0",
  "\x01",
  "\x07",
  "\b",
  "A",
  "é",
  "É",
  "ſ",
  "ß",
  "\u212a",
  "\u2028",
  "\ud83d",
  "\ude00",
  "😀",
  "𐐨",
];
const texts = fc.array(fc.constantFrom(...UNITS), { maxLength: 6 }).map((all) => all.join(""));

describe("a RegExp without the flag u", () => {
  test("matches what JavaScript matches, in values and in JSON text", () => {
    let kept = 0;
    fc.assert(
      fc.property(regexps, fc.array(texts, { minLength: 4, maxLength: 4 }), (regexp, all) => {
        let validator: Str;
        try {
          validator = Str({ pattern: regexp, backtrack: true });
        } catch (error) {
          throw new Error(`${regexp}: ${error}`);
        }
        if (typeof validator.pattern === "object") kept++;
        const members = Dict({ a: validator });
        const expression = sticky(regexp);
        for (const text of all) {
          expression.lastIndex = 0;
          const expected = expression.test(text);
          const shown = `${regexp} ${JSON.stringify(text)}`;
          expect(validator.is(text), shown).toBe(expected);
          expect(validator.isJson(JSON.stringify(text)), shown).toBe(expected);
          expect(members.isJson(JSON.stringify({ a: text })), shown).toBe(expected);
          expect(members.safeJson(JSON.stringify({ a: text })).ok, shown).toBe(expected);
        }
        for (const other of [load(dump(validator)) as Str, validator.clone() as Str]) {
          expect(other.equals(validator)).toBe(true);
          expect(all.map((text) => other.is(text))).toEqual(all.map((text) => validator.is(text)));
        }
      }),
      { numRuns: 1500 },
    );
    expect(kept).toBeGreaterThan(100);
  });

  test("so does its automaton, where there is one, and what is written for the flag u", () => {
    let [run, same] = [0, 0];
    fc.assert(
      fc.property(regexps, fc.array(texts, { minLength: 4, maxLength: 4 }), (regexp, all) => {
        const rewritten = withUnicodeSyntax(regexp.source).source;
        const parts = parsePattern(rewritten, regexp.flags, true);
        const automaton = parts && automatonOf(parts, true);
        const form = unicodeForm({ source: regexp.source, flags: regexp.flags, unicode: false });
        const unicode = form && new RegExp(form.source, `${form.flags}uy`);
        const own = sticky(new RegExp(rewritten, regexp.flags));
        const expression = sticky(regexp);
        if (automaton !== undefined) run++;
        if (unicode !== undefined) same++;
        for (const text of all) {
          for (const one of [expression, own, unicode]) if (one !== undefined) one.lastIndex = 0;
          const expected = expression.test(text);
          const shown = `${regexp} ${rewritten} ${JSON.stringify(text)}`;
          expect(own.test(text), shown).toBe(expected);
          if (unicode !== undefined) expect(unicode.test(text), shown).toBe(expected);
          if (automaton !== undefined) expect(automaton.test(text), shown).toBe(expected);
        }
      }),
      { numRuns: 4000 },
    );
    expect(run).toBeGreaterThan(1000);
    expect(same).toBeGreaterThan(300);
  });

  test.each<[RegExp, string, boolean]>([
    [/^.$/, "😀", false],
    [/^..$/, "😀", true],
    [/^[^a]$/, "😀", false],
    [/^[^a]{2}$/, "😀", true],
    [/^[^a]+[^b]+$/, "😀", true],
    [/^\ud83d/, "😀", true],
    [/^k$/i, "\u212a", false],
    [/^s$/i, "ſ", false],
    [/^\w$/i, "ſ", false],
    [legacy("^\\u{3}$"), "uuu", true],
    [legacy("^\\u{61}$"), "a", false],
    [legacy("^\\101$"), "A", true],
    [legacy("^\\1(a)"), "a", true],
    [legacy("^\\k<x>$"), "k<x>", true],
    [legacy("^\\c$"), "\\c", true],
    [/^{\d+}$/, "{12}", true],
    [/^(?=a)*b/, "b", true],
    [/^.$/u, "😀", true],
    [/^k$/iu, "\u212a", true],
  ])("%s and %j: %s", (regexp, text, expected) => {
    const validator = Str({ pattern: regexp });
    expect(validator.is(text)).toBe(expected);
    expect(Dict({ a: validator }).isJson(JSON.stringify({ a: text }))).toBe(expected);
  });

  test.each([
    "^\\d{4}\\-\\d{2}$",
    "\\@",
    "^{",
    "^\\w+\\@\\w+$",
    "^\\_x$",
    "^[^\\#]+$",
    '^\\"x\\"$',
    "^]$",
    "\\p",
    "^\\d{2}\\:\\d{2}$",
    "^\\ $",
  ])("that only the flag u refuses is taken as it is, and shown so: %s", (source) => {
    const validator = Str({ pattern: new RegExp(source) });
    expect(validator.pattern).toEqual({ source, flags: "", unicode: false });
    expect(String(validator)).toBe(`<Str(pattern={source: ${literal(source)}, flags: '', unicode: false})>`);
    expect(() => new RegExp((toJsonSchema(validator) as { pattern: string }).pattern, "u")).not.toThrow();
  });

  test.each([/^\d+$/, /^[a-z]+$/, /^.+$/, /^[^@]+@[^@]+\.[^@]+$/, /^(?!.*\.\.)[\w.]+$/, /^\S+ \S*$/, /b/i, /[\s\S]*b/])(
    "is stored as a pattern with it where both mean the same: %s",
    (regexp) => {
      const { source, flags } = regexp;
      expect(patternParam(regexp)).toEqual(flags === "" ? source : { source, flags });
    },
  );

  test("is refused in JSON Schema, which has the flag, where it means something else", () => {
    expect(() => toJsonSchema(Str({ pattern: /^.{3}$/ }))).toThrow("without the flag 'u'");
    expect(toJsonSchema(Str({ pattern: /^a-b$/ }))).toMatchObject({ pattern: "^a-b$" });
  });

  test("runs on an automaton if it may backtrack", () => {
    expect(Str({ pattern: /^(?:.+)+@$/ }).is(`${"a".repeat(50_000)}`)).toBe(false);
    expect(Str({ pattern: /^(?:.|.)*-😀$/ }).is("😀-😀")).toBe(true);
  });
});

test.each([
  ["^a\\-b$", "\\-", "-"],
  ["\\@", "\\@", "@"],
  ["^{", "{", "\\{"],
  ["a{,2}", "{", "\\{"],
  ["^]$", "]", "\\]"],
  ["[\\w-z]", "-", "\\-"],
  ["\\101", "\\101", "\\x41"],
])("a string has the flag, and the message says what the flag refuses: %s", (source, found, written) => {
  const message = `'${source}' is not a regular expression with the flag 'u': it has '${found}', which should be '${written}'`;
  expect(() => Str({ pattern: source })).toThrow(ValueError);
  expect(() => Str({ pattern: source })).toThrow(message);
  expect(() => Str({ pattern: withUnicodeSyntax(source).source })).not.toThrow();
});

test("the engine of the project runs them", () => {
  expect(engine().impl).toBe(process.env.VALIDLIB_IMPL === "native" ? "N-API" : "TypeScript");
});
