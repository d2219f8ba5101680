import { Temporal } from "temporal-polyfill";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AssertionError, KeyError, ValueError } from "../../src/exc.ts";
import {
  AllOf,
  Any,
  Bytes,
  Const,
  classes,
  Dict,
  Float,
  Int,
  instances,
  LazyRef,
  List,
  load,
  OneOf,
  Str,
  Tuple,
  Type,
  type Update,
  Validator,
} from "../../src/index.ts";
import { literal } from "../../src/values/text.ts";
import { thrown } from "../support/parameters.ts";
import { spelled } from "../support/verdict.ts";

afterEach(() => instances.clear());

describe("dump", () => {
  test("is a plain object with __class__ and the parameters that differ from their defaults", () => {
    const validator = Dict(
      { id: Int({ min: 1, alias: "unseen" }), tags: List(Str(), { unique: true }), at: Tuple(Float(), Float()) },
      { defaults: { tags: [] }, optional: ["at"], extra: [Str(), Any()] },
    );
    const dump = validator.dump();
    expect(dump).toStrictEqual({
      __class__: "Dict",
      schema: {
        id: { __class__: "Int", min: 1 },
        tags: { __class__: "List", item: { __class__: "Str" }, unique: true },
        at: { __class__: "Tuple", items: [{ __class__: "Float" }, { __class__: "Float" }] },
      },
      extra: [{ __class__: "Str" }, { __class__: "Any" }],
      defaults: { tags: [] },
      optional: ["at"],
    });
    expect(JSON.parse(JSON.stringify(dump))).toStrictEqual(dump);
  });

  test("belongs to the caller: changing it changes no validator", () => {
    const validator = Dict({ a: Any() }, { defaults: { a: [1] } });
    const dump = validator.dump() as { schema: object; defaults: { a: unknown[] } };
    dump.defaults.a.push(2);
    Object.assign(dump.schema, { b: 1 });
    expect(String(validator)).toBe("<Dict(schema={a: <Any()>}, defaults={a: [1]})>");
  });

  test("has functions, classes and objects of other classes as they are", () => {
    const make = (): number => 1;
    const regexp = /a/;
    expect(Dict({ a: Int() }, { defaults: { a: make } }).dump()).toMatchObject({ defaults: { a: make } });
    expect(Type(Date).dump()).toMatchObject({ tp: Date });
    expect((Const(regexp).dump() as { value: unknown }).value).toBe(regexp);
  });

  test("of validators nested deeper than 512 levels is a ValueError", () => {
    let validator: Validator = Int();
    for (let i = 0; i < 513; i++) validator = List(validator);
    expect(() => validator.dump()).toThrow(new ValueError("A dump should not be nested deeper than 512 levels"));
  });

  test.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -0,
    5n,
    -(2n ** 70n),
    undefined,
    Uint8Array.of(0, 1, 255),
    new Uint8Array(),
    new Date(0),
    new Date(Number.NaN),
    new Map<unknown, unknown>([["a", new Set([1n])]]),
    new Set([Number.NaN, "a"]),
    { __class__: new Map() },
    Temporal.PlainDate.from("2020-02-29"),
    [Temporal.Duration.from("P1D"), { at: Temporal.ZonedDateTime.from("2020-01-01T12:00+01:00[Europe/Berlin]") }],
    [undefined, [Number.NaN]],
    { __class__: "Int", min: 1 },
    { __use__: "x" },
    { __clone__: "x" },
    { __value__: "number", text: "1" },
    { a: [{ __class__: "Int" }] },
    JSON.parse('{"__proto__": {"__class__": "Int"}}'),
  ])("what JSON has no form for survives JSON: Const(%o)", (value) => {
    const validator = Const(value);
    const again = load(JSON.parse(JSON.stringify(validator.dump()))) as Const;
    expect(again.equals(validator)).toBe(true);
    expect(spelled(again.value)).toBe(spelled(validator.value));
  });
});

