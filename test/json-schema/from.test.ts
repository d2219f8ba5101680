import { describe, expect, test } from "vitest";
import * as v from "../../src/index.ts";
import { fromJsonSchema, instances, JsonSchemaError } from "../../src/index.ts";

describe("a JSON Schema becomes", () => {
  test.each<[schema: unknown, validator: v.Validator]>([
    [true, v.Any()],
    [{}, v.Any()],
    [
      { title: "Age", default: 5, format: "date", "x-own": 1 },
      v.Any({ meta: { title: "Age", default: 5, format: "date", "x-own": 1 } }),
    ],
    [{ type: "null" }, v.Const(null)],
    [{ type: "boolean" }, v.Bool()],
    [{ type: ["boolean", "null"] }, v.Bool({ nullable: true })],
    [{ type: "integer", minimum: 0.5, exclusiveMaximum: 5 }, v.Int({ min: 1, max: 4 })],
    [{ type: "integer" }, v.Int({ unsafe: true })],
    [{ type: "integer", maximum: 1e30 }, v.Int({ unsafe: true, max: 1e30 })],
    [{ type: "number", minimum: 0 }, v.Float({ min: 0 })],
    [{ type: "number", exclusiveMinimum: 0 }, v.Float({ exclusive_min: 0 })],
    [{ type: "number", exclusiveMaximum: 1, maximum: 1 }, v.Float({ exclusive_max: 1 })],
    [{ type: "number", exclusiveMinimum: 1, minimum: 2 }, v.Float({ min: 2 })],
    [{ type: "string", minLength: 1, maxLength: 3 }, v.Str({ minlen: 1, maxlen: 3 })],
    [{ type: "string", pattern: "^a" }, v.Str({ pattern: "^a" })],
    [{ type: "string", pattern: "a" }, v.Str({ pattern: "[^]*?(?:a)" })],
    [{ enum: ["a", "b"] }, v.Str({ options: ["a", "b"] })],
    [{ enum: [1, 2] }, v.Int({ options: [1, 2] })],
    [{ enum: ["a", "b", null] }, v.Str({ options: ["a", "b"], nullable: true })],
    [{ const: { a: 1 } }, v.Const({ a: 1 })],
    [{ type: "array", items: { type: "boolean" }, maxItems: 2 }, v.List(v.Bool(), { maxlen: 2 })],
    [{ type: "array", items: false }, v.List(v.Any(), { maxlen: 0 })],
    [
      { type: "array", prefixItems: [{ type: "boolean" }, true], items: false, minItems: 2 },
      v.Tuple(v.Bool(), v.Any()),
    ],
    [
      { type: "array", prefixItems: [{ type: "boolean" }], items: false },
      v.List(v.Any(), { prefix: [v.Bool()], maxlen: 1 }),
    ],
    [
      { type: "object", properties: { a: { type: "boolean" }, b: true }, required: ["a"], additionalProperties: false },
      v.Dict({ a: v.Bool(), b: v.Any() }, { optional: ["b"] }),
    ],
    [{ type: "object", required: ["a"] }, v.Dict({ a: v.Any() }, { unknown: "keep", optional: [] })],
    [
      { type: "object", additionalProperties: { type: "boolean" }, propertyNames: { maxLength: 2 }, minProperties: 1 },
      v.Dict({}, { extra: [v.Str({ maxlen: 2 }), v.Bool()], minlen: 1, optional: [] }),
    ],
    [{ anyOf: [{ type: "boolean" }, { type: "string" }] }, v.OneOf(v.Bool(), v.Str())],
    [{ oneOf: [{ type: "boolean" }, { type: "string" }] }, v.OneOf(v.Bool(), v.Str())],
    [
      {
        allOf: [
          { type: "string", minLength: 1 },
          { type: ["string", "null"], maxLength: 2 },
        ],
      },
      v.AllOf(v.Str({ minlen: 1 }), v.Str({ maxlen: 2 })),
    ],
    [{ $ref: "#/$defs/a~1b%25", $defs: { "a/b%": { type: "boolean" } } }, v.Bool()],
    [{ not: { type: ["array", "object", "number", "null", "boolean"] } }, v.Str()],
  ])("%j", (schema, validator) => {
    expect(`${fromJsonSchema(schema)}`).toBe(`${validator}`);
    expect(fromJsonSchema(schema).equals(validator)).toBe(true);
  });

  test.each([[false], [{ not: {} }], [{ enum: [] }], [{ type: "string", minLength: 2, maxLength: 1 }]])(
    "%j: nothing",
    (schema) => {
      for (const value of [null, true, 0, "", [], {}]) expect(fromJsonSchema(schema).is(value)).toBe(false);
    },
  );

  test("nothing is the member that is missing, in both directions", () => {
    expect(`${fromJsonSchema(false)}`).toBe(`${v.Not(v.Any())}`);
    expect(v.toJsonSchema(fromJsonSchema(false))).toMatchObject({ not: {} });
    expect(() => v.toJsonSchema(v.Const(undefined), { io: "output" })).toThrow(JsonSchemaError);
    const schema = { type: "object", properties: { a: false, b: { type: "boolean" } } };
    const open = fromJsonSchema(schema);
    expect([open.isJson('{"b":true,"c":1}'), open.isJson('{"a":null}'), open.isJson('{"a":{}}')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(v.toJsonSchema(open)).toMatchObject({ properties: { a: { not: {} } } });
    const closed = fromJsonSchema({ ...schema, additionalProperties: false });
    expect(`${closed}`).toBe(`${v.Dict({ b: v.Bool() }, { optional: ["b"] })}`);
    expect(closed.safeJson('{"a":1}').error?.issues).toMatchObject([{ message: "Key is not allowed.", pointer: "/a" }]);
  });

  test("one that says nothing of the types it does not name", () => {
    const validator = fromJsonSchema({ minimum: 5 });
    expect(validator.is("text")).toBe(true);
    expect(validator.is(4)).toBe(false);
  });

  test("a choice by tag, whose errors are those of one step", () => {
    const shape = (kind: string) => ({
      type: "object",
      properties: { kind: { const: kind }, size: { type: "number" } },
      required: ["kind"],
    });
    const validator = fromJsonSchema({ oneOf: [shape("circle"), shape("square")] });
    expect(validator.safe({ kind: "square", size: "1" }).error?.issues).toMatchObject([
      { code: "invalid_type", pointer: "/size" },
    ]);
    expect(validator.safe({ kind: "line" }).error?.issues).toMatchObject([{ code: "options", pointer: "/kind" }]);
  });

  test("one that takes keys with any name", () => {
    const schema = JSON.parse(
      '{ "type": "object", "properties": { "__proto__": { "type": "boolean" } }, "required": ["__proto__", "toString"] }',
    );
    const validator = fromJsonSchema(schema);
    expect(validator.isJson('{ "__proto__": true, "toString": 1 }')).toBe(true);
    expect(validator.isJson('{ "__proto__": 1, "toString": 1 }')).toBe(false);
    expect(validator.isJson('{ "toString": 1 }')).toBe(false);
    expect(validator.isJson('{ "__proto__": true }')).toBe(false);
  });
});

describe("annotations", () => {
  const title = "T";

  test.each<[object, v.Validator]>([
    [{ type: "string", title }, v.Str({ meta: { title } })],
    [{ type: ["string", "null"], title }, v.Str({ nullable: true, meta: { title } })],
    [{ enum: ["a", "b"], title }, v.Str({ options: ["a", "b"], meta: { title } })],
    [{ type: "array", items: { type: "integer", title } }, v.List(v.Int({ unsafe: true, meta: { title } }))],
    [
      {
        properties: { a: { type: "boolean", title }, b: { title } },
        type: "object",
        additionalProperties: false,
        title,
      },
      v.Dict(
        { a: v.Bool({ meta: { title } }), b: v.Any({ meta: { title } }) },
        { optional: ["a", "b"], meta: { title } },
      ),
    ],
    [
      { anyOf: [{ type: "string", title }, { type: "boolean" }], description: "D" },
      v.OneOf([v.Bool(), v.Str({ meta: { title } })], { meta: { description: "D" } }),
    ],
    [
      {
        allOf: [
          { type: "string", maxLength: 9, title },
          { type: "string", pattern: "^a" },
        ],
      },
      v.AllOf(v.Str({ maxlen: 9, meta: { title } }), v.Str({ pattern: "^a" })),
    ],
    [
      { type: "boolean", title: 5, description: "D", examples: {}, deprecated: "yes" },
      v.Bool({ meta: { description: "D" } }),
    ],
    [
      { $defs: { a: { type: "boolean", title, description: "D" } }, $ref: "#/$defs/a", title: "Mine" },
      v.Bool({ meta: { title: "Mine", description: "D" } }),
    ],
    [{ $schema: "https://json-schema.org/draft/2020-12/schema", $id: "a", type: "boolean" }, v.Bool()],
  ])("become metadata: %j", (schema, validator) => {
    expect(`${fromJsonSchema(schema)}`).toBe(`${validator}`);
  });

  test("are read as they are written", () => {
    const meta = { title, description: "D", examples: ["a"], deprecated: true, readOnly: true, "x-a": { b: [1] } };
    const address = v.Dict({ street: v.Str({ meta }) }, { meta });
    const order = v.Dict({ a: address, b: v.List(v.Nullable(v.Int({ meta })), { meta }) }, { optional: ["a"], meta });
    const read = fromJsonSchema(v.toJsonSchema(order));
    expect(v.toJsonSchema(read)).toEqual(v.toJsonSchema(order));
    expect((read as v.Dict).schema?.a?.meta).toEqual(meta);
  });

  test("of schemas that contain themselves, and deep ones, have no effect", () => {
    instances.clear();
    const schema = { type: "array", items: { $ref: "#", title: "Inner" }, title: "Outer", default: [] as unknown[] };
    for (let level = 0; level < 2000; level++) schema.default = [schema.default];
    const tree = fromJsonSchema(schema);
    expect([tree.meta, tree.is([[], [[]]]), tree.is([1])]).toEqual([{ title: "Outer" }, true, false]);
    const hostile = fromJsonSchema(JSON.parse('{"type": "boolean", "__proto__": {"title": "x"}}'));
    expect([hostile.is(true), Object.getPrototypeOf(hostile.meta)]).toEqual([true, Object.prototype]);
  });
});

describe("a format", () => {
  const email = { type: ["string", "null"], format: "email", maxLength: 20 };

  test("says nothing, as in the standard, unless it is an assertion", () => {
    expect(`${fromJsonSchema(email)}`).toBe(`${v.Str({ nullable: true, maxlen: 20, meta: { format: "email" } })}`);
    expect(fromJsonSchema(email, { format: "annotation" }).is("a@b.c d")).toBe(true);
    const checked = fromJsonSchema(email, { format: "assertion" });
    expect(`${checked}`).toBe(`${v.Str({ nullable: true, maxlen: 20, format: "email" })}`);
    expect(checked.safe("a@b.c d").error?.issues).toMatchObject([{ code: "format" }]);
  });

  test("that is an assertion is that of every part of the schema", () => {
    const schema = { allOf: [{ items: { format: "ipv4" } }, { items: { format: "hostname" } }], maxItems: 3 };
    const validator = fromJsonSchema(schema, { format: "assertion" });
    expect([validator.is(["1.2.3.4", 5]), validator.is(["1.2.3.456"]), validator.is(["a.b"])]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test.each(["email", "uuid", "ulid", "date-time"] as const)("%s is written and read again", (format) => {
    const validator = v.Str({ format });
    expect(fromJsonSchema(v.toJsonSchema(validator), { format: "assertion" }).equals(validator)).toBe(true);
  });
});

describe("a schema that contains itself", () => {
  const tree = {
    $defs: {
      node: {
        type: "object",
        properties: { children: { type: "array", items: { $ref: "#/$defs/node" } } },
        additionalProperties: false,
      },
    },
    $ref: "#/$defs/node",
  };

  test("is registered under an alias, and can be dumped", () => {
    instances.clear();
    const validator = fromJsonSchema(tree, { alias: "tree" });
    expect(instances.has("tree#/$defs/node")).toBe(true);
    expect(validator.is({ children: [{ children: [] }] })).toBe(true);
    expect(validator.is({ children: [{ child: [] }] })).toBe(false);
    expect(v.load(validator.dump()).equals(validator)).toBe(true);
  });

  test("may be read again under the same alias, but no other schema may be", () => {
    instances.clear();
    const first = fromJsonSchema(tree, { alias: "tree" });
    expect(fromJsonSchema(tree, { alias: "tree" }).equals(first)).toBe(true);
    const other = { $defs: { node: { type: "array", items: { $ref: "#/$defs/node" } } }, $ref: "#/$defs/node" };
    expect(() => fromJsonSchema(other, { alias: "tree" })).toThrow("conflicts");
  });

  test("gets an alias that no other has, or none if the schema is refused", () => {
    instances.clear();
    fromJsonSchema(tree);
    expect(() => fromJsonSchema(tree)).not.toThrow();
    instances.clear();
    expect(() => fromJsonSchema({ ...tree, minimum: "1" }, { alias: "tree" })).toThrow(JsonSchemaError);
    expect(instances.has("tree#/$defs/node")).toBe(false);
  });

  test("is refused where it leads back to itself for the same value", () => {
    expect(() => fromJsonSchema({ $ref: "#" })).toThrow("leads back to itself");
    expect(() => fromJsonSchema({ allOf: [{ type: "null" }, { $ref: "#" }] })).toThrow("leads back to itself");
  });

  test.each([["draft-07"], ["2020-12"]] as const)("makes invalid only what uses it then, in %s", (dialect) => {
    const definitions = {
      self: { $ref: "#/definitions/self" },
      one: { $ref: "#/definitions/two" },
      two: { allOf: [{ $ref: "#/definitions/one" }] },
      ok: { type: "integer" },
    };
    const warnings: v.JsonSchemaWarning[] = [];
    const onWarning = (one: v.JsonSchemaWarning): number => warnings.push(one);
    const read = (schema: object) => fromJsonSchema({ definitions, ...schema }, { dialect, onWarning });
    expect([read({ type: "null" }).is(null), read({ $ref: "#/definitions/ok" }).is(1), warnings]).toEqual([
      true,
      true,
      [],
    ]);

    const refs = Object.fromEntries(["self", "one", "two", "ok"].map((key) => [key, { $ref: `#/definitions/${key}` }]));
    const verdicts = (schema: object, values: readonly unknown[]) => {
      const validator = read(schema);
      return values.map((value) => [
        validator.is(value),
        validator.safe(value).ok,
        validator.isJson(JSON.stringify(value)),
      ]);
    };
    const [yes, no] = [
      [true, true, true],
      [false, false, false],
    ];
    expect(verdicts({ properties: refs }, [{}, { ok: 1 }, { self: 1 }, { ok: 1, one: 1 }, { two: null }])).toEqual([
      ...[yes, yes, no, no, no],
    ]);
    expect(verdicts({ items: refs.self }, [[], [1]])).toEqual([yes, no]);
    expect(verdicts({ anyOf: [refs.self, refs.ok] }, [1, "a"])).toEqual([yes, no]);
    expect(warnings[0]).toEqual({
      keyword: "$ref",
      pointer: "/definitions/self",
      message:
        "it leads back to itself without a member of the value, or a choice, between, so no value is valid by it",
    });
    const document = { openapi: "3.0.3", info: { title: "t", version: "1" }, paths: {} };
    const schemas = { A: { $ref: "#/components/schemas/A" }, B: { type: "integer" } };
    const { A, B } = v.fromOpenApi({ ...document, components: { schemas } }).components;
    expect([A?.is(1), B?.is(1)]).toEqual([false, true]);
  });

  test("may lead back to itself for the same value where there is a choice: that never makes a value valid", () => {
    const schemas = [
      { anyOf: [{ type: "null" }, { $ref: "#" }] },
      { anyOf: [{ $ref: "#/$defs/a" }], $defs: { a: { anyOf: [{ $ref: "#" }, { type: "null" }] } } },
    ];
    for (const schema of schemas) {
      const validator = fromJsonSchema(schema);
      expect([validator.is(null), validator.is("a"), validator.isJson('"a"')]).toEqual([true, false, false]);
    }
  });
});

test.each([
  "type enum const minimum multipleOf minLength pattern items prefixItems minItems properties required additionalProperties",
  "propertyNames minProperties allOf anyOf oneOf not if then else $ref $id $schema uniqueItems contains dependentRequired",
])("keywords whose value is undefined are as if they were not there: %s", (names) => {
  const schema = Object.fromEntries(names.split(" ").map((name) => [name, undefined]));
  expect(`${fromJsonSchema(schema)}`).toBe("<Any()>");
  const all = { ...schema, type: ["string", "array", "object"] };
  expect(`${fromJsonSchema(all)}`).toBe(`${fromJsonSchema({ type: all.type })}`);
});

describe("a reference to the schema itself", () => {
  const $id = "https://example.com/tree";
  test.each([
    ["", undefined],
    ["#", undefined],
    ["", $id],
    [$id, $id],
    [`${$id}#`, $id],
    [$id, `${$id}#`],
    [`${$id}#/$defs/same`, $id],
  ])("is %j, where its $id is %s", ($ref, id) => {
    const items = { $ref };
    const validator = fromJsonSchema({ $id: id, type: "array", items, $defs: { same: { type: "array", items } } });
    expect([validator.is([[[]]]), validator.is([[1]])]).toEqual([true, false]);
  });

  test.each([`${$id}s`, `${$id}/#`, `${$id}#name`])("is not %s", ($ref) => {
    expect(() => fromJsonSchema({ $id, items: { $ref } })).toThrow(JsonSchemaError);
  });
});

describe("draft 7", () => {
  const $schema = "http://json-schema.org/draft-07/schema#";

  test("has lists of items, and nothing counts beside $ref", () => {
    const pair = { $schema, type: "array", items: [{ type: "boolean" }], additionalItems: false, minItems: 1 };
    expect(`${fromJsonSchema(pair)}`).toBe(`${v.Tuple(v.Bool())}`);
    const later = {
      $schema,
      type: "array",
      items: { type: "boolean" },
      prefixItems: 1,
      dependentRequired: { a: ["b"] },
      dependentSchemas: { a: false },
      unevaluatedItems: false,
      unevaluatedProperties: false,
      $dynamicRef: "#a",
      $recursiveRef: "#",
    };
    expect(`${fromJsonSchema(later)}`).toBe(`${v.List(v.Bool())}`);
    const beside = {
      $schema,
      $ref: "#/definitions/a",
      minimum: 5,
      format: "date",
      definitions: { a: { type: "integer" } },
    };
    const warnings: v.JsonSchemaWarning[] = [];
    const validator = fromJsonSchema(beside, { onWarning: (one) => warnings.push(one) });
    expect(`${validator}`).toBe(`${v.Int({ unsafe: true, meta: { format: "date" } })}`);
    expect(warnings).toEqual([
      { keyword: "minimum", pointer: "/minimum", message: "it has no effect beside $ref in draft-07" },
      { keyword: "format", pointer: "/format", message: "it has no effect beside $ref in draft-07" },
    ]);
  });
});

test.each<[pattern: string, valid: string, invalid: string]>([
  ["^[a-z\\-]\\:$", "-:", "\\:"],
  ["^.\\:$", "😀:", "ab:"],
  ["^[^/\\000-\\037]+$", "a😀", "a\u001f"],
  ["^{a}]$", "{a}]", "a"],
])("the pattern %j, which the flag u refuses, is read with it", (pattern, valid, invalid) => {
  const validator = fromJsonSchema({ pattern, patternProperties: { [pattern]: false } });
  for (const [text, isValid] of [[valid, true] as const, [invalid, false] as const]) {
    expect([text, validator.is(text), validator.isJson(JSON.stringify(text))]).toEqual([text, isValid, isValid]);
    expect(validator.is({ [text]: 1 })).toBe(!isValid);
  }
});

describe("a document whose $id is relative", () => {
  const address = { type: "string" };

  test.each<[name: string, documents: Record<string, unknown>, $ref: string]>([
    [
      "its own key",
      { "shop/user": { $id: "shop/user", items: { $ref: "address" } }, "shop/address": address },
      "shop/user",
    ],
    [
      "a name of its folder",
      { "shop/user.json": { $id: "user.json", items: { $ref: "address" } }, "shop/address": address },
      "shop/user.json",
    ],
    ["another folder", { user: { $id: "shop/user", items: { $ref: "address" } }, "shop/address": address }, "user"],
  ])("refers to others from there, if that is %s", (_name, documents, $ref) => {
    const validator = fromJsonSchema({ $ref }, { documents });
    expect([validator.is(["a"]), validator.is([1])]).toEqual([true, false]);
    const resolve = (uri: string) => documents[uri];
    expect(`${fromJsonSchema({ $ref }, { resolve })}`).toBe(`${validator}`);
  });
});

describe("what cannot be read", () => {
  test("a promise in place of a document", () => {
    const schema = { $ref: "https://example.org/a" };
    expect(() => fromJsonSchema(schema, { resolve: () => Promise.reject(new Error("no")) })).toThrow(
      new TypeError("resolve('https://example.org/a') should return a schema, not a promise: fetch documents before"),
    );
  });

  const nested = (levels: number): unknown[] => (levels === 0 ? [] : [nested(levels - 1)]);
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  test.each<[keyword: string, pointer: string, schema: unknown]>([
    ["pattern", "/properties/a~1b/pattern", { properties: { "a/b": { pattern: "(" } } }],
    ["pattern", "/pattern", { pattern: "^(?=(a+)+$)\\1" }],
    ["$ref", "/$ref", { $ref: "other.json" }],
    ["$ref", "/$ref", { $ref: "#/$defs/nowhere" }],
    ["$ref", "/items/$ref", { items: { $ref: "#name" } }],
    ["$dynamicRef", "/$dynamicRef", { $dynamicRef: "#name" }],
    ["$schema", "", { $schema: "http://json-schema.org/draft-03/schema#" }],
    ["patternProperties", "/patternProperties/(", { patternProperties: { "(": true } }],
    ["uniqueItems", "/uniqueItems", { uniqueItems: "yes" }],
    ["dependentRequired", "/dependentRequired/a", { dependentRequired: { a: "b" } }],
    ["type", "/type", { type: "text" }],
    ["type", "/type", { type: [] }],
    ["const", "/items/const", { items: { const: nested(600) } }],
    ["enum", "/enum", { enum: [1, nested(600)] }],
    ["enum", "/enum", { enum: [cyclic] }],
    ["minimum", "/minimum", { minimum: "5" }],
    ["minLength", "/minLength", { minLength: -1 }],
    ["required", "/required", { required: true }],
    ["schema", "/items", { items: 5 }],
    ["anyOf", "/anyOf", { anyOf: [] }],
  ])("is an error that names %s, and its place %j", (keyword, pointer, schema) => {
    try {
      fromJsonSchema(schema);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(JsonSchemaError);
      expect(error).toMatchObject({ keyword, pointer });
    }
  });

  test("is a pattern that may backtrack, unless the caller takes the risk", () => {
    const schema = { patternProperties: { "^(?!x)": { pattern: "^(?=(a+)+$)" } } };
    expect(() => fromJsonSchema({ pattern: "^(?=(a+)+$)\\1" })).toThrow(
      "'^(?=(a+)+$)\\1' may backtrack without bound, and no automaton can run it, because it looks ahead or behind; " +
        "the option `backtrack: true` takes the risk",
    );
    expect(() => fromJsonSchema(schema)).toThrow("the option `backtrack: true`");
    const validator = fromJsonSchema(schema, { backtrack: true });
    expect([validator.is({ a: "aa", x: 1 }), validator.is({ a: "ab" })]).toEqual([true, false]);
  });

  test("is no error where it says nothing", () => {
    const schema = {
      uniqueItems: false,
      patternProperties: {},
      unevaluatedProperties: true,
      if: { minimum: 1 },
      minContains: 2,
    };
    expect(`${fromJsonSchema(schema)}`).toBe("<Any()>");
  });

  test("is a schema of more than 512 levels", () => {
    let schema: unknown = {};
    for (let level = 0; level < 100_000; level++) schema = { items: schema };
    expect(() => fromJsonSchema(schema)).toThrow("nested deeper than 512 levels");
  });

  test("is nothing that a schema has whose parts are used again and again: it takes time in proportion to its size", () => {
    const $defs: Record<string, unknown> = { s0: { type: "string" } };
    for (let n = 1; n < 100; n++) {
      const $ref = `#/$defs/s${n - 1}`;
      $defs[`s${n}`] = { anyOf: [{ $ref, minLength: n }, { allOf: [{ $ref }, { $ref, maxLength: n }] }] };
    }
    expect(fromJsonSchema({ $defs, $ref: "#/$defs/s99" }).is(1)).toBe(false);
  });
});

test("integers are those of the standard, of any size", () => {
  const integer = fromJsonSchema({ type: "integer" });
  expect([2 ** 53, 1e21, -1e300, 1.5, "1"].map((value) => integer.is(value))).toEqual([true, true, true, false, false]);
  expect(["1e21", "12345678901234567890", "1.5"].map((text) => integer.isJson(text))).toEqual([true, true, false]);
  const limited = fromJsonSchema({ type: "integer", exclusiveMinimum: 2 ** 53, multipleOf: 0.5 });
  expect([limited.is(2 ** 53), limited.is(2 ** 54)]).toEqual([false, true]);
});

test("an option that is misspelt is refused, and one with a value that it does not have", () => {
  const options = { alais: "tree" } as object;
  expect(() => fromJsonSchema({}, options)).toThrow(new TypeError("There is no option 'alais': did you mean 'alias'?"));
  expect(() => fromJsonSchema({}, { format: "assert" } as object)).toThrow("'assert' is none of annotation, assertion");
});
