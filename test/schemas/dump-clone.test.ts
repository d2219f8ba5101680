import { afterEach, describe, expect, test } from "vitest";
import { AssertionError, KeyError, ValueError } from "../../src/exc.ts";
import {
  Any,
  Dict,
  Float,
  Int,
  instances,
  LazyRef,
  load,
  OneOf,
  Str,
  Tuple,
  Type,
  type Update,
  type Validator,
} from "../../src/index.ts";
import { literal } from "../../src/values/text.ts";
import { thrown } from "../support/parameters.ts";

afterEach(() => instances.clear());

describe("clone", () => {
  test("is always a new validator, equal without changes, and leaves the original alone", () => {
    const validator = Dict({ a: Int({ min: 1 }) });
    const clone = validator.clone();
    expect(clone).not.toBe(validator);
    expect(clone.equals(validator)).toBe(true);
    validator.clone({ "schema.a.min": 5 });
    expect(validator.equals(Dict({ a: Int({ min: 1 }) }))).toBe(true);
  });

  test("does not take the alias along", () => {
    const validator = Int({ alias: "id" });
    expect(instances.get("id")).toBe(validator);
    expect(() => validator.clone()).not.toThrow();
  });

  test("may register its result under an alias", () => {
    const clone = Int({ min: 1 }).clone({ alias: "id" });
    expect(instances.get("id")).toBe(clone);
    expect(() => Int().clone({ alias: "id" })).toThrow(AssertionError);
    const other = Str().clone({ alias: "id", replace: true });
    expect(instances.get("id")).toBe(other);
  });

  const item = Int({ min: 1, options: [1, 2, 3] });
  const base = Dict(
    { x: item, pair: Tuple(Int(), Str({ maxlen: 5 })), any: OneOf(Int(), Str()) },
    { optional: ["x"], defaults: { x: 1 }, extra: [Str(), Any()] },
  );
  const { x, pair, any } = base.schema as Record<string, Validator>;
  const params = { optional: ["x"], defaults: { x: 1 }, extra: [Str(), Any()] } as const;
  const schema = { x, pair, any } as Record<string, Validator>;
  const with_ = (changes: Record<string, Validator>, more: object = {}): Validator =>
    Dict({ ...schema, ...changes }, { ...params, ...more } as never);

  describe("update syntax", () => {
    const table: [what: string, update: Update, expected: Validator][] = [
      ["a parameter", { minlen: 1 }, with_({}, { minlen: 1 })],
      ["a parameter of a validator", { "schema.x.min": 0 }, with_({ x: item.clone({ min: 0 }) })],
      [
        "several parameters of a validator",
        { "schema.x+": { min: 0, max: 5 } },
        with_({ x: Int({ min: 0, max: 5, options: [1, 2, 3] }) }),
      ],
      [
        "several parameters of the validator itself",
        { "+": { minlen: 1, maxlen: 5 } },
        with_({}, { minlen: 1, maxlen: 5 }),
      ],
      ["unset parameters of a validator", { "schema.x-": ["min", "options"] }, with_({ x: Int() })],
      [
        "unset parameters of the validator itself",
        { "-": ["optional", "defaults"] },
        Dict(schema, { extra: params.extra }),
      ],
      ["a key of a dict", { "schema.new": Int() }, with_({ new: Int() })],
      ["a key of a dict, replaced", { "schema.x": Str() }, with_({ x: Str() })],
      ["a key of a dict, as data", { "schema.x": { __class__: "Str", minlen: 1 } }, with_({ x: Str({ minlen: 1 }) })],
      [
        "several keys of a dict",
        { "schema+": { x: Str(), y: { __class__: "Bool" } } },
        with_({ x: Str(), y: load({ __class__: "Bool" }) }),
      ],
      ["keys of defaults", { "defaults+": { pair: [1, "a"] } }, with_({}, { defaults: { x: 1, pair: [1, "a"] } })],
      ["remove keys of a dict", { "schema-": ["pair", "any"] }, Dict({ x: item }, params)],
      ["remove keys of a dict, given as a Set", { "schema-": new Set(["pair", "any"]) }, Dict({ x: item }, params)],
      ["add values of a set", { "schema.x.options+": [3, 4] }, with_({ x: Int({ min: 1, options: [1, 2, 3, 4] }) })],
      ["remove values of a set", { "schema.x.options-": [2, 1] }, with_({ x: Int({ min: 1, options: [3] }) })],
      [
        "add before removing at one path",
        { "schema.x.options-": [1, 9], "schema.x.options+": [9] },
        with_({ x: Int({ min: 1, options: [2, 3] }) }),
      ],
      ["extend a list", { "schema.any.steps+": [Any()] }, with_({ any: OneOf(Int(), Str(), Any()) })],
      ["remove values of a list", { "schema.any.steps-": [Str()] }, with_({ any: OneOf(Int()) })],
      [
        "remove values of a list, as data",
        { "schema.any.steps-": [{ __class__: "Str" }] },
        with_({ any: OneOf(Int()) }),
      ],
      [
        "members of a Tuple by index",
        { "schema.pair.items.1.maxlen": 9 },
        with_({ pair: Tuple(Int(), Str({ maxlen: 9 })) }),
      ],
      [
        "options of the first member of a Tuple",
        { "schema.pair.items.0+": { options: [1] } },
        with_({ pair: Tuple(Int({ options: [1] }), Str({ maxlen: 5 })) }),
      ],
      ["the halves of extra by index", { "extra.0.maxlen": 3 }, with_({}, { extra: [Str({ maxlen: 3 }), Any()] })],
      ["the class", { "schema.x.__class__": "Float", "schema.x-": ["options"] }, with_({ x: Float({ min: 1 }) })],
      [
        "children first, then the parent's set: what was changed below a replaced key is lost",
        { "schema.x.max": 9, "schema.x": Int() },
        with_({ x: Int() }),
      ],
      [
        "several changes at once",
        { "schema.x.min": 0, "schema.x.max": 9, minlen: 1 },
        with_({ x: item.clone({ min: 0, max: 9 }) }, { minlen: 1 }),
      ],
      [
        "a path and a set at the same place",
        { "schema.y": Int(), "schema+": { z: Str() } },
        with_({ y: Int(), z: Str() }),
      ],
      ["a parameter that is not set, added to", { "multikeys+": ["x"] }, with_({}, { multikeys: ["x"] })],
      [
        "a parameter of a member that is not set",
        { "schema.any.steps.0.options+": [7] },
        with_({ any: OneOf(Int({ options: [7] }), Str()) }),
      ],
      [
        "a key of a parameter that is not set",
        { "schema.inner": Dict({ a: Int() }), minlen: 0 },
        with_({ inner: Dict({ a: Int() }) }, { minlen: 0 }),
      ],
      [
        "additions given as a Set",
        { "schema.x.options+": new Set([3, 4]), "multikeys+": new Set(["x"]) },
        with_({ x: Int({ min: 1, options: [1, 2, 3, 4] }) }, { multikeys: ["x"] }),
      ],
      [
        "additions and removals of a parameter that is not set",
        { "multikeys+": ["x", "y"], "multikeys-": ["x"] },
        with_({}, { multikeys: ["y"] }),
      ],
      [
        "the older spelling of several parameters",
        { "/schema/x": { min: 0 }, "/": { minlen: 1 } },
        with_({ x: item.clone({ min: 0 }) }, { minlen: 1 }),
      ],
      ["the older spelling of keys", { "/schema": { y: Str() } }, with_({ y: Str() })],
      [
        "the older spelling of members",
        { "/schema/x/options": [4], "schema.x.options+": [5] },
        with_({ x: item.clone({ "options+": [4, 5] }) }),
      ],
      ["nothing", {}, base],
    ];
    test.each(table)("%s", (_what, update, expected) => {
      const before = String(base);
      expect(String(base.clone(update))).toBe(String(expected));
      expect(base.clone(update).equals(expected)).toBe(true);
      expect(load(base.dump(), update).equals(expected)).toBe(true);
      expect(String(base)).toBe(before);
    });

    test("a key with dots in it is reached by its text", () => {
      const dotted = Dict({ "a.b": Int() });
      expect(dotted.clone({ "schema.a.b.min": 1 }).equals(Dict({ "a.b": Int({ min: 1 }) }))).toBe(true);
    });

    test("unset takes the older spelling of paths too, beside removals of the update", () => {
      const unset = base.clone({ "schema.x.options-": [1] }, { "/schema/x/options": [3], "/": ["extra"] });
      expect(
        unset.equals(Dict({ ...schema, x: Int({ min: 1, options: [2] }) }, { optional: ["x"], defaults: { x: 1 } })),
      ).toBe(true);
      expect(load(item.dump(), {}, { "/options": [3] }).equals(Int({ min: 1, options: [1, 2] }))).toBe(true);
    });

    test("unset names what to remove by path", () => {
      expect(
        base
          .clone({}, { "schema.x": ["min"], "": ["extra"] })
          .equals(Dict({ ...schema, x: Int({ options: [1, 2, 3] }) }, { optional: ["x"], defaults: { x: 1 } })),
      ).toBe(true);
      expect(
        base.clone(undefined, { "schema.x.options": [1] }).equals(with_({ x: Int({ min: 1, options: [2, 3] }) })),
      ).toBe(true);
    });

    test("values that equal nothing, and values by structure, can be removed", () => {
      const type = Type(Array, { options: [[1], [2]] });
      expect(type.clone({ "options-": [[1]] }).equals(Type(Array, { options: [[2]] }))).toBe(true);
    });

    test("a bigint can be removed by the number it was given as", () => {
      const int = Int({ bigint: true, options: [1, 2n, 2n ** 53n] });
      expect(int.clone({ "options-": [1, 2n] }).equals(Int({ bigint: true, options: [2n ** 53n] }))).toBe(true);
      expect(() => int.clone({ "options-": [2 ** 53] })).toThrow("9007199254740992 is not in array at 'options'");
    });
  });

  describe("what cannot be changed is told", () => {
    test.each<[Update, unknown, string]>([
      [{ minimum: 1 }, TypeError, "Dict got an unexpected parameter 'minimum'"],
      [{ "schema.x.minimum": 1 }, TypeError, "Int got an unexpected parameter 'minimum': did you mean 'min'?"],
      [{ minlen: -1 }, ValueError, "Dict.minlen should not be negative number"],
      [{ "schema.x": 5 }, TypeError, "Dict.schema['x'] value should be of type Validator"],
      [{ "schema-": ["nobody"] }, KeyError, "'nobody' is not in object at 'schema'"],
      [{ "-": ["minlen"] }, KeyError, "'minlen' is not in object at ''"],
      [{ "schema.x.options-": [9] }, ValueError, "9 is not in array at 'schema.x.options'"],
      [{ "schema.any.steps-": [Any()] }, ValueError, "<Any()> is not in array at 'schema.any.steps'"],
      [{ "schema+": ["a"] }, TypeError, "The update of 'schema' should be an object"],
      [{ "schema.x.options+": { a: 1 } }, TypeError, "The update of 'schema.x.options' should be an array"],
      [{ "schema-": "pair" }, TypeError, "What to remove at 'schema' should be an array"],
      [{ "schema-": 5 }, TypeError, "What to remove at 'schema' should be an array"],
      [{ "schema-": null }, TypeError, "What to remove at 'schema' should be an array"],
      [{ "schema+": null }, TypeError, "The update of 'schema' should be an object"],
      [
        { "schema.x.options+": [4], "/schema/x/options": 5 },
        TypeError,
        "The update of 'schema.x.options' should be an array",
      ],
      [
        { "schema.nobody.min": 1 },
        KeyError,
        "'schema.nobody.min' leads nowhere: there is no object or array at 'schema.nobody'",
      ],
      [
        { "nothing.at.all": 1 },
        KeyError,
        "'nothing.at.all' leads nowhere: there is no object or array at 'nothing.at'",
      ],
      [
        { "schema.nobody+": { min: 1 } },
        KeyError,
        "'schema.nobody+' leads nowhere: there is no object or array at 'schema.nobody'",
      ],
      [{ "multikeys-": ["x"] }, KeyError, "'multikeys-' leads nowhere: there is no object or array at 'multikeys'"],
      [
        { "/schema/nobody": { min: 1 } },
        KeyError,
        "'/schema/nobody' leads nowhere: there is no object or array at 'schema.nobody'",
      ],
      [
        { "schema.x.min.deeper": 1 },
        KeyError,
        "'schema.x.min.deeper' leads nowhere: there is no object or array at 'schema.x.min'",
      ],
      [{ "minlen+": [1] }, TypeError, "Dict.minlen should be of type integer"],
      [{ __class__: "Nobody" }, KeyError, "Class 'Nobody' is not registered"],
      [{ "-": ["__class__"] }, AssertionError, `The update of ${literal(base.dump())} leaves no validator`],
    ])("%o", (update, errorClass, message) => {
      expect(thrown(() => base.clone(update))).toStrictEqual([errorClass, message]);
    });
  });

  test("a clone of a recursive validator needs an alias of its own, and a LazyRef that uses it", () => {
    const tree = Dict({ name: Str(), sub: LazyRef("tree") }, { optional: ["sub"], alias: "tree" });
    const strict = tree.clone({ "schema.name.minlen": 1, "schema.sub.use": "strict", alias: "strict" });
    expect(strict.is({ name: "a", sub: { name: "" } })).toBe(false);
    expect(tree.is({ name: "a", sub: { name: "" } })).toBe(true);
    // Otherwise the clone refers to the original.
    const loose = tree.clone({ "schema.name.minlen": 1 });
    expect(loose.is({ name: "a", sub: { name: "" } })).toBe(true);
  });

  test("keeps functions, classes and objects of other classes", () => {
    const make = (): number => 1;
    const validator = Dict({ a: Type(Date), b: Int() }, { defaults: { b: make } });
    expect(validator.clone().equals(validator)).toBe(true);
    expect((validator.clone() as Dict).defaults?.b).toBe(make);
  });
});
