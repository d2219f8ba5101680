import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import * as v from "../src/index.ts";
import { fromOpenApi, instances, JsonSchemaError, type JsonSchemaWarning, openapi } from "../src/index.ts";

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
  const schemas = { Ids: { ...integers, $anchor: "ids" } };
  const documents = { "https://example.org/ids": integers, "https://example.org/point": point };
  const paths = { "/a/{id}": { get: { parameters, responses: {} } } };
  const [operation] = fromOpenApi(document(paths, { schemas }), { documents }).operations;
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

  test("of version 3.0 has keywords beside references, which have no effect, as warnings", () => {
    const warnings: JsonSchemaWarning[] = [];
    const beside = { $ref: "#/components/schemas/A", description: "a", readOnly: true, minLength: 5, nullable: true };
    const given = { A: { type: "string" }, B: { type: "object", required: ["a"], properties: { a: beside } } };
    const { components } = fromOpenApi(document({}, { schemas: given }, "3.0.3"), {
      onWarning: (one) => warnings.push(one),
    });
    expect(components.B?.is({ a: "" })).toBe(true);
    expect(warnings.map(({ keyword, pointer }) => [keyword, pointer])).toEqual(
      ["readOnly", "minLength", "nullable"].map((name) => [name, `/components/schemas/B/properties/a/${name}`]),
    );
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
    [{ schema: point, style: "deepObject" }, new URLSearchParams("q[x]=1&q[name]=2"), { x: 1, name: "2" }],
    [{ schema: point }, new URLSearchParams("x=1&name=2"), { x: 1, name: "2" }],
    [
      { schema: { type: "object", properties: { l: integers } }, style: "deepObject" },
      new URLSearchParams("q[l]=1&q[l]=2"),
      { l: [1, 2] },
    ],
    [{ schema: { type: "object", properties: { l: integers } }, style: "deepObject" }, { "q[l]": "1" }, { l: [1] }],
    [{ schema: { type: "array", items: integers }, explode: false }, { q: "1,2" }, [[1], [2]]],
    [{ schema: { allOf: [integers] } }, { q: ["1", "2"] }, [1, 2]],
    [{ schema: { allOf: [integers], maxItems: 3 } }, new URLSearchParams("q=1&q=2"), [1, 2]],
    [{ schema: { anyOf: [integers, { type: "null" }] }, explode: false }, { q: "1,2" }, [1, 2]],
    [{ schema: { anyOf: [point, { type: "null" }] }, explode: false }, { q: "x,1" }, { x: 1 }],
    [{ schema: { $ref: "#ids" }, explode: false }, { q: "1,2" }, [1, 2]],
    [{ schema: { $ref: "https://example.org/ids" } }, { q: ["1", "2"] }, [1, 2]],
    [{ schema: { $ref: "https://example.org/ids" } }, new URLSearchParams("q=1"), [1]],
    [{ schema: { $ref: "https://example.org/point" }, style: "deepObject" }, { "q[x]": "1" }, { x: 1 }],
    [{ content: { "application/json": { schema: point } } }, { q: '{"x":1}' }, { x: 1 }],
  ])("of a query: %j takes %j", (parameter, value, expected) => {
    expect(withParameters({ ...query, ...parameter }).query?.(value)).toEqual({ q: expected });
  });

  test.each<[object, string, unknown]>([
    [{ schema: { type: "integer" } }, "5", 5],
    [{ schema: integers }, "1,2", [1, 2]],
    [{ schema: point }, "x,1", { x: 1 }],
    [{ schema: point, explode: true }, "x=1,name=a=b", { x: 1, name: "a=b" }],
    [{ schema: { type: "integer" }, style: "label" }, ".5", 5],
    [{ schema: { type: "string" }, style: "label" }, ".a.b", "a.b"],
    [{ schema: integers, style: "label" }, ".1,2", [1, 2]],
    [{ schema: integers, style: "label" }, ".1.2", [1, 2]],
    [{ schema: integers, style: "label", explode: true }, ".1.2", [1, 2]],
    [{ schema: integers, style: "label" }, ".", []],
    [{ schema: point, style: "label" }, ".x.1.name.b", { x: 1, name: "b" }],
    [{ schema: point, style: "label", explode: true }, ".x=1.name=b", { x: 1, name: "b" }],
    [{ schema: { type: "integer" }, style: "matrix" }, ";id=5", 5],
    [{ schema: { type: "string" }, style: "matrix" }, ";id", ""],
    [{ schema: { type: "string" }, style: "matrix" }, ";id=a=b", "a=b"],
    [{ schema: integers, style: "matrix" }, ";id=1,2", [1, 2]],
    [{ schema: integers, style: "matrix" }, ";id", []],
    [{ schema: integers, style: "matrix", explode: true }, ";id=1;id=2", [1, 2]],
    [{ schema: point, style: "matrix" }, ";id=x,1,name,b", { x: 1, name: "b" }],
    [{ schema: point, style: "matrix", explode: true }, ";x=1;name=b", { x: 1, name: "b" }],
    [
      { schema: { allOf: [{ type: "object", properties: { x: { type: "integer" } } }], type: "object" } },
      "x,1",
      { x: 1 },
    ],
  ])("of a path: %j takes %j", (parameter, value, expected) => {
    expect(withParameters({ ...path, ...parameter }).params?.({ id: value })).toEqual({ id: expected });
  });

  test.each<[object, string]>([
    [{ schema: { type: "integer" }, style: "label" }, "5"],
    [{ schema: { type: "string" }, style: "matrix" }, "5"],
    [{ schema: { type: "string" }, style: "matrix" }, ";other=5"],
    [{ schema: { type: "string" }, style: "matrix" }, ";id5"],
    [{ schema: integers, style: "matrix", explode: true }, ";id=1;other=2"],
    [{ schema: integers, style: "label" }, ".1.a"],
    [{ schema: point, style: "label" }, "x.1"],
  ])("of a path: %j refuses %j", (parameter, value) => {
    const { error } = withParameters({ ...path, ...parameter }).params?.safe({ id: value }) ?? {};
    expect(error?.issues[0]?.pointer).toMatch(/^\/id/);
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

  test.each<[object, unknown, unknown]>([
    [{ schema: { type: "integer" } }, { q: "" }, ""],
    [{ schema: { type: "integer" } }, new URLSearchParams("q"), ""],
    [{ schema: { type: "integer" } }, { q: "5" }, 5],
    [{ schema: { type: "boolean" } }, { q: "" }, ""],
    [{ schema: { type: "string", minLength: 1, nullable: true } }, { q: "" }, ""],
    [{ schema: { ...integers, minItems: 1 } }, { q: "" }, []],
    [{ schema: integers }, new URLSearchParams("q="), []],
    [{ schema: integers }, new URLSearchParams("q=1&q=2"), [1, 2]],
    [{ schema: integers, explode: false }, { q: "" }, []],
  ])("of a query that may be empty: %j takes %j", (parameter, value, expected) => {
    expect(withParameters({ ...query, allowEmptyValue: true, ...parameter }).query?.(value)).toEqual({ q: expected });
  });

  test("that may be empty are those of a query, and are refused as others are", () => {
    const integer = { allowEmptyValue: true, schema: { type: "integer" }, required: true };
    const { query: own, headers } = withParameters(
      { ...integer, name: "q", in: "query" },
      { ...integer, name: "h", in: "header" },
    );
    expect(own?.safe({ q: "x" }).error?.issues).toMatchObject([{ pointer: "/q", code: "invalid_type" }]);
    expect(own?.safe({}).error?.issues).toMatchObject([{ pointer: "/q", code: "missing_key" }]);
    expect(headers?.safe({ h: "" }).error?.issues).toMatchObject([{ pointer: "/h", code: "invalid_type" }]);
    const { query: strict } = withParameters({ ...integer, allowEmptyValue: false, name: "q", in: "query" });
    expect(strict?.safe({ q: "" }).ok).toBe(false);
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

  test.each<[text: string, isNumber: boolean, isInteger: boolean]>([
    ...["0", "-5", "1e3", "1E5", "1e+21", "1.50e1", "120e-1", "7.0", "9007199254740993"].map(
      (text) => [text, true, true] as [string, boolean, boolean],
    ),
    ...["0.5", "1e-7", "-1.5E-3"].map((text) => [text, true, false] as [string, boolean, boolean]),
    ...["", " 1", "1 ", "+1", "007", ".5", "5.", "1e", "1_000", "0x10", "Infinity", "NaN", "1e400", "1,5", "--1"].map(
      (text) => [text, false, false] as [string, boolean, boolean],
    ),
  ])("with a number have it as JSON writes it: %j", (text, isNumber, isInteger) => {
    for (const [type, isValid] of [
      ["number", isNumber],
      ["integer", isInteger],
    ] as const) {
      for (const schema of [{ type }, { type: [type, "null"] }, { allOf: [{ type }, { not: { const: 1.25 } }] }]) {
        const { params, query, headers, cookies } = withParameters(
          { name: "id", in: "path", required: true, schema },
          { name: "q", in: "query", schema },
          { name: "l", in: "query", schema: { type: "array", items: schema } },
          { name: "o", in: "query", style: "deepObject", schema: { type: "object", properties: { x: schema } } },
          { name: "h", in: "header", schema },
          { name: "c", in: "cookie", schema },
        );
        const results = [
          ...[params?.safe({ id: text }), query?.safe({ q: text }), headers?.safe({ h: text })],
          ...[query?.safe({ l: [text] }), query?.safe({ "o[x]": text }), cookies?.safe({ c: text })],
        ];
        expect(results.map((result) => result?.ok)).toEqual(results.map(() => isValid));
        if (isValid) expect(params?.({ id: text })).toEqual({ id: Number(text) });
      }
    }
  });

  test("with a number take what String() makes of it", () => {
    const { query } = withParameters({ name: "q", in: "query", schema: { type: "number" } });
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(query?.({ q: String(number) })).toEqual({ q: number + 0 });
      }),
    );
  });

  test("have no names that change a prototype", () => {
    const { query } = withParameters({ name: "q", in: "query", style: "deepObject", schema: { type: "object" } });
    const result = query?.({ "q[__proto__]": "x", "q[a]": "1" }) as { q: object };
    expect(Object.getPrototypeOf(result.q)).toBe(Object.prototype);
  });
});

