/** Compiled validators in servers, by `fromCompiled`: each adapter answers as with the validator of the source. */
import "reflect-metadata";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { Dict, fromCompiled, Int, List, openapi, Str, type Validator } from "../../src/index.ts";
import { validate } from "../../src/servers/express.ts";
import { type ValidlibTypeProvider, validlib } from "../../src/servers/fastify.ts";
import { handler, readJson, readQuery } from "../../src/servers/fetch.ts";
import { ProblemError, ValidPipe } from "../../src/servers/nest.ts";
import { compiled } from "../compiled/evaluate.ts";
import { all } from "../support/all.ts";

const source = Dict(
  { name: Str({ minlen: 1 }), count: Int({ min: 1, coerce: "text" }), tags: List(Str()) },
  { optional: ["tags"] },
);
const other: Validator = fromCompiled(compiled(source));

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

async function ofExpress(schema: Validator): Promise<Answer[]> {
  const app = express();
  app.post(
    "/",
    validate({ body: schema }, (req, res) => void res.json(req.valid.body)),
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

async function ofFastify(schema: Validator): Promise<Answer[]> {
  const app = Fastify().withTypeProvider<ValidlibTypeProvider>();
  app.register(validlib);
  app.post("/", { schema: { body: schema } }, ({ body }) => body);
  app.get("/", { schema: { querystring: schema } }, ({ query }) => query);
  onTestFinished(() => app.close());
  return answers(`${await app.listen({ port: 0 })}/`);
}

async function ofFetch(schema: Validator): Promise<Answer[]> {
  const handle = handler(async (request: Request) =>
    Response.json(request.method === "POST" ? await readJson(request, schema) : readQuery(request, schema)),
  );
  const url = "http://localhost/";
  const posts = [VALID, WRONG].map((body) => new Request(url, { ...POST, body: JSON.stringify(body) }));
  const gets = QUERIES.map((query) => new Request(`${url}?${query}`));
  return Promise.all([...posts, ...gets].map(async (request) => answerOf(await handle(request))));
}

test.each([
  ["Express", ofExpress],
  ["Fastify", ofFastify],
  ["handlers of the Fetch API", ofFetch],
])("%s answer as with the validator of the source", async (_, of) => {
  const [expected, actual] = [await of(source), await of(other)];
  expect(actual).toEqual(expected);
  expect(actual.map(({ status }) => status)).toEqual([200, 422, 200, 422]);
});

test("pipes of Nest give what those with the validator of the source give", async () => {
  const [expected, actual] = await Promise.all(
    [source, other].map(async (schema) => {
      const pipe = new ValidPipe(schema as Validator);
      const given = [VALID, WRONG].map(async (value) => pipe.transform(value, { type: "body" }));
      return Promise.allSettled(given);
    }),
  );
  expect(actual).toEqual(expected);
  expect(actual).toMatchObject([{ value: VALID }, { reason: expect.any(ProblemError) }]);
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
