import { expect, test } from "vitest";
import { copyOf, errorOf, failureOf, lengthOf, mayWait, originOf, Refusal } from "../../src/core/report/failure.ts";
import { Path } from "../../src/core/report/path.ts";
import { errorsOf } from "../../src/core/report/report.ts";
import { ForbiddenKeyError, MinValueError } from "../../src/exc.ts";

test("a failure becomes an error with what was expected, what was there, and the way to it", () => {
  const failure = failureOf(MinValueError, 1, 0);
  expect(lengthOf(failure)).toBe(0);
  failure.path = new Path(3, 3, new Path("age", "age", undefined));
  const error = errorOf(failure, true);
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
  expect(errorsOf(failures, undefined, 1)).toHaveLength(1);
  const errors = errorsOf(failures, (index) => ({ offset: index, line: 1, column: index + 1 }));
  expect(errors.map(({ column }) => column)).toEqual([1, 2]);
});

test("a copy of it is another failure of the same kind", () => {
  for (const failure of [failureOf(MinValueError, 1, 0), new Refusal(() => undefined, 1, 2)]) {
    failure.path = new Path("a", "a", undefined);
    const copy = copyOf(failure);
    expect(copy).toStrictEqual(failure);
    copy.path = undefined;
    expect(failure.path.node).toBe("a");
  }
});

test("its error may be made later, unless its class is the caller's", () => {
  class Mine extends MinValueError {}
  expect([mayWait(failureOf(MinValueError, 1, 0)), mayWait(failureOf(Mine, 1, 0))]).toEqual([true, false]);
  expect(mayWait(new Refusal(() => undefined, 1, 2))).toBe(true);
});
