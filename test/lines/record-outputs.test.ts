/** What is around `filterRecords`, `records` and `columns` of each format: slow, failing and aborted ends. */
import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { Dict, Int, type RecordFilterOptions, type RecordFormat, Str } from "../../src/index.ts";
import { Kept } from "./streams.ts";

const item = Dict({ id: Int({ min: 0 }), name: Str() });
const COUNT = 30_000;
const items = Array.from({ length: COUNT }, (_, id) => ({ id: id % 10 === 9 ? -1 : id, name: "n".repeat(60) }));
const jsons = items.map((one) => JSON.stringify(one));
const FILES: Readonly<Record<RecordFormat, string>> = {
  ndjson: jsons.map((one) => `${one}\n`).join(""),
  json: `{"about": 1, "items": [${jsons.join()}]}`,
  "json-seq": jsons.map((one) => `\x1e${one}\n`).join(""),
  csv: `id,name\n${items.map(({ id, name }) => `${id},${name}\n`).join("")}`,
};
const FORMATS = Object.keys(FILES) as RecordFormat[];
const formOf = (format: RecordFormat) => (format === "json" ? { format, at: "/items" } : { format });

/** A stream with the file in chunks, and how much of it has been read. */
function sourceOf(format: RecordFormat) {
  const bytes = Buffer.from(FILES[format]);
  const state = { read: 0 };
  const source = new Readable({
    highWaterMark: 1,
    read() {
      const chunk = bytes.subarray(state.read, state.read + 16_384);
      state.read += chunk.length;
      this.push(chunk.length > 0 ? chunk : null);
    },
  });
  return { source, state, size: bytes.length };
}

/** Listeners of a stream, whatever they are for, but those that Node's own streams have. */
const listenersOf = (stream: Readable | Writable): number =>
  ["drain", "error", "close", "finish", "end", "readable", "data"].reduce(
    (sum, name) => sum + stream.listenerCount(name),
    0,
  );

/** A signal, and how many listen to it. */
function counted() {
  const controller = new AbortController();
  const { signal } = controller;
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  Object.assign(signal, {
    addEventListener: (...args: Parameters<typeof addEventListener>) => {
      listeners++;
      addEventListener.apply(signal, args);
    },
    removeEventListener: (...args: Parameters<typeof removeEventListener>) => {
      listeners--;
      removeEventListener.apply(signal, args);
    },
  });
  return { controller, signal, listeners: () => listeners };
}

