/** Lines that a reader of the engine validates many at once, here or on other threads. */
import { describe, expect, test, vi } from "vitest";
import { Int, type LineOptions, type LineResult } from "../../src/index.ts";
import type { Block } from "../../src/lines/open-record.ts";
import { readLineOptions } from "../../src/lines/options.ts";
import { type BatchReader, Lines, openBatches } from "../../src/lines/values.ts";
import { all } from "../support/all.ts";
import { batchReader, noReader } from "./batch-reader.ts";
import { encode } from "./streams.ts";

const positive = Int({ min: 0 });
const [KB, WINDOW, SHARED] = [1024, 64 * 1024, 256 * 1024];

/** Lines of `size` bytes each. */
const padded = (size: number, count: number, last = "\n"): string =>
  Array.from({ length: count }, (_, at) => `${at % 10}`.padStart(size - 1)).join("\n") + last;

const READERS: [string, (maxBytes?: number) => BatchReader][] = [
  ["one by one", () => noReader],
  ["all at once", (maxBytes) => batchReader(positive, { maxBytes })],
  ["each by a call", (maxBytes) => batchReader(positive, { maxBytes, most: 1 })],
  ["by two", (maxBytes) => batchReader(positive, { maxBytes, most: 2 })],
  ["by three", (maxBytes) => batchReader(positive, { maxBytes, most: 3 })],
  ["all at once but some", (maxBytes) => batchReader(positive, { maxBytes, undecided: /[x2 ]/ })],
];

const shown = (result: LineResult<unknown> | undefined) =>
  result && `${result.line} @${result.offset} ${result.ok ? result.value : result.error.message}`;

/** The results of blocks, one behind the other. */
function resultsOf(reader: BatchReader, texts: readonly string[], options?: LineOptions): unknown[] {
  const lines = new Lines(positive as never, readLineOptions(options), reader);
  const found: unknown[] = [];
  let offset = 0;
  for (const text of texts) {
    const block: Block = { bytes: encode(text), offset };
    offset += block.bytes.length;
    lines.begin(block);
    while (lines.more) found.push(shown(lines.next() as LineResult<unknown>));
  }
  return found;
}

const batchesOf = (source: unknown, reader: BatchReader, options?: LineOptions) =>
  openBatches<unknown>(positive as never, source as never, readLineOptions(options), reader);

describe.each(READERS)("lines that are read %s", (_, readerOf) => {
  const texts = ["\ufeff1\n2\r\nx\n\n-1\n", "3\n", "", "4\n5"];
  const wrong = "Not valid JSON at line 3, column 1.";

  test("have their values and errors, numbers and offsets", () => {
    expect(resultsOf(readerOf(), texts)).toEqual([
      "1 @0 1",
      "2 @5 2",
      `3 @8 ${wrong}`,
      undefined,
      "5 @11 Expected at least 0, got -1.",
      "6 @14 3",
      "7 @16 4",
      "8 @18 5",
    ]);
  });

  test("are batches of the values in order, and of the issues", async () => {
    const [batch, ...others] = await all(batchesOf([...texts, "\n"], readerOf()));
    expect(others).toEqual([]);
    expect(batch?.issues.map(({ line, offset, error }) => `${line} @${offset} ${error.message}`)).toEqual([
      `3 @8 ${wrong}`,
      "5 @11 Expected at least 0, got -1.",
    ]);
    expect({ ...batch, issues: [] }).toEqual({
      values: [1, 2, 3, 4, 5],
      issues: [],
      line: 1,
      lines: 8,
      offset: 0,
      bytes: 20,
    });
  });

  test("are those of the options: too long, or blank", () => {
    expect(resultsOf(readerOf(2), ["1\n12\n\n123"], { maxLineBytes: 2, blank: "error" })).toEqual([
      "1 @0 1",
      "2 @2 12",
      "3 @5 Not valid JSON at line 3, column 1.",
      "4 @6 JSON text is too large: 3 bytes, the limit is 2.",
    ]);
  });
});

