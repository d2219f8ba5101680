import express from "express";
import Fastify from "fastify";
import { Hono } from "hono";
import { hc } from "hono/client";
import {
  Any,
  Bool,
  Date as DateOf,
  Default,
  Dict,
  type Infer,
  Int,
  List,
  Nullable,
  Optional,
  Str,
} from "../../src/index.ts";
import {
  problemHandler,
  respond as respondExpress,
  type Valid,
  type ValidHandler,
  type ValidRequest,
  validate,
} from "../../src/servers/express.ts";
import { form, type ValidlibTypeProvider, validlib } from "../../src/servers/fastify.ts";
import { handler, readBody, readForm, readJson, readQuery, readRequest, respond } from "../../src/servers/fetch.ts";
import { respond as respondHono, validator } from "../../src/servers/hono.ts";
import { de } from "../../src/text/locales/de.ts";
import { fr } from "../../src/text/locales/fr.ts";
import { exact } from "./exact.ts";

const order = Dict({ item: Str(), count: Int(), day: DateOf({ format: "%Y" }) }, { optional: ["day"] });
type Order = Infer<typeof order>;
const query = Dict({ dry: Bool({ coerce_str: true }) });
const params = Dict({ id: Int({ coerce: true }) });
type Query = { dry: boolean };
type Params = { id: number };

// Fastify: the schemas of a route are the types of its requests.
{
  const app = Fastify().withTypeProvider<ValidlibTypeProvider>();
  app.register(validlib, { maxErrors: 5, maxBytes: 100 });
  app.post("/:id", { schema: { body: order, querystring: query, params, headers: query } }, (request) => {
    exact<typeof request.body, Order>();
    exact<typeof request.query, Query>();
    exact<typeof request.params, Params>();
    exact<typeof request.headers.dry, boolean>();
    // @ts-expect-error -- there is no such key
    request.body.price;
    return request.body.count + 1;
  });
  app.post("/form", { schema: { body: form(order) } }, async ({ body }) => {
    exact<typeof body, Order>();
  });
  app.get("/", (request) => {
    exact<typeof request.body, unknown>();
  });
  // @ts-expect-error -- there is no such option
  app.register(validlib, { maxSize: 5 });
}

// Fastify: several content types, and forms; what replies may be; the schemas of others.
{
  const app = Fastify().withTypeProvider<ValidlibTypeProvider>();
  const content = {
    "application/json": { schema: order },
    "text/plain": { schema: Str() },
    "application/x-www-form-urlencoded": { schema: form(query) },
  };
  app.post("/", { schema: { body: { content } } }, ({ body }) => {
    exact<typeof body, Order | string | Query>();
  });
  const json = { "application/json": { schema: { type: "object" } } };
  app.post("/", { schema: { body: { type: "object" }, querystring: { content: json } } }, ({ body, query }) => {
    exact<typeof body, unknown>();
    exact<typeof query, unknown>();
  });

  const response = { 200: order, "4xx": Dict({ why: Str() }) };
  app.get("/", { schema: { response } }, async () => ({ item: "beer", count: 1 }));
  app.get("/", { schema: { response } }, () => ({ why: "none left" }));
  app.get("/", { schema: { response } }, (_, reply) => void reply.code(200).send({ item: "beer", count: 1 }));
  // @ts-expect-error -- a count is a number
  app.get("/", { schema: { response } }, async () => ({ item: "beer", count: "1" }));
  // @ts-expect-error -- there is no such key
  app.get("/", { schema: { response } }, () => ({ nonsense: true }));
  // @ts-expect-error -- no order is sent with that status
  app.get("/", { schema: { response } }, (_, reply) => void reply.code("4xx").send({ item: "beer", count: 1 }));
  // @ts-expect-error -- a date is not its text
  app.get("/", { schema: { response: { 200: DateOf({ format: "iso" }) } } }, async () => "2026-02-28");
  const several = { 200: { content: { "application/json": { schema: order } } } };
  // @ts-expect-error -- a count is a number
  app.get("/", { schema: { response: several } }, async () => ({ item: "beer", count: "1" }));
  app.get("/", { schema: { response: { 200: { type: "object" } } } }, async () => ({ any: "thing" }));
}

// Express: a handler that is given to `validate` knows, others say what they get.
{
  const app = express();
  const schemas = { body: order, query, params };
  app.post(
    "/:id",
    validate(schemas, (req, res) => {
      exact<typeof req.valid, { body: Order; query: Query; params: Params }>();
      exact<typeof req.valid.body.count, number>();
      // @ts-expect-error -- no form is validated
      req.valid.form;
      res.json(req.valid.body);
    }),
  );
  app.post("/:id", validate(schemas), (req: ValidRequest<typeof schemas>, res) => {
    exact<typeof req.valid.params.id, number>();
    res.send(req.ip);
  });
  const separate: ValidHandler<typeof schemas> = (req, _, next) => {
    exact<typeof req.valid.query.dry, boolean>();
    next();
  };
  app.post(
    "/",
    validate(schemas, separate),
    validate({ body: order, maxBytes: 10, onError: (error, _, __, next) => next(error) }),
  );
  exact<Valid<{ form: typeof query; maxBytes: number }>, { form: Query }>();
  app.get("/", (_, res) => respondExpress(res, order, { item: "beer", count: 1 }));
  app.use(problemHandler);
  // @ts-expect-error -- a count is a number
  app.get("/", (_, res) => respondExpress(res, order, { item: "beer", count: "1" }));
  // @ts-expect-error -- a schema is a validator
  validate({ body: { item: "string" } });
  // @ts-expect-error -- a limit is a number
  validate({ body: order, maxBytes: "1mb" });
}

