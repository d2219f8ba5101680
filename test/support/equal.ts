import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";

/** `expect(actual).toEqual(expected)` for loops: the matcher takes 50 µs, so it runs only for what looks different. */
export function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}
