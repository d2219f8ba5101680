/** Responses that are validated, in each framework. */
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { inspect } from "node:util";
import express, { type Response as ExpressResponse, type Request } from "express";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { Hono } from "hono";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  Any,
  Check,
  Date as DateOf,
  Dict,
  Float,
  Int,
  LazyRef,
  List,
  Nullable,
  OneOf,
  Pipe,
  Set as SetOf,
  Str,
  Transform,
  type Validator,
} from "../../src/index.ts";
import { problemHandler, respond as respondExpress, validate } from "../../src/servers/express.ts";
import { ProblemError, ResponseError, type ValidlibOptions, validlib } from "../../src/servers/fastify.ts";
import { handler, respond } from "../../src/servers/fetch.ts";
import { respond as respondHono } from "../../src/servers/hono.ts";

const day = DateOf({ format: "iso" });
const order = Dict({ id: Int({ bigint: true }), day, tags: SetOf(Str()) });
const valid = { id: 12345678901234567890n, day: day("2026-02-28"), tags: new Set(["a"]) };
const TEXT = '{"id":12345678901234567890,"day":"2026-02-28","tags":["a"]}';

const SECRET = "hunter-secret";
const problem = {
  type: "about:blank",
  title: "Internal Server Error",
  status: 500,
  detail: "The server has made a response that is not valid.",
  issues: [],
};

/** Schemas, values with `SECRET` in them that do not fit, and the path that the log should name. */
const invalid: readonly [what: string, schema: Validator, value: unknown, path: string][] = [
  ["a type", Dict({ a: List(Int()) }), { a: [1, SECRET] }, "/a/1"],
  ["a rule", Dict({ a: Str({ maxlen: 2 }) }), { a: SECRET }, "/a"],
  ["a pattern", Dict({ a: Str({ pattern: /^\d$/ }) }), { a: SECRET }, "/a"],
  ["options", Dict({ a: Str({ options: ["x"] }) }), { a: SECRET }, "/a"],
  ["a format", Dict({ a: Str({ format: "email" }) }), { a: SECRET }, "/a"],
  ["a secret", Dict({ a: Str({ maxlen: 2, secret: true }) }), { a: SECRET }, "/a"],
  ["a date", Dict({ a: day }), { a: SECRET }, "/a"],
  ["a number", Dict({ a: Float(), b: Str() }), { a: Number.NaN, b: SECRET }, "/a"],
  ["another key", Dict({ a: Int() }), { a: 1, b: SECRET }, "/b"],
  ["a missing key", Dict({ a: Int(), b: Str() }), { b: SECRET }, "/a"],
  ["a Check", Dict({ a: Check((a) => a === "x") }), { a: SECRET }, "/a"],
  [
    "a Check that quotes the value",
    Dict({ a: Check((a: string, fail) => fail({ message: `${a} is wrong`, params: { a } })) }),
    { a: SECRET },
    "/a",
  ],
  [
    "a Check that throws",
    Dict({
      a: Check(
        (a: string) => {
          throw new Error(`wrong: ${a}`);
        },
        { throws: true },
      ),
    }),
    { a: SECRET },
    "/a",
  ],
  [
    "a text of the schema",
    Dict({ a: Int({ message: (error) => `It is ${inspect(error)}, ${SECRET}.` }) }),
    { a: SECRET },
    "/a",
  ],
  [
    "an encode that throws",
    Dict({
      a: Transform((a: string) => a, {
        encode: (a: string) => {
          throw new Error(`wrong: ${a}`);
        },
      }),
    }),
    { a: SECRET },
    "/a",
  ],
  ["alternatives", Dict({ a: OneOf(Int(), DateOf({ format: "iso" })) }), { a: SECRET }, "/a"],
  [
    "an object of a class",
    Dict({ a: Any() }),
    {
      a: new (class Hidden {
        value = SECRET;
      })(),
    },
    "/a",
  ],
  ["a function", Any(), { a: () => SECRET }, "/a"],
];

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** A route with these schemas of responses, and its log. */
function fastifyWith(response: unknown, handle: Handler, options: ValidlibOptions = {}) {
  const log: string[] = [];
  const stream = { write: (line: string) => log.push(line) };
  const app = Fastify({ logger: { level: "trace", stream } as never });
  onTestFinished(() => app.close());
  app.register(validlib, options);
  app.get("/", { schema: { response } }, handle as never);
  return Object.assign(app, { entries: () => log });
}
const ask = async (app: FastifyInstance, method: "GET" | "HEAD" = "GET") => {
  const { statusCode, headers, payload } = await app.inject({ method, url: "/" });
  return [statusCode, headers["content-type"], payload];
};
const JSON_TYPE = "application/json; charset=utf-8";

