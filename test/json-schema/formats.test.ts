/** `format` as an assertion: of numbers, and formats without effect. Those of text are in test/formats. */
import { describe, expect, test } from "vitest";
import { fromJsonSchema, fromOpenApi, Int, type JsonSchemaWarning, toJsonSchema } from "../../src/index.ts";
import { JsonSchemaError } from "../../src/interop/jsonschema/error.ts";

function read(schema: unknown, format: "assertion" | "annotation" = "assertion") {
  const warnings: JsonSchemaWarning[] = [];
  const validator = fromJsonSchema(schema, { format, onWarning: (one) => warnings.push(one) });
  return { validator, warnings: warnings.map(({ pointer, message }) => `${pointer}: ${message}`) };
}

const FLOAT = 3.4028234663852886e38;

/** By format of numbers, as OpenAPI's registry defines them: values of it, and others. */
const NUMBERS: Readonly<Record<string, { readonly good: readonly number[]; readonly bad: readonly number[] }>> = {
  int8: { good: [-128, 0, 127, 1.0], bad: [-129, 128, 0.5, 1e300] },
  int16: { good: [-32_768, 32_767], bad: [-32_769, 32_768, -0.1] },
  int32: { good: [-(2 ** 31), 2 ** 31 - 1], bad: [-(2 ** 31) - 1, 2 ** 31, 1.5] },
  int64: { good: [-(2 ** 63), 2 ** 63 - 1024, 2 ** 53 + 2], bad: [-(2 ** 63) - 2048, 2 ** 63, 1e300, 0.5] },
  uint8: { good: [0, 255], bad: [-1, 256, 0.5] },
  uint16: { good: [0, 65_535], bad: [-1, 65_536] },
  uint32: { good: [0, 2 ** 32 - 1], bad: [-1, 2 ** 32] },
  uint64: { good: [0, 2 ** 64 - 2048], bad: [-1, 2 ** 64, 1.5] },
  "double-int": { good: [-(2 ** 53) + 1, 2 ** 53 - 1], bad: [-(2 ** 53), 2 ** 53, 0.5] },
  float: { good: [0.1, FLOAT, -FLOAT], bad: [1e39, -1e300, 3.402823466385289e38] },
  double: { good: [0.1, 1e300, -5e-324], bad: [] },
};

describe.each(Object.entries(NUMBERS))("%s", (format, { good, bad }) => {
  test.each([{ type: "number" }, { type: ["string", "number"] }, {}])("is checked on %j", (type) => {
    const { validator, warnings } = read({ ...type, format });
    expect(warnings).toEqual([]);
    const verdicts = (values: readonly number[]) =>
      values.flatMap((value) => [
        validator.is(value),
        validator.safe(value).ok,
        validator.isJson(JSON.stringify(value)),
      ]);
    expect(verdicts(good)).toEqual(good.flatMap(() => [true, true, true]));
    expect(verdicts(bad)).toEqual(bad.flatMap(() => [false, false, false]));
  });

  test("is checked on integers", () => {
    const { validator } = read({ type: "integer", format });
    for (const value of good) expect(validator.is(value), String(value)).toBe(Number.isInteger(value));
    for (const value of bad) expect(validator.is(value), String(value)).toBe(false);
  });

  test("has no effect as an annotation, and on text only a warning", () => {
    const annotation = read({ type: "number", format }, "annotation");
    for (const value of [...good, ...bad]) expect(annotation.validator.is(value)).toBe(true);
    const text = read({ properties: { a: { type: "string", format } } });
    expect(text.validator.is({ a: "x" })).toBe(true);
    expect(text.warnings).toEqual([`/properties/a/format: '${format}' is a format of numbers, so it is not checked`]);
  });
});

test("the limits of a format and of the schema hold both", () => {
  const { validator } = read({ type: "integer", format: "uint8", minimum: -5, maximum: 1000, exclusiveMaximum: 100 });
  expect(`${validator}`).toBe(`${Int({ min: 0, max: 99, meta: { format: "uint8" } })}`);
  expect(read({ type: "integer", format: "int8", minimum: 200 }).validator.is(200)).toBe(false);
  expect(read({ enum: [1, 300, "a"], format: "int8" }).validator.safe(300).ok).toBe(false);
});

test("a format of numbers is written again, with its limits", () => {
  const { validator } = read({ type: "integer", format: "int32" });
  const written = { type: "integer", minimum: -(2 ** 31), maximum: 2 ** 31 - 1, format: "int32" };
  expect(toJsonSchema(validator)).toMatchObject(written);
});

test.each(["made-up", "decimal", "decimal128", "commonmark"])("%s is not known: no effect, and a warning", (format) => {
  const properties = {
    s: { type: "string", format },
    n: { type: "number", format },
    i: { type: "integer", format },
    u: { format },
  };
  const { validator, warnings } = read({ properties });
  expect(validator.is({ s: "x", n: 0.5, i: 1, u: [] })).toBe(true);
  expect(warnings).toEqual(
    ["s", "n", "i", "u"].map((key) => `/properties/${key}/format: '${format}' is not known, so it is not checked`),
  );
  expect(toJsonSchema(read({ type: "number", format }).validator)).toMatchObject({ type: "number", format });
});

test("a format of text has no effect on numbers, and the caller is told", () => {
  const { validator, warnings } = read({ items: { type: "integer", format: "email" } });
  expect([validator.is([1]), warnings]).toEqual([
    true,
    ["/items/format: 'email' is a format of text, so it is not checked"],
  ]);
});

test.each(["password", "binary"])("%s is a hint of OpenAPI: every value is of it", (format) => {
  const { validator, warnings } = read({ type: "string", format });
  expect([validator.is("any"), warnings]).toEqual([true, []]);
});

test("a format that is not text is refused", () => {
  expect(() => read({ format: 5 })).toThrow(JsonSchemaError);
  expect(() => read({ type: "object", format: 5 })).toThrow("format at /format: it should be text");
});

test("an OpenAPI document warns of formats that are not known, and where they are", () => {
  const schemas = { Id: { type: "integer", format: "made-up" }, Small: { type: "integer", format: "uint8" } };
  const warnings: string[] = [];
  const document = { openapi: "3.0.3", info: { title: "t", version: "1" }, paths: {}, components: { schemas } };
  const api = fromOpenApi(document, { format: "assertion", onWarning: ({ pointer }) => warnings.push(pointer) });
  expect(warnings).toEqual(["/components/schemas/Id/format"]);
  const { Small, Id } = api.components;
  expect([Small?.is(255), Small?.is(256), Id?.is(256)]).toEqual([true, false, true]);
});
