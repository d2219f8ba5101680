/** The engine in use. */
// Puts engines in use: no other file may have done so before.
import "../support/fresh.ts";
import { expect, onTestFinished, test } from "vitest";
import type { EngineInfo } from "../../src/core/json/engine.ts";
import { __impl__, engineInfo, engineInUse, useEngine } from "../../src/core/json/in-use.ts";

test("at first the one in TypeScript is in use, as validlib/pure has it", () => {
  const about = { impl: "TypeScript", reason: "the addon was not asked for", path: undefined, version: undefined };
  expect(engineInfo()).toEqual(about);
  expect(__impl__).toBe("TypeScript");
});

test("another engine is put in use, with what is said of it", () => {
  const before = [engineInUse(), engineInfo()] as const;
  onTestFinished(() => useEngine(...before));
  const other = { ...before[0] };
  const about: EngineInfo = { impl: other.impl, reason: "a test", path: "/a", version: "1" };
  useEngine(other, about);
  expect(engineInUse()).toBe(other);
  expect(engineInfo()).toEqual(about);
  expect(engineInfo()).not.toBe(about);
  expect(Object.isFrozen(engineInfo())).toBe(true);
  expect(__impl__).toBe(other.impl);
});
