import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mayBacktrack } from "../../src/text/pattern/ambiguity.ts";
import { type Graph, graphOf } from "../../src/text/pattern/graph.ts";
import { type Part, parsePattern } from "../../src/text/pattern/syntax.ts";
import { sweep } from "../support/sweep.ts";
import { backtrack } from "./backtrack.ts";

const partsOf = (source: string, flags = ""): Part => {
  new RegExp(source, flags.includes("v") ? flags : `${flags}u`);
  const parts = parsePattern(source, flags);
  if (parts === undefined) throw new Error(`${source} is not followed`);
  return parts;
};

describe("time is linear for", () => {
  test.each([
    ...["", "a", "a*", "a+b", ".*x", ".*?x", "(a|b)*", "^([a-z])+$", "^\\w+$", "^[^@\\s]+@[^@\\s.]+(?:\\.[^@\\s.]+)+$"],
    ...["^[a-z0-9]+(?:-[a-z0-9]+)*$", "^(?:\\d{1,3}\\.){3}\\d{1,3}$", "\\d{4}-\\d\\d-\\d\\d(?:T\\d\\d:\\d\\d)?"],
    ...['^"(?:[^"\\\\]|\\\\.)*"$', "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"],
    ...["^https?://[\\w.-]+(?::\\d+)?(?:/\\S*)?$", "^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$"],
    ...[
      "^[\\p{L}\\p{N}]+(?:[ .-][\\p{L}\\p{N}]+)*$",
      "^[\\p{L} ]+$",
      "\\p{Lu}\\p{L}*",
      "^(?:[a-z](?:[a-z-]{0,61}[a-z])?\\.)+$",
    ],
    ...["(?:a|(?:b|c)+d)*e", "(?:(?:a|b)c)*", "(?:ab|ac)*", "^[ab]*a[ab]{14}$", "(a?b)*", "(?:a|b*c)*", "a?b?c?d?"],
    // However often something is repeated, and however long the pattern is.
    ...[
      "a{10000}",
      "^.{0,65535}$",
      "(?:a{1000}){1000}",
      "(?:(?:(?:){5000}){5000}){5000}",
      "a".repeat(20_000),
      "x{2,}y",
    ],
    // A few ways, but never more.
    ...["(?:a|a)b", "a*a?a", "(?:$|$)a", "^(?:a|ab)(?:c|bc)d*$", "(?:\\b|\\B){3}x"],
    ...[
      "^[^\\w]+(?=\\n?(?![\\s\\S]))",
      "^(?:(?<!\\w)(?=\\w)|(?<=\\w)(?!\\w))foo(?:(?<!\\w)|(?!\\w))",
      "^[^]*(?=\\n?$)",
    ],
    // Look-around that reads little, or that is asked in one place.
    ...["^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,}$", "^(?!.*--)[a-z-]+$", "^(?:(?!foo).)*$", "(?<=a)b", "(?:(?<!a)b|a)*c"],
    // What a back-reference reads is nothing else's.
    ...["^(['\"]).*?\\1$", "^(?<q>['\"])[^'\"]*\\k<q>$", "^(\\w+)\\s\\1$", "<(\\w+)>[^<]*</\\1>", "(a)\\1*", "\\1(a)"],
  ])("/%s/", (source) => {
    expect(mayBacktrack(partsOf(source))).toBe(false);
  });

  test.each([
    ["^(?:a|B)+$", "i"],
    ["^[a-z]+(?:[0-9]|é)*$", "i"],
    ["^[a-z]+[0-9]*$", "v"],
    ["^a*\\n", "m"],
  ])("/%s/%s", (source, flags) => {
    expect(mayBacktrack(partsOf(source, flags))).toBe(false);
  });
});

