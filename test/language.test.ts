/** One concept has one word, the usual one. Text that people read uses none of the others. */
import { readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { filesIn } from "./support/files.ts";

const root = join(import.meta.dirname, "..");

/** Files, and folders with the names of the files in them that are checked. */
const CHECKED: readonly (readonly [path: string, names: RegExp])[] = [
  ["README.md", /$/],
  ["SECURITY.md", /$/],
  ["CONTRIBUTING.md", /$/],
  ["docs", /\.md$/],
  ["bench/README.md", /$/],
  ["examples", /README\.md$/],
  ["native/README.md", /$/],
  ["native", /\.(?:[ch]pp|json|txt)$/],
  ["prebuilds/README.md", /$/],
  ["src/text/pattern/README.md", /$/],
  ["src", /\.ts$/],
];

/** What is not said, in whole words, and what to say instead. */
const WORDS: readonly (readonly [not: RegExp, but: string])[] = [
  [/\brejudg(?:e[sd]?|ing)\b/gi, "fall back (to the TypeScript engine)"],
  [/\b(?:un)?judg(?:e[sd]?|ing|e?ments?)\b/gi, "validate; run, of a tier; not handled; verdict, for a boolean result"],
  [/\bhand(?:s|ed|ing)? over\b|\bdefer(?:s|red|ring|rals?)?\b/gi, "delegate (to TypeScript)"],
  [/\boutlines?\b/gi, "rules, or IR"],
  [/\busual (?:kind|case)\b/gi, "fast path"],
  [/\bvague\b/gi, "inexact"],
  [/\bmisfits?\b/gi, "mismatch"],
  [/\bbare\b/gi, "single"],
  [/\btwins?\b/gi, "native equivalent"],
  [/\bframes\b/gi, "schema depth"],
  [/\bas it stands\b/gi, "strict; without conversion"],
  [/\bchoosers?\b|\btags? chooses?\b/gi, "discriminator, discriminated union"],
  [/\bfates?\b/gi, "unknownKeys"],
  [/\blanes?\b/gi, "engine pool"],
  [/\bcrews?\b|\bhelpers?\b/gi, "thread pool, workers; function"],
  [/\bits turn\b/gi, "yield to the event loop"],
  [/\b(?:un)?told\b|\btelling\b|\btell with\b/gi, "say what it does: type-affecting parameters; setIssueFormatter"],
  [/\bpatience\b|\bwaits? awake\b/gi, "spin-wait"],
  [/\bhasty\b|\bcareful\b/gi, "fast, memoized: the pass of a walk"],
  [/\bmakeup\b/gi, "text traits"],
  [/\baside\b/gi, "slow path; apart from"],
  [/\blight errors?\b/gi, "stackless error"],
  [
    /\bnobody\b|\bsomebody\b|\bwhoever\b|\b(?:has|have) the say\b|\bvalue anyway\b/gi,
    "say who: the caller, the reader",
  ],
  [/\bsteps of a call\b|\blimit (?:of|on) steps\b/gi, "work units"],
  [/\bsurely (?:enough|within)\b/gi, "minUtf16Units, or what it bounds"],
  [/\bways to ask\b/gi, "calls"],
  [/\bwhat it lacks\b/gi, "limitations"],
  [/\bof which\b/gi, "whose; or a sentence of its own, subject first"],
  [/\bsuch as have\b|\bis no news\b/gi, "a sentence with subject, verb, object"],
];

/** Names of Node-API. */
const NODE_API = /\bnapi_\w+/g;
/** Messages of errors, which programs may know. */
const MESSAGES = /too many steps to judge|be told apart/g;

/** The text in which words are sought: without the code of Markdown, with the words of identifiers apart. */
function textOf(file: string): string {
  const text = readFileSync(join(root, file), "utf8");
  const lines = (found: string): string => found.replaceAll(/[^\n]/g, "");
  const prose = file.endsWith(".md")
    ? text.replaceAll(/^ *```[\s\S]*?^ *```/gm, lines).replaceAll(/`[^`]*`|\]\([^)]*\)/g, lines)
    : text.replaceAll(NODE_API, "").replaceAll(MESSAGES, "");
  return wordsApart(prose);
}

const wordsApart = (text: string): string => text.replaceAll(/(?<=[a-z\d])(?=[A-Z])|_/g, " ");

function findingsIn(text: string): { line: number; found: string; say: string }[] {
  return WORDS.flatMap(([not, but]) =>
    // A line may end between two words.
    Array.from(text.matchAll(new RegExp(not.source.replaceAll(" ", "\\s+"), not.flags)), ({ 0: found, index }) => ({
      line: text.slice(0, index).split("\n").length,
      found: found.replaceAll(/\s+/g, " "),
      say: but,
    })),
  );
}

function filesOf(path: string, names: RegExp): string[] {
  if (statSync(join(root, path)).isFile()) return [path];
  return filesIn(join(root, path))
    .map((file) => relative(root, file).replaceAll("\\", "/"))
    .filter((file) => names.test(file));
}

test.each(CHECKED)("%s uses the usual words", (path, names) => {
  const files = filesOf(path, names);
  expect(files).not.toEqual([]);
  const found = files.flatMap((file) =>
    findingsIn(textOf(file)).map(({ line, found, say }) => `${file}:${line}: instead of "${found}" say: ${say}`),
  );
  expect(found).toEqual([]);
});

test("other words are found wherever they are", () => {
  const text = wordsApart(
    "It is judged by\nnobody, mayHandOver, what is handed\nover, REJUDGED, a_twin. A judgeless sentence.",
  );
  expect(findingsIn(text).map(({ line, found }) => `${line} ${found}`)).toEqual([
    "3 REJUDGED",
    "1 judged",
    "2 Hand Over",
    "2 handed over",
    "3 twin",
    "2 nobody",
  ]);
});
