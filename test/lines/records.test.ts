/** The items of an array in one JSON document, as records. */
import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { engineInUse } from "../../src/core/json/in-use.ts";
import {
  Any,
  Dict,
  Int,
  List,
  type RecordOptions,
  Str,
  type ValidationError,
  type Validator,
} from "../../src/index.ts";
import { de } from "../../src/text/locales/de.ts";
import { sweep } from "../support/sweep.ts";
import { cut, encode, Kept, record, sizes, sources } from "./streams.ts";

interface Outcome {
  /** What the loop yields: values, or issues. */
  readonly results: unknown[];
  /** The issues of the error that ends the loop. */
  readonly fault: unknown;
}

const issuesOf = (error: unknown): unknown => (error as ValidationError).issues;

async function recordsOf(
  validator: Validator,
  source: unknown,
  options: Partial<RecordOptions> = {},
): Promise<Outcome> {
  const results: unknown[] = [];
  try {
    for await (const result of validator.records(source as never, { format: "json", ...options })) {
      const { record: number, offset } = result;
      results.push({ number, offset, ...(result.ok ? { value: result.value } : { issues: issuesOf(result.error) }) });
    }
  } catch (error) {
    return { results, fault: issuesOf(error) };
  }
  return { results, fault: undefined };
}

/** The same by batches, without the offsets of valid records. */
async function batchesOf(validator: Validator, source: unknown, options: Partial<RecordOptions> = {}) {
  const values: unknown[] = [];
  const issues: unknown[] = [];
  let fault: unknown;
  try {
    for await (const batch of validator.batches(source as never, { format: "json", ...options })) {
      values.push(...batch.values);
      issues.push(...batch.issues.map(({ error, ...place }) => ({ ...place, issues: issuesOf(error) })));
    }
  } catch (error) {
    fault = issuesOf(error);
  }
  return { values, issues, fault };
}

const value = Dict({ id: Int({ min: 0 }), name: Str({ minlen: 1 }) });
const good = '{"id": 1, "name": "a"}';

/** Documents, the array that has the records, and what is wrong: "pointer line:column message". */
type Row = readonly [text: string, at: string, expected: readonly string[], fault?: string];
const DOCUMENTS: readonly Row[] = [
  ["[]", "", []],
  [` [ ${good} ] `, "", ["1"]],
  [`\ufeff[${good},\r\n${good}\n]`, "", ["1", "1"]],
  [`[${good},\n {"id": -1, "name": "ä"}]`, "", ["1", "/1/id 2:9 Expected at least 0, got -1."]],
  [
    `[${good},\n\n {"id": 1,\n  "name": ""},5]`,
    "",
    ["1", "/1/name 4:11 Expected at least 1 character, got 0.", "/2 4:15 Expected an object, got an integer."],
  ],
  ['[{"id": 1, "name": "],[{\\"\\\\"}]', "", ["1"]],
  [`{"type": "x\\u00e4é", "features": [${good}], "more": [1, -0.5e+3, [[]], {}, true, null]}`, "/features", ["1"]],
  [`{"a": [[1], {"b c": [${good}, {}]}]}`, "/a/1/b c", ["1", "/a/1/b c/1/id 1:46"]],
  [`{"a/b": {"~": [${good}]}}`, "/a~1b/~0", ["1"]],
  [`{"\\u0066eatures": [${good}]}`, "/features", ["1"]],
  [
    `{"features": {"features": [1]}, "x": {"features": [2]}}`,
    "/features",
    [],
    "/features 1:14 Expected an array, got an object.",
  ],
  [`{"x": {"features": [${good}]}}`, "/features", [], "/features 1:1 Required key is not provided."],
  [`{"a":\n {"x": 1}}`, "/a/b", [], "/a/b 2:2 Required key is not provided."],
  [`{"a": 1}`, "/a/b", [], "/a 1:7 Expected an object, got an integer."],
  [`{"a": [${good}], "a": [${good}]}`, "/a", ["1"], "/a 1:38 Key is not allowed."],
  [good, "", [], " 1:1 Expected an array, got an object."],
  ["", "", [], " 1:1 Not valid JSON at line 1, column 1."],
  [`[${good}`, "", [], " 1:24 Not valid JSON at line 1, column 24."],
  [`[${good},`, "", ["1"], " 1:25 Not valid JSON at line 1, column 25."],
  [`[${good},\n`, "", ["1"], " 2:1 Not valid JSON at line 2, column 1."],
  [`[${good},\n{"id": "ä`, "", ["1"], " 2:10 Not valid JSON at line 2, column 10."],
  [`[${good},]`, "", ["1"], " 1:25 Not valid JSON at line 1, column 25."],
  [`[${good},,]`, "", ["1"], " 1:25 Not valid JSON at line 1, column 25."],
  [`[,${good}]`, "", [], " 1:2 Not valid JSON at line 1, column 2."],
  [`[${good}] x`, "", ["1"], " 1:26 Not valid JSON at line 1, column 26."],
  [`[${good}]\n[]`, "", ["1"], " 2:1 Not valid JSON at line 2, column 1."],
  [`[${good}}`, "", [], " 1:24 Not valid JSON at line 1, column 24."],
  [`{"a": [${good}]`, "/a", ["1"], " 1:31 Not valid JSON at line 1, column 31."],
  [`{"a": [${good}], "b": tru}`, "/a", ["1"], " 1:41 Not valid JSON at line 1, column 41."],
  [`{"a": [${good}], "b": 01}`, "/a", ["1"], " 1:39 Not valid JSON at line 1, column 39."],
  [`[${good}, {"id": 1, "name": "a\nb"}, nul, ${good}]`, "", ["1", "/1 1:46", "/2 2:9", "1"]],
];

