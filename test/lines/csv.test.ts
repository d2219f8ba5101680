/** The rows of CSV as records. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  AllOf,
  Bool,
  Check,
  Dict,
  Float,
  Int,
  Nullable,
  OneOf,
  Optional,
  type RecordOptions,
  Str,
  type ValidationError,
  type Validator,
} from "../../src/index.ts";
import { de } from "../../src/text/locales/de.ts";
import { sweep } from "../support/sweep.ts";
import { cut, encode, sizes, sources } from "./streams.ts";

type Options = Partial<RecordOptions>;

/** The issues in short: their place in text, in the table, and what is wrong. */
function shown(error: ValidationError): string[] {
  return error.issues.map(({ line, column, offset, cell, pointer, message }) => {
    const { row, column: number, name } = cell ?? {};
    return `${line}:${column}@${offset} [${row},${number},${name}] ${pointer} ${message}`;
  });
}

interface Outcome {
  readonly results: unknown[];
  readonly fault: unknown;
}

async function rowsOf(validator: Validator, source: unknown, options: Options = {}): Promise<Outcome> {
  const results: unknown[] = [];
  try {
    for await (const { record, offset, ...result } of validator.records(source as never, { format: "csv", ...options }))
      results.push([record, offset, result.ok ? result.value : shown(result.error)]);
  } catch (error) {
    if ((error as ValidationError).issues === undefined) throw error;
    return { results, fault: shown(error as ValidationError) };
  }
  return { results, fault: undefined };
}

async function batchesOf(validator: Validator, source: unknown, options: Options = {}) {
  const values: unknown[] = [];
  const issues: unknown[] = [];
  let fault: unknown;
  let records = 0;
  try {
    for await (const batch of validator.batches(source as never, { format: "csv", ...options } as RecordOptions)) {
      expect(batch.record).toBe(records + 1);
      records += batch.records;
      values.push(...batch.values);
      issues.push(...batch.issues.map(({ error, record, offset }) => [record, offset, shown(error)]));
    }
  } catch (error) {
    fault = shown(error as ValidationError);
  }
  return { values, issues, fault };
}

const item = Dict({ id: Int({ min: 0 }), name: Str({ minlen: 2 }), price: Optional(Float()) });

