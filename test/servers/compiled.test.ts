/** Compiled validators in servers: each adapter answers as with the validator of the source. */
import "reflect-metadata";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import swagger from "@fastify/swagger";
import express from "express";
import Fastify from "fastify";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { type AnyValidator, Dict, fromCompiled, Int, List, openapi, Str } from "../../src/index.ts";
import { respond as respondOfExpress, validate } from "../../src/servers/express.ts";
import { form, transform, transformObject, type ValidlibTypeProvider, validlib } from "../../src/servers/fastify.ts";
import { handler, readBody, readJson, readQuery, readRequest, respond } from "../../src/servers/fetch.ts";
import { respond as respondOfHono, validator } from "../../src/servers/hono.ts";
import { ProblemError, ValidPipe, ValidResponse } from "../../src/servers/nest.ts";
import { compiled } from "../compiled/evaluate.ts";
import { all } from "../support/all.ts";

const source = Dict(
  { name: Str({ minlen: 1 }), count: Int({ min: 1, coerce: "text" }), tags: List(Str()) },
  { optional: ["tags"] },
);
const other = compiled(source);

const VALID = { name: "Ann", count: 2, tags: ["a"] };
const WRONG = { name: "", count: 0, more: 1 };
const QUERIES = ["name=Ann&count=2", "name=&count=x"];

const POST = { method: "POST", headers: { "content-type": "application/json" } };

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: await response.json(),
});

/** What a server answers to bodies and queries. */
async function answers(url: string): Promise<Answer[]> {
  const all: Answer[] = [];
  for (const body of [VALID, WRONG]) {
    all.push(await answerOf(await fetch(url, { ...POST, body: JSON.stringify(body) })));
  }
  for (const query of QUERIES) all.push(await answerOf(await fetch(`${url}?${query}`)));
  return all;
}

async function ofExpress(schema: AnyValidator): Promise<Answer[]> {
  const app = express();
  app.post(
    "/",
    validate({ body: schema }, (req, res) => respondOfExpress(res, schema, req.valid.body)),
  );
  app.get(
    "/",
    validate({ query: schema }, (req, res) => void res.json(req.valid.query)),
  );
  const server = createServer(app).listen(0);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return answers(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

async function ofFastify(schema: AnyValidator): Promise<Answer[]> {
  const app = Fastify().withTypeProvider<ValidlibTypeProvider>();
  app.register(validlib);
  app.post("/", { schema: { body: schema, response: { 200: schema } } }, ({ body }) => body);
  app.get("/", { schema: { querystring: schema } }, ({ query }) => query);
  app.post("/form", { schema: { body: form(schema) } }, ({ body }) => body);
  onTestFinished(() => app.close());
  const url = `${await app.listen({ port: 0 })}/`;
  return [...(await answers(url)), ...(await ofForms((body) => fetch(`${url}form`, { method: "POST", body })))];
}

/** What the requests of `answers` get from a function. */
async function answersBy(handle: (request: Request) => Response | Promise<Response>): Promise<Answer[]> {
  const url = "http://localhost/";
  const posts = [VALID, WRONG].map((body) => new Request(url, { ...POST, body: JSON.stringify(body) }));
  const gets = QUERIES.map((query) => new Request(`${url}?${query}`));
  return Promise.all([...posts, ...gets].map(async (request) => answerOf(await handle(request))));
}

const ofForms = (send: (form: URLSearchParams) => Response | Promise<Response>): Promise<Answer[]> =>
  Promise.all(QUERIES.map(async (query) => answerOf(await send(new URLSearchParams(query)))));

async function ofFetch(schema: AnyValidator): Promise<Answer[]> {
  const handle = handler(async (request: Request) => {
    if (request.method === "POST") return respond(schema, await readJson(request, schema));
    const query = readQuery(request, schema);
    expect((await readRequest(request, { query: schema })).query).toStrictEqual(query);
    return Response.json(query);
  });
  const formHandler = handler(async (request: Request) => Response.json(await readBody(request, schema)));
  const all = await answersBy(handle);
  const send = (body: URLSearchParams) => formHandler(new Request("http://localhost/", { method: "POST", body }));
  return [...all, ...(await ofForms(send))];
}

async function ofHono(schema: AnyValidator): Promise<Answer[]> {
  const app = new Hono();
  app.post("/", validator("json", schema), (c) => respondOfHono(c, schema, c.req.valid("json")) as never);
  app.get("/", validator({ query: schema }), (c) => c.json(c.req.valid("query") as object));
  return answersBy((request) => app.fetch(request));
}

test.each([
  ["Express", ofExpress],
  ["Fastify", ofFastify],
  ["Hono", ofHono],
  ["handlers of the Fetch API", ofFetch],
])("%s answer as with the validator of the source", async (_, of) => {
  const [expected, actual] = [await of(source), await of(other)];
  expect(actual).toEqual(expected);
  expect(actual.map(({ status }) => status).slice(0, 4)).toEqual([200, 422, 200, 422]);
});

test("pipes of Nest give what those with the validator of the source give", async () => {
  const [expected, actual] = await Promise.all(
    [source, other].map(async (schema) => {
      const pipe = new ValidPipe(schema as AnyValidator);
      const given = [VALID, WRONG].map(async (value) => pipe.transform(value, { type: "body" }));
      return Promise.allSettled(given);
    }),
  );
  expect(actual).toEqual(expected);
  expect(actual).toMatchObject([{ value: VALID }, { reason: expect.any(ProblemError) }]);
});

test("responses of Nest take them", async () => {
  expect(() => new ValidResponse(other)).not.toThrow();
});

test("@fastify/swagger documents them as any value, where it documents those of the library", async () => {
  const documentOf = async (schema: AnyValidator) => {
    const app = Fastify();
    onTestFinished(() => app.close());
    const openapi = { openapi: "3.1.0", info: { title: "Users", version: "1" } } as const;
    await app.register(swagger, { openapi, transform, transformObject });
    await app.register(validlib);
    app.post("/", { schema: { body: schema, response: { 200: schema } } }, async () => VALID);
    app.post("/form", { schema: { body: form(schema) } }, async () => "");
    await app.ready();
    return app.swagger();
  };
  const document = await documentOf(other);
  expect(document).toEqual(await documentOf(fromCompiled(other)));
  expect(document).toMatchObject({
    paths: { "/": { post: { requestBody: { content: { "application/json": { schema: {} } } } } } },
  });
});

test("columns decline them with their place, and OpenAPI has any value there, or declines them", async () => {
  const place = /FromCompiled at \/(?:schema\/)?user/;
  const schema = Dict({ user: other });
  const read = async () => all(schema.columns(JSON.stringify({ user: VALID })));
  await expect(read()).rejects.toThrow(place);
  const options = {
    info: { title: "Users", version: "1" },
    routes: [{ method: "post", path: "/users", body: schema }],
  };
  expect(() => openapi({ ...options, unrepresentable: "error" } as never)).toThrow(
    /FromCompiled.*user|user.*FromCompiled/s,
  );
  const text = JSON.stringify(openapi(options as never));
  expect(text).toContain('"properties":{"user":{}}');
});