const shown = ({ results, fault }: Outcome): [string[], string | undefined] => {
  const line = (issue: { pointer: string; line: number; column: number; message: string }): string =>
    `${issue.pointer} ${issue.line}:${issue.column} ${issue.message}`;
  const texts = results.map((one) => {
    const { issues } = one as { issues?: never[] };
    return issues === undefined ? "1" : line(issues[0] as never);
  });
  return [texts, fault === undefined ? undefined : line((fault as never[])[0] as never)];
};

describe("records of a JSON document", () => {
  test.each(DOCUMENTS.map((row) => ({ row })))("of $row", async ({ row: [text, at, expected, fault] }) => {
    const [texts, wrong] = shown(await recordsOf(value, text, { at }));
    expect(texts.map((one, index) => one.slice(0, expected[index]?.length))).toEqual(expected);
    expect(wrong).toBe(fault);
  });

  test("are the same wherever the chunks end", async () => {
    for (const [text, at] of DOCUMENTS) {
      const bytes = encode(text);
      const whole = await recordsOf(value, bytes, { at });
      for (let size = 0; size <= bytes.length; size++) {
        expect(await recordsOf(value, cut(bytes, [size]), { at })).toEqual(whole);
      }
      expect(await recordsOf(value, cut(bytes, new Array(bytes.length).fill(1)), { at })).toEqual(whole);
    }
  });

  test("are the same in batches, on several threads too", async () => {
    for (const [text, at] of DOCUMENTS) {
      const { results, fault } = await recordsOf(value, text, { at });
      const all = results as { number: number; offset: number; value?: unknown; issues?: unknown }[];
      const expected = {
        values: all.filter((one) => one.issues === undefined).map((one) => one.value),
        issues: all
          .filter((one) => one.issues !== undefined)
          .map(({ number, offset, issues }) => ({ record: number, offset, issues })),
        fault,
      };
      expect(await batchesOf(value, cut(encode(text), [7, 9]), { at })).toEqual(expected);
      expect(await batchesOf(value, text, { at, threads: 2 })).toEqual(expected);
    }
  });

  test.each(Object.entries(sources))("come from %s", async (_, sourceOf) => {
    const bytes = encode(`{"a": [${good}, 1, ${good}]}`);
    expect(await recordsOf(value, sourceOf(cut(bytes, [3, 30])), { at: "/a" })).toEqual(
      await recordsOf(value, bytes, { at: "/a" }),
    );
  });

  test("longer than the limit are errors, and not kept", async () => {
    const long = `{"id": 2, "name": "${"b".repeat(80)}"}`;
    const bytes = encode(`[${good},\n ${long}, ${good}]`);
    for (const parts of [[], [60], [40, 40, 20], new Array(bytes.length).fill(1)]) {
      const [texts, fault] = shown(await recordsOf(value, cut(bytes, parts), { maxLineBytes: 50 }));
      expect(texts).toEqual(["1", "/1 1:25 JSON text is too large: 103 bytes, the limit is 50.", "1"]);
      expect(fault).toBe(undefined);
    }
  });

  test("that are long have the right places, too", async () => {
    const filler = `"${"é\\n".repeat(9000)}"`;
    const text = `[${good}, {"id": 1,\n "name": ${filler},\n "id2": 1, "id3": 2}]`;
    const whole = List(value).safeJson(encode(text)).error?.issues;
    const { results } = await recordsOf(value, encode(text));
    expect((results[1] as { issues: unknown }).issues).toEqual(whole);
  });

  test("levels around the records count, and those of a record by themselves", async () => {
    const deep = (levels: number): string => `${'{"a":'.repeat(levels)}[1, [2]]${"}".repeat(levels)}`;
    const at = (levels: number): string => "/a".repeat(levels);
    expect(shown(await recordsOf(Int(), deep(2), { at: at(2), maxDepth: 2 }))[1]).toBe(undefined);
    expect(shown(await recordsOf(Int(), deep(3), { at: at(3), maxDepth: 2 }))[1]).toBe(
      " 1:11 JSON text is nested too deep at line 1, column 11: the limit is 2.",
    );
  });

  test("leaving the loop, or an error of the consumer, closes the source", async () => {
    let closed = 0;
    async function* source() {
      try {
        yield "[";
        for (;;) yield `${good},`;
      } finally {
        closed++;
      }
    }
    for await (const _ of value.records(source(), { format: "json" })) break;
    await expect(
      (async () => {
        for await (const _ of value.records(source(), { format: "json" })) throw new Error("full");
      })(),
    ).rejects.toThrow("full");
    for await (const _ of value.batches(source(), { format: "json" })) break;
    expect(closed).toBe(3);
  });

  test("an error of the source comes after the records before it", async () => {
    async function* source() {
      yield `[${good},${good}`;
      throw new Error("broken");
    }
    let count = 0;
    const all = async (): Promise<void> => {
      for await (const _ of value.records(source(), { format: "json" })) count++;
    };
    await expect(all()).rejects.toThrow("broken");
    expect(count).toBe(1);
  });

  test.each([
    [{}, 'records need a format, such as { format: "json" }'],
    [{ format: "xml" }, 'format should be one of "ndjson", "json", "json-seq"'],
    [{ format: "json", att: "" }, "There is no option 'att': did you mean 'at'?"],
    [{ format: "ndjson", at: "/a" }, "There is no option 'at'"],
    [{ format: "json", blank: "skip" }, "There is no option 'blank'"],
    [{ format: "json", at: "a" }, 'at should be the JSON pointer of an array, such as "/features"'],
    [{ format: "json", at: "/~2" }, 'at should be the JSON pointer of an array, such as "/features"'],
  ])("refuse the options %j", async (options, message) => {
    await expect(value.records("[]", options as never).next()).rejects.toThrow(message);
  });

  test("of NDJSON are its lines", async () => {
    expect(await recordsOf(Int(), "1\n\n2\n", { format: "ndjson" })).toEqual({
      results: [
        { number: 1, offset: 0, value: 1 },
        { number: 3, offset: 3, value: 2 },
      ],
      fault: undefined,
    });
  });
});