/** Documents, their options, what each record is, and what ends the loop. */
type Row = readonly [
  text: string | Uint8Array,
  options: Options,
  records: readonly unknown[],
  fault?: readonly string[],
];
const DOCUMENTS: readonly Row[] = [
  [
    "id,name,price\n1,ab,2.5\n2,cd,\n",
    {},
    [
      { id: 1, name: "ab", price: 2.5 },
      { id: 2, name: "cd" },
    ],
  ],
  [
    "\ufeffname,id\r\nab,1\r\ncd,2",
    {},
    [
      { id: 1, name: "ab" },
      { id: 2, name: "cd" },
    ],
  ],
  [
    "\n\nid,name\n1,ab\n\n \n2,cd\n\n",
    {},
    [
      { id: 1, name: "ab" },
      { id: 2, name: "cd" },
    ],
  ],
  ['"id","na""me"\n', { columns: ["id", "name"], header: true }, []],
  [
    'id,name\n1,"a\r\nb"\n2,"a,""b"""\n',
    {},
    [
      { id: 1, name: "a\r\nb" },
      { id: 2, name: 'a,"b"' },
    ],
  ],
  ["1||äö", { columns: ["id", "name"], delimiter: "||" }, [{ id: 1, name: "äö" }]],
  ["id;name\n1;'a;\\'b'\n", { delimiter: ";", quote: "'", escape: "\\" }, [{ id: 1, name: "a;'b" }]],
  ['id,name\n1,a"b\n', { quote: false }, [{ id: 1, name: 'a"b' }]],
  [
    'id,name\n1,"a\nb"\n-2,c\nx,\n',
    {},
    [
      { id: 1, name: "a\nb" },
      [
        "4:1@16 [2,1,id] /id Expected at least 0, got -2.",
        "4:4@19 [2,2,name] /name Expected at least 2 characters, got 1.",
      ],
      ["5:1@21 [3,1,id] /id Expected an integer, got “x”.", "5:3@23 [3,2,name] /name Required key is not provided."],
    ],
  ],
  [
    "id,name\n1\n1,ab,3\n1,ab\n",
    {},
    [
      ["2:2@9 [1,2,name]  Number of cells in the row: expected 2, got 1."],
      ["3:6@15 [2,3,undefined]  Number of cells in the row: expected 2, got 3."],
      { id: 1, name: "ab" },
    ],
  ],
  [
    Uint8Array.from([...encode("id,name\n1,a"), 0xff, ...encode("\n2,ab\n3,\ufffd\ufffd\n")]),
    {},
    [["2:4@11 [1,2,name]  The row is not text in UTF-8."], { id: 2, name: "ab" }, { id: 3, name: "\ufffd\ufffd" }],
  ],
  [
    Uint8Array.of(0x69, 0x64, 0x2c, 0x6e, 0x61, 0x6d, 0x65, 10, 0x31, 0x2c, 0xe4, 0xf6),
    { encoding: "latin1" },
    [{ id: 1, name: "äö" }],
  ],
  [
    'id,name\n1,ab\n2,"cd\n3,ef\n',
    {},
    [{ id: 1, name: "ab" }],
    ["3:3@15 [2,undefined,undefined]  The quote is not closed."],
  ],
  [
    'id,name\n1,ab\n2,"cd"e\n3,ef\n',
    {},
    [{ id: 1, name: "ab" }],
    ["3:7@19 [2,undefined,undefined]  A cell goes on after its closing quote."],
  ],
  [
    'id,name\n1,ab\n2,c"d\n3,ef\n',
    {},
    [{ id: 1, name: "ab" }],
    ["3:4@16 [2,undefined,undefined]  A quote is inside a cell that does not begin with one."],
  ],
  [
    `id,name\n1,ab\n2,${"x".repeat(40)}\n3,ef\n`,
    { maxLineBytes: 30 },
    [{ id: 1, name: "ab" }],
    ["3:1@13 [2,undefined,undefined]  The row is larger than the limit (30 bytes): a quote may not be closed."],
  ],
  ["", {}, [], ["1:1@0 [undefined,undefined,undefined]  There is no header."]],
  [
    "id,cost,id\n1,2,3\n",
    {},
    [],
    [
      "1:4@3 [undefined,2,cost] /cost Key is not allowed.",
      "1:9@8 [undefined,3,id] /id The column has the name of column 1.",
      "1:1@0 [undefined,undefined,undefined] /name Required key is not provided.",
    ],
  ],
  [
    Uint8Array.of(0x69, 0x64, 0x2c, 0xff, 10),
    {},
    [],
    ["1:4@3 [undefined,undefined,undefined]  The row is not text in UTF-8."],
  ],
];

const bytesOf = (text: string | Uint8Array): Uint8Array => (typeof text === "string" ? encode(text) : text);

