/** Filters of records of each format, into files of the same format. */
import { describe, expect, test } from "vitest";
import {
  AllOf,
  Bool,
  Date as DateOf,
  Default,
  Dict,
  Fallback,
  Float,
  Int,
  Nullable,
  OneOf,
  type RecordCounts,
  type RecordFilterOptions,
  type RecordStart,
  Str,
  Transform,
} from "../../src/index.ts";
import { cut, encode, Kept } from "./streams.ts";

const item = Dict({ id: Int({ min: 0 }), name: Str({ minlen: 1 }) });

type Options = Omit<RecordFilterOptions, "valid" | "invalid" | "errorsTo">;

async function filtered(source: unknown, options: Options) {
  const [valid, invalid, errorsTo] = [new Kept(), new Kept(), new Kept()];
  let fault: unknown;
  let counts: RecordCounts | undefined;
  try {
    counts = await item.filterRecords(source as never, { valid, invalid, errorsTo, ...options });
  } catch (error) {
    fault = (error as Error).message;
  }
  const errors = errorsTo.text.split("\n").filter((one) => one !== "");
  return { valid: valid.text, invalid: invalid.text, errors: errors.map((one) => JSON.parse(one)), counts, fault };
}

const short = ({ errors }: { readonly errors: readonly Record<string, unknown>[] }): unknown[] =>
  errors.map(({ record, offset, issues }) => [record, offset, (issues as { message: string }[])[0]?.message]);

/** A source of each format, and what a filter makes of it. */
const SOURCES: readonly (readonly [Options, source: string, valid: string, invalid: string])[] = [
  [
    { format: "ndjson" },
    '{"id":1,"name":"a"}\r\n{"id":-1,"name":"b"}\n\n{"id":2,"name":"c"}',
    '{"id":1,"name":"a"}\r\n\n{"id":2,"name":"c"}',
    '{"id":-1,"name":"b"}\n',
  ],
  [
    { format: "json" },
    '[\n  {"id":1,"name":"a"},\n  {"id":-1,"name":"b"}, {"id":2,"name":"c"}\n]\n',
    '[\n  {"id":1,"name":"a"}, {"id":2,"name":"c"}\n]\n',
    '[\n  {"id":-1,"name":"b"}]\n',
  ],
  [
    { format: "json", at: "/a/b" },
    '{"x":[1],"a":{"b":[{"id":-1,"name":"b"},{"id":1,"name":"a"}],"c":2}}',
    '[{"id":1,"name":"a"}]\n',
    '[{"id":-1,"name":"b"}]\n',
  ],
  [{ format: "json" }, "[ ]", "[]\n", "[]\n"],
  [
    { format: "json-seq" },
    '\x1e{"id":1,\n"name":"a"}\n\x1e{"id":-1,"name":"b"}\n\x1e{"id":2,"name":"c"}\n',
    '\x1e{"id":1,\n"name":"a"}\n\x1e{"id":2,"name":"c"}\n',
    '\x1e{"id":-1,"name":"b"}\n',
  ],
  [
    { format: "csv" },
    '\ufeffid,name\r\n1,"a\r\nb"\r\n-1,b\r\n\r\n2,c',
    '\ufeffid,name\r\n1,"a\r\nb"\r\n\r\n2,c',
    "\ufeffid,name\r\n-1,b\r\n",
  ],
  [{ format: "csv", columns: ["id", "name"] }, '1,"a"\n-1,b\n2,c\n', '1,"a"\n2,c\n', "-1,b\n"],
  [{ format: "csv" }, "id,name\n", "id,name\n", "id,name\n"],
  [
    { format: "csv", reason: "what, is wrong" },
    'id,name\n1,a\n-1,""\n2,b,c\n3,d\n-4,e',
    "id,name\n1,a\n3,d\n",
    'id,name,"what, is wrong"\n-1,"","id: Expected at least 0, got -1. name: Required key is not provided."\n' +
      '2,b,c,"Number of cells in the row: expected 2, got 3."\n-4,e,"id: Expected at least 0, got -4."\n',
  ],
];

