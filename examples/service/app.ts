/** The routes. A handler gets what its schemas return; a request that they refuse never reaches it. */
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import Fastify, { type FastifyInstance, type FastifyServerOptions } from "fastify";
import { CheckError } from "validlib";
import { form, ProblemError, transform, transformObject, type ValidlibTypeProvider, validlib } from "validlib/fastify";
import { locales } from "./languages.ts";
import {
  changed,
  changes,
  contact,
  customerId,
  customers,
  order,
  ordered,
  orderHeaders,
  search,
  signedUp,
  signUp,
  TAKEN,
} from "./schemas.ts";
import type { Store } from "./store.ts";

const PAGE = 20;

const info = { title: "Shop", version: "1.0.0", description: "Customers sign up, and order." };

export function service(store: Store, options: FastifyServerOptions = {}): FastifyInstance {
  const app = Fastify(options);
  // The OpenAPI document of the routes that follow, and a page that shows it.
  app.register(swagger, { openapi: { openapi: "3.1.0", info }, transform, transformObject });
  app.register(swaggerUi, { routePrefix: "/docs" });
  app.register(validlib, { maxBytes: 100_000, locales });
  app.register(async (scope) => addRoutes(scope, store));
  return app;
}

function addRoutes(scope: FastifyInstance, store: Store): void {
  const app = scope.withTypeProvider<ValidlibTypeProvider>();

  const signUpSchema = {
    summary: "Sign up",
    body: signUp((email) => store.isFree(email)),
    response: { 201: signedUp },
  };
  app.post("/customers", { schema: signUpSchema }, async ({ body }, reply) => {
    const id = await store.add(body);
    if (id === undefined) throw taken();
    reply.code(201);
    return { id, ...body };
  });

  const searchSchema = { summary: "Search customers", querystring: search, response: { 200: customers } };
  app.get("/customers", { schema: searchSchema }, async ({ query: { q = "", phone, id, page } }) =>
    store.customers
      .map((customer, index) => ({ id: index + 1, ...customer }))
      .filter((customer) => customer.name.includes(q) && (!phone || customer.phone !== null))
      .filter((customer) => id.length === 0 || id.includes(customer.id))
      .slice((page - 1) * PAGE, page * PAGE),
  );

  const changeSchema = { summary: "Change a customer", params: customerId, body: changes, response: { 200: changed } };
  app.patch("/customers/:id", { schema: changeSchema }, async ({ params, body }) => {
    const customer = store.customers[params.id - 1];
    if (customer === undefined) throw new ProblemError(404, "There is no such customer.");
    Object.assign(customer, body);
    return { changed: Object.keys(body) };
  });

  const orderSchema = { summary: "Order", headers: orderHeaders, body: order, response: { 201: ordered } };
  app.post("/orders", { schema: orderSchema }, async ({ headers, body }, reply) => {
    store.orders.set(headers.key, body);
    reply.code(201);
    return { count: body.items.reduce((sum, { count }) => sum + count, 0), paid: body.payment.by === "card" };
  });

  app.post("/contact", { schema: { summary: "Write to us", body: form(contact) } }, async ({ body }, reply) => {
    store.messages.push(body);
    return reply.redirect("/thanks", 303);
  });
}

/** The address was free when the request was validated, and is not any more. */
const taken = () => ProblemError.of("body", new CheckError({ message: TAKEN, code: "taken", context: ["email"] }));