describe("the header fields of responses", () => {
  const Limit = { required: true, schema: { type: "integer", minimum: 0 } };
  const responses = {
    200: {
      description: "ok",
      headers: {
        "X-Rate-Limit": { $ref: "#/components/headers/Limit" },
        "x-tags": { schema: { type: "array", items: { type: "string" } } },
        "X-Point": { content: { "application/json": { schema: { type: "object", required: ["x"] } } } },
        "Content-Type": { required: true, schema: { type: "integer" } },
      },
      content: { "application/json": { schema: { type: "boolean" } } },
    },
    "4xx": { $ref: "#/components/responses/Wrong" },
    default: { description: "none" },
  };
  const Wrong = { description: "wrong", headers: { Location: { schema: { type: "string", nullable: true } } } };

  test.each(["3.0.3", "3.1.0"])("are validators by status: OpenAPI %s", (version) => {
    const { operations } = fromOpenApi({
      openapi: version,
      info: { title: "t", version: "1" },
      paths: { "/a": { get: { responses } } },
      components: { headers: { Limit }, responses: { Wrong } },
    });
    const [operation] = operations;
    const { 200: ok, "4XX": wrong } = operation?.responseHeaders ?? {};
    expect(Object.keys(operation?.responseHeaders ?? {})).toEqual(["200", "4XX"]);
    expect(operation?.responses["200"]?.["application/json"]?.is(true)).toBe(true);
    const given = { "x-rate-limit": "5", "x-tags": "a,b", "x-point": '{"x":1}', "content-type": "text/plain" };
    const read = { "x-rate-limit": 5, "x-tags": ["a", "b"], "x-point": { x: 1 } };
    expect(ok?.(given)).toEqual(read);
    expect(ok?.(new Headers(given))).toEqual(read);
    expect(ok?.safe({}).error?.issues).toMatchObject([{ pointer: "/x-rate-limit", code: "missing_key" }]);
    expect(ok?.safe({ "x-rate-limit": "-1" }).error?.issues).toMatchObject([{ pointer: "/x-rate-limit" }]);
    expect(wrong?.({ location: "/a" })).toEqual({ location: "/a" });
  });

  test("are refused with their place in the document", () => {
    const wrong = { "X-A": { schema: { minLength: "1" } } };
    const paths = { "/a": { get: { responses: { 200: { description: "ok", headers: wrong } } } } };
    expect(() => fromOpenApi(document(paths))).toThrow(
      "minLength at /paths/~1a/get/responses/200/headers/X-A/schema/minLength",
    );
  });
});

