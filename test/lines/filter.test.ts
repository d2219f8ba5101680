import "../support/fresh.ts";
import { getEventListeners } from "node:events";
import { PassThrough, Readable, Writable } from "node:stream";
import * as fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import {
  Check,
  classes,
  Date as DateOf,
  Dict,
  type FilterOptions,
  InvalidTypeError,
  type Report,
  Str,
  Validator,
} from "../../src/index.ts";
import { cut, encode, Kept, keptOnTheWeb, ndjson, record, sizes, sources } from "./streams.ts";

/** The expected result of a filter: each line by its own verdict, with line feeds. */
function split(bytes: Uint8Array, maxLineBytes = 1000) {
  const lines = { good: "", bad: "", counts: { good: 0, bad: 0, blank: 0, bytes: bytes.length } };
  const all = Buffer.from(bytes)
    .toString("latin1")
    .split(/(?<=\n)/);
  for (const [index, text] of all.entries()) {
    if (text === "") continue;
    const line = text.replace("\n", "");
    const isBlank = /^[ \t\r]*$/.test(index === 0 ? line.replace(/^\u00ef\u00bb\u00bf/, "") : line);
    const isLong = line.length > maxLineBytes;
    const isGood = !isLong && !isBlank && record.isJson(Buffer.from(line, "latin1"));
    const verdict = isGood ? "good" : isBlank && !isLong ? "blank" : "bad";
    lines.counts[verdict]++;
    lines[verdict === "bad" ? "bad" : "good"] += text;
  }
  return lines;
}

/** Filters into streams that record their writes. */
async function filter(source: unknown, options: FilterOptions = {}) {
  const [valid, invalid] = [new Kept(), new Kept()];
  const counts = await record.filterLines(source as never, { valid, invalid, ...options });
  return { counts, good: valid.bytes.toString("latin1"), bad: invalid.bytes.toString("latin1") };
}

const TEXT = '{"id":1}\r\n{"id":-1}\n\n{"id":2,"tags":[1,"abcd"]}\n{"id":3}';

