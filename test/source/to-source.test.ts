/** Validators as source: the text, and what it builds. */
import "../support/fresh.ts";
import { Temporal } from "temporal-polyfill";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as v from "../../src/index.ts";
import {
  AllOf,
  Any,
  Bool,
  Check,
  Const,
  Default,
  Dict,
  Fallback,
  Float,
  functions,
  If,
  Int,
  instances,
  LazyRef,
  List,
  Nullable,
  OneOf,
  Optional,
  Str,
  Transform,
  Tuple,
  Type,
  toSource,
  Validator,
} from "../../src/index.ts";
import { Modules } from "./modules.ts";

const modules = new Modules();
beforeEach(() => instances.clear());
afterEach(() => instances.clear());

/** What follows the imports. */
const body = (validator: Validator, options?: v.ToSourceOptions): string =>
  toSource(validator, options)
    .replace(/^import[^;]*;\n+/gm, "")
    .trimEnd();

class Row extends Validator {
  static override readonly params = { item: (_owner: unknown, _attr: string, value: unknown) => value };
  declare readonly item: Validator;
  override check(input: unknown): unknown {
    return this.item(input);
  }
}
v.classes.add(Row);

const address = Dict({ street: Str({ minlen: 1 }), number: Int() });
const registered = functions.add("test.isOdd", (value: number) => value % 2 === 1);

