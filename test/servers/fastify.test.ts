import { pipeline } from "node:stream";
import { createGunzip, gzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { AllOf, Any, Check, Dict, Int, Str, type Validator } from "../../src/index.ts";
import {
  form as formBody,
  ProblemError,
  problemHandler,
  type ValidlibOptions,
  type ValidlibTypeProvider,
  validlib,
} from "../../src/servers/fastify.ts";
import { jsonTextOf, RouteValidation } from "../../src/servers/fastify-compiler.ts";
import { de } from "../../src/text/locales/de.ts";
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
  const app = Fastify({ bodyLimit: MAX_BYTES }).withTypeProvider<ValidlibTypeProvider>();
  app.register(validlib);
  app.post("/orders", { schema: { body: order } }, (request) => shown(request.body));
  app.get("/search", { schema: { querystring: search } }, (request) => request.query);
  app.get("/items/:id", { schema: { params } }, (request) => request.params);
  app.get("/me", { schema: { headers } }, (request) => request.headers);
  app.post("/form", { schema: { body: formBody(form) } }, (request) => request.body);
  app.post("/items/:id", { schema: { params, query: search, body: order } }, (request) => shown(request.body));
  app.post("/maybe", { schema: { body: maybe } }, ({ body }) => ({ body }));
  app.post("/signup", { schema: { body: signup } }, (request) => request.body);
  app.get("/signup", { schema: { querystring: signup } }, (request) => request.query);
  app.post("/signup/form", { schema: { body: formBody(signup) } }, (request) => request.body);
  return { url: await app.listen({ port: 0 }), close: () => app.close() };
}

describe("Fastify", () => behavesAsServer(start, { multipart: false, allParts: true, params: true }));

/** An application that ends with the test. */
function appWith(options: ValidlibOptions = {}): FastifyInstance {
  const app = Fastify();
  onTestFinished(() => app.close());
  app.register(validlib, options);
  return app;
}

const inject = async (app: FastifyInstance, payload: string | object, type = "application/json", url = "/") => {
  const { statusCode, payload: text } = await app.inject({
    method: "POST",
    url,
    payload,
    headers: { "content-type": type },
  });
  return [statusCode, text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text];
};

