/** Patterns that the shell has left as they are: that of Windows leaves all. */
import * as fs from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { filesOf } from "../../src/cli/patterns.ts";
import { BAD, folder, GOOD, PERSON, piped } from "./host.ts";

let path: string;
beforeEach(() => {
  path = folder({ "person.json": PERSON, "a.ndjson": `${GOOD}\n`, "b.ndjson": `${BAD}\n`, "c[1].ndjson": "" });
});
const here = (name: string): string => join(path, name);

test("what is no pattern, and a file of that name, is left", async () => {
  expect(await filesOf(["-", here("none.json"), here("c[1].ndjson")])).toEqual([
    ...["-", here("none.json"), here("c[1].ndjson")],
  ]);
});

describe("a pattern", () => {
  const hasGlob = "glob" in fs;

  test.runIf(hasGlob)("stands for the files that it matches, in order", async () => {
    expect(await filesOf([here("[ab].ndjson"), here("*.json")])).toEqual([
      ...[here("a.ndjson"), here("b.ndjson"), here("person.json")],
    ]);
    const { code, out } = await piped(["check", "--schema", here("person.json"), here("[ab].ndjson")], []);
    expect([code, out.includes("b.ndjson"), out.includes("2 errors")]).toEqual([1, true, true]);
  });

  test("that matches nothing is an error", async () => {
    const { code, err } = await piped(["check", "--schema", here("person.json"), here("x*.ndjson")], []);
    expect(code).toBe(2);
    expect(err).toContain(hasGlob ? "no file matches" : "only Node 22 and newer look for files that match it");
  });
});
