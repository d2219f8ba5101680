import { describe, expect, test } from "vitest";
import { Int, List } from "../../src/index.ts";
import { Frame } from "../../src/lines/frame.ts";
import { inStream, recordTooLarge, worded } from "../../src/lines/line-error.ts";
import { de } from "../../src/text/locales/de.ts";
import { encode } from "./streams.ts";

const places = (error: unknown) =>
  (error as { issues: { line: number; column: number; offset: number }[] }).issues.map(
    ({ line, column, offset }) => `${line}:${column}@${offset}`,
  );

function errorOf(text: string) {
  const result = List(Int()).safeJson(encode(text));
  if (result.ok) throw new Error(`${text} is valid`);
  return result.error;
}

describe("the error of a line", () => {
  test("has the places of all its issues in the stream", () => {
    expect(places(inStream(errorOf('["é", "b"]'), { line: 5, offset: 100 }))).toEqual(["5:2@101", "5:7@107"]);
    expect(places(inStream(errorOf('["é", "b"]'), { line: 1, offset: 0 }))).toEqual(["1:2@1", "1:7@7"]);
    expect(places(inStream(errorOf("["), { line: 2, offset: 3 }))).toEqual(["2:2@4"]);
  });

  test("has the number of its line if those before it are not counted by bytes", () => {
    expect(places(inStream(errorOf('["é"]'), { line: 5, offset: 0 }))).toEqual(["5:2@1"]);
  });

  test("may be of another copy of the library at the start, where it has its places", () => {
    const foreign = { issues: [] } as unknown as ReturnType<typeof errorOf>;
    expect(inStream(foreign, { line: 1, offset: 0 })).toBe(foreign);
  });

  test("has the words of the call", () => {
    const error = recordTooLarge(5, 9, { line: 1, offset: 0 }, undefined);
    const message = (limits: object | undefined) => worded(error, limits).message;
    const english = message(undefined);
    expect(english).toMatch(/9.*5/);
    expect(message({ maxDepth: 3 })).toBe(english);
    expect(message({ locale: de })).toMatch(/^(?!.*bytes).*9.*5/);
    expect(message({ formatter: () => [["", "too large"]] })).toBe("too large");
  });
});

test("a record that is too large has its place, and says how many bytes there are", () => {
  const start = { line: 3, offset: 20 };
  expect(recordTooLarge(5, 9, start, undefined).issues).toMatchObject([
    { line: 3, column: 1, offset: 20, path: [], message: expect.stringMatching(/9.*5/) },
  ]);
  const frame = new Frame(encode("[\n 1, 2]"), { line: 2, column: 3, offset: 16 }, ["items"]);
  expect(recordTooLarge(5, 9, start, frame).issues).toMatchObject([
    { line: 3, column: 3, offset: 20, path: ["items", 2] },
  ]);
});
