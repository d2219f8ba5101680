import { Readable } from "node:stream";
import { RecordBatch, tableFromIPC } from "apache-arrow";
import { describe, expect, expectTypeOf, onTestFinished, test } from "vitest";
import { Room } from "../../src/core/json/columns.ts";
import {
  AllOf,
  Any,
  arrowSchema,
  Bool,
  Check,
  type ColumnBatch,
  Const,
  Default,
  Dict,
  Fallback,
  Float,
  fromArrowSchema,
  If,
  Int,
  LazyRef,
  List,
  Not,
  Nullable,
  OneOf,
  Optional,
  Str,
  Transform,
  Tuple,
  toIpc,
  type Validator,
} from "../../src/index.ts";
import { Date as DateOf } from "../../src/validators/date.ts";
import { Datetime } from "../../src/validators/datetime.ts";
import { Random } from "../native/random.ts";
import { all } from "../support/all.ts";
import { sweep } from "../support/sweep.ts";
import { arrowValue, plain, randomCase } from "./random.ts";

const joined = async (parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> => Buffer.concat(await all(parts));

/** The rows of batches, as Arrow reads them. */
async function rowsOf(batches: readonly ColumnBatch[]): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (const batch of batches) for (const row of await batch.toArrow<RecordBatch>()) rows.push(plain(row));
  return rows;
}

const trade = Dict({
  id: Int({ min: 0, max: 1_000_000 }),
  price: Float(),
  size: Nullable(Int()),
  name: Str(),
  side: Str({ options: ["buy", "sell"] }),
});
const lineOf = (id: number): string =>
  `{"id":${id},"price":${id / 4},"size":${id % 2 ? null : id},"name":"n\u00e4me ${id}","side":"${id % 3 ? "buy" : "sell"}"}\n`;

