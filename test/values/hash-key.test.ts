// The first hash chooses the key.
import "../support/fresh.ts";
import { expect, test, vi } from "vitest";
import { hashText } from "../../src/values/hash.ts";

test("a runtime without cryptography has a key of Math.random", () => {
  vi.stubGlobal("crypto", undefined);
  vi.spyOn(Math, "random").mockReturnValueOnce(0.25).mockReturnValueOnce(0.75);
  try {
    expect(hashText("ab")).toBe(-1229632741);
  } finally {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  }
});
