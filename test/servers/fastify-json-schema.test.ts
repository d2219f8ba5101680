/** Routes with JSON Schemas, validated by us: the option `jsonSchemas`. */
import Fastify, { type FastifyInstance, type FastifyRequest, type InjectOptions } from "fastify";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Dict, Int } from "../../src/index.ts";
import { type JsonSchemas, validlib } from "../../src/servers/fastify.ts";

const echo = ({ body, query, params, headers }: FastifyRequest) => ({ body, query, params, count: headers["x-count"] });

function appWith(jsonSchemas: JsonSchemas): FastifyInstance {
  const app = Fastify();
  const item = { type: "object", properties: { sku: { type: "string", minLength: 1 } }, required: ["sku"] };
  app.addSchema({ $id: "item", ...item });
  app.addSchema({ $id: "https://example.com/shared.json", definitions: { id: { type: "integer" } } });
  app.register(validlib, { jsonSchemas });
  const order = {
    type: "object",
    properties: { items: { type: "array", items: { $ref: "item#" } }, day: { type: "string", format: "date" } },
    required: ["items"],
    additionalProperties: false,
  };
  app.post("/orders", { schema: { body: order } }, echo);
  const list = {
    params: { type: "object", properties: { id: { $ref: "https://example.com/shared.json#/definitions/id" } } },
    querystring: {
      type: "object",
      properties: {
        page: { type: "integer", minimum: 1 },
        ids: { type: "array", items: { type: "integer" } },
        "a/b": { type: "boolean" },
        q: { type: "string" },
      },
      required: ["page"],
    },
    headers: { type: "object", properties: { "X-Count": { type: "number" } } },
  };
  app.get("/list/:id", { schema: list }, echo);
  const content = {
    "application/json": { schema: { type: "integer" } },
    "text/plain": { schema: { type: "string", maxLength: 3 } },
  };
  app.post("/content", { schema: { body: { content } } }, echo);
  app.post("/own", { schema: { body: order }, validatorCompiler: () => () => true }, echo);
  app.post("/mixed", { schema: { body: Dict({ a: Int() }), querystring: list.querystring } }, echo);
  app.post("/none", { schema: { body: false } }, echo);
  app.register(async (inner) => {
    inner.addSchema({ $id: "inner", type: "integer" });
    inner.post("/inner", { schema: { body: { $ref: "inner#" } } }, echo);
  });
  return app;
}

describe("with jsonSchemas, a JSON Schema", () => {
  let app: FastifyInstance;
  beforeAll(() => {
    app = appWith(true);
    return () => app.close();
  });
  const typed = (type: string, payload: string): InjectOptions => ({ payload, headers: { "content-type": type } });
  const json = (payload: string): InjectOptions => typed("application/json", payload);

  async function ask(url: string, options: InjectOptions = {}) {
    const method = options.payload === undefined ? "GET" : "POST";
    const response = await app.inject({ url, method, ...options });
    return { ...response.json(), status: response.statusCode, contentType: response.headers["content-type"] };
  }

  test("validates bodies as bytes: errors have their places", async () => {
    expect(await ask("/orders", json('{"items": [{"sku": "a"}], "day": "2026-01-31"}'))).toMatchObject({
      status: 200,
      body: { items: [{ sku: "a" }], day: "2026-01-31" },
    });
    expect(await ask("/orders", json('{"day": "2026",\n "items": [{"sku": ""}],\n "x": 1}'))).toMatchObject({
      status: 422,
      contentType: "application/problem+json",
      issues: [
        { pointer: "/day", code: "format", in: "body", line: 1, column: 9 },
        { pointer: "/items/0/sku", code: "min_length", line: 2, column: 20 },
        { pointer: "/x", code: "forbidden_key", line: 3, column: 2 },
      ],
    });
    const broken = await ask("/orders", json('{"items": ['));
    expect(broken).toMatchObject({ status: 400, issues: [{ code: "json_decode", line: 1, column: 12 }] });
  });

  test.each([
    ["/orders", typed("application/xml", "<a/>"), "application/json"],
    ["/orders", typed("application/x-www-form-urlencoded", "a=1"), "application/json"],
    ["/content", typed("text/html", "abc"), "application/json, text/plain"],
  ])("of %s refuses other content types with a problem: %j", async (url, options, accept) => {
    expect(await ask(url, options)).toMatchObject({
      status: 415,
      contentType: "application/problem+json",
      detail: `The Content-Type should be ${accept}.`,
    });
  });

  test("validates each content type of a body", async () => {
    expect(await ask("/content", json("5"))).toMatchObject({ status: 200, body: 5 });
    expect(await ask("/content", json('"x"'))).toMatchObject({ status: 422, issues: [{ line: 1, column: 1 }] });
    expect(await ask("/content", typed("text/plain", "abc"))).toMatchObject({ status: 200, body: "abc" });
    expect(await ask("/content", typed("text/plain", "abcd"))).toMatchObject({ status: 422 });
  });

  test("takes the text of other parts for what it stands for", async () => {
    const url = "/list/5?page=2&ids=1&ids=2&a%2Fb=true&q=7&other=1";
    expect(await ask(url, { headers: { "x-count": "1.5" } })).toMatchObject({
      status: 200,
      params: { id: 5 },
      query: { page: 2, ids: [1, 2], "a/b": true, q: "7", other: "1" },
      count: 1.5,
    });
    expect(await ask("/list/5?page=2&ids=1")).toMatchObject({ query: { page: 2, ids: [1] } });
    expect(await ask("/list/x?page=2")).toMatchObject({ issues: [{ in: "params", pointer: "/id" }] });
    expect(await ask("/list/1?page=0&ids=1&ids=x&a%2Fb=yes")).toMatchObject({
      status: 422,
      issues: [
        { in: "query", pointer: "/page", code: "min_value" },
        { in: "query", pointer: "/ids/1", code: "invalid_type" },
        { in: "query", pointer: "/a~1b", code: "invalid_type" },
      ],
    });
    expect(await ask("/list/1")).toMatchObject({ issues: [{ pointer: "/page", code: "missing_key" }] });
  });

  test("may be a boolean, stand beside a validator, and refer to schemas of its instance", async () => {
    expect(await ask("/none", json("1"))).toMatchObject({ status: 422, issues: [{ code: "forbidden_value" }] });
    expect(await ask("/mixed?page=1", json('{"a": 1}'))).toMatchObject({ body: { a: 1 }, query: { page: 1 } });
    expect(await ask("/mixed?page=0", json('{"a": 1}'))).toMatchObject({ status: 422, issues: [{ in: "query" }] });
    expect(await ask("/inner", json("5"))).toMatchObject({ status: 200, body: 5 });
    expect(await ask("/inner", json("5.5"))).toMatchObject({ status: 422 });
  });

  test("is left to the compiler of a route that has one, also if the same schema is ours elsewhere", async () => {
    expect(await ask("/own", json('{"x": 1}'))).toMatchObject({ status: 200, body: { x: 1 } });
  });
});

