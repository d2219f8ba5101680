import { join } from "node:path";
import { Readable } from "node:stream";
import * as zlib from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { unpacked } from "../../src/cli/unpacked.ts";
import { instances } from "../../src/index.ts";
import { BAD, bytesOf, check, folder, GOOD, PERSON, piped } from "./host.ts";

afterEach(() => instances.clear());

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const inChunks = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.slice(index * size, (index + 1) * size));

describe("the bytes of a stream", () => {
  test.each(["", "1", "{}", "[1,2]", "\u001f"])(
    "that is not packed are %j, in whatever chunks they come",
    async (text) => {
      for (const size of [1, 2, 100]) {
        expect(await textOf(unpacked(Readable.from(inChunks(Buffer.from(text), size))))).toBe(text);
      }
    },
  );

  test("are available at once, even if the first ones are few", async () => {
    const source = new Readable({ read() {} });
    source.push("1\n");
    const bytes = unpacked(source);
    expect(await bytes.next()).toMatchObject({ value: Buffer.from("1\n") });
    source.push(null);
    expect(await bytes.next()).toMatchObject({ done: true });
  });

  test("compressed with gzip are decompressed, as one member or several", async () => {
    const packed = Buffer.concat([zlib.gzipSync("[1,"), zlib.gzipSync("2]")]);
    for (const size of [1, 3, 1000]) {
      expect(await textOf(unpacked(Readable.from(inChunks(packed, size))))).toBe("[1,2]");
    }
  });

  const { zstdCompressSync } = zlib as { zstdCompressSync?: (text: string) => Buffer };
  test("compressed with zstd are decompressed if Node can, and refused otherwise", async () => {
    const packed = zstdCompressSync?.("[1,2]") ?? Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0]);
    const text = textOf(unpacked(Readable.from([packed])));
    if (zstdCompressSync !== undefined) expect(await text).toBe("[1,2]");
    else await expect(text).rejects.toThrow("it is packed by zstd, which Node knows from version 22.15 on");
  });
});

describe("validlib check", () => {
  test("reads compressed data from the standard input and from files", async () => {
    expect(await check([zlib.gzipSync(GOOD)])).toMatchObject({ code: 0 });
    const path = folder({ "person.json": PERSON, "a.ndjson.gz": zlib.gzipSync(`${GOOD}\n${BAD}\n`) });
    const file = join(path, "a.ndjson.gz");
    const good = join(path, "good");
    const { code, out } = await piped(["check", "-s", join(path, "person.json"), file, "--valid", good], []);
    expect(code).toBe(1);
    expect(out).toContain(`${file}:2:9  name`);
    expect(bytesOf(path, "good")).toBe(`${GOOD}\n`);
  });

  test("refuses damaged or truncated data", async () => {
    const packed = zlib.gzipSync(GOOD);
    for (const bytes of [packed.subarray(0, packed.length - 9), Buffer.concat([packed.subarray(0, 3), packed])]) {
      const { code, err } = await check([bytes]);
      expect(code).toBe(2);
      expect(err).toMatch(/^validlib: cannot read the standard input: what is packed in it is damaged/);
    }
  });

  test("checks one file after the other and exits with the worst result", async () => {
    const path = folder({ "person.json": PERSON, "a.json": GOOD, "b.json": BAD });
    const [a, b] = [join(path, "a.json"), join(path, "b.json")];
    const run = (...files: string[]) => piped(["check", "-s", join(path, "person.json"), ...files], []);
    expect(await run(a, a)).toMatchObject({ code: 0 });
    const { code, out } = await run(b, a);
    expect(code).toBe(1);
    expect(out).toContain(`${b}:1:9  name`);
    expect(out).toContain(`\u2713 ${a}: valid`);
    expect(await run(a, join(path, "none.json"))).toMatchObject({ code: 2, out: "" });
  });

  test("splits several files into two", async () => {
    const path = folder({ "person.json": PERSON, "a.ndjson": `${GOOD}\n${BAD}\n`, "b.ndjson": `${BAD}\n${GOOD}\n` });
    const at = (name: string): string => join(path, name);
    const split = ["--valid", at("good"), "--invalid", at("bad")];
    const { code } = await piped(["check", "-s", at("person.json"), at("a.ndjson"), at("b.ndjson"), ...split], []);
    expect(code).toBe(1);
    expect(bytesOf(path, "good")).toBe(`${GOOD}\n${GOOD}\n`);
    expect(bytesOf(path, "bad")).toBe(`${BAD}\n${BAD}\n`);
  });

  test("separates the last line of a file from the first of the next", async () => {
    const path = folder({ "person.json": PERSON, "a.ndjson": `${BAD}\n${GOOD}`, "b.ndjson": GOOD, "c.ndjson": BAD });
    const at = (name: string): string => join(path, name);
    const split = ["--valid", at("good"), "--invalid", at("bad")];
    const files = [at("a.ndjson"), at("b.ndjson"), at("c.ndjson")];
    await piped(["check", "-s", at("person.json"), ...files, ...split], []);
    expect(bytesOf(path, "good")).toBe(`${GOOD}\n${GOOD}`);
    expect(bytesOf(path, "bad")).toBe(`${BAD}\n${BAD}`);
  });

  test.each(["json", "ndjson"])("reports as %s which of several files has an error", async (format) => {
    const path = folder({ "person.json": PERSON, "a.json": BAD, "b.json": BAD });
    const [a, b] = [join(path, "a.json"), join(path, "b.json")];
    const run = (...files: string[]) => piped(["check", "-s", join(path, "person.json"), "-f", format, ...files], []);
    const { out } = await run(a, b);
    for (const file of [a, b]) expect(out).toContain(`"file":${format === "json" ? " " : ""}${JSON.stringify(file)}`);
    expect((await run(a)).out).not.toContain('"file"');
  });

  test("gives a hint for lines that are checked as one document", async () => {
    const { code, err } = await check([`${GOOD}\n${GOOD}\n`]);
    expect(code).toBe(1);
    expect(err).toContain("the first line is a whole document; --ndjson checks one document a line");
    expect((await check([`[\n1 2]`])).err).toBe("");
  });
});
