/** Formats with a parameter. */
import { describe, expect, test } from "vitest";
import { Str } from "../../src/index.ts";
import type { FormatName } from "../../src/text/formats/index.ts";
import { REFINED } from "./cases.ts";

describe.each(REFINED)("$params", ({ params, good, bad }) => {
  const str = Str(params);

  test("takes what is of it, and refuses what is nearly so", () => {
    expect(good.filter((text) => !str.is(text))).toEqual([]);
    const errors = bad.map((text) => String(str.safe(text).error));
    expect(errors.filter((error) => !error.includes(`FormatError(expected='${params.format}'`))).toEqual([]);
  });
});

test("a mode is one of three", () => {
  for (const mode of ["html", "toString"]) {
    expect(() => Str({ format: "email", mode } as never)).toThrow(
      "Str.mode should be one of 'rfc', 'html5', 'with-tld', got",
    );
  }
});

test("protocols are names of schemes, and of web addresses those two", () => {
  const most: [FormatName, string, string[][], string[][]][] = [
    [
      "url",
      "should be names of schemes in lower case, without a colon",
      [["a"], ["a1+.-b", "https"]],
      [["https:"], ["Https"], ["1a"], ["-a"], ["a_b"], ["a\n"], ["https", "a b"]],
    ],
    [
      "http-url",
      "should be 'http' or 'https' for the format 'http-url'",
      [["http"], ["http", "https"]],
      [["ftp"], ["xhttp"], ["httpx"], ["http", "ftp"]],
    ],
  ];
  for (const [format, expected, good, bad] of most) {
    for (const protocols of good) expect(() => Str({ format, protocols })).not.toThrow();
    for (const protocols of bad) expect(() => Str({ format, protocols })).toThrow(`Str.protocols ${expected}, got`);
  }
});
