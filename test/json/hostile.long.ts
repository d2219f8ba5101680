import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test, vi } from "vitest";
import {
  FloatValueError,
  InvalidTypeError,
  type JsonDecodeError,
  MaxLengthError,
  MaxValueError,
  MinValueError,
  OptionsError,
} from "../../src/exc.ts";
import { Any, Dict, Float, Int, List, type Report, Str, Validator } from "../../src/index.ts";
import { sweep } from "../support/sweep.ts";
import { allCases } from "./corpus.ts";
import { encode, MIB, refused, undecoded, validate } from "./validate.ts";

describe("hostile JSON text", () => {
  test.each([
    ["[", 512],
    ['{"a":', 512 * 5],
    ["[{", 512],
  ])("many MiB of %s are refused before they are parsed", (part, offset) => {
    const parse = vi.spyOn(JSON, "parse");
    const text = part.repeat(Math.floor((sweep(8, 32) * MIB) / part.length));
    expect(undecoded(text)).toMatchObject({ reason: "depth", offset });
    const bytes = encode(text);
    expect(undecoded(bytes)).toMatchObject({ reason: "depth", offset });
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  test("the huge cases of the corpus end in a verdict", () => {
    const reasons = allCases
      .filter(({ size }) => size > 1_000_000 && size < 100 * MIB)
      .map(({ id, bytes }) => {
        const result = Any().safeJson(bytes());
        return [id, result.ok ? result.value : (result.error as JsonDecodeError).reason];
      });
    expect(Object.fromEntries(reasons)).toEqual({
      gen_depth_1e6: "depth",
      gen_open_16M: "depth",
      gen_obj_open_1e6: "depth",
      gen_string_64MB: "size",
      gen_keys_200k: { k: 0 },
    });
  });

  test("a text longer than any string is refused for its size, whatever maxBytes says", () => {
    const bytes = new Uint8Array(2 ** 29);
    expect(undecoded(bytes, { maxBytes: 2 ** 40 })).toMatchObject({ reason: "size" });
  });

  test("numbers of any length and size are JSON, and Int and Float say what they think of them", () => {
    const digits = "9".repeat(1_000_000);
    expect(validate(Any(), digits)).toEqual({ value: Number.POSITIVE_INFINITY });
    expect(validate(Int(), digits)).toBeInstanceOf(InvalidTypeError);
    expect(validate(Float(), "-1e400")).toBeInstanceOf(FloatValueError);
    expect(validate(Float({ inf: true }), "-1e400")).toEqual({ value: Number.NEGATIVE_INFINITY });
    expect(validate(Int(), "9007199254740993")).toBeInstanceOf(MaxValueError);
    expect(validate(Int(), "-1e300")).toBeInstanceOf(MinValueError);
    expect(validate(Int({ bigint: true }), "9007199254740993")).toEqual({ value: 9007199254740993n });
    expect(validate(Int({ bigint: true }), digits)).toBeInstanceOf(MaxLengthError);
    expect(validate(Float(), `0.${"1".repeat(100_000)}`)).toEqual({ value: 0.1111111111111111 });
  });

  test("-0 becomes 0 in Int and Float, and stays in Any", () => {
    for (const [validator, zero] of [
      [Int(), 0],
      [Float(), 0],
      [Any(), -0],
    ] as const) {
      for (const text of ["-0", "-0.0", "-0e5"])
        expect(Object.is((validate(validator, text) as { value: unknown }).value, zero)).toBe(true);
    }
  });

  test("lone surrogates are characters like any other", () => {
    expect(validate(Str({ minlen: 1, maxlen: 1 }), '"\\ud800"')).toEqual({ value: "\ud800" });
    expect(validate(Str({ minlen: 1, maxlen: 1 }), '"\ud800"')).toEqual({ value: "\ud800" });
    expect(validate(Dict({ "\ud800": Int() }), encode('{"\\ud800": 1}'))).toEqual({ value: { "\ud800": 1 } });
    expect(refused(Dict({ "\ud800": Int() }), encode('{"\\ud800": ""}')).at(0)).toMatchObject({ offset: 11 });
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "then", "length", "toJSON"])(
    "the key %s is a key like any other and touches no prototype",
    (key) => {
      const text = `{"${key}": {"polluted": 1}}`;
      const open = Dict({}, { extra: [Str(), Any()] });
      for (const validator of [Any(), open, Dict({ [key]: Any() })]) {
        const { value } = validate(validator, text) as { value: object };
        expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
        expect(Object.getOwnPropertyDescriptor(value, key)?.value).toEqual({ polluted: 1 });
      }
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      const [error] = refused(Dict({}), text);
      expect([error?.context, error?.offset]).toEqual([[key], 1]);
      expect([...refused(Dict({ [key]: Int() }), "{}")].map(({ context }) => context)).toEqual([[key]]);
    },
  );

  test.each(["get", "set", "value", "writable"])("a %s on Object.prototype is no description of properties", (name) => {
    const open = Dict({ extra: [Str(), Int()] });
    const prototype = Object.prototype as Record<string, unknown>;
    const values: object[] = [];
    prototype[name] = 1;
    try {
      // Values are built in another way after some calls.
      for (let call = 0; call < 30; call++) values.push(open.json(`{"${name}": ${call}, "toString": 2}`));
    } finally {
      delete prototype[name];
    }
    expect(values.map((value) => Object.entries(value))).toEqual(
      values.map((_, call) => [
        [name, call],
        ["toString", 2],
      ]),
    );
  });

  test("nothing keeps a value alive that was refused, once its error is gone", async () => {
    const seen: WeakRef<object>[] = [];
    class Refusing extends Validator {
      override check(input: unknown, report: Report): unknown {
        seen.push(new WeakRef(input as object));
        return report.fail(OptionsError, [], input);
      }
    }
    const list = List(new Refusing());
    expect(list.safeJson('[{"card": "4111"}]').ok).toBe(false);
    setFlagsFromString("--expose-gc");
    const gc = runInNewContext("gc") as () => void;
    // What a WeakRef was made of is kept to the end of the turn.
    await new Promise((ready) => setTimeout(ready));
    gc();
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.map((reference) => reference.deref())).toEqual(seen.map(() => undefined));
  });

  test("200,000 equal keys take the last, in linear time", () => {
    const text = `{${'"a":["x"],'.repeat(200_000)}"a":[1,"y"]}`;
    const [error] = refused(Dict({ a: List(Int()) }), text);
    expect([error?.formatContext(), error?.offset]).toEqual(["a.1", text.length - 5]);
  });
});
