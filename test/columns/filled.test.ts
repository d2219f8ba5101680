import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { Room } from "../../src/core/json/columns.ts";
import { ROW } from "../../src/core/json/engine.ts";
import { engineInUse } from "../../src/core/json/in-use.ts";
import {
  AllOf,
  Bool,
  Check,
  type ColumnBatch,
  Const,
  Default,
  Dict,
  Float,
  Int,
  List,
  Nullable,
  OneOf,
  Optional,
  Str,
  type Validator,
} from "../../src/index.ts";
import { Date as DateOf } from "../../src/validators/date.ts";
import { Random } from "../native/random.ts";
import { sweep } from "../support/sweep.ts";
import { exactly } from "./exactly.ts";
import { randomCase } from "./random.ts";

/** Columns without an engine that fills them. */
async function built(validator: Validator, source: string, options: object): Promise<ColumnBatch[]> {
  const engine = engineInUse();
  const spy = "openColumns" in engine ? vi.spyOn(engine, "openColumns").mockReturnValue(undefined) : undefined;
  try {
    return await all(validator.columns(source, options));
  } finally {
    spy?.mockRestore();
  }
}

/** Columns, and how many of their rows the engine has filled. */
async function filled(validator: Validator, source: string, options: object): Promise<[ColumnBatch[], number]> {
  const engine = engineInUse();
  let rows = 0;
  const open = engine.openColumns?.bind(engine);
  const spy =
    open &&
    vi.spyOn(engine, "openColumns").mockImplementation((...args) => {
      const reader = open(...args);
      return (
        reader && {
          take: (isKept) => reader.take(isKept),
          reuse: (memory) => reader.reuse(memory),
          get used() {
            return reader.used;
          },
          lines: (bytes) => {
            const many = reader.lines(bytes);
            expect(many?.values.every((value) => value === ROW)).not.toBe(false);
            rows += many?.values.length ?? 0;
            return many;
          },
        }
      );
    });
  try {
    return [await all(validator.columns(source, options)), rows];
  } finally {
    spy?.mockRestore();
  }
}

async function all(batches: AsyncIterable<ColumnBatch>): Promise<ColumnBatch[]> {
  const found: ColumnBatch[] = [];
  for await (const batch of batches) found.push(batch);
  return found;
}

/** What of a batch is compared: arrays with their types, errors as they are told. */
const parts = ({ issues, columns, rows, line, lines, offset, bytes }: ColumnBatch) => ({
  columns: Object.entries(columns).map(([name, column]) => [name, exactly(column)]),
  ...{ rows, line, lines, offset, bytes },
  issues: issues.map(({ line, offset, error }) => [line, offset, String(error), error.offset]),
});

const isNative = engineInUse().openColumns !== undefined;

afterEach(() => vi.restoreAllMocks());

/** Both, which should be the same; and how many rows the engine has filled. */
async function compared(validator: Validator, source: string, options: object = {}): Promise<[ColumnBatch[], number]> {
  const expected = await built(validator, source, options);
  const [batches, rows] = await filled(validator, source, options);
  expect(batches.map(parts)).toEqual(expected.map(parts));
  return [batches, rows];
}

/** That the engine has filled all rows, if there is an engine that does. */
async function expectFilled(validator: Validator, lines: readonly string[]): Promise<void> {
  const [batches, rows] = await compared(validator, lines.join("\n"));
  const all = batches.reduce((sum, batch) => sum + batch.rows, 0);
  expect(all).toBeGreaterThan(0);
  if (isNative) expect(rows).toBe(all);
}

const times = (count: number, line: (index: number) => unknown): string[] =>
  Array.from({ length: count }, (_, index) => {
    const made = line(index);
    return typeof made === "string" ? made : JSON.stringify(made);
  });