describe("load", () => {
  test("class form: a new instance, registered when an alias is given", () => {
    const validator = load({ __class__: "Int", min: 1, alias: "id" });
    expect(validator.equals(Int({ min: 1 }))).toBe(true);
    expect(instances.get("id")).toBe(validator);
    expect(load({ __class__: "Str", alias: "id", replace: true })).toBe(instances.get("id"));
  });

  test("use form: the registered instance itself, whatever else is said", () => {
    const validator = Int({ alias: "id" });
    expect(load({ __use__: "id" })).toBe(validator);
    expect(load({ __use__: "id", min: 5 }, { max: 1 })).toBe(validator);
  });

  test("clone form: a clone of the registered instance with changes", () => {
    const validator = Int({ alias: "id", min: 1 });
    const clone = load({ __clone__: "id", update: { max: 9 } });
    expect(clone.equals(Int({ min: 1, max: 9 }))).toBe(true);
    expect(clone).not.toBe(validator);
    expect(load({ __clone__: "id" })).not.toBe(validator);
    expect(load({ __clone__: "id", unset: { "": ["min"] } }).equals(Int())).toBe(true);
    // Parameters without a dot may stand beside update, and win.
    expect(load({ __clone__: "id", update: { max: 9, min: 2 }, min: 3 }).equals(Int({ min: 3, max: 9 }))).toBe(true);
  });

  test("clone form: update may carry a new alias, which registers the clone", () => {
    Int({ alias: "id", min: 1 });
    expect(instances.get("id")).not.toBe(load({ __clone__: "id", update: { alias: "id2", min: 2 } }));
    expect(instances.get("id2").equals(Int({ min: 2 }))).toBe(true);
  });

  test("the forms may be nested, and an alias be used after it was made", () => {
    const validator = load({
      __class__: "Dict",
      schema: {
        a: { __class__: "Int", alias: "int" },
        b: { __use__: "int" },
        c: { __clone__: "int", update: { min: 1 } },
        d: { __class__: "List", item: { __use__: "int" } },
      },
    });
    const int = instances.get("int");
    expect(validator.equals(Dict({ a: Int(), b: Int(), c: Int({ min: 1 }), d: List(Int()) }))).toBe(true);
    expect((validator as Dict).schema?.b).toBe(int);
  });

  test("validators themselves may stand in the data", () => {
    const item = Int();
    expect((load({ __class__: "List", item }) as List).item).toBe(item);
  });

  test("__class__ wins over the other forms", () => {
    Int({ alias: "id" });
    expect(thrown(() => load({ __class__: "Str", __use__: "id" }))).toStrictEqual([
      TypeError,
      "Str got an unexpected parameter '__use__'",
    ]);
  });

  test("is a static method too, of every class", () => {
    expect(Validator.load({ __class__: "Int" }, { min: 1 }).equals(Int({ min: 1 }))).toBe(true);
    expect(Int.load({ __class__: "Str" }).equals(Str())).toBe(true);
  });

  test("takes an update and an unset, as clone does", () => {
    const dump = Int({ min: 1, max: 2 }).dump();
    expect(load(dump, { min: 0 }).equals(Int({ min: 0, max: 2 }))).toBe(true);
    expect(load(dump, {}, { "": ["min"] }).equals(Int({ max: 2 }))).toBe(true);
    expect(dump).toEqual({ __class__: "Int", min: 1, max: 2 });
  });

  test.each<[unknown, unknown, string]>([
    [null, AssertionError, "Expected object, got null"],
    [[], AssertionError, "Expected object, got array"],
    ["Int", AssertionError, "Expected object, got string"],
    [new Map([["__class__", "Int"]]), AssertionError, "Expected object, got object"],
    [{ min: 1 }, AssertionError, "One of keys ['__class__', '__use__', '__clone__'] must be specified in: {min: 1}"],
    [Object.create({ __class__: "Int" }), AssertionError, "Expected object, got instance"],
    [{ __class__: "Nobody" }, KeyError, "Class 'Nobody' is not registered"],
    [{ __class__: "constructor" }, KeyError, "Class 'constructor' is not registered"],
    [{ __class__: "__proto__" }, KeyError, "Class '__proto__' is not registered"],
    [{ __class__: "Function" }, KeyError, "Class 'Function' is not registered"],
    [{ __use__: "nobody" }, KeyError, "Instance 'nobody' is not registered"],
    [{ __clone__: "toString" }, KeyError, "Instance 'toString' is not registered"],
    [{ __class__: "Int", min: "1" }, TypeError, "Int.min should be of type integer"],
    [{ __class__: "Int", item: 1 }, TypeError, "Int got an unexpected parameter 'item'"],
    [{ __class__: "List", item: { min: 1 } }, TypeError, "List.item should be of type Validator"],
    [{ __class__: "Const", value: { __value__: "evil" } }, ValueError, "'evil' is not a kind of __value__"],
    [
      { __class__: "Const", value: { __value__: "Temporal.toString" } },
      ValueError,
      "'Temporal.toString' is not a kind of __value__",
    ],
    [{ __class__: "Const", value: { __value__: "bigint", text: "1.5" } }, ValueError, "'1.5' is no bigint"],
    [{ __class__: "Const", value: { __value__: 5 } }, ValueError, "5 is not a kind of __value__"],
  ])("%j throws", (data, errorClass, message) => {
    expect(thrown(() => load(data))).toStrictEqual([errorClass, message]);
  });

  describe("that fails leaves the registry as it was", () => {
    const before = Int({ min: 1 });
    const inner = { __class__: "Int", alias: "inner" };
    const other = { __class__: "Str", alias: "other", replace: true };
    test.each<[string, () => unknown]>([
      ["a parameter that is wrong", () => load({ __class__: "Tuple", items: [inner, other], nullable: "x" })],
      ["an alias that is taken", () => load({ __class__: "Tuple", items: [inner, other], alias: "other2" })],
      ["a path that leads nowhere", () => load({ __class__: "Tuple", items: [inner, other] }, { "a.b.c": 1 })],
      ["a clone", () => Tuple(Int(), Int()).clone({ items: [inner, other], "x.y": 1 })],
      [
        "a clone inside",
        () => load({ __class__: "Tuple", items: [{ __clone__: "other", update: { alias: "inner" } }, other, {}] }),
      ],
    ])("%s", (_, act) => {
      instances.put("other", before);
      instances.put("other2", before);
      expect(act).toThrow();
      expect([instances.has("inner"), instances.get("other"), instances.get("other2")]).toEqual([
        false,
        before,
        before,
      ]);
    });

    test("and one that does not keeps what it made", () => {
      instances.put("other", before);
      const validator = load({ __class__: "Tuple", items: [inner, other] }) as Tuple;
      expect([instances.get("inner"), instances.get("other")]).toEqual([...validator.items]);
    });
  });

  test("data nested deeper than 512 levels, as a cycle is, is a ValueError", () => {
    const cyclic: Record<string, unknown> = { __class__: "List" };
    cyclic.item = cyclic;
    expect(() => load(cyclic)).toThrow(new ValueError("A dump should not be nested deeper than 512 levels"));
  });
});

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