describe("a reader of lines on this thread", () => {
  test.each<[text: string, most: number, calls: string[]]>([
    // At least half: the rest is worth a call.
    ["1\n2\n3\n4\n", 2, ["1\n2\n3\n4\n", "3\n4\n"]],
    ["1\nx\n3\n4\n", 2, ["1\nx\n3\n4\n", "3\n4\n"]],
    ["1\n2\n3", 2, ["1\n2\n3", "3"]],
    ["100000\n100000\n1\n2\n3\n4\n", 2, ["100000\n100000\n1\n2\n3\n4\n", "1\n2\n3\n4\n", "3\n4\n"]],
    // Less, or less than half of it valid: a call for each line would take quadratic time.
    ["1\n2\n3\n4\n5\n", 2, ["1\n2\n3\n4\n5\n"]],
    ["1\nx\nx\n4\n", 3, ["1\nx\nx\n4\n"]],
  ])("is given %j, if it reads %i, as often as that pays", (text, most, calls) => {
    const reader = batchReader(positive, { most });
    resultsOf(reader, [text]);
    expect(reader.calls).toEqual(calls);
    resultsOf(reader, ["6\n"]);
    expect(reader.calls).toEqual([...calls, "6\n"]);
  });

  test("is given at most 64 kB of whole lines", () => {
    const sizes = (text: string): number[] => {
      const reader = batchReader(positive);
      expect(resultsOf(reader, [text])).toEqual(resultsOf(noReader, [text]));
      return reader.calls.map(({ length }) => length);
    };
    expect(sizes(padded(1024, 64))).toEqual([WINDOW]);
    expect(sizes(padded(1024, 65))).toEqual([WINDOW, KB]);
    expect(sizes(`${padded(1024, 63)}${padded(1024, 1, "0")}`)).toEqual([WINDOW]);
    expect(sizes(padded(1025, 64))).toEqual([63 * 1025, 1025]);
    // A longer line is validated by itself.
    expect(sizes(`1\n${padded(WINDOW + 1, 1)}2\n3`)).toEqual([2, 3]);
    expect(sizes(`1\n${padded(WINDOW, 1)}2\n3`)).toEqual([2, WINDOW, 3]);
    expect(sizes(padded(WINDOW + 1, 1))).toEqual([]);
  });
});

test("a batch asks a reader for no line again that has been read", async () => {
  const reader = batchReader(positive);
  await all(batchesOf("1\n2\nx\n3\n", reader));
  expect(reader.calls).toEqual(["1\n2\nx\n3\n"]);
});

