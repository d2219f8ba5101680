/** Results that are not known yet: nothing looks at what contains one. */
import { expect, test } from "vitest";
import { AllOf, Check, Int, List, Set as SetOf, Transform, Tuple } from "../../src/index.ts";

const double = Transform(async (value: number) => value * 2, { async: true });

test("keeps containers from being looked at before it is known", async () => {
  const seen: unknown[] = [];
  const look = Check((value) => seen.push(value) > 0);
  await expect(AllOf(List(AllOf(Int(), double)), look).validateAsync([1, 2])).resolves.toEqual([2, 4]);
  expect(seen).toEqual([[2, 4]]);
  const half = AllOf(
    Int(),
    Transform(async (value: number) => value >> 1, { async: true }),
  );
  await expect(SetOf(half, { maxlen: 1 }).validateAsync([2, 3])).resolves.toEqual(new Set([1]));
  await expect(SetOf(half, { minlen: 2 }).validateAsync([2, 3])).rejects.toThrow();
  await expect(List(half, { unique: true }).validateAsync([4, 5])).resolves.toBeDefined();
  await expect(Tuple(half, half).validateAsync([4, 5])).resolves.toEqual([2, 2]);
});