// Hono: `c.req.valid` knows, and so does the client.
{
  new Hono().post("/all/:id", validator({ json: order, query, param: params }), (c) => {
    exact<ReturnType<typeof c.req.valid<"json">>, Order>();
    exact<ReturnType<typeof c.req.valid<"query">>, Query>();
    exact<ReturnType<typeof c.req.valid<"param">>, Params>();
    // @ts-expect-error -- the header fields are not validated
    c.req.valid("header");
    return c.text("");
  });
  const app = new Hono()
    .post("/orders/:id", validator("json", order), validator("query", query), validator("param", params), (c) => {
      const json = c.req.valid("json");
      exact<typeof json, Order>();
      const valid = c.req.valid("query");
      exact<typeof valid, Query>();
      const { id } = c.req.valid("param");
      exact<typeof id, number>();
      // @ts-expect-error -- that is not validated
      c.req.valid("form");
      return c.json({ ordered: json.count });
    })
    .post("/form", validator("form", query, { maxBytes: 5 }), (c) => c.json(c.req.valid("form")));
  const client = hc<typeof app>("http://localhost/");
  void (async () => {
    const response = await client.orders[":id"].$post({
      json: { item: "beer", count: 1 },
      query: { dry: "true" },
      param: { id: "5" },
    });
    const body = await response.json();
    exact<typeof body, { ordered: number }>();
    const rest = { query: { dry: "true" }, param: { id: "5" } };
    // @ts-expect-error -- a count is a number
    await client.orders[":id"].$post({ ...rest, json: { item: "beer", count: "1" } });
  });
  // @ts-expect-error -- there is no such target
  validator("body", order);
}

// Hono: clients send and get JSON, which has neither bigints nor dates.
{
  const big = Dict({
    id: Int({ bigint: true }),
    day: DateOf({ format: "iso" }),
    n: Default(Int(), 1),
    tags: Optional(List(Nullable(Int({ bigint: true })))),
    any: Any(),
  });
  type Big = { id: number; day: string; n?: number; tags?: (number | null)[]; any: unknown };
  const app = new Hono()
    .post("/", validator("json", big), (c) => respondHono(c, big, c.req.valid("json"), 201))
    // @ts-expect-error -- a count is a number
    .get("/", (c) => respondHono(c, order, { item: "beer", count: "1" }));
  const client = hc<typeof app>("http://localhost/");
  void (async () => {
    const response = await client.index.$post({ json: { id: 5, day: "2026-01-01", any: [1] } });
    const body = await response.json();
    exact<typeof body.id, number>();
    exact<typeof body.day, string>();
    exact<typeof body.tags, Big["tags"]>();
    exact<typeof response.status, 201>();
    // @ts-expect-error -- JSON.stringify throws
    await client.index.$post({ json: { id: 5n, day: "2026-01-01", any: 1 } });
    // @ts-expect-error -- the server would get another text
    await client.index.$post({ json: { id: 5, day: Temporal.PlainDate.from("2026-01-01"), any: 1 } });
  });
}

// The Fetch API: readers return what they have read.
void (async (request: Request) => {
  exact<Awaited<ReturnType<typeof readJson<typeof order>>>, Order>();
  const json = await readJson(request, order, { maxBytes: 5 });
  exact<typeof json, Order>();
  const read = [await readForm(request, query), await readBody(request, query), readQuery(request, query)] as const;
  exact<typeof read, readonly [Query, Query, Query]>();
  const both = await readRequest(request, { json: order, query });
  exact<typeof both, { json: Order; query: Query }>();
  exact<ReturnType<typeof respond<typeof order>>, Response>();
  // @ts-expect-error -- a count is a number
  respond(order, { item: "beer", count: "1" });
  handler(() => respond(order, { item: "beer", count: 1 }), { log: ({ issues }) => console.error(issues) });
  const fetch = handler(async (one: Request, env: { key: string }) => new Response(env.key + one.url));
  exact<typeof fetch, (request: Request, env: { key: string }) => Promise<Response>>();
  // @ts-expect-error -- there is no such part
  await readRequest(request, { body: order });
});

// The language of a request: the function knows what a request is.
{
  const locales = [de, fr];
  Fastify().register(validlib, {
    locales,
    locale: (request) => (request.headers["x-language"] === "fr" ? fr : undefined),
  });
  validate({ body: order, locales, locale: (req) => (req.get("x-language") === "fr" ? fr : undefined) });
  validator("json", order, { locales, locale: (c) => (c.req.header("x-language") === "fr" ? fr : undefined) });
  readJson({} as Request, order, {
    locales,
    locale: (request) => (request.headers.has("x-language") ? fr : undefined),
  });
  readQuery({} as Request, query, { locale: de });
  // @ts-expect-error -- a language is no code
  validate({ body: order, locales: ["de"] });
  // @ts-expect-error -- nor what the function returns
  validator("json", order, { locale: () => "de" });
}