describe("records of CSV", () => {
  test.each(DOCUMENTS.map((row) => ({ row })))("of $row.0", async ({ row: [text, options, records, fault] }) => {
    const { results, fault: wrong } = await rowsOf(item, text, options);
    expect(results.map((one) => (one as unknown[])[2])).toEqual(records);
    expect(wrong).toEqual(fault);
  });

  test("are the same wherever the chunks end", async () => {
    for (const [text, options] of DOCUMENTS) {
      const bytes = bytesOf(text);
      const whole = await rowsOf(item, bytes, options);
      for (let size = 0; size <= bytes.length; size++)
        expect(await rowsOf(item, cut(bytes, [size]), options)).toEqual(whole);
      expect(await rowsOf(item, cut(bytes, new Array(bytes.length).fill(1)), options)).toEqual(whole);
    }
  });

  test("are the same in batches", async () => {
    for (const [text, options] of DOCUMENTS) {
      const { results, fault } = await rowsOf(item, text, options);
      const expected = {
        values: results.map((one) => (one as unknown[])[2]).filter((one) => !Array.isArray(one)),
        issues: results.filter((one) => Array.isArray((one as unknown[])[2])),
        fault,
      };
      // A blank row that is skipped has a number, too.
      if ((text as string).startsWith?.("\n\n")) continue;
      expect(await batchesOf(item, cut(bytesOf(text), [7, 9]), options)).toEqual(expected);
    }
  });

  test("have the numbers of blank rows, and their offsets", async () => {
    const { results } = await rowsOf(item, "id,name\n1,ab\n\n2,cd\n");
    expect(results).toEqual([
      [1, 8, { id: 1, name: "ab" }],
      [3, 14, { id: 2, name: "cd" }],
    ]);
    expect((await rowsOf(item, "id,name\n\n", { blank: "error" })).results).toEqual([
      [1, 8, ["2:1@8 [1,2,name]  Number of cells in the row: expected 2, got 1."]],
    ]);
  });

  test.each(Object.entries(sources))("come from %s", async (_, sourceOf) => {
    const bytes = encode("id,name\n1,ab\n2,cd\n");
    expect(await rowsOf(item, sourceOf(cut(bytes, [3, 9])))).toEqual(await rowsOf(item, bytes));
  });

  test("read numbers and booleans in all that has members", async () => {
    const shape = AllOf(
      OneOf(
        Dict({ kind: Str({ options: ["a"] }), n: Nullable(Int()), ok: Bool() }),
        Dict({ kind: Str({ options: ["b"] }), n: OneOf(Float(), Str()), ok: Bool({ true: ["J"], false: ["N"] }) }),
      ),
      Check((value) => (value as { n: unknown }).n !== 3),
    );
    const text = "kind,n,ok\na,1,true\na,3,0\nb,1.5,J\nb,x,N\n";
    expect((await rowsOf(shape, text)).results).toEqual([
      [1, 10, { kind: "a", n: 1, ok: true }],
      [2, 19, [expect.stringContaining("3:1@19 [2,undefined,undefined]")]],
      [3, 25, { kind: "b", n: 1.5, ok: true }],
      [4, 33, { kind: "b", n: "x", ok: false }],
    ]);
  });

  test("have the names of the input, and unknown columns as the Dict says", async () => {
    const named = Dict({ first_name: Str(), id: Int() }, { names: { first_name: "First name" }, unknown: "strip" });
    expect(await rowsOf(named, "First name,x,id\nAnn,1,x\n")).toEqual({
      results: [[1, 16, ["2:7@22 [1,3,id] /id Expected an integer, got “x”."]]],
      fault: undefined,
    });
    expect((await rowsOf(named, "First name,x,id\nAnn,1,2\n")).results).toEqual([
      [1, 16, { first_name: "Ann", id: 2 }],
    ]);
    expect((await rowsOf(named, "first_name,id\n")).fault).toEqual([
      "1:1@0 [undefined,undefined,undefined] /First name Required key is not provided.",
    ]);
    const kept = Dict({ id: Int() }, { unknown: "keep" });
    const { results } = await rowsOf(kept, "id,__proto__,constructor\n1,a,b\n");
    const [[, , value]] = results as [[number, number, object]];
    expect(Object.entries(value)).toEqual([
      ["id", 1],
      ["__proto__", "a"],
      ["constructor", "b"],
    ]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test("may have columns for the keys of a pattern", async () => {
    const patterned = Dict({}, { patterns: { "^x": Int({ coerce: true }) } });
    expect((await rowsOf(patterned, "x1\n5\n")).results).toEqual([[1, 3, { x1: 5 }]]);
  });

  test("take empty cells as missing keys, or as text", async () => {
    const noted = Dict({ id: Int(), note: Str() }, { defaults: { note: "none" } });
    expect((await rowsOf(noted, 'id,note\n1,\n2,""\n')).results.map((one) => (one as unknown[])[2])).toEqual([
      { id: 1, note: "none" },
      { id: 2, note: "none" },
    ]);
    expect((await rowsOf(noted, "id,note\n1,\n", { skipBlank: false })).results).toEqual([[1, 8, { id: 1, note: "" }]]);
  });

  test("wait for async functions, in order", async () => {
    let running = 0;
    let most = 0;
    const slow = Check(
      async (value) => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, (value as number) % 3));
        running--;
        return value !== 5;
      },
      { async: true },
    );
    const waits = Dict({ id: AllOf(Int(), slow) });
    const text = `id\n${Array.from({ length: 20 }, (_, index) => index).join("\n")}`;
    const { results } = await rowsOf(waits, text, { concurrency: 4 });
    expect(results.map((one) => (one as unknown[])[0])).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(results.filter((one) => Array.isArray((one as unknown[])[2]))).toHaveLength(1);
    expect(most).toBe(4);
    most = 0;
    expect((await batchesOf(waits, text, { concurrency: 4 })).values).toHaveLength(19);
    expect(most).toBe(4);
  });

  test("leaving the loop, an error of the consumer, a signal and a wrong header close the source", async () => {
    let closed = 0;
    async function* source(header = "id,name\n") {
      try {
        yield header;
        for (;;) yield "1,ab\n";
      } finally {
        closed++;
      }
    }
    const all = async (given: AsyncIterable<string>, options: Options, act: () => void): Promise<void> => {
      for await (const _ of item.records(given, { format: "csv", ...options })) act();
    };
    for await (const _ of item.records(source(), { format: "csv" })) break;
    const full = (): never => {
      throw new Error("full");
    };
    await expect(all(source(), {}, full)).rejects.toThrow("full");
    const stop = new AbortController();
    await expect(all(source(), { signal: stop.signal }, () => stop.abort(new Error("enough")))).rejects.toThrow(
      "enough",
    );
    await expect(all(source("x\n"), {}, () => {})).rejects.toThrow("Key is not allowed");
    for await (const _ of item.batches(source(), { format: "csv" })) break;
    expect(closed).toBe(5);
  });

  test("an error of the source comes after the rows before it", async () => {
    async function* source() {
      yield "id,name\n1,ab\n2,cd\n3,efgh";
      throw new Error("broken");
    }
    let count = 0;
    const all = async (): Promise<void> => {
      for await (const _ of item.records(source(), { format: "csv" })) count++;
    };
    await expect(all()).rejects.toThrow("broken");
    expect(count).toBe(2);
  });

  test("a quote that is never closed takes no more memory than a row may", async () => {
    let read = 0;
    function* source() {
      yield 'id,name\n1,"';
      for (; ; read++) yield "x".repeat(1000);
    }
    const { fault } = await rowsOf(item, source(), { maxLineBytes: 100_000 });
    expect(fault).toEqual([
      "2:1@8 [1,undefined,undefined]  The row is larger than the limit (100000 bytes): a quote may not be closed.",
    ]);
    expect(read).toBeLessThan(200);
  });

  test.each([
    [{ header: false }, "without a header, columns should name the columns"],
    [{ columns: [] }, "columns should be an array of the names of the columns"],
    [{ columns: ["id", "id", "name"] }, "The column has the name of column 1"],
    [{ columns: ["id"] }, "name: Required key is not provided"],
    [{ delimiter: "" }, 'delimiter should be a text without line ends, such as ";"'],
    [{ delimiter: '"' }, "delimiter should not have the quote or escape in it"],
    [{ quote: "''" }, "quote should be one character of ASCII"],
    [{ quote: false, escape: "\\" }, "escape needs a quote"],
    [{ encoding: "x" }, 'encoding should be one that TextDecoder knows, such as "windows-1252"'],
    [{ skipBlank: 1 }, "skipBlank should be true or false"],
    [{ delimeter: ";" }, "There is no option 'delimeter': did you mean 'delimiter'?"],
    [{ at: "/a" }, "There is no option 'at'"],
  ])("refuse the options %j", async (options, message) => {
    await expect(item.records("1,ab", { format: "csv", ...options } as never).next()).rejects.toThrow(message);
  });

  test("need a Dict", async () => {
    await expect(Int().records("1", { format: "csv" }).next()).rejects.toThrow(
      new TypeError("the records of CSV need a Dict, whose keys are the columns, not Int"),
    );
  });
});