describe("time may be more than linear for", () => {
  test.each([
    ...["a*a*b", ".*.*x", "(a|a)*", "(a|a)*b", "(?:a+)+$", "^(a+)+$", "(\\w+\\s?)*$", "(?:a*)*", "(a*)*b", "(?:a?)+b"],
    ...["(?:a|b|ab)*c", "(?:ab|a(?:b))*c", "(.*)(.*)x", "\\d*\\d+x", "(?:x*y?)*z", "(?:a?){30}a{30}"],
    ...["^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$", "^(?:(?:a{0,5}){0,5}){0,5}$", "(?:.{1,500}b){1,500}$", "^.{1,500}b.{1,500}$"],
    ...["(?:a{1,1000}){1,1000}", "(?:(?:\\b|\\B)(?:\\b|\\B)){20}x", "(?:a|[^b])*c", "(?:\\w|é|\\p{L})*1"],
    ...["(?=(a+)+$)b", "^.*(?=.*x)y", "(?:(?=.*x)a)*", "(?<=a*)b", "(?<=(?:a|a){9}b)c", "(?<=(?=a)a)b"],
    ...["(a*)\\1b", "(a+)\\1$", "^(.*)\\1$", "(?:(a*)\\1)*b", "(a*)b*\\1*c"],
    // Of these it is only not certain.
    ...["^\\d*(?:ab|a(?:b|c))x*$", "^(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}$"],
  ])("/%s/", (source) => {
    expect(mayBacktrack(partsOf(source))).toBe(true);
  });

  test.each([
    ["(?:a|A)*b", "i"],
    ["(?:s|ſ)*b", "i"],
    ["(?:é|É)*b", "i"],
    ["(?:a|\\n|.)*b", "s"],
    ["(?:\\w|[\\w--a])*!", "v"],
  ])("/%s/%s", (source, flags) => {
    expect(mayBacktrack(partsOf(source, flags))).toBe(true);
  });

  test("and the same characters in other cases or lines are different ones without the flag", () => {
    expect(
      ["(?:a|A)*b", "(?:s|ſ)*b", "(?:é|É)*b", "(?:\\n|.)*b"].map((source) => mayBacktrack(partsOf(source))),
    ).toEqual([false, false, false, false]);
  });
});

describe("a matcher that tries one way after another", () => {
  const graph = (source: string): Graph => graphOf(partsOf(source), { limit: 10_000 }) as Graph;

  test.each(["a*a*b", "(?:a+)+$", "(a|a)*b", ".*.*x"])("takes more than linear time for /%s/", (source) => {
    const one = graph(source);
    const [few, many] = [8, 16].map((length) => backtrack(one, "a".repeat(length), 1e6)) as [number, number];
    expect(many / few).toBeGreaterThan(3);
  });

  const characters = fc.constantFrom("a", "b", "[ab]", ".", "[^a]", "c");
  const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
    pattern: fc.array(tie("part"), { minLength: 1, maxLength: 4, depthIdentifier: "part" }).map((all) => all.join("")),
    part: fc.oneof(
      { maxDepth: 3, depthIdentifier: "part" },
      characters,
      fc
        .tuple(
          fc.oneof(
            { maxDepth: 3, depthIdentifier: "part" },
            characters,
            tie("pattern").map((inner) => `(?:${inner})`),
            fc.tuple(tie("pattern"), tie("pattern")).map(([one, other]) => `(?:${one}|${other})`),
          ),
          fc.constantFrom("", "*", "+", "?", "{2}", "{0,3}", "{2,}"),
        )
        .map((parts) => parts.join("")),
    ),
  }));

  test("takes linear time where that is certain: four times as long for four times the text", () => {
    let linear = 0;
    const text = (maxLength: number): fc.Arbitrary<string> =>
      fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength });
    fc.assert(
      fc.property(pattern, text(4), text(6), (source, prefix, period) => {
        if (mayBacktrack(partsOf(source))) return;
        linear++;
        const one = graph(source);
        const places = one.nodes.filter(({ kind }) => kind === "characters").length;
        const [few, many] = [16, 64].map((count) => {
          const long = prefix + period.repeat(count);
          const steps = backtrack(one, long, 1e6);
          expect(steps, source).toBeLessThanOrEqual(64 * places * (long.length + 1));
          return steps;
        }) as [number, number];
        expect(many, source).toBeLessThanOrEqual(4.5 * few + 64 * places);
      }),
      { numRuns: sweep(2000, 10_000) },
    );
    expect(linear).toBeGreaterThan(sweep(600, 3000));
  });
});