describe("forms", () => {
  const rgb = { type: "object", properties: { r: { type: "integer" }, g: { type: "integer" } }, required: ["r"] };
  /** The validator of a form with these fields. */
  const form = (type: string, properties: object, more: object = {}, encoding?: object) => {
    const schema = { type: "object", properties, additionalProperties: false, ...more };
    const content = { [type]: { schema, ...(encoding && { encoding }) } };
    const { operations } = fromOpenApi(document({ "/a": { post: { requestBody: { content }, responses: {} } } }));
    return operations[0]?.body[type] as v.Validator;
  };
  const URLENCODED = "application/x-www-form-urlencoded";
  const MULTIPART = "multipart/form-data";
  const data = (fields: readonly (readonly [string, string | Blob])[]) => {
    const result = new FormData();
    for (const [name, value] of fields) result.append(name, value);
    return result;
  };

  test("are objects, or what a request gives, whose text is converted as the schema says", () => {
    const fields = { n: { type: "integer", minimum: 1 }, ok: { type: "boolean" }, s: { type: "string" }, l: integers };
    const validator = form(URLENCODED, fields, { required: ["n"] });
    const value = { n: 5, ok: true, s: "1", l: [1, 2] };
    expect(validator({ n: "5", ok: "true", s: "1", l: ["1", "2"] })).toEqual(value);
    expect(validator(new URLSearchParams("n=5&ok=true&s=1&l=1&l=2"))).toEqual(value);
    expect(
      validator(
        data([
          ["n", "5"],
          ["l", "7"],
        ]),
      ),
    ).toEqual({ n: 5, l: [7] });
    expect(validator.safe({ n: "0", l: ["1", "x"] }).error?.issues.map(({ pointer }) => pointer)).toEqual([
      "/n",
      "/l/1",
    ]);
    expect(validator.safe(new URLSearchParams("n=1&n=2")).error?.issues[0]?.pointer).toBe("/n");
    expect(validator.safe({}).error?.issues).toMatchObject([{ pointer: "/n", code: "missing_key" }]);
    expect(validator.safe({ n: "1", x: "1" }).error?.issues).toMatchObject([{ pointer: "/x", code: "forbidden_key" }]);
    expect(validator.is("n=1")).toBe(false);
  });

  test("have objects in the style of the encoding, or as JSON", () => {
    expect(form(URLENCODED, { c: rgb, n: { type: "integer" } })({ r: "1", g: "2", n: "3" })).toEqual({
      c: { r: 1, g: 2 },
      n: 3,
    });
    const deep = form(URLENCODED, { c: rgb }, {}, { c: { style: "deepObject", explode: true } });
    expect(deep(new URLSearchParams("c[r]=1&c[g]=2"))).toEqual({ c: { r: 1, g: 2 } });
    const flat = form(
      URLENCODED,
      { c: rgb, l: integers },
      {},
      { c: { explode: false }, l: { style: "pipeDelimited" } },
    );
    expect(flat({ c: "r,1,g,2", l: "1|2" })).toEqual({ c: { r: 1, g: 2 }, l: [1, 2] });
    const json = form(URLENCODED, { c: rgb }, {}, { c: { contentType: "application/json" } });
    expect(json({ c: '{"r":1}' })).toEqual({ c: { r: 1 } });
    expect(json.safe({ c: '{"r":"x"}' }).error?.issues[0]?.pointer).toBe("/c/r");
    const parts = form(MULTIPART, { c: rgb, all: { type: "array", items: rgb } });
    expect(
      parts(
        data([
          ["c", '{"r":1}'],
          ["all", '{"r":2}'],
        ]),
      ),
    ).toEqual({ c: { r: 1 }, all: [{ r: 2 }] });
    expect(parts({ all: ['{"r":2}', '{"r":3}'] })).toEqual({ all: [{ r: 2 }, { r: 3 }] });
    const allOf = form(
      MULTIPART,
      {},
      { additionalProperties: undefined, allOf: [{ properties: { n: { type: "integer" } } }] },
    );
    expect(allOf({ n: "1" })).toEqual({ n: 1 });
  });

  test("have files, which stay as they are", () => {
    const file = { type: "string", format: "binary" };
    const validator = form(
      MULTIPART,
      { file, more: { type: "array", items: file }, n: { type: "integer" } },
      { required: ["file"] },
    );
    const blob = new Blob(["a"]);
    const result = validator(
      data([
        ["file", blob],
        ["more", blob],
        ["n", "1"],
      ]),
    ) as Record<string, unknown>;
    expect(result.file).toBeInstanceOf(Blob);
    expect(result).toMatchObject({ more: [{ size: 1 }], n: 1 });
    expect(validator.safe({}).error?.issues).toMatchObject([{ pointer: "/file", code: "missing_key" }]);
    expect(validator.is({ file: blob, n: blob })).toBe(false);
    expect(validator.is({ file: { size: 1 } })).toBe(false);
  });

  test("have no names that change a prototype", () => {
    const validator = form(URLENCODED, { a: { type: "integer" } }, { additionalProperties: true });
    const result = validator(new URLSearchParams("a=1&__proto__=x&constructor=y")) as object;
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(Object.keys(result)).toEqual(["a", "__proto__", "constructor"]);
  });
});