describe("the plugin for Fastify", () => {
  test.each(["0", '""', "false", "null", "[]"])("gives the handler a body that is %s", async (text) => {
    const app = appWith();
    app.post("/", { schema: { body: Any() } }, ({ body }) => ({ body }));
    expect(await inject(app, text)).toEqual([200, { body: JSON.parse(text) }]);
  });

  test("gives the request such a body, as older versions of Fastify do not", () => {
    const never = () => expect.fail("nothing but the validator is used");
    const compile = new RouteValidation({ maxBytes: 10 }, never).compiler(never);
    const validate = compile({ schema: Any(), httpPart: "body" }) as (data: unknown) => unknown;
    const request = { body: undefined as unknown };
    expect([validate(jsonTextOf(request, new TextEncoder().encode("0"))), request.body]).toEqual([{ value: 0 }, 0]);
  });

  test("leaves JSON to Fastify where a route has no validator of the body", async () => {
    const app = appWith();
    app.post("/", ({ body }) => ({ body }));
    expect(await inject(app, '{"a": 1}')).toEqual([200, { body: { a: 1 } }]);
    expect(await inject(app, "{")).toMatchObject([400, { code: "FST_ERR_CTP_INVALID_JSON_BODY" }]);
    expect(await inject(app, '{"__proto__": 1}')).toMatchObject([400, { code: "FST_ERR_CTP_INVALID_JSON_BODY" }]);
  });

  test("takes forms where a route asks for one, JSON elsewhere, and never the other", async () => {
    const app = appWith();
    app.post("/", { schema: { body: Any() } }, () => "ok");
    app.post("/form", { schema: { body: formBody(Any()) } }, () => "ok");
    app.post("/none", () => "ok");
    const urlEncoded = "application/x-www-form-urlencoded";
    expect(await inject(app, "a=1", urlEncoded)).toMatchObject([415, { issues: [] }]);
    expect(await inject(app, "a=1", urlEncoded, "/form")).toEqual([200, "ok"]);
    expect(await inject(app, "a=1", urlEncoded, "/none")).toMatchObject([415, {}]);
    expect(await inject(app, "{}", undefined, "/form")).toMatchObject([415, { issues: [] }]);
    expect(await inject(app, "a", "text/plain", "/form")).toMatchObject([415, { issues: [] }]);
    expect(await inject(app, "a", "text/css", "/form")).toMatchObject([415, { issues: [] }]);
  });

  test("takes what another plugin has read for a form, and nothing that it has read for JSON", async () => {
    const app = Fastify();
    onTestFinished(() => app.close());
    app.addContentTypeParser("application/x-www-form-urlencoded", async () => ({ a: ["1", "2"] }));
    app.register(validlib);
    app.post("/form", { schema: { body: formBody(Dict({ a: Str() })) } }, ({ body }) => body);
    app.post("/", { schema: { body: Any() } }, () => "ok");
    expect(await inject(app, "a=1", "application/x-www-form-urlencoded", "/form")).toEqual([200, { a: "2" }]);
    expect(await inject(app, "a=1", "application/x-www-form-urlencoded")).toMatchObject([415, { issues: [] }]);
  });

  test("answers with the messages of its formatter, and bounds depth and errors", async () => {
    const app = appWith({ formatter: () => [["", "Nein."]], maxErrors: 1, maxDepth: 2 });
    app.post("/", { schema: { body: Dict({ a: Int(), b: Any() }) } }, () => "ok");
    expect(await inject(app, '{"a": "", "b": 1, "c": 1}')).toMatchObject([
      422,
      { issues: [{ message: "Nein." }], truncated: true },
    ]);
    expect(await inject(app, '{"a": 1, "b": [[1]]}')).toMatchObject([400, { issues: [{ code: "json_decode" }] }]);
  });

  test("bounds bodies by the smaller of its maxBytes and the bodyLimit of the route", async () => {
    const app = appWith({ maxBytes: 10 });
    const schema = { body: Any() };
    app.post("/", { schema }, () => "ok");
    app.post("/small", { schema, bodyLimit: 5 }, () => "ok");
    expect(await inject(app, "1".padEnd(10))).toEqual([200, "ok"]);
    expect(await inject(app, "1".padEnd(11))).toMatchObject([413, {}]);
    expect(await inject(app, "1".padEnd(6), undefined, "/small")).toMatchObject([413, {}]);
  });

  test.each([
    ["its own", undefined],
    ["one that they share", () => () => true],
  ])("bounds bodies by the limit of their route, with the same schema validated by %s", async (_, make) => {
    const app = appWith();
    const shared = make?.();
    const options = { schema: { body: Any() }, ...(shared && { validatorCompiler: () => shared }) };
    app.post("/", options, () => "ok");
    app.post("/small", { ...options, bodyLimit: 5 }, () => "ok");
    for (let round = 0; round < 2; round++) {
      expect(await inject(app, "1".padEnd(6))).toEqual([200, "ok"]);
      expect(await inject(app, "1".padEnd(6), undefined, "/small")).toMatchObject([413, {}]);
      expect(await inject(app, "1".padEnd(5), undefined, "/small")).toEqual([200, "ok"]);
    }
  });

  test("keeps Fastify's default limit of 1 MiB", async () => {
    const app = appWith();
    app.post("/", { schema: { body: Any() } }, () => "ok");
    expect(await inject(app, "1".padEnd(1024 * 1024))).toEqual([200, "ok"]);
    expect(await inject(app, "1".padEnd(1024 * 1024 + 1))).toMatchObject([413, { status: 413 }]);
  });

  test("gives preValidation hooks the bytes, as for a signature", async () => {
    const app = appWith();
    app.post("/", {
      schema: { body: Dict({ a: Int() }) },
      preValidation: async ({ body }) => expect(new TextDecoder().decode(body as Uint8Array)).toBe('{"a": 1}'),
      handler: ({ body }) => body,
    });
    expect(await inject(app, '{"a": 1}')).toEqual([200, { a: 1 }]);
  });

  test("takes what a preParsing hook has decoded", async () => {
    const { Readable } = await import("node:stream");
    const app = appWith();
    app.addHook("preParsing", async () => Readable.from([Buffer.from('{"a":'), " 1}"]));
    app.post("/", { schema: { body: Dict({ a: Int() }) } }, ({ body }) => body);
    const { statusCode } = await app.inject({
      method: "POST",
      url: "/",
      payload: "packed",
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
    });
    expect(statusCode).toBe(200);
  });

  describe("behind a preParsing hook that returns a paused stream, as @fastify/compress does", () => {
    test.each<[what: string, body: Uint8Array, status: number]>([
      ["valid", gzipSync('{"a": 1}'), 200],
      ["invalid", gzipSync('{"a": ""}'), 422],
      ["too large when it is unpacked", gzipSync(`{"a": ${"1".padEnd(1_000_000)}}`), 413],
      ["not compressed", Buffer.from('{"a": 1}'), 400],
      ["cut short", gzipSync('{"a": 1}').subarray(0, 20), 400],
    ])("answers to a body that is %s", async (_, payload, status) => {
      const app = appWith({ maxBytes: 10_000 });
      app.addHook("preParsing", async (_request, _reply, stream) => {
        const unpacked = createGunzip();
        unpacked.on("error", (error) => Object.assign(error, { statusCode: 400 }));
        pipeline(stream, unpacked, () => {});
        return unpacked.pause();
      });
      app.post("/", { schema: { body: Dict({ a: Int() }) } }, ({ body }) => body);
      const headers = { "content-type": "application/json", "content-encoding": "gzip" };
      expect((await app.inject({ method: "POST", url: "/", payload, headers })).statusCode).toBe(status);
    });
  });

  test("passes other errors to the handler that was set before", async () => {
    const app = Fastify();
    onTestFinished(() => app.close());
    app.setErrorHandler((error, _, reply) => reply.code(503).send({ mine: (error as Error).message }));
    const scope = (inner: FastifyInstance, _: object, done: () => void): void => {
      inner.register(validlib);
      inner.post("/", { schema: { body: Dict({ a: Int() }) } }, () => {
        throw new Error("mistake");
      });
      done();
    };
    app.register(scope);
    expect(await inject(app, '{"a": 1}')).toEqual([503, { mine: "mistake" }]);
    expect(await inject(app, '{"a": ""}')).toMatchObject([422, { issues: [{ in: "body" }] }]);
  });

  test("leaves the answer to Fastify where a hook fails that gets a problem", async () => {
    const app = Fastify();
    onTestFinished(() => app.close());
    app.setErrorHandler((error, _, reply) => reply.code(500).send({ mine: (error as Error).message }));
    app.register(async (inner) => {
      inner.register(validlib);
      inner.addHook("onSend", async (_request, { statusCode }) => {
        if (statusCode === 422) throw new Error("The hook has failed.");
      });
      inner.post("/", { schema: { body: Dict({}) } }, () => ({}));
    });
    expect(await inject(app, '{"a": 1}')).toEqual([500, { mine: "The hook has failed." }]);
  });

  test("leaves the error handler alone if it is told to; the route's may answer with the problem", async () => {
    const app = appWith({ errorHandler: false });
    const seen: unknown[] = [];
    app.setErrorHandler((error, request, reply) => {
      seen.push(error instanceof ProblemError && error.issues.length);
      return problemHandler(error as Error, request, reply);
    });
    app.post("/", { schema: { body: Int() } }, () => "ok");
    expect(await inject(app, '""')).toMatchObject([422, { status: 422 }]);
    expect(seen).toEqual([1]);
  });

  test("leaves the schemas of responses to the serializer", async () => {
    const app = appWith();
    const response = { 200: { type: "object", properties: { a: { type: "string" } } } };
    app.post("/", { schema: { body: Dict({ a: Str() }), response } }, () => ({ a: "b", secret: 1 }));
    expect(await inject(app, '{"a": "b"}')).toEqual([200, { a: "b" }]);
  });

  test("refuses limits that are none", async () => {
    await expect(appWith({ maxBytes: -1 }).ready()).rejects.toThrow("maxBytes should be a non-negative integer");
    const misspelt = "There is no option 'maxByte': did you mean 'maxBytes'?";
    await expect(appWith({ maxByte: 1 } as never).ready()).rejects.toThrow(misspelt);
    const fastifys = { prefix: "/a", logLevel: "error", errorHandler: false };
    await expect(appWith(fastifys as never).ready()).resolves.toBeDefined();
  });
});

