/** Where items of a JSON array end, and where in a file that is: as the engine finds it, and as TypeScript does. */
import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { engineInUse } from "../../src/core/json/in-use.ts";
import { ItemState } from "../../src/core/json/items.ts";
import { Dict, Int, List, Str } from "../../src/index.ts";
import { placeAfter } from "../../src/lines/frame.ts";
import { isArrayEnd, itemsToLines, itemToLine } from "../../src/lines/items.ts";
import { sweep } from "../support/sweep.ts";
import { cut, cuts, encode, sizes } from "./streams.ts";

type Split = (bytes: Uint8Array, state: ItemState) => number | undefined;

/** The lines of chunks up to the end of the items, and where that is. */
function linesOf(split: Split, chunks: readonly Uint8Array[]) {
  const state = new ItemState();
  const lines: number[] = [];
  for (const chunk of chunks) {
    const bytes = chunk.slice();
    const end = split(bytes, state) as number;
    lines.push(...bytes.subarray(0, end));
    if (end < bytes.length) return { lines, isEnded: true, depth: state.depth, hasContent: state.hasContent };
  }
  return { lines, isEnded: false, ...state };
}

/** Bytes that mean something to one who looks for items, between others; after an opening bracket or not. */
const bytes: fc.Arbitrary<Uint8Array> = fc
  .tuple(
    fc.constantFrom("", "[", '"', "[[{"),
    fc.array(
      fc.oneof(
        fc.constantFrom(...'"\\,[]{}\n\t 1', "é", '\\"', '"a, [b"', '{"a": [1, "\\\\"]}'),
        fc.nat(150).map((length) => "a".repeat(length)),
      ),
      { maxLength: 60 },
    ),
  )
  .map(([start, parts]) => encode(start + parts.join("")));

describe("the items of an array", () => {
  test("end at the same bytes for the engine as for TypeScript, in chunks of any size", () => {
    const engine = engineInUse();
    const split: Split = (chunk, state) =>
      engine.itemsToLines === undefined ? itemsToLines(chunk, state) : engine.itemsToLines(chunk, state);
    fc.assert(
      fc.property(bytes, fc.oneof(sizes, fc.constant([]), fc.array(fc.nat(300))), (text, parts) => {
        const whole = linesOf(itemsToLines, [text]);
        expect(linesOf(split, [text])).toEqual(whole);
        expect(linesOf(split, cut(text, parts))).toEqual(whole);
        expect(linesOf(itemsToLines, cut(text, parts))).toEqual(whole);
        expect(linesOf(split, cut(text, new Array(text.length).fill(1)))).toEqual(whole);
      }),
      { numRuns: sweep(300, 20_000) },
    );
  });

  test.each<[text: string, lines: string, ends: boolean]>([
    ["]", "", true],
    [" ]", " ", true],
    [",1]", "", true],
    ['"",1]', '""\n1', true],
    ['"\\"\n]",[1,\n2]]x', '"\\"\r]"\n[1,\r2]', true],
    ["{},", "{}\n", false],
    [" ,1", " ", true],
    ["1,,2", "1\n", true],
    ["1,é", "1\n", true],
    ['"a\nb c\\\n\\n\\\\",[\n]', '"a\rb c\\\r\\n\\\\"\n[\r]', false],
    ['"é]",{"}":[]}', '"é]"\n{"}":[]}', false],
  ])("behind the opening bracket, %j, are the lines %j, wherever the chunks end", (text, lines, ends) => {
    for (const chunks of cuts(encode(text))) {
      const found = linesOf(itemsToLines, chunks);
      expect([Buffer.from(found.lines).toString(), found.isEnded]).toEqual([lines, ends]);
    }
  });

  test.each([
    ["]", false],
    [" ]", false],
    ["1]", true],
    ["[]", true],
    ["1,]", false],
    ["1, 2]", true],
  ])("end at the bracket of %j after one that has begun: %s", (text, expected) => {
    expect(linesOf(itemsToLines, [encode(text)]).hasContent).toBe(expected);
  });

  test("end at a byte that begins no character, too", () => {
    expect(linesOf(itemsToLines, [Uint8Array.of(0x31, 0x2c, 0x80)]).lines).toEqual([0x31, 0x0a]);
  });

  test.each([
    ["1,", true, "1\n"],
    ["\n[\n1\n],", true, "\r[\r1\r]\n"],
    ["\n1\n", false, "\r1\r"],
    ["1", false, "1"],
  ])("are lines of their own, %j with the comma after it: %s", (item, hasEnd, line) => {
    expect(Buffer.from(itemToLine(encode(item), hasEnd)).toString()).toBe(line);
  });

  test("have the bracket of an array after them, and no other", () => {
    expect(["]", "}", "[", ","].map((text) => isArrayEnd(encode(text)[0]))).toEqual([true, false, false, false]);
    expect(isArrayEnd(undefined)).toBe(false);
  });

  test("may be nested deeper than integers of 32 bits count, across chunks", () => {
    const state = Object.assign(new ItemState(), { depth: 2 ** 40, hasContent: true });
    const text = encode(`${"]".repeat(100)},`);
    expect(engineInUse().itemsToLines?.(text, state) ?? itemsToLines(text, state)).toBe(text.length);
    expect(state.depth).toBe(2 ** 40 - 100);
  });

  test("are found by the engine, without a loop in TypeScript", async () => {
    // A module is loaded by the first call.
    Int().isJson("1");
    const engine = engineInUse();
    if (engine.itemsToLines === undefined) return;
    const spy = vi.spyOn(engine, "itemsToLines");
    const item = Dict({ id: Int(), tags: List(Str()) });
    const one = JSON.stringify({ id: 1, tags: ["a, [", 'b"]'] });
    const document = encode(`[${Array(500).fill(one).join(",\n")}]`);
    let count = 0;
    for await (const { values } of item.batches(cut(document, [1, 1, 5000]), { format: "json" }))
      count += values.length;
    expect(count).toBe(500);
    expect(spy.mock.results.every(({ value }) => typeof value === "number")).toBe(true);
    expect(spy.mock.calls.reduce((sum, [chunk]) => sum + chunk.length, 0)).toBe(document.length - 1);
  });
});

test("the place after bytes is the same for long ones as for their characters one by one", () => {
  const text = fc
    .array(fc.constantFrom("a", "é", "\n", "\r\n", "😀", "a line of some length, which comes often"), {
      maxLength: 300,
    })
    .map((parts) => encode(parts.join("")));
  fc.assert(
    fc.property(text, (all) => {
      let place = { offset: 5, line: 3, column: 7 };
      for (let at = 0; at < all.length; at++) place = placeAfter(place, all.subarray(at, at + 1));
      expect(placeAfter({ offset: 5, line: 3, column: 7 }, all)).toEqual(place);
    }),
    { numRuns: sweep(100, 2000) },
  );
});

/** Bytes are counted in counters of eight bits: 64 of them, which 16,320 bytes fill. */
test.each([16_319, 16_320, 16_321, 16_384, 50_000])("the place after %d bytes, all of which count", (size) => {
  const from = { offset: 0, line: 1, column: 1 };
  expect(placeAfter(from, encode("\n".repeat(size)))).toEqual({ offset: size, line: size + 1, column: 1 });
  expect(placeAfter(from, encode("a".repeat(size)))).toEqual({ offset: size, line: 1, column: size + 1 });
  expect(placeAfter(from, encode("é".repeat(size)))).toEqual({ offset: 2 * size, line: 1, column: size + 1 });
});
