import { Readable, Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { Kept, keptOnTheWeb, record } from "./streams.ts";

describe("the outputs of filterLines", () => {
  test("are ended with the call, unless they are to stay open", async () => {
    const [valid, invalid] = [new Kept(), new Kept()];
    await record.filterLines("{}", { valid, invalid });
    expect([valid.writableFinished, invalid.writableFinished]).toEqual([true, true]);
    const open = new Kept();
    for (const id of [1, 2]) await record.filterLines(`{"id":${id}}\n`, { valid: open, end: false });
    expect(open.text).toBe('{"id":1}\n{"id":2}\n');
    expect(open.writableEnded).toBe(false);
    expect(open.eventNames().filter((name) => name !== "prefinish" && open.listenerCount(name) > 0)).toEqual([]);
  });

  test("may be streams of the web", async () => {
    const [valid, errorsTo] = [keptOnTheWeb(), keptOnTheWeb()];
    await record.filterLines('{"id":1}\r\n{"id":-1}\n\n{"id":2,"tags":[1,"abcd"]}\n{"id":3}', {
      valid: valid.stream,
      errorsTo: errorsTo.stream,
      errors: "first",
    });
    expect([valid.text(), valid.ended()]).toEqual(['{"id":1}\r\n\n{"id":3}', true]);
    expect(errorsTo.text().split("\n")).toHaveLength(3);
    const open = keptOnTheWeb();
    for (const id of [1, 2]) await record.filterLines(`{"id":${id}}\n`, { valid: open.stream, end: false });
    expect([open.text(), open.ended(), open.stream.locked]).toEqual(['{"id":1}\n{"id":2}\n', false, false]);
  });

  test("apply back-pressure: a slow one holds up the source, and little is buffered", async () => {
    let produced = 0;
    let most = 0;
    let consumed = 0;
    const slow = new Writable({
      highWaterMark: 1,
      write(chunk, _encoding, done) {
        most = Math.max(most, produced - consumed);
        consumed += chunk.length;
        setTimeout(done, 1);
      },
    });
    async function* endless() {
      for (let chunk = 0; chunk < 20; chunk++) {
        const bytes = '{"id":1}\n'.repeat(8000);
        produced += bytes.length;
        yield bytes;
      }
    }
    await record.filterLines(endless(), { valid: slow });
    expect(consumed).toBe(20 * 72_000);
    expect(most).toBeLessThan(72_000 * 5);
  });

  test("get short lines together, and a long one as it is", async () => {
    const sizes: number[] = [];
    const valid = new Writable({
      highWaterMark: 1 << 20,
      write(chunk, _encoding, done) {
        sizes.push(chunk.length);
        done();
      },
    });
    const short = '{"id":1}\n';
    const long = `{"id":1${" ".repeat(20_000)}}\n`;
    await record.filterLines(`${`${short}{}\n`.repeat(100)}${long}{}\n`, { valid, errors: "none" });
    expect(sizes).toEqual([100 * short.length, long.length]);
  });

  test("that fail end the call and the source, with their error, and the other outputs too", async () => {
    const failure = new Error("disk full");
    const source = new Readable({ read() {} });
    source.push('{"id":1}\n');
    const other = new Kept();
    other.on("error", () => {});
    const valid = new Writable({ write: (_chunk, _encoding, done) => done(failure) });
    await expect(record.filterLines(source, { valid, invalid: other })).rejects.toBe(failure);
    expect([source.destroyed, other.destroyed]).toEqual([true, true]);
    const web = new WritableStream({
      write() {
        throw failure;
      },
    });
    await expect(record.filterLines("1\n", { invalid: web })).rejects.toBe(failure);
  });

  test("that are closed early end the call", async () => {
    const source = new Readable({ read() {} });
    const valid = new Kept();
    const call = record.filterLines(source, { valid });
    setTimeout(() => valid.destroy(), 5);
    await expect(call).rejects.toThrow("valid was closed before all was written");
    expect(source.destroyed).toBe(true);
    const failure = new Error("The client has gone.");
    const web = new WritableStream({
      start(controller) {
        setTimeout(() => controller.error(failure), 5);
      },
    });
    await expect(record.filterLines(new Readable({ read() {} }), { valid: web })).rejects.toBe(failure);
    await expect(record.filterLines("1", { invalid: valid })).rejects.toThrow();
    await expect(record.filterLines("", { valid })).rejects.toThrow("valid was closed before all was written");
  });

  test("that are closed while they are ended end the call", async () => {
    // As a response does, whose client has gone.
    const valid = new Kept();
    valid.end = (() => setTimeout(() => valid.emit("close"), 5)) as never;
    const call = record.filterLines('{"id":1}\n', { valid });
    await expect(call).rejects.toThrow("valid was closed before all was written");
  });

  test("that fail cause no unhandled error, even if they stay open and fail late", async () => {
    const failure = new Error("disk full");
    const valid = new Writable({
      write: (_chunk, _encoding, done) => done(failure),
      // As a file, which is closed first.
      destroy: (error, done) => void setTimeout(() => done(error), 10),
    });
    await expect(record.filterLines('{"id":1}\n', { valid, end: false })).rejects.toBe(failure);
    await new Promise((resolve) => valid.on("close", resolve));
    expect(valid.errored).toBe(failure);
  });

  test("of errors apply back-pressure within a chunk: little is buffered, for any number of errors", async () => {
    let most = 0;
    const errorsTo: Writable = new Writable({
      write(_chunk, _encoding, done) {
        most = Math.max(most, errorsTo.writableLength);
        setImmediate(done);
      },
    });
    expect(await record.filterLines("x\n".repeat(5000), { errorsTo })).toMatchObject({ bad: 5000 });
    expect(most).toBeLessThan(200_000);
  });
});
