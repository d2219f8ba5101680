import { expect, test } from "vitest";
import { type Members, nextPart, type Part } from "../../src/values/parts.ts";

test("parts come in the order of the text, each with the way to it, and each member is read once", () => {
  const reads: string[] = [];
  const inner = ["x", "y"];
  const value = {
    get a() {
      reads.push("a");
      return inner;
    },
    b: 1,
  };
  const root: Part = { value, key: undefined, outer: undefined };
  const open: Members[] = [{ part: root, keys: ["a", "b"], size: 2, next: 0 }];
  const first = nextPart(open);
  expect(first).toEqual({ value: inner, key: "a", outer: root });
  open.push({ part: first as Part, keys: undefined, size: 2, next: 0 });
  const rest = [nextPart(open), nextPart(open), nextPart(open)];
  expect(rest.map((part) => [part?.value, part?.key, part?.outer?.key])).toEqual([
    ["x", 0, "a"],
    ["y", 1, "a"],
    [1, "b", undefined],
  ]);
  expect([nextPart(open), open, reads]).toEqual([undefined, [], ["a"]]);
});
