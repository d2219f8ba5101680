/** Patterns of many alternatives: what cannot repeat is accepted, however much of it there is. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatError, fromJsonSchema, Str, toAjvErrors, type ValidationError } from "../../src/index.ts";
import { mayBacktrack } from "../../src/text/pattern/ambiguity.ts";
import { isBounded } from "../../src/text/pattern/bound.ts";
import { graphOf } from "../../src/text/pattern/graph.ts";
import { matcher } from "../../src/text/pattern/pattern.ts";
import { type Part, parsePattern } from "../../src/text/pattern/syntax.ts";
import { longTest } from "../support/long.ts";
import { sweep } from "../support/sweep.ts";
import { backtrack } from "./backtrack.ts";

const partsOf = (source: string): Part => parsePattern(source, "") as Part;

/** Names without a system: the digits of multiples of a prime, in another base. */
const names = (count: number, prefix = ""): string[] =>
  Array.from({ length: count }, (_, index) => prefix + ((index + 1) * 1_000_003).toString(36));

describe("names in one pattern", () => {
  test.each([
    ["400", names(400)],
    ["400 with one letter and a digit", names(400).map((_, index) => `${"abcdefghij"[index % 10]}${index}`)],
    ["400 that begin alike", names(400, "com.example.department-")],
    ["400 that end alike", names(400).map((name) => `${name}.department.example.com`)],
    ["many", names(sweep(3_000, 10_000))],
    ["400, some of them optional in part", names(400).map((name) => `${name}(?:s|es)?`)],
    ["the same 400 times", Array(400).fill("name")],
    [
      "one letter or another, many times",
      Array.from({ length: sweep(2_000, 5_000) }, (_, index) => `[a-${"bcdef"[index % 5]}]x${index}`),
    ],
  ])("%s: are accepted, from the start, anywhere, with a number behind, and as a list", (_, all) => {
    const [first, last] = [all[0] as string, all.at(-1) as string].map((name) =>
      name.replace(/\(.*/, "").replace(/\[(.).*\]/, "$1"),
    ) as [string, string];
    const body = all.join("|");
    const whole = Str({ pattern: `^(${body})$` });
    const json = fromJsonSchema({ type: "string", pattern: body });
    const numbered = Str({ pattern: `^(?:${body})-\\d+$` });
    const verdicts = (text: string) => [
      ...[whole, json, numbered].map((one) => one.is(text)),
      ...[whole, json, numbered].map((one) => one.isJson(JSON.stringify(text))),
    ];
    expect(verdicts(first)).toEqual([true, true, false, true, true, false]);
    expect(verdicts(last)).toEqual([true, true, false, true, true, false]);
    expect(verdicts(`${last}-5`)).toEqual([false, true, true, false, true, true]);
    expect(verdicts("?")).toEqual([false, false, false, false, false, false]);
  });

  test("that begin alike are accepted as a list of any length, too", () => {
    const body = names(400, "com.example.").join("|");
    const [one, other] = names(2, "com.example.") as [string, string];
    const list = matcher(`^(?:${body})(?:,(?:${body}))*$`);
    expect([list(one), list(`${one},${other},${one}`), list(`${one},`), list(`${one},x`)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("the bound", () => {
  test.each([
    ...["a", "a|b", "(?:a|a)b", "a{2,5}", "\\d+x", "^(?:a|b)-\\d*$", "(?!a|b|c)[a-z]{1,5}", "[^]*(?:ab|cd)", "a*a"],
    ...["(?=a*b)c*"],
  ])("holds for /%s/", (source) => {
    expect(isBounded(partsOf(source))).toBe(true);
  });
  test.each([
    ...["(?:a|a){30}b", "(?:a|b)*c", "a*b*", "(?:a?){40}b", "(a)\\1", "(?<=a|b)c", "(?:\\d+){2}", "a*(?=a*b)c"],
    ...["(?:a|b){2147483647}c", "(?:(?:a{1,9}){1,9}){1,9}"],
  ])("is not certain for /%s/", (source) => {
    expect(isBounded(partsOf(source))).toBe(false);
  });

  test("is one: no text takes more steps", () => {
    const piece = fc.constantFrom(
      "a",
      "b",
      "[ab]",
      ".",
      "a?",
      "(?:a|b)",
      "(?:a|ab)",
      "a{0,3}",
      "(?:ab?){1,2}",
      "(?!a)",
      "$",
    );
    const source = fc.array(
      fc.array(piece, { maxLength: 4 }).map((all) => all.join("")),
      { minLength: 1, maxLength: 4 },
    );
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 30 });
    fc.assert(
      fc.property(source, text, fc.boolean(), (alternatives, given, anywhere) => {
        const pattern = `${anywhere ? "[^]*" : ""}(?:${alternatives.join("|")})c`;
        const parts = partsOf(pattern);
        fc.pre(isBounded(parts));
        const graph = graphOf(parts, { limit: 20_000, looks: true });
        if (graph === undefined) throw new Error(pattern);
        const most = 64 * pattern.length * (given.length + 2);
        expect(backtrack(graph, given, most + 1)).toBeLessThanOrEqual(most);
      }),
      { numRuns: sweep(300, 5000) },
    );
  });
});

test("alternatives that begin alike share nodes, and each keeps its own path", () => {
  const size = (source: string): number => graphOf(partsOf(source), { limit: 10_000 })?.nodes.length ?? Number.NaN;
  const prefix = "a".repeat(1000);
  expect(size(`${prefix}b|${prefix}c|${prefix}d`)).toBeLessThan(1010);
  expect(mayBacktrack(partsOf("(?:ab|ab)*c"))).toBe(true);
  expect(mayBacktrack(partsOf("(?:ab|ab|ac)*d"))).toBe(true);
  expect(mayBacktrack(partsOf("(?:ab|ac|a)*d"))).toBe(false);
  expect(mayBacktrack(partsOf(`(?:${Array(50_000).fill("a").join("|")})*c`))).toBe(true);
});

longTest("refusing or accepting a large pattern takes memory in proportion to it", () => {
  const { rss } = process.memoryUsage();
  for (const name of ["a", "[ab]", "ab?"]) {
    const pattern = `(${Array(Math.floor(100_000 / (name.length + 1)))
      .fill(name)
      .join("|")})*c`;
    expect(() => matcher(pattern)).toThrow("no automaton can run it");
  }
  expect(process.memoryUsage().rss - rss).toBeLessThan(150e6);
});

test.each([199, 200, 201, 5000])("messages quote at most 200 characters of a pattern of %i", (length) => {
  const source = `^${"ab".repeat(length).slice(0, length - 2)}$`;
  const shown = length > 200 ? `${source.slice(0, 200)}\u2026` : source;
  const str = Str({ pattern: source });
  const { error } = str.safe("x");
  expect((error as unknown as { expected: string }).expected).toBe(source);
  expect(`${error}`).toBe(`<PatternMatchError(expected='${shown}', actual='x')>`);
  expect(`${str}`).toBe(`<Str(pattern='${shown}')>`);
  // In messages a pattern that matches anywhere is quoted as JSON Schema has it.
  const json = fromJsonSchema({ type: "string", pattern: source }).safe("x").error as ValidationError;
  const [issue] = json.issues;
  expect(issue?.message).toMatch(/^Expected text that matches \u201c\^(?:ab)+\S{1,2}\u201d, got \u201cx\u201d\.$/u);
  expect(issue?.message.length).toBeLessThan(250);
  expect((json as unknown as { expected: string }).expected).toContain(source);
  expect(formatError(error as ValidationError)).toEqual([
    ["", `Cannot match \u201cx\u201d using \u201c${shown}\u201d.`],
  ]);
  expect(toAjvErrors(json as ValidationError)).toMatchObject([
    { message: `must match pattern "${shown}"`, params: { pattern: source } },
  ]);
  expect(() => fromJsonSchema({ pattern: `${source}(` })).toThrow(
    `'${length >= 200 ? `${source}(`.slice(0, 200) : `${source}(`}${length >= 200 ? "\u2026" : ""}' is not a regular`,
  );
  const refused = `${source}(`;
  const start = length >= 200 ? `${source}(`.slice(0, 200) : refused;
  expect(() => Str({ pattern: refused })).toThrow(`'${start}${refused.length > 200 ? "\u2026" : ""}' is not a regular`);
});