describe("names that are members of every object mean nothing", () => {
  beforeEach(() => {
    Int({ alias: "int" });
  });

  const evil = JSON.parse('{"__proto__": {"polluted": true}}');

  test.each<Update>([
    { "__proto__.polluted": true },
    { "constructor.prototype.polluted": true },
    { "schema.__proto__.polluted": true },
    { "schema.constructor.prototype.polluted": true },
    { "__proto__+": { polluted: true } },
    { "schema.__proto__+": { polluted: true } },
    { "toString.x": 1, "hasOwnProperty.y": 2 },
  ])("in the paths of an update: %j", (update) => {
    const validator = Dict({ a: Int() });
    expect(() => validator.clone(update)).toThrow(KeyError);
    expect(() => load(validator.dump(), update)).toThrow(KeyError);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("as keys of an update they are keys", () => {
    expect(Object.keys((Dict({}).clone({ "schema.__proto__": Int() }) as Dict).schema ?? {})).toEqual(["__proto__"]);
    expect(thrown(() => Dict({}).clone(evil))).toStrictEqual([
      TypeError,
      "Dict got an unexpected parameter '__proto__'",
    ]);
    expect(thrown(() => Dict({}).clone({ "+": evil }))).toStrictEqual([
      TypeError,
      "Dict got an unexpected parameter '__proto__'",
    ]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("in data they are keys", () => {
    const data = JSON.parse(
      '{"__class__": "Dict", "schema": {"__proto__": {"__class__": "Int"}, "constructor": {"__use__": "int"}}, "defaults": {"__proto__": 5}, "optional": ["constructor"]}',
    );
    const validator = load(data) as Dict;
    expect(Object.getPrototypeOf(validator.schema)).toBe(null);
    expect(Object.keys(validator.schema ?? {})).toEqual(["__proto__", "constructor"]);
    expect(JSON.stringify(validator({}))).toBe('{"__proto__":5}');
    expect(load(validator.dump()).equals(validator)).toBe(true);
  });

  test("an inherited form is none", () => {
    expect(() => load(Object.create({ __class__: "Int" }))).toThrow(AssertionError);
    expect(() => load(JSON.parse('{"__proto__": {"__class__": "Int"}}'))).toThrow(AssertionError);
  });
});

test("every built-in class can be dumped, loaded and cloned", () => {
  const samples: Validator[] = [
    Int({ options: [1] }),
    Float({ min: Number.NEGATIVE_INFINITY, nan: true }),
    Str({ pattern: /a/i, encoding: "utf-8" }),
    Bytes({ minlen: 1 }),
    List(Int()),
    Tuple(Int(), Str()),
    Dict({ a: Int() }, { extra: [Str(), Any()], multikeys: ["a"], dispose: ["b"] }),
    AllOf(Int(), Str()),
    OneOf(Int(), Str()),
    LazyRef("x", { maxdepth: 0 }),
    Type(Map, { nullable: true }),
    Const(undefined),
    Any(),
  ];
  for (const validator of samples) {
    expect(classes.has(validator.dump().__class__ as string)).toBe(true);
    expect(load(validator.dump()).equals(validator)).toBe(true);
    expect(validator.clone().equals(validator)).toBe(true);
  }
});