/** Sequences in which ~ stands for 0x1E, and each result: its number, offset, and value or place. */
const SEQUENCES: readonly (readonly [text: string, expected: readonly string[]])[] = [
  ["", []],
  [" \n", []],
  ["~", []],
  [`~${good}\n~${good}\n`, ["1@1 ok", "2@25 ok"]],
  [`\n~${good}~{"id":\n1,\n"name": ""}`, ["1@2 ok", "2@25 bad /name 4:9"]],
  [`${good}\n~${good}\n`, ["1@0 bad  1:1", "2@24 ok"]],
  [`\ufeff~${good}\n`, ["1@0 bad  1:1", "2@4 ok"]],
  [`~~${good}\n`, ["2@2 ok"]],
  [`~{"id": 1,\n"na~${good}\n`, ["1@1 bad  2:4", "2@15 ok"]],
  [`~${good}\n~{"id": 1,\n"na`, ["1@1 ok", "2@25 bad  3:4"]],
  ["~12\n~12~true~12", ["1@1 bad  1:2", "2@5 bad  2:3", "3@8 bad  2:8", "4@13 bad  2:11"]],
  ['~"a\nb"\n', ["1@1 bad  1:4"]],
];

describe("records of a JSON text sequence", () => {
  test.each(SEQUENCES)("of %j, in chunks of any size", async (text, expected) => {
    const bytes = encode(text.replaceAll("~", "\x1e"));
    for (const size of [1, 2, 3, 7, 1000]) {
      const parts = cut(bytes, Array<number>(Math.floor(bytes.length / size)).fill(size));
      const { results, fault } = await recordsOf(value, parts, { format: "json-seq" });
      const texts = (results as { number: number; offset: number; issues?: Record<string, string>[] }[]).map(
        ({ number, offset, issues: [issue] = [] }) =>
          `${number}@${offset} ${issue === undefined ? "ok" : `bad ${issue.pointer} ${issue.line}:${issue.column}`}`,
      );
      expect(texts).toEqual(expected);
      expect(fault).toBeUndefined();
      const batches = await batchesOf(value, parts, { format: "json-seq" });
      expect(batches.issues).toMatchObject(
        (results as { issues?: unknown[] }[]).flatMap(({ issues }) => (issues === undefined ? [] : [{ issues }])),
      );
      expect(batches.values).toHaveLength(expected.filter((one) => one.endsWith("ok")).length);
    }
  });

  test("are too long for maxLineBytes, and the next one is read", async () => {
    const { results } = await recordsOf(Int(), "\x1e123456789\n\x1e1\n", { format: "json-seq", maxLineBytes: 4 });
    expect(results).toMatchObject([
      { number: 1, offset: 1, issues: [{ code: "json_decode" }] },
      { number: 2, value: 1 },
    ]);
  });
});

