import { Readable } from "node:stream";
import * as fc from "fast-check";
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import {
  AllOf,
  Check,
  Dict,
  Int,
  JsonDecodeError,
  type LineResult,
  type Result,
  type ValidationError,
} from "../../src/index.ts";
import { all } from "../support/all.ts";
import { cut, encode, ndjson, record, sizes, sources } from "./streams.ts";

/** The results of the lines of a text, each validated by itself. */
function expected(bytes: Uint8Array, blank: "skip" | "error" = "skip"): unknown[] {
  const results: unknown[] = [];
  let offset = 0;
  for (const [index, latin1] of Buffer.from(bytes).toString("latin1").split("\n").entries()) {
    const line = Buffer.from(latin1, "latin1");
    const isLast = offset + line.length === bytes.length;
    const text = index === 0 ? latin1.replace(/^\u00ef\u00bb\u00bf/, "") : latin1;
    const isBlank = /^[ \t\r]*$/.test(text);
    if (!(isLast && line.length === 0) && (blank === "error" || !isBlank)) {
      results.push(placed(record.safeJson(line), { line: index + 1, offset }));
    }
    offset += line.length + 1;
  }
  return results;
}

/** A result as data, its error with all it says. */
function plain(result: LineResult<unknown>): unknown {
  if (result.ok) return result;
  const { error, ...rest } = result;
  return { ...rest, issues: error.issues.map((issue) => ({ ...issue })) };
}

/** The result of a line by itself as that of a line of the stream, where its positions are. */
function placed(result: Result<unknown>, start: { line: number; offset: number }): unknown {
  if (result.ok) return { ...result, ...start };
  const issues = result.error.issues.map(({ message, line = 0, offset = 0, ...issue }) => ({
    ...issue,
    message: message.replace(" at line 1,", ` at line ${start.line},`),
    line: start.line + line - 1,
    offset: start.offset + offset,
  }));
  return { ok: false, ...start, issues };
}

const issueOf = (result: LineResult<unknown>) => (result.ok ? undefined : result.error.issues[0]);

