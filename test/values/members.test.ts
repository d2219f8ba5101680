import { expect, test } from "vitest";
import { hasMembers, membersIn } from "../../src/values/members.ts";

test.each<[what: string, value: object, members: [unknown, unknown][]]>([
  [
    "an object",
    { a: 1, b: [2] },
    [
      ["a", 1],
      ["b", [2]],
    ],
  ],
  [
    "an array, by index",
    ["x", "y"],
    [
      [0, "x"],
      [1, "y"],
    ],
  ],
  ["a Map, with its keys as they are", new Map([[{ id: 1 }, "x"]]), [[{ id: 1 }, "x"]]],
  [
    "a Set, by position",
    new Set(["x", "y"]),
    [
      [0, "x"],
      [1, "y"],
    ],
  ],
])("the members of %s", (_, value, members) => {
  expect(hasMembers(value)).toBe(true);
  expect([...membersIn(value)]).toEqual(members);
});

test.each([null, undefined, "text", 1, new Date(0), () => 1])("%s has none", (value) => {
  expect(hasMembers(value)).toBe(false);
});
