/**
 * A server of bench/http.mjs, in a process of its own: one route of the framework that is named, whose body is a list
 * of users, validated by the peer that is named. It sends its URL to the process that started it.
 */
import { once } from "node:events";
import { jsonSchema } from "./peers/json-schema.mjs";
import { version } from "./versions.mjs";
import { workloads } from "./workloads.mjs";

const { shape } = workloads.find(({ name }) => name === "users");
const answer = (users) => ({ users: users.length });
const validlib = async () => {
  const { schema, version } = await (await import("./peers/validlib.mjs")).load();
  return { schema: schema(shape), version };
};
const zod = async () => {
  const { schema, version } = await (await import("./peers/zod.mjs")).load();
  return { schema: schema(shape), version };
};
const ajv = async () => {
  const { default: Ajv } = await import("ajv");
  return { check: new Ajv().compile(jsonSchema(shape)), version: version("ajv") };
};

/** For each framework and peer: what listens, and the version of the peer. */
const frameworks = {
  fastify: {
    /** As Fastify has it, but that it converts nothing and refuses unknown keys, as the others do. */
    ajv: async () => ({
      ...(await fastify(
        { body: jsonSchema(shape) },
        { customOptions: { coerceTypes: false, removeAdditional: false } },
      )),
      version: version("ajv"),
    }),
    async zod() {
      const { schema, version } = await zod();
      const validatorCompiler = () => (data) => {
        const { success, data: value, error } = schema.safeParse(data);
        return success ? { value } : { error };
      };
      return { ...(await fastify({ body: {} }, undefined, { validatorCompiler })), version };
    },
    async validlib() {
      const { validlib: plugin } = await import("../dist/servers/fastify.js");
      const { schema, version } = await validlib();
      return { ...(await fastify({ body: schema }, undefined, { plugin })), version };
    },
    /** Parses and checks nothing. */
    none: async () => ({ ...(await fastify(undefined)), version: version("fastify") }),
  },
  express: {
    async ajv() {
      const { check, version } = await ajv();
      const validate = (req, res, next) => (check(req.body) ? next() : res.status(422).json(check.errors));
      return { ...(await express((express) => [express.json(), validate])), version };
    },
    async zod() {
      const { schema, version } = await zod();
      const validate = (req, res, next) => {
        const { success, data, error } = schema.safeParse(req.body);
        if (!success) return res.status(422).json(error.issues);
        req.body = data;
        next();
      };
      return { ...(await express((express) => [express.json(), validate])), version };
    },
    async validlib() {
      const { validate } = await import("../dist/servers/express.js");
      const { schema, version } = await validlib();
      return {
        ...(await express(
          () => [validate({ body: schema })],
          (req) => req.valid.body,
        )),
        version,
      };
    },
    none: async () => ({ ...(await express((express) => [express.json()])), version: version("express") }),
  },
  hono: {
    async ajv() {
      const { validator } = await import("hono/validator");
      const { check, version } = await ajv();
      const validate = validator("json", (value, c) => (check(value) ? value : c.json(check.errors, 422)));
      return { ...(await hono([validate])), version };
    },
    async zod() {
      const { sValidator } = await import("@hono/standard-validator");
      const { schema, version } = await zod();
      return { ...(await hono([sValidator("json", schema)])), version };
    },
    async validlib() {
      const { validator } = await import("../dist/servers/hono.js");
      const { schema, version } = await validlib();
      return { ...(await hono([validator("json", schema)])), version };
    },
    none: async () => ({ ...(await hono([], (c) => c.req.json())), version: version("hono") }),
  },
  /** Functions from Request to Response, served by Hono's adapter for Node. */
  fetch: {
    async ajv() {
      const { check, version } = await ajv();
      const serve = async (request) => {
        const users = await request.json();
        return check(users) ? Response.json(answer(users)) : Response.json(check.errors, { status: 422 });
      };
      return { ...(await fetchServer(serve)), version };
    },
    async zod() {
      const { schema, version } = await zod();
      const serve = async (request) => {
        const { success, data, error } = schema.safeParse(await request.json());
        return success ? Response.json(answer(data)) : Response.json(error.issues, { status: 422 });
      };
      return { ...(await fetchServer(serve)), version };
    },
    async validlib() {
      const { handler, readJson } = await import("../dist/servers/fetch.js");
      const { schema, version } = await validlib();
      const serve = handler(async (request) => Response.json(answer(await readJson(request, schema))));
      return { ...(await fetchServer(serve)), version };
    },
    async none() {
      const serve = async (request) => Response.json(answer(await request.json()));
      return { ...(await fetchServer(serve)), version: version("@hono/node-server") };
    },
  },
};

async function fastify(schema, ajv, { plugin, validatorCompiler } = {}) {
  const { default: Fastify } = await import("fastify");
  const app = Fastify({ ajv });
  if (plugin) app.register(plugin);
  if (validatorCompiler) app.setValidatorCompiler(validatorCompiler);
  app.post("/", { schema }, ({ body }) => answer(body));
  return { url: await app.listen({ port: 0, host: "127.0.0.1" }) };
}

async function express(handlersOf, valueOf = (req) => req.body) {
  const { default: express } = await import("express");
  const app = express();
  app.post("/", ...handlersOf(express), (req, res) => res.json(answer(valueOf(req))));
  // Its own would print what it answers.
  app.use((error, _req, res, _next) => res.status(error.status ?? 500).json({}));
  return { url: await listening(app.listen(0, "127.0.0.1")) };
}

async function hono(handlers, valueOf = (c) => c.req.valid("json")) {
  const { Hono } = await import("hono");
  const app = new Hono();
  app.post("/", ...handlers, async (c) => c.json(answer(await valueOf(c))));
  return fetchServer(app.fetch);
}

async function fetchServer(fetch) {
  const { serve } = await import("@hono/node-server");
  return { url: await listening(serve({ fetch, port: 0, hostname: "127.0.0.1" })) };
}

async function listening(server) {
  if (!server.listening) await once(server, "listening");
  return `http://127.0.0.1:${server.address().port}`;
}

const [, , framework, peer] = process.argv;
process.send(await frameworks[framework][peer]());
/** How much it has worked: that of a busy machine says more than requests a second. */
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send(user + system);
});
process.on("disconnect", () => process.exit());