describe("the text", () => {
  test("is a module", () => {
    expect(toSource(Int({ min: 1, max: 65535 }), { name: "port" })).toBe(
      'import { Int } from "validlib";\n\nexport const port = Int({ min: 1, max: 65535 });\n',
    );
  });

  test("imports the library from another module", () => {
    expect(toSource(Int(), { from: "@shop/validlib" })).toContain('import { Int } from "@shop/validlib";');
  });

  test.each<[Validator, string]>([
    [Int(), "Int()"],
    [Dict({}), "Dict({})"],
    [Dict(), "Dict()"],
    [Dict({ minlen: Int() }, { minlen: 1 }), "Dict({ minlen: Int() }, { minlen: 1 })"],
    [Dict({ extra: [Str(), Int()] }), "Dict({ extra: [Str(), Int()] })"],
    [Dict({ keys: Int() }), "Dict({ keys: Int() })"],
    [Dict({ optional: ["a"] as never, minlen: 1 }), 'Dict({ minlen: 1, optional: ["a"] as never })'],
    [Dict({ defaults: { a: 1 } as never }), "Dict({ defaults: { a: 1 } as never })"],
    [Dict({ defaults: { a: Date.now } as never }), "Dict({ defaults: { a: Date.now } as never })"],
    [If(Int(), Float(), { secret: true }), "If(Int(), Float(), { secret: true })"],
    [Dict({ keys: Str(), nullable: true }), "Dict({ nullable: true, keys: Str() })"],
    [Dict({ keys: Str(), nullable: undefined }), "Dict({ keys: Str(), nullable: undefined })"],
    [Dict({ a: Optional(Int()) }), 'Dict({ a: Int() }, { optional: ["a"] })'],
    [Dict({ a: Default(Int(), 1) }), "Dict({ a: Default(Int(), 1) })"],
    [
      Dict({ "a b": Int(), ["__proto__"]: Int(), ключ: Int() }),
      'Dict({ "a b": Int(), ["__proto__"]: Int(), ключ: Int() })',
    ],
    [List(Str(), { maxlen: 3 }), "List(Str(), { maxlen: 3 })"],
    [Tuple(Int(), Str()), "Tuple(Int(), Str())"],
    [Tuple([Int()], { nullable: true }), "Tuple([Int()], { nullable: true })"],
    [OneOf(Int(), Str()), "OneOf(Int(), Str())"],
    [AllOf(Str(), Int({ coerce: true })), "AllOf(Str(), Int({ coerce: true }))"],
    [v.Not(Str()), "Not(Str())"],
    [v.If(Int(), Any(), Str()), "If(Int(), Any(), Str())"],
    [v.Closed(Dict({}, { unknown: "keep" })), 'Closed(Dict({}, { unknown: "keep" }))'],
    [Dict({}, { patterns: { "^x-": Int() } }), 'Dict({}, { patterns: { "^x-": Int() } })'],
    [AllOf(Str(), Transform(Number, { encode: String })), "AllOf(Str(), Transform(Number, { encode: String }))"],
    [Nullable(OneOf(Int(), Str())), "Nullable(OneOf(Int(), Str()))"],
    [Fallback(Int(), 1), "Fallback(Int(), 1)"],
    [Const("it's"), `Const("it's")`],
    [Const('say "it"'), `Const('say "it"')`],
    [Const("a\u202eb\u0000"), 'Const("a\\u202eb\\u0000")'],
    [Const(undefined), "Const(undefined)"],
    [Const(null), "Const(null)"],
    [Const([1, { a: -0 }]), "Const([1, { a: -0 }])"],
    [Const([[1]]), "Const([[1]])"],
    [Const(1n), "Const(1n)"],
    [Const(1e21), "Const(1e21)"],
    [Const(new Date(0)), 'Const(new Date("1970-01-01T00:00:00.000Z"))'],
    [Const(new Date(Number.NaN)), "Const(new Date(Number.NaN))"],
    [Const(Uint8Array.of(1, 255)), "Const(Uint8Array.from([1, 255]))"],
    [Const(Float64Array.of(-0, 1.5, Number.NaN)), "Const(Float64Array.from([-0, 1.5, Number.NaN]))"],
    [Const(BigInt64Array.of(1n)), "Const(BigInt64Array.from([1n]))"],
    [Const(new Set(["a"])), 'Const(new Set(["a"]))'],
    [Const(new Map([["a", 1]])), 'Const(new Map<unknown, unknown>([["a", 1]]))'],
    [Const(Temporal.PlainDate.from("2020-01-31")), 'Const(Temporal.PlainDate.from("2020-01-31"))'],
    [Float({ max: Number.POSITIVE_INFINITY, inf: true }), "Float({ inf: true, max: Number.POSITIVE_INFINITY })"],
    [Int({ bigint: true, min: 1n }), "Int({ bigint: true, min: 1n })"],
    [Str({ pattern: /^[a-z]\/$/i }), "Str({ pattern: /^[a-z]\\/$/i })"],
    [Str({ pattern: "^\\w+$" }), "Str({ pattern: /^\\w+$/ })"],
    [Str({ pattern: /^.$/ }), "Str({ pattern: /^.$/ })"],
    [Str({ pattern: /^.$/u }), "Str({ pattern: /^.$/u })"],
    [Str({ pattern: /^\p{L}/u }), 'Str({ pattern: new RegExp("^\\\\p{L}", "u") })'],
    [Str({ pattern: "^/$" }), 'Str({ pattern: "^/$" })'],
    [Str({ secret: true, messages: { minlen: "?" } }), 'Str({ messages: { minlen: "?" }, secret: true })'],
    [v.Date({ format: "iso", min: "2020-01-01" }), 'DateOf({ format: "iso", min: "2020-01-01" })'],
    [v.Datetime({ relmax: "PT1H" }), 'Datetime({ relmax: "PT1H" })'],
    [v.Set(Int()), "SetOf(Int())"],
    [Type(URL, { coerce: true }), "Type(URL, { coerce: true })"],
    [Type(Number), "Type(Number)"],
    [
      AllOf(Str(), Transform(Number), Check(Number.isInteger)),
      "AllOf(Str(), Transform(Number), Check(Number.isInteger))",
    ],
    [new Row({ item: Int() }), 'load({ __class__: "Row", item: Int() })'],
    // A program cannot require a key that it forbids; data can.
    [
      Dict({ a: Int() }).clone({ required: ["b"] }),
      'load({ __class__: "Dict", schema: { a: Int() }, required: ["b"] })',
    ],
    [
      v.load({ __class__: "Dict", schema: { a: Int() }, at_most_one: [["a", "b"]] }),
      'load({ __class__: "Dict", schema: { a: Int() }, at_most_one: [["a", "b"]] })',
    ],
    [
      v.load({ __class__: "Dict", schema: { a: Int() }, names: { b: "c" } }),
      'load({ __class__: "Dict", schema: { a: Int() }, names: { b: "c" } })',
    ],
    [LazyRef("nowhere", { maxdepth: 2 }), 'LazyRef("nowhere", { maxdepth: 2 })'],
  ])("of %s", async (validator, source) => {
    const text = toSource(validator);
    expect(body(validator)).toBe(`export const schema = ${source};`);
    const { schema } = await modules.import(text);
    expect(schema?.equals(validator)).toBe(true);
    expect(schema?.dump()).toEqual(validator.dump());
  });

  test("of a validator that stands in several places is written once, and named by its key", () => {
    const order = Dict({ "billing-address": address, shipping: address, billingAddress: Bool() });
    expect(body(order)).toBe(`const billingAddress = Dict({ street: Str({ minlen: 1 }), number: Int() });

export const schema = Dict({
  "billing-address": billingAddress,
  shipping: billingAddress,
  billingAddress: Bool(),
});`);
  });

  test("has the metadata, whose id is the name of a constant", () => {
    const named = Dict({ a: Int() }, { meta: { id: "Shop.Line-Item", title: "Item" } });
    expect(
      body(Tuple(named, named)),
    ).toBe(`const lineItem = Dict({ a: Int() }, { meta: { id: "Shop.Line-Item", title: "Item" } });

export const schema = Tuple(lineItem, lineItem);`);
  });

  test("of several validators has a constant for each", async () => {
    const source = toSource({ Address: address, Order: Dict({ to: address }), Same: address, List: List(Int()) });
    expect(source).toContain("export const Order = Dict({ to: Address });");
    expect(source).toContain("export const Same = Address;");
    expect(source).toContain("export const List = ListOf(Int());");
    const { Order, Same } = await modules.import(source);
    expect(Order?.equals(Dict({ to: address })) && Same?.equals(address)).toBe(true);
  });

  test("of validators with the names of globals", async () => {
    const roots = {
      Date: Const(new Date(0)),
      Set: Const(new Set([1])),
      Error: AllOf(
        Str(),
        Check(() => true),
      ),
      Str: Type(Date),
    };
    const source = toSource(roots);
    const built = await modules.import(source);
    expect(built.Date?.equals(roots.Date) && built.Set?.equals(roots.Set) && built.Str?.equals(roots.Str)).toBe(true);
    expect(() => built.Error?.("a")).toThrow("is a stub");
  });

  test("does not grow exponentially with what is shared", () => {
    let [validator, data]: [Validator, unknown[]] = [address, [1, 2, 3]];
    for (let level = 0; level < 60; level++) {
      validator = Tuple(validator, validator);
      data = [data, data];
    }
    expect(toSource(validator).length).toBeLessThan(5000);
    expect(toSource(Const(data)).length).toBeLessThan(5000);
  });
});

