/** Bytes as text, beside what Node makes of them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { decoded, encoded } from "../../src/values/binary-text.ts";

test.each(["base64", "base64url", "hex"] as const)("%s is that of Node", (format) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 9000 }), (bytes) => {
      const text = encoded(bytes, format);
      expect(text).toBe(Buffer.from(bytes).toString(format));
      expect(decoded(text, format)).toEqual(bytes);
    }),
    { numRuns: 50 },
  );
});

test.each([
  ["A", "base64"],
  ["AB==", "base64"],
  ["AA=", "base64"],
  ["AA===", "base64"],
  ["A A=", "base64"],
  ["AP-A", "base64"],
  ["AP+A", "base64url"],
  ["\u0100AAA", "base64"],
  ["0", "hex"],
  ["0g", "hex"],
] as const)("%j is not in %s", (text, format) => {
  expect(decoded(text, format)).toBeUndefined();
});

test.each([
  ["AA", "base64"],
  ["AA==", "base64url"],
  ["", "hex"],
] as const)("%j is in %s", (text, format) => {
  expect(decoded(text, format)).toBeInstanceOf(Uint8Array);
});

test("more bytes than a call has arguments have a text", () => {
  const bytes = new Uint8Array(200_000).fill(7);
  expect(encoded(bytes, "base64")).toBe(Buffer.from(bytes).toString("base64"));
});
