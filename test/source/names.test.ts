/** Names that mean something already: what is written with them is still a module. */
import "../support/fresh.ts";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  AllOf,
  Check,
  Const,
  Dict,
  functions,
  instances,
  LazyRef,
  List,
  Str,
  Tuple,
  toSource,
  type Validator,
} from "../../src/index.ts";
import { Names } from "../../src/interop/source/names.ts";
import { isIdentifier, isReserved } from "../../src/interop/source/tokens.ts";
import * as validators from "../../src/validators/index.ts";
import { folder, piped } from "../cli/host.ts";
import { Modules } from "./modules.ts";

const modules = new Modules();
beforeEach(() => instances.clear());
afterEach(() => instances.clear());

/** Words of the grammar, restricted names, globals, types, names of the library, and what is no identifier. */
const NAMES = Array.from(
  new Set([
    ..."break case catch class const continue debugger default delete do else enum export extends false finally".split(
      " ",
    ),
    ..."for function if import in instanceof new null return super switch this throw true try typeof var void".split(
      " ",
    ),
    ..."while with await let static yield implements interface package private protected public".split(" "),
    ..."eval arguments undefined NaN Infinity globalThis exports module require __dirname __filename".split(" "),
    ..."async of get set type as from satisfies declare namespace abstract readonly infer is keyof unique".split(" "),
    ..."string number boolean any unknown never object symbol bigint".split(" "),
    ..."Object Array Number String Error RegExp Date Map Set Promise Symbol Uint8Array Temporal console".split(" "),
    ...Object.keys(validators),
    ..."Validator functions instances load v schema constructor __proto__ toString hasOwnProperty".split(" "),
    ...["", " ", "a b", "1st", "\u0000", "\u2028", "// x", "a;b", "\u202eabc", "𝒳", "é", "$", "_"],
  ]),
);

const TREE = {
  type: "object",
  properties: {
    next: { $ref: "#" },
    numbers: { enum: [1.5, "a"] },
    pattern: { type: "string", pattern: "^(?<a>x)\\p{L}$" },
    tuple: { type: "array", prefixItems: [{ type: "integer" }], items: false },
  },
};

describe("convert writes a module whatever the name is", () => {
  test.each(NAMES)("%j", async (name) => {
    const path = join(folder({ "a.json": JSON.stringify(TREE) }), "a.json");
    const { code, out, err } = await piped(["convert", path, "--to", "ts", `--name=${name}`], []);
    expect([code, err]).toEqual([0, ""]);
    const exported = await modules.import(out);
    const [only, ...others] = Object.values(exported);
    expect(others).toEqual([]);
    expect((only as Validator).is({ next: { next: {} }, pattern: "xä" })).toBe(true);
    if (isIdentifier(name) && !isReserved(name)) expect(Object.keys(exported)).toEqual([name]);
  });

  test("of a component", async () => {
    const schemas = Object.fromEntries(NAMES.map((name) => [name, { type: "object", title: name }]));
    const document = { openapi: "3.1.0", info: { title: "a", version: "1" }, paths: {}, components: { schemas } };
    const path = join(folder({ "a.json": JSON.stringify(document) }), "a.json");
    const { code, out, err } = await piped(["convert", path, "--to", "ts"], []);
    expect([code, err]).toEqual([0, ""]);
    expect(Object.keys(await modules.import(out))).toHaveLength(Object.keys(schemas).length);
  });

  test("of a definition", async () => {
    const $defs = Object.fromEntries(
      NAMES.map((name) => [name, { ...TREE, properties: { a: { $ref: "#/$defs/a" } } }]),
    );
    const schema = { $defs: { ...$defs, a: TREE }, anyOf: [{ $ref: "#/$defs/eval" }, { $ref: "#/$defs/class" }] };
    const path = join(folder({ "a.json": JSON.stringify(schema) }), "a.json");
    const { code, out, err } = await piped(["convert", path, "--to", "ts"], []);
    expect([code, err]).toEqual([0, ""]);
    expect(Object.keys(await modules.import(out))).toContain("a");
  });
});

describe("toSource writes a module whatever the names are", () => {
  const named = NAMES.filter((name) => name !== "");

  test("of the IDs of parts", async () => {
    const parts = named.map((id) => Dict({ a: Str(), b: Str() }, { meta: { id } }));
    const { schema } = await modules.import(toSource(Tuple(parts.map((part) => Dict({ a: part, b: List(part) })))));
    expect(schema?.is(parts.map(() => ({ a: { a: "", b: "" }, b: [] })))).toBe(true);
  });

  test("of aliases", async () => {
    for (const alias of named) Dict({ next: LazyRef(alias) }, { alias, optional: ["next"] });
    const text = toSource(Tuple(named.map((alias) => LazyRef(alias))));
    instances.clear();
    const { schema } = await modules.import(text);
    expect(schema?.is(named.map(() => ({ next: {} })))).toBe(true);
  });

  test("of functions", async () => {
    // Some are registered already, such as Date.
    const free = named.filter((name) => !functions.has(name));
    const isFilled = free.map((name) => functions.add(name, (value: string) => value !== ""));
    const { schema } = await modules.import(toSource(Tuple(isFilled.map((test) => AllOf(Str(), Check(test))))));
    for (const name of free) functions.delete(name);
    expect(schema?.is(free.map(() => "x"))).toBe(true);
    expect(schema?.is(free.map(() => ""))).toBe(false);
  });

  test("of constants, if numbers and patterns are no literals", async () => {
    const source = toSource({ Number: Const(-Infinity), RegExp: Str({ pattern: /(?<a>x)\p{L}/u }) });
    const { Number: number, RegExp: pattern } = await modules.import(source);
    expect(number?.is(-Infinity)).toBe(true);
    expect(pattern?.is("xa")).toBe(true);
  });
});

test.each(["default", "eval", "class", "undefined"])(
  "what a module exports as %s is imported with another name",
  (name) => {
    const names = new Names();
    expect(names.import("./a.js", name)).toBe(`${name}Of`);
    expect(names.imports).toBe(`import { ${name} as ${name}Of } from "./a.js";`);
  },
);

test("all that was written compiles", () => {
  expect(modules.compile()).toBe("");
}, 60_000);
