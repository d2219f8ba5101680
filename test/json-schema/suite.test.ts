/** The mandatory cases of draft 2020-12 of the JSON Schema Test Suite; suite/README.md says where they come from. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fromJsonSchema, JsonSchemaError } from "../../src/index.ts";

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

const folder = join(import.meta.dirname, "suite");
const groups = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .flatMap((file) =>
    (JSON.parse(readFileSync(join(folder, file), "utf8")) as Group[]).map((group) => ({ file, ...group })),
  );

test("each schema of the suite is read exactly, or refused by the keyword that has no counterpart", () => {
  const refused: Record<string, number> = {};
  const wrong: string[] = [];
  let passed = 0;
  for (const { file, description, schema, tests } of groups) {
    try {
      const validator = fromJsonSchema(schema);
      for (const { description: what, data, valid } of tests) {
        const name = `${file}: ${description}: ${what}`;
        if (validator.safe(data).ok !== valid) wrong.push(`${name} (value)`);
        if (validator.isJson(JSON.stringify(data)) !== valid) wrong.push(`${name} (text)`);
        passed++;
      }
    } catch (error) {
      if (!(error instanceof JsonSchemaError)) throw new Error(`${file}: ${description}`, { cause: error });
      refused[error.keyword] = (refused[error.keyword] ?? 0) + tests.length;
    }
  }
  const sum = Object.values(refused).reduce((all, one) => all + one, 0);
  console.info(`JSON Schema Test Suite: ${passed} read, ${sum} refused, ${wrong.length} wrong`, refused);
  expect(wrong).toEqual([]);
  expect(passed).toBe(723);
  expect(refused).toEqual({
    $dynamicRef: 6,
    $id: 8,
    $ref: 96,
    $schema: 5,
    contains: 66,
    dependentRequired: 20,
    dependentSchemas: 28,
    if: 29,
    multipleOf: 2,
    not: 8,
    oneOf: 19,
    patternProperties: 43,
    prefixItems: 22,
    unevaluatedItems: 60,
    unevaluatedProperties: 123,
    uniqueItems: 41,
  });
});
