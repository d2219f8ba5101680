import { expect, test } from "vitest";
import { containsSchema, fromSchemas } from "../../src/core/schemas/from-schemas.ts";
import { Dict, fromJsonSchema, Int } from "../../src/index.ts";

test("validators made from a JSON Schema are known", () => {
  expect(fromSchemas.has(fromJsonSchema({ type: "integer" }))).toBe(true);
  expect(fromSchemas.has(Int())).toBe(false);
});

test("clones of validators that contain one made from a JSON Schema count as made from one", () => {
  const fromSchema = fromJsonSchema({ properties: { a: { type: "integer" } } });
  expect(containsSchema(fromSchema.clone({ nullable: true }))).toBe(true);
  expect(containsSchema(Dict({ a: fromSchema }).clone({ "schema.a.nullable": true }))).toBe(true);
  expect(containsSchema(Dict({ a: Int() }).clone({ nullable: true }))).toBe(false);
});
