import { test } from "vitest";
import type { Report } from "../../src/core/report/report.ts";
import { InvalidTypeError } from "../../src/exc.ts";
import { Validator as Base, FAILED, Int, List, Tuple, type Validator } from "../../src/index.ts";
import { expectSame } from "./outcome.ts";

function lists(levels: number, item: Validator): Validator {
  return Array.from({ length: levels }).reduce<Validator>((inner) => List(inner), item);
}

test("many failures of a check of the user's, far down", () => {
  class Five extends Base {
    override check(_input: unknown, report: Report): unknown {
      for (let count = 0; count < 5; count++) report.fail(InvalidTypeError, "x", "y");
      return FAILED;
    }
  }
  const nested = (count: number, item: string): string =>
    `${"[".repeat(120)}${Array(count).fill(item).join()}${"]".repeat(120)}`;
  expectSame(lists(121, new Five()), `[${nested(1900, "1")}]`);
  // One of an item's failures is the one that takes too much.
  expectSame(Tuple(lists(120, new Five()), lists(120, Int())), `[${nested(1550, "1")},${nested(1200, '""')}]`);
});