describe("filterLines", () => {
  test("splits valid lines from invalid ones, byte for byte, and counts", async () => {
    expect(await filter(TEXT)).toEqual({
      counts: { good: 2, bad: 2, blank: 1, bytes: TEXT.length },
      good: '{"id":1}\r\n\n{"id":3}',
      bad: '{"id":-1}\n{"id":2,"tags":[1,"abcd"]}\n',
    });
  });

  describe.each(Object.entries(sources))("of %s", (_kind, sourceOf) => {
    test("gives each line the verdict of isJson, for any chunks and number of threads", async () => {
      const property = fc.asyncProperty(ndjson, sizes, fc.nat(60), async (bytes, parts, maxLineBytes) => {
        const options = { maxLineBytes, threads: 1 + (maxLineBytes % 4) };
        expect(await filter(sourceOf(cut(bytes, parts)), options)).toEqual(split(bytes, maxLineBytes));
      });
      await fc.assert(property, { numRuns: 40 });
    });
  });

  test("needs no output and returns the counts", async () => {
    const counts = await record.filterLines(TEXT);
    expect(counts).toEqual({ good: 2, bad: 2, blank: 1, bytes: TEXT.length });
    expectTypeOf(counts.good).toEqualTypeOf<number>();
    expect(await record.filterLines("")).toEqual({ good: 0, bad: 0, blank: 0, bytes: 0 });
  });

  test("counts blank lines as invalid if they are errors", async () => {
    const { counts, bad } = await filter("\n \t\r\n{\n", { blank: "error" });
    expect(counts).toEqual({ good: 0, bad: 3, blank: 0, bytes: 7 });
    expect(bad).toBe("\n \t\r\n{\n");
  });

  test("validates values that an engine delegates to TypeScript, line by line", async () => {
    const dated = Dict({ day: DateOf({ format: "%Y-%m-%d" }), name: Str() });
    const lines = ['{"day":"2024-02-29","name":""}', '{"day":"2023-02-29","name":""}', '{"day":"x"}', "{"];
    const [valid, invalid] = [new Kept(), new Kept()];
    const counts = await dated.filterLines(lines.join("\n"), { valid, invalid });
    expect(counts).toMatchObject({ good: 1, bad: 3 });
    expect([valid.text, invalid.text]).toEqual([`${lines[0]}\n`, lines.slice(1).join("\n")]);
  });

  test("writes few, large pieces, even if verdicts alternate", async () => {
    const valid = new Kept();
    const invalid = new Kept();
    await record.filterLines('{"id":1}\n{}\n'.repeat(20_000), { valid, invalid });
    expect(valid.text).toBe('{"id":1}\n'.repeat(20_000));
    expect(invalid.text).toBe("{}\n".repeat(20_000));
    expect(valid.chunks.length).toBeLessThan(6);
    expect(invalid.chunks.length).toBeLessThan(6);
  });

  test.each([1, 2, 3])("yields to the event loop after a megabyte or two, on %d threads", async (threads) => {
    let [lines, most, isOver] = [0, 0, false];
    const called = Dict({ id: Check(() => ++lines > 0) });
    const look = (): void => {
      most = Math.max(most, lines);
      lines = 0;
      if (!isOver) setImmediate(look);
    };
    look();
    const line = `{"id":${" ".repeat(1000)}1}\n`;
    // While the first line is read, another thread has time for many.
    const source = [`{"id":${" ".repeat(3_000_000)}1}\n`, ...Array(40).fill(line.repeat(256))].map(encode);
    expect((await called.filterLines(source, { threads })).good).toBe(1 + 40 * 256);
    isOver = true;
    look();
    expect(most * line.length).toBeLessThan(2.5 * 2 ** 20);
  });

  test.each([1, 3])("lets an iterable reuse its array for each chunk, on %d threads", async (threads) => {
    const array = new Uint8Array(20);
    const fill = (id: number): Uint8Array => {
      array.set(encode(`{"id":${id}}\n`));
      return array.subarray(0, 9);
    };
    const ids = [1, 2, 3, 4, 5];
    async function* later() {
      for (const id of ids) yield fill(id);
    }
    const now = {
      *[Symbol.iterator]() {
        for (const id of ids) yield fill(id);
      },
    };
    const all = ids.map((id) => `{"id":${id}}\n`).join("");
    expect((await filter(later(), { threads })).good).toBe(all);
    expect((await filter(now, { threads })).good).toBe(all);
  });

  test("joins tiny chunks that are available, and waits for none", async () => {
    const valid = new Kept();
    const source = new PassThrough();
    const done = record.filterLines(source, { valid });
    source.write('{"id":1}\n');
    while (valid.chunks.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(valid.text).toBe('{"id":1}\n');
    source.end('{"id":2}\n');
    await done;
    const together = new Kept();
    await record.filterLines(Array(5000).fill('{"id":1}\n'), { valid: together });
    expect(together.chunks.length).toBeLessThan(5);
  });
});

test("filterLines waits for an output that is full before it reads much more", async () => {
  const line = '{"id":1}\n';
  let most = 0;
  const turns = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  const slow = new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => void turns(20).then(() => done()),
  });
  async function* source() {
    for (let at = 0; at < 30; at++) {
      await turns(2);
      most = Math.max(most, slow.writableLength);
      yield line;
    }
  }
  await record.filterLines(source(), { valid: slow });
  expect(most).toBeLessThan(5 * line.length);
});

