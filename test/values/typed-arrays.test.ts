import { describe, expect, test } from "vitest";
import {
  AllOf,
  Any,
  Check,
  Const,
  Default,
  Fallback,
  Float,
  Int,
  List,
  load,
  Set as SetOf,
  Type,
  toSource,
  type Validator,
} from "../../src/index.ts";
import { isTypedArrayName, TYPED_ARRAYS, type TypedArrayName, typedArray } from "../../src/values/typed-arrays.ts";

const kinds = Object.entries(TYPED_ARRAYS) as [TypedArrayName, (typeof TYPED_ARRAYS)[TypedArrayName]][];

test.each(kinds)("%s holds the numbers in its range, and no others", (name, { of, range, isInteger }) => {
  expect(of.name).toBe(name);
  const beyond = (limit: number | bigint, sign: 1 | -1): number | bigint =>
    typeof limit === "bigint" ? limit + BigInt(sign) : limit + sign * (isInteger ? 1 : 2 ** 103);
  const holds = (number: number | bigint): boolean => {
    const [held] = typedArray(name, [number]) as Float32Array;
    return isInteger ? held === number : Number.isFinite(held);
  };
  const [min, max] = range ?? [-Number.MAX_VALUE, Number.MAX_VALUE];
  expect([holds(min), holds(max)]).toEqual([true, true]);
  if (range !== undefined) expect([holds(beyond(min, -1)), holds(beyond(max, 1))]).toEqual([false, false]);
});

test("the kinds are those of the table", () => {
  const names = ["Int8Array", "Array", "toString", 5, ["Int8Array"]];
  expect(names.map(isTypedArrayName)).toEqual([true, false, false, false, false]);
});

test("the greatest number that a Float32Array takes is rounded to a finite one, the next is not", () => {
  const [, most] = TYPED_ARRAYS.Float32Array.range as readonly [number, number];
  expect(Math.fround(most)).toBe(2 ** 128 - 2 ** 104);
  expect(Math.fround(most * (1 + Number.EPSILON))).toBe(Number.POSITIVE_INFINITY);
});

/** Two numbers in a typed array of that kind. */
const example = (name: TypedArrayName): object => typedArray(name, name.startsWith("Big") ? [1n, 2n] : [1, 2]);

describe.each(kinds.map(([name]) => name))("a %s is a value like any other", (name) => {
  const item = List(name.endsWith("64Array") && name.startsWith("F") ? Float() : Int(), { as: name });
  const text = "[[1,2],[1,2],[2,1]]";
  const value = example(name);

  test("for lists without equal items", () => {
    for (const list of [List(item, { unique: true }), AllOf(List(item), List(Any(), { unique: true }))]) {
      expect(list(JSON.parse(text))).toHaveLength(2);
      expect(list.json(text)).toHaveLength(2);
    }
    const { error } = List(item, { unique_items: true }).safeJson(text);
    expect(error?.issues).toMatchObject([{ code: "duplicate_item", path: [1], expected: 0 }]);
    expect(List(item, { unique_items: true }).is(JSON.parse(text))).toBe(false);
    expect(SetOf(item).json(text).size).toBe(2);
  });

  test("as a constant and as an option", () => {
    const constant = Const(value);
    expect(constant(example(name))).toEqual(value);
    expect(constant(example(name))).not.toBe(value);
    expect(constant.is(typedArray(name, []))).toBe(false);
    expect(constant.equals(Const(example(name)))).toBe(true);
    const type = Type(value.constructor as typeof Array, { options: [value as never] });
    expect([type.is(example(name)), type.is(typedArray(name, []))]).toEqual([true, false]);
  });

  test("as a default, which each call gets a copy of", () => {
    for (const validator of [Default(item, value as never), Fallback(item, value as never)] as Validator[]) {
      const [first, second] = [validator(undefined), validator(undefined)];
      expect(first).toEqual(value);
      expect(second).not.toBe(first);
      const again = load(JSON.parse(JSON.stringify(validator.dump())));
      expect(again(undefined)).toEqual(value);
      expect(again.equals(validator)).toBe(true);
      expect(toSource(validator)).toContain(`${name}.from([`);
    }
  });

  test("for functions that are called once for equal values", async () => {
    let calls = 0;
    const later = async (): Promise<boolean> => ++calls > 0;
    await List(AllOf(item, Check(later, { async: true }))).validateAsync(JSON.parse(text));
    expect(calls).toBe(2);
  });
});
