import { EventEmitter } from "node:events";
import { Readable, Writable } from "node:stream";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Output } from "../../src/lines/output.ts";
import { Stop } from "../../src/values/stop.ts";
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
    expect(await record.filterLines("x\n".repeat(1000), { errorsTo })).toMatchObject({ bad: 1000 });
    expect(most).toBeLessThan(100_000);
  });
});

afterEach(() => vi.unstubAllGlobals());

/** Runs what waits for promises that are settled. */
const turn = (): Promise<void> => new Promise(setImmediate);

/** A stream of Node that does nothing by itself. */
class Manual extends EventEmitter {
  destroyed = false;
  readonly writes: Uint8Array[] = [];
  readonly written: ((error?: Error) => void)[] = [];
  readonly end = vi.fn<(ended: (error?: Error) => void) => void>();
  readonly destroy = vi.fn();

  write(bytes: Uint8Array, written: (error?: Error) => void): boolean {
    this.writes.push(bytes);
    this.written.push(written);
    return true;
  }
}

function manual() {
  const stream = new Manual();
  const stop = new Stop(undefined);
  return { stream, stop, output: new Output(stream as never, "valid", stop) };
}

interface Later {
  readonly promise: Promise<void>;
  resolve(): void;
  reject(reason: unknown): void;
}

/** A promise that the test settles. */
function later(): Later {
  let settle: Omit<Later, "promise"> | undefined;
  const promise = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { ...(settle as unknown as Later), promise };
}

/** A writer of the web that does nothing by itself. */
function manualOnTheWeb() {
  const closed = later();
  const ready = later();
  const writes: Later[] = [];
  const writer = {
    closed: closed.promise,
    ready: ready.promise,
    write: vi.fn((_bytes: Uint8Array) => {
      writes.push(later());
      return writes.at(-1)?.promise as Promise<void>;
    }),
    close: vi.fn(async () => {}),
    abort: vi.fn(async (_reason: unknown) => {}),
    releaseLock: vi.fn(() => closed.reject(new TypeError("released"))),
  };
  const stop = new Stop(undefined);
  const output = new Output({ getWriter: () => writer } as never, "valid", stop);
  return { writer, closed, ready, writes, stop, output };
}