describe("the errors of filterLines", () => {
  const issues = async (options: FilterOptions, source = TEXT) => {
    const errorsTo = new Kept();
    await record.filterLines(source, { errorsTo, ...options });
    return errorsTo.text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  };

  test("are NDJSON: line, offset and the issues of the line", async () => {
    const records = await issues({});
    expect(records.map(({ line, offset }) => [line, offset])).toEqual([
      [2, 10],
      [4, 21],
    ]);
    const line = record.safeJson(encode('{"id":2,"tags":[1,"abcd"]}'));
    const own: object[] = JSON.parse(JSON.stringify(line.ok ? [] : line.error.issues));
    expect(own).toHaveLength(2);
    expect(records[1].issues).toEqual(own.map((issue, at) => ({ ...issue, line: 4, offset: [37, 39][at] })));
  });

  test.each([1, 2])("have their positions in the stream, on %d threads", async (threads) => {
    const records = await issues({ threads }, '{"id":1}\n{"id"\n[[]\n');
    expect(records.map((one) => one.issues[0].message)).toEqual([
      "Not valid JSON at line 2, column 6.",
      "Not valid JSON at line 3, column 4.",
    ]);
    expect(records.map(({ issues: [one] }) => [one.line, one.column, one.offset])).toEqual([
      [2, 6, 14],
      [3, 4, 18],
    ]);
  });

  test("may be the first of each line only, or none", async () => {
    expect((await issues({ errors: "first" })).map((one) => one.issues.length)).toEqual([1, 1]);
    expect((await issues({ errors: "all" })).map((one) => one.issues.length)).toEqual([1, 2]);
    expect(await issues({ errors: "none" })).toEqual([]);
  });

  test("are written together", async () => {
    const errorsTo = new Kept();
    await record.filterLines("1\n".repeat(500), { errorsTo });
    expect(errorsTo.text.split("\n")).toHaveLength(501);
    expect(errorsTo.chunks.length).toBeLessThan(5);
  });

  test("include lines that are too long and blank ones", async () => {
    const records = await issues({ maxLineBytes: 20, blank: "error" }, `${"x".repeat(99)}\n\n{"id":1}`);
    expect(records).toMatchObject([
      { line: 1, offset: 0, issues: [{ code: "json_decode", expected: 20, actual: 99 }] },
      { line: 2, offset: 100, issues: [{ code: "json_decode" }] },
    ]);
  });

  test("do not exist for a line that is valid when it is validated again: the line is valid", async () => {
    let calls = 0;
    class Moody extends Validator {
      override check(input: unknown, report: Report) {
        return calls++ === 0 ? report.fail(InvalidTypeError) : input;
      }
    }
    const [valid, invalid, errorsTo] = [new Kept(), new Kept(), new Kept()];
    classes.add(Moody);
    const counts = await new Moody().filterLines("1\n", { valid, invalid, errorsTo });
    expect(counts).toEqual({ good: 1, bad: 0, blank: 0, bytes: 2 });
    expect([valid.text, invalid.text, errorsTo.text]).toEqual(["1\n", "", ""]);
  });

  test("may go to the stream of the invalid lines, each after its line", async () => {
    const both = new Kept();
    await record.filterLines("1\n2\n", { invalid: both, errorsTo: both });
    expect(both.text).toMatch(/^1\n\{"line":1,.*\n2\n\{"line":2,.*\n$/);
  });

  test("may go to the stream of the invalid lines", async () => {
    const both = new Kept();
    await record.filterLines('{"id":1}\n{}\n{"id":2}\n', { invalid: both, errorsTo: both });
    expect(both.text).toMatch(/^\{\}\n\{"line":2,"offset":9,"issues":\[.*\]\}\n$/);
  });
});

describe("filterLines that fails", () => {
  const failure = new RangeError("a bug");
  class Faulty extends Validator<string> {
    override check(input: unknown, report: Report) {
      if (input === "bug") throw failure;
      return typeof input === "string" ? input : report.fail(InvalidTypeError, "string", typeof input);
    }
  }
  classes.add(Faulty);

  test.each([1, 3])("is ended by a signal, on %d threads, while it waits for the source", async (threads) => {
    const controller = new AbortController();
    const source = new Readable({ read() {} });
    const valid = new Kept();
    valid.on("error", () => {});
    source.push('{"id":1}\n{"id"');
    const call = record.filterLines(source, { valid, threads, signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
    expect([source.destroyed, valid.destroyed]).toEqual([true, true]);
    expect(valid.text).toBe('{"id":1}\n');
  });

  test.each([1, 3])(
    "is ended with all its streams by a signal that is already aborted, on %d threads",
    async (threads) => {
      const signal = AbortSignal.abort();
      const source = Readable.from(['{"id":1}\n']);
      let cancelled = false;
      const web = new ReadableStream({
        cancel: () => {
          cancelled = true;
        },
      });
      const [valid, invalid] = [new Kept(), new Kept()];
      for (const output of [valid, invalid]) output.on("error", () => {});
      await expect(record.filterLines(source, { valid, threads, signal })).rejects.toBe(signal.reason);
      await expect(record.filterLines(web, { invalid, threads, signal })).rejects.toBe(signal.reason);
      expect([source.destroyed, cancelled, valid.destroyed, invalid.destroyed]).toEqual([true, true, true, true]);
    },
  );

  test("is ended by a signal within bytes that are available at once", async () => {
    const controller = new AbortController();
    const bytes = encode('{"id":1}\n'.repeat(1_000_000));
    setTimeout(() => controller.abort(), 1);
    await expect(record.filterLines(bytes, { signal: controller.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  test.each([1, 3])(
    "rejects with the error of the source, on %d threads, after the lines before it",
    async (threads) => {
      const failure = new Error("network");
      async function* chunks() {
        yield '{"id":1}\n';
        await new Promise((resolve) => setTimeout(resolve, 5));
        throw failure;
      }
      const valid = new Kept();
      valid.on("error", () => {});
      await expect(record.filterLines(chunks(), { valid, threads })).rejects.toBe(failure);
      expect(valid.text).toBe('{"id":1}\n');
    },
  );

  test.each([1, 3])("rejects with an error that user code throws, on %d threads", async (threads) => {
    const source = Readable.from(['"a"\n1\n"bug"\n"c"\n']);
    const invalid = new Kept();
    invalid.on("error", () => {});
    await expect(new Faulty().filterLines(source, { invalid, threads })).rejects.toBe(failure);
    expect(source.destroyed).toBe(true);
  });

  test.each<[string, unknown, string]>([
    ["valid", { valid: "file.ndjson" }, "valid should be a writable stream, not string"],
    ["invalid", { invalid: {} }, "invalid should be a writable stream, not object"],
    ["errors", { errors: "some" }, 'errors should be one of "none", "first", "all"'],
    ["errors without errorsTo", { errors: "all" }, "errors is 'all', so errorsTo should be a writable stream for them"],
    ["end", { end: 1 }, "end should be true or false"],
    ["a misspelt option", { Valid: new Kept() }, "There is no option 'Valid': did you mean 'valid'?"],
  ])("rejects with a TypeError for %s", async (_what, options, message) => {
    await expect(record.filterLines("", options as never)).rejects.toThrow(new TypeError(message));
  });

  test("does not touch its outputs if one of them is not a stream", async () => {
    const valid = new Kept();
    await expect(record.filterLines("", { valid, invalid: 5 as never })).rejects.toThrow(TypeError);
    expect(valid.destroyed).toBe(false);
    const web = keptOnTheWeb();
    await expect(record.filterLines("", { valid: web.stream, invalid: 5 as never })).rejects.toThrow(TypeError);
    expect(web.stream.locked).toBe(false);
  });

  test("ignores options on Object.prototype", async () => {
    const polluted = Object.prototype as { invalid?: unknown };
    polluted.invalid = 5;
    try {
      expect(await record.filterLines("1\n", {})).toMatchObject({ bad: 1 });
    } finally {
      delete polluted.invalid;
    }
  });

  test("leaves no listener on the signal", async () => {
    const { signal } = new AbortController();
    await expect(record.filterLines("", { signal, valid: 5 as never })).rejects.toThrow(TypeError);
    await expect(record.filterLines(5 as never, { signal })).rejects.toThrow(TypeError);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
