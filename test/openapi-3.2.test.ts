import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterEach, describe, expect, test } from "vitest";
import * as v from "../src/index.ts";
import {
  fromJsonSchema,
  fromOpenApi,
  instances,
  JsonSchemaError,
  type JsonSchemaWarning,
  type OpenApiRoute,
  openapi,
} from "../src/index.ts";

afterEach(() => instances.clear());

const info = { title: "Shop", version: "1" };
const officialSchema = JSON.parse(readFileSync(join(import.meta.dirname, "openapi/schema-3.2.json"), "utf8"));
const isOfficial = new Ajv2020({ strict: false, validateFormats: false }).compile(officialSchema);
const official = fromJsonSchema(officialSchema);

/** The operations of a document of OpenAPI 3.2, and the warnings about it. */
function read(paths: object, more: object = {}, version = "3.2.0", options: object = {}) {
  const warnings: string[] = [];
  const onWarning = ({ pointer, message }: JsonSchemaWarning) => warnings.push(`${pointer}: ${message}`);
  const document = { openapi: version, info, paths, ...more };
  if (version === "3.2.0") expect(isOfficial(document), JSON.stringify(isOfficial.errors)).toBe(true);
  return { ...fromOpenApi(document, { onWarning, ...options }), warnings };
}

const responses = { 200: { description: "It." } };

/** The only operation of such a document. */
function operation(fields: object, more?: object, version?: string) {
  const { operations, warnings } = read({ "/a": { post: { responses, ...fields } } }, more, version);
  const [only] = operations as [(typeof operations)[0]];
  return { ...only, warnings };
}

const record = { type: "object", required: ["n"], properties: { n: { type: "integer" } } };