describe("columns", () => {
  test("have the arrays of numbers by name, and what was refused beside them", async () => {
    const source = `${lineOf(1)}${lineOf(-1)}\n${lineOf(2)}{"id"\n`;
    const [batch, ...others] = (await all(trade.columns(source))) as [ColumnBatch];
    expect(others).toEqual([]);
    expect(batch.numbers).toEqual({
      id: Int32Array.of(1, 2),
      price: Float64Array.of(0.25, 0.5),
      size: Float64Array.of(Number.NaN, 2),
    });
    expect(batch).toMatchObject({ rows: 2, line: 1, lines: 5, offset: 0, bytes: Buffer.byteLength(source) });
    const end = Buffer.byteLength(source);
    const placeOf = ({ line, column, offset }: ColumnBatch["issues"][number]["error"]) => [line, column, offset];
    const places = batch.issues.map(({ line, offset, error }) => [line, offset, ...placeOf(error)]);
    expect(places).toEqual([
      [2, 64, 2, 7, 70],
      [5, end - 6, 5, 6, end - 1],
    ]);
    expect(batch.columns.size).toMatchObject({ nulls: 1, validity: Uint8Array.of(0b10) });
    expect(batch.columns.name).toMatchObject({ nulls: 0, validity: undefined, offsets: Int32Array.of(0, 7, 14) });
    expect(Buffer.from(batch.columns.name?.values as Uint8Array).toString()).toBe("näme 1näme 2");
    expect(batch.columns.side).toMatchObject({ values: Int32Array.of(0, 0), type: { options: ["buy", "sell"] } });
  });

  test("are typed by what the validator gives", () => {
    const typed = Dict({ a: Int(), b: Nullable(Float()), c: Str(), d: Int({ bigint: true }), e: Optional(Int()) });
    type Numbers = ColumnBatch<ReturnType<typeof typed>>["numbers"];
    type Floats = Int32Array | Float64Array;
    expectTypeOf<Numbers>().toEqualTypeOf<{
      readonly a: Floats;
      readonly b: Floats;
      readonly d: BigInt64Array;
      readonly e: Floats;
    }>();
    expectTypeOf<ColumnBatch<number>["numbers"]>().toEqualTypeOf<{ readonly value: Floats }>();
    expectTypeOf<ColumnBatch<string>["numbers"]>().toEqualTypeOf<{}>();
    expectTypeOf(typed.columns("")).toExtend<AsyncGenerator<ColumnBatch<{ a: number; c: string }>, void>>();
  });

  test("come in batches of about `rows`, which have every line once", async () => {
    const text = Array.from({ length: 6000 }, (_, id) => lineOf(id % 7 === 6 ? -1 : id)).join("");
    const batches = await all(trade.columns(Readable.from([text]), { rows: 1000 }));
    expect(batches.length).toBeGreaterThan(2);
    let [line, offset, rows, issues] = [1, 0, 0, 0];
    for (const batch of batches) {
      expect([batch.line, batch.offset]).toEqual([line, offset]);
      expect(batch.rows + batch.issues.length).toBe(batch.lines);
      if (batch !== batches.at(-1)) expect(batch.rows).toBeGreaterThanOrEqual(1000);
      line += batch.lines;
      offset += batch.bytes;
      rows += batch.rows;
      issues += batch.issues.length;
    }
    expect([line, offset, rows, issues]).toEqual([6001, Buffer.byteLength(text), 5143, 857]);
    const ids = batches.flatMap(({ numbers }) => [...numbers.id]);
    expect(ids).toEqual(Array.from({ length: 6000 }, (_, id) => id).filter((id) => id % 7 !== 6));
  });

  test("of an empty source are one batch without rows", async () => {
    expect(await all(trade.columns("\n"))).toMatchObject([{ rows: 0, lines: 1, numbers: { id: new Int32Array() } }]);
    expect(await all(trade.columns(""))).toMatchObject([{ rows: 0, lines: 0, line: 1, offset: 0, bytes: 0 }]);
  });

  test("of records that need not be objects are one, of the name `value`", async () => {
    const [batch] = (await all(Int().columns("1\n2\n"))) as [ColumnBatch<number>];
    expect(batch.numbers).toEqual({ value: Float64Array.of(1, 2) });
  });

  test("have keys that objects inherit", async () => {
    const odd = Dict(Object.fromEntries(["toString", "__proto__"].map((key) => [key, Optional(Int())])));
    const [batch] = (await all(odd.columns('{}\n{"toString":1,"__proto__":2}\n'))) as [ColumnBatch];
    expect(Object.keys(batch.columns)).toEqual(["toString", "__proto__"]);
    expect(await rowsOf([batch])).toEqual([
      Object.fromEntries([
        ["toString", null],
        ["__proto__", null],
      ]),
      Object.fromEntries([
        ["toString", 1],
        ["__proto__", 2],
      ]),
    ]);
  });

  test("run the Checks of their validator", async () => {
    const even = AllOf(
      Dict({ id: Int() }),
      Check(({ id }) => id % 2 === 0),
    );
    const [batch] = (await all(even.columns('{"id":1}\n{"id":2}\n'))) as [ColumnBatch];
    expect(batch.numbers).toEqual({ id: Float64Array.of(2) });
    expect(batch.issues).toMatchObject([{ line: 1, error: { issues: [{ code: "check" }] } }]);
  });

  test("wait for Checks that wait", async () => {
    const later = AllOf(
      Dict({ id: Int() }),
      Check(async ({ id }: { id: number }) => id !== 2, { async: true }),
    );
    const [batch] = (await all(later.columns('{"id":1}\n{"id":2}\n{"id":3}\n'))) as [ColumnBatch];
    expect(batch.numbers).toEqual({ id: Float64Array.of(1, 3) });
    expect(batch.issues).toMatchObject([{ line: 2 }]);
  });

  test("end with the signal, and with the source", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const source = async function* () {
      yield lineOf(1);
      controller.abort(reason);
      yield lineOf(2);
    };
    await expect(all(trade.columns(source(), { signal: controller.signal }))).rejects.toBe(reason);
    const failing = Readable.from(
      (async function* () {
        yield lineOf(1);
        throw reason;
      })(),
    );
    await expect(all(trade.columns(failing))).rejects.toBe(reason);
    const left = Readable.from([lineOf(1).repeat(100_000)]);
    for await (const _ of trade.columns(left, { rows: 1 })) break;
    expect(left.destroyed).toBe(true);
  });

  test("refuse options that are misspelt or wrong", async () => {
    await expect(all(trade.columns("", { row: 1 } as object))).rejects.toThrow(
      "There is no option 'row': did you mean 'rows'?",
    );
    await expect(all(trade.columns("", { rows: 0 }))).rejects.toThrow("rows should be a positive integer");
    await expect(all(trade.columns("", { threads: 0 }))).rejects.toThrow("threads should be a positive integer");
    const { columns } = trade;
    expect(() => columns.call(undefined as never, "")).toThrow("columns was called without its validator");
  });

  test("of a value that is small as text have a bound", async () => {
    const wide = Dict(Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`k${index}`, Optional(Float())])));
    const most = Room.MOST;
    onTestFinished(() => {
      Room.MOST = most;
    });
    Room.MOST = 1_000_000;
    const line = `[${"{},".repeat(100_000)}{}]`;
    await expect(all(List(wide).columns(line))).rejects.toThrow(/^The columns of .* take more than 1000000 bytes$/);
  });
});