describe("requests of the server", () => {
  const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
  const post = { operationId: "told", requestBody: { content: { "application/json": { schema } } }, responses: {} };

  test("are callbacks of operations, and webhooks", () => {
    const callbacks = { Told: { $ref: "#/components/callbacks/Told" } };
    const read = fromOpenApi({
      ...document(
        { "/a": { get: { callbacks, responses: {} } } },
        { callbacks: { Told: { "{$request.query.url}": { parameters: [], post } } } },
      ),
      webhooks: { changed: { post } },
    });
    const [told] = read.operations[0]?.callbacks.Told ?? [];
    expect(told).toMatchObject({ method: "post", path: "{$request.query.url}", operationId: "told", callbacks: {} });
    expect(told?.body["application/json"]?.safe({}).error?.issues[0]?.pointer).toBe("/n");
    expect(read.webhooks).toMatchObject([{ method: "post", path: "changed", operationId: "told" }]);
    expect(fromOpenApi(document({})).webhooks).toEqual([]);
  });

  test("may not lead back to themselves", () => {
    const callbacks = { A: { $ref: "#/components/callbacks/A" } };
    const given = document(
      { "/a": { get: { callbacks, responses: {} } } },
      { callbacks: { A: { x: { post: { callbacks, responses: {} } } } } },
    );
    expect(() => fromOpenApi(given)).toThrow(JsonSchemaError);
  });
});