/** Texts of documents, most of which are an array of records, some with a byte too many, too few or another one. */
const texts: fc.Arbitrary<Uint8Array> = fc
  .tuple(
    fc.array(
      fc.oneof(
        fc.record({
          id: fc.integer({ min: -1, max: 9 }),
          tags: fc.array(fc.string({ unit: "grapheme", maxLength: 4 })),
        }),
        fc.jsonValue({ maxDepth: 2 }),
      ),
      { maxLength: 6 },
    ),
    fc.constantFrom(0, 1, "\t", "\r\n"),
    fc.option(fc.tuple(fc.nat(400), fc.nat(1), fc.constantFrom(...'[]{},:"\\ \n1tx', "é", "")), { freq: 2 }),
  )
  .map(([values, space, change]) => {
    const text = JSON.stringify(values, undefined, typeof space === "string" ? " " : space);
    const lines = space === "\r\n" ? text.replaceAll("\n", "\r\n") : text;
    if (change === null) return encode(lines);
    const at = change[0] % (lines.length + 1);
    return encode(lines.slice(0, at) + change[2] + lines.slice(at + change[1]));
  });

test.each<[what: string, bytes: Uint8Array]>([
  ["a byte order mark before an item", encode("[\ufeff1]")],
  ["a byte order mark before a later item", encode('[1,\n"\u00e9",\ufeff2]')],
  ["a character that is cut, in an item", Uint8Array.of(...encode('["'), 0xc3, ...encode('"]'))],
  ["a character that is cut, between items", Uint8Array.of(...encode("[1,"), 0xc3, ...encode(" 1]"))],
  [
    "a character that is cut, on the way to the items",
    Uint8Array.of(...encode('{"\u00e9'), 0xe2, 0x82, ...encode('":1}')),
  ],
  [
    "a character that is cut, between members",
    Uint8Array.of(...encode('{"x":1,\n'), 0xe2, 0x82, ...encode(' "a":[]}')),
  ],
])("a document with %s is refused where a call on the whole says, wherever the chunks end", async (_, bytes) => {
  const [expected] = Any().safeJson(bytes).error?.issues ?? [];
  const { code, offset, line, column } = expected as NonNullable<typeof expected>;
  const at = bytes[0] === "{".charCodeAt(0) ? "/a" : "";
  for (let end = 1; end < bytes.length; end++) {
    const { results, fault } = await recordsOf(Any(), [bytes.slice(0, end), bytes.slice(end)], { at });
    const issues = [
      ...(results as { issues?: object[] }[]).flatMap((one) => one.issues ?? []),
      ...((fault ?? []) as []),
    ];
    expect([end, issues]).toMatchObject([end, [{ code, offset, line, column }]]);
  }
});