describe("references", () => {
  test("by alias lead to constants with the alias", async () => {
    const tree = Dict(
      { value: Int(), children: List(LazyRef("shop.tree")) },
      { alias: "shop.tree", optional: ["children"] },
    );
    instances.add("other", tree);
    const source = toSource(List(LazyRef("shop.tree")), { name: "forest" });
    expect(source).toContain("export const tree = Dict(");
    expect(source).toContain('instances.add("other", tree);');
    instances.clear();
    const { forest } = await modules.import(source);
    expect(forest?.equals(List(LazyRef("shop.tree")))).toBe(true);
    expect(forest?.is([{ value: 1, children: [{ value: 2 }] }])).toBe(true);
    expect(forest?.is([{ value: 1, children: [{ value: "2" }] }])).toBe(false);
    expect(instances.get("shop.tree").equals(tree) && instances.get("other").equals(tree)).toBe(true);
  });

  test("by functions are functions again, whose type is stated", async () => {
    const person: Validator<unknown> = Dict({ name: Str(), pet: Nullable(LazyRef(() => pet)) });
    const pet: Validator<unknown> = Dict(
      { owner: LazyRef(() => person), twin: LazyRef(() => pet) },
      { optional: ["twin"] },
    );
    const source = toSource(Dict({ person, copy: person }, { alias: "household" }));
    expect(source).toContain("const person: Validator = Dict({ name: Str(), pet: Nullable(LazyRef(() => dict)) });");
    expect(source).toContain('{ alias: "household", replace: true }');
    const { schema } = await modules.import(source);
    const ann = { name: "Ann", pet: { owner: { name: "Ann", pet: null } } };
    expect(schema?.is({ person: ann, copy: ann })).toBe(true);
    expect(schema?.is({ person: ann, copy: { ...ann, pet: { owner: {} } } })).toBe(false);
    expect(toSource(schema as Validator)).toBe(source);
  });
});