test("jsonSchemas may be options for reading them", async () => {
  const app = appWith({ format: "annotation", documents: { more: { type: "string" } } });
  onTestFinished(() => app.close());
  app.post("/more", { schema: { body: { $ref: "more#" } } }, echo);
  const ask = async (url: string, payload: unknown) =>
    (await app.inject({ url, method: "POST", payload: JSON.stringify(payload), headers: JSON_TYPE })).statusCode;
  expect(await ask("/orders", { items: [], day: "never" })).toBe(200);
  expect([await ask("/more", "x"), await ask("/more", 5)]).toEqual([200, 422]);
});
const JSON_TYPE = { "content-type": "application/json" };

test.each([[{ jsonSchemas: 5 }], [{ jsonSchemas: { formats: true } }]])(
  "%j is an error at the start",
  async (options) => {
    const app = Fastify();
    app.register(validlib, options as never);
    app.post("/", { schema: { body: { type: "integer" } } }, echo);
    await expect(app.ready()).rejects.toThrow(/jsonSchemas should be|There is no option 'formats'/);
  },
);

test("a schema that is invalid is an error at the start, which says where", async () => {
  const app = Fastify();
  app.register(validlib, { jsonSchemas: true });
  app.post("/", { schema: { body: { properties: { a: { type: "nope" } } } } }, echo);
  await expect(app.ready()).rejects.toThrow("type at /properties/a/type: there is no type 'nope'");
});

describe("the option integers says what becomes of integers beyond the safe range", () => {
  const BIG = 9007199254740993n;
  const id = { type: "integer", minimum: 9007199254740993n };
  const schema = { type: "object", properties: { id, ids: { type: "array", items: id } } };
  const invalid = { status: 422, issues: [{ pointer: "/id" }] };

  /** Sends both ways. Bigints are shown as text that ends in n. */
  async function ask(jsonSchemas: JsonSchemas, digits: string) {
    const app = Fastify();
    onTestFinished(() => app.close());
    app.register(validlib, { jsonSchemas });
    app.setReplySerializer((value) => JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `${one}n` : one)));
    const shown = (value: unknown, given = value as Record<string, unknown>) => ({ id: given.id, other: given.x });
    app.post("/", { schema: { body: schema } }, ({ body }) => shown(body));
    app.get("/", { schema: { querystring: schema } }, ({ query }) => shown(query));
    app.get("/:id", { schema: { params: schema } }, ({ params }) => shown(params));
    const answer = async (options: InjectOptions) => {
      const response = await app.inject(options);
      return { status: response.statusCode, ...response.json() };
    };
    const payload = `{"id":${digits},"x":[${digits}]}`;
    return {
      body: await answer({ method: "POST", url: "/", payload, headers: { "content-type": "application/json" } }),
      query: await answer({ url: `/?id=${digits}` }),
      params: await answer({ url: `/${digits}` }),
    };
  }

  test.each<[JsonSchemas, id: unknown]>([
    [true, 9007199254740992],
    [{ integers: "number" }, 9007199254740992],
    [{ integers: "exact" }, `${BIG}n`],
  ])("%j: by their digits", async (option, value) => {
    const ok = { status: 200, id: value };
    expect(await ask(option, String(BIG))).toEqual({ body: { ...ok, other: [value] }, query: ok, params: ok });
    const refused = await ask(option, String(BIG - 1n));
    for (const answer of Object.values(refused)) expect(answer).toMatchObject(invalid);
  });

  test("refuse: none is valid, in no part of a request", async () => {
    const refused = await ask({ integers: "refuse" }, String(BIG));
    for (const answer of Object.values(refused)) expect(answer.status).toBe(422);
  });

  test("another value is an error when the plugin is registered", async () => {
    const app = Fastify();
    app.register(validlib, { jsonSchemas: { integers: "bigint" as never } });
    app.post("/", { schema: { body: schema } }, () => "");
    await expect(app.ready()).rejects.toThrow("integers");
  });
});
