import "../support/globals.ts";
import "reflect-metadata";
import { Body, Controller, Get, HttpCode, Module, Param, Post, Query, UseInterceptors } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { DocumentBuilder, SwaggerModule } from "@nestjs/swagger";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as v from "../../src/index.ts";
import {
  ApiValid,
  documentValidators,
  ProblemError,
  ProblemFilter,
  type ResponseError,
  ValidPipe,
  ValidResponse,
} from "../../src/servers/nest.ts";
import { de } from "../../src/text/locales/de.ts";

const whole = v.Int({ coerce: "text", min: 1 });
const order = v.Dict({ id: v.Int(), tags: v.Set(v.Str()), day: v.Date({ format: "iso" }) });
const search = v.Dict({ page: whole, by: v.Dict({ name: v.Str({ minlen: 2 }) }) }, { nested: true });

/** Orders, decorated by hand: as TypeScript compiles decorators. */
class Orders {
  create(body: v.Infer<typeof order>) {
    return body;
  }
  find(id: number) {
    if (id === 9) throw new ProblemError(409, "It is sent.");
    return id === 8 ? { id: "8" } : { id, tags: new Set(["dark"]), day: order.schema.day("2026-02-28") };
  }
  search(query: v.Infer<typeof search>, by: unknown) {
    return { query, by: by ?? null };
  }
}

const decorate = (name: keyof Orders, ...decorators: MethodDecorator[]): void => {
  const descriptor = Object.getOwnPropertyDescriptor(Orders.prototype, name) as PropertyDescriptor;
  for (const decorator of decorators.reverse()) decorator(Orders.prototype, name, descriptor);
};
Body(new ValidPipe(order))(Orders.prototype, "create", 0);
decorate(
  "create",
  Post(),
  HttpCode(200),
  UseInterceptors(new ValidResponse(order)),
  ApiValid({ body: order, responses: { 200: order } }),
);
Param("id", new ValidPipe(whole))(Orders.prototype, "find", 0);
decorate(
  "find",
  Get("by-id/:id"),
  UseInterceptors(new ValidResponse(order)),
  ApiValid({ params: v.Dict({ id: whole }), responses: { 200: order } }),
);
Query(new ValidPipe(search))(Orders.prototype, "search", 0);
Query("by", new ValidPipe(v.Any()))(Orders.prototype, "search", 1);
decorate("search", Get("search"), ApiValid({ query: v.Dict({ page: whole }) }));
Controller("orders")(Orders);

class App {}
Module({ controllers: [Orders] })(App);

describe("Nest", () => {
  const logged: ResponseError[] = [];
  let app: Awaited<ReturnType<typeof NestFactory.create>>;
  let url: string;
  beforeAll(async () => {
    app = await NestFactory.create(App, { logger: false });
    app.useGlobalFilters(new ProblemFilter({ locales: [de], log: (error) => logged.push(error) }));
    await app.listen(0, "127.0.0.1");
    url = (await app.getUrl()).replace("[::1]", "127.0.0.1");
  });
  afterAll(() => app.close());

  async function ask(path: string, body?: object, headers: Record<string, string> = {}) {
    const method = body === undefined ? "GET" : "POST";
    const init = { method, headers: { "content-type": "application/json", ...headers } };
    const response = await fetch(`${url}${path}`, body === undefined ? init : { ...init, body: JSON.stringify(body) });
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      text: await response.text(),
      headers: response.headers,
    };
  }

  test("validates a body with a pipe, and writes what the handler returns by its schema", async () => {
    const sent = { id: 1, tags: ["a", "b"], day: "2026-01-02" };
    const { status, text, type } = await ask("/orders", sent);
    expect([status, JSON.parse(text)]).toEqual([200, sent]);
    expect(type).toMatch(/^application\/json/);
    const refused = await ask("/orders", { ...sent, id: "1", day: "x" });
    expect([refused.status, refused.type]).toEqual([422, "application/problem+json"]);
    expect(JSON.parse(refused.text)).toMatchObject({
      status: 422,
      issues: [
        { in: "body", pointer: "/id", code: "invalid_type" },
        { in: "body", pointer: "/day", code: "datetime_parse" },
      ],
    });
  });

  test("validates queries with names that are places, and single values by their name", async () => {
    const found = await ask("/orders/search?page=2&by.name=Ada");
    expect(JSON.parse(found.text)).toEqual({ query: { page: 2, by: { name: "Ada" } }, by: null });
    expect(JSON.parse((await ask("/orders/search?page=0&by[name]=A")).text).issues).toMatchObject([
      { in: "query", pointer: "/page", field: "page" },
      { in: "query", pointer: "/by/name", field: "by[name]" },
    ]);
    const { status, text, headers } = await ask("/orders/by-id/x", undefined, { "accept-language": "de" });
    expect([status, headers.get("content-language")]).toEqual([422, "de"]);
    expect(JSON.parse(text)).toMatchObject({ detail: "params /id: Erwartet: ganze Zahl.", issues: [{ in: "params" }] });
  });

  test("answers with problems of handlers, and with 500 to a response that is not valid", async () => {
    expect(JSON.parse((await ask("/orders/by-id/7")).text)).toEqual({ id: 7, tags: ["dark"], day: "2026-02-28" });
    const conflict = await ask("/orders/by-id/9");
    expect([conflict.status, JSON.parse(conflict.text).detail]).toEqual([409, "It is sent."]);
    const broken = await ask("/orders/by-id/8");
    expect([broken.status, broken.type, broken.text.includes("/id")]).toEqual([500, "application/problem+json", false]);
    expect(logged.map(({ issues }) => issues[0]?.pointer)).toEqual(["/id"]);
    // Nest answers to the rest itself.
    expect((await ask("/none")).status).toBe(404);
  });

  test("has the validators in the document of @nestjs/swagger", () => {
    const config = new DocumentBuilder().setTitle("Orders").setOpenAPIVersion("3.1.0").build();
    const document = documentValidators(SwaggerModule.createDocument(app, config));
    const { post } = document.paths["/orders"] as never as { post: Record<string, object> };
    const body = v.toJsonSchema(order) as { properties: object };
    expect(post.requestBody).toMatchObject({
      content: { "application/json": { schema: { properties: body.properties } } },
    });
    expect((post.responses as unknown as Record<string, object>)["200"]).toMatchObject({
      content: { "application/json": {} },
    });
    expect(document.paths["/orders/by-id/{id}"]?.get?.parameters).toEqual([
      {
        name: "id",
        in: "path",
        required: true,
        schema: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      },
    ]);
    expect(document.paths["/orders/search"]?.get?.parameters).toMatchObject([{ name: "page", in: "query" }]);
    expect(JSON.stringify(document)).not.toContain("x-validlib");
  });

  test("refuses what is no validator, or has no encoding", () => {
    expect(() => new ValidPipe(5 as never)).toThrow(TypeError);
    expect(() => new ValidPipe(order, { maxError: 5 } as never)).toThrow("did you mean 'maxErrors'");
    expect(() => new ValidResponse(v.Transform(() => 1))).toThrow("encod");
    expect(() => new ProblemFilter({ locales: 5 as never })).toThrow(TypeError);
  });
});
