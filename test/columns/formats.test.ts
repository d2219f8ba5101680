import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { engineInUse } from "../../src/core/json/in-use.ts";
import {
  AllOf,
  Any,
  Bool,
  Check,
  type ColumnBatch,
  Const,
  Dict,
  Float,
  Int,
  List,
  Nullable,
  Optional,
  type RecordColumnBatch,
  type RecordColumnOptions,
  type RecordFormat,
  Str,
  toIpc,
  type Validator,
} from "../../src/index.ts";
import { Random } from "../native/random.ts";
import { all } from "../support/all.ts";
import { sweep } from "../support/sweep.ts";
import { exactly } from "./exactly.ts";
import { randomCase } from "./random.ts";

/** The batches, and the error with which they end. */
async function ended<T>(batches: AsyncIterable<T>): Promise<[T[], unknown]> {
  const found: T[] = [];
  try {
    for await (const batch of batches) found.push(batch);
  } catch (error) {
    return [found, error];
  }
  return [found, undefined];
}

const columnsOf = ({ columns }: ColumnBatch | RecordColumnBatch): unknown =>
  Object.entries(columns).map(([name, column]) => [name, exactly(column)]);

/** Chunks of random sizes. */
function* cut(random: Random, text: string): Generator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + random.below(random.pick([3, 300, 30_000]));
    // Sources may reuse their memory.
    yield Uint8Array.from(bytes.subarray(at, end));
    at = end;
  }
}

/** A file of the format with the JSON texts. */
const FILES: Readonly<Record<Exclude<RecordFormat, "csv">, (texts: readonly string[]) => string>> = {
  ndjson: (texts) => texts.map((text) => `${text}\n`).join(""),
  json: (texts) => `{"about": [1, "[{"], "items": [\n ${texts.join(",\n ")} ], "end": null}\n`,
  "json-seq": (texts) => texts.map((text) => `\x1e${text}\n`).join(""),
};
const AT = { ndjson: {}, json: { at: "/items" }, "json-seq": {} } as const;

afterEach(() => vi.restoreAllMocks());

const trade = Dict({
  id: Int({ min: 0, max: 1_000_000 }),
  price: Float(),
  size: Nullable(Int()),
  is: Optional(Bool()),
  name: Str(),
  side: Str({ options: ["buy", "sell"] }),
});

