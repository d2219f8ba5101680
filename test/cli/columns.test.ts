/** Checks that write the valid records as columns. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tableFromIPC } from "apache-arrow";
import { afterEach, describe, expect, test, vi } from "vitest";
import { engineInUse } from "../../src/core/json/in-use.ts";
import { folder, piped } from "./host.ts";

const SCHEMA = JSON.stringify({
  type: "object",
  required: ["id", "name"],
  additionalProperties: false,
  properties: {
    id: { type: "integer", minimum: 0, maximum: 1000 },
    name: { type: "string" },
    price: { type: "number" },
  },
});
const ROWS = [
  { id: 1, name: "Ann", price: null },
  { id: 3, name: "Øy", price: 2.5 },
];
const LINES = '{"id":1,"name":"Ann"}\n{"id":-1,"name":"Bo"}\n\n{"price":2.5,"id":3,"name":"Øy"}';

const files = (more: Record<string, string>): string => folder({ "schema.json": SCHEMA, "a.ndjson": LINES, ...more });

const check = (path: string, ...args: readonly string[]) =>
  piped(["check", "-q", "--schema", join(path, "schema.json"), ...args], []);

const rowsOf = (bytes: Uint8Array): unknown[] =>
  tableFromIPC(bytes)
    .toArray()
    .map((row) => row.toJSON());

/** What a check has printed, and the files of valid and invalid records. */
async function outputsOf(path: string, input: string, ...args: readonly string[]) {
  const [valid, invalid] = ["good", "bad"].map((name) => join(path, `${name}-${args.length}`)) as [string, string];
  const schema = join(path, "schema.json");
  const outputs = ["--valid", valid, "--invalid", invalid, "--summary", join(path, "summary.json")];
  const { code, out, err } = await piped(
    ["check", "--schema", schema, "--format", "json", ...outputs, ...args, join(path, input)],
    [],
  );
  const printed = out.replace(/"seconds":[0-9.e-]+/, "");
  const [good, bad, summary] = [valid, invalid, join(path, "summary.json")].map((file) => readFileSync(file, "utf8"));
  return { code, printed, err, good, bad, summary };
}

afterEach(() => vi.restoreAllMocks());

