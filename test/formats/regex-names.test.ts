/** Names of groups where the runtime lets alternatives have equal ones, as ES2025 says. */
// What can be compiled is kept.
import "../support/fresh.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isRegex } from "../../src/text/formats/regex.ts";

const TWO_NAMES = "(?<a>b)|(?<a>c)";

beforeAll(() => {
  const Original = RegExp;
  vi.stubGlobal(
    "RegExp",
    class extends Original {
      constructor(source: string, flags?: string) {
        super(source === TWO_NAMES ? "" : source, flags);
      }
    },
  );
});
afterAll(() => vi.unstubAllGlobals());

/** A group with a name, or a group of alternatives, each of which is a list of such. */
type Term = string | readonly (readonly Term[])[];

const textOf = (term: Term): string => (typeof term === "string" ? `(?<${term}>x)` : `(?:${alternatives(term)})`);
const alternatives = (all: Exclude<Term, string>): string => all.map((terms) => terms.map(textOf).join("")).join("|");

/** The names in a term; undefined if two that are equal may take part in one match. */
function namesOf(term: Term): ReadonlySet<string> | undefined {
  if (typeof term === "string") return new Set([term]);
  const names = new Set<string>();
  for (const terms of term) {
    const own = terms.map(namesOf);
    if (own.includes(undefined)) return undefined;
    const list = own.flatMap((one) => [...(one as ReadonlySet<string>)]);
    if (new Set(list).size < list.length) return undefined;
    for (const name of list) names.add(name);
  }
  return names;
}

const { term } = fc.letrec<{ term: Term }>((tie) => ({
  term: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    fc.constantFrom("a", "b", "c"),
    fc.array(fc.array(tie("term"), { maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  ),
}));

test("two names may be equal only if at most one of them can take part in a match", () => {
  const verdicts = new Set<boolean>();
  fc.assert(
    fc.property(fc.array(fc.array(term, { maxLength: 3 }), { minLength: 1, maxLength: 3 }), (all) => {
      const isValid = namesOf(all) !== undefined;
      verdicts.add(isValid);
      expect(isRegex(alternatives(all))).toBe(isValid);
    }),
    { numRuns: 200 },
  );
  expect(verdicts.size).toBe(2);
});

test.each([
  ["(?<a>(?<a>b))", false],
  ["(?<a>b)|(?<a>c)", true],
  ["(?:(?<a>b))|(?<a>c)", true],
  ["(?:(?<a>b)|c)(?:d|(?<a>e))", false],
  ["(?<a>b)|(?<b>c)|(?<a>d)\\k<b>", true],
  ["(?:(?:(?<a>)|b)|c)(?<a>)", false],
  ["(?:(?<a>)|(?<b>)|c)(?<a>)", false],
  ["(?:(?<a>))(?:(?<b>))(?<b>)", false],
  ["(?<a>b)$(?<a>c)", false],
  ["(?:(?<a>)|x)|(?:(?<a>)|(?<b>))", true],
])("%s: %s", (text, isValid) => {
  expect(isRegex(text)).toBe(isValid);
});
