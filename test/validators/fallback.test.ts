import { describe, expect, test, vi } from "vitest";
import {
  AllOf,
  Check,
  Default,
  Dict,
  Fallback,
  Int,
  LazyRef,
  List,
  OneOf,
  Set as SetOf,
  Str,
  Transform,
  Tuple,
  toJsonSchema,
  type ValidationError,
  type Validator,
} from "../../src/index.ts";
import { de } from "../../src/text/locales/de.ts";
import { makes, refuses } from "../support/parameters.ts";
import { rows } from "../support/verdict.ts";

const page = Fallback(Int({ min: 1, coerce: true }), 1);

describe("Fallback", () => {
  makes(Fallback, [
    [[Int(), 5], "<Fallback(item=<Int()>, value=5)>", { item: { __class__: "Int" }, value: 5 }],
    [[{ item: Int(), value: 5 }], "<Fallback(item=<Int()>, value=5)>", { item: { __class__: "Int" }, value: 5 }],
  ]);
  refuses(Fallback as never, [
    [[Int()], TypeError, "Fallback.value should be given"],
    [[5, 5], TypeError, "Fallback.item should be of type Validator"],
  ]);

  describe("stands for what the validator refuses", () => {
    rows([
      [page, 7, { value: 7 }],
      [page, "7", { value: 7 }],
      [page, 0, { value: 1 }],
      [page, {}, { value: 1 }],
      [page, undefined, { value: 1 }],
      [Fallback(Str(), null as never), 5, { value: null }],
      [Fallback(Int(), "not validated" as never), "x", { value: "not validated" }],
      [Fallback(Int(), () => 3), "x", { value: 3 }],
      [Dict({ page }), { page: "x" }, { value: { page: 1 } }],
      // A missing key is no value.
      [Dict({ page }), {}, ["<page: MissingKeyError()>"]],
      [Dict({ page: Default(page, 5) }), {}, { value: { page: 5 } }],
      [List(page), [1, "x", 3], { value: [1, 1, 3] }],
      [
        AllOf(
          page,
          Check((value) => value > 1, { message: "small" }),
        ),
        "x",
        "<#1: CheckError(message='small')>",
      ],
      [OneOf(page, Str()), "x", { value: 1 }],
      [Fallback(List(Int()), []), [1, "x"], { value: [] }],
      [Fallback(Fallback(Int({ max: 5 }), 9), 7), 6, { value: 9 }],
      [
        Fallback(
          AllOf(
            Str(),
            Transform((text) => text.length),
          ),
          0,
        ),
        5,
        { value: 0 },
      ],
    ]);

    test("as a copy", () => {
      const tags = Fallback(List(Str()), []);
      const first = tags(5);
      first.push("x");
      expect(tags(5)).toEqual([]);
    });

    test("in JSON text", () => {
      expect(List(page).json('[1, "x", "5", null, {}]')).toEqual([1, 1, 5, 1, 1]);
      expect(List(page).isJson("[{}]")).toBe(true);
      expect(page.is("x")).toBe(true);
    });
  });

  describe("its use is told to the listener of the call", () => {
    const schema = Dict({
      page,
      rows: List(Dict({ size: Fallback(Int(), 0), tags: Tuple(Fallback(Str(), "-"), Int()) })),
      extra: Dict({ extra: [Str(), page] }),
      set: SetOf(Fallback(Int(), 4)),
    });
    const value = {
      page: "x",
      rows: [
        { size: 1, tags: ["a", 1] },
        { size: "x", tags: [5, 1] },
      ],
      extra: { a: 1, b: 0 },
      set: ["y"],
    };
    const told = (run: (onFallback: (error: Error, made: unknown) => void) => unknown): unknown[] => {
      const uses: unknown[] = [];
      run((error, made) => uses.push([String(error), made]));
      return uses;
    };
    const expected = [
      ["<page: InvalidTypeError(expected='integer', actual='string')>", 1],
      ["<rows.1.size: InvalidTypeError(expected='integer', actual='string')>", 0],
      ["<rows.1.tags.0: InvalidTypeError(expected='string', actual='integer')>", "-"],
      ["<extra.b: MinValueError(expected=1, actual=0)>", 1],
      ["<set.0: InvalidTypeError(expected='integer', actual='string')>", 4],
    ];

    test("with its place, by each way to call", () => {
      const text = JSON.stringify(value);
      const plain = (uses: unknown[]) => JSON.parse(JSON.stringify(uses).replaceAll(", given='x'", ""));
      expect(plain(told((onFallback) => schema(value, { onFallback })))).toEqual(expected);
      expect(plain(told((onFallback) => schema.safe(value, { onFallback })))).toEqual(expected);
      expect(plain(told((onFallback) => schema.json(text, { onFallback })))).toEqual(expected);
      expect(plain(told((onFallback) => schema.safeJson(Buffer.from(text), { onFallback })))).toEqual(expected);
    });

    test("by asynchronous calls", async () => {
      const onFallback = vi.fn();
      expect(await page.jsonAsync('"x"', { onFallback })).toBe(1);
      expect(onFallback).toHaveBeenCalledTimes(1);
    });

    test("once, where functions are waited for, and not of a call that fails", async () => {
      const later = (accepts: (value: number) => boolean) =>
        Check(async (value: number) => accepts(value), { async: true });
      const item = Fallback(
        AllOf(
          Int(),
          later((value) => value > 1),
        ),
        0,
      );
      const seen: unknown[] = [];
      const limits = { onFallback: (error: ValidationError) => seen.push(error.issues[0]?.path[0]) };
      expect(await List(item).validateAsync([1, 2, 1, "x"], limits)).toEqual([0, 2, 0, 0]);
      expect(await List(item).jsonAsync('[1, "x"]', limits)).toEqual([0, 0]);
      expect(seen).toEqual([0, 2, 3, 0, 1]);
      const refused = List(item, { contains: later((value) => value > 5) });
      expect((await refused.safeAsync(["x", 1], limits)).ok).toBe(false);
      expect(seen).toHaveLength(5);
    });

    test("all errors of it, once", () => {
      const point = Fallback(Dict({ x: Int(), y: Fallback(Int(), 0) }), { x: 0, y: 0 });
      expect(told((onFallback) => List(point)([{ x: "a", y: "b" }], { onFallback }))).toEqual([
        [
          "<SchemaError(errors=[\n    <0.x: InvalidTypeError(expected='integer', actual='string')>\n])>",
          { x: 0, y: 0 },
        ],
      ]);
    });

    test("not of a step that fails, or a call that does", () => {
      const either = OneOf(Dict({ a: Fallback(Int(), 0), b: Int() }), Dict({ a: Str(), b: Str() }));
      expect(told((onFallback) => either({ a: "x", b: "y" }, { onFallback }))).toEqual([]);
      expect(told((onFallback) => either({ a: "x", b: 1 }, { onFallback }))).toHaveLength(1);
      expect(told((onFallback) => Dict({ a: page, b: Int() }).safe({ a: "x", b: "y" }, { onFallback }))).toEqual([]);
    });

    test("once for each place, where results are memoized", () => {
      // Each level is validated by the first step, which fails late, and again by the second.
      const size = Fallback(Int(), 0);
      const node: Validator = OneOf(
        Dict({ left: LazyRef(() => node), size, last: Int() }, { optional: ["left"] }),
        Dict({ left: LazyRef(() => node), size, last: Str() }, { optional: ["left"] }),
      );
      let value: unknown = { size: "x", last: "end" };
      for (let level = 0; level < 20; level++) value = { left: value, size: level % 2 ? "x" : 1, last: "end" };
      const paths = Array.from({ length: 21 }, (_, depth) => [...Array(depth).fill("left"), "size"]).filter(
        (_, depth) => depth === 20 || depth % 2 === 0,
      );
      for (const call of [
        (onFallback: (error: Error) => void) => node(value, { onFallback }),
        (onFallback: (error: Error) => void) => node.json(JSON.stringify(value), { onFallback }),
      ]) {
        const seen: unknown[] = [];
        call((error) => seen.push((error as ValidationError).issues[0]?.path));
        expect(seen.sort()).toEqual(paths.sort());
      }
      // The same object in two places.
      const shared = List(node);
      const places: unknown[] = [];
      shared([value, value], { onFallback: (error) => places.push(error.context[0]) });
      expect(places.filter((place) => place === 0)).toHaveLength(paths.length);
      expect(places.filter((place) => place === 1)).toHaveLength(paths.length);
    });

    test("in the language of the call, or by its formatter", () => {
      const messages = (limits: object): unknown[] => {
        const seen: unknown[] = [];
        const onFallback = (error: ValidationError): unknown => seen.push(error.issues[0]?.message);
        page("x", { ...limits, onFallback });
        page.safeJson('"x"', { ...limits, onFallback });
        return [...new Set(seen)];
      };
      expect(messages({})).toEqual(["Expected an integer, got “x”."]);
      expect(messages({ locale: de })).toEqual([page.item.safe("x", { locale: de }).error?.message]);
      expect(messages({ formatter: () => [["", "No."]] })).toEqual(["No."]);
    });

    test("which is a function", () => {
      expect(() => page(1, { onFallback: 5 as never })).toThrow(new TypeError("onFallback should be a function"));
    });
  });

  test("in JSON Schema takes anything", () => {
    const schema = (io: "input" | "output", validator: Validator = page) => {
      const { $schema, ...rest } = toJsonSchema(validator, { io }) as Record<string, unknown>;
      return rest;
    };
    expect(schema("input")).toEqual({});
    expect(schema("output")).toEqual({
      anyOf: [{ type: "integer", minimum: 1, maximum: 9007199254740991 }, { const: 1 }],
    });
  });
});
