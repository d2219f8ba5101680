import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { type Finding, type Format, findingsOf, type Summary } from "../../src/cli/findings.ts";
import { json, ndjson } from "../../src/cli/formats.ts";
import { pretty } from "../../src/cli/pretty.ts";
import { Check, Dict, Int, type Issue, List, OneOf, Str, type Validator } from "../../src/index.ts";
import { inStream } from "../../src/lines/line-error.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The findings of a document that begins at line 7, byte 100 of its file. */
function findings(validator: Validator, text: string): Finding[] {
  const source = encode(text);
  const result = validator.safeJson(source);
  return result.ok ? [] : [...findingsOf(inStream(result.error, { line: 7, offset: 100 }), source, 100)];
}

const summary: Summary = {
  name: "data",
  lines: false,
  good: 0,
  bad: 1,
  errors: 2,
  truncated: false,
  interrupted: false,
  bytes: 17_142_887,
  seconds: 0.5,
};
const printed = (format: Format, found: readonly Finding[], end: Partial<Summary> = {}): string =>
  format.begin() + found.map((one) => format.finding(one)).join("") + format.end({ ...summary, ...end });

const pair = Dict({ a: Int({ max: 5 }), b: OneOf(Str({ options: ["x", "y"] }), List(Int())) });
const broken = '{"a": 6,\n "b": "z"}';

describe("findings", () => {
  test("have a position in the input: that of the document plus that in it", () => {
    expect(findings(pair, broken).map(({ line, column, offset, at }) => [line, column, offset, at])).toEqual([
      [7, 7, 106, 6],
      [8, 7, 115, 15],
      [8, 7, 115, 15],
    ]);
  });

  test.each([
    ["{", "Not valid JSON."],
    ["[".repeat(600), "JSON text is nested too deep: the limit is 512."],
  ])("say %s once: the place is not in the message too", (text, message) => {
    expect(findings(Int(), text).map((finding) => finding.message)).toEqual([message]);
  });

  test("name broken UTF-8", () => {
    const result = Str().safeJson(Uint8Array.of(0x22, 0xff, 0x22));
    const [finding] = result.ok ? [] : findingsOf(result.error, undefined, 0);
    expect(finding).toMatchObject({ message: "JSON text is not valid UTF-8.", line: 1, column: 2, at: 1 });
  });
});

describe("the format json", () => {
  test("is one object with the issues of the API, at their place in the input", () => {
    const { errors, ...rest } = JSON.parse(printed(json(), findings(pair, broken)));
    expect(rest).toEqual({ valid: false });
    const { error } = pair.safeJson(encode(broken));
    const issues = JSON.parse(JSON.stringify(error)) as Issue[];
    expect(issues.map(({ code, path }) => [code, path])).toEqual([
      ["max_value", ["a"]],
      ["options", ["b"]],
      ["invalid_type", ["b"]],
    ]);
    expect(errors).toEqual(
      issues.map((one) => ({ ...one, line: (one.line ?? 0) + 6, offset: (one.offset ?? 0) + 100 })),
    );
  });

  test("has an empty list for valid data", () => {
    expect(printed(json(), [], { bad: 0 })).toBe('{\n  "errors": [],\n  "valid": true\n}\n');
  });

  test.each([
    [
      { lines: true, good: 3, bad: 0 },
      { valid: true, good: 3, bad: 0 },
    ],
    [
      { lines: true, good: 3, bad: 1 },
      { valid: false, good: 3, bad: 1 },
    ],
    [
      { lines: true, good: 3, bad: 0, interrupted: true },
      { valid: false, good: 3, bad: 0, interrupted: true },
    ],
    [{ truncated: true }, { valid: false, truncated: true }],
  ])("ends with the counts of %j", (end, expected) => {
    expect(JSON.parse(printed(json(), [], end))).toEqual({ errors: [], ...expected });
  });
});

describe.each([
  ["json", json],
  ["ndjson", ndjson],
])("the format %s", (_, format) => {
  test("has no control characters, and the same meaning", () => {
    const evil = "\x9b31m\x7f\u202e\u2028\u061c\ufeff\x1b";
    const found = findings(Dict({}), JSON.stringify({ [evil]: 1 }));
    const text = printed(format(), found);
    expect(text.replaceAll("\n", "")).toMatch(/^[\x20-\x7e]*$/);
    expect(text).toContain("\\u009b31m\\u007f\\u202e\\u2028\\u061c\\ufeff\\u001b");
    const [error] = format === json ? JSON.parse(text).errors : [JSON.parse(text)];
    expect(error.path).toEqual([evil]);
  });
});