describe("a batch", () => {
  const sizesOf = async (source: unknown, options?: LineOptions): Promise<number[]> => {
    const batches = await all(batchesOf(source, batchReader(positive), options));
    const text = typeof source === "string" ? source : (source as string[]).join("");
    expect(batches.flatMap(({ values }) => values)).toEqual(text.split("\n").filter(Boolean).map(Number));
    let [offset, line] = [0, 1];
    for (const batch of batches) {
      expect([batch.offset, batch.line]).toEqual([offset, line]);
      offset += batch.bytes;
      line += batch.lines;
    }
    return batches.map(({ bytes }) => bytes);
  };

  test("has some 64 kB of whole lines", async () => {
    expect(await sizesOf(padded(100, 2000))).toEqual([65_500, 65_500, 65_500, 3500]);
    expect(await sizesOf(padded(1024, 128))).toEqual([WINDOW, WINDOW]);
    expect(await sizesOf(padded(1024, 64, ""))).toEqual([WINDOW - KB, KB - 1]);
    expect(await sizesOf(`${padded(1000, 40)}${padded(WINDOW - 40_000 + 1, 1)}2\n`)).toEqual([40_000, 25_539]);
    // A longer line is in one with those before it.
    expect(await sizesOf(`${padded(1000, 70)}${padded(100_000, 1)}2\n`)).toEqual([65_000, 105_000, 2]);
    expect(await sizesOf(`1\n${padded(WINDOW + 9, 1)}2\n`)).toEqual([WINDOW + 11, 2]);
    expect(await sizesOf(padded(WINDOW * 2, 1))).toEqual([WINDOW * 2]);
  });

  test("has several chunks, if they are short", async () => {
    expect(await sizesOf(Array(4).fill(padded(1024, 16)))).toEqual([32 * KB, 32 * KB]);
    expect(await sizesOf(Array(4).fill(padded(1000, 20)))).toEqual([40_000, 40_000]);
    expect(await sizesOf(Array(9).fill("1\n2"))).toEqual([26, 1]);
  });

  test("is no longer on several threads, if the reader has none", async () => {
    const batches = await all(batchesOf(padded(1000, 100), noReader, { threads: 2 }));
    expect(batches.map(({ bytes }) => bytes)).toEqual([65_000, 35_000]);
  });

  test("counts a line that is too long where it ends, however long its parts are", async () => {
    for (const threads of [1, 2]) {
      const reader = batchReader(positive);
      const source = ["1\n", "x".repeat(200 * KB), `${"y\n2\n".padStart(20 * KB)}3\n`];
      const batches = await all(batchesOf(source, reader, { maxLineBytes: 10, threads }));
      expect(batches.flatMap(({ values }) => values)).toEqual([1, 2, 3]);
      const [issue, ...others] = batches.flatMap((batch) => batch.issues);
      expect(others).toEqual([]);
      expect(issue).toMatchObject({ line: 2, offset: 2, error: { actual: 220 * KB - 3 } });
      expect(batches.map(({ offset, bytes, line, lines }) => [offset, bytes, line, lines])).toEqual([
        [0, 2, 1, 1],
        [2, 220 * KB + 2, 2, 3],
      ]);
      expect(reader.later).toEqual([]);
    }
  });

  test("has a line at least", async () => {
    const batches = await all(
      batchesOf(["x".repeat(WINDOW), "x".repeat(WINDOW), "\n1\n"], noReader, { maxLineBytes: 10 }),
    );
    expect(batches).toMatchObject([{ line: 1, lines: 2, values: [1] }]);
  });

  test("is one of what is a source", async () => {
    await expect(batchesOf(5, noReader).next()).rejects.toThrow("source should be a stream");
  });
});

