import { expect, test } from "vitest";
import { decoded, escaped, unescaped } from "../src/text/json-pointer.ts";

test.each<[string | number, string]>([
  ["a", "a"],
  ["", ""],
  [7, "7"],
  ["a/b", "a~1b"],
  ["m~n", "m~0n"],
  ["~1/~0", "~01~1~00"],
])("the key %j is %j in a pointer, and back", (key, part) => {
  expect(escaped(key)).toBe(part);
  expect(unescaped(part)).toBe(String(key));
});

test("a percent sign that encodes nothing stands for itself", () => {
  expect(decoded("a%20b")).toBe("a b");
  expect(decoded("100%")).toBe("100%");
});
