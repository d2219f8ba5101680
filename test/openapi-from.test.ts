import { afterEach, describe, expect, test } from "vitest";
import * as v from "../src/index.ts";
import { fromOpenApi, instances, JsonSchemaError, openapi } from "../src/index.ts";

afterEach(() => instances.clear());

const info = { title: "Shop", version: "1" };
const document = (paths: object, components: object = {}, version = "3.1.0") => ({
  openapi: version,
  info,
  paths,
  components,
});

/** The only operation of a document with these parameters. */
const withParameters = (...parameters: object[]) => {
  const [operation] = fromOpenApi(document({ "/a/{id}": { get: { parameters, responses: {} } } })).operations;
  return operation as NonNullable<typeof operation>;
};

const integers = { type: "array", items: { type: "integer" } };
const point = { type: "object", properties: { x: { type: "integer" }, name: { type: "string" } }, required: ["x"] };

describe("a document", () => {
  test("gives the validators of its components and operations", () => {
    const { components, operations } = fromOpenApi(
      document(
        {
          "/orders": {
            parameters: [{ $ref: "#/components/parameters/Page" }],
            post: {
              operationId: "addOrder",
              requestBody: { $ref: "#/components/requestBodies/Order" },
              responses: { 201: { $ref: "#/components/responses/Order" }, "4xx": { description: "Refused." } },
            },
            get: { parameters: [{ name: "page", in: "query", schema: { type: "string" } }], responses: {} },
          },
        },
        {
          schemas: { Order: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] } },
          parameters: { Page: { name: "page", in: "query", schema: { type: "integer", minimum: 1 } } },
          requestBodies: {
            Order: {
              required: true,
              content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } },
            },
          },
          responses: {
            Order: {
              description: "It.",
              content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } },
            },
          },
        },
      ),
    );
    expect(components.Order?.is({ n: 1 })).toBe(true);
    const [get, post] = operations;
    expect(post).toMatchObject({ method: "post", path: "/orders", operationId: "addOrder", isBodyRequired: true });
    expect(post?.body["application/json"]?.json('{"n":1}')).toEqual({ n: 1 });
    expect(post?.body["application/json"]?.is({ n: "1" })).toBe(false);
    expect(Object.keys(post?.responses ?? {})).toEqual(["201", "4XX"]);
    expect(post?.responses["201"]?.["application/json"]?.is({ n: 1 })).toBe(true);
    expect(post?.query?.({ page: "3", more: "x" })).toEqual({ page: 3 });
    expect(post?.query?.is({ page: "0" })).toBe(false);
    expect(post?.query?.({})).toEqual({});
    expect(post?.params).toBeUndefined();
    expect(get?.query?.({ page: "3" })).toEqual({ page: "3" });
    expect(get?.body).toEqual({});
  });

  test("of version 3.0 has another syntax, in all its parts", () => {
    const schema = { type: "integer", minimum: 1, exclusiveMinimum: true, nullable: true };
    const content = { "application/json": { schema: { type: "object", properties: { n: schema } } } };
    const { components, operations } = fromOpenApi(
      document({ "/a": { put: { requestBody: { content }, responses: {} } } }, { schemas: { N: schema } }, "3.0.3"),
    );
    for (const [value, isValid] of [
      [2, true],
      [1, false],
      [null, true],
    ] as const) {
      expect(components.N?.is(value)).toBe(isValid);
      expect(operations[0]?.body["application/json"]?.is({ n: value })).toBe(isValid);
    }
  });

  test.each(["3.0.3", "3.1.0"])("of version %s has discriminators with a mapping", (version) => {
    const animal = (more: object) => ({
      type: "object",
      properties: { kind: { type: "string" }, ...more },
      required: ["kind"],
    });
    const { components } = fromOpenApi(
      document(
        {},
        {
          schemas: {
            Cat: animal({ lives: { type: "integer" } }),
            Dog: animal({ bark: { type: "boolean" } }),
            Pet: {
              oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
              discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat", kitten: "Cat" } },
            },
          },
        },
        version,
      ),
    );
    const { Pet } = components;
    for (const kind of ["cat", "kitten", "Cat", "Dog"]) expect(Pet?.is({ kind }), kind).toBe(true);
    expect(Pet?.is({ kind: "dog" })).toBe(false);
    expect(Pet?.is({})).toBe(false);
    expect(Pet?.safe({ kind: "kitten", lives: "x" }).error?.issues).toMatchObject([{ pointer: "/lives" }]);
    expect(Pet?.is({ kind: "Dog", lives: "x" })).toBe(true);
  });

  test("may have schemas that contain themselves, and any names", () => {
    const { components } = fromOpenApi(
      document(
        {},
        { schemas: { "a/b": { type: "array", items: { $ref: "#/components/schemas/a~1b" } }, never: false } },
      ),
    );
    expect(components["a/b"]?.is([[], [[]]])).toBe(true);
    expect(components["a/b"]?.is([1])).toBe(false);
    expect(components.never?.is(1)).toBe(false);
  });

  test("that openapi() has written gives validators of the same values", () => {
    const order = v.Dict(
      { item: v.Str({ minlen: 1 }), count: v.Default(v.Int({ min: 1, max: 99 }), 1) },
      { meta: { id: "Order" } },
    );
    const search = v.Dict(
      { page: v.Int({ coerce: "text", min: 1 }), tags: v.List(v.Str()), open: v.Bool({ coerce_str: true }) },
      { optional: ["page", "tags", "open"] },
    );
    for (const version of ["3.0.3", "3.1.0"] as const) {
      const written = openapi({
        info,
        version,
        routes: [
          {
            method: "post",
            path: "/orders/{id}",
            params: v.Dict({ id: v.Int({ coerce: "text" }) }),
            query: search,
            body: order,
            responses: { 201: order },
          },
        ],
      });
      const { components, operations } = fromOpenApi(JSON.parse(JSON.stringify(written)));
      expect(Object.keys(components)).toEqual(Object.keys(written.components?.schemas ?? {}));
      const [operation] = operations;
      expect(operation?.params?.({ id: "5" })).toEqual({ id: 5 });
      expect(operation?.query?.({ page: "2", tags: "a", open: "true" })).toEqual({ page: 2, tags: ["a"], open: true });
      for (const value of [{ item: "a" }, { item: "" }, { item: "a", count: 0 }, { item: "a", x: 1 }]) {
        expect(operation?.body["application/json"]?.is(value)).toBe(order.is(value));
      }
      instances.clear();
    }
  });
});

