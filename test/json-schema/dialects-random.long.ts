/** Random validators: their schemas in older dialects accept the same documents, and documents of OpenAPI are valid. */
import SwaggerParser from "@apidevtools/swagger-parser";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import Ajv04 from "ajv-draft-04";
import { expect, test } from "vitest";
import { JsonSchemaError, KeyError, openapi, toJsonSchema, type Validator } from "../../src/index.ts";
import type { JsonSchemaTarget } from "../../src/interop/jsonschema/dialect.ts";
import { randomDocument } from "../native/documents.ts";
import { Random } from "../native/random.ts";
import { build } from "../native/recipe.ts";
import { randomRecipe } from "../native/schemas.ts";
import { sweep } from "../support/sweep.ts";

const OPTIONS = { strict: false, validateFormats: false, ownProperties: true, allErrors: true, logger: false } as const;
const OLDER = { ...OPTIONS, meta: false, validateSchema: false } as const;
const TARGETS = ["draft-07", "draft-06", "draft-04", "openapi-3.0"] as const;

/** Ajv's verdict on a document; undefined if it cannot tell. Each schema has an instance, as some have the same ids. */
function verdictOf(target: JsonSchemaTarget, schema: object): ((value: unknown) => boolean | undefined) | undefined {
  const isOldest = target === "draft-04" || target === "openapi-3.0";
  const ajv =
    target === "draft-2020-12"
      ? new Ajv2020(OPTIONS)
      : isOldest
        ? new (Ajv04 as unknown as typeof Ajv)(OPTIONS)
        : new Ajv(OLDER);
  const attempt = <T>(make: () => T): T | undefined => {
    try {
      return make();
    } catch (error) {
      // It writes keys into URIs, and calls methods of objects that are data.
      if (error instanceof RangeError || error instanceof URIError || error instanceof TypeError) return undefined;
      throw new Error(`${target}: ${JSON.stringify(schema)}`, { cause: error });
    }
  };
  const validate = attempt(() => ajv.compile(schema));
  return validate && ((value) => attempt(() => validate(value) as boolean));
}

/**
 * The schema of a validator; undefined if the dialect has none, if a reference leads nowhere, or to components, as in a
 * recursive one of OpenAPI.
 */
function schemaIn(target: JsonSchemaTarget, validator: Validator): object | undefined {
  try {
    const { $schema, ...schema } = toJsonSchema(validator, { target });
    return JSON.stringify(schema).includes('"$ref":"#/components/') ? undefined : schema;
  } catch (error) {
    if (error instanceof JsonSchemaError || error instanceof KeyError) return undefined;
    throw error;
  }
}

function documentsOf(random: Random, recipe: ReturnType<typeof randomRecipe>): unknown[] {
  return Array.from({ length: 6 }, () => randomDocument(random, recipe)).flatMap((source) => {
    const text = typeof source === "string" ? source : new TextDecoder().decode(source);
    if (text.length > 2000 || text.includes("__proto__") || text.includes("\\u005f")) return [];
    try {
      return [JSON.parse(text)];
    } catch {
      return [];
    }
  });
}

test("older dialects have the verdicts of draft 2020-12", () => {
  const counts: Record<string, number> = {};
  const differences: string[] = [];
  for (let seed = 1; seed <= sweep(150, 500); seed++) {
    const random = new Random(seed);
    const recipe = randomRecipe(random);
    const dumps = JSON.stringify([recipe.root, recipe.aliases]);
    // Patterns may take Ajv exponential time.
    if (/__proto__|"pattern"|"parseWithBug"|"failing"/.test(dumps)) continue;
    const validator = build(recipe);
    const newest = schemaIn("draft-2020-12", validator);
    const expected = newest && verdictOf("draft-2020-12", newest);
    if (expected === undefined) continue;
    const documents = documentsOf(random, recipe);
    for (const target of TARGETS) {
      const schema = schemaIn(target, validator);
      const verdict = schema && verdictOf(target, schema);
      if (verdict === undefined) continue;
      counts[target] = (counts[target] ?? 0) + 1;
      for (const document of documents) {
        const [before, after] = [expected(document), verdict(document)];
        // The items of a tuple of OpenAPI 3.0 have one schema, which takes more.
        const isTuple = target === "openapi-3.0" && /"(?:Tuple|Set|prefix)"/.test(dumps);
        const isWider = isTuple && after === true;
        if (before !== after && before !== undefined && after !== undefined && !isWider)
          differences.push(`${target} ${seed}: ${before} ${JSON.stringify(document)} ${JSON.stringify(schema)}`);
      }
    }
  }
  console.info("schemas:", counts);
  expect(differences.slice(0, 3)).toEqual([]);
  for (const target of TARGETS) expect(counts[target]).toBeGreaterThan(20);
});

test("documents of random validators are valid in OpenAPI 3.0 and 3.1", async () => {
  const info = { title: "T", version: "1" };
  for (let seed = 1; seed <= sweep(25, 50); seed++) {
    const recipe = randomRecipe(new Random(seed));
    const validator = build(recipe);
    const route = { method: "post", path: "/a", query: validator, headers: validator, cookies: validator };
    const routes = [
      { ...route, body: validator, responses: { 200: validator } },
      { ...route, path: "/b", form: validator },
    ];
    for (const version of ["3.0.3", "3.1.0"] as const) {
      const text = JSON.stringify(openapi({ info, routes, version }));
      await SwaggerParser.validate(JSON.parse(text)).catch((error) => {
        // It calls methods of objects that are data.
        if (error instanceof TypeError) return;
        throw new Error(`seed ${seed}, ${version}: ${text.slice(0, 3000)}`, { cause: error });
      });
    }
  }
});
