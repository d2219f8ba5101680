import { expect, test } from "vitest";
import { Evaluated } from "../../src/core/report/evaluated.ts";

test("members of a container are not in the log of the value around it", () => {
  const evaluated = new Evaluated();
  const log: unknown[] = [];
  expect([evaluated.begin(log), evaluated.log]).toEqual([undefined, log]);
  evaluated.enter(1);
  expect(evaluated.log).toBeUndefined();
  evaluated.enter(2);
  evaluated.leave(2);
  expect(evaluated.log).toBeUndefined();
  evaluated.leave(1);
  expect(evaluated.log).toBe(log);
});

test("a check that did not leave what it entered has no log afterwards", () => {
  const evaluated = new Evaluated();
  const log: unknown[] = [];
  evaluated.begin(log);
  evaluated.enter(1);
  evaluated.begin([]);
  evaluated.enter(2);
  evaluated.restore(log, 0);
  expect(evaluated.log).toBe(log);
  evaluated.leave(1);
  expect(evaluated.log).toBe(log);
});
