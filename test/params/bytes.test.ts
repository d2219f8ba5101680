/** The parameter `format` of Bytes. */
import { describe, expect, test } from "vitest";
import { Bytes, exc, toJsonSchema } from "../../src/index.ts";
import { rows } from "../support/verdict.ts";

describe("format", () => {
  rows([
    [Bytes({ format: "base64" }), "AQI=", { value: Uint8Array.of(1, 2) }],
    [Bytes({ format: "base64", maxlen: 1 }), "AQI=", "<MaxLengthError(expected=1, actual=2)>"],
    [Bytes({ format: "hex" }), "0", "<FormatError(expected='hex', actual='0')>"],
    [Bytes({ format: "hex" }), 5, "<InvalidTypeError(expected='bytes', actual='integer')>"],
    [Bytes(), "AQI=", "<InvalidTypeError(expected='bytes', actual='string')>"],
  ]);

  test("in JSON text, dumps and JSON Schema", () => {
    const bytes = Bytes({ format: "base64url" });
    expect(bytes.json('"-_8"')).toEqual(Uint8Array.of(251, 255));
    expect(Bytes.load(bytes.dump()).equals(bytes)).toBe(true);
    expect(toJsonSchema(bytes)).toMatchObject({ type: "string", contentEncoding: "base64url" });
  });

  test("is one of three", () => {
    expect(() => Bytes({ format: "base32" as never })).toThrow(exc.ValueError);
  });
});