describe("what a client has sent", () => {
  const secret = "hunter-secret";
  const login = Dict({ password: Str({ pattern: /^(?=.*\d).{8,}$/ }), pin: Int({ max: 9, coerce: true }) });

  /** The response to the secret, and the log. */
  async function ask(options: ValidlibOptions, schema: Validator = login): Promise<[payload: string, log: string]> {
    const lines: string[] = [];
    const stream = { write: (line: string) => lines.push(line) };
    const app = Fastify({ logger: { level: "trace", stream } as never });
    onTestFinished(() => app.close());
    app.register(validlib, options);
    app.post("/", { schema: { body: schema } }, async () => "taken");
    const payload = { password: secret, pin: secret };
    const { payload: text } = await app.inject({ method: "POST", url: "/", payload });
    return [text, lines.join("")];
  }

  test.each<[string, ValidlibOptions]>([
    ["with the plugin's handler", {}],
    ["with Fastify's own handler, which logs the error", { errorHandler: false }],
  ])("is in no response and no log: %s", async (_, options) => {
    for (const text of await ask(options)) {
      expect(text).not.toContain(secret);
      expect(text).toContain(text.includes("reqId") ? "incoming request" : "Expected text that matches");
    }
  });

  test("is there with showValues, unless it is a secret", async () => {
    const [shownText, log] = await ask({ showValues: true, errorHandler: false });
    expect([shownText.includes(secret), log.includes(secret)]).toEqual([true, true]);
    const hidden = Dict({ password: Str({ maxlen: 2, secret: true }), pin: Int({ coerce: true, secret: true }) });
    for (const text of await ask({ showValues: true, errorHandler: false }, hidden)) expect(text).not.toContain(secret);
  });
});

