import "../support/fresh.ts";
import { describe, expect, test } from "vitest";
import { runRecord } from "./api/run-record.ts";
import { counts } from "./counts.ts";
import { lineIds } from "./differences.ts";
import { testFile } from "./suite.ts";

// Everything but validations: dumps, clones, registries, contracts, texts, messages.
testFile("api", runRecord);

describe("the list of differences", () => {
  test.each(lineIds)("has a use for: %s", (line) => {
    expect(Object.values(counts).some(({ lines }) => line in lines)).toBe(true);
  });
});
