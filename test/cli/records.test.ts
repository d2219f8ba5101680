/** Checks of CSV and of arrays in JSON documents, and summaries. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { parseCommand } from "../../src/cli/args.ts";
import { folder, piped } from "./host.ts";

const SCHEMA = JSON.stringify({
  type: "object",
  required: ["id", "name"],
  additionalProperties: false,
  properties: { id: { type: "integer", minimum: 0 }, name: { type: "string", minLength: 2 } },
});

const files = (more: Record<string, string | Uint8Array>): string => folder({ "schema.json": SCHEMA, ...more });

const check = (path: string, ...args: readonly string[]) =>
  piped(["check", "--schema", join(path, "schema.json"), ...args], []);

const recordsOf = (...args: readonly string[]): unknown => {
  const { options } = parseCommand(["check", "--schema", "s", ...args]) as { options: { records: unknown } };
  return options.records;
};

describe("validlib check", () => {
  test.each([
    [["a.csv"], { format: "csv", delimiter: "," }],
    [["a.TSV.gz"], { format: "csv", delimiter: "\t" }],
    [["a.txt", "--csv", "--delimiter", ";"], { format: "csv", delimiter: ";" }],
    [["a.json#/features", "b.json#/features"], { format: "json", at: "/features" }],
    [["a.json#"], { format: "json", at: "" }],
    [["a.json", "--ndjson"], { format: "ndjson" }],
    [["a.json"], undefined],
    [["a.csv", "--json"], undefined],
    [["a.jsonseq"], { format: "json-seq" }],
    [["a.geojsonseq.gz"], { format: "json-seq" }],
    [["-", "--json-seq"], { format: "json-seq" }],
  ])("%j has the records %j", (args, records) => {
    expect(recordsOf(...args)).toEqual(records);
  });

  test.each([
    [["a.csv", "b.json"], "some files hold one document a line, others one document: say --json or --ndjson"],
    [["a.json#/a", "b.json#/b"], "the arrays of all files should have the same path"],
    [["a.json#/a", "--csv"], "FILE#/PATH is an array in a JSON document"],
    [["a.json", "--delimiter", ";"], "--delimiter is for CSV"],
    [
      ["a.json", "--summary", "-"],
      "--summary is for records: NDJSON, CSV, a sequence, or an array in a document, FILE#/PATH",
    ],
  ])("%j makes no sense", (args, message) => {
    expect(() => recordsOf(...args)).toThrow(message);
  });

  test("says where a cell of CSV is wrong, and splits the rows, packed or not", async () => {
    const data = 'id,name\n1,"nut\nbolt"\n-1,x\n2,ab\n';
    const path = files({ "data.csv": data, "data.csv.gz": gzipSync(data) });
    for (const name of ["data.csv", "data.csv.gz"]) {
      const [valid, invalid] = [join(path, `${name}.valid.csv`), join(path, `${name}.invalid.csv`)];
      const { code, out } = await check(path, "-f", "json", "--valid", valid, "--invalid", invalid, join(path, name));
      expect(code).toBe(1);
      const { errors, good, bad } = JSON.parse(out);
      expect({ good, bad }).toEqual({ good: 2, bad: 1 });
      expect(errors).toMatchObject([
        { line: 4, column: 1, cell: { row: 2, column: 1, name: "id" }, code: "min_value" },
        { line: 4, column: 4, cell: { row: 2, column: 2, name: "name" }, code: "min_length" },
      ]);
      expect(readFileSync(valid, "utf8")).toBe('id,name\n1,"nut\nbolt"\n2,ab\n');
      expect(readFileSync(invalid, "utf8")).toBe("id,name\n-1,x\n");
    }
    const { out } = await check(path, join(path, "data.csv"));
    expect(out).toContain("    4 | -1,x\n      | ^^\n");
    expect(out).toContain("2 good records, 1 bad (2 errors)");
  });

  test("reads the array in a document, and splits it into documents", async () => {
    const good = '{"id": 1, "name": "ab"}';
    const path = files({ "data.json": `{"a": 1, "b": [${good},\n {"id": -1,\n  "name": "cd"}, ${good}]}` });
    const [valid, invalid] = [join(path, "valid"), join(path, "invalid")];
    const data = `${join(path, "data.json")}#/b`;
    const { code, out } = await check(path, "--valid", valid, "--invalid", invalid, data, data);
    expect(code).toBe(1);
    expect(out).toContain("data.json:2:9  b.1.id");
    expect(JSON.parse(readFileSync(valid, "utf8"))).toEqual(new Array(4).fill(JSON.parse(good)));
    expect(JSON.parse(readFileSync(invalid, "utf8"))).toEqual(new Array(2).fill({ id: -1, name: "cd" }));
  });

  test("counts what is wrong around the records as a bad one", async () => {
    const path = files({ "cut.json": '[{"id": 1, "name": "ab"},', "bad.csv": "id,nam\n", "quote.csv": 'id,name\n1,"' });
    for (const [data, message, good] of [
      ["cut.json#", "Not valid JSON", 1],
      ["bad.csv", "Key is not allowed", 0],
      ["quote.csv", "The quote is not closed", 0],
    ] as const) {
      const { code, out } = await check(path, join(path, data));
      expect(code).toBe(1);
      expect(out).toContain(message);
      expect(out).toContain(`${good} good record${good === 1 ? "" : "s"}, 1 bad`);
    }
  });

  test("refuses rows of other columns below one header", async () => {
    const path = files({ "a.csv": "id,name\n1,ab\n", "b.csv": "name,id\nab,1\n" });
    const { code, err } = await check(path, "--valid", join(path, "v"), join(path, "a.csv"), join(path, "b.csv"));
    expect(code).toBe(2);
    expect(err).toContain("b.csv' has other columns than");
    expect((await check(path, join(path, "a.csv"), join(path, "b.csv"))).code).toBe(0);
  });

  test("needs objects for CSV", async () => {
    const path = folder({ "schema.json": '{"type": "integer"}', "a.csv": "id\n1\n" });
    const { code, err } = await check(path, join(path, "a.csv"));
    expect({ code, err }).toEqual({
      code: 2,
      err: "validlib: the records of CSV need a Dict, whose keys are the columns, not Int\n",
    });
  });
});

describe("validlib check --summary", () => {
  const data = `id,name\n${Array.from({ length: 5 }, (_, index) => `-${index + 1},x\n`).join("")}1,ab\n2,cd,3\n`;

  test("says which rules failed how often, with examples", async () => {
    const path = files({ "data.csv": data });
    const { code, out } = await check(path, "--quiet", "--summary", "-", join(path, "data.csv"));
    expect(code).toBe(1);
    const file = join(path, "data.csv");
    expect(out).toBe(`Summary: 7 records, 1 good, 6 bad, 45 B

5 × min_value at /id
  ${file}:2:1, record 1: Expected at least 0, got -1.
  ${file}:3:1, record 2: Expected at least 0, got -2.
  ${file}:4:1, record 3: Expected at least 0, got -3.

5 × min_length at /name
  ${file}:2:4, record 1: Expected at least 2 characters, got 1.
  ${file}:3:4, record 2: Expected at least 2 characters, got 1.
  ${file}:4:4, record 3: Expected at least 2 characters, got 1.

1 × csv_cells
  ${file}:8:6, record 7: Number of cells in the row: expected 2, got 3.
`);
  });

  test("is JSON or HTML by the name of the file, which it replaces if it is a summary", async () => {
    const path = files({ "data.csv": data, "other.json": "{}" });
    const summary = join(path, "summary.json");
    for (let run = 0; run < 2; run++) {
      const { out } = await check(path, "--summary", summary, join(path, "data.csv"));
      expect(out).toContain("6 bad");
      const all = JSON.parse(readFileSync(summary, "utf8"));
      expect(all.summary).toEqual({ records: 7, good: 1, bad: 6, blank: 0, bytes: 45 });
      expect(all.rules[0]).toMatchObject({ code: "min_value", path: "/id", count: 5 });
      expect(all.columns).toEqual([
        { path: "/id", count: 5 },
        { path: "/name", count: 5 },
        { path: "", count: 1 },
      ]);
    }
    for (const [file, message] of [
      ["other.json", "which is no summary: remove it first"],
      ["data.csv", "--summary would overwrite the data"],
    ] as const) {
      const { code, err } = await check(path, "--summary", join(path, file), join(path, "data.csv"));
      expect({ code, isSaid: err.includes(message) }).toEqual({ code: 2, isSaid: true });
    }
    expect(readFileSync(join(path, "other.json"), "utf8")).toBe("{}");
  });

  test("leaves no file if the check does not begin", async () => {
    const path = files({ "data.csv": data });
    const [summary, csv] = [join(path, "new.json"), join(path, "data.csv")];
    expect((await check(path, "--summary", summary, "--valid", csv, csv)).code).toBe(2);
    expect(existsSync(summary)).toBe(false);
  });

  test("is a page in which no data is markup, or hides", async () => {
    const path = folder({
      "schema.json": '{"type": "object", "additionalProperties": {"type": "integer"}}',
      "data.ndjson": '{"<script>alert(1)</script>": "\\"><img src=x onerror=alert(2)>\\u202e"}\n{"a\\u0000": [1]}\n',
    });
    const page = join(path, "summary.html");
    for (let run = 0; run < 2; run++) await check(path, "-q", "--summary", page, join(path, "data.ndjson"));
    const html = readFileSync(page, "utf8");
    expect(html).not.toMatch(/<script|<img|\u202e|\0/);
    expect(html).toContain("&#60;script&#62;");
    expect(html).toContain("default-src 'none'");
    expect(html).toContain("prefers-color-scheme: dark");
    expect(html.match(/<i style="width:100\.00%">/g)?.length).toBeGreaterThan(1);
  });

  test("has a bounded number of entries, whatever the keys of the data", async () => {
    const path = folder({ "schema.json": '{"type": "object", "additionalProperties": {"type": "integer"}}' });
    const lines = Array.from({ length: 2000 }, (_, index) => `{"key${index}": "x"}\n`);
    writeFileSync(join(path, "data.ndjson"), lines.join(""));
    const { out } = await check(path, "-q", "--summary", "-", join(path, "data.ndjson"));
    expect(out).toContain("1,000 × others");
  });
});
