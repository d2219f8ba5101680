/** The module in the library is compressed; what reads it gives what went into zlib. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { constants, deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { inflate } from "../../src/engines/native/wasm/inflate.ts";

const module = readFileSync(join(import.meta.dirname, "../../prebuilds/validlib.wasm"));
const both = (data: Uint8Array, options = {}): void => {
  const compressed = deflateRawSync(data, { level: 9, strategy: constants.Z_DEFAULT_STRATEGY, ...options });
  expect(Buffer.compare(inflate(compressed, data.length), data)).toBe(0);
};

test.each([1, 6, 9])("the module at level %d", (level) => both(module, { level }));

test("text that has only literals, long runs, and each distance", () => {
  both(module.subarray(0, 100_000), { strategy: constants.Z_HUFFMAN_ONLY });
  both(Buffer.concat([module.subarray(0, 5000), Buffer.alloc(100_000), module.subarray(0, 5000)]));
  both(Buffer.concat(Array.from({ length: 32 }, (_, i) => module.subarray(0, 1000 * i))));
});

test("refuses data of other kinds", () => {
  expect(() => inflate(deflateRawSync(module, { level: 0 }), module.length)).toThrow("damaged");
});
