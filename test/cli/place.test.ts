import { posix, win32 } from "node:path";
import { expect, test } from "vitest";
import { converting } from "../../src/cli/encoding.ts";
import { slashed, uriOf } from "../../src/cli/place.ts";

test.each([
  ["data\\a b.json", "data/a b.json", "data/a%20b.json"],
  ["..\\a.json", "../a.json", "../a.json"],
  ["C:\\My Files\\a#1.json", "C:/My Files/a#1.json", "file:///C:/My%20Files/a%231.json"],
  ["\\\\server\\share\\a.json", "//server/share/a.json", "file://server/share/a.json"],
  ["a/b.json", "a/b.json", "a/b.json"],
])("on Windows %s is %s to tools, and the URI %s", (file, name, uri) => {
  expect([slashed(file, win32), uriOf(file, win32)]).toEqual([name, uri]);
});

test.each([
  ["data/a b.json", "data/a b.json", "data/a%20b.json"],
  ["/tmp/a.json", "/tmp/a.json", "file:///tmp/a.json"],
  // A backslash is a character like any other there.
  ["a\\b.json", "a\\b.json", "a%5Cb.json"],
])("elsewhere %s is %s, and the URI %s", (file, name, uri) => {
  expect([slashed(file, posix), uriOf(file, posix)]).toEqual([name, uri]);
});

test("a file that is no UTF-8 is converted by what the system has", () => {
  expect(converting("UTF-16", "linux")).toBe("iconv -f UTF-16 -t UTF-8");
  expect(converting("UTF-16", "win32")).toContain("Get-Content FILE -Raw -Encoding unicode");
  expect(converting("UTF-32", "win32")).toContain("utf32");
});
