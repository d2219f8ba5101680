import { describe, expect, test } from "vitest";
import { shortestIn } from "../../src/values/digits.ts";

const BIG = 9007199254740993n;

describe("integers of a schema", () => {
  test.each([
    [5n, 5],
    [BIG, BIG],
    [2n ** 64n, 2 ** 64],
    ["5", "5"],
    [
      [1n, [BIG, 2n]],
      [1, [BIG, 2]],
    ],
    [
      { a: 1n, b: { c: [BIG] }, ["__proto__"]: 3n },
      { a: 1, b: { c: [BIG] }, ["__proto__"]: 3 },
    ],
  ])("%# are numbers where a number is the same integer", (given, shortest) => {
    expect(shortestIn(given)).toEqual(shortest);
  });

  test("are left where they are if none changes", () => {
    const value = { a: [1, { b: BIG }] };
    expect(shortestIn(value)).toBe(value);
    const changed = shortestIn({ a: value, b: 1n }) as { a: unknown };
    expect(changed.a).toBe(value);
  });

  test("are found at any depth", () => {
    const DEPTH = 10_000;
    let value: unknown = 1n;
    for (let level = 0; level < DEPTH; level++) value = level % 2 === 0 ? [value] : { a: value };
    let inner = shortestIn(value);
    for (let level = 0; level < DEPTH; level++) inner = Object.values(inner as object)[0];
    expect(inner).toBe(1);
  });

  test("are looked for in nothing that contains itself", () => {
    const value: unknown[] = [1n];
    value.push([value, value]);
    expect(() => shortestIn(value)).toThrow("it is nested too deep");
  });
});
