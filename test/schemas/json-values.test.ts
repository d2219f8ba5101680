import { expect, test } from "vitest";
import { fromJsonSchema, Int } from "../../src/index.ts";
import { takesJson } from "../../src/schemas/json-values.ts";

test("validators made from a JSON Schema take JSON, others any value", () => {
  expect(takesJson.has(fromJsonSchema({ type: "integer" }))).toBe(true);
  expect(takesJson.has(Int())).toBe(false);
});
