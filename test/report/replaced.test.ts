/** What Fallbacks replace: the nodes are not changed, so they may be told several times. */
import { expect, test } from "vitest";
import { InvalidTypeError } from "../../src/exc.ts";
import { type Explained, errorOf, failureOf } from "../../src/report/failure.ts";
import { placeReplaced, type Replaced, tellReplaced } from "../../src/report/replaced.ts";

test("is told with its place, each time it is in another", () => {
  const failures = [failureOf(InvalidTypeError, "integer", "string")];
  const use: Replaced = { depth: 2, failures, isSingle: true, value: 0 };
  const inner: Replaced[] = [use];
  placeReplaced(inner, "a", 2);
  expect(inner).toHaveLength(1);
  const all: Replaced[] = [...inner];
  placeReplaced(all, 0, 1);
  all.push(...inner);
  placeReplaced(all, 1, 1);
  // Nothing was replaced in this one.
  placeReplaced(all, 2, 1);
  const told: unknown[] = [];
  const make = ([failure]: readonly unknown[]) => errorOf(failure as Explained, true);
  tellReplaced(all, make as never, (error, value) => told.push([error.context, value]));
  expect(told).toEqual([
    [[0, "a"], 0],
    [[1, "a"], 0],
  ]);
  expect(use).toEqual({ depth: 2, failures, isSingle: true, value: 0 });
});