describe("a document of OpenAPI 3.2", () => {
  test("has operations of the method QUERY, and of any other method", () => {
    const content = { "application/json": { schema: record } };
    const own = { requestBody: { content }, responses };
    const paths = { "/a": { query: own, additionalOperations: { COPY: { ...own, operationId: "copy" } } } };
    const { operations } = read(paths);
    expect(operations.map(({ method, operationId }) => [method, operationId])).toEqual([
      ["query", undefined],
      ["COPY", "copy"],
    ]);
    for (const { body } of operations) {
      expect(body["application/json"]?.is({ n: 1 })).toBe(true);
      expect(body["application/json"]?.is({ n: "1" })).toBe(false);
    }
    // Versions before have no such fields.
    expect(read(paths, {}, "3.1.1").operations).toEqual([]);
  });

  test("has the query as a whole: a form, or text of another type of content", () => {
    const querystring = (type: string, schema: object, required = true) => {
      const parameter = { name: "q", in: "querystring", required, content: { [type]: { schema } } };
      return operation({ parameters: [parameter] }).querystring;
    };
    const ids = { type: "array", items: { type: "integer" } };
    const form = { ...record, properties: { ...record.properties, ids } };
    const asForm = querystring("application/x-www-form-urlencoded", form);
    expect(asForm?.("?n=5&ids=1&ids=2")).toEqual({ n: 5, ids: [1, 2] });
    expect(asForm?.({ n: "5" })).toEqual({ n: 5 });
    expect(asForm?.(new URLSearchParams("n=5"))).toEqual({ n: 5 });
    expect(asForm?.safe("n=x").error?.issues).toMatchObject([{ pointer: "/n" }]);
    expect(asForm?.safe("").ok).toBe(false);
    const asJson = querystring("application/json", record);
    expect(asJson?.("%7B%22n%22%3A5%7D")).toEqual({ n: 5 });
    expect(asJson?.safe("%7B").ok).toBe(false);
    const asText = querystring("text/plain", { type: "string", minLength: 3 }, false);
    expect(asText?.("?a%20b")).toBe("a b");
    expect(asText?.("")).toBeUndefined();
    expect(asText?.safe("ab").ok).toBe(false);
  });

  test.each<[name: string, item: object, keyword: string, pointer: string, version?: string]>([
    [
      "a query of its own beside the whole one",
      { parameters: [whole(), { name: "p", in: "query", schema: {} }] },
      "in",
      "/paths/~1a/get/parameters/1/in",
    ],
    ["two whole queries", { parameters: [whole("a"), whole("b")] }, "in", "/paths/~1a/get/parameters/1/in"],
    [
      "a whole query of two types",
      { parameters: [{ ...whole(), content: { "a/b": {}, "c/d": {} } }] },
      "content",
      "/paths/~1a/get/parameters/0/content",
    ],
    ["a whole query before 3.2", { parameters: [whole()] }, "in", "/paths/~1a/get/parameters/0/in", "3.1.0"],
    [
      "a place that is none",
      { parameters: [{ name: "p", in: "body", schema: {} }] },
      "in",
      "/paths/~1a/get/parameters/0/in",
    ],
    ["a style of cookies in a query", { parameters: [cookie("query")] }, "style", "/paths/~1a/get/parameters/0/style"],
  ])("is refused with %s", (_, fields, keyword, pointer, version = "3.2.0") => {
    const document = { openapi: version, info, paths: { "/a": { get: { responses, ...fields } } } };
    expect(failureOf(document)).toBeInstanceOf(JsonSchemaError);
    expect(failureOf(document)).toMatchObject({ keyword, pointer });
  });

  test("refuses a method in additionalOperations that has a field of its own", () => {
    const paths = { "/a": { additionalOperations: { POST: { responses } } } };
    expect(failureOf({ openapi: "3.2.0", info, paths })).toMatchObject({
      pointer: "/paths/~1a/additionalOperations/POST",
    });
  });

  test.each(["application/jsonl", "application/json-seq", "text/event-stream", "multipart/mixed", "application/x-own"])(
    "has streams of items, as %s, which are validated one by one or as a list",
    (type) => {
      const content = { [type]: { itemSchema: record } };
      const { body, bodyItems, responseItems, responses, warnings } = operation({
        requestBody: { content },
        responses: { 200: { content }, 201: { content: { "application/json": { schema: record } } } },
      });
      for (const item of [bodyItems[type], responseItems["200"]?.[type]]) {
        expect([item?.is({ n: 1 }), item?.is({ n: "1" }), item?.is([{ n: 1 }])]).toEqual([true, false, false]);
      }
      for (const list of [body[type], responses["200"]?.[type]]) {
        expect([list?.is([{ n: 1 }, { n: 2 }]), list?.is([{ n: "1" }]), list?.is({ n: 1 })]).toEqual([
          ...[true, false, false],
        ]);
      }
      expect(Object.keys(responseItems)).toEqual(["200"]);
      expect(warnings).toEqual([]);
    },
  );

  test("has streams whose list has a schema, too", () => {
    const media = { schema: { type: "array", maxItems: 1 }, itemSchema: record };
    const { body } = operation({ requestBody: { content: { "application/jsonl": media } } });
    const list = body["application/jsonl"];
    expect([list?.is([{ n: 1 }]), list?.is([{ n: 1 }, { n: 1 }]), list?.is([{}])]).toEqual([true, false, false]);
  });

  test("warns of what has no effect: items of what is no stream, and how parts are written", () => {
    const { bodyItems, body, warnings } = operation({
      requestBody: {
        content: {
          "application/json": { itemSchema: record },
          "multipart/mixed": {
            itemSchema: record,
            prefixEncoding: [{ contentType: "text/plain" }],
            itemEncoding: { contentType: "application/json" },
          },
        },
      },
    });
    expect([Object.keys(bodyItems), body["application/json"]?.is(5)]).toEqual([["multipart/mixed"], true]);
    const place = "/paths/~1a/post/requestBody/content";
    expect(warnings).toEqual([
      `${place}/application~1json/itemSchema: it has no effect, because 'application/json' is no sequence of items`,
      ...["prefixEncoding", "itemEncoding"].map(
        (name) =>
          `${place}/multipart~1mixed/${name}: it has no effect: the parts of a body are validated by their schemas alone`,
      ),
    ]);
  });

  test("has components for types of content", () => {
    const mediaTypes = { Record: { schema: record }, Lines: { itemSchema: record } };
    const content = {
      "application/json": { $ref: "#/components/mediaTypes/Record" },
      "application/jsonl": { $ref: "#/components/mediaTypes/Lines" },
    };
    const { body, bodyItems } = operation({ requestBody: { content } }, { components: { mediaTypes } });
    expect([body["application/json"]?.is({ n: 1 }), body["application/json"]?.is({})]).toEqual([true, false]);
    expect([bodyItems["application/jsonl"]?.is({ n: 1 }), bodyItems["application/jsonl"]?.is({})]).toEqual([
      ...[true, false],
    ]);
  });

  test("has a URI, to which references are relative", () => {
    const $self = "https://example.org/api/openapi.json";
    const schemas = {
      Record: record,
      Own: { $ref: `${$self}#/components/schemas/Record` },
      Other: { $ref: "other.json#/Other" },
    };
    const parameters = { Page: { name: "page", in: "query", schema: { type: "integer" } } };
    const paths = {
      "/a": { get: { parameters: [{ $ref: "openapi.json#/components/parameters/Page" }], responses } },
    };
    const documents = { "https://example.org/api/other.json": { Other: { type: "boolean" } } };
    const { components, operations } = read(paths, { $self, components: { schemas, parameters } }, "3.2.0", {
      documents,
    });
    expect([components.Own?.is({ n: 1 }), components.Own?.is({})]).toEqual([true, false]);
    expect([components.Other?.is(true), components.Other?.is(1)]).toEqual([true, false]);
    expect(operations[0]?.query?.({ page: "2" })).toEqual({ page: 2 });
    expect(failureOf({ openapi: "3.2.0", info, $self: 5 })).toMatchObject({ pointer: "/$self" });
  });

  test("has cookies in a style of their own", () => {
    const { cookies } = operation({ parameters: [cookie("cookie")] });
    expect(cookies?.({ p: ["1", "2"] })).toEqual({ p: [1, 2] });
    expect(cookies?.({ p: "1" })).toEqual({ p: [1] });
  });

  test("says in which dialect its schemas are, as in 3.1", () => {
    const Old = { $ref: "#/components/schemas/Text", type: "integer" };
    const components = { schemas: { Old, Text: { type: "string" } } };
    for (const version of ["3.1.1", "3.2.0"]) {
      const isText = (jsonSchemaDialect: string) =>
        read({}, { jsonSchemaDialect, components }, version).components.Old?.is("a");
      expect(isText("https://spec.openapis.org/oas/3.2/dialect/2025-09-17")).toBe(false);
      expect(isText("https://spec.openapis.org/oas/3.1/dialect/base")).toBe(false);
      // Nothing beside a reference has an effect there.
      expect(isText("http://json-schema.org/draft-07/schema#")).toBe(true);
      expect(() => isText("https://example.org/mine")).toThrow("'https://example.org/mine'");
    }
  });

  test("that says more for people and tools is read like any other", () => {
    const more = {
      tags: [{ name: "a", summary: "A", parent: "b", kind: "nav" }, { name: "b" }],
      components: {
        securitySchemes: {
          device: {
            type: "oauth2",
            deprecated: true,
            flows: { deviceAuthorization: { deviceAuthorizationUrl: "https://a", tokenUrl: "https://a", scopes: {} } },
          },
        },
      },
      servers: [{ url: "https://example.org", name: "main" }],
    };
    const example = { dataValue: { n: 1 }, serializedValue: '{"n":1}' };
    const content = { "application/json": { schema: record, examples: { one: example } } };
    const one = operation({ responses: { 200: { summary: "OK", content } } }, more);
    expect(one.responses["200"]?.["application/json"]?.is({ n: 1 })).toBe(true);
    expect(one.warnings).toEqual([]);
  });
});