const records = Array.from({ length: 3000 }, (_, id) => ({
  id: id % 50 === 49 ? -1 : id,
  price: id / 4,
  ...(id % 3 ? { is: id % 2 === 0 } : {}),
  size: id,
  name: ["näme", "a, b", 'say "hi"', "two\nlines"][id % 4] as string,
  side: id % 5 ? "buy" : "sell",
}));
const cell = (value: unknown): string => {
  const text = String(value ?? "");
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const KEYS = ["id", "price", "size", "is", "name", "side"] as const;
const csv = [KEYS.join(), ...records.map((one) => KEYS.map((key) => cell(one[key])).join())].join("\n");
const texts = records.map((one) => JSON.stringify(one));

describe("columns of each format", () => {
  test("are the same of the same data, and so are the records that were refused", async () => {
    const options = { rows: 1e6 };
    const [expected] = (await all(trade.columns(FILES.ndjson(texts), options))) as [ColumnBatch];
    expect([expected.rows, expected.issues.length]).toEqual([2940, 60]);
    const sources: readonly [RecordColumnOptions, string][] = [
      [{ format: "ndjson" }, FILES.ndjson(texts)],
      [{ format: "json", at: "/items" }, FILES.json(texts)],
      [{ format: "json-seq" }, FILES["json-seq"](texts)],
      [{ format: "csv" }, csv],
    ];
    for (const [given, source] of sources) {
      const [batch, ...others] = (await all(trade.columns(source, { ...given, ...options }))) as [RecordColumnBatch];
      expect(others).toEqual([]);
      expect(columnsOf(batch)).toEqual(columnsOf(expected));
      expect(batch).toMatchObject({ rows: 2940, record: 1, records: 3000 });
      expect(batch).not.toHaveProperty("lines");
      expect(batch.issues.map(({ record }) => record)).toEqual(expected.issues.map(({ line }) => line));
      expect(batch.issues[0]?.error.issues).toMatchObject([{ code: "min_value", expected: 0 }]);
    }
  });

  test("are typed with the numbers of records", () => {
    const batches = trade.columns("", { format: "csv" });
    expectTypeOf(batches).toExtend<AsyncGenerator<RecordColumnBatch<{ id: number }>, void>>();
    expectTypeOf<RecordColumnBatch["issues"][number]>().toHaveProperty("record");
    expectTypeOf<RecordColumnBatch>().not.toHaveProperty("lines");
    expectTypeOf(trade.columns("")).toExtend<AsyncGenerator<ColumnBatch<{ id: number }>, void>>();
  });

  test("have places in the file: pointers of items, cells of rows", async () => {
    const [json] = (await all(
      trade.columns('{"a":[\n{"id":-1,"price":1,"size":1,"name":"n","side":"buy"}]}', { format: "json", at: "/a" }),
    )) as [RecordColumnBatch];
    expect(json).toMatchObject({ rows: 0, record: 1, records: 1, offset: 6 });
    expect(json.issues).toMatchObject([{ record: 1, offset: 6 }]);
    expect(json.issues[0]?.error.issues).toMatchObject([{ pointer: "/a/0/id", line: 2, column: 7, offset: 13 }]);
    const text = "id;price;size;name;side\n1;x;;n;buy\n1;2;;n\n";
    const [rows] = (await all(trade.columns(text, { format: "csv", delimiter: ";" }))) as [RecordColumnBatch];
    expect(
      rows.issues.flatMap(({ record, error }) => error.issues.map(({ cell, line }) => [record, line, cell])),
    ).toEqual([
      [1, 2, { row: 1, column: 2, name: "price" }],
      [1, 2, { row: 1, column: 3, name: "size" }],
      [2, 3, { row: 2, column: 5, name: "side" }],
    ]);
  });

  test("come in batches that have each record once, and its place", async () => {
    for (const [options, source, first] of [
      [{ format: "json", at: "/items" }, FILES.json(texts), FILES.json(texts).indexOf("\n {")],
      [{ format: "json-seq" }, FILES["json-seq"](texts), 1],
      [{ format: "csv" }, csv, csv.indexOf("\n") + 1],
    ] as const) {
      const batches = await all(trade.columns(source, { ...options, rows: 500 }));
      expect(batches.length).toBeGreaterThan(1);
      let [record, offset] = [1, first as number];
      for (const batch of batches) {
        expect([batch.record, batch.offset, batch.rows + batch.issues.length]).toEqual([record, offset, batch.records]);
        record += batch.records;
        offset += batch.bytes;
      }
      expect(record).toBe(3001);
    }
  });

  test("go on from where a record begins", async () => {
    const file = Buffer.from(FILES.json(texts));
    const batches = await all(trade.columns(file, { format: "json", at: "/items", rows: 100 }));
    const { record, offset, rows } = batches[1] as RecordColumnBatch;
    expect(record).toBeGreaterThan(100);
    const rest = trade.columns(file.subarray(offset), { format: "json", at: "/items", from: { offset, record }, rows });
    const [again] = await all(rest);
    expect(again).toMatchObject({ record, offset, rows });
    expect(columnsOf(again as RecordColumnBatch)).toEqual(columnsOf(batches[1] as RecordColumnBatch));
  });

  test("of an array without items, or a table without rows, are one batch", async () => {
    for (const [source, options] of [
      ["[ ]", { format: "json" }],
      ["", { format: "json-seq" }],
      ["id,price,size,name,side\n", { format: "csv" }],
    ] as const) {
      expect(await all(trade.columns(source, options))).toMatchObject([{ rows: 0, record: 1, records: 0 }]);
    }
  });

  test("come before the error of what is around the records, or of the source", async () => {
    const good = texts.slice(0, 3).join();
    for (const [source, options, error] of [
      [`[${good}, {"id"`, { format: "json" }, "json_decode"],
      [`[${good}]]`, { format: "json" }, "json_decode"],
      ['id,price,size,name,side\n1,2,3,n,buy\n4,2,3,"n,buy\n', { format: "csv" }, "csv_quote"],
    ] as const) {
      const [batches, end] = await ended(trade.columns(source, options));
      expect(batches.length).toBe(1);
      expect(batches[0]?.rows).toBeGreaterThan(0);
      expect(end).toMatchObject({ issues: [{ code: error }] });
    }
    async function* failing() {
      yield `${texts[0]}\n`;
      throw new Error("the disk is gone");
    }
    const [batches, end] = await ended(trade.columns(failing()));
    expect([batches.map(({ rows }) => rows), end]).toEqual([[1], new Error("the disk is gone")]);
  });

  test("end without the rows so far if the caller ends the call", async () => {
    const controller = new AbortController();
    async function* slow() {
      yield `[${texts[0]},`;
      controller.abort(new Error("enough"));
      yield `${texts[1]}]`;
    }
    const { signal } = controller;
    expect(await ended(trade.columns(slow(), { format: "json", signal }))).toEqual([[], new Error("enough")]);
  });

  test("of a document are beside what its own Dict says", async () => {
    const document = Dict({ items: List(trade, { maxlen: 1 }), about: List(Any()), end: Const(null) });
    const source = FILES.json(texts.slice(0, 2));
    const [batches, end] = await ended(trade.columns(source, { format: "json", at: "/items", document }));
    expect(batches).toMatchObject([{ rows: 2 }]);
    expect(end).toMatchObject({ issues: [{ code: "max_length", pointer: "/items" }] });
  });

  test("wait for Checks that wait", async () => {
    const known = AllOf(
      Dict({ id: Int() }),
      Check(async ({ id }) => id !== 2, { async: true }),
    );
    for (const [source, format] of [
      ['[{"id":1},{"id":2},{"id":3}]', "json"],
      ["id\n1\n2\n3\n", "csv"],
    ] as const) {
      const [batch] = (await all(known.columns(source, { format }))) as [RecordColumnBatch];
      expect([batch.numbers, batch.issues.map(({ record }) => record)]).toEqual([{ id: Float64Array.of(1, 3) }, [2]]);
    }
  });

  test("refuse options that the format does not have, and records that are no rows", async () => {
    const first = (validator: Validator, options: object) => () =>
      validator.columns("", options as RecordColumnOptions).next();
    await expect(first(trade, { format: "ndjson", at: "/a" })).rejects.toThrow("There is no option 'at'");
    await expect(first(trade, { format: "json", header: true })).rejects.toThrow("There is no option 'header'");
    await expect(first(trade, { format: "csv", document: trade })).rejects.toThrow("There is no option 'document'");
    await expect(first(trade, { format: "csv", reason: "why" })).rejects.toThrow("There is no option 'reason'");
    await expect(first(trade, { format: "xml" })).rejects.toThrow("format should be one of");
    await expect(first(trade, { at: "/a" })).rejects.toThrow("There is no option 'at'");
    await expect(first(trade, { format: "csv", rows: 0 })).rejects.toThrow("rows should be a positive integer");
    await expect(first(Int(), { format: "csv" })).rejects.toThrow("the records of CSV need a Dict");
  });

  test("of CSV may be named by `names`, and their header by `columns`", async () => {
    const named = Dict({ unitPrice: Float() }, { names: "snake" });
    const [batch] = (await all(named.columns("unit_price\n1.5\n", { format: "csv" }))) as [RecordColumnBatch];
    expect(batch.numbers).toEqual({ unitPrice: Float64Array.of(1.5) });
    const [bare] = (await all(named.columns("2.5\n", { format: "csv", columns: ["unit_price"] }))) as [
      RecordColumnBatch,
    ];
    expect(bare.numbers).toEqual({ unitPrice: Float64Array.of(2.5) });
  });

  test("as Arrow's IPC hand over the records that were refused", async () => {
    const refused: number[] = [];
    const columns = trade.columns(csv, { format: "csv" });
    const parts = await all(toIpc(columns, { onIssue: ({ record }) => refused.push(record) }));
    expect([parts.length > 1, refused.length, refused[0]]).toEqual([true, 60, 50]);
    await expect(all(toIpc(trade.columns(csv, { format: "csv" })))).rejects.toThrow("id: Expected at least 0, got -1.");
  });

  test.runIf(engineInUse().openColumns)(
    "of JSON are filled by the engine, without a value for each record",
    async () => {
      const engine = engineInUse();
      const many = vi.spyOn(engine, "openMany");
      let rows = 0;
      const open = engine.openColumns?.bind(engine) as NonNullable<typeof engine.openColumns>;
      vi.spyOn(engine, "openColumns").mockImplementation((...args) => {
        const reader = open(...args);
        if (reader === undefined) return undefined;
        const lines = (bytes: Uint8Array) => {
          const found = reader.lines(bytes);
          rows += found?.values.length ?? 0;
          return found;
        };
        return { take: (isKept) => reader.take(isKept), reuse: (memory) => reader.reuse(memory), lines };
      });
      for (const format of ["json", "json-seq"] as const) {
        rows = 0;
        await all(trade.columns(FILES[format](texts), { format, ...AT[format] }));
        expect(rows).toBe(2940);
      }
      expect(many).not.toHaveBeenCalled();
    },
  );

  test("are those of lines, of random validators and records, wherever chunks end", async () => {
    let refused = 0;
    for (let seed = 0; seed < sweep(8, 300); seed++) {
      const random = new Random(seed + 2_000_000);
      const { validator, text } = randomCase(random);
      const items = Array.from({ length: random.below(60) }, () => (random.chance(0.05) ? '"?"' : text(random)));
      const [expected] = (await all(validator.columns(FILES.ndjson(items)))) as [ColumnBatch];
      for (const format of ["json", "json-seq"] as const) {
        const source = cut(random, FILES[format](items));
        const batches = await all(validator.columns(source, { format, ...AT[format] }));
        const [batch] = batches as [RecordColumnBatch];
        expect([seed, format, batches.length, batch.records]).toEqual([seed, format, 1, items.length]);
        expect(columnsOf(batch)).toEqual(columnsOf(expected));
        const codes = ({ error }: { error: { issues: readonly { code: string }[] } }) =>
          error.issues.map(({ code }) => code);
        expect(batch.issues.map(({ record, ...one }) => [record, codes(one)])).toEqual(
          expected.issues.map(({ line, ...one }) => [line, codes(one)]),
        );
        refused += batch.issues.length;
      }
    }
    expect(refused).toBeGreaterThan(20);
  });

  test("of random tables are those of the same records as JSON", async () => {
    for (let seed = 0; seed < sweep(8, 300); seed++) {
      const random = new Random(seed + 3_000_000);
      const names = random.some(["a", "b b", "__proto__", "toString", "é"], 0.8);
      if (names.length === 0) continue;
      const kinds = names.map(() => random.pick(["int", "float", "bool", "text", "option"] as const));
      const members = { int: Int(), float: Float(), bool: Bool(), text: Str(), option: Str({ options: ["x", "y,"] }) };
      const validator = Dict(
        Object.fromEntries(names.map((name, at) => [name, Optional(members[kinds[at] as "int"])])),
      );
      const values = {
        int: [0, -7, 1e6],
        float: [0.5, -2],
        bool: [true, false],
        text: ["n", "a\nb", '"', ","],
        option: ["x", "y,", "?"],
      };
      const rows = Array.from({ length: random.below(80) }, () =>
        names.map((_, at) => (random.chance(0.2) ? undefined : random.pick<unknown>(values[kinds[at] as "int"]))),
      );
      // A row of nothing is a blank line, or an object without keys.
      const kept = rows.filter((row) => row.length > 1 || row[0] !== undefined);
      const table = [names, ...kept].map((row) => `${row.map(cell).join()}${random.pick(["\n", "\r\n"])}`).join("");
      const lines = kept.map((row) =>
        JSON.stringify(
          Object.fromEntries(row.flatMap((value, at) => (value === undefined ? [] : [[names[at], value]]))),
        ),
      );
      const [expected] = (await all(validator.columns(FILES.ndjson(lines)))) as [ColumnBatch];
      const batches = await all(validator.columns(cut(random, table), { format: "csv" }));
      expect(batches.length).toBe(1);
      const [batch] = batches as [RecordColumnBatch];
      expect([seed, columnsOf(batch)]).toEqual([seed, columnsOf(expected)]);
      expect(batch.issues.map(({ record }) => record)).toEqual(expected.issues.map(({ line }) => line));
    }
  });
});
