/** List with `as`: the result is a typed array. */
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { ValueError } from "../../src/core/contracts.ts";
import * as v from "../../src/index.ts";
import { AllOf, Any, Dict, Fallback, Float, Int, LazyRef, List, Nullable, OneOf, Str } from "../../src/index.ts";
import { TYPED_ARRAYS, type TypedArrayName, typedArray } from "../../src/values/typed-arrays.ts";
import { expectAnswered, expectSame } from "../native/outcome.ts";
import { rows } from "../support/verdict.ts";

const floats = List(Float(), { as: "Float64Array" });
const names = Object.keys(TYPED_ARRAYS) as TypedArrayName[];

describe("the result is a typed array", () => {
  rows([
    [floats, [1, 2.5, -0], { value: new Float64Array([1, 2.5, 0]) }],
    [floats, [], { value: new Float64Array() }],
    [List(Float(), { as: "Float32Array" }), [0.1], { value: new Float32Array([0.1]) }],
    [List(Int(), { as: "Float64Array" }), [2 ** 53 - 1], { value: new Float64Array([2 ** 53 - 1]) }],
    [List(Int(), { as: "Float32Array" }), [3, 2 ** 40], { value: new Float32Array([3, 2 ** 40]) }],
    [List(Int(), { as: "Uint8Array" }), [0, 255], { value: new Uint8Array([0, 255]) }],
    [List(Int(), { as: "BigInt64Array" }), [1, 2n ** 63n - 1n], { value: new BigInt64Array([1n, 2n ** 63n - 1n]) }],
    [List(Int(), { as: "BigUint64Array" }), [2n ** 64n - 1n], { value: new BigUint64Array([2n ** 64n - 1n]) }],
    [List(Float({ coerce: true }), { as: "Float64Array" }), ["1e3", true], { value: new Float64Array([1000, 1]) }],
    [List(Float({ nan: true }), { as: "Float64Array" }), [Number.NaN], { value: new Float64Array([Number.NaN]) }],
    [List(Int(), { as: "Int8Array", nullable: true }), null, { value: null }],
    [List(Int(), { as: "Int8Array", unique: true, sort: -1 }), [1, 3, 1], { value: new Int8Array([3, 1]) }],
    [List(Int(), { as: "Int8Array", prefix: [Int()] }), [1, 3], { value: new Int8Array([1, 3]) }],
    [Dict({ v: floats }), { v: [1] }, { value: { v: new Float64Array([1]) } }],
    [List(floats), [[1], []], { value: [new Float64Array([1]), new Float64Array()] }],
    [Nullable(floats), null, { value: null }],
    [Fallback(floats, Float64Array.of(1)), ["x"], { value: Float64Array.of(1) }],
    [OneOf(Str(), floats), [1], { value: new Float64Array([1]) }],
    [AllOf(Any(), floats), [1], { value: new Float64Array([1]) }],
    [LazyRef(() => floats), [1], { value: new Float64Array([1]) }],
  ]);
});

describe("it is the input too, and is copied", () => {
  test.each(names)("%s", (as) => {
    const list = List(Int(), { as });
    const one = as.startsWith("Big") ? 1n : 1;
    const input = typedArray(as, [one, one]);
    const result = list(input);
    expect(result).toStrictEqual(input);
    expect(result).not.toBe(input);
    expect((result as Uint8Array).buffer).not.toBe((input as Uint8Array).buffer);
    expect(list.is(input)).toBe(true);
    expect(list.is(as === "Int8Array" ? new Uint8Array(1) : new Int8Array(1))).toBe(false);
  });

  const type = (actual: string) => `<InvalidTypeError(expected='array', actual='${actual}')>`;
  rows([
    [floats, new Float64Array([1]), { value: new Float64Array([1]) }],
    [floats, runInNewContext("new Float64Array([1])"), { value: new Float64Array([1]) }],
    [floats, new Float64Array([1, Number.NaN]), ["<1: FloatValueError(expected='number', actual=NaN)>"]],
    [List(Float({ max: 1 }), { as: "Float64Array" }), Float64Array.of(2), ["<0: MaxValueError(expected=1, actual=2)>"]],
    [floats, new Float32Array(1), type("instance")],
    [List(Float()), new Float64Array(1), type("instance")],
    [List(Int(), { as: "Int8Array" }), new Uint8Array(1), type("bytes")],
    [List(floats), [new Float64Array([1])], { value: [new Float64Array([1])] }],
  ]);

  test("whatever its own properties say", () => {
    const input = Object.defineProperties(Float64Array.of(1, 2), {
      length: { value: 9 },
      [Symbol.iterator]: { value: () => expect.unreachable() },
    });
    expect(floats(input)).toStrictEqual(Float64Array.of(1, 2));
    const proxied = new Proxy(Float64Array.of(1), {});
    expect(floats.is(proxied)).toBe(false);
    const { buffer } = input;
    structuredClone(buffer, { transfer: [buffer] });
    expect(floats(input)).toStrictEqual(new Float64Array());
  });
});