describe("a filter of records", () => {
  test.each(SOURCES)(
    "with %j writes the good and the bad ones as they are",
    async (options, source, valid, invalid) => {
      const result = await filtered(source, options);
      expect(result).toMatchObject({ valid, invalid, fault: undefined });
      expect(result.errors).toHaveLength(result.counts?.bad ?? -1);
    },
  );

  test("does the same wherever the chunks end, without errors too, and on two threads", async () => {
    for (const [options, source] of SOURCES) {
      const bytes = encode(source);
      const whole = await filtered(bytes, options);
      for (let size = 0; size <= bytes.length; size++)
        expect(await filtered(cut(bytes, [size]), options)).toEqual(whole);
      expect(await filtered(cut(bytes, new Array(bytes.length).fill(1)), options)).toEqual(whole);
      expect(await filtered(bytes, { ...options, threads: 2 })).toEqual(whole);
      if (options.reason !== undefined) continue;
      expect(await filtered(bytes, { ...options, errors: "none" })).toEqual({ ...whole, errors: [] });
    }
  });

  test("says where the next record begins, and goes on from there", async () => {
    for (const [options, source] of SOURCES) {
      if (options.format === "csv" && options.columns === undefined) continue;
      const bytes = encode(source);
      const whole = await filtered(bytes, options);
      const starts: RecordStart[] = [];
      for await (const { record, offset } of item.records(bytes, options)) starts.push({ record, offset });
      for (const from of [...starts, whole.counts?.next as RecordStart]) {
        const rest = await filtered(bytes.subarray(from.offset), { ...options, from });
        expect(rest.fault).toBe(undefined);
        expect(rest.counts?.next).toEqual(whole.counts?.next);
        const isAfter = ([record]: [number]): boolean => record >= from.record;
        expect(short(rest)).toEqual((short(whole) as [number][]).filter(isAfter));
      }
    }
  });

  test("writes records that are too long as parts, with what is around them", async () => {
    const long = `{"id": 1, "name": "${"x,".repeat(40)}"}`;
    for (const [format, begin, between, end] of [
      ["json", "[", ",", "]\n"],
      ["json-seq", "\x1e", "\x1e", ""],
    ] as const) {
      const source = `${begin}${long}${between}{"id":1,"name":"a"}${between}${long}${end}`;
      const bytes = encode(source);
      for (const sizes of [[], [40], [30, 30], [90, 5, 40], new Array(bytes.length).fill(1)]) {
        const result = await filtered(cut(bytes, sizes), { format, maxLineBytes: 50 });
        expect(result.valid).toBe(`${begin}{"id":1,"name":"a"}${end}`);
        expect(result.invalid).toBe(`${begin}${long}${between}${long}${end}`);
      }
    }
  });

  test("writes no empty chunks, whatever comes in parts", async () => {
    const later = async function* () {
      for (const byte of '[{"id":1,"name":"a"},{"id":2},{"id":-3,"name":"b"}]') {
        await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
        yield byte;
      }
    };
    const invalid = new Kept();
    await item.filterRecords(later(), { format: "json", maxLineBytes: 5, invalid });
    expect(invalid.text).toBe('[{"id":1,"name":"a"},{"id":2},{"id":-3,"name":"b"}]\n');
    expect(invalid.chunks.filter(({ length }) => length === 0)).toEqual([]);
  });

  test("needs no output of errors for reasons", async () => {
    const invalid = new Kept();
    await item.filterRecords("id,name\n-1,a\n", { format: "csv", reason: "why", invalid });
    expect(invalid.text).toBe('id,name,"why"\n-1,a,"id: Expected at least 0, got -1."\n');
  });

  test("rejects after the records before what is wrong", async () => {
    const { valid, fault } = await filtered('id,name\n1,a\n2,"b\n', { format: "csv" });
    expect({ valid, fault }).toEqual({ valid: "id,name\n1,a\n", fault: "The quote is not closed." });
    const cutShort = await filtered('[{"id":1,"name":"a"},{"id":2', { format: "json" });
    expect(cutShort).toMatchObject({ valid: '[{"id":1,"name":"a"}', fault: expect.stringContaining("Not valid JSON") });
  });

  test("tells how far it is at the end of a short source too", async () => {
    const seen: RecordCounts[] = [];
    const onProgress = (so: RecordCounts) => seen.push(so);
    const counts = await item.filterRecords("1,a\n-2,b\n", { format: "csv", columns: ["id", "name"], onProgress });
    expect(seen.at(-1)).toEqual({ good: 1, bad: 1, blank: 0, bytes: 9, next: { offset: 9, record: 3 } });
    expect(seen.at(-1)).toEqual(counts);
  });

  test("tells how far it is, and where another call may go on", async () => {
    const row = "1,a\n";
    const seen: RecordCounts[] = [];
    const counts = await item.filterRecords(row.repeat(600_000), {
      format: "csv",
      columns: ["id", "name"],
      onProgress: (so) => seen.push(so),
    });
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.at(-1)).toEqual(counts);
    for (const { good, bytes, next } of seen)
      expect({ bytes, next }).toEqual({ bytes: good * 4, next: { offset: good * 4, record: good + 1 } });
  });

  test.each([
    [{ format: "json", reason: "x" }, "There is no option 'reason'"],
    [{ format: "csv", reason: "x" }, "reason needs an output of invalid rows"],
    [{ format: "csv", reason: "x", invalid: new Kept(), errors: "none" }, "errors is 'none', so there is no reason"],
    [
      { format: "csv", from: { offset: 3, record: 2 } },
      "from needs columns: the header is not in the rest of the file",
    ],
    [{ format: "json", at: "/0", from: { offset: 3, record: 2 } }, "from needs an array that no index leads to"],
    [{ format: "json", from: { offset: 3 } }, "from should have an offset and a record"],
    [{ format: "json", from: { offset: 3, recrod: 1 } }, "There is no option 'recrod'"],
    [{ format: "json", onProgress: 1 }, "onProgress should be a function"],
  ])("refuses the options %j", async (options, message) => {
    await expect(item.filterRecords("[]", options as never)).rejects.toThrow(message);
  });
});

test("a filter of CSV counts the rows that records accepts, whatever reads their cells", async () => {
  const validator = Dict({
    id: OneOf(Int(), Float({ max: 10 })),
    on: Nullable(DateOf({ format: "iso" })),
    level: Fallback(Int({ max: 5 }), 1),
    name: AllOf(
      Str(),
      Transform((text: string) => text.trim()),
      Str({ minlen: 1 }),
    ),
    more: Default(Bool(), false),
  });
  const rows = [
    "1,2026-02-28,3,a,yes",
    "2.5,2026-02-28,9,a,",
    "x,2026-02-28,1,a,",
    "1,2026-02-30,1,a,no",
    "1,2026-02-28,1,   ,",
  ];
  const text = `id,on,level,name,more\n${rows.join("\n")}\n`;
  const accepted: boolean[] = [];
  for await (const { ok } of validator.records(text, { format: "csv" })) accepted.push(ok);
  expect(accepted).toEqual([true, true, false, false, false]);
  expect(await validator.filterRecords(text, { format: "csv" })).toMatchObject({ good: 2, bad: 3 });
});
