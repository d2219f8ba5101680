/** Errors of small texts that are refused: they are made when they are read, from what the text was at the call. */
import { describe, expect, test } from "vitest";
import type { ValidationError } from "../../src/core/errors/errors.ts";
import { SchemaError } from "../../src/core/errors/schema-error.ts";
import { pure } from "../../src/core/json/pure.ts";
import type { Addon } from "../../src/engines/native/addon.ts";
import { bind } from "../../src/engines/native/binding.ts";
import { NativeEngine } from "../../src/engines/native/engine.ts";
import {
  AllOf,
  Check,
  Const,
  Dict,
  Int,
  instances,
  LazyRef,
  List,
  OneOf,
  Set as SetOf,
  Str,
  type Validator,
} from "../../src/index.ts";
import { eager } from "./addon.ts";

const user = Dict({ id: Int({ min: 0 }), name: Str({ minlen: 2, message: "Too short." }), tags: List(Str()) });
const CASES: [string, Validator, unknown][] = [
  ["members", user, { id: -1, name: "x", tags: [1, "a"], z: 1 }],
  ["a key that is missing", user, { id: 1, name: "Ann" }],
  ["no step", OneOf(Int(), List(Int())), ["a"]],
  ["an item", List(Int()), [1, "é日😀", 2]],
  ["the value itself", Int(), "x"],
  ["the number of items", List(Int(), { maxlen: 1 }), [1, 2]],
  ["a secret", Dict({ password: Str({ minlen: 8, secret: true }), id: Int() }), { password: "abc", id: "x" }],
  [
    "rules of the whole",
    AllOf([user, Dict({ id: Int({ min: 5 }) }, { unknown: "keep" })]),
    { id: -1, name: "", tags: [] },
  ],
  ["a function", Dict({ a: Check((value) => value === 1), b: Int() }), { a: 2, b: "x" }],
];
const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** All that can be read of an error. */
function contentOf(error: ValidationError | undefined): unknown {
  return {
    type: error?.constructor,
    ...{ text: String(error), message: error?.message, length: error?.length, issues: error?.issues },
    ...{ truncated: error?.truncated, flat: error?.flatten(), tree: error?.tree() },
    places: [...(error ?? [])].map(({ offset, line, column, context }) => ({ offset, line, column, context })),
  };
}
const errorOf = (engine: typeof pure, ...asked: Parameters<typeof pure.parse>): ValidationError | undefined => {
  const result = engine.parse(...asked);
  return result.ok ? undefined : result.error;
};

describe.skipIf(eager === undefined)("the errors of a text that was refused are those of the text at the call", () => {
  const native = eager as NativeEngine;
  const expectedOf = (validator: Validator, value: unknown, text: unknown) =>
    contentOf(errorOf(pure, validator, typeof text === "string" ? text : bytes(value), undefined, true));

  test.each(CASES)("of %s", (_case, validator, value) => {
    for (const source of [bytes(value), JSON.stringify(value)]) {
      const expected = expectedOf(validator, value, source);
      const read = errorOf(native, validator, source, undefined, true);
      expect(contentOf(read)).toEqual(expected);
      // Another text comes between, of the same validator and of another, refused and accepted.
      for (const [other, text] of [
        [validator, bytes([])],
        [user, bytes({})],
        [Int(), "1"],
        [List(Int()), bytes([1])],
      ] as const) {
        const error = errorOf(native, validator, source, undefined, true);
        native.parse(other, text);
        native.test(other, text);
        expect(contentOf(error)).toEqual(expected);
      }
      // Several wait, and are read in another order.
      const errors = Array.from({ length: 50 }, () => errorOf(native, validator, source, undefined, true));
      for (const error of errors.reverse()) expect(contentOf(error)).toEqual(expected);
    }
  });

  test("of a step whose items were delegated before another was tried, as many as the limit says", () => {
    const validator = OneOf(List(SetOf(Const(null), { minlen: 1 })), List(Const(null)));
    for (const maxErrors of [3, 5, 6]) {
      const given = [validator, bytes([[], [], [1]]), { maxErrors }, true] as const;
      const expected = contentOf(errorOf(pure, ...given));
      for (const _time of ["first", "second"]) expect(contentOf(errorOf(native, ...given))).toEqual(expected);
    }
  });

  test.each(CASES)("of %s, though the bytes have changed since", (_case, validator, value) => {
    const source = bytes(value);
    const expected = expectedOf(validator, value, source);
    const shared = new Uint8Array(new SharedArrayBuffer(source.length));
    for (const given of [source.slice(), Buffer.from(source), shared]) {
      given.set(source);
      const error = errorOf(native, validator, given, undefined, true);
      given.fill(0x20);
      native.parse(validator, given);
      expect(contentOf(error)).toEqual(expected);
    }
  });

  test("though an alias has another validator since", () => {
    instances.put("later", Int());
    const validator = List(LazyRef("later"));
    const error = errorOf(native, validator, '["x"]', undefined, true);
    const expected = contentOf(errorOf(pure, validator, '["x"]', undefined, true));
    instances.clear();
    instances.put("later", Str());
    expect(contentOf(error)).toEqual(expected);
  });

  test("with what was asked of the error before it is read", () => {
    const value = { id: -1, name: "x", tags: [] };
    for (const engine of [native, pure]) {
      const error = errorOf(engine, user, bytes(value), { maxErrors: 10 }, true) as SchemaError;
      const finished: ValidationError[] = [];
      SchemaError.forEach(error, (one) => finished.push(one));
      expect(finished).toEqual([]);
      error.formatWith((one) => [["", `formatted ${one.constructor.name}`]]);
      expect(error.issues.map(({ message }) => message)).toEqual(["formatted MinValueError", "Too short."]);
      expect(finished).toHaveLength(2);
    }
  });

  test("those that a limit drops are not there", () => {
    const text = JSON.stringify(Array.from({ length: 20 }, () => "x"));
    for (const maxErrors of [0, 1, 19, 20, 21])
      expect(contentOf(errorOf(native, List(Int()), text, { maxErrors }, true))).toEqual(
        contentOf(errorOf(pure, List(Int()), text, { maxErrors }, true)),
      );
  });
});

describe.skipIf(eager === undefined)("a refused text", () => {
  /** An engine, and how often it has run and taken failures. */
  const counted = () => {
    const { addon } = bind() as { addon: Addon };
    const calls = { runs: 0, failures: 0 };
    const open = (): ReturnType<Addon["open"]> => {
      const port = addon.open();
      const { compile, failures } = port;
      port.compile = (plan) => {
        const compiled = compile.call(port, plan);
        const run = compiled?.run;
        if (compiled === undefined || run === undefined) return compiled;
        compiled.run = () => {
          calls.runs++;
          return run.call(compiled);
        };
        return compiled;
      };
      port.failures = () => {
        calls.failures++;
        return failures.call(port);
      };
      return port;
    };
    return { calls, engine: new NativeEngine({ ...addon, open }) };
  };

  test("is validated once, whether or not its errors are read; and again only if another text came between", () => {
    const { calls, engine } = counted();
    const text = bytes({ id: -1, name: "x", tags: [] });
    engine.test(user, text);
    calls.runs = 0;
    const [first, second] = [errorOf(engine, user, text), errorOf(engine, user, text)];
    expect(calls).toEqual({ runs: 2, failures: 0 });
    expect(second?.length).toBe(2);
    expect(second?.issues).toHaveLength(2);
    expect(calls).toEqual({ runs: 2, failures: 1 });
    expect(first?.issues).toHaveLength(2);
    expect(calls).toEqual({ runs: 3, failures: 2 });
  });
});
