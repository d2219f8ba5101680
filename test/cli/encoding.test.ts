import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { utf8, wideEncodingOf } from "../../src/cli/encoding.ts";
import { loadSchema } from "../../src/cli/schema.ts";
import { check, folder, GOOD, PERSON, piped } from "./host.ts";

const little = (text: string): Buffer => Buffer.from(text, "utf16le");
const big = (text: string): Buffer => little(text).swap16();
const utf32 = (text: string): Buffer =>
  Buffer.concat(Array.from(text, (char) => Buffer.concat([little(char), Buffer.alloc(2)])));
const MARK = "\uFEFF";
const inChunks = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );

const WIDE: [name: string, bytes: Buffer, encoding: string][] = [
  ["little endian with a mark", little(`${MARK}${GOOD}`), "UTF-16"],
  ["big endian with a mark", big(`${MARK}${GOOD}`), "UTF-16"],
  ["little endian", little(GOOD), "UTF-16"],
  ["big endian", big(GOOD), "UTF-16"],
  ["one character", little("1"), "UTF-16"],
  ["one character, big endian", big("1"), "UTF-16"],
  ["text beyond ASCII behind a mark", little(`${MARK}\u4e2d`), "UTF-16"],
  ["UTF-32 with a mark", utf32(`${MARK}${GOOD}`), "UTF-32"],
  ["UTF-32", utf32(GOOD), "UTF-32"],
  ["UTF-32, big endian", utf32(GOOD).swap32(), "UTF-32"],
];

describe("data that is not UTF-8", () => {
  test.each(WIDE)(
    "%s is refused as a document, as lines and compressed, for any chunks",
    async (_, bytes, encoding) => {
      const expected = {
        code: 2,
        out: "",
        err: expect.stringContaining(`cannot read the standard input: it is ${encoding}`),
      };
      for (const size of [1, 2, 3, 1000]) {
        expect(await check(inChunks(bytes, size), "--format", "ndjson")).toMatchObject(expected);
        expect(await check(inChunks(bytes, size), "--ndjson", "--format", "ndjson")).toMatchObject(expected);
        expect(await check(inChunks(gzipSync(bytes), size), "--format", "ndjson")).toMatchObject(expected);
      }
    },
  );

  test("is refused in a file, with its name", async () => {
    const path = folder({ "person.json": PERSON, "data.json": little(`${MARK}${GOOD}`) });
    const { code, err } = await piped(["check", "-s", join(path, "person.json"), join(path, "data.json")], []);
    expect(code).toBe(2);
    expect(err).toMatch(/^validlib: cannot read '.*data\.json': it is UTF-16, and JSON has to be UTF-8/);
  });

  test.each(["schema.json", "schema.mjs"])("is not a schema: %s", async (name) => {
    const path = folder({ [name]: little(`${MARK}${PERSON}`) });
    await expect(loadSchema(join(path, name))).rejects.toThrow(/cannot read '.*': it is UTF-16/);
  });
});

test.each(["", "1", "12", '"é"', "\uFEFF[]", "\n\n1", "[1]", "a\0b", "\0\0", "\0abc", "ab\0\0"])(
  "%j is taken as UTF-8, and passes whole",
  async (text) => {
    const bytes = Buffer.from(text);
    expect(wideEncodingOf(bytes)).toBe(undefined);
    for (const size of [1, 2, 3, 9]) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of utf8(Readable.from(inChunks(bytes, size)))) chunks.push(chunk);
      expect(Buffer.concat(chunks).toString()).toBe(text);
    }
  },
);

test("a first line passes at once", async () => {
  const source = async function* () {
    yield Buffer.from("1\n");
    await new Promise(() => {});
  };
  const { value } = await utf8(source()).next();
  expect(String(value)).toBe("1\n");
});

describe("a schema without an extension", () => {
  test.each([PERSON, "{}", "[1, 2", "5", "module.exports = 5"])(
    "that is not a module is reported: %s",
    async (text) => {
      const path = folder({ schema: text });
      await expect(loadSchema(join(path, "schema"))).rejects.toThrow(
        /^the schema '.*' .*it has no extension, so it was run as a module: JSON has to be in a file that ends in \.json\)$/s,
      );
    },
  );
});
