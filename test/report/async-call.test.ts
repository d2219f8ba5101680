/** Results that are not known yet: nothing looks at what contains one. */
import { expect, test } from "vitest";
import { AllOf, Check, Dict, Int, List, Set as SetOf, Str, Transform, Tuple } from "../../src/index.ts";

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

test("extra keys that are not known yet are in no other key's way", async () => {
  const names: Readonly<Record<string, string>> = { a: "b", b: "c", s: "known" };
  const key = AllOf(
    Str(),
    Transform(async (name: string) => names[name] ?? name, { async: true }),
  );
  const validator = Dict({ known: Int() }, { extra: [key, Int()] });
  for (const result of [
    await validator.safeAsync({ a: 1, known: 2, b: 3 }),
    await validator.safeJsonAsync('{"a": 1, "known": 2, "b": 3}'),
  ]) {
    expect(result).toEqual({ ok: true, value: { b: 1, known: 2, c: 3 } });
  }
  const pathsOf = async (value: unknown) => (await validator.safeAsync(value)).error?.issues.map(({ path }) => path);
  expect(await pathsOf({ a: 1, known: 2, b: "x" })).toEqual([["b"]]);
  expect(await pathsOf({ known: 2, s: 1 })).toEqual([["s"]]);
  // Each key is checked after another that becomes it only later.
  const late = AllOf(
    Str(),
    Check(async () => true, { async: true }),
    Transform(async (name: string) => names[name] ?? name, { async: true }),
  );
  await expect(Dict({}, { extra: [late, Int()] }).validateAsync({ a: 1, b: 2 })).resolves.toEqual({ b: 1, c: 2 });
});