describe("openapi() of version 3.2", () => {
  /** The document of some routes, which is valid by the schema of OpenAPI. */
  function write(routes: readonly OpenApiRoute[], more: object = {}) {
    const document = openapi({ info, routes, version: "3.2.0", ...more });
    const data = JSON.parse(JSON.stringify(document));
    expect(isOfficial(data), JSON.stringify(isOfficial.errors)).toBe(true);
    expect(official.is(data)).toBe(true);
    return document;
  }
  const item = v.Dict({ n: v.Int({ min: 0, max: 9 }) }, { meta: { id: "Item" } });

  test("has QUERY and other methods, the query as a whole, streams, and summaries, which fromOpenApi reads", () => {
    const search = v.Dict({ page: v.Int({ coerce: "text", min: 1, max: 99 }) });
    const document = write(
      [
        { method: "QUERY", path: "/a", body: item, responses: { 200: { summary: "Found", body: item } } },
        { method: "COPY", path: "/a", querystring: search },
        {
          method: "post",
          path: "/a",
          body: { content: { "application/jsonl": { itemSchema: item } } },
          responses: { 200: { content: { "text/event-stream": { schema: v.List(item), itemSchema: item } } } },
        },
        { method: "get", path: "/a", querystring: { content: { "application/json": search } } },
      ],
      { $self: "https://example.org/openapi.json", tags: [{ name: "a", kind: "nav" }] },
    );
    expect(document).toMatchObject({ openapi: "3.2.0", $self: "https://example.org/openapi.json" });
    const path = document.paths["/a"] as Record<string, never>;
    expect(Object.keys(path)).toEqual(["query", "additionalOperations", "post", "get"]);
    expect(path.additionalOperations).toMatchObject({
      COPY: {
        parameters: [
          {
            in: "querystring",
            required: true,
            content: { "application/x-www-form-urlencoded": { schema: { type: "object" } } },
          },
        ],
      },
    });
    const { operations } = fromOpenApi(document);
    const of = (method: string) => operations.find((one) => one.method === method);
    expect(of("query")?.body["application/json"]?.is({ n: 1 })).toBe(true);
    expect(of("COPY")?.querystring?.("page=2")).toEqual({ page: 2 });
    expect(of("get")?.querystring?.safe("%7B%22page%22%3A0%7D").ok).toBe(false);
    expect(of("post")?.bodyItems["application/jsonl"]?.is({ n: 10 })).toBe(false);
    expect(of("post")?.responses["200"]?.["text/event-stream"]?.is([{ n: 1 }])).toBe(true);
  });

  test.each<[what: string, route: object]>([
    ["method", { method: "query" }],
    ["querystring", { querystring: item }],
    ["itemSchema", { body: { content: { "application/jsonl": { itemSchema: item } } } }],
    ["summary", { responses: { 200: { summary: "OK" } } }],
  ])("is the first to have %s", (what, route) => {
    const routes = [{ method: "get", path: "/a", ...route }];
    write(routes as never);
    expect(() => openapi({ info, routes: routes as never })).toThrow(what);
    expect(() => openapi({ info, routes: routes as never, version: "3.0.3" })).toThrow(/3\.2/);
  });

  test("refuses both forms of a query, and a query of two types", () => {
    const route = { method: "get", path: "/a", query: item, querystring: item };
    expect(() => write([route])).toThrow("routes[0] should have query or querystring, not both");
    const content = { "application/json": item, "text/plain": v.Str() };
    expect(() => write([{ method: "get", path: "/a", querystring: { content } }])).toThrow("one type of content");
  });
});

