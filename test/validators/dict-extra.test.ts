import { describe, expect, test } from "vitest";
import { EXTRA_KEY, InvalidTypeError } from "../../src/exc.ts";
import { Any, Dict, Int, List, type Report, Str, Validator } from "../../src/index.ts";
import { rows } from "../support/verdict.ts";
import { type } from "./dict.ts";

const open = Dict({ extra: [Str(), Int()] });

/** Takes the exclamation mark off a key. */
class LowerValidator extends Validator {
  override check(input: unknown, report: Report): unknown {
    const text = String(input).replace("!", "");
    // The key is refused though another becomes what it was.
    return text === "BAD" ? report.fail(InvalidTypeError, "lower", "upper") : text === "bad" ? "BAD" : text;
  }
}
const Lower = (): Validator => new LowerValidator();

describe("Dict rule 5: extra keys and values are validated, failures carry @KEY or @VALUE after the key", () => {
  const limited = Dict({ id: Int() }, { extra: [Str({ maxlen: 1 }), List(Int())] });
  rows([
    [open, {}, { value: {} }],
    [open, { a: 1, b: 2 }, { value: { a: 1, b: 2 } }],
    [open, { a: "x" }, [`<a.@VALUE: ${type("string")}`]],
    [limited, { id: 1, a: [1] }, { value: { id: 1, a: [1] } }],
    [
      limited,
      { ab: ["x"], c: 5 },
      [
        "<ab.@KEY: MaxLengthError(expected=1, actual=2)>",
        `<ab.@VALUE.0: ${type("string")}`,
        `<c.@VALUE: ${type("integer", "array")}`,
        "<id: MissingKeyError()>",
      ],
    ],
    // The result has the converted key; @KEY errors carry the raw key, @VALUE errors the converted one.
    [Dict({ extra: [Int({ coerce: true }), Int()] }), { "007": 1 }, { value: { 7: 1 } }],
    [Dict({ extra: [Int({ coerce: true }), Int()] }), { "007": "x" }, [`<7.@VALUE: ${type("string")}`]],
    [
      Dict({ extra: [Int({ coerce: true }), Int()] }),
      { x1: "y" },
      [`<x1.@KEY: ${type("string")}`, `<x1.@VALUE: ${type("string")}`],
    ],
  ]);

  describe("a converted key that stands in the schema, or has come already, is a ForbiddenKeyError at @KEY", () => {
    const numbered = Dict({ 1: Int() }, { extra: [Int({ coerce: true }), Any()], optional: ["1"] as never });
    const forbidden = (key: string): string => `<${key}.@KEY: ForbiddenKeyError()>`;
    rows([
      [numbered, { 1: 5, 2: "x" }, { value: { 1: 5, 2: "x" } }],
      [numbered, { 1: 5, "01": "evil" }, [forbidden("01")]],
      [numbered, { "01": "evil", 1: 5 }, [forbidden("01")]],
      // Even where the key of the schema may be missing, and is; has a default; or is dropped.
      [numbered, { "01": "evil" }, [forbidden("01")]],
      [
        Dict({ 1: Int() }, { extra: [Int({ coerce: true }), Any()], defaults: { 1: 7 } }),
        { "+1": 2 },
        [forbidden("+1")],
      ],
      [
        Dict({ 1: Int() }, { extra: [Int({ coerce: true }), Any()], dispose: ["1"], optional: ["1"] as never }),
        { "+1": 2 },
        [forbidden("+1")],
      ],
      [
        Dict({ 1: Int() }, { extra: [Int({ coerce: true }), Any()] }),
        { "01": 2 },
        [forbidden("01"), "<1: MissingKeyError()>"],
      ],
      // A key that is dropped has not come.
      [Dict({ extra: [Int({ coerce: true }), Any()], dispose: ["2"] }), { 2: "a", "02": "b" }, { value: { 2: "b" } }],
      [numbered, { 2: "a", "02": "b", "+2": "c" }, [forbidden("02"), forbidden("+2")]],
      // It has come, whatever became of its value; the value of a forbidden key is validated all the same.
      [
        Dict({ extra: [Int({ coerce: true }), Int()] }),
        { 2: "a", "02": "b" },
        [`<2.@VALUE: ${type("string")}`, forbidden("02"), `<02.@VALUE: ${type("string")}`],
      ],
      // One whose key was refused has not.
      [
        Dict({ extra: [Lower(), Any()] }),
        { BAD: 1, "bad!": 2 },
        ["<BAD.@KEY: InvalidTypeError(expected='lower', actual='upper')>"],
      ],
      [
        Dict({ extra: [Any(), Any()] }),
        new Map<unknown, unknown>([
          [1, "a"],
          ["1", "b"],
        ]),
        [forbidden("1")],
      ],
      [
        Dict({ foo: Int() }, { extra: [Str({ encoding: "utf-8" }), Any()] }),
        new Map([[new TextEncoder().encode("foo"), "x"]]),
        ["<bytes(666f6f).@KEY: ForbiddenKeyError()>", "<foo: MissingKeyError()>"],
      ],
      // What prototypes have has not come.
      [
        Dict({ extra: [Lower(), Any()] }),
        JSON.parse('{"constructor!": 1, "__proto__!": 2}'),
        { value: JSON.parse('{"constructor": 1, "__proto__": 2}') },
      ],
      [
        Dict({ extra: [Lower(), Any()] }),
        JSON.parse('{"__proto__": 1, "__proto__!": 2}'),
        ["<__proto__!.@KEY: ForbiddenKeyError()>"],
      ],
    ]);

    test("in JSON text too, with the place of the key", () => {
      const result = numbered.safeJson('{"1": 5, "01": "evil"}');
      if (result.ok) throw new Error("accepted");
      expect([...result.error].map((error) => [String(error), error.offset])).toEqual([[forbidden("01"), 9]]);
      expect(result.error.at(0)?.context).toEqual(["01", EXTRA_KEY]);
      expect(numbered.isJson('{"01": 1}')).toBe(false);
      expect(numbered.json('{"1": 5, "02": "fine"}')).toEqual({ 1: 5, 2: "fine" });
    });
  });

  describe("a key that is no property name is converted to one, or refused", () => {
    const any = Dict({ extra: [Any(), Any()] });
    rows([
      [any, new Map([[1.5, "a"]]), { value: { "1.5": "a" } }],
      [any, new Map([[true, "a"]]), { value: { true: "a" } }],
      [any, new Map([[null, "a"]]), { value: { null: "a" } }],
      [any, new Map([[5n, "a"]]), { value: { 5: "a" } }],
      [any, new Map([[undefined, "a"]]), [`<undefined.@KEY: ${type("undefined", "string")}`]],
      [any, new Map([[Symbol.iterator, "a"]]), [`<[Symbol(Symbol.iterator)].@KEY: ${type("symbol", "string")}`]],
      [any, new Map([[{}, "a"]]), [`<{}.@KEY: ${type("object", "string")}`]],
      [any, new Map([[() => 1, "a"]]), [`<function.@KEY: ${type("function", "string")}`]],
    ]);
  });
});