describe("the type of a column", () => {
  const TYPES: readonly (readonly [Validator, string])[] = [
    [Int(), "Float64"],
    [Int({ min: -(2 ** 31), max: 2 ** 31 - 1 }), "Int32"],
    [Int({ exclusive_min: -(2 ** 31) - 1, exclusive_max: 2 ** 31 }), "Int32"],
    [Int({ min: 0, max: 2 ** 31 }), "Float64"],
    [Int({ options: [1, 2] }), "Int32"],
    [Int({ options: [1, 2 ** 40] }), "Float64"],
    [Int({ unsafe: true, min: 0, max: 1 }), "Float64"],
    [Int({ bigint: true, min: 0n, max: 9n }), "Int64"],
    [Float(), "Float64"],
    [Bool(), "Bool"],
    [Str({ options: ["a"] }), "Dictionary<Int32, Utf8>"],
    [Const(-0), "Float64"],
    [Const(5), "Int32"],
    [Const(null), "Null"],
    [DateOf({ format: "iso" }), "Date32<DAY>"],
    [Datetime({ format: "iso" }), "Timestamp<MICROSECOND>"],
    [Datetime({ format: "rfc3339", tz: "Europe/Oslo" }), "Timestamp<MICROSECOND, Europe/Oslo>"],
    [List(Dict({ a: Bool() })), "List<Struct<{a:Bool}>>"],
    [OneOf([Int({ min: 0, max: 1 }), Float(), Const(null)]), "Float64"],
    [OneOf([Const("a"), Str()]), "Utf8"],
    [AllOf(Any(), Str(), Not(Const("x"))), "Utf8"],
    [AllOf(Dict({ a: Bool() }, { nullable: true }), Dict({}, { unknown: "keep", nullable: true })), "Struct<{a:Bool}>"],
    [Fallback(Int({ min: 0, max: 9 }), 0), "Int32"],
  ];

  test.each(TYPES)("%s: %s", async (validator, expected) => {
    const { fields } = await arrowSchema(Dict({ value: validator }));
    expect(String(fields[0]?.type)).toBe(expected);
  });

  const REFUSED: readonly (readonly [Validator, string])[] = [
    [Any(), "Any at /a has no column: its values may be of any type"],
    [Transform(String), "Transform at /a has no column: what it returns is known to its function only"],
    [AllOf(Str(), Transform(String)), "Transform at /a has no column: what it returns is known to its function only"],
    [Check(() => true), "Check at /a has no column: it says nothing of the type of a value"],
    [List(Any()), "Any at /a/* has no column: its values may be of any type"],
    [
      Int({ bigint: true }),
      "Int at /a has no column: a bigint needs min: -9223372036854775808n and max: 9223372036854775807n, or narrower limits",
    ],
    [
      Int({ exact: true }),
      "Int at /a has no column: with exact its values are numbers or bigints: use Int with bigint, min and max",
    ],
    [
      Dict({}, { unknown: "keep" }),
      'Dict at /a has no column: with unknown: "keep" its keys are known to the data only',
    ],
    [Dict({}, { extra: [Str(), Int()] }), "Dict at /a has no column: with extra its keys are known to the data only"],
    [Tuple(Int(), Str()), "Tuple at /a has no column: its items may be of different types: use List, or Dict"],
    [
      OneOf([Int(), Str()]),
      "OneOf at /a has no column: its steps have different columns, and no discriminator: one has float64, another utf8",
    ],
    [If(Int(), Int()), "If at /a has no column: its branches may have values of different types"],
    [
      Fallback(Int() as Validator, "none"),
      "Fallback at /a has no column: what stands for a refused value may be of another type than the value",
    ],
    [Const([1]), "Const at /a has no column: a column has numbers, texts and booleans"],
  ];

  test.each(REFUSED)("none for %s", async (validator, message) => {
    await expect(all(Dict({ a: validator }).columns(""))).rejects.toMatchObject({ name: "ValueError", message });
    await expect(arrowSchema(Dict({ a: validator }))).rejects.toThrow(message);
  });

  test("none for a validator that contains itself, or has columns without number", async () => {
    const tree: Validator = Dict({ next: Optional(LazyRef((): Validator => tree)) });
    await expect(arrowSchema(tree)).rejects.toThrow("LazyRef at /next/next has no column: it contains itself");
    let wide: Validator = Dict({ a: Int(), b: Int() });
    for (let level = 0; level < 30; level++) wide = Dict({ a: wide, b: wide });
    await expect(arrowSchema(wide)).rejects.toThrow("there are more than 10000 columns");
  });
});

