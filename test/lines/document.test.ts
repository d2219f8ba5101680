/** What is around the records of one JSON document, validated by the Dict of the whole. */
import { PassThrough } from "node:stream";
import { text as textOf } from "node:stream/consumers";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  Any,
  Check,
  Default,
  Dict,
  Int,
  LazyRef,
  List,
  Nullable,
  Optional,
  type RecordOptions,
  SchemaError,
  Str,
  ValidationError,
  type Validator,
} from "../../src/index.ts";
import { sweep } from "../support/sweep.ts";
import { cut, encode, sizes } from "./streams.ts";

const item = Dict({ id: Int({ min: 0 }) });
const file = Dict({ type: Str({ minlen: 2 }), items: List(item, { minlen: 2, maxlen: 3 }), next: Optional(Int()) });

interface Issue {
  readonly pointer: string;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

interface Outcome {
  /** The number of each record, and whether it is good. */
  readonly records: readonly string[];
  readonly issues: readonly Issue[];
  readonly error: unknown;
}

async function outcomeOf(
  source: unknown,
  { validator = item as Validator, ...options }: Partial<RecordOptions> & { validator?: Validator } = {},
): Promise<Outcome> {
  const records: string[] = [];
  const all = { format: "json", at: "/items", document: file, ...options } as RecordOptions;
  try {
    for await (const { ok, record } of validator.records(source as never, all)) records.push(`${record} ${ok}`);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { records, issues: error.issues as never, error };
  }
  return { records, issues: [], error: undefined };
}

/** Issues as "pointer line:column message". */
const shown = ({ issues }: Outcome): string[] =>
  issues.map(({ pointer, line, column, message }) => `${pointer} ${line}:${column} ${message}`);

const TOO_FEW = "Expected at least 2 items, got 1.";
const TOO_SHORT = "Expected at least 2 characters, got 1.";

/** Documents, how many records they have, and what is wrong. */
const DOCUMENTS: readonly (readonly [text: string, records: number, wrong: readonly string[]])[] = [
  ['{"type": "ab", "items": [{"id": 1}, {"id": 2}], "next": 3}', 2, []],
  ['{"items": [{"id": 1},\n{"id": 2}],\n"type": "ab"}\n', 2, []],
  ['{"type": "ab", "items": [{"id": 1}]}', 1, [`/items 1:25 ${TOO_FEW}`]],
  ['{"type": "ab", "items": [ ]}', 0, ["/items 1:25 Expected at least 2 items, got 0."]],
  ['{"type":\n"a", "items": [{"id": 1}, {"id": 2}]}', 2, [`/type 2:1 ${TOO_SHORT}`]],
  ['{"items": [{"id": 1},\n\n {"id": 2}], "type": "a"}', 2, [`/type 3:22 ${TOO_SHORT}`]],
  [
    '\ufeff{"next": "é", "items": [{"id": 1}, 5,\n{"id": 2}, []],\n "é": "ä", "type": "b"}',
    4,
    [
      "/next 1:10 Expected an integer, got a string.",
      "/items 1:24 Expected at most 3 items, got 4.",
      "/é 3:2 Key is not allowed.",
      `/type 3:20 ${TOO_SHORT}`,
    ],
  ],
  ['{"items": [{"id": 1}, {"id": 2}]}', 2, ["/type 1:1 Required key is not provided."]],
];

describe("the document around records", () => {
  test.each(DOCUMENTS)("of %j is validated when it ends", async (text, records, wrong) => {
    const outcome = await outcomeOf(text);
    expect(outcome.records).toHaveLength(records);
    expect(shown(outcome)).toEqual(wrong);
  });

  test("is the same wherever the chunks end, and in batches", async () => {
    for (const [text] of DOCUMENTS) {
      const bytes = encode(text);
      const whole = await outcomeOf(bytes);
      for (let size = 0; size <= bytes.length; size++) expect(await outcomeOf(cut(bytes, [size]))).toEqual(whole);
      expect(await outcomeOf(cut(bytes, new Array(bytes.length).fill(1)))).toEqual(whole);
      let records = 0;
      const all = async (): Promise<void> => {
        const options = { format: "json", at: "/items", document: file } as const;
        for await (const batch of item.batches(text, options)) records += batch.records;
      };
      const error = await all().catch((reason) => reason);
      expect(error?.issues ?? []).toEqual(whole.issues);
      expect(records).toBe(whole.records.length);
    }
  });

  test("fails with an error that was thrown, of the class that the whole document has", async () => {
    const [text] = DOCUMENTS[2] as (typeof DOCUMENTS)[number];
    const { error } = await outcomeOf(text);
    expect(error).toBeInstanceOf(SchemaError);
    expect((error as SchemaError).errors).toEqual((file.safeJson(encode(text)).error as SchemaError).errors);
    expect((error as Error).stack).toContain("validate");
  });

  test("takes the messages of its List, and the limit of errors", async () => {
    const document = Dict({ items: List(item, { minlen: 2, message: "Two, please." }), a: Int(), b: Int() });
    const text = '{"items": [{"id": 1}], "a": "", "b": ""}';
    expect(shown(await outcomeOf(text, { document }))[0]).toBe("/items 1:11 Two, please.");
    expect(shown(await outcomeOf(text, { document, maxErrors: 2 }))).toHaveLength(2);
  });

  test("may have its array inside other Dicts, under another name", async () => {
    const inner = Dict({ rows: List(item, { minlen: 1 }), count: Int() }, { names: { rows: "Rows" } });
    const document = Dict({ data: Default(inner, {} as never), "a/b": Any() }, { alias: "a document" });
    const wrong = await outcomeOf('{"data": {"Rows": [],\n"count": ""}, "a/b": 1}', { document, at: "/data/Rows" });
    expect(shown(wrong)).toEqual([
      "/data/Rows 1:19 Expected at least 1 item, got 0.",
      "/data/count 2:10 Expected an integer, got a string.",
    ]);
  });

  test("says whether the array may be missing, which is an array if it is there", async () => {
    const inside = Dict({ items: List(item) });
    const text = '{"n": 1}';
    for (const document of [
      Dict({ items: Optional(List(item)), n: Int() }),
      Dict({ items: Default(List(item), []), n: Int() }),
    ]) {
      expect(await outcomeOf(text, { document })).toEqual({ records: [], issues: [], error: undefined });
      expect(shown(await outcomeOf('{"n": ""}', { document }))).toEqual(["/n 1:7 Expected an integer, got a string."]);
      expect(shown(await outcomeOf('{"items": null}', { document }))).toEqual([
        "/items 1:11 Value should not be null.",
      ]);
    }
    expect(shown(await outcomeOf('{"n": ""}', { document: Dict({ items: List(item), n: Int() }) }))).toEqual([
      "/n 1:7 Expected an integer, got a string.",
      "/items 1:1 Required key is not provided.",
    ]);
    const nested = { document: Dict({ data: Default(inside, { items: [] }), n: Int() }), at: "/data/items" };
    expect(shown(await outcomeOf(text, nested))).toEqual([]);
    expect(shown(await outcomeOf('{"data": {}, "n": 1}', nested))).toEqual([
      "/data/items 1:10 Required key is not provided.",
    ]);
  });

  test("may have a List with parameters that do not concern items together", async () => {
    const list = List(item, { nullable: true, minlen: 1, maxlen: 1, evaluates: true, message: "One." });
    const document = Dict({ items: list });
    expect((await outcomeOf('{"items": [{"id": 1}]}', { document })).records).toEqual(["1 true"]);
    expect(shown(await outcomeOf('{"items": []}', { document }))).toEqual(["/items 1:11 One."]);
  });

  test("may be of validators that are equal to that of the records", async () => {
    const document = Dict({ items: List(Dict({ id: Int({ min: 0 }) })) });
    expect((await outcomeOf('{"items": [{"id": 1}]}', { document })).records).toEqual(["1 true"]);
  });

  test("is kept up to a limit, which the records do not count for", async () => {
    const text = '{"type": "ab", "items": [{"id": 1}, {"id": 2}], "next": 3}';
    const around = text.length - '{"id": 1}, {"id": 2}'.length;
    const bytes = encode(text);
    for (const parts of [[], [30], new Array(bytes.length).fill(1)]) {
      const options = { maxLineBytes: around };
      expect(await outcomeOf(cut(bytes, parts), options)).toMatchObject({ records: ["1 true", "2 true"], issues: [] });
      const { records, issues } = await outcomeOf(cut(bytes, parts), { maxLineBytes: around - 1 });
      expect(records).toEqual(["1 true", "2 true"]);
      expect(issues).toMatchObject([
        {
          offset: text.length - 1,
          column: text.length,
          message: "JSON text is too large: 38 bytes, the limit is 37.",
        },
      ]);
      const early = await outcomeOf(cut(bytes, parts), { maxLineBytes: 10 });
      expect(early).toMatchObject({ records: [], issues: [{ offset: 9, line: 1, column: 10 }] });
    }
  });

  test("is kept however long it is", async () => {
    const document = Dict({ items: List(item), a: Optional(Str()), b: Int() });
    for (const size of [900, 1100, 2200, 9000]) {
      const a = `"a": "${"x".repeat(size)}"`;
      for (const text of [`{${a}, "items": [{"id": 1}], "b": ""}`, `{"items": [{"id": 1}], ${a}, "b": ""}`]) {
        for (const parts of [[], new Array(20).fill(200)]) {
          const wrong = `/b 1:${text.length - 2} Expected an integer, got a string.`;
          expect(shown(await outcomeOf(cut(encode(text), parts), { document }))).toEqual([wrong]);
        }
      }
    }
  });

  test("is not validated if it is not JSON: the first error is thrown", async () => {
    expect(shown(await outcomeOf('{"type": "a", "items": [{"id": 1}], "next": tru}'))).toEqual([
      " 1:48 Not valid JSON at line 1, column 48.",
    ]);
  });

  test("ends a filter after its records", async () => {
    const valid = new PassThrough();
    const written = textOf(valid).catch((reason) => reason);
    const options = { format: "json", at: "/items", document: file, valid, end: false } as const;
    const filtered = item.filterRecords('{"items": [{"id": 1}, {"id": -1}], "type": "a"}', options);
    await expect(filtered).rejects.toThrow(TOO_SHORT);
    valid.end();
    expect(await written).toBe('[{"id": 1}');
  });

  test("runs the functions of the schema, which may throw", async () => {
    const broken = Check(() => {
      throw new RangeError("broken");
    });
    const document = Dict({ items: List(item), note: broken });
    await expect(outcomeOf('{"items": [], "note": 1}', { document })).rejects.toThrow(new RangeError("broken"));
  });

  test.each<[unknown, object, string]>([
    [5, {}, "document should be a Dict, not integer"],
    [Int(), {}, "document should be a Dict, not Int"],
    [Nullable(file), {}, "document should be a Dict, not Nullable"],
    [Dict({ rows: List(item) }), {}, "document has no List at /items"],
    [Dict({ items: Any() }), {}, "document has no List at /items"],
    [Dict({ items: LazyRef("items") }), {}, "document has no List at /items"],
    [file, { at: "/items/0" }, "document has no List at /items/0"],
    [file, { at: "" }, "document needs at, the place of the array in it"],
    [file, { from: { offset: 9, record: 2 } }, "document needs the beginning of the file"],
    [Dict({ items: List(Int()) }), {}, "whose item is not the validator of the records"],
    [Dict({ items: List(item, { unique_items: true }) }), {}, "document has a List with unique_items at /items"],
    [Dict({ items: List(item, { contains: item }) }), {}, "document has a List with contains at /items"],
    [Dict({ items: List(item, { ascending: true }) }), {}, "document has a List with ascending at /items"],
    [Dict({ items: List(item, { sort: 1 }) }), {}, "document has a List with sort at /items"],
    [Dict({ items: List(item, { unique: true }) }), {}, "document has a List with unique at /items"],
    [Dict({ items: List(item, { prefix: [item] }) }), {}, "document has a List with prefix at /items"],
    [Dict({ items: List(item) }, { dependent_schemas: { items: Any() } }), {}, "document has dependent_schemas"],
    [
      Dict({ items: List(item) }, { patterns: { "^i": Any() } }),
      {},
      "document has patterns, which would read the array",
    ],
    [Dict({ items: List(item), a: Check(async () => {}, { async: true }) }), {}, "document cannot wait"],
  ])("refuses %s with %j when the call is made", async (document, options, message) => {
    const all = { format: "json", at: "/items", document, ...options } as never;
    await expect(item.records("", all).next()).rejects.toThrow(message);
    await expect(item.batches("", all).next()).rejects.toThrow(message);
    await expect(item.filterRecords("", all)).rejects.toThrow(message);
    await expect(item.records("", all).next()).rejects.toThrow(TypeError);
  });
});

/** Members of a document, in any order: records between siblings that are good or bad. */
const documents = fc
  .tuple(
    fc.array(fc.integer({ min: -1, max: 3 }), { maxLength: 5 }),
    fc.record(
      {
        type: fc.string({ unit: "grapheme", maxLength: 3 }),
        next: fc.jsonValue({ maxDepth: 2 }),
        other: fc.constant(1),
      },
      { requiredKeys: [] },
    ),
    fc.nat(3),
    fc.constantFrom("", "\t", "\n"),
  )
  .map(([ids, siblings, place, space]) => {
    const members: [string, unknown][] = Object.entries(siblings);
    members.splice(place, 0, ["items", ids.map((id) => ({ id }))]);
    return encode(JSON.stringify(Object.fromEntries(members), undefined, space));
  });

test("random documents have the issues that a call on the whole has", async () => {
  await fc.assert(
    fc.asyncProperty(documents, sizes, async (bytes, parts) => {
      const found: Issue[] = [];
      let isGood = true;
      try {
        for await (const result of item.records(cut(bytes, parts), { format: "json", at: "/items", document: file })) {
          if (result.ok) continue;
          isGood = false;
          found.push(...(result.error.issues as never as Issue[]));
        }
      } catch (error) {
        const around = (error as ValidationError).issues as never as Issue[];
        // A List with bad items does not say how many it should have.
        found.push(...around.filter(({ pointer }) => isGood || pointer !== "/items"));
      }
      const byPlace = (issues: readonly unknown[]): unknown[] => issues.map((one) => JSON.stringify(one)).sort();
      expect(byPlace(found)).toEqual(byPlace(file.safeJson(bytes, { maxErrors: 1000 }).error?.issues ?? []));
    }),
    { numRuns: sweep(60, 1500) },
  );
});
