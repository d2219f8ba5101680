/**
 * A server of bench/http.mjs, in a process of its own: Fastify with one route, whose body is a list of users, validated by
 * the peer that is named. It sends its URL to the process that started it.
 */
import Fastify from "fastify";
import { jsonSchema } from "./peers/json-schema.mjs";
import { version } from "./versions.mjs";
import { workloads } from "./workloads.mjs";

const { shape } = workloads.find(({ name }) => name === "users");

/** For each peer: how the application is made, and the schema of the body. */
const peers = {
  /** As Fastify has it, but that it converts nothing and refuses unknown keys, as the others do. */
  async ajv() {
    const app = Fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } });
    return { app, body: jsonSchema(shape), version: version("ajv") };
  },
  async zod() {
    const app = Fastify();
    const { value, version } = await (await import("./peers/zod.mjs")).load();
    const parse = value(shape);
    app.setValidatorCompiler(() => (data) => {
      try {
        return { value: parse(data) };
      } catch (error) {
        return { error };
      }
    });
    return { app, body: {}, version };
  },
  async validlib() {
    const app = Fastify();
    const { validlib } = await import("../dist/servers/fastify.js");
    const { schema, version } = await (await import("./peers/validlib.mjs")).load();
    app.register(validlib);
    return { app, body: schema(shape), version };
  },
  /** Parses and checks nothing. */
  async none() {
    return { app: Fastify(), version: version("fastify") };
  },
};

const { app, body, version: used } = await peers[process.argv[2]]();
app.post("/", body === undefined ? {} : { schema: { body } }, (request) => ({ users: request.body.length }));
process.send({ url: await app.listen({ port: 0, host: "127.0.0.1" }), version: used });
/** How much it has worked: that of a busy machine says more than requests a second. */
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send(user + system);
});
process.on("disconnect", () => process.exit());
