import { Readable } from "node:stream";
import { describe, expect, expectTypeOf, test } from "vitest";
import { AllOf, Check, Dict, Int, type LineBatch, Str } from "../../src/index.ts";
import { engineInUse } from "../../src/json/in-use.ts";
import { record } from "./streams.ts";

async function all<T>(batches: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const batch of batches) found.push(batch);
  return found;
}

const lineOf = (id: number): string => `${JSON.stringify({ id, name: `n\u00e4me ${id}` })}\n`;
const named = Dict({ id: Int({ min: 0 }), name: Str() });

describe("batches", () => {
  test("yield values and issues with the number and offset of their lines", async () => {
    const [batch, ...others] = await all(record.batches('{"id":1}\n\n{"id":"x"}\n{"id":2}\r\n{"id"\n'));
    expect(others).toEqual([]);
    expect(batch).toMatchObject({
      values: [{ id: 1 }, { id: 2 }],
      issues: [
        { line: 3, offset: 10, error: { line: 3, column: 7, offset: 16 } },
        { line: 5, offset: 31, error: { reason: "syntax", line: 5 } },
      ],
      line: 1,
      lines: 5,
      offset: 0,
      bytes: 37,
    });
    expect(Object.keys(batch as object)).toEqual(["values", "issues", "line", "lines", "offset", "bytes"]);
    expectTypeOf(named.batches("")).toExtend<AsyncGenerator<LineBatch<{ id: number; name: string }>>>();
  });

  test("have no more than a chunk, and together every line once", async () => {
    const text = Buffer.from(Array.from({ length: 20_000 }, (_, id) => lineOf(id % 7 === 6 ? -1 : id)).join(""));
    const chunks = Array.from({ length: Math.ceil(text.length / 50_000) }, (_, i) =>
      text.subarray(i * 50_000, (i + 1) * 50_000),
    );
    let [line, offset, good, bad] = [1, 0, 0, 0];
    for (const batch of await all(named.batches(Readable.from(chunks)))) {
      expect([batch.line, batch.offset]).toEqual([line, offset]);
      expect(batch.values.length + batch.issues.length).toBe(batch.lines);
      for (const issue of batch.issues) expect((issue.line - 1) % 7).toBe(6);
      line += batch.lines;
      offset += batch.bytes;
      good += batch.values.length;
      bad += batch.issues.length;
    }
    expect([line, offset, good, bad]).toEqual([20_001, text.length, 17_143, 2857]);
  });

  test("are validated together by the addon", async () => {
    const { tally } = engineInUse() as { tally?: { native: number } };
    const text = Array.from({ length: 5000 }, (_, id) => lineOf(id)).join("");
    await all(named.batches(text));
    const before = tally?.native ?? 0;
    const batches = await all(named.batches(text));
    expect(batches.flatMap(({ values }) => values)).toHaveLength(5000);
    if (tally) expect(tally.native - before).toBe(5000);
  });

  test("a line that is too long is an issue, and the bytes add up", async () => {
    const text = `${lineOf(1)}${" ".repeat(300)}${lineOf(2)}${lineOf(3)}`;
    for (const size of [7, 100, 1000]) {
      const chunks = text.match(new RegExp(`[^]{1,${size}}`, "gu")) as string[];
      const batches = await all(named.batches(chunks, { maxLineBytes: 100 }));
      expect(batches.flatMap(({ values }) => values.map(({ id }) => id))).toEqual([1, 3]);
      expect(batches.flatMap(({ issues }) => issues.map((one) => one.line))).toEqual([2]);
      expect(batches.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(Buffer.byteLength(text));
    }
  });

  test("lines of a schema with code of the user are the same", async () => {
    const even = AllOf(
      named,
      Check(({ id }) => id % 2 === 0),
    );
    const [batch] = await all(even.batches([1, 2, 3, 4].map(lineOf).join("")));
    expect(batch?.values.map(({ id }) => id)).toEqual([2, 4]);
    expect(batch?.issues.map(({ line }) => line)).toEqual([1, 3]);
  });

  test("async functions are waited for", async () => {
    const later = AllOf(
      named,
      Check(async ({ id }: { id: number }) => id % 2 === 0, { async: true }),
    );
    const [batch] = await all(later.batches([1, 2, 3, 4].map(lineOf).join("")));
    expect(batch?.values.map(({ id }) => id)).toEqual([2, 4]);
    expect(batch?.issues.map(({ line }) => line)).toEqual([1, 3]);
  });

  test("every line ending in a backslash, or with an open quote, costs no more than by itself", async () => {
    for (const bad of ["1\\", '"', '{"id":1,"name":"\\']) {
      const batches = await all(named.batches(`${bad}\n`.repeat(20_000)));
      expect(batches.flatMap(({ issues }) => issues)).toHaveLength(20_000);
    }
  });

  test("leaving the loop closes the source, and a signal ends it", async () => {
    const source = Readable.from([lineOf(1), lineOf(2)]);
    for await (const _ of named.batches(source)) break;
    expect(source.destroyed).toBe(true);
    await expect(all(named.batches(lineOf(1), { signal: AbortSignal.abort(new Error("over")) }))).rejects.toThrow(
      "over",
    );
    await expect(all(named.batches(lineOf(1), { thread: 1 } as object))).rejects.toThrow("thread");
  });
});