describe("functions and classes", () => {
  const isIsbn = (text: string, fail: () => void): unknown => text.length > 9 || fail();
  class Money {
    readonly amount = 1;
  }
  const book = Dict({ isbn: AllOf(Str(), Check(isIsbn as never, { message: "No ISBN." })), price: Type(Money) });

  test("are stubs with their names, which throw", async () => {
    const source = toSource(book);
    expect(source).toContain("function isIsbn(_value: unknown, _fail: unknown): any {");
    expect(source).toContain("class Money {");
    const { schema } = await modules.import(source);
    expect(() => schema?.({ isbn: "x", price: 1 })).toThrow("isIsbn is a stub: write it, or import yours.");
  });

  test("are imported from the modules that are given", () => {
    const source = toSource(Dict({ book, row: new Row({ item: Int() }) }), {
      imports: { isIsbn: "./rules.js", Money: "./money.js", Row: "./rules.js" },
    });
    expect(source).toContain('import { Money } from "./money.js";\nimport { isIsbn, Row } from "./rules.js";\n');
    expect(source).toContain("row: new Row({ item: Int() })");
  });

  test("are taken from the registry", async () => {
    const odd = AllOf(Int(), Check(registered));
    const source = toSource(odd);
    expect(source).toContain('const isOdd = functions.get("test.isOdd") as (...args: unknown[]) => any;');
    const { schema } = await modules.import(source);
    expect(schema?.equals(odd)).toBe(true);
    expect(toSource(odd, { imports: { "test.isOdd": "./rules.js" } })).toContain('import { isOdd } from "./rules.js";');
  });

  test("have a name made of their place if they have none", () => {
    const source = body(
      Dict({
        first: AllOf(
          Int(),
          Check(() => true),
        ),
        second: AllOf(
          Int(),
          Check(() => true),
        ),
      }),
    );
    expect(source).toContain("first: AllOf(Int(), Check(checkFirst))");
    expect(source).toContain("second: AllOf(Int(), Check(checkSecond))");
  });
});

describe("TypeScript", () => {
  test("takes the text, also of steps and values whose types do not fit", () => {
    const open = { unknown: "keep" } as const;
    modules.write(
      toSource(
        Dict(
          {
            both: v.load({ __class__: "AllOf", steps: [Dict({ a: Int() }, open), Dict({ b: Str() }, open)] }),
            fallback: v.load({ __class__: "Fallback", item: Int(), value: null }),
            tags: Default(v.Set(Str()), new Set(["a"])),
            converted: v.load({ __class__: "Fallback", item: Int({ coerce: true }), value: "5" }),
            stub: Fallback(
              AllOf(
                Str(),
                Transform((text: string) => text.length),
              ),
              5,
            ),
            made: Default(List(Int()), () => [1]),
            sorted: List(Dict({ a: Int() }), { sort: 1, sort_key: (item: { a: number }) => item.a }),
            worded: Int({ message: () => "No." }),
            date: v.Date({ format: "iso", as: "date" }),
          },
          { defaults: { date: "2020-01-01" } },
        ),
        { name: "typed" },
      ),
    );
    expect(modules.format()).toBe("");
    expect(modules.compile()).toBe("");
  });
});

test("a step that converts to text is cast, whatever its class is called", () => {
  class Label extends (Str as unknown as v.ValidatorClass) {}
  v.classes.add(Label);
  const label = new Label({ coerce: true }) as Validator<string>;
  expect(body(AllOf(Int(), label as never))).toMatch(/= new AllOf\(/);
  expect(body(AllOf(Str(), Int({ coerce: true })))).toMatch(/= AllOf\(/);
});

test.each<[string, () => unknown, string]>([
  ["a name with a space", () => toSource(Int(), { name: "a b" }), "'a b' cannot be the name of a constant"],
  ["a reserved word", () => toSource(Int(), { name: "class" }), "'class' cannot be the name of a constant"],
  ["a restricted name", () => toSource(Int(), { name: "eval" }), "'eval' cannot be the name of a constant"],
  ["an unknown option", () => toSource(Int(), { nane: "x" } as never), "There is no option 'nane'"],
  ["a value", () => toSource({ a: 1 } as never), "toSource takes validators, got 1"],
  [
    "an instance of a class",
    () => toSource(Const(new (class Point {})())),
    "Const.value: no source stands for [object Object]",
  ],
  [
    "a class that is not registered",
    () => toSource(new (class Other extends Row {})({ item: Int() })),
    "Class 'Other' is neither registered nor among the imports",
  ],
])("what cannot be written is refused: %s", (_, act, message) => {
  expect(act).toThrow(message);
});
