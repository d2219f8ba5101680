import { expect, test } from "vitest";
import { fieldNameOf, isIndex } from "../../src/values/field-names.ts";

test.each<[name: string, parts: string[] | undefined, isItem?: boolean]>([
  ["a", ["a"]],
  ["a.b", ["a", "b"]],
  ["a[b]", ["a", "b"]],
  ["a[b.c].d[0]", ["a", "b.c", "d", "0"]],
  ["a[]", ["a"], true],
  ["a[b][]", ["a", "b"], true],
  ["é[ ]", ["é", " "]],
  ["", undefined],
  [".a", undefined],
  ["a.", undefined],
  ["a..b", undefined],
  ["[a]", undefined],
  ["a]", undefined],
  ["a[", undefined],
  ["a[b", undefined],
  ["a[[b]]", undefined],
  ["a[b[c]", undefined],
  ["a[b]c", undefined],
  ["a[b]cd", undefined],
  ["a[].b", undefined],
])("the parts of %j are %j", (name, parts, isItem = false) => {
  const read = fieldNameOf(name, 10);
  expect(read?.parts.map(({ text }) => text)).toEqual(parts);
  if (read === undefined) return;
  expect(read).toMatchObject({ isItem, isCut: false });
  const last = read.parts.at(-1) as { end: number };
  expect(name.slice(0, last.end)).toBe(isItem ? name.slice(0, -2) : name);
});

test("each part says whether it is in brackets, and where it ends", () => {
  expect(fieldNameOf("a[b.c].d[0]", 10)?.parts).toEqual([
    { text: "a", inBrackets: false, end: 1 },
    { text: "b.c", inBrackets: true, end: 6 },
    { text: "d", inBrackets: false, end: 8 },
    { text: "0", inBrackets: true, end: 11 },
  ]);
});

test("no more parts are read than asked for", () => {
  expect(fieldNameOf("a.b[c].d.e", 3)).toMatchObject({
    parts: [{ text: "a" }, { text: "b" }, { text: "c" }],
    isItem: false,
    isCut: true,
  });
  expect(fieldNameOf("a.b[]", 2)).toMatchObject({ isItem: true, isCut: false });
});

test("indexes have up to 15 digits and no zeros before", () => {
  expect(["0", "7", "10", "999999999999999"].every(isIndex)).toBe(true);
  expect(["", "00", "01", "-1", "1.0", "1e3", " 1", "1000000000000000", "a"].some(isIndex)).toBe(false);
});
