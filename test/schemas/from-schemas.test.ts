import { expect, test } from "vitest";
import { fromJsonSchema, Int } from "../../src/index.ts";
import { fromSchemas } from "../../src/schemas/from-schemas.ts";

test("validators made from a JSON Schema are known", () => {
  expect(fromSchemas.has(fromJsonSchema({ type: "integer" }))).toBe(true);
  expect(fromSchemas.has(Int())).toBe(false);
});
