/** What is around the records of a JSON document: that it is JSON, and leads to an array. */
import { expect, test } from "vitest";
import { Any, type RecordOptions, ValidationError } from "../../src/index.ts";
import { cut, encode } from "./streams.ts";

/** The number of records, then what is wrong: "pointer offset line:column message". */
async function read(text: string, at: string, sizes: number[] = []): Promise<(number | string)[]> {
  let records = 0;
  try {
    for await (const _ of Any().records(cut(encode(text), sizes), { format: "json", at })) records++;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const [issue] = error.issues as unknown as Record<string, unknown>[];
    const { pointer, offset, line, column, message } = issue as Record<string, unknown>;
    return [records, `${pointer} ${offset} ${line}:${column} ${message}`];
  }
  return [records];
}

const VALUES = [
  ...["0", "-0", "-1", "10", "0.5", "0e1", "0E-1", "1e5", "1.5e-5", "-10.05E+10", "true", "false", "null"],
  ...['""', '"é\\n\\u0041"', "[]", "[1,[2,{}]]", "{}", '{"b":{"c":[]}}'],
  ...["-", "01", "1.", "1.e5", "1e", "1e+", "0e", ".5", "+1", "-a", "1x", "0x1", "tru", "nul", "nulll", "NaN"],
  ...['"', '"\t"', '"\\x"', '"\\u004g"', "[1,]", "[,1]", "[1 2]", "{,}", '{"b"}', '{"b":}', "{b:1}", '{"b":1,}', "[}"],
];

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test.each(VALUES.flatMap((value) => [`{"a":${value},"items":[5]}`, `{"items":[5] ,"a": ${value} }`]))(
  "%s is read if it is JSON",
  async (text) => {
    const whole = await read(text, "/items");
    expect(whole.length === 1).toBe(isJson(text));
    if (isJson(text)) expect(whole).toEqual([1]);
    expect(await read(text, "/items", new Array(text.length).fill(1))).toEqual(whole);
  },
);

test.each([
  ['{"items": -1}', "/items", "/items 10 1:11 Expected an array, got an integer."],
  ['{"items": 5}', "/items", "/items 10 1:11 Expected an array, got an integer."],
  ['{"items": "a"}', "/items", "/items 10 1:11 Expected an array, got a string."],
  ['{"a":{}}', "/a/b/c", "/a/b 5 1:6 Required key is not provided."],
  ["{}", "/a/b/c", "/a 0 1:1 Required key is not provided."],
  ['{"a":{"b":{}}}', "/a/b/c", "/a/b/c 10 1:11 Required key is not provided."],
  ["[\ufeff1]", "", " 1 1:2 Not valid JSON at line 1, column 2."],
])("%j, read at %j, is wrong", async (text, at, wrong) => {
  expect(await read(text, at)).toEqual([0, wrong]);
});

test("a byte order mark may be before the document only", async () => {
  expect(await read('\ufeff{"items":[1]}', "/items")).toEqual([1]);
  expect(await read('{"items":[1]\ufeff}', "/items")).toEqual([1, " 12 1:13 Not valid JSON at line 1, column 13."]);
});

test("a rest of a file has no index before it, of however many digits", async () => {
  const options = { format: "json", at: "/12/items", from: { offset: 3, record: 2 } } as RecordOptions;
  const act = async (): Promise<void> => {
    for await (const _ of Any().records("[1]", options));
  };
  await expect(act()).rejects.toThrow("from needs an array that no index leads to");
});
