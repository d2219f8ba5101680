import express from "express";
import Fastify from "fastify";
import { Hono } from "hono";
import { hc } from "hono/client";
import { Bool, Date as DateOf, Dict, type Infer, Int, Str } from "../../src/index.ts";
import { de } from "../../src/locales/de.ts";
import { fr } from "../../src/locales/fr.ts";
import { type Valid, type ValidHandler, type ValidRequest, validate } from "../../src/servers/express.ts";
import { form, type ValidlibTypeProvider, validlib } from "../../src/servers/fastify.ts";
import { handler, readBody, readForm, readJson, readQuery, readRequest } from "../../src/servers/fetch.ts";
import { validator } from "../../src/servers/hono.ts";
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
  // @ts-expect-error -- a schema is a validator
  validate({ body: { item: "string" } });
  // @ts-expect-error -- a limit is a number
  validate({ body: order, maxBytes: "1mb" });
}

// Hono: `c.req.valid` knows, and so does the client.
{
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

// The Fetch API: readers return what they have read.
void (async (request: Request) => {
  exact<Awaited<ReturnType<typeof readJson<typeof order>>>, Order>();
  const json = await readJson(request, order, { maxBytes: 5 });
  exact<typeof json, Order>();
  const read = [await readForm(request, query), await readBody(request, query), readQuery(request, query)] as const;
  exact<typeof read, readonly [Query, Query, Query]>();
  const both = await readRequest(request, { json: order, query });
  exact<typeof both, { json: Order; query: Query }>();
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