/** Tables of cells of all kinds, as CSV writes them. */
const tables = fc.array(
  fc.tuple(
    fc.oneof(fc.integer({ min: -3, max: 9 }).map(String), fc.constantFrom("", "x", "1.5", "007")),
    fc.string({ unit: fc.constantFrom("a", "é", "\u{1f600}", ",", '"', "\n", "\r\n", "\r", " ", ";"), maxLength: 6 }),
  ),
  { maxLength: 8 },
);

test("random tables have the values of a call for each row, wherever the chunks end", async () => {
  await fc.assert(
    fc.asyncProperty(tables, sizes, fc.constantFrom("\n", "\r\n"), fc.boolean(), async (rows, parts, end, isEnded) => {
      const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
      const lines = [["id", "name"], ...rows].map((row) => row.map(quoted).join(","));
      const bytes = encode(lines.join(end) + (isEnded ? end : ""));
      const expected = rows.map(([id, name]) => {
        const row = Object.fromEntries(Object.entries({ id, name }).filter(([, cell]) => cell !== ""));
        return Dict({ id: Int({ min: 0, coerce: "text" }), name: Str({ minlen: 2 }) }).safe(row);
      });
      const whole = await rowsOf(item, bytes);
      expect(whole.fault).toBe(undefined);
      expect(
        whole.results.map((one) => {
          const [, , value] = one as [number, number, unknown];
          return Array.isArray(value) ? value.length : value;
        }),
      ).toEqual(expected.map((one) => (one.ok ? one.value : one.error.length)));
      expect(await rowsOf(item, cut(bytes, parts))).toEqual(whole);
    }),
    { numRuns: sweep(60, 1500) },
  );
});

