import { Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { textWidth } from "../../src/cli/display.ts";
import { Progress } from "../../src/cli/progress.ts";
import { Sink } from "../../src/cli/sink.ts";
import { Kept } from "./host.ts";

const failing = (code: string): Writable =>
  new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) });

const yieldToEventLoop = (): Promise<void> => new Promise((done) => setImmediate(done));

describe("a sink", () => {
  test("joins small writes to blocks", async () => {
    const stream = new Kept();
    const sink = new Sink(stream);
    for (let i = 0; i < 10_000; i++) sink.write("0123456789");
    await sink.end();
    expect(stream.text).toBe("0123456789".repeat(10_000));
    expect(stream.chunks.length).toBeLessThan(5);
    expect(stream.writableEnded).toBe(false);
  });

  test("writes texts larger than a block in order", async () => {
    const stream = new Kept();
    const sink = new Sink(stream);
    sink.write("a");
    sink.write("b".repeat(200_000));
    sink.write("c");
    await sink.end();
    expect(stream.text).toBe(`a${"b".repeat(200_000)}c`);
  });

  test("applies back-pressure", async () => {
    const waiting: (() => void)[] = [];
    const stream = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => void waiting.push(done) });
    const sink = new Sink(stream);
    expect(sink.full).toBe(false);
    await sink.ready();
    sink.write("x");
    sink.flush();
    expect(sink.full).toBe(true);
    let ready = false;
    const wait = sink.ready().then(() => {
      ready = true;
    });
    await yieldToEventLoop();
    expect(ready).toBe(false);
    waiting.shift()?.();
    await wait;
    expect(sink.full).toBe(false);
  });

  test("lets its writer continue before the stream is drained", async () => {
    const waiting: (() => void)[] = [];
    const stream = new Writable({ highWaterMark: 2, write: (_chunk, _encoding, done) => void waiting.push(done) });
    const sink = new Sink(stream);
    for (const text of ["x", "y"]) {
      sink.write(text);
      sink.flush();
    }
    expect(sink.full).toBe(true);
    waiting.shift()?.();
    await sink.ready();
    expect(stream.writableLength).toBe(1);
  });

  test("does not reuse blocks that the stream may still hold", async () => {
    const stream = new Kept();
    const sink = new Sink(stream);
    sink.write("a".repeat(300_000));
    await yieldToEventLoop();
    sink.write("b".repeat(300_000));
    await sink.end();
    expect(stream.text).toBe("a".repeat(300_000) + "b".repeat(300_000));
  });

  test("discards writes after its reader has closed it", async () => {
    const sink = new Sink(failing("EPIPE"));
    sink.write("x");
    sink.flush();
    await yieldToEventLoop();
    expect(sink.closed).toBe(true);
    sink.write("y".repeat(100_000));
    await sink.ready();
    await sink.end();
  });

  test("reports a failed write", async () => {
    const sink = new Sink(failing("ENOSPC"));
    sink.write("x");
    await expect(sink.end()).rejects.toThrow("cannot write the standard output: ENOSPC");
    expect(sink.closed).toBe(false);
    await expect(sink.ready()).rejects.toThrow("cannot write the standard output: ENOSPC");
  });
});

describe("the progress bar", () => {
  const MB = 1e6;
  const bar = (total: number | undefined, screen = new Kept({ columns: 80 }), label = "data") => {
    let now = 0;
    const progress = new Progress(screen, label, total, () => now);
    return {
      screen,
      progress,
      at(seconds: number, done: number, note = "") {
        now = seconds * 1000;
        progress.show(done, note);
      },
    };
  };

  test("shows part, amount and speed", () => {
    const { screen, at } = bar(1000 * MB);
    at(2, 500 * MB, "3 bad");
    expect(screen.text).toBe(
      `\r\x1b[Kdata  ${"\u2588".repeat(12)}${"\u2591".repeat(12)}  50%  500 MB  250 MB/s  3 bad`,
    );
  });

  test("shows no percentage for an unknown size", () => {
    const { screen, at } = bar(undefined);
    at(2, 500 * MB);
    expect(screen.text).toBe("\r\x1b[Kdata  500 MB  250 MB/s  ");
  });

  test("is never more than full or wider than the screen", () => {
    const { screen, at } = bar(100 * MB, new Kept({ columns: 40 }));
    at(1, 200 * MB);
    expect(screen.text).toContain("\u2588".repeat(24));
    expect(screen.text.length).toBe("\r\x1b[K".length + 39);
  });

  test("assumes 80 columns if the screen has no width", () => {
    for (const columns of [{}, { columns: 0 }]) {
      const screen = Object.assign(new Kept(), { isTTY: true, ...columns });
      const { at } = bar(1000 * MB, screen);
      at(1, 500 * MB, "x".repeat(100));
      expect(screen.text.length).toBe("\r\x1b[K".length + 79);
    }
  });

  test("neutralizes and truncates the name", () => {
    const { screen, at } = bar(1000 * MB, undefined, `\x1b]0;title\x07\x9b\u202e${"\u65e5".repeat(100)}`);
    at(1, 500 * MB);
    const shown = screen.text.replace("\r\x1b[K", "");
    expect(shown).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    expect(textWidth(shown)).toBeLessThanOrEqual(79);
    expect(shown).toContain(" 50%  500 MB");
  });

  test("does not split a character", () => {
    const { screen, at } = bar(undefined, new Kept({ columns: 30 }), "\u{1f600}".repeat(50));
    at(1, 500 * MB);
    expect(screen.text).toContain("\u{1f600}");
    expect(screen.text).not.toContain("\ufffd");
  });

  test("is not drawn for every chunk", () => {
    const { screen, at } = bar(1000 * MB);
    for (let i = 0; i < 100; i++) at(i / 100, i * 10 * MB);
    expect(screen.chunks.length).toBe(9);
  });

  test.each([
    ["small input", 15 * MB, 15 * MB, true],
    ["a stream that is small so far", undefined, 15 * MB, true],
    ["no terminal", 1000 * MB, 500 * MB, false],
  ])("is not shown for %s", (_, total, done, terminal) => {
    const { screen, at, progress } = bar(total, terminal ? new Kept({ columns: 80 }) : new Kept());
    at(5, done);
    progress.hide();
    expect(screen.text).toBe("");
  });

  test("is hidden for other output and drawn again at once", () => {
    const { screen, at, progress } = bar(1000 * MB);
    at(1, 500 * MB);
    progress.hide();
    progress.hide();
    expect(screen.chunks.slice(1).map(String)).toEqual(["\r\x1b[K"]);
    at(1.001, 501 * MB);
    expect(screen.chunks.length).toBe(3);
  });
});
