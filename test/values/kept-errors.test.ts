import { EventEmitter } from "node:events";
import { createReadStream } from "node:fs";
import { PassThrough, Readable } from "node:stream";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { Dict, Int } from "../../src/index.ts";
import { keepErrors } from "../../src/values/kept-errors.ts";

const record = Dict({ id: Int() });
const first = (batches: AsyncIterator<unknown>) => batches.next();
const READERS = {
  lines: (source: Readable) => first(record.lines(source)),
  records: (source: Readable) => first(record.records(source, { format: "csv" })),
  batches: (source: Readable) => first(record.batches(source)),
  columns: (source: Readable) => first(record.columns(source, { format: "json" })),
  filterLines: (source: Readable) => record.filterLines(source),
  filterRecords: (source: Readable) => record.filterRecords(source, { format: "csv" }),
};

describe("a stream that fails before it is read", () => {
  test.each(Object.entries(READERS))("fails the call of %s, not the process", async (_, read) => {
    await expect(read(createReadStream("test/no such file"))).rejects.toMatchObject({ code: "ENOENT" });
    const source = new Readable({ read() {} });
    const done = read(source);
    source.destroy(new Error("gone"));
    await expect(done).rejects.toThrow("gone");
    await nextTurn();
    // No more than a loop over a stream leaves.
    const other = new Readable({ read() {} });
    const end = other[Symbol.asyncIterator]().next();
    other.destroy(new Error("gone"));
    await expect(end).rejects.toThrow("gone");
    expect(source.listenerCount("error")).toBeLessThanOrEqual(other.listenerCount("error"));
  });

  test("fails the loop that begins later", async () => {
    for (const loop of [
      (source: Readable) => record.records(source, { format: "json" }),
      (source: Readable) => record.columns(source),
    ]) {
      const source = new PassThrough();
      const records = loop(source);
      source.destroy(new Error("gone"));
      await sleep(5);
      await expect(first(records)).rejects.toThrow("gone");
    }
  });

  test("is listened to until it has been read", () => {
    const source = new EventEmitter();
    const end = keepErrors(source);
    expect(source.emit("error", new Error("gone"))).toBe(true);
    end();
    expect(source.eventNames()).toEqual([]);
  });

  test("is left as it was by sources that are no streams", () => {
    const used = vi.fn();
    const halves = [{ on: used }, { on: used, removeListener: 1 }, { on: 1, removeListener: used }];
    for (const source of [undefined, null, "", new Uint8Array(), [], { on: 1 }, ...halves])
      expect(keepErrors(source)()).toBe(undefined);
    expect(used).not.toHaveBeenCalled();
  });
});