describe("parameters", () => {
  const query = { name: "q", in: "query", required: true };
  const path = { name: "id", in: "path", required: true };

  test.each<[object, unknown, unknown]>([
    [{ schema: { type: "integer" } }, { q: "5" }, 5],
    [{ schema: { type: "number" } }, { q: "1.5" }, 1.5],
    [{ schema: { type: "boolean" } }, { q: "true" }, true],
    [{ schema: { type: "string" } }, { q: "5" }, "5"],
    [{ schema: {} }, { q: "5" }, "5"],
    [{ schema: { enum: [1, 2] } }, { q: "2" }, 2],
    [{ schema: { type: ["integer", "null"] } }, { q: "null" }, null],
    [{ schema: { oneOf: [{ type: "integer" }, { type: "boolean" }] } }, { q: "false" }, false],
    [{ schema: integers }, { q: ["1", "2"] }, [1, 2]],
    [{ schema: integers }, { q: "1" }, [1]],
    [{ schema: integers }, new URLSearchParams("q=1&q=2"), [1, 2]],
    [{ schema: integers, explode: false }, { q: "1,2" }, [1, 2]],
    [{ schema: integers, style: "spaceDelimited", explode: false }, { q: "1 2" }, [1, 2]],
    [{ schema: integers, style: "pipeDelimited", explode: false }, { q: "1|2" }, [1, 2]],
    [{ schema: point }, { x: "1", name: "2" }, { x: 1, name: "2" }],
    [{ schema: point, explode: false }, { q: "x,1,name,2" }, { x: 1, name: "2" }],
    [
      { schema: point, style: "deepObject" },
      { "q[x]": "1", "q[name]": "2" },
      { x: 1, name: "2" },
    ],
    [{ schema: point, style: "deepObject" }, { q: { x: "1" } }, { x: 1 }],
    [{ content: { "application/json": { schema: point } } }, { q: '{"x":1}' }, { x: 1 }],
  ])("of a query: %j takes %j", (parameter, value, expected) => {
    expect(withParameters({ ...query, ...parameter }).query?.(value)).toEqual({ q: expected });
  });

  test.each<[object, string, unknown]>([
    [{ schema: { type: "integer" } }, "5", 5],
    [{ schema: integers }, "1,2", [1, 2]],
    [{ schema: point }, "x,1", { x: 1 }],
    [{ schema: point, explode: true }, "x=1,name=a=b", { x: 1, name: "a=b" }],
  ])("of a path: %j takes %j", (parameter, value, expected) => {
    expect(withParameters({ ...path, ...parameter }).params?.({ id: value })).toEqual({ id: expected });
  });

  test("of headers are in lower case, and those that OpenAPI ignores are left out", () => {
    const { headers, cookies } = withParameters(
      { name: "X-Count", in: "header", required: true, schema: { type: "integer" } },
      { name: "Authorization", in: "header", required: true, schema: { type: "string" } },
      { name: "id", in: "cookie", schema: { type: "string" } },
    );
    expect(headers?.({ "x-count": "5", host: "a" })).toEqual({ "x-count": 5 });
    expect(cookies?.({})).toEqual({});
  });

  test.each<[object, unknown, object]>([
    [{ schema: { type: "integer", minimum: 1 } }, { q: "0" }, { pointer: "/q", code: "min_value" }],
    [{ schema: { type: "integer" } }, { q: "x" }, { pointer: "/q", code: "invalid_type" }],
    [{ schema: { type: "string", pattern: "^a" } }, { q: "5" }, { pointer: "/q", code: "pattern_match" }],
    [{ schema: integers }, { q: ["1", "x"] }, { pointer: "/q/1", code: "invalid_type" }],
    [{ schema: point, style: "deepObject" }, { "q[x]": "a" }, { pointer: "/q/x" }],
    [{ schema: point, style: "deepObject" }, {}, { pointer: "/q", code: "missing_key" }],
    [{ content: { "application/json": { schema: point } } }, { q: "{" }, { pointer: "/q", code: "invalid_type" }],
  ])("of a query: %j refuses %j", (parameter, value, issue) => {
    expect(withParameters({ ...query, ...parameter }).query?.safe(value).error?.issues).toMatchObject([issue]);
  });

  test("have no names that change a prototype", () => {
    const { query } = withParameters({ name: "q", in: "query", style: "deepObject", schema: { type: "object" } });
    const result = query?.({ "q[__proto__]": "x", "q[a]": "1" }) as { q: object };
    expect(Object.getPrototypeOf(result.q)).toBe(Object.prototype);
  });
});

