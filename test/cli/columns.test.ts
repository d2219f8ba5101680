/** Checks that write the valid records as columns. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tableFromIPC } from "apache-arrow";
import { describe, expect, test } from "vitest";
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
    expect(await message("--columns", join(path, "c.arrow"), `${path}/a.csv`)).toContain("--columns is for NDJSON");
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
