import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { Any, Dict, Int, Str } from "../../src/index.ts";
import { ProblemError, validator } from "../../src/servers/hono.ts";
import {
  behavesAsServer,
  form,
  headers,
  MAX_BYTES,
  maybe,
  order,
  params,
  type Started,
  search,
  shown,
  signup,
} from "./support.ts";

async function start(): Promise<Started> {
  const app = new Hono();
  const limits = { maxBytes: MAX_BYTES };
  app.post("/orders", validator("json", order, limits), (c) => c.json(shown(c.req.valid("json"))));
  app.post("/maybe", validator("json", maybe), (c) => c.json({ body: c.req.valid("json") }));
  app.post("/signup", validator("json", signup), (c) => c.json(c.req.valid("json")));
  app.get("/signup", validator("query", signup), (c) => c.json(c.req.valid("query")));
  app.post("/signup/form", validator("form", signup), (c) => c.json(c.req.valid("form")));
  app.get("/search", validator("query", search), (c) => c.json(c.req.valid("query")));
  app.get("/items/:id", validator("param", params), (c) => c.json(c.req.valid("param")));
  app.get("/me", validator("header", headers), (c) => c.json(c.req.valid("header")));
  app.post("/form", validator("form", form, limits), (c) => c.json(c.req.valid("form")));
  app.post("/items/:id", validator({ json: order, param: params, query: search }), (c) =>
    c.json(shown(c.req.valid("json"))),
  );
  const server = serve({ fetch: app.fetch, port: 0 });
  await new Promise((ready) => server.once("listening", ready));
  const close = (): Promise<unknown> => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

describe("Hono", () => behavesAsServer(start, { multipart: true, allParts: true, params: true }));

describe("validator for Hono", () => {
  const schema = Dict({ a: Int() });
  const post = (body: string) => ({ method: "POST", body, headers: { "content-type": "application/json" } });

  test("leaves the body to those who read it after it, and takes what was read before it", async () => {
    const app = new Hono();
    app.post("/after", validator("json", schema), async (c) => c.text(await c.req.text()));
    app.post("/twice", validator("json", schema), validator("json", Any()), (c) =>
      c.json(c.req.valid("json") as object),
    );
    app.use("/before", async (c, next) => {
      await c.req.text();
      await next();
    });
    app.post("/before", validator("json", schema), (c) => c.json(c.req.valid("json")));
    for (const path of ["/after", "/twice", "/before"]) {
      const response = await app.request(path, post('{"a":1}'));
      expect([response.status, await response.text()], path).toEqual([200, '{"a":1}']);
    }
    expect((await app.request("/before", post('{"a":""}'))).status).toBe(422);
  });

  test.each(["formData", "parseBody", "text", "blob", "arrayBuffer"] as const)(
    "takes a form that was read by %s before it",
    async (read) => {
      const app = new Hono();
      app.use(async (c, next) => {
        await c.req[read]();
        await next();
      });
      app.post("/", validator("form", Dict({ a: Str() })), (c) => c.json(c.req.valid("form")));
      const data = new FormData();
      data.set("a", "b");
      for (const body of [data, new URLSearchParams({ a: "b" })]) {
        const response = await app.request("/", { method: "POST", body });
        expect([response.status, await response.json()]).toEqual([200, { a: "b" }]);
      }
    },
  );

  test("keeps the header fields that were set before it answers", async () => {
    const app = new Hono();
    app.use(async (c, next) => {
      c.header("access-control-allow-origin", "*");
      await next();
    });
    app.post("/", validator("json", schema), (c) => c.text("ok"));
    const response = await app.request("/", post("{}"));
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([422, "*"]);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  });

  test("lets the application answer, if it wants to", async () => {
    const app = new Hono();
    const onError = (
      error: { readonly issues: readonly unknown[] },
      c: { json(value: object, status: 400): Response },
    ) => c.json({ mine: error.issues.length }, 400);
    app.post("/", validator("json", schema, { onError }), (c) => c.text("ok"));
    const response = await app.request("/", post("{}"));
    expect([response.status, await response.json()]).toEqual([400, { mine: 1 }]);
  });

  test("passes what a handler throws to the application", async () => {
    const app = new Hono();
    app.post("/", validator("json", schema), () => {
      throw new Error("mistake");
    });
    app.onError((error, c) => c.text(error.message, 503));
    const response = await app.request("/", post('{"a":1}'));
    expect([response.status, await response.text()]).toEqual([503, "mistake"]);
  });

  test("answers with a problem that a handler throws", async () => {
    const app = new Hono();
    app.post("/", validator("json", schema), () => {
      throw new ProblemError(409, "Too late.", { headers: { "retry-after": "5" } });
    });
    const response = await app.request("/", post('{"a":1}'));
    expect([response.status, response.headers.get("content-type"), response.headers.get("retry-after")]).toEqual([
      409,
      "application/problem+json",
      "5",
    ]);
    expect(await response.json()).toMatchObject({ status: 409, title: "Conflict", detail: "Too late." });
  });

  test("refuses a GET where a body is asked for, as one without a body", async () => {
    const app = new Hono();
    app.all("/", validator("json", schema), (c) => c.json(c.req.valid("json").a));
    for (const method of ["GET", "HEAD", "POST"]) {
      const typed = { method, headers: { "content-type": "application/json" } };
      const answers = [await app.request("/", { method }), await app.request("/", typed)];
      expect(
        answers.map(({ status }) => status),
        method,
      ).toEqual([415, 400]);
    }
  });

  test("has messages of a formatter", async () => {
    const app = new Hono();
    app.post("/", validator("json", Str(), { formatter: () => [["", "Nein."]] }), (c) => c.text("ok"));
    expect(await (await app.request("/", post("1"))).json()).toMatchObject({ issues: [{ message: "Nein." }] });
  });

  test("refuses wrong parameters when it is called", () => {
    expect(() => validator("body" as "json", schema)).toThrow("There is no target 'body': did you mean 'json'?");
    expect(() => validator("toString" as "json", schema)).toThrow("There is no target 'toString'");
    expect(() => validator("json", {} as never)).toThrow("The schema of json should be a validator");
    expect(() => validator("json", schema, { maxErrors: 0.5 })).toThrow("maxErrors should be a non-negative integer");
    const misspelt = "There is no option 'onerror': did you mean 'onError'?";
    expect(() => validator("json", schema, { onerror: 1 } as never)).toThrow(misspelt);
    expect(() => validator("json", schema, (() => {}) as never)).toThrow("options should be an object, not function");
    expect(() => validator("json", schema, null as never)).toThrow("options should be an object, not null");
  });

  test("of several parts has one problem for all, and refuses parts that do not go together", async () => {
    const number = Int({ coerce: "text" });
    const [query, param] = [Dict({ page: number }), Dict({ id: number })];
    const app = new Hono().post("/:id", validator({ json: schema, query, param, header: undefined }), (c) =>
      c.json([c.req.valid("param").id, c.req.valid("query").page, c.req.valid("json").a]),
    );
    const places = async (body: string, url: string) =>
      ((await (await app.request(url, post(body))).json()) as ProblemError).issues.map((one) => one.in + one.pointer);
    expect(await places('{"a":"x"}', "/x?page=x")).toEqual(["params/id", "query/page", "body/a"]);
    expect(await (await app.request("/1?page=2", post('{"a":3}'))).json()).toEqual([1, 2, 3]);
    expect(() => validator({ json: schema, form: schema })).toThrow("json or a form");
    expect(() => validator({ jsn: schema } as never)).toThrow("There is no target 'jsn': did you mean 'json'?");
    expect(() => validator({ json: 5 } as never)).toThrow("json");
    expect((await app.request("/1?page=x", { method: "POST", body: "{}" })).status).toBe(415);
  });
});