test("records of random documents agree with a call on the whole document", async () => {
  // A module is loaded by the first call.
  Int().isJson("1");
  const engine = engineInUse();
  const spy = engine.itemsToLines && vi.spyOn(engine, "itemsToLines");
  await fc.assert(
    fc.asyncProperty(texts, fc.oneof(sizes, fc.array(fc.nat(400))), fc.boolean(), async (bytes, parts, isNested) => {
      const text = isNested ? Buffer.concat([encode('{"x":1, "a":\n'), bytes, encode(" }")]) : bytes;
      const whole = isNested ? Dict({ x: Int(), a: List(record) }) : List(record);
      const { results, fault } = await recordsOf(record, cut(text, parts), {
        at: isNested ? "/a" : "",
        maxErrors: 1000,
      });
      const issues = [
        ...(results as { issues?: object[] }[]).flatMap((one) => one.issues ?? []),
        ...((fault ?? []) as []),
      ];
      const expected = whole.safeJson(text, { maxErrors: 10_000 });
      if (expected.ok) {
        expect(issues).toEqual([]);
        const values = isNested ? (expected.value as { a: unknown }).a : expected.value;
        expect(results.map((one) => (one as { value: unknown }).value)).toEqual(values);
        return;
      }
      const wrong = expected.error.issues;
      const [first] = wrong;
      if (first?.code !== "json_decode") return void expect(issues).toEqual(wrong);
      const decode = issues.find((one) => (one as typeof first).code === "json_decode") as typeof first | undefined;
      // A root that is no array ends the loop before its syntax is known.
      if (decode === undefined) return void expect(fault).toMatchObject([{ code: "invalid_type" }]);
      const { code, offset, line, column } = first;
      expect(decode).toMatchObject({ code, offset, line, column });
    }),
    { numRuns: sweep(80, 10_000) },
  );
  // The engine has found all items, some of them in chunks that it reads many bytes at a time.
  for (const { value: end } of spy?.mock.results ?? []) expect(end).toEqual(expect.any(Number));
  if (spy) expect(spy.mock.calls.filter(([chunk]) => chunk.length > 128).length).toBeGreaterThan(10);
});

test("records of random text sequences agree with a call for each text, wherever the chunks end", async () => {
  const text = fc.oneof(
    fc
      .record({ id: fc.integer({ min: -1, max: 9 }), tags: fc.array(fc.string({ maxLength: 4 })) })
      .map((one) => JSON.stringify(one, undefined, 1)),
    fc.constantFrom('{"id":', '{"id": 1}', "[1", '"a\nb"', "{}", "nul", '{"id": 1,\r\n "tags": [""]}', "\ufeff{}"),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 6 }), sizes, async (all, parts) => {
      // White space after each text: a number or a word without it might be cut.
      const bytes = encode(all.map((one) => `\x1e${one}\n`).join(""));
      const { results, fault } = await recordsOf(record, cut(bytes, parts), { format: "json-seq" });
      expect(fault).toBe(undefined);
      expect(results).toEqual((await recordsOf(record, bytes, { format: "json-seq" })).results);
      let offset = 0;
      const expected = all.map((one, index) => {
        const begin = ++offset;
        offset += encode(one).length + 1;
        const result = record.safeJson(encode(one));
        return { number: index + 1, offset: begin, ok: result.ok, issues: result.ok ? 0 : result.error.issues.length };
      });
      const found = (results as { number: number; offset: number; issues?: unknown[] }[]).map((one) => ({
        number: one.number,
        offset: one.offset,
        ok: one.issues === undefined,
        issues: one.issues?.length ?? 0,
      }));
      expect(found).toEqual(expected);
    }),
    { numRuns: sweep(60, 1500) },
  );
});

test("what is wrong around records, or with their size, is said in the language of the call", async () => {
  const said = async (text: string, options: object): Promise<string[]> => {
    try {
      for await (const result of Int().records(text, { format: "json", locale: de, ...options }))
        if (!result.ok) return result.error.issues.map(({ message }) => message);
    } catch (error) {
      return (error as ValidationError).issues.map(({ message }) => message);
    }
    return [];
  };
  expect(await said("[1,", {})).toEqual(["Kein gültiges JSON in Zeile 1, Spalte 4."]);
  expect(await said("{}", { at: "/a" })).toEqual(["Erforderlicher Schlüssel fehlt."]);
  expect(await said("[12345]", { maxLineBytes: 3 })).toEqual([expect.stringContaining("zu groß: 5 Bytes")]);
  const kept = new Kept();
  const outputs = { errorsTo: kept, locale: de, maxLineBytes: 3 } as const;
  await Int().filterRecords("[12345]", { format: "json", ...outputs });
  expect(kept.text).toContain("zu groß: 5 Bytes");
});
