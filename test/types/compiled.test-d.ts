/** Compiled validators where the library takes its own: what is inferred is what they were compiled from. */
import express from "express";
import Fastify from "fastify";
import { Hono } from "hono";
import { arbitrary } from "../../src/fast-check/index.ts";
import {
  AllOf,
  type Branded,
  brand,
  Default,
  Dict,
  describe,
  extend,
  filterRecords,
  type fromCompiled,
  type Infer,
  type InferInput,
  Int,
  List,
  Nullable,
  OneOf,
  Optional,
  openapi,
  readonly,
  Transform,
  Tuple,
  toJsonSchema,
  toSource,
} from "../../src/index.ts";
import type { Compiled } from "../../src/runtime/index.ts";
import { respond as respondExpress, validate } from "../../src/servers/express.ts";
import { form, type ValidlibTypeProvider } from "../../src/servers/fastify.ts";
import { readBody, readForm, readHeaders, readJson, readQuery, readRequest, respond } from "../../src/servers/fetch.ts";
import { respond as respondHono, validator } from "../../src/servers/hono.ts";
import { ValidPipe, ValidResponse } from "../../src/servers/nest.ts";
import { exact } from "./exact.ts";

type User = { name: string; born: Date };
type Given = { name: string; born: string };
declare const user: Compiled<User, Given>;
declare const value: User;

exact<Infer<typeof user>, User>();
exact<InferInput<typeof user>, Given>();

// Members
{
  const team = Dict({ lead: user, members: List(user), deputy: Optional(user), guest: Nullable(user) });
  exact<Infer<typeof team>, { lead: User; members: User[]; deputy?: User; guest: User | null }>();
  exact<InferInput<typeof team>["members"], Given[]>();
  exact<Infer<ReturnType<typeof pair>>, [User, number]>();
  exact<Infer<ReturnType<typeof either>>, User | number>();
  const length = AllOf(
    user,
    Transform(({ name }) => name.length),
  );
  exact<Infer<typeof length>, number>();
  exact<InferInput<typeof length>, Given>();
  const more = extend(Dict({ n: Int() }), { user });
  exact<Infer<typeof more>, { n: number; user: User }>();
  const whole = Dict({ user: Default(user, { name: "Ann", born: "2000-01-01" }) });
  exact<Infer<typeof whole>, { user: User }>();
  // @ts-expect-error -- a number is no input of it
  Dict({ user: Default(user, 5) });
}
function pair() {
  return Tuple(user, Int());
}
function either() {
  return OneOf(user, Int());
}

// Functions
{
  const branded = brand(user, "User");
  exact<(typeof branded)["~types"]["input"], Given>();
  const result = branded.safe(value);
  if (result.ok) exact<typeof result.value, Branded<User, "User">>();
  exact<Infer<ReturnType<typeof unchanging>>, Readonly<User>>();
  exact<Infer<ReturnType<typeof described>>, User>();
  void filterRecords(user, "", { format: "json" });
  toJsonSchema(user, { unrepresentable: "any" });
  toSource({ user });
  arbitrary(user);
  openapi({
    info: { title: "", version: "" },
    routes: [{ method: "post", path: "/", body: user, responses: { 200: user } }],
  });
  exact<ReturnType<typeof fromCompiled<User, Given>>["~types"]["output"], User>();
}
function unchanging() {
  return readonly(user);
}
function described() {
  return describe(user, { title: "User" });
}

// Servers
{
  const app = express();
  app.post(
    "/",
    validate({ body: user, query: user }, (req, res) => {
      exact<typeof req.valid, { body: User; query: User }>();
      respondExpress(res, user, req.valid.body);
      // @ts-expect-error -- the response is a user
      respondExpress(res, user, { name: "Ann" });
    }),
  );
  const fastify = Fastify().withTypeProvider<ValidlibTypeProvider>();
  fastify.post("/", { schema: { body: user, querystring: user, response: { 200: user } } }, ({ body, query }) => {
    exact<typeof body, User>();
    exact<typeof query, User>();
    return body;
  });
  fastify.post("/form", { schema: { body: form(user) } }, async ({ body }) => {
    exact<typeof body, User>();
  });
  new Hono().post("/", validator("query", user), validator({ json: user }), (c) => {
    exact<ReturnType<typeof c.req.valid<"query">>, User>();
    exact<ReturnType<typeof c.req.valid<"json">>, User>();
    return respondHono(c, user, c.req.valid("json"));
  });
  void (async (request: Request) => {
    const read = [await readJson(request, user), await readForm(request, user), await readBody(request, user)] as const;
    exact<typeof read, readonly [User, User, User]>();
    const parts = [readQuery(request, user), readHeaders(request, user)] as const;
    exact<typeof parts, readonly [User, User]>();
    exact<Awaited<ReturnType<typeof both>>, { json: User; query: User }>();
    return respond(user, value);
  });
  const pipe = new ValidPipe(user);
  exact<Awaited<ReturnType<typeof pipe.transform>>, User>();
  new ValidResponse(user);
}
function both(request: Request) {
  return readRequest(request, { json: user, query: user });
}