describe("its range limits the items, whose own limits come first", () => {
  const MAX_FLOAT32 = 3.4028235677973362e38;
  rows([
    [
      List(Int(), { as: "Int8Array" }),
      [-129, 128],
      ["<0: MinValueError(expected=-128, actual=-129)>", "<1: MaxValueError(expected=127, actual=128)>"],
    ],
    [List(Int({ min: 5 }), { as: "Uint8Array" }), [4], ["<0: MinValueError(expected=5, actual=4)>"]],
    [
      List(Int({ exclusive_max: 256 }), { as: "Uint8Array" }),
      [256],
      ["<0: ExclusiveMaxValueError(expected=256, actual=256)>"],
    ],
    [List(Int(), { as: "Uint32Array" }), [-1], ["<0: MinValueError(expected=0, actual=-1)>"]],
    [
      List(Int(), { as: "BigInt64Array" }),
      [2n ** 63n],
      ["<0: MaxValueError(expected=9223372036854775807n, actual=9223372036854775808n)>"],
    ],
    [List(Float(), { as: "Float32Array" }), [1e39], [`<0: MaxValueError(expected=${MAX_FLOAT32}, actual=1e+39)>`]],
    // As programs with numbers of 32 bits write the greatest of them.
    [List(Float(), { as: "Float32Array" }), [3.4028235e38], { value: new Float32Array([3.4028235e38]) }],
    [List(Float({ inf: true }), { as: "Float32Array" }), [-Infinity], { value: new Float32Array([-Infinity]) }],
    [List(Int(), { as: "Int8Array", minlen: 2 }), [1], "<MinLengthError(expected=2, actual=1)>"],
    [List(Int(), { as: "Int8Array", maxlen: 1 }), [1, 1], "<MaxLengthError(expected=1, actual=2)>"],
    [List(Int(), { as: "Int8Array", unique_items: true }), [1, 1], ["<1: DuplicateItemError(expected=0, actual=1)>"]],
    [List(Int(), { as: "Int8Array", contains: Int({ min: 2 }) }), [1], "<MinLengthError(expected=1, actual=0)>"],
    [
      List(Int(), { as: "Int8Array", contains: Int({ min: 2 }) }),
      new Int8Array([1]),
      "<MinLengthError(expected=1, actual=0)>",
    ],
  ]);
});

describe("items that do not fit are refused", () => {
  test.each<[v.Validator, TypedArrayName, string]>([
    [Str(), "Float64Array", "Float or Int"],
    [Any(), "Int8Array", "Int"],
    [Float(), "Int8Array", "Int"],
    [Float(), "BigInt64Array", "Int"],
    [Nullable(Int()), "Int8Array", "Int"],
    [LazyRef(() => Int()), "Int8Array", "Int"],
    [Float({ nullable: true }), "Float64Array", "not nullable"],
    [Int({ bigint: true }), "Float64Array", "without bigint"],
    [Int({ bigint: true }), "Int32Array", "without bigint"],
    [Int({ max: 256 }), "Uint8Array", "within 0 and 255"],
    [Int({ min: -1 }), "Uint8Array", "within 0 and 255"],
    [Int({ exclusive_max: 257 }), "Uint8Array", "within 0 and 255"],
    [Int({ exclusive_min: -2 }), "Uint8Array", "within 0 and 255"],
    [Float({ max: 1e300 }), "Float32Array", "within -3.4028235677973362e+38 and 3.4028235677973362e+38"],
  ])("%s for %s", (item, as, should) => {
    const message = `List.item should be ${should} for '${as}'`;
    expect(() => List(item as v.Int, { as })).toThrow(new ValueError(message));
    expect(() => List(Int(), { as, prefix: [item] as never })).toThrow(
      new ValueError(message.replace("item", "prefix")),
    );
  });

  test("so are other names, and classes that extend Float", () => {
    expect(() => List(Int(), { as: "Array" as never })).toThrow(/^List.as should be one of 'Float64Array', .*'Array'$/);
    expect(() => List(Int(), { as: "__proto__" as never })).toThrow(ValueError);
    class Half extends Float {}
    expect(() => List(new Half(), { as: "Float64Array" })).toThrow("should be Float or Int");
  });
});

