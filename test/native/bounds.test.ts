import { expect, test } from "vitest";
import { List, Str, type Validator } from "../../src/index.ts";
import { longTest } from "../support/long.ts";
import { native } from "./addon.ts";

/** More values than the addon keeps records of: native/core/report.hpp. */
const ITEMS = 140_000;

/** The addon leaves a pattern with this flag to JavaScript. */
const word = Str({ pattern: /a/m });

test(`of ${ITEMS} values that are left to JavaScript one is invalid: the text falls back, and the answer is the same`, () => {
  const before = native?.tally.fellBack;
  const items = new Array(ITEMS).fill('"a"');
  items[ITEMS - 2] = "1";
  const text = `[${items.join()}]`;
  const result = List(word).safeJson(text);
  if (result.ok) throw new Error("1 is not a string");
  expect(result.error.length).toBe(1);
  expect(result.error.at(0)?.context).toEqual([ITEMS - 2]);
  expect(result.error.at(0)?.offset).toBe(text.lastIndexOf("1"));
  expect(List(word).isJson(text)).toBe(false);
  if (native !== undefined) expect(native.tally.fellBack).toBeGreaterThan(before as number);
});

test(`of ${ITEMS} such values none is invalid: nothing falls back`, () => {
  const before = native?.tally.fellBack;
  const text = `[${new Array(ITEMS).fill('"a"').join()}]`;
  expect(List(word).safeJson(text).ok).toBe(true);
  expect(List(word).isJson(text)).toBe(true);
  expect(native?.tally.fellBack).toBe(before);
});

longTest("paths of many failures far down are bounded too", () => {
  const before = native?.tally.fellBack;
  const depth = 400;
  const count = 12_000;
  let validator: Validator = word;
  for (let level = 0; level < depth; level++) validator = List(validator);
  const text = "[".repeat(depth) + new Array(count).fill('"b"').join() + "]".repeat(depth);
  const result = validator.safeJson(text);
  if (result.ok) throw new Error("b is not a");
  expect(result.error.truncated).toBe(true);
  expect(result.error.length).toBe(2_500);
  expect(result.error.at(-1)?.context).toEqual([...new Array(depth - 1).fill(0), 2_499]);
  expect(native?.tally.fellBack).toBe(before === undefined ? undefined : before + 1);
});