describe("Fastify", () => {
  test("sends what fits, encoded", async () => {
    for (const handle of [async () => valid, () => valid, (_: unknown, reply: FastifyReply) => reply.send(valid)]) {
      expect(await ask(fastifyWith({ 200: order }, handle))).toEqual([200, JSON_TYPE, TEXT]);
    }
  });

  test("has a schema for each status, class of statuses, and all others", async () => {
    const response = {
      200: Dict({ a: Int() }),
      "2xx": Dict({ b: Int() }),
      "4XX": Dict({ c: Int() }),
      default: Dict({ d: Int() }),
    };
    const answers = [200, 201, 404, 503].map((status) => {
      const app = fastifyWith(response, (_, reply) =>
        reply.code(status).send({ [{ 200: "a", 201: "b", 404: "c", 503: "d" }[status] as string]: 1 }),
      );
      return ask(app);
    });
    expect(await Promise.all(answers)).toEqual([
      [200, JSON_TYPE, '{"a":1}'],
      [201, JSON_TYPE, '{"b":1}'],
      [404, JSON_TYPE, '{"c":1}'],
      [503, JSON_TYPE, '{"d":1}'],
    ]);
    expect((await ask(fastifyWith(response, (_, reply) => reply.code(201).send({ a: 1 }))))[0]).toBe(500);
    // Without a schema for its status, it is sent as it is.
    expect(await ask(fastifyWith({ 201: order }, () => ({ x: 1 })))).toEqual([200, JSON_TYPE, '{"x":1}']);
  });

  test("has a schema for each content type", async () => {
    const content = {
      "application/json": { schema: Dict({ a: Int() }) },
      "application/hal+json": { schema: Dict({ b: Int() }) },
    };
    const send = (type: string, value: unknown) =>
      ask(fastifyWith({ 200: { content } }, (_, reply) => reply.type(type).send(value)));
    expect(await send("application/json", { a: 1 })).toEqual([200, JSON_TYPE, '{"a":1}']);
    expect(await send("application/hal+json", { b: 1 })).toEqual([
      200,
      "application/hal+json; charset=utf-8",
      '{"b":1}',
    ]);
    expect((await send("application/hal+json", { a: 1 }))[0]).toBe(500);
  });

  test.each<[what: string, options: ValidlibOptions]>([
    ["with the plugin's handler", {}],
    ["with Fastify's own handler", { errorHandler: false }],
    ["with showValues", { showValues: true }],
  ])("answers 500 to what does not fit; the log names the place, and nothing the value: %s", async (_, options) => {
    const app = fastifyWith({}, () => "", options);
    for (const [what, schema, value] of invalid) {
      app.get(`/${what}`, { schema: { response: { 200: schema } } }, () => value);
    }
    for (const [what, , , path] of invalid) {
      app.entries().length = 0;
      const { statusCode, headers, payload } = await app.inject(encodeURI(`/${what}`));
      expect([what, statusCode]).toEqual([what, 500]);
      if (options.errorHandler !== false) {
        expect([headers["content-type"], JSON.parse(payload)]).toEqual(["application/problem+json", problem]);
      }
      const entries = app.entries().map((line) => JSON.parse(line));
      const [{ err, msg }] = entries.filter(({ level }) => level === 50);
      expect([err.type, err.issues[0].pointer]).toEqual(["ResponseError", path]);
      expect(msg).toContain(`response ${path}: `);
      expect(payload + app.entries().join()).not.toContain("hunter");
    }
  });

  test("validates what preSerialization hooks make", async () => {
    const app = fastifyWith({ 200: order }, () => ({}));
    app.addHook("preSerialization", async () => valid);
    expect(await ask(app)).toEqual([200, JSON_TYPE, TEXT]);
  });

  test.each<[what: string, handle: Handler, answer: unknown[]]>([
    ["text", () => "text", [200, "text/plain; charset=utf-8", "text"]],
    ["JSON text", (_, reply) => reply.type("application/json").send('{"x":1}'), [200, JSON_TYPE, '{"x":1}']],
    ["bytes", () => Buffer.from("a"), [200, "application/octet-stream", "a"]],
    ["a stream", (_, reply) => reply.type("text/css").send(Readable.from(["a"])), [200, "text/css", "a"]],
    [
      "a Response",
      () => new Response("a", { status: 201, headers: { "content-type": "text/css" } }),
      [201, "text/css", "a"],
    ],
    ["nothing", (_, reply) => reply.code(202).send(), [202, undefined, ""]],
    ["a redirect", (_, reply) => reply.redirect("/x", 303), [303, undefined, ""]],
  ])("sends %s as it is", async (_, handle, answer) => {
    expect(await ask(fastifyWith({ default: order }, handle))).toEqual(answer);
  });

  test("takes null for a value, unless the status has no body", async () => {
    expect(await ask(fastifyWith({ 200: Nullable(order) }, () => null))).toEqual([200, JSON_TYPE, "null"]);
    expect((await ask(fastifyWith({ 200: order }, () => null)))[0]).toBe(500);
    expect((await ask(fastifyWith({ "2xx": order }, () => null)))[0]).toBe(500);
    expect(await ask(fastifyWith({ "3xx": order }, (_, reply) => reply.code(304).send(null)))).toEqual([
      304,
      JSON_TYPE,
      "",
    ]);
    for (const handle of [null, undefined].map(
      (payload): Handler =>
        (_, reply) =>
          reply.code(204).send(payload),
    )) {
      for (const key of ["204", "2xx", "default"])
        expect(await ask(fastifyWith({ [key]: order }, handle))).toMatchObject([204, undefined, ""]);
    }
  });

  test("answers HEAD as GET, without the body", async () => {
    expect(
      await ask(
        fastifyWith({ 200: order }, () => valid),
        "HEAD",
      ),
    ).toEqual([200, JSON_TYPE, ""]);
    expect(
      (
        await ask(
          fastifyWith({ 200: order }, () => ({})),
          "HEAD",
        )
      )[0],
    ).toBe(500);
  });

  const failed = () => {
    throw Object.assign(new Error("no beer"), { statusCode: 404, code: "NO_BEER", left: 2 });
  };
  test.each<[what: string, schema: Validator, text: string]>([
    [
      "all of its members",
      Dict({ statusCode: Int(), code: Str(), error: Str(), message: Str() }),
      '{"statusCode":404,"code":"NO_BEER","error":"Not Found","message":"no beer"}',
    ],
    ["some of its members", Dict({ message: Str(), left: Int() }), '{"message":"no beer","left":2}'],
    [
      "a step that names them",
      Pipe(
        Dict({ error: Str() }),
        Check(() => true),
      ),
      '{"error":"Not Found"}',
    ],
    ["any value", Any(), '{"statusCode":404,"code":"NO_BEER","error":"Not Found","message":"no beer"}'],
    ["other values", order, '{"statusCode":404,"code":"NO_BEER","error":"Not Found","message":"no beer"}'],
  ])("answers to an error with a schema for %s", async (_, schema, text) => {
    for (const errorHandler of [true, false]) {
      expect(await ask(fastifyWith({ default: schema }, failed, { errorHandler }))).toEqual([404, JSON_TYPE, text]);
    }
  });

  test("does not validate problems", async () => {
    const app = fastifyWith({ default: order }, () => {
      throw new ProblemError(409, "No.");
    });
    expect(await ask(app)).toMatchObject([409, "application/problem+json", expect.stringContaining('"Conflict"')]);
  });

  test("has the error for handlers of the application", async () => {
    const app = fastifyWith({ 200: order, 500: Dict({ mine: Int() }) }, () => ({ id: 1 }), { errorHandler: false });
    app.setErrorHandler((error, _, reply) => {
      expect(error).toBeInstanceOf(ResponseError);
      reply.code(500).send({ mine: (error as unknown as ResponseError).issues.length });
    });
    expect(await ask(app)).toEqual([500, JSON_TYPE, '{"mine":2}']);
  });

  test.each<[what: string, schema: Validator, message: string]>([
    ["a Transform without encode", Dict({ a: Transform((a: string) => a) }), "Transform at /schema/a has no encoding"],
    [
      "an async Check",
      Pipe(
        Str(),
        Check(async () => true, { async: true }),
      ),
      "async",
    ],
  ])("refuses a schema by which nothing can be sent when it starts: %s", async (_, schema, message) => {
    await expect(fastifyWith({ 200: schema }, () => 1).ready()).rejects.toThrow(message);
  });

  test("serializes a recursive value, and by a schema of its own", async () => {
    const node: Validator = Dict({ v: Int(), kids: List(LazyRef(() => node)) });
    const tree = { v: 1, kids: [{ v: 2, kids: [] }] };
    expect((await ask(fastifyWith({ 200: node }, () => tree)))[2]).toBe(JSON.stringify(tree));
    const app = fastifyWith({}, (_, reply) =>
      reply.type("text/plain").send(reply.serializeInput(valid, order as never)),
    );
    expect((await ask(app))[2]).toBe(TEXT);
  });
});