describe("columns that the engine fills", () => {
  test("have the same arrays as those that are built of values: of each kind of column", async () => {
    const record = Dict({
      id: Int({ min: 0, max: 1_000_000 }),
      large: Int(),
      wide: Int({ bigint: true, min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      price: Float(),
      maybe: Nullable(Float()),
      is: Nullable(Bool()),
      name: Str(),
      side: Optional(Str({ options: ["buy", "sell", "grün"] })),
      kind: Const("trade"),
      zero: Const(0),
      tags: List(Nullable(Str())),
      place: Nullable(Dict({ x: Float(), y: Optional(Float()), z: Default(Int(), 7), label: Default(Str(), "né") })),
    });
    await expectFilled(
      record,
      times(3000, (id) => ({
        id,
        large: id * 1e10,
        price: id / 8,
        maybe: id % 3 ? null : -0.5,
        is: id % 5 ? id % 2 === 0 : null,
        name: ["", "plain", "n\u00e4me", "日本語 😀", "\ud800 alone", "x".repeat(id % 5000)][id % 6],
        ...(id % 2 ? { side: ["buy", "grün"][id % 3] ?? "sell" } : {}),
        kind: "trade",
        zero: 0,
        tags: Array.from({ length: id % 4 }, (_, tag) => (tag === 1 ? null : `t${id + tag}`)),
        place: id % 7 === 0 ? null : { ...(id % 2 ? { y: id } : { z: id, label: "l" }), x: 1 },
        wide: 0,
      })).map((line, id) => line.replace('"wide":0', `"wide":${BigInt(id) * 900719925474099n - 5n}`)),
    );
  });

  test("are the same where keys come in another order, or others between them", async () => {
    const record = Dict({ a: Int(), b: Str(), c: Optional(Float()) });
    await expectFilled(
      record,
      times(2000, (id) =>
        id % 3 === 0 ? { b: `b${id}`, a: id } : id % 3 === 1 ? { z: [id], c: 1, b: "", a: id } : { a: 1, x: 1, b: "" },
      ),
    );
  });

  test("are the same after other calls have learned orders of keys", async () => {
    const record = Dict({ a: Int(), b: Str() });
    const source = times(20_000, (id) => ({ b: `b${id}`, a: id })).join("\n");
    for await (const _ of record.batches(source));
    await compared(record, source);
  });

  test("are the same of records that are no objects, and of unions with one column", async () => {
    await expectFilled(Int(), times(500, String));
    await expectFilled(
      List(List(Int())),
      times(500, (id) => [[id], [], [id, id]]),
    );
    await expectFilled(
      Nullable(Dict({ a: Str() })),
      times(500, (id) => (id % 2 ? null : { a: String(id) })),
    );
    await expectFilled(
      OneOf([Int(), Float(), Const(null)]),
      times(500, (id) => [id, id / 2, null][id % 3]),
    );
    await expectFilled(
      AllOf(Str({ minlen: 1 }), Str({ strip: true })),
      times(500, (id) => JSON.stringify(` ${id} `)),
    );
  });

  test("have rows of values between them: of lines that only checks of the library can decide", async () => {
    const record = Dict({ id: Int(), email: Str({ pattern: /^\p{L}+$/u }) });
    const lines = times(4000, (id) =>
      id % 97 === 0 ? { id, email: "7" } : id % 31 === 0 ? '{"id":1,"id":2,"email":"x"}' : { id, email: "abc" },
    );
    const [batches] = await compared(record, lines.join("\n"));
    expect(batches[0]?.issues.length).toBeGreaterThan(40);
  });

  test("end where those end that are built, and stand beside the lines that were refused", async () => {
    const record = Dict({ id: Int({ max: 5000 }), text: Str() });
    const lines = times(6000, (id) => (id % 11 ? { id, text: "a".repeat(id % 100) } : id % 2 ? "{" : ""));
    for (const rows of [1, 500, 1e6]) {
      const [batches] = await compared(record, lines.join("\n"), { rows });
      if (rows === 1) expect(batches.length).toBeGreaterThan(3);
    }
  });

  test("are built of values where the engine knows no such columns, or code of yours has a part in them", async () => {
    const day = Dict({ day: DateOf({ format: "iso" }) });
    const even = Dict({
      id: AllOf(
        Int(),
        Check((id) => id % 2 === 0),
      ),
    });
    for (const [validator, line] of [
      [day, '{"day":"2026-02-28"}'],
      [even, '{"id":2}'],
    ] as const) {
      const [batches, rows] = await compared(validator, times(2000, () => line).join("\n"));
      expect([batches[0]?.rows, rows]).toEqual([2000, 0]);
    }
  });

  test("belong to the caller: no later batch changes them", async () => {
    const record = Dict({ id: Int(), text: Str() });
    const source = times(9000, (id) => ({ id, text: `text ${id}` })).join("\n");
    const before: [ColumnBatch, string][] = [];
    for await (const batch of record.columns(source, { rows: 100 })) before.push([batch, JSON.stringify(parts(batch))]);
    expect(before.length).toBeGreaterThan(2);
    for (const [batch, text] of before) expect(JSON.stringify(parts(batch))).toBe(text);
  });

  test("of a batch that has no others are not copied: they are parts of one buffer", async () => {
    const record = Dict({ id: Int(), text: Str() });
    const lines = times(20_000, (id) => ({ id, text: `text ${id}` })).join("\n");
    const [first, second] = await all(record.columns(lines));
    if (engineInUse().impl !== "N-API") return;
    const buffers = [first, second].map(({ columns: { id, text } = {} } = {} as never) =>
      [id?.values, text?.values, text?.offsets].map((array) => array?.buffer),
    );
    for (const [buffer, ...others] of buffers) for (const other of others) expect(other).toBe(buffer);
    expect(buffers[0]?.[0]).not.toBe(buffers[1]?.[0]);
  });

  test("are as many as rows of the batch where too much memory ends the call in the middle of one", async () => {
    const most = Room.MOST;
    onTestFinished(() => {
      Room.MOST = most;
    });
    Room.MOST = 200_000;
    const lines = `${times(200, () => ({ text: "x".repeat(90) })).join("\n")}\n`;
    const chunks = Array.from({ length: 30 }, () => new TextEncoder().encode(lines));
    const batches: ColumnBatch[] = [];
    const call = async (): Promise<void> => {
      for await (const batch of Dict({ text: Str() }).columns(chunks)) batches.push(batch);
    };
    await expect(call()).rejects.toThrow(/take more than 200000 bytes/);
    // Those before the lines that take too much; of the addon they wait for their batch, of all others one is half in.
    expect(batches.reduce((sum, { rows }) => sum + rows, 0)).toBe(2000);
    for (const { rows, lines, columns } of batches) expect([columns.text?.length, lines]).toEqual([rows, rows]);
  });

  test("are the same of random validators and lines, whatever is wrong with some", async () => {
    let total = 0;
    for (let seed = 0; seed < sweep(5, 300); seed++) {
      const random = new Random(seed + 1_000_000);
      const { validator, text } = randomCase(random);
      const lines = Array.from({ length: random.below(400) + 20 }, () => {
        const line = text(random);
        if (!random.chance(0.05)) return line;
        const at = random.below(line.length + 1);
        return random.pick([
          `${line.slice(0, at)}${line.slice(at + 1)}`,
          `${line},`,
          "",
          "null",
          '"\\ud800"',
          ` ${line}`,
        ]);
      });
      // Texts that are long enough to be left to the engine.
      const source = `${lines.join("\n")}\n`.repeat(Math.ceil(20_000 / (lines.join().length + 1)));
      const [, rows] = await compared(validator, source, { rows: random.pick([1, 300, 65_536]) });
      total += rows;
    }
    if (isNative) expect(total).toBeGreaterThan(5000);
  });
});
