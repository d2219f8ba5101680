import { afterEach, describe, expect, test } from "vitest";
import { AssertionError, KeyError, ValueError } from "../../src/exc.ts";
import { Dict, Int, instances, List, load, Str, Tuple, Validator } from "../../src/index.ts";
import { thrown } from "../support/parameters.ts";

afterEach(() => instances.clear());

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
    [{ __use__: "nobody" }, KeyError, "Instance 'nobody' is not registered"],
    [{ __class__: "Int", min: "1" }, TypeError, "Int.min should be of type integer"],
    [{ __class__: "Int", item: 1 }, TypeError, "Int got an unexpected parameter 'item'"],
    [{ __class__: "List", item: { min: 1 } }, TypeError, "List.item should be of type Validator"],
    [{ __class__: "Const", value: { __value__: "evil" } }, ValueError, "'evil' is not a kind of __value__"],
    [
      { __class__: "Const", value: { __value__: "Temporal.toString" } },
      ValueError,
      "'Temporal.toString' is not a kind of __value__",
    ],
    [
      { __class__: "Const", value: { __value__: "Temporal:PlainDate", text: "2020-01-01" } },
      ValueError,
      "'Temporal:PlainDate' is not a kind of __value__",
    ],
    ...[
      ...["", " ", "1g", "abc", "1.2.3", "nan", "NaNs", "aNaN"].map((text) => ["number", text] as const),
      ...["1g", "abc"].map((text) => ["bytes", text] as const),
      ...["", "1.5", "1n"].map((text) => ["bigint", text] as const),
    ].map(([kind, text]): [unknown, unknown, string] => [
      { __class__: "Const", value: { __value__: kind, text } },
      ValueError,
      `The text of __value__ '${kind}' should not be '${text}'`,
    ]),
    ...[undefined, [128], [-129], [1.5], ["1"], [null], [{ __value__: "bigint", text: "1" }]].map(
      (entries): [unknown, unknown, string] => [
        { __class__: "Const", value: { __value__: "Int8Array", entries } },
        ValueError,
        "The entries of __value__ 'Int8Array' should be numbers that it holds",
      ],
    ),
    ...[undefined, [1], [{ __value__: "bigint", text: String(2n ** 63n) }]].map(
      (entries): [unknown, unknown, string] => [
        { __class__: "Const", value: { __value__: "BigInt64Array", entries } },
        ValueError,
        "The entries of __value__ 'BigInt64Array' should be numbers that it holds",
      ],
    ),
    ...["map", "object"].flatMap((kind) =>
      [undefined, {}, [1], [["a"]], [["a", 1, 2]]].map((entries): [unknown, unknown, string] => [
        { __class__: "Const", value: { __value__: kind, entries } },
        ValueError,
        `The entries of __value__ '${kind}' should be an array of pairs`,
      ]),
    ),
    ...[
      [[1, 2]],
      [
        ["a", 1],
        [1, 2],
      ],
    ].map((entries): [unknown, unknown, string] => [
      { __class__: "Const", value: { __value__: "object", entries } },
      ValueError,
      "The keys of __value__ 'object' should be text",
    ]),
    [{ __class__: "Int", __value__: "object", entries: [] }, TypeError, "Int got an unexpected parameter '__value__'"],
    [{ __class__: "Int", __defs__: 5 }, TypeError, "__defs__ should be an object"],
    [
      { __class__: "Const", value: { __value__: "set", entries: "ab" } },
      ValueError,
      "The entries of __value__ 'set' should be an array",
    ],
    [{ __class__: ["Int"] }, KeyError, "Class '['Int']' is not registered"],
    [{ __use__: 5 }, KeyError, "Instance '5' is not registered"],
    [{ __clone__: null }, KeyError, "Instance 'null' is not registered"],
    [{ __class__: "Const", value: { __value__: 5 } }, ValueError, "5 is not a kind of __value__"],
  ])("%j throws", (data, errorClass, message) => {
    expect(thrown(() => load(data))).toStrictEqual([errorClass, message]);
  });

  test("a class without a name that is text is none, with an update as without", () => {
    expect(() => load({ __class__: ["Int"] }, { min: 1 })).toThrow(new KeyError("Class '['Int']' is not registered"));
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

  test("a definition is that of the nearest object that has one of its name", () => {
    const use = (text: string) => ({ __value__: "validator", text });
    const [int, str] = [{ __class__: "Int" }, { __class__: "Str" }];
    const inner = { __class__: "Tuple", items: [use("a"), use("b")], __defs__: { b: str } };
    const outer = { __class__: "Tuple", items: [use("a"), use("b"), inner], __defs__: { a: int, b: int } };
    expect(load(outer).equals(Tuple(Int(), Int(), Tuple(Int(), Str())))).toBe(true);
    const message = "Definition 'c' is not in the dump";
    expect(() => load({ __class__: "List", item: use("c"), __defs__: { a: int } })).toThrow(new KeyError(message));
    const circle = { __class__: "List", item: use("a"), __defs__: { a: use("a") } };
    expect(() => load(circle)).toThrow(new ValueError("A dump should not be nested deeper than 10000 levels"));
  });

  test("data nested deeper than 10,000 levels, as a cycle is, is a ValueError", () => {
    const cyclic: Record<string, unknown> = { __class__: "List" };
    cyclic.item = cyclic;
    expect(() => load(cyclic)).toThrow(new ValueError("A dump should not be nested deeper than 10000 levels"));
  });
});

test("data of an update is as deep as the place where it is added, and what is in it", () => {
  let data: object = { __class__: "Int" };
  // An object with the schema, that of the schema itself, and the place of the key are above it.
  for (let level = 0; level < 9998; level++) data = { __class__: "List", item: data };
  const message = "A dump should not be nested deeper than 10000 levels";
  expect(() => Dict({}).clone({ "schema.x": data })).toThrow(new ValueError(message));
});

test.each(["1e+21", "1e-7", "1e5", "-1.5e+300", "-0", "1.5", "12.25", "NaN", "-Infinity"])(
  "a number may be the text %s",
  (text) => {
    const { value } = load({ __class__: "Const", value: { __value__: "number", text } }) as unknown as {
      value: number;
    };
    expect(value).toBe(Number(text));
  },
);