/** The answer of a server of Express. */
async function askExpress(handle: (req: Request, res: ExpressResponse) => unknown, ...after: never[]) {
  const app = express();
  app.all("/", handle as never);
  for (const one of after) app.use(one);
  const server = app.listen(0);
  onTestFinished(() => void server.close());
  await new Promise((ready) => server.once("listening", ready));
  const response = await fetch(`http://localhost:${(server.address() as AddressInfo).port}`);
  return [response.status, response.headers.get("content-type"), await response.text()];
}

/** What is written to the console while the function runs. */
async function logged<T>(run: () => Promise<T>): Promise<[result: T, log: string]> {
  const spy = vi.spyOn(console, "error").mockImplementation(() => {});
  try {
    const result = await run();
    return [
      result,
      spy.mock.calls
        .flat()
        .map((one) => (typeof one === "string" ? one : inspect(one, { depth: 9, showHidden: true })))
        .join(),
    ];
  } finally {
    spy.mockRestore();
  }
}

describe("Express", () => {
  test("sends what fits, encoded", async () => {
    expect(await askExpress((_, res) => respondExpress(res, order, valid))).toEqual([200, JSON_TYPE, TEXT]);
    const type = "application/hal+json; charset=utf-8";
    expect(await askExpress((_, res) => respondExpress(res.status(201).type(type), order, valid))).toEqual([
      201,
      type,
      TEXT,
    ]);
    expect(await askExpress(validate({}, (_, res) => respondExpress(res, Nullable(order), null)) as never)).toEqual([
      200,
      JSON_TYPE,
      "null",
    ]);
  });

  test.each(invalid)(
    "is a 500 if %s does not fit, whose log names the place, and nothing the value",
    async (_, schema, value, path) => {
      const [answer, log] = await logged(() =>
        askExpress((_req, res) => respondExpress(res, schema, value), problemHandler as never),
      );
      expect(answer).toEqual([500, "application/problem+json", JSON.stringify(problem)]);
      expect(log).toContain(`response ${path}: `);
      expect(log).not.toContain("hunter");
      const [own] = await logged(() => askExpress((_req, res) => respondExpress(res, schema, value)));
      expect(own[0]).toBe(500);
      expect(own[2]).not.toContain("hunter");
    },
  );

  test("answers with problems that handlers throw, and passes other errors on", async () => {
    const thrown = (error: Error) => () => {
      throw error;
    };
    const [answer, log] = await logged(() => askExpress(thrown(new ProblemError(409, "No.")), problemHandler as never));
    expect([answer.slice(0, 2), log]).toEqual([[409, "application/problem+json"], ""]);
    const other = (_error: Error, _req: Request, res: ExpressResponse, _next: unknown) => res.status(503).send("mine");
    expect(await askExpress(thrown(new Error("x")), ...([problemHandler, other] as never[]))).toMatchObject([
      503,
      {},
      "mine",
    ]);
  });
});

