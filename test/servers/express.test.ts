import { once } from "node:events";
import { request as send } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type Express } from "express";
import { describe, expect, onTestFinished, test } from "vitest";
import { Any, Dict, Int, Str } from "../../src/index.ts";
import { ProblemError, type ValidRequest, validate } from "../../src/servers/express.ts";
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

async function listen(app: Express): Promise<Started> {
  const server = app.listen(0);
  await new Promise((ready) => server.once("listening", ready));
  const close = (): Promise<unknown> => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

function start(): Promise<Started> {
  const app = express();
  const maxBytes = MAX_BYTES;
  const send = (name: string) => (req: express.Request, res: express.Response) => void res.json(req.valid[name]);
  app.post(
    "/orders",
    validate({ body: order, maxBytes }, (req, res) => res.json(shown(req.valid.body))),
  );
  app.get("/search", validate({ query: search }), send("query"));
  app.get("/items/:id", validate({ params }), send("params"));
  app.get("/me", validate({ headers }), send("headers"));
  app.post("/form", validate({ form, maxBytes }), send("form"));
  app.post("/maybe", validate({ body: maybe }), (req, res) => void res.json({ body: req.valid.body }));
  app.post("/signup", validate({ body: signup }), send("body"));
  app.get("/signup", validate({ query: signup }), send("query"));
  app.post("/signup/form", validate({ form: signup }), send("form"));
  app.post(
    "/items/:id",
    validate({ params, query: search, body: order }, (req, res) => res.json(shown(req.valid.body))),
  );
  return listen(app);
}

test("limits in place of the handler are refused, not ignored", () => {
  // @ts-expect-error: limits are no handler
  expect(() => validate({ body: order }, { maxBytes: 1 })).toThrow(/limits stand beside the schemas/);
});

test("what is no validator is refused before there is a request", () => {
  // @ts-expect-error: a class is no validator
  expect(() => validate({ body: Dict })).toThrow("The schema of body should be a validator: did you mean Dict()?");
});

describe("Express", () => behavesAsServer(start, { multipart: true, allParts: true, params: true }));

async function served(app: Express): Promise<(path: string, body?: string, type?: string) => Promise<unknown[]>> {
  const server = await listen(app);
  onTestFinished(() => server.close() as Promise<void>);
  return async (path, body, type = "application/json") => {
    const response = await fetch(server.url + path, {
      method: body === undefined ? "GET" : "POST",
      ...(body !== undefined && { body, headers: { "content-type": type } }),
    });
    return [response.status, await response.text().then((text) => (/^[{[]/.test(text) ? JSON.parse(text) : text))];
  };
}

describe("validate for Express", () => {
  const schema = Dict({ a: Int() });

  test("validates what a body parser has read before it", async () => {
    const app = express();
    const show = validate({ body: schema }, (req, res) => res.json(req.valid.body));
    app.post("/parsed", express.json(), show);
    app.post("/raw", express.raw({ type: "*/*" }), show);
    const ask = await served(app);
    for (const path of ["/parsed", "/raw"]) {
      expect(await ask(path, '{"a": 1}'), path).toEqual([200, { a: 1 }]);
      expect(await ask(path, '{"a": "b"}'), path).toMatchObject([422, { issues: [{ pointer: "/a" }] }]);
      expect(await ask(path, '{"a": 1}', "text/plain"), path).toMatchObject([415, { issues: [] }]);
    }
    expect(await ask("/raw", '{"a": }')).toMatchObject([400, { issues: [{ line: 1, column: 7 }] }]);
  });

  test("takes a string that express.json() has parsed for a value, not for JSON once more", async () => {
    const app = express();
    const parser = express.json({ strict: false });
    app.post(
      "/int",
      parser,
      validate({ body: Int() }, (req, res) => res.json(req.valid.body)),
    );
    app.post(
      "/text",
      parser,
      validate({ body: Str() }, (req, res) => res.json([req.valid.body])),
    );
    const ask = await served(app);
    expect(await ask("/int", '"5"')).toMatchObject([422, { issues: [{ code: "invalid_type", in: "body" }] }]);
    expect(await ask("/int", "5")).toEqual([200, "5"]);
    expect(await ask("/text", '"{}"')).toEqual([200, ["{}"]]);
    expect(await ask("/text", '"not JSON"')).toEqual([200, ["not JSON"]]);
  });

  test("takes the text of express.text() for a value too, as it looks the same", async () => {
    const app = express();
    app.post("/", express.text({ type: "*/*" }), validate({ body: Int() }));
    expect(await (await served(app))("/", "5")).toMatchObject([422, { issues: [{ code: "invalid_type" }] }]);
  });

  test("reads a body for which a parser of another type has left an empty object", async () => {
    const app = express();
    const left =
      (set: () => object): express.RequestHandler =>
      (req, _, next) => {
        req.body ??= set();
        next();
      };
    const show = validate({ body: Dict({ a: Int() }, { optional: ["a"] }) }, (req, res) => res.json(req.valid.body));
    app.post(
      "/left",
      left(() => ({})),
      show,
    );
    app.post(
      "/null",
      left(() => Object.create(null)),
      show,
    );
    app.post(
      "/set",
      left(() => ({ a: 2 })),
      show,
    );
    app.post(
      "/parsed",
      express.json(),
      left(() => ({})),
      show,
    );
    const ask = await served(app);
    for (const path of ["/left", "/null"]) {
      expect(await ask(path, '{"a": 1}'), path).toEqual([200, { a: 1 }]);
      expect(await ask(path, '{"a": ""}'), path).toMatchObject([422, { issues: [{ line: 1 }] }]);
    }
    expect(await ask("/set", '{"a": 1}')).toEqual([200, { a: 2 }]);
    expect(await ask("/parsed", "{}")).toEqual([200, {}]);
    // For express.json() nothing is an empty object too.
    expect(await ask("/parsed", "")).toMatchObject([400, { issues: [{ code: "json_decode" }] }]);
  });

  test("reads a request that was paused before it", async () => {
    const app = express();
    app.use((req, _, next) => {
      req.pause();
      setTimeout(next, 5);
    });
    app.post(
      "/",
      validate({ body: schema }, (req, res) => res.json(req.valid.body)),
    );
    expect(await (await served(app))("/", '{"a": 1}')).toEqual([200, { a: 1 }]);
  });

  test("takes no form for JSON, though a parser has read it", async () => {
    const app = express();
    app.use(express.urlencoded());
    app.post(
      "/json",
      validate({ body: Any() }, (_, res) => res.json("ok")),
    );
    app.post(
      "/form",
      validate({ form: Dict({ a: Int({ coerce: true }) }) }, (req, res) => res.json(req.valid.form)),
    );
    const ask = await served(app);
    const urlEncoded = "application/x-www-form-urlencoded";
    expect(await ask("/json", "a=1", urlEncoded)).toMatchObject([415, { issues: [] }]);
    expect(await ask("/form", "a=1", urlEncoded)).toEqual([200, { a: 1 }]);
    expect(await ask("/form", "a=1&a=2", urlEncoded)).toEqual([200, { a: 2 }]);
  });

  test("reads the query whatever the parser of the application is", async () => {
    for (const parser of ["simple", "extended", false] as const) {
      const app = express().set("query parser", parser);
      app.get(
        "/",
        validate({ query: Dict({ a: Str() }) }, (req, res) => res.json(req.valid.query)),
      );
      const ask = await served(app);
      expect(await ask("/?a=1&a=2")).toEqual([200, { a: "2" }]);
    }
  });

  test("runs in routers and for all methods", async () => {
    const app = express();
    const router = express.Router();
    router.use(validate({ query: Dict({ a: Str() }) }));
    router.all("/", (req, res) => void res.json(req.valid));
    app.use("/deep", router);
    const ask = await served(app);
    expect(await ask("/deep?a=b")).toEqual([200, { query: { a: "b" } }]);
    expect(await ask("/deep?a=b", '{"a": 1}')).toEqual([200, { query: { a: "b" } }]);
  });

  test("refuses a GET where a body is asked for, as one without a body", async () => {
    const app = express();
    const taken: unknown[] = [];
    app.all(
      "/",
      validate({ body: schema }, (req, res) => res.json(taken.push(req.valid.body.a))),
    );
    app.get(
      "/form",
      validate({ form: Dict({}) }, (req, res) => res.json(req.valid)),
    );
    const { url, close } = await listen(app);
    onTestFinished(() => close() as Promise<void>);
    const ask = async (path: string, method: string, type?: string): Promise<number> =>
      (await fetch(url + path, { method, ...(type && { headers: { "content-type": type } }) })).status;
    for (const method of ["GET", "HEAD", "POST"]) {
      expect([await ask("/", method), await ask("/", method, "application/json")], method).toEqual([415, 400]);
    }
    expect(taken).toEqual([]);
    expect(await ask("/form", "GET", "application/x-www-form-urlencoded")).toBe(200);
  });

  test("does not read the body that a GET has", async () => {
    const app = express();
    app.get(
      "/",
      validate({ body: schema }, (_, res) => res.json("ok")),
    );
    const { url, close } = await listen(app);
    onTestFinished(() => close() as Promise<void>);
    const request = send(url, { method: "GET", headers: { "content-type": "application/json", "content-length": 8 } });
    request.end('{"a": 1}');
    const [response] = await once(request, "response");
    expect(response.statusCode).toBe(400);
    response.resume();
  });

  test("adds to what another has validated, and replaces what both have", async () => {
    const app = express();
    const schemas = [
      { query: Dict({ a: Int({ coerce: true }) }), body: Any() },
      { body: schema, headers: headers.clone({ optional: ["x-client"] }) },
    ] as const;
    app.use(validate(schemas[0]));
    type Both = ValidRequest<(typeof schemas)[0] & (typeof schemas)[1]>;
    app.post("/", validate(schemas[1]), (req: Both, res) => void res.json([req.valid, req.valid.query.a + 1]));
    app.post(
      "/own",
      validate({ body: Dict({ a: Str() }) }, (req, res) => res.json(req.valid.body.a.length)),
    );
    const ask = await served(app);
    expect(await ask("/?a=5", '{"a": 1}')).toEqual([200, [{ query: { a: 5 }, body: { a: 1 }, headers: {} }, 6]]);
    expect(await ask("/own?a=5", '{"a": "abc"}')).toEqual([200, "3"]);
    expect(await ask("/?a=5", '{"a": ""}')).toMatchObject([422, { issues: [{ in: "body", line: 1 }] }]);
    expect(await ask("/?a=x", '{"a": 1}')).toMatchObject([422, { issues: [{ in: "query" }] }]);
  });

  test("hands the request on to the next handler, which may name its type", async () => {
    const app = express();
    const schemas = { body: schema };
    app.post("/", validate(schemas), (req: ValidRequest<typeof schemas>, res) => void res.json(req.valid.body.a + 1));
    expect(await (await served(app))("/", '{"a": 1}')).toEqual([200, "2"]);
  });

  test("lets the application answer, if it wants to", async () => {
    const app = express();
    const onError = (error: ProblemError, _: unknown, __: unknown, next: (error: unknown) => void): void => next(error);
    app.post("/", validate({ body: schema, onError }), (_, res) => void res.json("ok"));
    app.use((error: Error, _: express.Request, res: express.Response, __: express.NextFunction) => {
      res.status(400).json({ mine: error instanceof ProblemError && error.issues.length });
    });
    expect(await (await served(app))("/", "{}")).toEqual([400, { mine: 1 }]);
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("mistake");
      },
    ],
    ["rejects with", async () => Promise.reject(new Error("mistake"))],
  ])("passes what onError %s to the application", async (_, onError) => {
    const app = express();
    app.post("/", validate({ body: schema, onError }), (_, res) => void res.json("ok"));
    app.use((error: Error, _: express.Request, res: express.Response, __: express.NextFunction) => {
      res.status(503).json({ mine: error.message });
    });
    expect(await (await served(app))("/", "{}")).toEqual([503, { mine: "mistake" }]);
  });

  test("says nothing of a bad body that comes after somebody else has answered", async () => {
    const app = express();
    let resume = (): void => {};
    const isValidated = new Promise<void>((resolve) => {
      resume = resolve;
    });
    app.use((_, res, next) => {
      setTimeout(() => res.status(503).end("late"), 20);
      next();
    });
    const validated = validate({ body: schema });
    app.post("/", (req, res, next) => {
      req.once("end", () => setTimeout(resume, 20));
      validated(req, res, next);
    });
    const { url, close } = await listen(app);
    onTestFinished(() => close() as Promise<void>);
    const slow = send(url, { method: "POST", headers: { "content-type": "application/json" } });
    slow.write('{"a"');
    const [response] = await once(slow, "response");
    expect(response.statusCode).toBe(503);
    slow.end(': "x"}');
    // What is thrown then would fail this run.
    await isValidated;
  });

  test("passes what a handler throws to the application", async () => {
    const app = express();
    app.post(
      "/",
      validate({ body: schema }, async () => Promise.reject(new Error("mistake"))),
    );
    app.use((error: Error, _: express.Request, res: express.Response, __: express.NextFunction) => {
      res.status(503).json({ mine: error.message });
    });
    expect(await (await served(app))("/", '{"a": 1}')).toEqual([503, { mine: "mistake" }]);
  });

  test("has messages of a formatter and limits of its own", async () => {
    const app = express();
    app.post("/", validate({ body: Any(), maxDepth: 1, maxBytes: 20, formatter: () => [["", "Nein."]] }));
    const ask = await served(app);
    expect(await ask("/", "[[1]]")).toMatchObject([400, { issues: [{ code: "json_decode", message: "Nein." }] }]);
    expect(await ask("/", "1".padEnd(21))).toMatchObject([413, { status: 413 }]);
  });

  test("has a limit of 1 MiB without one", async () => {
    const app = express();
    app.post(
      "/",
      validate({ body: Any() }, (_, res) => res.json("ok")),
    );
    const ask = await served(app);
    expect((await ask("/", "1".padEnd(1024 * 1024)))[0]).toBe(200);
    expect((await ask("/", "1".padEnd(1024 * 1024 + 1)))[0]).toBe(413);
  });

  test("refuses wrong parameters when it is called", () => {
    expect(() => validate({ body: schema, form: schema })).toThrow("validate takes a body or a form, not both");
    expect(() => validate({ body: schema, maxDepth: 2000 })).toThrow("maxDepth should not exceed 1024");
    expect(() => validate({ bodi: schema } as never)).toThrow("There is no option 'bodi': did you mean 'body'?");
    expect(() => validate({ json: schema } as never)).toThrow("There is no option 'json': did you mean 'body'?");
    expect(() => validate(schema as never)).toThrow("schemas should be an object, not function");
  });
});
