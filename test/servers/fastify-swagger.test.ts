import SwaggerParser from "@apidevtools/swagger-parser";
import swagger, { type FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, onTestFinished, test } from "vitest";
import * as v from "../../src/index.ts";
import { form, transform, transformObject, validlib } from "../../src/servers/fastify.ts";

const info = { title: "Shop", version: "1.0.0" };
type Paths = Record<string, Record<string, Record<string, never>>>;
type Document = { openapi: string; paths: Paths; components: { schemas: Record<string, object> } };

afterEach(() => v.instances.clear());

/** The document of an application, which a validator of documents accepts. */
async function documentOf(
  routes: (app: FastifyInstance) => void,
  openapi: "3.0.3" | "3.1.0" = "3.1.0",
  options: FastifyDynamicSwaggerOptions = {},
): Promise<Document> {
  const app = Fastify();
  onTestFinished(async () => await app.close());
  await app.register(swagger, { openapi: { openapi, info }, transform, transformObject, ...options });
  await app.register(validlib);
  routes(app);
  await app.ready();
  const document = app.swagger() as never as Document;
  await SwaggerParser.validate(JSON.parse(JSON.stringify(document)));
  // Also as text, which swagger makes anew.
  expect(app.swagger({ yaml: true })).not.toContain("x-validlib");
  return document;
}

const signUp = v.AllOf(
  v.Dict({ password: v.Str({ minlen: 12 }), repeat: v.Str(), born: v.Optional(v.Date({ format: "iso" })) }),
  v.Check((one) => one.password === one.repeat, { path: ["repeat"], message: "The passwords differ." }),
);

test.each(["3.0.3", "3.1.0"] as const)("validators of routes are documented in OpenAPI %s", async (version) => {
  const node: v.Validator = v.Dict({ v: v.Int(), kids: v.List(v.LazyRef(() => node)) }, { meta: { id: "Node" } });
  const { openapi, paths, components } = await documentOf((app) => {
    const params = v.Dict({ id: v.Int({ coerce: "text", min: 1, max: 9 }) });
    const querystring = v.Dict({ page: v.Optional(v.Int({ coerce: true, min: 1, max: 5 })) });
    const response = { 200: v.List(node), "4xx": { type: "object" } };
    app.put("/trees/:id", { schema: { params, querystring, body: node, response, tags: ["trees"] } }, async () => []);
    app.post("/users", { schema: { body: signUp } }, async () => "ok");
    const contact = v.Dict({ email: v.Str({ format: "email" }), age: v.Optional(v.Int({ coerce: "text" })) });
    app.post("/contact", { schema: { body: form(contact), summary: "Write to us" } }, async () => "ok");
    app.get("/plain", { schema: { response: { 200: { type: "string" } } } }, async () => "ok");
    app.get("/none/:x", async () => "ok");
    app.get("/hidden", { schema: { querystring, hide: true } as never }, async () => "ok");
  }, version);
  expect(openapi).toBe(version);
  const $ref = "#/components/schemas/Node";
  expect(components.schemas).toEqual({
    Node: {
      type: "object",
      properties: { v: expect.objectContaining({ type: "integer" }), kids: { type: "array", items: { $ref } } },
      required: ["v", "kids"],
      additionalProperties: false,
    },
  });
  expect(paths["/trees/{id}"]?.put).toEqual({
    tags: ["trees"],
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1, maximum: 9 } },
      { name: "page", in: "query", schema: { type: "integer", minimum: 1, maximum: 5 } },
    ],
    requestBody: { required: true, content: { "application/json": { schema: { $ref } } } },
    responses: {
      200: { description: "OK", content: { "application/json": { schema: { type: "array", items: { $ref } } } } },
      "4XX": { description: "Default Response", content: { "application/json": { schema: { type: "object" } } } },
    },
  });
  expect(paths["/users"]?.post).toMatchObject({
    requestBody: { content: { "application/json": { schema: { required: ["password", "repeat"] } } } },
    responses: { 200: { description: "Default Response" } },
  });
  expect(paths["/contact"]?.post).toMatchObject({
    summary: "Write to us",
    requestBody: {
      content: { "application/x-www-form-urlencoded": { schema: { properties: { age: { type: "integer" } } } } },
    },
  });
  expect(Object.keys(paths)).toEqual(["/trees/{id}", "/users", "/contact", "/plain", "/none/{x}"]);
  expect(JSON.stringify(paths)).not.toContain("x-validlib");
});

test("types of content, several methods, prefixes and schemas of swagger's own are kept", async () => {
  const file = v.Dict({ file: v.Type(File), n: v.Int({ coerce: "text" }) });
  const content = { "application/json": { schema: v.Str() }, "multipart/form-data": { schema: file } };
  const { paths, components } = await documentOf(
    (app) => {
      app.addSchema({ $id: "plain", type: "object", properties: { a: { type: "string" } } });
      app.route({
        method: ["POST", "PUT"],
        url: "/api/files/:name",
        schema: {
          body: { content },
          querystring: { type: "object", properties: { q: { type: "string" } } },
          response: {
            200: { description: "It.", content: { "application/json": { schema: v.Str() } } },
            404: { $ref: "plain#" },
          },
        },
        validatorCompiler: () => () => true,
        handler: async () => "ok",
      });
    },
    "3.0.3",
    { openapi: { openapi: "3.0.3", info, servers: [{ url: "/api" }] }, stripBasePath: true },
  );
  for (const method of ["post", "put"]) {
    expect(paths["/files/{name}"]?.[method]).toMatchObject({
      parameters: [
        { name: "q", in: "query", schema: { type: "string" } },
        { name: "name", in: "path", schema: { type: "string" } },
      ],
      requestBody: {
        content: {
          "application/json": { schema: { type: "string" } },
          "multipart/form-data": {
            schema: { properties: { file: { type: "string", format: "binary" }, n: { type: "integer" } } },
          },
        },
      },
      responses: { 200: { description: "It." }, 404: {} },
    });
  }
  expect(Object.keys(components.schemas)).toEqual(["def-0"]);
});

test("Swagger 2.0 is refused by name", async () => {
  const app = Fastify();
  onTestFinished(async () => await app.close());
  await app.register(swagger, { swagger: { info }, transform, transformObject });
  await app.register(validlib);
  app.post("/", { schema: { body: signUp } }, async () => "ok");
  await app.ready();
  expect(() => app.swagger()).toThrow("give swagger the option openapi");
});