describe("the format ndjson", () => {
  test("has one line per error and nothing else", () => {
    const lines = printed(ndjson(), findings(pair, broken)).split("\n");
    expect(lines.pop()).toBe("");
    expect(lines.map((line) => JSON.parse(line))).toEqual(JSON.parse(printed(json(), findings(pair, broken))).errors);
    expect(printed(ndjson(), [], { bad: 0 })).toBe("");
  });
});

describe("the format pretty", () => {
  const style = { color: false, columns: 60, timing: false };

  test("shows position, path and message, and the source", () => {
    expect(printed(pretty("data.json", style), findings(pair, broken).slice(0, 2))).toBe(`\
data.json:7:7  a  Expected at most 5, got 6.
    7 | {"a": 6,
      |       ^

data.json:8:7  b
  Expected \u201cx\u201d or \u201cy\u201d, got \u201cz\u201d (closest of 2 alternatives).
    8 |  "b": "z"}
      |       ^^^

\u2717 data: 2 errors
`);
  });

  test("moves a message that is too long to a line of its own", () => {
    const [finding] = findings(Dict({ k: Str({ pattern: "^a{2,3}$" }) }), '{"k": "a value that is quite long"}');
    expect(
      pretty("data.json", style)
        .finding(finding as Finding)
        .split("\n")
        .slice(0, 2),
    ).toEqual([
      "data.json:7:7  k",
      "  Expected text that matches \u201c^a{2,3}$\u201d, got \u201ca value that is quite long\u201d.",
    ]);
  });

  test("keeps the end of a long list of options", () => {
    const options = Array.from({ length: 300 }, (_, index) => `option ${index} ${"x".repeat(20)}`);
    const [finding] = findings(Str({ options }), '"other"');
    const message = pretty("d", style)
      .finding(finding as Finding)
      .split("\n")[1];
    expect(message).toMatch(/^ {2}Expected one of \u201coption 0 .*\u2026, got \u201cother\u201d\.$/);
    expect(message?.length).toBeLessThanOrEqual(122);
  });

  test("truncates a message without an end to keep", () => {
    const [finding] = findings(
      Check(() => false, { message: "a".repeat(500) }),
      '"other"',
    );
    const message = pretty("d", style)
      .finding(finding as Finding)
      .split("\n")[1];
    expect(message).toBe(`  ${"a".repeat(119)}\u2026`);
  });

  test("shows no source of a document that was not kept", () => {
    const [finding] = findings(Int(), '""');
    expect(pretty("d", style).finding({ ...(finding as Finding), source: undefined })).toBe(
      "d:7:1  Expected an integer, got a string.\n\n",
    );
  });

  test("prints no control characters of the data", () => {
    const text = pretty("\x1b[1mname", style)
      .finding(findings(Dict({}), '{"\\u001b[31mred\\u009b": 1}')[0] as Finding)
      .replaceAll("\n", "");
    expect(text).not.toMatch(/\p{Cc}/u);
    expect(text).toContain("\u241b[31mred\ufffd");
  });

  test.each([
    [{ bad: 0, errors: 0 }, "\u2713 data: valid\n"],
    [{ errors: 1 }, "\u2717 data: 1 error\n"],
    [{ errors: 10_000, truncated: true }, "\u2717 data: more than 10,000 errors\n"],
    [{ lines: true, good: 1234, bad: 0 }, "\u2713 data: 1,234 good lines, 0 bad\n"],
    [{ lines: true, good: 1, bad: 2, errors: 5 }, "\u2717 data: 1 good line, 2 bad (5 errors)\n"],
    [{ lines: true, good: 9, bad: 0, interrupted: true }, "\u2717 data: 9 good lines, 0 bad, interrupted\n"],
  ])("sums %j up", (end, text) => {
    expect(pretty("d", style).end({ ...summary, ...end })).toBe(text);
  });

  test("shows the duration on a terminal", () => {
    const end = { ...summary, bad: 0, errors: 0 };
    expect(pretty("d", { ...style, timing: true }).end(end)).toBe(
      "\u2713 data: valid  (17.1 MB in 0.50 s, 34.3 MB/s)\n",
    );
    expect(pretty("d", { ...style, timing: true }).end({ ...end, seconds: 0 })).toBe(
      "\u2713 data: valid  (17.1 MB in 0.00 s)\n",
    );
  });

  test("is the same with colours, apart from them", () => {
    const plain = printed(pretty("d", style), findings(pair, broken));
    const colored = printed(pretty("d", { ...style, color: true }), findings(pair, broken));
    expect(colored).not.toBe(plain);
    expect(stripVTControlCharacters(colored)).toBe(plain);
  });
});
