/** The formats that other tools read: annotations of GitHub, SARIF, JUnit. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { FORMATS } from "../../src/cli/args.ts";
import { Dict } from "../../src/index.ts";
import { longTest } from "../support/long.ts";
import { BAD, folder, GOOD, PERSON, piped } from "./host.ts";

/** Checks files with the schema of a person. The names in the output are relative to their folder. */
async function checked(files: Record<string, string>, ...args: string[]) {
  const path = folder({ "person.json": PERSON, ...files });
  const names = Object.keys(files).map((name) => join(path, name));
  const { code, out } = await piped(["check", "--schema", join(path, "person.json"), ...args, ...names], []);
  return { code, out: out.replaceAll(path, "DIR") };
}

/** Text that forges commands, links, tags and terminal sequences where it is not escaped. */
const EVIL = '%0A::error::\\"<b>&\\u001b[31m\\u009b\\n]]>\\ud800\\uffff,x:[a](http://b)\\u2028';

describe("the format github", () => {
  test("has a command per error", async () => {
    const { code, out } = await checked({ "a.ndjson": `${GOOD}\n${BAD}\n` }, "--format", "github");
    expect(code).toBe(1);
    expect(out).toBe(`\
::error file=DIR/a.ndjson,line=2,col=9,title=min_length::name: Expected at least 1 character, got 0.
::error file=DIR/a.ndjson,line=2,col=18,title=max_value::age: Expected at most 150, got 200.
`);
  });

  test("names no file for the standard input, and says if there are more errors", async () => {
    const path = folder({ "person.json": PERSON });
    const args = ["check", "--schema", join(path, "person.json"), "--format", "github", "--max-errors", "1", "-"];
    expect((await piped(args, [BAD])).out).toBe(`\
::error line=1,col=9,title=min_length::name: Expected at least 1 character, got 0.
::warning title=validlib::standard input has more errors
`);
  });

  test("escapes what has a meaning in a command", async () => {
    const { out } = await checked({ "a%,:b.json": `{"${EVIL}": 1, "name": "a", "age": 1}` }, "--format", "github");
    expect(out.split("\n").length).toBe(2);
    expect(out).toMatch(/^::error file=DIR\/a%25%2C%3Ab\.json,line=1,col=\d+,title=forbidden_key::/);
    expect(out).toContain("%250A::error::");
    expect(out.trimEnd()).not.toMatch(/[\p{Cc}\u2028]/u);
  });

  test("is empty for valid data", async () => {
    expect(await checked({ "a.json": GOOD }, "--format", "github")).toEqual({ code: 0, out: "" });
  });
});

describe("the format sarif", () => {
  const schema = createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
  // The published schema is of draft-04, and names the formats of URIs.
  const { id: _, $schema: __, ...published } = JSON.parse(readFileSync(schema, "utf8"));
  const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(published);
  const read = (out: string) => {
    const log = JSON.parse(out);
    expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
    expect(log.runs.length).toBe(1);
    return log.runs[0];
  };

  test("is one run with the errors of all files", async () => {
    const { code, out } = await checked({ "a.json": BAD, "b c.json": BAD, "d.json": GOOD }, "--format", "sarif");
    expect(code).toBe(1);
    const { results, tool, invocations } = read(out);
    expect(results.length).toBe(4);
    expect(tool.driver.rules).toEqual([{ id: "min_length" }, { id: "max_value" }]);
    expect(invocations[0].executionSuccessful).toBe(true);
    expect(results[3]).toEqual({
      ruleId: "max_value",
      ruleIndex: 1,
      level: "error",
      message: { text: "Expected at most 150, got 200." },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "file://DIR/b%20c.json" },
            region: { startLine: 1, startColumn: 18 },
          },
          logicalLocations: [{ fullyQualifiedName: "age" }],
        },
      ],
    });
  });

  test("has no results for valid data, and notes what is missing", async () => {
    expect(read((await checked({ "a.json": GOOD }, "--format", "sarif")).out).results).toEqual([]);
    const { invocations } = read((await checked({ "a.json": BAD }, "-f", "sarif", "--max-errors", "1")).out);
    expect(invocations[0].toolExecutionNotifications[0].message.text).toBe("DIR/a.json has more errors");
  });

  test("data makes no links, and is escaped", async () => {
    const { out } = await checked({ "a.json": `{"name": "${EVIL}", "age": 1, "tags": ["${EVIL}"]}` }, "-f", "sarif");
    expect(out.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u2028]/u);
    for (const { message } of read(out).results) expect(message.text).not.toMatch(/(?<!\\)\]\(/);
  });
});

