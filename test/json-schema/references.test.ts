/** What references in JSON Schemas lead to: by the ids of documents, and by pointers. */
import { describe, expect, test } from "vitest";
import { fromJsonSchema, type JsonSchemaWarning } from "../../src/index.ts";

describe.each(["draft-04", "draft-06", "draft-07"] as const)("in %s, beside $ref", (draft) => {
  const id = draft === "draft-04" ? "id" : "$id";
  const $schema = `http://json-schema.org/${draft}/schema#`;
  const documents = { "https://example.com/schemas/other.json": { type: "integer" } };

  test("the id of the root is the base of references, and nothing else has an effect", () => {
    const root = { $schema, [id]: "https://example.com/schemas/root.json", $ref: "other.json", minimum: 5 };
    const warnings: string[] = [];
    const validator = fromJsonSchema(root, { documents, onWarning: ({ pointer }) => warnings.push(pointer) });
    expect([validator.is(1), validator.is("a"), warnings]).toEqual([true, false, ["/minimum"]]);
    const inner = { ...root, $ref: "#/definitions/a", definitions: { a: { items: { $ref: "other.json" } } } };
    expect([fromJsonSchema(inner, { documents }).is([1]), fromJsonSchema(inner, { documents }).is(["a"])]).toEqual([
      true,
      false,
    ]);
  });

  test("the root is known by its id", () => {
    const uri = "https://example.com/root.json";
    const definitions = { tree: { items: { $ref: uri } } };
    const validator = fromJsonSchema({ $schema, [id]: uri, $ref: `${uri}#/definitions/tree`, definitions });
    expect([validator.is([[], [[]]]), validator.is([1])]).toEqual([true, true]);
    const strict = { tree: { type: "array", items: { $ref: uri } } };
    const nested = fromJsonSchema({ $schema, [id]: uri, $ref: "#/definitions/tree", definitions: strict });
    expect([nested.is([[], [[]]]), nested.is([1])]).toEqual([true, false]);
  });

  test("so is another document, by its own id and by the URI that it was found by", () => {
    const first = { [id]: "https://example.com/schemas/first.json", $ref: "other.json" };
    const all = { ...documents, "urn:found": { $schema, ...first } };
    const validator = fromJsonSchema({ $schema, items: { $ref: "urn:found" } }, { documents: all });
    expect([validator.is([1]), validator.is(["a"])]).toEqual([true, false]);
  });

  test("an id below the root has no effect", () => {
    const root = {
      $schema,
      [id]: "https://example.com/schemas/root.json",
      items: { [id]: "https://elsewhere.example/", $ref: "other.json" },
    };
    expect(fromJsonSchema(root, { documents }).is(["a"])).toBe(false);
  });
});

test.each([
  ["#/", `'#/' leads nowhere: a pointer that ends in '/' leads to the key ""; the whole document is '#'`],
  ["#/definitions/", `'#/definitions/' leads nowhere: a pointer that ends in '/' leads to the key ""`],
  ["#/x", "'#/x' leads nowhere"],
])("the error for %s says which key is missing", ($ref, message) => {
  expect(() => fromJsonSchema({ items: { $ref } })).toThrow(`$ref at /items/$ref: ${message}`);
  expect(fromJsonSchema({ items: { $ref: "#/" }, "": { type: "integer" } }).is(["a"])).toBe(false);
});

test.each(["draft-04", "draft-06", "draft-07"] as const)(
  "in %s, a default beside $ref is said to have no effect",
  (dialect) => {
    const schema = {
      properties: { a: { $ref: "#/definitions/a", default: 1, title: "A" } },
      definitions: { a: { type: "integer" } },
    };
    const read = (defaults: boolean) => {
      const warnings: JsonSchemaWarning[] = [];
      const validator = fromJsonSchema(schema, { dialect, defaults, onWarning: (one) => warnings.push(one) });
      return { warnings, value: validator({}) };
    };
    const message = `it has no effect beside $ref in ${dialect}`;
    const warning = { keyword: "default", pointer: "/properties/a/default", message };
    expect(read(true)).toEqual({ warnings: [warning], value: {} });
    // An annotation, as the title.
    expect(read(false)).toEqual({ warnings: [], value: {} });
  },
);

test.each(["draft-04", "draft-07", "2019-09", "2020-12"] as const)(
  "in %s, nullable is no keyword, which is said",
  (dialect) => {
    const warnings: JsonSchemaWarning[] = [];
    const schema = { properties: { a: { type: "string", nullable: true }, b: { nullable: false } } };
    const validator = fromJsonSchema(schema, { dialect, onWarning: (one) => warnings.push(one) });
    expect(validator.is({ a: null })).toBe(false);
    expect(warnings).toEqual([
      {
        ...{ keyword: "nullable", pointer: "/properties/a/nullable" },
        message: expect.stringContaining("it is a keyword of OpenAPI 3.0"),
      },
    ]);
  },
);