describe("errors", () => {
  const get = (operation: object) => document({ "/a": { get: operation } });

  test.each<[string, unknown, string, string]>([
    ["no document", [], "openapi", ""],
    ["Swagger", { swagger: "2.0" }, "openapi", "/openapi"],
    ["another version", { openapi: "3.2.0" }, "openapi", "/openapi"],
    [
      "a schema",
      get({ responses: { 200: { content: { a: { schema: { type: "x" } } } } } }),
      "type",
      "/paths/~1a/get/responses/200/content/a/schema/type",
    ],
    ["a component", document({}, { schemas: { A: { minimum: "1" } } }), "minimum", "/components/schemas/A/minimum"],
    [
      "a reference",
      get({ requestBody: { $ref: "#/components/requestBodies/A" } }),
      "$ref",
      "/paths/~1a/get/requestBody/$ref",
    ],
    ["another document", get({ requestBody: { $ref: "a.json#/b" } }), "$ref", "/paths/~1a/get/requestBody/$ref"],
    ["a circle", document({}, { schemas: { A: { $ref: "#/components/schemas/A" } } }), "$ref", "/components/schemas/A"],
    [
      "a style",
      get({ parameters: [{ name: "a", in: "path", style: "matrix", schema: {} }] }),
      "style",
      "/paths/~1a/get/parameters/0/style",
    ],
    ["no name", get({ parameters: [{ in: "query" }] }), "name", "/paths/~1a/get/parameters/0"],
    ["no list", get({ parameters: {} }), "parameters", "/paths/~1a/get/parameters"],
  ])("name the place of %s", (_, given, keyword, pointer) => {
    let error: unknown;
    try {
      fromOpenApi(given);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(JsonSchemaError);
    expect(error).toMatchObject({ keyword, pointer });
  });
});
