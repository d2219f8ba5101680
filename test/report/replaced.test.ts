/** What Fallbacks replace: the nodes are not changed, so they may be told several times. */
import { expect, test } from "vitest";
import { type Explained, errorOf, failureOf } from "../../src/core/report/failure.ts";
import { type Replaced, replacedBy } from "../../src/core/report/replaced.ts";
import { InvalidTypeError } from "../../src/exc.ts";

test("is told with its place, each time it is in another", () => {
  const failures = [failureOf(InvalidTypeError, "integer", "string")];
  const use = replacedBy(0, 2, failures, true);
  const place = (all: Replaced[], key: string | number, depth: number): void => all.at(-1)?.place(all, key, depth);
  const inner: Replaced[] = [use];
  place(inner, "a", 2);
  expect(inner).toHaveLength(1);
  const all: Replaced[] = [...inner];
  place(all, 0, 1);
  all.push(...inner);
  place(all, 1, 1);
  // Nothing was replaced in this one.
  place(all, 2, 1);
  const told: unknown[] = [];
  const make = ([failure]: readonly unknown[]) => errorOf(failure as Explained, true);
  for (const one of all) one.tell(make as never, (error, value) => told.push([error.context, value]), []);
  expect(told).toEqual([
    [[0, "a"], 0],
    [[1, "a"], 0],
  ]);
  expect(failures[0]?.path).toBeUndefined();
});
