/** The routes. A handler gets what its schemas return; a request that they refuse never reaches it. */
import Fastify, { type FastifyServerOptions } from "fastify";
import { CheckError } from "validlib";
import { form, ProblemError, type ValidlibTypeProvider, validlib } from "validlib/fastify";
import { locales } from "./languages.ts";
import { changes, contact, customerId, order, orderHeaders, search, signUp, TAKEN } from "./schemas.ts";
import type { Store } from "./store.ts";

const PAGE = 20;

export function service(store: Store, options: FastifyServerOptions = {}) {
  const app = Fastify(options).withTypeProvider<ValidlibTypeProvider>();
  app.register(validlib, { maxBytes: 100_000, locales });

  app.post("/customers", { schema: { body: signUp((email) => store.isFree(email)) } }, async ({ body }, reply) => {
    const { name, birthday } = body;
    const id = await store.add(body);
    if (id === undefined) throw taken();
    reply.code(201);
    return { id, name, birthday };
  });

  app.get("/customers", { schema: { querystring: search } }, async ({ query: { q = "", phone, id, page } }) =>
    store.customers
      .map(({ password, ...customer }, index) => ({ id: index + 1, ...customer }))
      .filter((customer) => customer.name.includes(q) && (!phone || customer.phone !== null))
      .filter((customer) => id.length === 0 || id.includes(customer.id))
      .slice((page - 1) * PAGE, page * PAGE),
  );

  app.patch("/customers/:id", { schema: { params: customerId, body: changes } }, async ({ params, body }, reply) => {
    const customer = store.customers[params.id - 1];
    if (customer === undefined) return reply.callNotFound();
    Object.assign(customer, body);
    return { changed: Object.keys(body) };
  });

  app.post("/orders", { schema: { headers: orderHeaders, body: order } }, async ({ headers, body }, reply) => {
    store.orders.set(headers["idempotency-key"], body);
    reply.code(201);
    return { count: body.items.reduce((sum, { count }) => sum + count, 0), paid: body.payment.by === "card" };
  });

  app.post("/contact", { schema: { body: form(contact) } }, async ({ body }, reply) => {
    store.messages.push(body);
    return reply.redirect("/thanks", 303);
  });

  return app;
}

/** The address was free when the request was validated, and is not any more. */
const taken = () => ProblemError.of("body", new CheckError({ message: TAKEN, code: "taken", context: ["email"] }));
