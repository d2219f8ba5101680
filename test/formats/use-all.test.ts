// Other files use all formats.
import "../support/fresh.ts";
import { expect, test } from "vitest";
import { formatInUse, formatsInUse } from "../../src/text/formats/format.ts";
import { FORMATS, useAllFormats } from "../../src/text/formats/index.ts";

test("all formats are in use once a program has asked for them", () => {
  expect(formatInUse("iban")).toBeUndefined();
  useAllFormats();
  expect(formatsInUse().toSorted()).toEqual(Object.keys(FORMATS).sort());
});