describe("all invalid parts of a request are in one problem", () => {
  const whole = Int({ coerce: "text" });
  const key = Dict({ "x-key": Str({ minlen: 3 }) }, { unknown: "strip" });
  const waits = AllOf(
    Dict({ a: Int() }),
    Check(async () => true, { async: true }),
  );
  const ask = async (app: FastifyInstance, payload: string, url = "/x?page=y", more: object = {}) => {
    const headers = { "content-type": "application/json", "x-key": "k", ...more };
    const response = await app.inject({ method: "POST", url, payload, headers });
    const { status, issues } = response.json();
    return [response.statusCode, status, issues?.map((one: { in: string; pointer: string }) => one.in + one.pointer)];
  };
  const PLACES = ["params/id", "query/page", "headers/x-key", "body/a"];
  const parts = { params: Dict({ id: whole }), querystring: Dict({ page: whole }), headers: key };

  test.each([
    ["of functions alone", { ...parts, body: Dict({ a: Int() }) }],
    ["with one that waits for its body", { ...parts, body: waits }],
    [
      "with one that waits for its query",
      {
        ...parts,
        querystring: AllOf(
          parts.querystring,
          Check(async () => true, { async: true }),
        ),
        body: Dict({ a: Int() }),
      },
    ],
    [
      "with several content types",
      { ...parts, body: { content: { "application/json": { schema: Dict({ a: Int() }) } } } },
    ],
  ])("%s", async (_, schema) => {
    const app = appWith();
    app.post("/:id", { schema }, () => "ok");
    expect(await ask(app, '{"a":"x"}')).toEqual([422, 422, PLACES]);
    expect(await ask(app, '{"a":1}')).toEqual([422, 422, PLACES.slice(0, 3)]);
    expect(await ask(app, '{"a":"x"}', "/1?page=1", { "x-key": "key" })).toEqual([422, 422, ["body/a"]]);
    expect(await ask(app, '{"a":"x"}', "/1?page=y", { "x-key": "key" })).toEqual([422, 422, ["query/page", "body/a"]]);
    // What is not JSON is a bad request, whatever else is wrong.
    expect(await ask(app, '{"a"', "/x?page=1", { "x-key": "key" })).toEqual([400, 400, ["params/id", "body"]]);
    // A body that is not read is refused for that alone.
    expect(await ask(app, "a=1", "/x?page=y", { "content-type": "text/plain" })).toEqual([415, 415, []]);
    const missing = await app.inject({ method: "POST", url: "/x?page=y", headers: { "x-key": "k" } });
    expect([missing.statusCode, missing.json().issues, missing.headers.accept]).toEqual([415, [], "application/json"]);
  });

  test("for a handler of errors, a hook, and a handler that gets the error; in the language of the request", async () => {
    const app = appWith({ errorHandler: false, locales: [de] });
    const seen: string[] = [];
    app.addHook("onError", async (_request, _reply, error) => void seen.push(error.message));
    app.setErrorHandler((error, request, reply) => {
      seen.push((error as ProblemError).message);
      problemHandler(error as Error, request, reply);
    });
    const schema = { ...parts, body: Dict({ a: Int() }) };
    app.post("/:id", { schema }, () => "ok");
    app.post("/attached/:id", { schema, attachValidation: true }, ({ validationError, body }) => {
      const { issues, detail } = validationError as unknown as ProblemError;
      return { issues, detail, status: (validationError as unknown as ProblemError).status, body };
    });
    expect(await ask(app, '{"a":"x"}', undefined, { "accept-language": "de" })).toEqual([422, 422, PLACES]);
    expect(seen).toEqual(Array(2).fill("params /id: Erwartet: ganze Zahl. (und 3 weitere Fehler)"));
    expect(await ask(app, '{"a":"x"}', "/attached/x?page=y")).toEqual([200, 422, PLACES]);
  });

  test("but not those that are left to Fastify", async () => {
    const app = appWith();
    const query = { type: "object", properties: { page: { type: "integer" } } };
    app.post("/:id", { schema: { ...parts, querystring: query, body: Dict({ a: Int() }) } }, () => "ok");
    expect(await ask(app, '{"a":"x"}')).toEqual([422, 422, ["params/id", "headers/x-key", "body/a"]]);
  });
});