describe("errors", () => {
  const get = (operation: object) => document({ "/a": { get: operation } });
  const withQuery = (schema: object) => get({ parameters: [{ name: "a", in: "query", schema }] });

  test("of a reference to another file say what to do", () => {
    const given = document({ "/a": { $ref: "paths/a.yaml" } });
    expect(() => fromOpenApi(given)).toThrow(
      "$ref at /paths/~1a/$ref: 'paths/a.yaml' does not lead to a part of this document: only schemas may refer to other documents, so bundle all into one",
    );
    expect(() => fromOpenApi(withQuery({ $ref: "a.yaml" }))).toThrow("give it as documents['a.yaml']");
  });

  test.each<[string, unknown, string, string]>([
    ["no document", [], "openapi", ""],
    ["Swagger", { swagger: "2.0" }, "openapi", "/openapi"],
    ["another version", { openapi: "3.3.0" }, "openapi", "/openapi"],
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
    ["a document that is missing", withQuery({ $ref: "a.json" }), "$ref", "/paths/~1a/get/parameters/0/schema/$ref"],
    [
      "a circle",
      document(
        { "/a": { get: { requestBody: { $ref: "#/components/requestBodies/A" } } } },
        { requestBodies: { A: { $ref: "#/components/requestBodies/A" } } },
      ),
      "$ref",
      "/components/requestBodies/A/$ref",
    ],
    [
      "a style",
      get({ parameters: [{ name: "a", in: "path", style: "tabDelimited", schema: {} }] }),
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