/** Waits until nothing more happens. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await nextTurn();
}

describe.each(FORMATS)("filterRecords of %s", (format) => {
  const filter = (source: Readable, outputs: Partial<RecordFilterOptions>) =>
    item.filterRecords(source, { ...formOf(format), ...outputs } as RecordFilterOptions);

  test("reads no more while an output is slow, and leaves no listeners", async () => {
    const { source, state, size } = sourceOf(format);
    const { signal, listeners } = counted();
    let go = (): void => {};
    let taken = 0;
    const slow = new Writable({
      highWaterMark: 1024,
      write(chunk, _, done) {
        taken += chunk.length;
        go = done;
      },
    });
    const fast = new Kept();
    const done = filter(source, { valid: slow, invalid: fast, errorsTo: fast, signal, end: false });
    let last = -1;
    while (last !== taken || taken === 0) {
      last = taken;
      await sleep(30);
    }
    // The source waits: a fraction of the file has been read.
    expect(state.read).toBeLessThan(size / 2);
    const timer = setInterval(() => go());
    const counts = await done;
    clearInterval(timer);
    expect(counts).toMatchObject({ good: COUNT * 0.9, bad: COUNT * 0.1 });
    await settled();
    expect([listenersOf(slow), listenersOf(fast), listeners()]).toEqual([0, 0, 0]);
  });

  test("ends with the error of an output, ends the source and the others, and leaves nothing behind", async () => {
    for (const failing of ["valid", "invalid", "errorsTo"] as const) {
      const { source, state, size } = sourceOf(format);
      const { signal, listeners } = counted();
      let writes = 0;
      const bad = new Writable({
        highWaterMark: 1024,
        write: (_chunk, _encoding, done) => done(++writes < 2 ? undefined : new Error("the disk is full")),
      });
      const others = { valid: new Kept(), invalid: new Kept(), errorsTo: new Kept() };
      const call = filter(source, { ...others, [failing]: bad, signal });
      await expect(call).rejects.toThrow("the disk is full");
      await settled();
      expect([source.destroyed, bad.destroyed, state.read < size, listeners()]).toEqual([true, true, true, 0]);
      for (const [name, one] of Object.entries(others)) if (name !== failing) expect(one.destroyed, name).toBe(true);
    }
  });

  test("ends at once if it is aborted, also while an output is slow", async () => {
    const { source } = sourceOf(format);
    const { controller, signal, listeners } = counted();
    const stuck = new Writable({ highWaterMark: 1, write() {} });
    const call = filter(source, { valid: stuck, signal });
    setTimeout(() => controller.abort(new Error("enough")), 50);
    await expect(call).rejects.toThrow("enough");
    await settled();
    expect([source.destroyed, stuck.destroyed, listeners()]).toEqual([true, true, 0]);
  });

  test("rejects before it opens anything if it is aborted already", async () => {
    const { source, state } = sourceOf(format);
    const valid = new Kept();
    await expect(filter(source, { valid, signal: AbortSignal.abort(new Error("never")) })).rejects.toThrow("never");
    await settled();
    expect([source.destroyed, valid.bytes.length, state.read]).toEqual([true, 0, expect.any(Number)]);
  });

  test.skipIf(process.platform !== "linux")("leaves no file open, however it ends", async () => {
    const folder = mkdtempSync(join(tmpdir(), "validlib-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "in");
    writeFileSync(file, FILES[format]);
    const open = (): number => readdirSync("/proc/self/fd").length;
    const before = open();
    for (let round = 0; round < 6; round++) {
      const controller = new AbortController();
      if (round % 3 === 1) setTimeout(() => controller.abort(), 1);
      const [valid, invalid] = ["valid", "invalid"].map((name) => createWriteStream(join(folder, name)));
      if (round % 3 === 2) setTimeout(() => valid?.destroy(new Error("gone")), 1);
      await filter(createReadStream(file), { valid, invalid, signal: controller.signal }).catch(() => {});
      await Promise.all(
        [valid, invalid].map((one) => one?.closed || new Promise<void>((done) => one?.once("close", () => done()))),
      );
    }
    await sleep(20);
    expect(open()).toBeLessThanOrEqual(before);
    await filter(createReadStream(file), { valid: createWriteStream(join(folder, "valid")) });
    expect(readFileSync(join(folder, "valid")).length).toBeGreaterThan(1000);
  });
});

describe.each(FORMATS)("columns of %s", (format) => {
  const columns = (source: Readable, options: object = {}) =>
    item.columns(source, { ...formOf(format), rows: 2000, ...options });

  test("read no more while the loop is slow", async () => {
    const { source, state, size } = sourceOf(format);
    const batches = columns(source);
    await batches.next();
    await sleep(40);
    expect(state.read).toBeLessThan(size / 2);
    let rows = 0;
    for await (const batch of batches) rows += batch.rows;
    expect(rows).toBeGreaterThan(COUNT / 2);
    await settled();
    expect(source.destroyed).toBe(true);
  });

  test("end the source where the loop ends: with a break, an error, or an abort", async () => {
    for (const end of ["break", "error", "abort"] as const) {
      const { source, state, size } = sourceOf(format);
      const { controller, signal, listeners } = counted();
      const loop = async (): Promise<void> => {
        for await (const _ of columns(source, { signal })) {
          if (end === "break") break;
          if (end === "error") throw new Error("the insert failed");
          controller.abort(new Error("enough"));
        }
      };
      const outcome = await loop().catch((error) => error.message);
      expect(outcome).toBe({ break: undefined, error: "the insert failed", abort: "enough" }[end]);
      await settled();
      expect([source.destroyed, state.read < size, listeners()]).toEqual([true, true, 0]);
    }
  });

  test("end with the error of the source, after the rows before it", async () => {
    const text = FILES[format].slice(0, FILES[format].length / 2);
    const source = Readable.from(
      (async function* () {
        yield Buffer.from(text);
        throw new Error("the network is gone");
      })(),
    );
    let rows = 0;
    const loop = async (): Promise<void> => {
      for await (const batch of columns(source, { rows: 1e6 })) rows += batch.rows;
    };
    await expect(loop()).rejects.toThrow("the network is gone");
    expect(rows).toBeGreaterThan(COUNT / 3);
    await settled();
    expect(source.destroyed).toBe(true);
  });
});
