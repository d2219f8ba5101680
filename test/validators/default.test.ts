import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { AllOf, Default, Dict, Int, List, OneOf, Optional, Str, Tuple, type Validator } from "../../src/index.ts";
import { makes, refuses } from "../support/parameters.ts";
import { rows } from "../support/verdict.ts";

const port = Default(Int({ coerce: true, min: 1 }), 8080);
const config = Dict({ port, host: Str(), tags: Default(List(Str()), []) });

describe("Default", () => {
  makes(Default, [
    [[Int(), 5], "<Default(item=<Int()>, value=5)>", { item: { __class__: "Int" }, value: 5 }],
    [
      [{ item: List(Int()), value: [1] }],
      "<Default(item=<List(item=<Int()>)>, value=[1])>",
      { item: { __class__: "List", item: { __class__: "Int" } }, value: [1] },
    ],
    [
      [Int(), undefined],
      "<Default(item=<Int()>, value=undefined)>",
      { item: { __class__: "Int" }, value: { __value__: "undefined", text: "undefined" } },
    ],
  ]);
  refuses(Default as never, [
    [[Int()], TypeError, "Default.value should be given"],
    [[5, 5], TypeError, "Default.item should be of type Validator"],
    [[5], TypeError, "Default parameters should be an object"],
    [[Default(Int(), 1), 2], TypeError, "Default.item should not be a Default"],
  ]);

  describe("stands for what is not there", () => {
    rows([
      [port, undefined, { value: 8080 }],
      [port, "80", { value: 80 }],
      [port, 0, "<MinValueError(expected=1, actual=0)>"],
      [port, null, "<InvalidTypeError(expected='integer', actual='null')>"],
      [Default(Int({ nullable: true }), 5), null, { value: null }],
      [Default(Int({ coerce: true }), () => "7" as unknown as number), undefined, { value: 7 }],
      [Default(Int(), "7" as never), undefined, "<InvalidTypeError(expected='integer', actual='string')>"],
      [Default(Int(), undefined as never), undefined, "<InvalidTypeError(expected='integer', actual='undefined')>"],
      [List(Default(Int(), 5)), [1, undefined], { value: [1, 5] }],
      [Tuple(Int(), Default(Int(), 5)), [1, undefined], { value: [1, 5] }],
      [AllOf(Default(Int(), 5), Int({ min: 6 })), undefined, "<#1: MinValueError(expected=6, actual=5)>"],
      [OneOf(Default(Int(), 5), Str()), undefined, { value: 5 }],
    ]);
  });

  describe("as a member of a Dict, stands for its missing key", () => {
    rows([
      [config, { host: "a" }, { value: { host: "a", port: 8080, tags: [] } }],
      [config, { host: "a", port: undefined }, { value: { host: "a", port: 8080, tags: [] } }],
      [config, { port: "0" }, ["<port: MinValueError(expected=1, actual=0)>", "<host: MissingKeyError()>"]],
      [Dict({ a: Default(Int(), 1) }, { optional: ["a"] }), {}, { value: { a: 1 } }],
      [Dict({ a: Default(Optional(Int()), undefined as never) }), {}, { value: {} }],
      [Dict({ a: Default(Optional(Int()), () => undefined as never) }), {}, { value: {} }],
      [Dict({ a: Default(Int(), 1) }, { defaults: { a: 2 } }), {}, { value: { a: 2 } }],
      [Dict({ a: Default(Int(), 1) }, { dispose: ["a"] }), { a: 5 }, { value: { a: 1 } }],
    ]);

    test("in JSON text", () => {
      expect(config.json('{"host": "a"}')).toEqual({ host: "a", port: 8080, tags: [] });
      expect(config.json('{"host": "a", "port": "5", "tags": ["b"]}')).toEqual({ host: "a", port: 5, tags: ["b"] });
      expect(config.isJson('{"host": "a", "port": null}')).toBe(false);
      expect(String(config.safeJson('{"port": 0}').error)).toBe(String(config.safe({ port: 0 }).error));
      expect(port.json("5")).toBe(5);
      expect(List(port).json('[1, "2"]')).toEqual([1, 2]);
    });

    test("where code is generated", () => {
      for (let calls = 0; calls < 3000; calls++) config({ host: "a" });
      expect(config({ host: "a" })).toEqual({ host: "a", port: 8080, tags: [] });
      expect(config({ host: "a", port: 1, tags: ["x"] })).toEqual({ host: "a", port: 1, tags: ["x"] });
      expect(config.safe({}).ok).toBe(false);
    });

    test("the Dict shows what it was given, and dumps it", () => {
      expect(config.schema.port).toBe(port);
      expect(config.defaults).toBeUndefined();
      expect(config.clone().equals(config)).toBe(true);
    });
  });

  test("each call gets a copy of its own, or what the function makes", () => {
    const [first, second] = [config({ host: "a" }), config({ host: "a" })];
    first.tags.push("x");
    expect(second.tags).toEqual([]);
    const list: number[] = [];
    const given = Default(List(Int()), list);
    list.push(1);
    expect(given(undefined)).toEqual([]);
    const make = vi.fn(() => 1);
    const made = Dict({ a: Default(Int(), make) });
    made({});
    made({ a: 5 });
    made.json("{}");
    expect(make).toHaveBeenCalledTimes(2);
  });

  test("a class of the caller's keeps its check", () => {
    class Own extends (Default as unknown as new (...args: unknown[]) => Validator) {
      override check(): unknown {
        return 7;
      }
    }
    const own = new Own(Int(), 5);
    expect(Dict({ a: own })({ a: 1 })).toEqual({ a: 7 });
    expect(Dict({ a: own }).json('{"a": 1}')).toEqual({ a: 7 });
    expect(own.json("1")).toBe(7);
  });

  test("a Dict with it is a Dict with defaults", () => {
    const value = fc.record(
      { a: fc.constantFrom(1, "x", undefined), b: fc.constantFrom(1, null), c: fc.integer() },
      { requiredKeys: [] },
    );
    const item = Int({ max: 5 });
    const one = Dict({ a: Default(item, 3), b: Default(item, () => 9), c: item }, { optional: ["c"] });
    const two = Dict({ a: item, b: item, c: item }, { defaults: { a: 3, b: () => 9 }, optional: ["c"] });
    fc.assert(
      fc.property(value, (input) => {
        const texts = (validator: Dict<never, never>) =>
          String(validator.safe(input).error ?? JSON.stringify(validator(input)));
        expect(texts(one as never)).toBe(texts(two as never));
        const json = JSON.stringify(input);
        expect(String(one.safeJson(json).error)).toBe(String(two.safeJson(json).error));
        expect(one.isJson(json)).toBe(two.isJson(json));
      }),
    );
  });
});

test.each([{ message: "No." }, { messages: { type: "No." } }, { secret: true }])(
  "a Dict takes the value of one with %j, and its messages",
  (params) => {
    const validator = Dict({ a: Default(Int(), 1, params) });
    expect(validator({})).toEqual({ a: 1 });
    expect(validator.json("{}")).toEqual({ a: 1 });
    const { error } = validator.safe({ a: "x" });
    expect(error?.issues[0]?.message).toBe("secret" in params ? "Expected an integer." : "No.");
    expect(validator.safeJson('{"a":"x"}').error?.issues[0]?.message).toBe(error?.issues[0]?.message);
  },
);

test("the environment of a process is a mapping like any other", () => {
  const env = Dict({ PORT: Default(Int({ coerce: true }), 8080), NAME: Str() }, { unknown: "strip" });
  vi.stubEnv("NAME", "api");
  vi.stubEnv("PORT", "81");
  expect(env(process.env)).toEqual({ PORT: 81, NAME: "api" });
  vi.stubEnv("PORT", undefined);
  expect(env(process.env)).toEqual({ PORT: 8080, NAME: "api" });
  vi.unstubAllEnvs();
});
