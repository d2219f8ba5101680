import { Readable } from "node:stream";
import { describe, expect, expectTypeOf, test } from "vitest";
import { engineInUse } from "../../src/core/json/in-use.ts";
import { AllOf, Check, Dict, Int, type LineBatch, Str } from "../../src/index.ts";
import { all } from "../support/all.ts";
import { longTest } from "../support/long.ts";
import { record } from "./streams.ts";

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

  longTest("every line ending in a backslash, or with an open quote, costs no more than by itself", async () => {
    for (const bad of ["1\\", '"', '{"id":1,"name":"\\']) {
      const batches = await all(named.batches(`${bad}\n`.repeat(20_000)));
      expect(batches.flatMap(({ issues }) => issues)).toHaveLength(20_000);
    }
  });

  describe("with threads, are the same lines in the same order", () => {
    const bad = ["", " ", "{", '{"id":-1,"name":""}', `{"id":1,"name":"${"x".repeat(300_000)}"}`, "1\\"];
    const lines = Array.from({ length: 9000 }, (_, id) =>
      id % 1500 === 700 ? `${bad[Math.floor(id / 1500)]}\n` : lineOf(id).repeat(id % 3),
    );
    const text = Buffer.from(`${lines.join("")}{"id":1,"name":"last"}`);
    const chunked = (size: number): Buffer[] =>
      Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.subarray(i * size, (i + 1) * size));
    const summary = async (options: object, size: number) => {
      const batches = await all(named.batches(Readable.from(chunked(size)), options));
      let [line, offset] = [1, 0];
      for (const batch of batches) {
        expect([batch.line, batch.offset]).toEqual([line, offset]);
        line += batch.lines;
        offset += batch.bytes;
      }
      const issues = batches.flatMap((batch) => batch.issues.map((one) => [one.line, one.offset, String(one.error)]));
      return { values: batches.flatMap(({ values }) => values), issues, line, offset };
    };

    test.each([2, 3, 16])("%i", async (threads) => {
      for (const options of [{}, { maxLineBytes: 1000, blank: "error" }]) {
        const expected = await summary(options, 1 << 20);
        expect(expected.line).toBe(text.toString().split("\n").length + 1);
        for (const size of [20_000, 300_000, 1 << 20])
          expect(await summary({ ...options, threads }, size)).toEqual(expected);
      }
    });

    test("another thread of the addon validates them", async () => {
      const { tally } = engineInUse() as { tally?: { native: number } };
      await all(named.batches(lineOf(1).repeat(20_000), { threads: 2 }));
      const before = tally?.native ?? 0;
      await all(named.batches(lineOf(1).repeat(20_000), { threads: 2 }));
      if (tally) expect(tally.native - before).toBe(20_000);
    });

    test("a slow source does not delay known lines, and its error comes after them", async () => {
      let fail: (error: Error) => void = () => {};
      const source = async function* () {
        yield lineOf(1);
        await new Promise((_, reject) => {
          fail = reject;
        });
      };
      const batches = named.batches(source(), { threads: 2 });
      expect((await batches.next()).value).toMatchObject({ values: [{ id: 1 }], lines: 1 });
      const next = batches.next();
      fail(new Error("the source failed"));
      await expect(next).rejects.toThrow("the source failed");
      const failing = async function* () {
        yield lineOf(1).repeat(30_000);
        throw new Error("the source failed");
      };
      let count = 0;
      const read = async () => {
        for await (const { lines } of named.batches(failing(), { threads: 3 })) count += lines;
      };
      await expect(read()).rejects.toThrow("the source failed");
      expect(count).toBe(30_000);
    });

    test("a signal ends them, and so does leaving the loop", async () => {
      const controller = new AbortController();
      const endless = async function* () {
        for (;;) yield lineOf(1).repeat(5000);
      };
      const read = async () => {
        for await (const _ of named.batches(endless(), { threads: 2, signal: controller.signal }))
          controller.abort(new Error("over"));
      };
      await expect(read()).rejects.toThrow("over");
      const source = Readable.from(endless());
      for await (const { lines } of named.batches(source, { threads: 4 })) {
        expect(lines).toBeGreaterThan(0);
        break;
      }
      expect(source.destroyed).toBe(true);
    });

    test("two megabytes of a fast source are read ahead, and no more while the loop waits", async () => {
      const chunk = lineOf(1).repeat(4096);
      let bytes = 0;
      const source = function* () {
        for (;;) {
          bytes += Buffer.byteLength(chunk);
          yield chunk;
        }
      };
      for await (const _ of named.batches(source(), { threads: 2 })) {
        for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
        expect(bytes).toBeLessThan(3 * 1024 * 1024);
        break;
      }
    });

    test("code of the user runs as without, and may validate lines itself", async () => {
      const nested = AllOf(
        named,
        Check(({ id }) => named.isJson(lineOf(id)) && id % 2 === 0),
      );
      const given = Array.from({ length: 9000 }, (_, id) => lineOf(id)).join("");
      const batches = await all(nested.batches(given, { threads: 2 }));
      expect(batches.flatMap(({ values }) => values.map(({ id }) => id))).toEqual(
        Array.from({ length: 4500 }, (_, index) => index * 2),
      );
      const later = AllOf(
        named,
        Check(async () => true, { async: true }),
      );
      expect((await all(later.batches(lineOf(1), { threads: 2 })))[0]?.values).toHaveLength(1);
    });
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

  test.each([1, 2])(
    "with %i threads, the caller may end them with an error, which closes the source",
    async (threads) => {
      const source = Readable.from([lineOf(1), lineOf(2)]);
      const batches = named.batches(source, { threads });
      expect((await batches.next()).value).toMatchObject({ line: 1 });
      const reason = new Error("no more");
      await expect(batches.throw(reason)).rejects.toBe(reason);
      expect(source.destroyed).toBe(true);
      expect(await batches.next()).toEqual({ value: undefined, done: true });
    },
  );
});