describe("schemas as data know it", () => {
  test.each(names)("%s", (as) => {
    const list = List(Int({ alias: `typed.${as}` }), { as, minlen: 1 });
    expect(v.load(list.dump()).equals(list)).toBe(true);
    expect(List(Int(), { minlen: 1 }).equals(list)).toBe(false);
    expect(list.clone({ minlen: 2 }).equals(List(Int(), { as, minlen: 2 }))).toBe(true);
    // With the limits of the array, it fits as it is.
    expect(List(list.item, { as }).item).toBe(list.item);
    expect(v.toSource(list)).toContain(`as: "${as}"`);
    expect(v.toJsonSchema(list)).toMatchObject({ type: "array", items: { type: "integer" }, minItems: 1 });
    expect(v.fromJsonSchema(v.toJsonSchema(list)).is([1])).toBe(true);
  });

  test("a limit that is no number is written as the one beyond it", () => {
    expect(v.toJsonSchema(List(Int(), { as: "BigUint64Array" }))).toMatchObject({
      items: { minimum: 0, exclusiveMaximum: 2 ** 64 },
    });
    expect(v.toJsonSchema(Int({ bigint: true, min: 1n - 2n ** 64n }))).toMatchObject({ exclusiveMinimum: -(2 ** 64) });
    const limits = { min: 2n ** 53n + 1n, exclusive_min: 2n ** 53n } as const;
    expect(() => v.toJsonSchema(Int({ bigint: true, ...limits }))).toThrow("no number of JavaScript");
    const coerced = Int({ bigint: true, coerce: true, max: 2n ** 63n - 1n });
    expect(() => v.toJsonSchema(coerced)).toThrow("Int.bigint: with coerce");
  });

  test("texts, and secrets", () => {
    const worded = List(Int({ messages: { max: "too much" } }), { as: "Int8Array", messages: { minlen: "too few" } });
    expect(worded.clone({ minlen: 1 }).safe([])).toMatchObject({ error: { message: "too few" } });
    const hidden = List(Int({ secret: true }), { as: "Int8Array" });
    const { error } = hidden.safe([4711]) as { error: v.exc.ValidationError };
    expect(JSON.stringify([error.issues, String(error)])).not.toContain("4711");
    const { error: ofText } = hidden.safeJson("[4711]") as { error: v.exc.ValidationError };
    expect(JSON.stringify([ofText.issues, String(ofText)])).not.toContain("4711");
  });
});

describe("it is encoded as an array", () => {
  test.each<[v.Validator, unknown, string]>([
    [floats, Float64Array.of(1, 2.5), "[1,2.5]"],
    [floats, [1], "[1]"],
    [List(Int(), { as: "BigInt64Array" }), BigInt64Array.of(2n ** 63n - 1n), "[9223372036854775807]"],
    [List(Int(), { as: "Int8Array", nullable: true }), null, "null"],
    [List(Int({ coerce: true }), { as: "Int8Array", unique: true, sort: 1 }), Int8Array.of(1, 2), "[1,2]"],
    [Dict({ a: List(floats) }), { a: [Float64Array.of(1)] }, '{"a":[[1]]}'],
  ])("%s", (validator, value, text) => {
    expect(validator.stringify(value as never)).toBe(text);
    expect(validator.json(validator.stringify(value as never))).toStrictEqual(
      validator(validator.encode(value as never)),
    );
  });

  test("after it has been validated", () => {
    expect(() => floats.stringify(Float64Array.of(Number.NaN))).toThrow("got NaN");
    expect(() => floats.encode(new Float32Array(1) as never)).toThrow("Expected an array");
    expect(() => List(Int(), { as: "Int8Array", minlen: 1 }).encode(new Int8Array())).toThrow("at least 1 item");
  });
});