describe("Hono", () => {
  const askHono = async (handle: (c: never) => Response) => {
    const response = await new Hono().get("/", handle as never).request("/");
    return [response.status, response.headers.get("content-type"), await response.text()];
  };

  test("sends what fits, encoded", async () => {
    expect(await askHono((c) => respondHono(c, order, valid))).toEqual([200, "application/json", TEXT]);
    const headers = { "content-type": "application/hal+json" };
    expect(await askHono((c) => respondHono(c, order, valid, 201, headers))).toEqual([
      201,
      "application/hal+json",
      TEXT,
    ]);
    expect(await askHono((c) => respondHono(c, Nullable(order), null))).toEqual([200, "application/json", "null"]);
  });

  test.each(invalid)(
    "is a 500 if %s does not fit, whose log names the place, and nothing the value",
    async (_, schema, value, path) => {
      const [answer, log] = await logged(() => askHono((c) => respondHono(c, schema, value)));
      expect(answer).toEqual([500, expect.stringContaining("text/plain"), "Internal Server Error"]);
      expect(log).toContain(`response ${path}: `);
      expect(log).not.toContain("hunter");
    },
  );
});

describe("Fetch", () => {
  const askFetch = async (make: () => Response, options?: Parameters<typeof handler>[1]) => {
    const response = await handler(make, options)(new Request("http://localhost/"));
    return [response.status, response.headers.get("content-type"), await response.text()];
  };

  test("sends what fits, encoded", async () => {
    expect(await askFetch(() => respond(order, valid))).toEqual([200, "application/json", TEXT]);
    const headers = { "Content-Type": "application/hal+json" };
    expect(await askFetch(() => respond(order, valid, { status: 201, headers }))).toEqual([
      201,
      "application/hal+json",
      TEXT,
    ]);
    expect(await askFetch(() => respond(Nullable(order), null))).toEqual([200, "application/json", "null"]);
  });

  test.each(invalid)(
    "is a 500 if %s does not fit, whose log names the place, and nothing the value",
    async (_, schema, value, path) => {
      const [answer, log] = await logged(() => askFetch(() => respond(schema, value)));
      expect(answer).toEqual([500, "application/problem+json", JSON.stringify(problem)]);
      expect(log).toContain(`response ${path}: `);
      expect(log).not.toContain("hunter");
    },
  );

  test("logs as it is told to", async () => {
    const errors: ResponseError[] = [];
    await askFetch(() => respond(Dict({ a: Int(), b: Int() }), { a: 1 } as never), {
      log: (error) => errors.push(error),
    });
    expect(errors).toMatchObject([
      { name: "ResponseError", message: "response /b: Required key is not provided.", status: 500 },
    ]);
  });

  test("refuses what is no validator, or has no encoding", () => {
    expect(() => respond({} as never, 1 as never)).toThrow("The schema of the response should be a validator");
    expect(() =>
      respond(
        Transform((a: string) => a),
        "a",
      ),
    ).toThrow("has no encoding");
  });
});
