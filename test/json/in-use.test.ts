/** The engine in use. */
import { expect, onTestFinished, test } from "vitest";
import { engineInfo, engineInUse, useEngine } from "../../src/core/json/in-use.ts";
import type { EngineInfo } from "../../src/index.ts";
import { __impl__ } from "../../src/index.ts";

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
