/**
 * A small server with Fastify: `npm run build && node examples/server.js`, then
 *
 *   curl -i localhost:3000/orders -H 'content-type: application/json' -d '{"item": "beer", "count": 2}'
 *   curl -i localhost:3000/orders -H 'content-type: application/json' -d '{"item": "", "count": "2"}'
 *   curl -i localhost:3000/orders -H 'content-type: application/json' -d '{"item": "beer",'
 *   curl -i 'localhost:3000/orders?from=2026-01-01&item=beer'
 */
import Fastify from "fastify";
import { Date as DateOf, Dict, Int, Str } from "validlib";
import { validlib } from "validlib/fastify";

const item = Str({ minlen: 1, maxlen: 100 });
const order = Dict({ item, count: Int({ min: 1, max: 1000 }) });
const search = Dict({ item, from: DateOf({ format: "%Y-%m-%d" }) }, { optional: ["item", "from"] });

const orders = [];
const today = () => new Date().toISOString().slice(0, 10);

const app = Fastify();
app.register(validlib, { maxBytes: 10_000 });

app.post("/orders", { schema: { body: order } }, (request, reply) => {
  orders.push({ ...request.body, day: today() });
  reply.code(201);
  return { ordered: request.body.count };
});

app.get("/orders", { schema: { querystring: search } }, ({ query }) =>
  orders.filter(({ item, day }) => item === (query.item ?? item) && day >= (query.from?.toString() ?? "")),
);

console.log(await app.listen({ port: Number(process.env.PORT ?? 3000) }));