function whole(name = "q") {
  return { name, in: "querystring", content: { "application/json": { schema: record } } };
}

function cookie(place: string) {
  return { name: "p", in: place, style: "cookie", schema: { type: "array", items: { type: "integer" } } };
}

function failureOf(document: object): unknown {
  try {
    return fromOpenApi(document);
  } catch (error) {
    return error;
  }
}

describe("what has no effect is said", () => {
  const properties = { meta: { type: "object", properties: { a: { type: "integer" } } } };
  const form = (encoding: object, type = "multipart/form-data") => ({
    requestBody: { content: { [type]: { schema: { type: "object", properties }, encoding } } },
  });
  const place = "/paths/~1a/post/requestBody/content/multipart~1form-data/encoding";

  test.each([
    ["encoding", { a: { contentType: "text/plain" } }],
    ["prefixEncoding", [{ contentType: "text/plain" }]],
    ["itemEncoding", { contentType: "text/plain" }],
  ])("%s inside of an encoding", (name, inner) => {
    const { warnings } = operation(form({ meta: { contentType: "application/json", [name]: inner } }));
    expect(warnings).toEqual([
      `${place}/meta/${name}: it has no effect: a part of a form is validated by its schema alone`,
    ]);
  });

  test.each(["3.0.4", "3.1.1", "3.2.0"])("header fields of a part, in OpenAPI %s", (version) => {
    const headers = { "X-Size": { schema: { type: "integer" } } };
    expect(operation(form({ meta: { headers } }), {}, version).warnings).toEqual([
      `${place}/meta/headers: it has no effect: a part of a form is validated by its schema alone`,
    ]);
  });

  test("an encoding of no property, and of a body that is no form", () => {
    const { warnings } = operation(form({ other: { contentType: "text/plain" } }));
    expect(warnings).toEqual([
      `${place}/other: it has no effect, because the schema of the form has no property of that name`,
    ]);
    const json = operation(form({ meta: { contentType: "text/plain" } }, "application/json"));
    expect(json.warnings).toEqual([expect.stringContaining("encoding: it has no effect, because 'application/json'")]);
  });
});

