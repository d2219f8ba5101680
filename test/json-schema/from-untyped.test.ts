import { describe, expect, test } from "vitest";
import { fromJsonSchema, load, toJsonSchema } from "../../src/index.ts";

const CONFIG = {
  required: ["config"],
  properties: { config: { type: "object", required: ["address"], properties: { address: { type: "string" } } } },
};
const TREE = { properties: { value: { maximum: 3 }, next: { $ref: "#" } }, required: ["value"] };
const SIBLING = { $defs: { short: { maxLength: 2 } }, $ref: "#/$defs/short", minLength: 1, minimum: 5 };
const LOOP = { $ref: "#/$defs/node", $defs: { node: { properties: { next: { $ref: "#/$defs/node", minimum: 3 } } } } };

/** A schema, a document, and each error of it: where it is, and its code. */
const CASES: [schema: object, value: unknown, errors: string[]][] = [
  [CONFIG, {}, ["/config missing_key"]],
  [CONFIG, { config: {} }, ["/config/address missing_key"]],
  [CONFIG, { config: 5 }, ["/config invalid_type"]],
  [CONFIG, 5, []],
  [{ required: ["a", "b"] }, {}, ["/a missing_key", "/b missing_key"]],
  [{ properties: { a: { minimum: 3 } } }, { a: 1 }, ["/a min_value"]],
  [
    { properties: { a: { properties: { b: { properties: { c: { maxLength: 2 } } } } } } },
    { a: { b: { c: "xyz" } } },
    ["/a/b/c max_length"],
  ],
  [{ maxLength: 2, minimum: 3, maxItems: 1, required: ["a"] }, "xyz", [" max_length"]],
  [{ maxLength: 2, minimum: 3, maxItems: 1, required: ["a"] }, 1, [" min_value"]],
  [{ maxLength: 2, minimum: 3, maxItems: 1, required: ["a"] }, [1, 2], [" max_length"]],
  [{ items: { items: { minimum: 1 } } }, [[0, 1], 5, [0]], ["/0/0 min_value", "/2/0 min_value"]],
  [{ type: ["string", "number", "null"], maxLength: 2, minimum: 1 }, "xyz", [" max_length"]],
  [{ type: ["string", "number", "null"], maxLength: 2, minimum: 1 }, 0, [" min_value"]],
  [{ type: ["string", "integer"] }, 1.5, [" invalid_type"]],
  [{ type: ["object", "array"], items: { type: "string" }, required: ["a"] }, [1], ["/0 invalid_type"]],
  [{ enum: [1, "a", null, { b: 1 }], maxLength: 5 }, "b", [" options"]],
  [{ enum: [1, 2, "a", "c"] }, 5, [" options"]],
  [{ const: { a: 1 }, required: ["a"] }, { a: 2 }, [" options"]],
  [{ properties: { a: { enum: ["x", 1] } } }, { a: "y" }, ["/a options"]],
  [{ anyOf: [{ maxLength: 2 }, { pattern: "^x" }] }, "abc", [" max_length", " pattern_match"]],
  [{ anyOf: [{ required: ["a"] }, { required: ["b"] }] }, {}, ["/a missing_key", "/b missing_key"]],
  [{ anyOf: [{ minimum: 3 }, { type: "string" }] }, 1, [" min_value"]],
  [{ allOf: [{ minimum: 3 }, { maxLength: 2 }] }, "abc", [" max_length"]],
  [{ not: { type: "number" }, maxLength: 2 }, "abc", [" max_length"]],
  [TREE, { value: 1, next: { value: 5 } }, ["/next/value max_value"]],
  [TREE, { value: 1, next: { next: 3 } }, ["/next/value missing_key"]],
  [SIBLING, "", [" min_length"]],
  [SIBLING, "abc", [" max_length"]],
  [SIBLING, 1, [" min_value"]],
  [LOOP, { next: { next: 1 } }, ["/next/next min_value"]],
];

describe("a schema without type reports what is wrong with a value of its type", () => {
  test.each(CASES)("%j: %j", (schema, value, errors) => {
    const validator = fromJsonSchema(schema);
    for (const one of [validator, load(JSON.parse(JSON.stringify(validator.dump())))]) {
      for (let call = 0; call < 20; call++) {
        expect(one.is(value)).toBe(errors.length === 0);
        for (const result of [one.safe(value), one.safeJson(JSON.stringify(value))]) {
          const issues = result.ok ? [] : result.error.issues;
          expect(issues.map(({ pointer, code }) => `${pointer} ${code}`).toSorted()).toEqual(errors);
        }
      }
    }
    expect(fromJsonSchema(toJsonSchema(validator)).safe(value).ok).toBe(errors.length === 0);
  });

  test("a type that is not allowed is refused with those that are", () => {
    const error = fromJsonSchema({ type: ["string", "number"] }).safeJson("true");
    expect(error.ok || error.error.issues.map(({ message }) => message)).toEqual([
      "Expected a number or a string, got a boolean.",
    ]);
  });
});