describe("Arrow", () => {
  test("has each row as it was validated, of random validators and values", async () => {
    for (let seed = 0; seed < sweep(25, 1000); seed++) {
      const random = new Random(seed);
      const { validator, text } = randomCase(random);
      const lines = Array.from({ length: random.below(40) }, () => text(random));
      const source = lines.join("\n");
      const values = (await all(validator.batches(source))).flatMap((batch) => batch.values);
      const batches = await all(validator.columns(source, { rows: random.pick([1, 65_536]) }));
      const fields = batches[0]?.fields ?? [];
      const whole = { kind: "struct", nullable: false, fields } as const;
      const isWhole = fields.length === 1 && fields[0]?.name === "value";
      const expected = values.map((value) => arrowValue(isWhole ? { value } : value, whole));
      expect(await rowsOf(batches), `seed ${seed}: ${validator}`).toEqual(expected);
      const bytes = await joined(toIpc(validator.columns(source), { onIssue() {} }));
      expect(Array.from(tableFromIPC(bytes), plain), `seed ${seed}, IPC`).toEqual(expected);
      const schema = await arrowSchema(validator);
      expect(tableFromIPC(bytes).schema.toString()).toBe(schema.toString());
    }
  });

  test("has a RecordBatch that shares the memory of the columns", async () => {
    const [batch] = (await all(trade.columns(lineOf(1)))) as [ColumnBatch];
    const record = await batch.toArrow<RecordBatch>();
    expect(record).toBeInstanceOf(RecordBatch);
    expect(record.getChild("id")?.data[0]?.values.buffer).toBe(batch.columns.id?.values?.buffer);
    expect(record.toArray().map(plain)).toEqual([{ id: 1, price: 0.25, size: null, name: "näme 1", side: "buy" }]);
  });

  test("gets a stream of the schema alone from an empty source", async () => {
    const table = tableFromIPC(await joined(toIpc(trade.columns(""))));
    expect([table.numRows, String(table.schema)]).toEqual([0, String(await arrowSchema(trade))]);
  });

  test("gets no line that was refused: the first ends the stream, or each is handed over", async () => {
    const source = `${lineOf(1)}${lineOf(-1)}`;
    await expect(joined(toIpc(trade.columns(source)))).rejects.toMatchObject({ line: 2 });
    const refused: number[] = [];
    const bytes = await joined(toIpc(trade.columns(source), { onIssue: ({ line }) => refused.push(line) }));
    expect([tableFromIPC(bytes).numRows, refused]).toEqual([1, [2]]);
    await expect(joined(toIpc(trade.columns(""), { onissue() {} } as object))).rejects.toThrow(
      "There is no option 'onissue'",
    );
  });

  test("writes a dictionary once for all batches", async () => {
    const source = Array.from({ length: 3000 }, (_, id) => lineOf(id)).join("");
    const bytes = Buffer.from(await joined(toIpc(trade.columns(Readable.from([source]), { rows: 1000 }))));
    const first = bytes.indexOf("buysell");
    expect([first > 0, bytes.indexOf("buysell", first + 1)]).toEqual([true, -1]);
  });

  test("hands over the arrays of the columns, without a copy", async () => {
    const source = Array.from({ length: 9000 }, (_, id) => lineOf(id)).join("");
    const batches = await all(trade.columns(source, { rows: 100_000 }));
    const parts = await all(toIpc(Readable.from(batches) as AsyncIterable<ColumnBatch>));
    const ids = batches[0]?.columns.id?.values;
    expect(
      parts.filter(({ buffer, byteOffset }) => buffer === ids?.buffer && byteOffset === ids?.byteOffset),
    ).toHaveLength(1);
  });

  test("has a Schema whose rows a validator accepts, and the same columns again", async () => {
    const validator = Dict({
      id: Int({ min: 0, max: 9 }),
      big: Int({ bigint: true, min: 0n, max: 9n }),
      at: Datetime({ format: "rfc3339" }),
      local: Datetime({ format: "iso" }),
      day: DateOf({ format: "iso" }),
      tags: List(Nullable(Str())),
      sub: Optional(Dict({ ok: Bool() })),
      kind: Default(Const("x"), "x"),
    });
    const read = fromArrowSchema(await arrowSchema(validator));
    const row = {
      ...{ id: 1, big: 2, at: "2026-01-01T00:00:00Z", local: "2026-01-01T00:00:00", day: "2026-01-01" },
      ...{ tags: ["a", null], sub: null, kind: "x" },
    };
    expect(read.safeJson(JSON.stringify(row)).ok).toBe(true);
    expect(read.safe({ ...row, id: 2 ** 31 }).ok).toBe(false);
    const types = async (one: Validator) => (await arrowSchema(one)).fields.map((field) => `${field}`);
    const before = await types(validator);
    expect(await types(read)).toEqual(before.map((type) => type.replace("Dictionary<Int32, Utf8>", "Utf8")));
    expect(() => fromArrowSchema({} as never)).toThrow("fromArrowSchema takes a Schema of apache-arrow");
  });
});
