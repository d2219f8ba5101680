import { expect, test } from "vitest";
import { extentOf } from "../../src/values/extent.ts";
import { longTest } from "../support/long.ts";

const shared = [1, 2];
const cyclic: unknown[] = [];
cyclic.push(cyclic);

test.each<[name: string, value: unknown, extent: number]>([
  ["a number", 5, 1],
  ["a text", "abc", 1],
  ["an object, with its members and theirs", { a: 1, b: { c: [1, 2] } }, 6],
  ["what is there twice, counted twice", [shared, shared], 7],
  ["a Map, and null", [new Map([["k", [1]]]), null], 3],
  ["holes, counted like items", new Array(100), 101],
  ["bytes, however many", { a: new Uint8Array(2 ** 25), b: new Float64Array(5000) }, 3],
])("the extent of %s", (_name, value, extent) => {
  expect(extentOf(value, 1000)).toBe(extent);
});

test("counting ends beyond the number that matters", () => {
  for (const value of [cyclic, new Array(50), { a: new Array(7), b: new Array(4) }])
    expect(extentOf(value, 10)).toBe(11);
  expect(extentOf([1, 2, 3], 4)).toBe(4);
});

longTest("counting ends where there is more than matters", () => {
  expect(extentOf(cyclic, 1000)).toBe(1001);
  expect(extentOf(new Array(2 ** 25), 1000)).toBe(1001);
});

test("no getter is called, and no Proxy makes it fail", () => {
  const trap = {
    get a(): never {
      throw new Error("called");
    },
  };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  expect(extentOf([trap, proxy], 1000)).toBe(4);
});