describe("lines", () => {
  test("yields values and errors in order, with number and offset of their lines", async () => {
    const results = await all(record.lines('{"id":1}\r\n\n{"id":"x"}\n{"id":2'));
    expect(results).toMatchObject([
      { ok: true, value: { id: 1 }, line: 1, offset: 0 },
      { ok: false, line: 3, offset: 11 },
      { ok: false, line: 4, offset: 22, error: { reason: "syntax", line: 4, column: 8, offset: 29 } },
    ]);
    expect(Object.keys(results[0] as object)).toEqual(["ok", "value", "line", "offset"]);
  });

  test.each([1, 2])("has the positions of errors in the stream, on %d threads", async (threads) => {
    const long = `{"id":1,"tags":["${"x".repeat(300_000)}"`;
    const results = await all(record.lines(`{"id"\n{"id"\n${long}\n{"id":"x"}`, { threads }));
    expect(results.map((result) => issueOf(result)?.message)).toEqual([
      "Not valid JSON at line 1, column 6.",
      "Not valid JSON at line 2, column 6.",
      `Not valid JSON at line 3, column ${long.length + 1}.`,
      "Expected an integer, got a string.",
    ]);
    expect(results.map((result) => issueOf(result)?.line)).toEqual([1, 2, 3, 4]);
    expect(results.map((result) => (issueOf(result)?.offset ?? 0) - result.offset)).toEqual([5, 5, long.length, 6]);
    const own = await all(record.lines("x\nx", { threads, formatter: () => [["", "said so"]] }));
    expect(own.map((result) => issueOf(result)?.message)).toEqual(["said so", "said so"]);
    expect(Object.keys(results[1] as object)).toEqual(["ok", "error", "line", "offset"]);
  });

  test("has the type of the values", async () => {
    for await (const result of Dict({ id: Int() }).lines('{"id":1}')) {
      expectTypeOf(result.line).toEqualTypeOf<number>();
      if (result.ok) expectTypeOf(result.value).toEqualTypeOf<{ id: number }>();
      else expectTypeOf(result.error).toEqualTypeOf<ValidationError>();
    }
  });

  describe.each(Object.entries(sources))("of %s", (_kind, sourceOf) => {
    test("are those of safeJson for each line, for any chunks", async () => {
      const property = fc.asyncProperty(ndjson, sizes, async (bytes, parts) => {
        const results = await all(record.lines(sourceOf(cut(bytes, parts))));
        expect(results.map(plain)).toEqual(expected(bytes));
      });
      await fc.assert(property, { numRuns: 60 });
    });
  });

  test("of strings are those of their UTF-8, even if a chunk ends within a character and an empty one follows", async () => {
    const text = '{"id":1,"tags":["\u{1f37a}"]}\n{"id":2}';
    for (let at = 0; at <= text.length; at++) {
      for (const between of [[], [""], [new Uint8Array()]]) {
        const results = await all(record.lines([text.slice(0, at), ...between, text.slice(at)]));
        expect(results).toEqual([
          { ok: true, value: { id: 1, tags: ["\u{1f37a}"] }, line: 1, offset: 0 },
          { ok: true, value: { id: 2 }, line: 2, offset: 25 },
        ]);
      }
    }
    const half = await all(record.lines(['{"id":1,"tags":["\ud83c', encode('"]}')]));
    expect(half).toMatchObject([{ ok: true, value: { tags: ["\ufffd"] } }]);
  });

  test("blank ones are skipped, or errors of their lines", async () => {
    const bytes = encode('\n{"id":1}\n \r\n\n');
    expect((await all(record.lines(bytes, { blank: "skip" }))).map(({ line }) => line)).toEqual([2]);
    const results = await all(record.lines(bytes, { blank: "error" }));
    expect(results.map(plain)).toEqual(expected(bytes, "error"));
    expect(results.map(({ ok }) => ok)).toEqual([false, true, false, false]);
  });

  test.each([
    [10, false],
    [11, true],
  ])(
    "the bytes of a byte order mark count as those of the line: with %d it is %j that it passes",
    async (maxLineBytes, ok) => {
      const bytes = encode('\ufeff{"id":1}\n{"id":2}\n');
      expect(record.isJson(bytes.subarray(0, 11), { maxBytes: maxLineBytes })).toBe(ok);
      for (const sizes of [[], [2], [4, 3]]) {
        const results = await all(record.lines(cut(bytes, sizes), { maxLineBytes }));
        expect(results).toMatchObject([
          {
            ok,
            line: 1,
            offset: 0,
            ...(!ok && { error: { reason: "size", expected: 10, actual: 11, line: 1, offset: 0 } }),
          },
          { ok: true, line: 2, offset: 12 },
        ]);
        const { good } = await record.filterLines(cut(bytes, sizes), { maxLineBytes });
        expect(good).toBe(ok ? 2 : 1);
      }
    },
  );

  test("a byte order mark at the start is not part of the first line, and alone it is blank", async () => {
    expect(await all(record.lines('\ufeff{"id":1}\n'))).toMatchObject([{ ok: true, line: 1, offset: 0 }]);
    expect(await all(record.lines("\ufeff\r\n"))).toEqual([]);
  });

  test("that are not UTF-8 do not affect other lines", async () => {
    const bytes = Buffer.concat([encode('{"id":1}\n"'), Uint8Array.of(0xc3), encode('\n{"id":2}\n')]);
    const results = await all(record.lines(bytes));
    expect(results).toMatchObject([{ ok: true }, { ok: false, error: { reason: "utf8" } }, { ok: true }]);
  });

  test("longer than maxLineBytes are errors of their lines, in one chunk or many", async () => {
    const text = `{"id":1}\n${" ".repeat(99)}1\n{"id":2}\n${"x".repeat(40)}`;
    for (const size of [1, 7, 1000]) {
      const chunks = cut(encode(text), Array(200).fill(size));
      const results = await all(record.lines(chunks, { maxLineBytes: 20 }));
      const tooLong = (actual: number) => ({ ok: false, error: { reason: "size", expected: 20, actual } });
      expect(results).toMatchObject([{ ok: true }, tooLong(100), { ok: true, line: 3 }, { ...tooLong(40), line: 4 }]);
      expect((results[1] as { error: unknown }).error).toBeInstanceOf(JsonDecodeError);
    }
    expect(await all(record.lines(" ".repeat(21), { maxLineBytes: 20 }))).toMatchObject([{ ok: false }]);
    const fits = await all(record.lines('{"id":1}\r\n', { maxLineBytes: 9 }));
    expect(fits).toMatchObject([{ ok: true }]);
  });

  test("have the limits of json", async () => {
    const [deep] = await all(record.lines('{"id":[[1]]}', { maxDepth: 2 }));
    expect(deep).toMatchObject({ ok: false, error: { reason: "depth", expected: 2 } });
    const [many] = await all(record.lines('{"id":-1,"tags":[1,2,3]}', { maxErrors: 2 }));
    expect(many).toMatchObject({ ok: false, error: { length: 2, truncated: true } });
    const formatter = () => [["", "said so"]] as [string, string][];
    const [worded] = await all(record.lines('{"id":-1}', { formatter: formatter as never }));
    expect(worded).toMatchObject({ error: { issues: [{ message: "said so" }] } });
  });

  test("that are very long may be read by other threads and keep their order", async () => {
    const tags = JSON.stringify(Array(100_000).fill("ab"));
    const text = `{"id":1}\n{"id":2,"tags":${tags}}\n{"id":-3,"tags":${tags}}\n{"id":4}`;
    const results = await all(record.lines(text, { threads: 2 }));
    expect(results.map(plain)).toEqual(expected(encode(text)));
    expect(results.map(({ ok }) => ok)).toEqual([true, true, false, true]);
  });

  test("are read on demand", async () => {
    let produced = 0;
    async function* endless() {
      for (;;) yield `{"id":${produced++}}\n`;
    }
    for await (const { line } of record.lines(endless())) if (line === 5) break;
    expect(produced).toBe(5);
  });

  test("are yielded before the next chunk arrives", async () => {
    let push = (_chunk: string): void => {};
    const chunks = new ReadableStream<string>({
      start(controller) {
        push = (chunk) => controller.enqueue(chunk);
      },
    });
    const lines = record.lines(chunks);
    push('{"id":1}\n{"id":2}\n{"id":');
    expect(await lines.next()).toMatchObject({ value: { value: { id: 1 } } });
    expect(await lines.next()).toMatchObject({ value: { value: { id: 2 } } });
    push("3}\n");
    expect(await lines.next()).toMatchObject({ value: { value: { id: 3 } } });
    await lines.return();
  });
});

