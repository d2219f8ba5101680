import { expect, test } from "vitest";
import { ForbiddenKeyError, MinValueError } from "../../src/exc.ts";
import { errorOf, errorsOf, failureOf, lengthOf, mayWait, originOf } from "../../src/report/failure.ts";
import { Path } from "../../src/report/path.ts";

test("a failure becomes an error with what was expected, what was there, and the way to it", () => {
  const failure = failureOf(MinValueError, 1, 0);
  expect(lengthOf(failure)).toBe(0);
  failure.path = new Path("age", "age", undefined);
  const error = errorOf(failure, true, new Path(3, 3, undefined));
  expect(error).toBeInstanceOf(MinValueError);
  expect(error).toMatchObject({ expected: 1, actual: 0, context: [3, "age"] });
});

test("it is where its value is, or where the key is that is wrong", () => {
  const [value, key] = [failureOf(MinValueError, 1, 0), failureOf(ForbiddenKeyError, undefined, undefined)];
  value.path = key.path = new Path("a", "a", undefined);
  expect([originOf(value), originOf(key)]).toEqual([
    { path: ["a"], at: "value" },
    { path: ["a"], at: "key" },
  ]);
});

test("of many, as many errors are made as are asked for, each with its position", () => {
  const failures = [failureOf(MinValueError, 1, 0), failureOf(MinValueError, 2, 0)];
  expect(errorsOf(failures, 1, true)).toHaveLength(1);
  const errors = errorsOf(failures, undefined, true, (index) => ({ offset: index, line: 1, column: index + 1 }));
  expect(errors.map(({ column }) => column)).toEqual([1, 2]);
});

test("its error may be made later, unless its class is the caller's", () => {
  class Mine extends MinValueError {}
  expect([mayWait(failureOf(MinValueError, 1, 0)), mayWait(failureOf(Mine, 1, 0))]).toEqual([true, false]);
});