describe("validlib check --columns", () => {
  test.each(["out.arrow", "out.arrows", "out.parquet"])("writes the valid records of all files to %s", async (name) => {
    const path = files({ "b.ndjson": '{"id":7,"name":"C"}' });
    const out = join(path, name);
    for (const inputs of [["a.ndjson", "b.ndjson"], ["a.ndjson"]]) {
      const { code, err } = await check(path, "--columns", out, ...inputs.map((input) => join(path, input)));
      expect([code, err]).toEqual([1, ""]);
      const bytes = readFileSync(out);
      const { readParquet } = await import("parquet-wasm");
      const stream = name.endsWith(".parquet") ? readParquet(bytes).intoIPCStream() : bytes;
      const more = inputs.length === 1 ? [] : [{ id: 7, name: "C", price: null }];
      expect(rowsOf(stream)).toEqual([...ROWS, ...more]);
    }
    const beginning = readFileSync(out).toString("latin1", 0, 4);
    expect(beginning).toBe({ "out.arrow": "ARRO", "out.arrows": "\xff\xff\xff\xff", "out.parquet": "PAR1" }[name]);
  });

  test.each([
    ["a.csv", 'id;name;price\r\n1;Ann;\r\n-1;Bo;\r\n3;"Øy";2.5', ["--delimiter", ";"]],
    ["a.tsv", "\ufeffid\tname\tprice\n1\tAnn\t\n3\tØy\t2.5\n4\tx\n", []],
    ["a.json", `{"a": [{"id":1,\n"name":"Ann"}, {"id":-1}, {"price":2.5,"id":3,"name":"Øy"}], "b": 1}`, []],
    ["a.jsonseq", '\x1e{"id":1,\n"name":"Ann"}\n\x1e{"id":\x1e{"price":2.5,"id":3,"name":"Øy"}\n', []],
  ])("writes the valid records of %s", async (name, content, options) => {
    const path = files({ [name]: content, [`b.${name}`]: content });
    for (const copies of [[name], [name, `b.${name}`]]) {
      const out = join(path, "out.arrow");
      const inputs = copies.map((one) => join(path, name.endsWith("json") ? `${one}#/a` : one));
      const { code, err } = await check(path, "--columns", out, ...options, ...inputs);
      expect([code, err]).toEqual([1, ""]);
      expect(rowsOf(readFileSync(out))).toEqual(copies.flatMap(() => ROWS));
    }
  });

  test("writes the rows before a wrong quote, and none if the header is wrong", async () => {
    const path = files({ "quote.csv": 'id,name\n1,Ann\n2,"', "header.csv": "id,nam\n", "empty.csv": "id,name\n" });
    for (const [name, rows, expected] of [
      ["quote", [{ id: 1, name: "Ann", price: null }], 1],
      ["header", [], 1],
      ["empty", [], 0],
    ] as const) {
      const out = join(path, `${name}.arrow`);
      expect((await check(path, "--columns", out, join(path, `${name}.csv`))).code).toBe(expected);
      expect(rowsOf(readFileSync(out))).toEqual(rows);
      expect(tableFromIPC(readFileSync(out)).schema.names).toEqual(["id", "name", "price"]);
    }
  });

  test.each([
    ["a.ndjson", ["--max-bytes", "60"]],
    ["a.ndjson", ["--jobs", "2", "--max-bytes", "60"]],
    ["bom.ndjson", []],
    ["a.json#/a", ["--max-bytes", "60"]],
    ["cut.json#/a", []],
    ["a.jsonseq", []],
    ["a.csv", []],
    ["quote.csv", []],
  ])("changes nothing else of a check of %s with %j", async (input, args) => {
    const long = `{"id":9,"name":"${"n".repeat(70)}"}`;
    const records = ['{"id":1,"id":2,"name":"twice"}', '{"id":3,"name":"a","x":1}', long, "{", '{"name":"b","id":4}'];
    const many = Array.from({ length: 3000 }, (_, id) =>
      JSON.stringify(id % 7 === 0 ? { id, price: 0.5 } : { id, name: "abcdefghijklmnop" }),
    );
    const items = [...records.slice(0, 3), ...many];
    const table = many.map((_, id) => (id % 5 === 0 ? "\n" : id % 3 === 0 ? `${id},\n` : `${id},"a\nb"\n`));
    const path = files({
      "a.ndjson": [...records, "", ...many, ...records].join("\n"),
      "bom.ndjson": `\ufeff${records.join("\n")}\n`,
      "a.json": `{"a": [${items.join(",\n")}], "b": 1}`,
      "cut.json": `{"a": [${items.join(",")}, {"id": 1`,
      "a.jsonseq": [...records, ...many].map((text) => `\x1e${text}\n`).join(""),
      "a.csv": `id,name\n1\n${table.join("")}`,
      "quote.csv": `id,name\n1,a\n${table.slice(0, 9).join("")}2,"b"c\n`,
    });
    const plain = await outputsOf(path, input, ...args);
    const withColumns = await outputsOf(path, input, "--columns", join(path, "c.arrow"), ...args);
    expect(withColumns).toEqual(plain);
    const { summary } = JSON.parse(plain.summary ?? "") as { summary: { good: number } };
    expect(tableFromIPC(readFileSync(join(path, "c.arrow"))).numRows).toBe(summary.good);
    expect(summary.good).toBeGreaterThan(0);
  });

  test("reads each record once", async () => {
    const engine = engineInUse();
    const bytes: string[] = [];
    const verdicts = "openLines" in engine ? vi.spyOn(engine, "openLines") : vi.spyOn(engine, "test");
    for (const name of ["openColumns", "openMany"] as const) {
      const open = engine[name]?.bind(engine) as
        | ((...args: unknown[]) => { lines(bytes: Uint8Array): unknown })
        | undefined;
      if (open === undefined) continue;
      vi.spyOn(engine, name).mockImplementation((...args: unknown[]) => {
        const reader = open(...args);
        return (reader && {
          ...reader,
          lines: (some: Uint8Array) => {
            bytes.push(Buffer.from(some).toString());
            return reader.lines(some);
          },
        }) as never;
      });
    }
    const path = files({ "good.ndjson": '{"id":1,"name":"Ann"}\n{"id":2,"name":"Bo"}\n' });
    await check(path, "--columns", join(path, "c.arrow"), join(path, "good.ndjson"));
    expect(verdicts).not.toHaveBeenCalled();
    if (engine.openMany !== undefined) expect(bytes).toEqual([readFileSync(join(path, "good.ndjson"), "utf8")]);
  });

  test("takes the rows of files with the same columns only", async () => {
    const path = files({ "a.csv": "id,name\n1,ab\n", "b.csv": "name,id\nab,1\n" });
    const inputs = [join(path, "a.csv"), join(path, "b.csv")];
    const { code, err } = await check(path, "--columns", join(path, "out.arrow"), ...inputs);
    expect([code, err.includes("b.csv' has other columns than")]).toEqual([2, true]);
  });

  test("goes with the files of valid and invalid lines", async () => {
    const path = files({});
    const [columns, valid, invalid] = ["c.arrow", "good.ndjson", "bad.ndjson"].map((name) => join(path, name));
    const names = ["--columns", columns, "--valid", valid, "--invalid", invalid] as string[];
    expect((await check(path, ...names, join(path, "a.ndjson"))).code).toBe(1);
    expect(rowsOf(readFileSync(columns as string))).toEqual(ROWS);
    expect(readFileSync(invalid as string, "utf8")).toBe('{"id":-1,"name":"Bo"}\n');
  });

  test("writes all records, however many", async () => {
    const count = 60_000;
    const lines = Array.from({ length: count }, (_, id) => `{"id":${id % 1000},"name":"${"n".repeat(id % 200)}"}\n`);
    const path = files({ "many.ndjson": lines.join("") });
    const out = join(path, "many.arrow");
    expect((await check(path, "--columns", out, join(path, "many.ndjson"))).code).toBe(0);
    const table = tableFromIPC(readFileSync(out));
    expect(table.numRows).toBe(count);
    expect(table.get(count - 1)?.toJSON()).toEqual({ id: 999, name: "n".repeat((count - 1) % 200), price: null });
  });

  test("has the columns of the schema if no record is valid", async () => {
    const path = files({ "none.ndjson": "{}\n" });
    const out = join(path, "none.arrow");
    expect((await check(path, "--columns", out, join(path, "none.ndjson"))).code).toBe(1);
    const { numRows, schema } = tableFromIPC(readFileSync(out));
    expect([numRows, schema.names]).toEqual([0, ["id", "name", "price"]]);
  });

  test("overwrites nothing else, and leaves the file as it was if the check does not begin", async () => {
    const path = files({ "notes.arrow": "notes" });
    const data = join(path, "a.ndjson");
    const message = async (...args: readonly string[]) => (await check(path, ...args)).err;
    expect(await message("--columns", data, data)).toContain("--columns would overwrite the data");
    expect(await message("--columns", join(path, "notes.arrow"), data)).toContain("which is no file of columns");
    expect(await message("--columns", join(path, "c.arrow"), `${path}/a.json`)).toContain("--columns is for records");
    const old = join(path, "old.arrow");
    expect((await check(path, "--columns", old, data)).code).toBe(1);
    const before = readFileSync(old);
    expect((await check(path, "--columns", old, "--valid", join(path, "a.ndjson"), data)).code).toBe(2);
    expect(readFileSync(old)).toEqual(before);
    const none = join(path, "none.arrow");
    expect((await check(path, "--columns", none, "--valid", join(path, "a.ndjson"), data)).code).toBe(2);
    expect(existsSync(none)).toBe(false);
  });

  test("says which part of the schema has no column", async () => {
    const path = files({});
    const schema = join(path, "any.json");
    writeFileSync(schema, '{"type": "object", "properties": {"a": {"not": {"type": "string"}}}}');
    const out = join(path, "c.arrow");
    const { code, err } = await piped(["check", "--schema", schema, "--columns", out, join(path, "a.ndjson")], []);
    expect(code).toBe(2);
    expect(err).toMatch(/^validlib: --columns: Dict has no column: with unknown/);
    expect(existsSync(out)).toBe(false);
  });
});