describe("from JSON text the addon makes it", () => {
  const long = (item: (index: number) => number): string =>
    JSON.stringify(Array.from({ length: 500 }, (_, i) => item(i)));
  test.each<[v.Validator, string]>([
    [floats, "[]"],
    [floats, "[1,2.5,-0,-0.0,1e300]"],
    [floats, long((index) => index / 7)],
    [List(Float(), { as: "Float32Array" }), long((index) => index / 7)],
    [List(Int(), { as: "Float64Array" }), "[1,-0,9007199254740991]"],
    [List(Int(), { as: "Int16Array" }), "[1,-32768,1e2]"],
    [List(Int(), { as: "Uint32Array" }), "[4294967295,2147483648,0]"],
    [List(Int(), { as: "BigInt64Array" }), "[1,-9223372036854775808,9223372036854775807,2e3]"],
    [List(Int(), { as: "Int32Array", unique: true }), "[1,2,1]"],
    [List(Int(), { as: "Int32Array", nullable: true }), "null"],
    [List(Float({ coerce: true }), { as: "Float64Array" }), '["1",true,2]'],
    [List(List(Int(), { as: "Uint8Array" })), "[[1],[2,3],[]]"],
    [Dict({ a: floats, b: floats, c: Float() }), '{"a":[1,2],"b":[3],"c":4}'],
    [List(Dict({ v: List(Float(), { as: "Float32Array" }), n: Float() })), '[{"v":[1,2],"n":3},{"n":4,"v":[]}]'],
    [OneOf(Str(), floats), "[1]"],
    [floats, '[1,"x",null]'],
    [List(Int(), { as: "Uint8Array" }), "[1,256,-1]"],
    [List(Int(), { as: "Uint8Array", maxlen: 1 }), "[1,2]"],
  ])("%s given %s", (validator, text) => expectAnswered("native", validator, text));

  test("integers around 2^31, 10^18, 2^63 and 2^64, in all their spellings", () => {
    const near = [0n, 2n ** 31n, 10n ** 18n, 2n ** 63n, 2n ** 64n].flatMap((one) => [
      one - 1n,
      one,
      one + 1n,
      one + 9n,
    ]);
    const marks = [2n ** 31n - 2n, 2n ** 31n - 3n, 2n ** 31n - 4n, 2n ** 31n - 5n];
    const texts = [...near, ...marks].flatMap((one) => [`${one}`, `${-one}`, `${one}.0`, `${one}e0`, `${one}0e-1`]);
    for (const as of ["BigInt64Array", "BigUint64Array"] as const) {
      for (const item of [Int(), Int({ coerce: true }), Int({ multiple_of: 3 }), Int({ exclusive_min: 5 })]) {
        const list = List(item, { as });
        const valid = texts.filter((text) => list.isJson(`[${text}]`));
        for (const text of texts) expectAnswered("native", list, `[${text}]`);
        expectAnswered("native", list, `[${valid}]`);
        expectAnswered("native", List(list.item), `[${valid}]`);
      }
      expectAnswered("native", List(Int(), { as, unique: true }), "[1,99999999999,1,99999999999]");
      expectAnswered("native", Dict({ a: List(Int(), { as }), b: Float() }), '{"a":[99999999999,1],"b":0.5}');
    }
  });

  test("with whatever else is asked of a list, it is as from values", () => {
    for (const text of ["[]", "[3,1,2,3]", '[1,"x"]', "[300]", "{}", "[1"]) {
      expectSame(List(Int(), { as: "Uint8Array", sort: 1 }), text);
      expectSame(List(Int(), { as: "Uint8Array", unique: true, minlen: 3 }), text);
      expectSame(List(Float({ min: 0 }), { as: "Float64Array", prefix: [Int(), Float()] }), text);
      expectSame(List(Int(), { as: "BigInt64Array", prefix: [Int({ max: 3 })], unique: true }), text);
      expectSame(List(Int(), { as: "Uint8Array", unique_items: true, nullable: true }), text);
      expectSame(List(Int(), { as: "Uint8Array", contains: Int({ max: 1 }) }), text);
      expectSame(List(Float({ coerce: "text" }), { as: "Float64Array" }), text);
      expectSame(
        AllOf(
          List(Int(), { as: "Uint8Array" }),
          v.Transform((bytes) => bytes.length),
        ),
        text,
      );
      expectSame(AllOf(List(Int(), { as: "Uint8Array" }), List(Int()) as v.Any), text);
    }
  });

  test("each of many texts, lines and jobs too", async () => {
    const texts = Array.from({ length: 40 }, (_, index) => `[${index},0.5]`);
    const expected = texts.map((_, index) => Float64Array.of(index, 0.5));
    expect(floats.jsonMany(texts).map((one) => one.ok && one.value)).toStrictEqual(expected);
    const values: unknown[] = [];
    for await (const batch of floats.batches(texts.join("\n"))) values.push(...batch.values);
    expect(values).toStrictEqual(expected);
  });
});