describe("the format junit", () => {
  /** Elements in order, and a failure unless the text is well-formed. */
  function elements(text: string): string[] {
    const token =
      /<\?xml [^?]*\?>|<(\/?)(\w+)((?: \w+="(?:[^<&"\p{Cc}\ufffe\uffff]|&(?:amp|lt|gt|quot);)*")*)(\/?)>|\s+/gu;
    const open: string[] = [];
    const found: string[] = [];
    let end = 0;
    for (const match of text.matchAll(token)) {
      const [all, closes, name, attributes, empty] = match;
      expect(text.slice(end, match.index)).toBe("");
      end = match.index + all.length;
      if (name === undefined) continue;
      if (closes) expect(open.pop()).toBe(name);
      else found.push(`${name}${attributes}`);
      if (!closes && !empty) open.push(name);
    }
    expect([text.slice(end), open]).toEqual(["", []]);
    return found;
  }

  test("is a suite per file and a failed test per error", async () => {
    const { code, out } = await checked({ "a.json": BAD, "b.json": GOOD }, "--format", "junit");
    expect(code).toBe(1);
    const place = 'classname="DIR/a.json" file="DIR/a.json"';
    expect(elements(out)).toEqual([
      'testsuites name="validlib"',
      'testsuite name="DIR/a.json" tests="2" failures="2" errors="0" skipped="0"',
      `testcase name="1:9 name" ${place} line="1"`,
      'failure type="min_length" message="Expected at least 1 character, got 0."',
      `testcase name="1:18 age" ${place} line="1"`,
      'failure type="max_value" message="Expected at most 150, got 200."',
      'testsuite name="DIR/b.json" tests="1" failures="0" errors="0" skipped="0"',
      'testcase name="valid" classname="DIR/b.json" file="DIR/b.json"',
    ]);
  });

  test("escapes what has a meaning in XML, and has no characters without a form in it", async () => {
    const { out } = await checked({ "a&<.json": `{"${EVIL}": 1, "name": "a", "age": "${EVIL}"}` }, "-f", "junit");
    expect(elements(out).length).toBe(6);
  });

  longTest("lists ten thousand errors of a file, and the number of the rest", async () => {
    const { out } = await checked({ "a.ndjson": `${BAD}\n`.repeat(5001) }, "--format", "junit");
    expect(out.match(/<testcase/g)?.length).toBe(10_001);
    expect(out).toContain('tests="10001" failures="10001"');
    expect(out).toContain('message="DIR/a.ndjson has 2 errors that are not listed"');
  });
});

describe("secrets", () => {
  const dump = Dict({}).dump();
  const secret = { __class__: "Str", secret: true, maxlen: 3 };
  const schema = JSON.stringify({ ...dump, schema: { token: secret, id: { __class__: "Int" } } });

  test.each(FORMATS)("are not in the format %s", async (format) => {
    const path = folder({ "s.json": schema, "a.json": '{"token": "hunter2", "id": "x"}' });
    const args = ["check", "--schema", join(path, "s.json"), "--format", format, join(path, "a.json")];
    const { code, out, err } = await piped(args, []);
    expect(code).toBe(1);
    expect(out).toContain("token");
    expect(out + err).not.toContain("hunter2");
  });
});

describe("the option --locale", () => {
  test.each([
    ["de", "Höchstens 150 erwartet"],
    ["de-AT", "Höchstens 150 erwartet"],
    ["en", "Expected at most 150"],
    ["ZH_tw", "150"],
  ])("%s", async (locale, message) => {
    for (const format of FORMATS) {
      const { code, out } = await checked({ "a.json": BAD }, "--locale", locale, "--format", format);
      expect(code).toBe(1);
      expect(out).toContain(message);
    }
  });

  test("names the languages if there is none", async () => {
    const { code, err } = await piped(["check", "-s", "s.json", "--locale", "xx", "-"], []);
    expect(code).toBe(2);
    expect(err).toMatch(/^validlib: there is no language 'xx', only ar, de, en, .*, zh-CN, zh-TW\n/);
  });
});