describe("a loop over lines that ends early", () => {
  test("destroys a stream of Node", async () => {
    const stream = Readable.from(['{"id":1}\n', '{"id":2}\n']);
    for await (const _ of record.lines(stream)) break;
    expect(stream.destroyed).toBe(true);
  });

  test("cancels a stream of the web", async () => {
    let isCanceled = false;
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue('{"id":1}\n'),
      cancel: () => {
        isCanceled = true;
      },
    });
    for await (const _ of record.lines(stream)) break;
    expect(isCanceled).toBe(true);
  });

  test("ends an iterable", async () => {
    const ended: string[] = [];
    function* chunks() {
      try {
        yield '{"id":1}\n';
      } finally {
        ended.push("iterable");
      }
    }
    async function* later() {
      try {
        yield '{"id":1}\n';
      } finally {
        ended.push("async iterable");
      }
    }
    for await (const _ of record.lines(chunks())) break;
    for await (const _ of record.lines(later())) break;
    expect(ended).toEqual(["iterable", "async iterable"]);
  });

  test("is ended by a signal, also while it waits, with the reason of the signal", async () => {
    const reason = new Error("enough");
    const controller = new AbortController();
    const stream = new Readable({ read() {} });
    stream.push('{"id":1}\n');
    const lines = record.lines(stream, { signal: controller.signal });
    expect(await lines.next()).toMatchObject({ value: { ok: true } });
    setTimeout(() => controller.abort(reason), 5);
    await expect(lines.next()).rejects.toBe(reason);
    expect(stream.destroyed).toBe(true);
    expect(await lines.next()).toEqual({ value: undefined, done: true });
  });

  test("is ended by a signal between two lines of a chunk, or before it has begun", async () => {
    const controller = new AbortController();
    const lines = record.lines('{"id":1}\n{"id":2}\n', { signal: controller.signal });
    expect(await lines.next()).toMatchObject({ value: { ok: true } });
    controller.abort();
    await expect(lines.next()).rejects.toMatchObject({ name: "AbortError" });
    const stream = Readable.from(["1"]);
    const early = record.lines(stream, { signal: AbortSignal.abort() });
    await expect(all(early)).rejects.toMatchObject({ name: "AbortError" });
    expect(stream.destroyed).toBe(true);
  });

  test("is ended by a signal while lines wait for async functions, and no rejection stays unhandled", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const later = AllOf(
      record,
      Check(async () => true, { async: true }),
    );
    for (const concurrency of [1, 2, 16]) {
      const reason = new Error("enough");
      const controller = new AbortController();
      const lines = later.lines('{"id":1}\n'.repeat(100), { signal: controller.signal, concurrency });
      for (let line = 1; line <= 5; line++) expect(await lines.next()).toMatchObject({ value: { ok: true, line } });
      controller.abort(reason);
      await expect(lines.next()).rejects.toBe(reason);
    }
    await new Promise(setImmediate);
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test.each([1, 2, 5])("waits for the async functions of %i lines at once, and of no more", async (concurrency) => {
    let running = 0;
    let most = 0;
    const later = Check(
      async () => {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running--;
        return true;
      },
      { async: true },
    );
    expect(await all(later.lines("1\n".repeat(20), { concurrency }))).toHaveLength(20);
    expect(most).toBe(concurrency);
  });

  test("is ended by a signal while a source gives nothing but empty chunks, without a pause", async () => {
    const controller = new AbortController();
    function* nothing() {
      setImmediate(() => controller.abort());
      // Far more than come before the signal, and few enough for the test to end if that is not heeded.
      for (let chunk = 0; chunk < 500_000; chunk++) yield "";
    }
    await expect(all(record.lines(nothing(), { signal: controller.signal }))).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  test("leaves no listener on the signal", async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, "addEventListener");
    const remove = vi.spyOn(signal, "removeEventListener");
    await all(record.lines('{"id":1}', { signal }));
    expect(add).toHaveBeenCalledTimes(1);
    expect(remove.mock.calls).toEqual(add.mock.calls);
    await expect(all(record.lines(5 as never, { signal }))).rejects.toThrow(TypeError);
    expect(remove.mock.calls).toEqual(add.mock.calls);
  });
});