test("random bytes give the same rows and errors wherever the chunks end", async () => {
  const text = fc.string({ unit: fc.constantFrom(...'1ab,""\n\n\r\u{fffd}é'), maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(text, sizes, async (rest, parts) => {
      const bytes = encode(`id,name\n${rest}`);
      const whole = await rowsOf(item, bytes);
      expect(await rowsOf(item, cut(bytes, parts))).toEqual(whole);
      expect(await rowsOf(item, cut(bytes, new Array(bytes.length).fill(1)))).toEqual(whole);
    }),
    { numRuns: sweep(80, 1500) },
  );
});

test("what is wrong with CSV is said in the language of the call", async () => {
  const table = Dict({ id: Int(), name: Optional(Str()) });
  const said = async (text: string, options: object = {}): Promise<string[]> => {
    const messages: string[] = [];
    try {
      for await (const result of table.records(text, { format: "csv", locale: de, ...options }))
        if (!result.ok) messages.push(...result.error.issues.map(({ message }) => message));
    } catch (error) {
      messages.push(...(error as ValidationError).issues.map(({ message }) => message));
    }
    return messages;
  };
  expect(await said("id,name\n1\n2,b,c\n")).toEqual([
    "Anzahl der Zellen in der Zeile: 2 erwartet, 1 erhalten.",
    "Anzahl der Zellen in der Zeile: 2 erwartet, 3 erhalten.",
  ]);
  expect(await said("")).toEqual(["Die Kopfzeile fehlt."]);
  expect(await said("id,id\n")).toEqual(["Die Spalte heißt wie Spalte 1."]);
  expect(await said('id,name\n1,"b\n')).toEqual(["Das schließende Anführungszeichen fehlt."]);
  expect(await said('id,name\n1,b"c\n')).toEqual([expect.stringContaining("nicht mit einem beginnt")]);
  expect(await said('id,name\n1,"b"c\n')).toEqual([expect.stringContaining("geht nach ihrem")]);
  expect(await said("id,name\n1,bbbbbbbb\n", { maxLineBytes: 8 })).toEqual([expect.stringContaining("in Bytes: 8")]);
  const bytes = Buffer.from("id,name\n1,\xff\n", "latin1");
  expect(await said(bytes as never)).toEqual(["Die Zeile ist kein Text in der Codierung UTF-8."]);
});
