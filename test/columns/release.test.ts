/** Batches whose memory is given back: they are empty then, and no other batch changes. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { engineInUse } from "../../src/core/json/in-use.ts";
import { type Column, type ColumnBatch, Dict, Float, Int, List, Nullable, Str, toIpc } from "../../src/index.ts";
import { Date as DateOf } from "../../src/validators/date.ts";
import { Random } from "../native/random.ts";
import { all } from "../support/all.ts";
import { sweep } from "../support/sweep.ts";

const members = {
  id: Int({ min: 0, max: 1_000_000 }),
  price: Nullable(Float()),
  tags: List(Str()),
  side: Str({ options: ["buy", "sell"] }),
};
const trade = Dict(members);
const dated = Dict({ ...members, day: DateOf({ format: "iso" }) });

const records = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, id) => ({
    id,
    price: id % 5 === 0 ? null : id / 4,
    tags: Array.from({ length: id % 4 }, (_, tag) => `tag ${id}.${tag}`),
    side: id % 3 === 0 ? "buy" : "sell",
    ...more,
  }));
const lines = (count: number, more?: object): string =>
  records(count, more)
    .map((record) => `${JSON.stringify(record)}\n`)
    .join("");

/** All arrays of columns, as numbers. */
const contentOf = (columns: Iterable<Column>): unknown[] =>
  Array.from(columns, ({ validity, values, offsets, children }) => [
    ...[validity, values, offsets].map((array) => array && Array.from(array as Iterable<number | bigint>)),
    contentOf(children),
  ]);
const arraysOf = (columns: Iterable<Column>): ArrayLike<unknown>[] =>
  Array.from(columns, ({ validity, values, offsets, children }) => [
    ...[validity, values, offsets].filter((array) => array !== undefined),
    ...arraysOf(children),
  ]).flat();

/** How often memory came back to the engine. */
function watchReuse(): { count: number } {
  const engine = engineInUse();
  const watched = { count: 0 };
  const open = engine.openColumns?.bind(engine);
  if (open === undefined) return watched;
  vi.spyOn(engine, "openColumns").mockImplementation((...args) => {
    const reader = open(...args);
    if (reader === undefined) return undefined;
    const { reuse } = reader;
    reader.reuse = (memory) => {
      watched.count++;
      reuse(memory);
    };
    return reader;
  });
  return watched;
}

afterEach(() => vi.restoreAllMocks());

describe("a batch that is released", () => {
  test.each([
    ["of the engine", trade, {}, {}],
    ["built of values", dated, { day: "2020-02-29" }, {}],
    ["of a JSON array", trade, {}, { format: "json" }],
  ])("%s is empty, and later ones are right", async (_, validator, more, options) => {
    const all = records(5000, more);
    const source = "format" in options ? JSON.stringify(all) : lines(5000, more);
    const kept: unknown[] = [];
    for await (const batch of validator.columns(source, {
      ...options,
      rows: 500,
    } as object) as AsyncIterable<ColumnBatch>)
      kept.push(contentOf(Object.values(batch.columns)));
    let index = 0;
    for await (const batch of validator.columns(source, {
      ...options,
      rows: 500,
    } as object) as AsyncIterable<ColumnBatch>) {
      const columns = Object.values(batch.columns);
      const { rows } = batch;
      expect(contentOf(columns)).toEqual(kept[index++]);
      batch.release();
      expect(arraysOf(columns).every(({ length }) => length === 0)).toBe(true);
      expect([batch.rows, columns[0]?.length]).toEqual([rows, rows]);
      batch.release();
    }
    expect([index, kept.length > 2]).toEqual([kept.length, true]);
  });

  test("gives its memory to the engine once, and only its own", async () => {
    const reused = watchReuse();
    const mine = new Float64Array(8).fill(7);
    let batches = 0;
    for await (const batch of trade.columns(lines(4000), { rows: 300 })) {
      batches++;
      (batch.columns.price as { values: unknown }).values = mine;
      batch.release();
      batch.release();
    }
    expect([...mine]).toEqual(Array(8).fill(7));
    expect(batches).toBeGreaterThan(2);
    if (engineInUse().impl === "N-API") expect(reused.count).toBe(batches);
  });

  test("leaves a buffer alone that the caller has transferred", async () => {
    const taken: { array: Float64Array; before: number[] }[] = [];
    for await (const batch of trade.columns(lines(4000), { rows: 300 })) {
      const { buffer, byteOffset, length } = batch.numbers.price;
      const before = [...batch.numbers.price];
      const moved = structuredClone(buffer as ArrayBuffer, { transfer: [buffer as ArrayBuffer] });
      taken.push({ array: new Float64Array(moved, byteOffset, length), before });
      batch.release();
    }
    for (const { array, before } of taken) expect([...array]).toEqual(before);
  });

  test("changes no other one, in whatever order they are released", async () => {
    for (let seed = 0; seed < sweep(10, 200); seed++) {
      const random = new Random(seed);
      const held: { batch: ColumnBatch; content: unknown }[] = [];
      for await (const batch of trade.columns(lines(random.below(6000)), { rows: 1 + random.below(900) })) {
        held.push({ batch: batch as ColumnBatch, content: contentOf(Object.values(batch.columns)) });
        while (random.chance(0.6) && held.length > 0) held.splice(random.below(held.length), 1)[0]?.batch.release();
      }
      for (const { batch, content } of held)
        expect([seed, contentOf(Object.values(batch.columns))]).toEqual([seed, content]);
    }
  });

  test("empties the RecordBatch that shares its memory", async () => {
    for await (const batch of trade.columns(lines(3))) {
      const arrow = await batch.toArrow<import("apache-arrow").RecordBatch>();
      expect(arrow.getChild("id")?.get(2)).toBe(2);
      batch.release();
      expect(arrow.getChild("id")?.get(2)).toBeUndefined();
    }
  });
});

test("toIpc says that a part was transferred before those of its batch were read, in place of parts without bytes", async () => {
  const source = records(9000)
    .map((record) => `${JSON.stringify({ ...record, tags: ["t".repeat(40)] })}\n`)
    .join("");
  const large = (part: Uint8Array): boolean => part.length >= 16 * 1024;
  const parts = await all(toIpc(trade.columns(source)));
  if (parts.filter(large).length < 2) throw new Error("one part is large");
  const transferred = async (): Promise<void> => {
    for await (const part of toIpc(trade.columns(source)))
      if (large(part)) structuredClone(part, { transfer: [part.buffer as ArrayBuffer] });
  };
  if (engineInUse().impl === "N-API") await expect(transferred()).rejects.toThrow("a part of toIpc was transferred");
  const copied: Uint8Array[] = [];
  for await (const part of toIpc(trade.columns(source))) copied.push(structuredClone(part));
  expect(Buffer.concat(copied).equals(Buffer.concat(parts))).toBe(true);
});
