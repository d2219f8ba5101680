import { expect, test } from "vitest";
import { refuse, takeError } from "../src/core/runner.ts";
import { SchemaError } from "../src/exc.ts";

test("the error of a call that was refused is made once, as the call asks, and kept no longer", () => {
  const asked: boolean[] = [];
  const error = new SchemaError([]);
  refuse({
    error(stackless) {
      asked.push(stackless);
      return error;
    },
  });
  expect(takeError(true)).toBe(error);
  expect(asked).toEqual([true]);
  expect(() => takeError(true)).toThrow(TypeError);
});
