import { expect, test } from "vitest";
import { MAX_ITEMS } from "../../src/values/input.ts";
import { membersOf } from "../../src/values/mapping.ts";

test("a multi-value mapping whose iterator has no end is read up to the bound of arrays", () => {
  const endless = { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 0 }) }) };
  class Form {
    getAll = () => endless;
    entries = () => [["a", 1]];
  }
  expect(membersOf(new Form(), ["a"])?.values[0]).toHaveLength(MAX_ITEMS);
});