describe("an error", () => {
  test("of the source is thrown by the loop, after the lines before it", async () => {
    const failure = new Error("disk");
    async function* chunks() {
      yield '{"id":1}\n{"id"';
      throw failure;
    }
    const lines = record.lines(chunks());
    expect(await lines.next()).toMatchObject({ value: { ok: true } });
    await expect(lines.next()).rejects.toBe(failure);
  });

  test("of the source comes after lines that wait for async functions", async () => {
    const later = AllOf(
      record,
      Check(() => new Promise((resolve) => setTimeout(resolve, 5, true)), { async: true }),
    );
    function* chunks() {
      yield '{"id":1}\n{"id":2}\n{"id"';
      throw new Error("disk");
    }
    const lines = later.lines(chunks());
    for (const line of [1, 2]) expect(await lines.next()).toMatchObject({ value: { ok: true, line } });
    await expect(lines.next()).rejects.toThrow("disk");
  });

  test("of a custom iterator is thrown, for any result of its return method", async () => {
    const failure = new Error("disk");
    const iterator = { next: () => Promise.reject(failure), return: () => ({ done: true, value: undefined }) };
    await expect(all(record.lines({ [Symbol.asyncIterator]: () => iterator } as never))).rejects.toBe(failure);
  });

  test("of a line keeps its position if an iterable reuses its array", async () => {
    const array = encode('{"id":1}\n\n{"id":-1}\n');
    function* chunks() {
      yield array;
      array.fill(0x0a);
      yield array;
    }
    const [, bad] = await all(record.lines(chunks()));
    expect(bad?.ok === false && [bad.error.offset, bad.error.line, bad.error.column]).toEqual([16, 3, 7]);
  });

  test("of a chunk is a TypeError and closes the source", async () => {
    const stream = Readable.from([{}]);
    await expect(all(record.lines(stream))).rejects.toThrow(
      new TypeError("A chunk of the source should be a Uint8Array or a string, not object"),
    );
    expect(stream.destroyed).toBe(true);
  });

  test.each<[unknown, unknown, string]>([
    [5, {}, "source should be a stream, an iterable of chunks, a Uint8Array or a string, not integer"],
    [undefined, {}, "source should be a stream, an iterable of chunks, a Uint8Array or a string, not undefined"],
    ["", 5, "options should be an object, not integer"],
    ["", null, "options should be an object, not null"],
    ["", { thread: 2 }, "There is no option 'thread': did you mean 'threads'?"],
    ["", { maxBytes: 2 }, "There is no option 'maxBytes': did you mean 'maxLineBytes'?"],
    ["", { valid: 2 }, "There is no option 'valid'"],
    ["", { threads: 0 }, "threads should be a positive integer"],
    ["", { threads: 65 }, "threads should not exceed 64"],
    ["", { maxLineBytes: -1 }, "maxLineBytes should be a non-negative integer"],
    ["", { maxDepth: 2000 }, "maxDepth should not exceed 1024"],
    ["", { blank: "keep" }, 'blank should be one of "skip", "error"'],
    ["", { signal: {} }, "signal should be an AbortSignal"],
    ["", { formatter: {} }, "formatter should be a function, as Formatter makes them"],
  ])("with the arguments %j, %j is a TypeError as soon as lines are asked for", async (source, options, message) => {
    const lines = record.lines(source as never, options as never);
    await expect(lines.next()).rejects.toThrow(new TypeError(message));
  });
});
