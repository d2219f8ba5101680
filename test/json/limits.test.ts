import { describe, expect, test } from "vitest";
import type { ValidationError } from "../../src/exc.ts";
import { Any, Int, type JsonLimits, type JsonSource, List } from "../../src/index.ts";
import { longTest } from "../support/long.ts";
import { reference } from "./corpus.ts";
import { encode, MIB, refused, undecoded, validate } from "./validate.ts";

describe("limits of JSON text hold on every entry point:", () => {
  test.each<[string, JsonSource, JsonLimits, JsonLimits, string]>([
    ["maxBytes of bytes", encode('"é"'), { maxBytes: 4 }, { maxBytes: 3 }, "size"],
    ["maxBytes of a string, counted as UTF-8", '"é"', { maxBytes: 4 }, { maxBytes: 3 }, "size"],
    ["maxBytes of a string of characters of three bytes", '"€€€€"', { maxBytes: 14 }, { maxBytes: 13 }, "size"],
    ["maxBytes of a string that has more characters", "[1,2]", { maxBytes: 5 }, { maxBytes: 2 }, "size"],
    ["maxBytes of a string beyond the BMP", '"😀"', { maxBytes: 6 }, { maxBytes: 5 }, "size"],
    ["maxDepth of bytes", encode("[[[]]]"), { maxDepth: 3 }, { maxDepth: 2 }, "depth"],
    ["maxDepth of a string", '{"a":[{}]}', { maxDepth: 3 }, { maxDepth: 2 }, "depth"],
    ["maxDepth 0", "[]", { maxDepth: 1 }, { maxDepth: 0 }, "depth"],
  ])("%s", (_, source, enough, little, reason) => {
    expect(validate(Any(), source, enough)).toEqual(reference(source));
    expect(validate(Any(), source, little)).toMatchObject({ reason });
  });

  test("the limit and the excess are told", () => {
    expect(undecoded("[[[[1]]]]", { maxDepth: 2 })).toMatchObject({ expected: 2, actual: 3, offset: 2 });
    expect(undecoded(encode("[1,2,3]"), { maxBytes: 5 })).toMatchObject({ expected: 5, actual: 7, offset: 5 });
  });

  test("512 levels are the default", () => {
    const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    expect(validate(Any(), nested(512))).toHaveProperty("value");
    expect(validate(Any(), nested(513))).toMatchObject({ reason: "depth", expected: 512, actual: 513, offset: 512 });
    expect(validate(Any(), encode(nested(513)))).toMatchObject({ reason: "depth", offset: 512 });
  });

  longTest("64 MiB are the default", () => {
    const bytes = new Uint8Array(64 * MIB + 1).fill(0x20);
    bytes[0] = 0x31;
    expect(Any().isJson(bytes)).toBe(false);
    expect(undecoded(bytes)).toMatchObject({ reason: "size", expected: 64 * MIB, actual: 64 * MIB + 1 });
    expect(Any().isJson(bytes.subarray(1))).toBe(false);
    expect(Any().json(bytes.subarray(0, 64 * MIB))).toBe(1);
  });

  test("maxErrors: as many errors are kept, and the verdict stays", () => {
    const list = List(Int());
    const text = '["a","b","c"]';
    for (const [maxErrors, length, truncated] of [
      [0, 0, true],
      [2, 2, true],
      [3, 3, false],
      [4, 3, false],
    ] as const) {
      const error = validate(list, text, { maxErrors }) as ValidationError;
      expect([error.length, error.truncated]).toEqual([length, truncated]);
    }
    const many = `[${'"x",'.repeat(10_000)}"x"]`;
    expect(refused(list, many)).toMatchObject({ length: 10_000, truncated: true });
    expect(refused(list, many, { maxErrors: 10_001 })).toMatchObject({ length: 10_001, truncated: false });
  });

  test.each(["maxBytes", "maxDepth", "maxErrors"])("%s must be a non-negative integer", (name) => {
    const any = Any();
    for (const value of [-1, 1.5, Number.NaN, "1", null])
      for (const call of ["json", "safeJson", "isJson"] as const)
        expect(() => any[call]("1", { [name]: value } as JsonLimits), `${call} ${value}`).toThrow(TypeError);
  });
});