describe("a reader of lines on other threads", () => {
  const lengths = (texts: readonly string[]): number[] => texts.map(({ length }) => length);

  test.each<[string, source: string | string[], later: number[], here: number[]]>([
    ["a text of 256 kB", padded(1024, 256), [SHARED], []],
    ["a longer one", padded(1000, 600), [262_000, 262_000, 76_000], []],
    ["one of 16 kB", padded(1024, 16), [16 * KB], []],
    ["a shorter one, which is read sooner here", padded(16 * KB - 1, 1), [], [16 * KB - 1]],
    ["a longer line, which is one by itself", padded(SHARED + 1, 1), [], []],
  ])("is given %s", async (_, source, later, here) => {
    const reader = batchReader(positive);
    const batches = await all(batchesOf(source, reader, { threads: 2 }));
    expect(batches.flatMap(({ values }) => values)).toHaveLength(String(source).split("\n").filter(Boolean).length);
    expect(lengths(reader.later)).toEqual(later);
    expect(lengths(reader.calls)).toEqual(here);
  });

  /** A reader whose answers wait for the test. */
  function slowReader() {
    const reader = batchReader(positive);
    const answers: (() => void)[] = [];
    const failures: ((reason: Error) => void)[] = [];
    const linesLater = async (bytes: Uint8Array) => {
      await new Promise<void>((resolve, reject) => {
        answers.push(resolve);
        failures.push(reject);
      });
      return reader.linesLater(bytes);
    };
    return { ...reader, linesLater, answers, failures };
  }
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  };
  const chunk = padded(1024, 16);

  test.each([2, 3])("is given as much as %i threads validate at once, and answers in any order", async (threads) => {
    const reader = slowReader();
    const text = padded(1024, 256 * 6);
    const batches = batchesOf(text, reader, { threads });
    const first = batches.next();
    await turns();
    expect(reader.answers).toHaveLength(threads);
    for (const answer of reader.answers.reverse()) answer();
    const { value } = await first;
    expect(value).toMatchObject({ line: 1, lines: 256 });
    for (let line = 257; line <= 256 * 6; line += 256) {
      const next = batches.next();
      await turns();
      for (const answer of reader.answers.reverse()) answer();
      expect((await next).value).toMatchObject({ line, lines: 256 });
    }
    expect(await batches.next()).toEqual({ done: true, value: undefined });
  });

  test("has its lines yielded while the source waits, and before its error", async () => {
    let fail = (_: Error): void => {};
    async function* source() {
      yield chunk;
      await new Promise((_, reject) => {
        fail = reject;
      });
    }
    const batches = batchesOf(source(), batchReader(positive), { threads: 2 });
    expect((await batches.next()).value).toMatchObject({ lines: 16 });
    const next = batches.next();
    await turns();
    fail(new Error("disk"));
    await expect(next).rejects.toThrow("disk");

    const reader = slowReader();
    async function* failing() {
      yield chunk;
      throw new Error("disk");
    }
    const others = batchesOf(failing(), reader, { threads: 2 });
    const first = others.next();
    await turns();
    reader.answers[0]?.();
    expect((await first).value).toMatchObject({ lines: 16 });
    await expect(others.next()).rejects.toThrow("disk");
  });

  test("may fail, which is thrown where its lines would be, or nowhere if the loop has ended", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const reader = slowReader();
    const text = padded(1024, 512);
    const batches = batchesOf(text, reader, { threads: 2 });
    const first = batches.next();
    await turns();
    reader.failures[1]?.(new Error("memory"));
    await turns();
    reader.answers[0]?.();
    expect((await first).value).toMatchObject({ line: 1 });
    await expect(batches.next()).rejects.toThrow("memory");

    const ended = batchesOf(text, reader, { threads: 2 });
    const begun = ended.next();
    await turns();
    reader.answers[2]?.();
    await begun;
    await ended.return();
    reader.failures[3]?.(new Error("memory"));
    await turns();
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test("may fail while the source waits, which is thrown at once", async () => {
    const reader = slowReader();
    async function* source() {
      yield chunk;
      await new Promise(() => {});
    }
    const next = batchesOf(source(), reader, { threads: 2 }).next();
    await turns();
    reader.failures[0]?.(new Error("memory"));
    await expect(next).rejects.toThrow("memory");
  });

  test("has bytes that do not change before it answers, if the source uses its memory again", async () => {
    const reader = slowReader();
    function* source() {
      const memory = encode(padded(16 * KB, 64));
      for (let at = 0; at < 3; at++) {
        yield memory;
        memory.fill(0x78);
      }
    }
    const batches = all(batchesOf(source(), reader, { threads: 16 }));
    await turns();
    for (const answer of reader.answers) answer();
    expect((await batches).map(({ values, issues }) => [values.length, issues.length])).toEqual([
      ...Array(4).fill([16, 0]),
      [0, 1],
    ]);
  });

  test("is not waited for when a signal ends the call, which closes the source and leaves no listener", async () => {
    const controller = new AbortController();
    const [add, remove] = [
      vi.spyOn(controller.signal, "addEventListener"),
      vi.spyOn(controller.signal, "removeEventListener"),
    ];
    const closed = vi.fn();
    function* source() {
      try {
        yield chunk;
      } finally {
        closed();
      }
    }
    const reader = slowReader();
    const next = batchesOf(source(), reader, { threads: 2, signal: controller.signal }).next();
    await turns();
    controller.abort(new Error("enough"));
    await expect(next).rejects.toThrow("enough");
    expect(closed).toHaveBeenCalledTimes(1);
    expect(add.mock.calls).toHaveLength(1);
    expect(remove.mock.calls).toEqual(add.mock.calls);
  });
});