/** Whether a promise is settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const settle = (): void => {
    settled = true;
  };
  promise.then(settle, settle);
  await turn();
  return settled;
}

describe("an output", () => {
  const LARGE = 16 * 1024;
  const BLOCK = 64 * 1024;

  test.each<[type: string, stream: unknown]>([
    ["null", null],
    ["integer", 5],
    ["object", { write() {}, end() {} }],
    ["object", { write() {}, on() {} }],
    ["object", { end() {}, on() {} }],
    ["object", { getWriter: 1 }],
  ])("is not made of what is no writable stream: %s", (type, stream) => {
    const open = () => new Output(stream as never, "invalid", new Stop(undefined));
    expect(open).toThrow(new TypeError(`invalid should be a writable stream, not ${type}`));
  });

  test("joins short writes to blocks, and writes a long one as it is, after those before it", () => {
    const { stream, output } = manual();
    const sizes = (...given: number[]): number[] => {
      for (const size of given) output.write(new Uint8Array(size));
      return stream.writes.splice(0).map(({ length }) => length);
    };
    expect(sizes(1, LARGE - 1)).toEqual([]);
    expect(sizes(LARGE)).toEqual([LARGE, LARGE]);
    expect(sizes(LARGE)).toEqual([LARGE]);
    const quarter = BLOCK / 4 - 1;
    expect(sizes(quarter, quarter, quarter, quarter, 3)).toEqual([]);
    expect(sizes(1)).toEqual([BLOCK]);
    expect(sizes(quarter, quarter, quarter, quarter, 3)).toEqual([]);
    output.flush();
    output.flush();
    expect(sizes()).toEqual([BLOCK - 1]);
  });

  test("copies no bytes that are written alone", () => {
    const { stream, output } = manual();
    const [short, long] = [new Uint8Array(1), new Uint8Array(LARGE)];
    output.write(short);
    output.flush();
    output.write(new Uint8Array(1));
    output.write(long);
    expect([stream.writes[0] === short, stream.writes[2] === long]).toEqual([true, true]);
  });

  test("is full until it is flushed, if a part of what was written has filled it", async () => {
    const { stream, output } = manual();
    output.write(new Uint8Array(1));
    expect([output.flush(), output.isFull]).toEqual([undefined, false]);
    const write = vi.spyOn(stream, "write");
    write.mockImplementationOnce(() => false).mockImplementationOnce(() => true);
    output.write(new Uint8Array(1));
    output.write(new Uint8Array(LARGE));
    expect(output.isFull).toBe(true);
    const full = output.flush() as Promise<unknown>;
    expect([output.isFull, output.flush(), await isSettled(full)]).toEqual([false, undefined, false]);
    stream.emit("drain");
    expect(await isSettled(full)).toBe(true);
    write.mockImplementationOnce(() => false);
    output.write(new Uint8Array(LARGE));
    output.write(new Uint8Array(1));
    expect(output.flush()).toBeInstanceOf(Promise);
  });
});

describe("an output that is a stream of Node", () => {
  const closed = new Error("valid was closed before all was written");

  test("is ended once all is written, and then left alone", async () => {
    const { stream, stop, output } = manual();
    output.write(new Uint8Array(1));
    output.flush();
    output.write(new Uint8Array(1));
    const end = output.end(true);
    expect(stream.writes).toHaveLength(2);
    stream.written[0]?.();
    await turn();
    expect(stream.end).not.toHaveBeenCalled();
    stream.written[1]?.();
    await turn();
    const [[ended]] = stream.end.mock.calls as [[() => void]];
    expect(await isSettled(end)).toBe(false);
    ended();
    stream.emit("close");
    await end;
    expect([stop.stopped, stream.eventNames()]).toEqual([false, []]);
  });

  test("is left open, if it is to be", async () => {
    const { stream, output } = manual();
    await output.end(false);
    expect(stream.eventNames()).toEqual([]);
    expect(stream.end).not.toHaveBeenCalled();
  });

  test("is left open, if it is the standard output or error", async () => {
    for (const name of ["stdout", "stderr"]) {
      const { stream, output } = manual();
      vi.stubGlobal("process", { [name]: stream });
      await output.end(true);
      output.abandon(closed, true);
      vi.unstubAllGlobals();
      expect(stream.eventNames()).toEqual([]);
      expect([stream.end.mock.calls, stream.destroy.mock.calls]).toEqual([[], []]);
    }
  });

  test("is ended where no process is known", () => {
    const { stream, output } = manual();
    vi.stubGlobal("process", undefined);
    void output.end(true);
    vi.unstubAllGlobals();
    expect(stream.end).toHaveBeenCalledOnce();
  });

  test.each<[what: string, act: (stream: Manual) => void, reason: unknown]>([
    ["an error of it", (stream) => stream.emit("error", "gone"), "gone"],
    ["an error of a write", (stream) => stream.written[0]?.(new Error("full")), new Error("full")],
    ["its end by somebody else", (stream) => stream.emit("close"), closed],
  ])("%s stops the call", (_, act, reason) => {
    const { stream, stop, output } = manual();
    output.write(new Uint8Array(1));
    output.flush();
    expect(stop.stopped).toBe(false);
    act(stream);
    expect(() => stop.check()).toThrow(reason as Error);
  });

  test("stops the call if it has been closed before it is ended, or cannot be ended", async () => {
    const one = manual();
    one.stream.destroyed = true;
    void one.output.end(true);
    expect(() => one.stop.check()).toThrow(closed);
    const other = manual();
    const end = other.output.end(true);
    other.stream.end.mock.calls[0]?.[0](new Error("full"));
    await expect(end).rejects.toThrow("full");
    expect(other.stop.stopped).toBe(false);
  });

  test("is destroyed by a call that fails, with its error if it is one", () => {
    for (const [reason, expected] of [
      [closed, closed],
      ["stop", undefined],
    ]) {
      const { stream, output } = manual();
      output.abandon(reason, true);
      expect(stream.destroy.mock.calls).toEqual([[expected]]);
      expect(() => stream.emit("error", closed)).not.toThrow();
    }
  });

  test("that stays open after a call that fails is left alone; if it has failed itself, it may fail again", () => {
    const well = manual();
    well.output.abandon(closed, false);
    expect(well.stream.eventNames()).toEqual([]);
    const ill = manual();
    ill.stream.emit("error", closed);
    ill.output.abandon(closed, false);
    expect(ill.stream.eventNames()).toEqual(["error"]);
    expect(() => ill.stream.emit("error", closed)).not.toThrow();
    expect([well.stream.destroy.mock.calls, ill.stream.destroy.mock.calls]).toEqual([[], []]);
  });
});

describe("an output that is a stream of the web", () => {
  test("is full until it is ready", async () => {
    const { writer, ready, output } = manualOnTheWeb();
    const bytes = new Uint8Array(1);
    output.write(bytes);
    const full = output.flush() as Promise<unknown>;
    expect(writer.write.mock.calls).toEqual([[bytes]]);
    expect(await isSettled(full)).toBe(false);
    ready.resolve();
    expect(await isSettled(full)).toBe(true);
  });

  test.each([true, false])("is closed, or released, once all is written: close %s", async (close) => {
    const { writer, writes, stop, output } = manualOnTheWeb();
    output.write(new Uint8Array(1));
    const end = output.end(close);
    expect(await isSettled(end)).toBe(false);
    expect(writer.releaseLock).not.toHaveBeenCalled();
    writes[0]?.resolve();
    await end;
    await turn();
    expect([writer.close.mock.calls.length, writer.releaseLock.mock.calls.length]).toEqual(close ? [1, 0] : [0, 1]);
    expect(stop.stopped).toBe(false);
  });

  test("stops the call if it fails, whether or not something is written", async () => {
    const idle = manualOnTheWeb();
    idle.closed.reject("gone");
    const busy = manualOnTheWeb();
    busy.output.write(new Uint8Array(1));
    busy.output.flush();
    busy.writes[0]?.reject("full");
    await turn();
    expect(() => idle.stop.check()).toThrow("gone");
    expect(() => busy.stop.check()).toThrow("full");
  });

  test("is aborted by a call that fails, or released if it is to stay open", async () => {
    const one = manualOnTheWeb();
    one.writer.abort.mockRejectedValueOnce(new Error("aborted already"));
    one.output.abandon("stop", true);
    const other = manualOnTheWeb();
    other.output.abandon("stop", false);
    await turn();
    expect([one.writer.abort.mock.calls, one.writer.releaseLock.mock.calls]).toEqual([[["stop"]], []]);
    expect([other.writer.abort.mock.calls, other.writer.releaseLock.mock.calls]).toEqual([[], [[]]]);
    expect(other.stop.stopped).toBe(false);
  });
});