describe("a discriminator whose key may be missing", () => {
  const cat = v.describe(v.Dict({ kind: v.Const("cat"), lives: v.Int() }), { id: "Cat" });
  const dog = v.describe(v.Dict({ kind: v.Const("dog"), name: v.Str() }, { optional: ["kind"] }), { id: "Dog" });
  const pet = v.describe(v.OneOf([cat, dog], { discriminator: "kind" }), { id: "Pet" });
  const routes: OpenApiRoute[] = [{ method: "post", path: "/pets", body: pet }];
  const schemaOf = (version: "3.0.4" | "3.1.1" | "3.2.0") =>
    openapi({ info, routes, version, components: { schemas: { Pet: pet } } });

  test("has a defaultMapping, which is read again", () => {
    const document = schemaOf("3.2.0");
    expect(isOfficial(document), JSON.stringify(isOfficial.errors)).toBe(true);
    expect(document.components?.schemas).toMatchObject({
      Pet: {
        discriminator: {
          propertyName: "kind",
          mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" },
          defaultMapping: "#/components/schemas/Dog",
        },
      },
    });
    const warnings: JsonSchemaWarning[] = [];
    const { components } = fromOpenApi(document, { onWarning: (one) => warnings.push(one) });
    expect(warnings).toEqual([]);
    const values = [{ name: "Rex" }, { kind: "dog", name: "Rex" }, { kind: "cat", lives: 9 }];
    for (const value of values) expect(components.Pet?.is(value)).toBe(true);
    for (const value of [{ lives: 9 }, { kind: "cat", name: "Rex" }, { kind: "cow", name: "Rex" }])
      expect(components.Pet?.is(value)).toBe(pet.is(value));
  });

  test("has no discriminator before OpenAPI 3.2, which requires the key", () => {
    for (const version of ["3.0.4", "3.1.1"] as const)
      expect(JSON.stringify(schemaOf(version))).not.toContain("discriminator");
  });
});
