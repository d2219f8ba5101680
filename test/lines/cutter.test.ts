import { describe, expect, test } from "vitest";
import { DEFAULT_MAX_DEPTH } from "../../src/core/report/limits.ts";
import { Dict, Int, List, type RecordOptions, type ValidationError } from "../../src/index.ts";
import { cutterOf } from "../../src/lines/cutter.ts";
import { readRecordOptions } from "../../src/lines/options.ts";
import { de } from "../../src/text/locales/de.ts";
import { encode } from "./streams.ts";

const cutterWith = (options: RecordOptions) => cutterOf(readRecordOptions(Int(), options));

/** The lines of a text with their offset, and what is wrong with what is around them. */
function linesOf(text: string, options: RecordOptions): unknown[] {
  const cutter = cutterWith(options);
  const found: unknown[] = [];
  try {
    for (const cut of [() => cutter.push(encode(text)), () => cutter.end()])
      for (const { bytes, offset } of cut()) found.push(offset, Buffer.from(bytes).toString());
  } catch (error) {
    found.push((error as ValidationError).issues?.map(({ message }) => message) ?? error);
  }
  return found;
}

describe("a source is cut into records by its format", () => {
  test.each<[options: RecordOptions, text: string, found: unknown[]]>([
    [{ format: "ndjson" }, "1\n2", [0, "1\n", 2, "2"]],
    [{ format: "ndjson", from: { offset: 10, record: 5 } }, "1\n2", [10, "1\n", 12, "2"]],
    [{ format: "json-seq" }, "\x1e1\n\x1e2\n", [1, "1\r\n", 4, "2\r"]],
    [{ format: "json-seq", from: { offset: 10, record: 5 } }, "1\n\x1e2\n", [10, "1\r\n", 13, "2\r"]],
    [{ format: "json" }, "[1,2]", [1, "1\n", 3, "2"]],
    [{ format: "json", from: { offset: 10, record: 5 } }, "1,2]", [10, "1\n", 12, "2"]],
    [{ format: "json", at: "/a" }, '{"a":[1,2]}', [6, "1\n", 8, "2"]],
  ])("with %j, %j becomes %j", (options, text, found) => {
    expect(linesOf(text, options)).toEqual(found);
  });

  test("and no record is kept that has more bytes than the limit", () => {
    for (const [format, text] of [
      ["ndjson", "12345\n1"],
      ["json-seq", "\x1e12345\x1e1"],
      ["json", "[12345,1]"],
    ] as const) {
      const longOf = (maxLineBytes: number) => {
        const cutter = cutterWith({ format, maxLineBytes });
        const blocks = Array.from(encode(text), (byte) => [...cutter.push(Uint8Array.of(byte))]).flat();
        return blocks.some(({ long }) => long !== undefined);
      };
      expect([4, 5].map(longOf)).toEqual([true, false]);
    }
  });

  test("and what is around them is read to the depth of the limits", () => {
    const read = (depth: number, options: object) =>
      linesOf(`{"x":${"[".repeat(depth)}${"]".repeat(depth)},"a":[1]}`, { format: "json", at: "/a", ...options });
    expect(read(20, { maxDepth: 21 })).toEqual([51, "1"]);
    expect(read(20, { maxDepth: 20 })).toEqual([[expect.any(String)]]);
    for (const options of [{}, { maxErrors: 1 }]) {
      expect(read(DEFAULT_MAX_DEPTH - 1, options)).toEqual([expect.any(Number), "1"]);
      expect(read(DEFAULT_MAX_DEPTH, options)).toEqual([[expect.any(String)]]);
    }
  });

  test("and errors around them are said in the language of the call", () => {
    const wrong = (options: object, text = "[1,2") => linesOf(text, { format: "json", ...options } as never).at(-1);
    const english = wrong({});
    expect(english).toEqual([expect.stringContaining("Not valid JSON")]);
    expect(wrong({ maxDepth: 5 })).toEqual(english);
    expect(wrong({ locale: de })).toEqual([expect.stringMatching(/^(?!Not valid)/)]);
    expect(wrong({ locale: de }, "[1] x")).toEqual([expect.stringMatching(/^(?!Not valid)/)]);
  });

  test("and other errors are as they were thrown", () => {
    const cutter = cutterWith({ format: "json", locale: de });
    expect(() => [...cutter.push(null as never)]).toThrow(TypeError);
  });

  test("and uses the memory of its blocks again, if it may", () => {
    for (const locale of [undefined, de]) {
      const cutter = cutterWith({ format: "json", ...(locale && { locale }) });
      const buffers = ["[1,", "2,", "3,"].map((text) => {
        const [block] = [...cutter.push(encode(text))];
        cutter.reuse?.();
        return block?.bytes.buffer;
      });
      expect(new Set(buffers).size).toBe(2);
    }
  });
});

test("a document is validated with what is around the records, if it has a validator", () => {
  const document = Dict({ a: List(Int()), b: Int() });
  expect(linesOf('{"b":1,"a":[1]}', { format: "json", at: "/a", document })).toEqual([12, "1"]);
  expect(linesOf('{"b":"","a":[1]}', { format: "json", at: "/a", document })).toEqual([
    13,
    "1",
    ["Expected an integer, got a string."],
  ]);
});
