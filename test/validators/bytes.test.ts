import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import { Bytes } from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { rows, unchanged } from "../support/verdict.ts";

const type = (actual: string): string => `<InvalidTypeError(expected='bytes', actual='${actual}')>`;
const two = Uint8Array.of(1, 2);

describe("Bytes", () => {
  describe("accepts byte strings as they are", () => {
    unchanged(Bytes(), [new Uint8Array(), two, Buffer.from("ab"), two.subarray(1)]);

    test("of another realm too, and returns the object itself", () => {
      const foreign = runInNewContext("Uint8Array.of(1)");
      expect(Bytes()(foreign)).toBe(foreign);
    });
  });

  describe("accepts null only when it is nullable", () => {
    rows([
      [Bytes(), null, type("null")],
      [Bytes({ nullable: true, minlen: 1 }), null, { value: null }],
    ]);
  });

  describe("refuses what is not a byte string", () => {
    rows([
      [Bytes(), "ab", type("string")],
      [Bytes(), [1, 2], type("array")],
      [Bytes(), new Uint8ClampedArray(2), type("instance")],
      [Bytes(), new Int8Array(2), type("instance")],
      [Bytes(), new Float32Array(2), type("instance")],
      [Bytes(), new DataView(new ArrayBuffer(2)), type("instance")],
      [Bytes(), new ArrayBuffer(2), type("instance")],
      [Bytes(), new SharedArrayBuffer(2), type("instance")],
      [Bytes(), new Proxy(two, {}), type("instance")],
      [Bytes(), Object.create(Uint8Array.prototype), type("instance")],
    ]);
  });

  describe("gives MinLengthError and MaxLengthError for its length in bytes, the first only", () => {
    rows([
      [Bytes({ minlen: 2 }), two, { value: two }],
      [Bytes({ minlen: 3 }), two, "<MinLengthError(expected=3, actual=2)>"],
      [Bytes({ maxlen: 2 }), two, { value: two }],
      [Bytes({ maxlen: 1 }), two, "<MaxLengthError(expected=1, actual=2)>"],
      [Bytes({ minlen: 3, maxlen: 1 }), two, "<MinLengthError(expected=3, actual=2)>"],
      [
        Bytes({ minlen: 1 }),
        Object.defineProperty(Uint8Array.of(), "length", { value: 5 }),
        "<MinLengthError(expected=1, actual=0)>",
      ],
    ]);
  });

  describe("shows the parameters that differ from their defaults", () => {
    makes(Bytes, [
      [[], "<Bytes()>", {}],
      [
        [{ maxlen: 2, minlen: 0, nullable: true }],
        "<Bytes(nullable=true, minlen=0, maxlen=2)>",
        { nullable: true, minlen: 0, maxlen: 2 },
      ],
    ]);
  });

  describe("checks its parameters", () => {
    refuses(Bytes, [
      [[{ nullable: "x" }], TypeError, "Bytes.nullable should be of type boolean or integer or null"],
      [[{ minlen: -1 }], ValueError, "Bytes.minlen should not be negative number"],
      [[{ maxlen: "1" }], TypeError, "Bytes.maxlen should be of type integer"],
    ]);
  });
});
