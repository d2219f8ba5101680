/** Routes without validators, or with JSON Schemas: the plugin has to leave them as they are without it. */
import { Readable } from "node:stream";
import type { Ajv } from "ajv";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest, type InjectOptions } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { Any, Dict, Int } from "../../src/index.ts";
import { form, type ValidlibOptions, validlib } from "../../src/servers/fastify.ts";

const FORM = "application/x-www-form-urlencoded";

/** The same routes without the plugin and with it. */
function both(change: (app: FastifyInstance) => void = () => {}): FastifyInstance[] {
  return [undefined, { maxBytes: 5 }].map((options: ValidlibOptions | undefined) => {
    const app = Fastify({ bodyLimit: 100 });
    onTestFinished(() => app.close());
    change(app);
    if (options !== undefined) {
      app.register(validlib, options);
      app.post("/json", { schema: { body: Any() } }, () => "ok");
      app.post("/form", { schema: { body: form(Any()) } }, () => "ok");
    }
    const schema = { ...(options !== undefined && { querystring: Dict({}) }) };
    app.all("/", ({ body }) => ({ body }));
    app.all("/query", { schema }, ({ body }) => ({ body }));
    app.all("/small", { bodyLimit: 10 }, ({ body }) => ({ body }));
    app.setNotFoundHandler(({ body }, reply) => reply.code(404).send({ body }));
    return app;
  });
}

/** What each of them answers, without what is of the hour. */
const answers = (apps: readonly FastifyInstance[], request: InjectOptions) =>
  Promise.all(
    apps.map(async (app) => {
      const { statusCode, headers, payload } = await app.inject({ method: "POST", url: "/", ...request });
      return { statusCode, headers: { ...headers, date: "" }, payload };
    }),
  );

const typed = (type: string, more: Record<string, string> = {}) => ({ "content-type": type, ...more });
const JSON_TYPE = typed("application/json");

describe("a route without a validator of its body", () => {
  test.each<[what: string, request: InjectOptions, status: number]>([
    ["JSON", { payload: '{"a": 1}', headers: JSON_TYPE }, 200],
    [
      "JSON of more bytes than maxBytes, where something else is validated",
      { payload: '{"a": 1}', headers: JSON_TYPE, url: "/query" },
      200,
    ],
    ["a charset that is not UTF-8", { payload: '{"a": 1}', headers: typed("application/json; charset=latin1") }, 200],
    [
      "a Content-Encoding",
      { payload: '{"a": 1}', headers: typed("application/json", { "content-encoding": "gzip" }) },
      200,
    ],
    ["bytes that are not UTF-8", { payload: Buffer.from([0x22, 0xff, 0x22]), headers: JSON_TYPE }, 200],
    ["a byte order mark", { payload: "\ufeff1", headers: JSON_TYPE }, 200],
    ["two byte order marks", { payload: "\ufeff\ufeff1", headers: JSON_TYPE }, 400],
    ["a body that is empty", { payload: "", headers: JSON_TYPE }, 400],
    ["what is no JSON", { payload: "{", headers: JSON_TYPE }, 400],
    ["a key that would reach a prototype", { payload: '{"__proto__": 1}', headers: JSON_TYPE }, 400],
    ["too many bytes", { payload: "1".padEnd(101), headers: JSON_TYPE }, 413],
    ["too many bytes for the route", { payload: "1".padEnd(11), headers: JSON_TYPE, url: "/small" }, 413],
    ["too many bytes, without a length", { payload: Readable.from(["1".padEnd(101)]), headers: JSON_TYPE }, 413],
    [
      "a length that is not true",
      { payload: Readable.from(["1"]), headers: typed("application/json", { "content-length": "2" }) },
      400,
    ],
    ["a Content-Type that cannot be read", { payload: "1", headers: typed("application/ json") }, 415],
    ["text", { payload: "1", headers: typed("text/plain") }, 200],
    ["no body", {}, 200],
    ["a DELETE with JSON", { method: "DELETE", payload: "1", headers: JSON_TYPE }, 200],
    ["JSON where there is no route", { payload: "1", headers: JSON_TYPE, url: "/nowhere" }, 404],
    ["what is no JSON where there is no route", { payload: "{", headers: JSON_TYPE, url: "/nowhere" }, 400],
    [
      "a type of JSON where there is no route",
      { payload: "1", headers: typed("application/x+json"), url: "/nowhere" },
      404,
    ],
    ["a form where there is no route", { payload: "a=1", headers: typed(FORM), url: "/nowhere" }, 404],
  ])("answers to %s as Fastify alone does", async (_, request, status) => {
    // A stream can be sent once.
    const make = typeof (request.payload as Readable)?.pipe === "function";
    const chunks = make ? await (request.payload as Readable).toArray() : [];
    const [alone, plugged] = await Promise.all(
      both().map(
        async (app) => (await answers([app], make ? { ...request, payload: Readable.from(chunks) } : request))[0],
      ),
    );
    expect(alone?.statusCode).toBe(status);
    expect(plugged).toEqual(alone);
  });

  test.each([["application/x+json"], [FORM]])(
    "refuses %s as Fastify alone does, but closes the connection",
    async (type) => {
      const [alone, plugged] = await answers(both(), { payload: "1", headers: typed(type) });
      expect(alone?.statusCode).toBe(415);
      expect(plugged).toEqual({ ...alone, headers: { ...alone?.headers, connection: "close" } });
    },
  );

  test("refuses JSON where the application has removed its parser", async () => {
    const [alone, plugged] = await answers(
      both((app) => app.removeAllContentTypeParsers()),
      { payload: "1", headers: JSON_TYPE },
    );
    expect([alone?.statusCode, plugged?.statusCode, plugged?.payload]).toEqual([415, 415, alone?.payload]);
  });

  test("gives error handlers what Fastify calls its errors", async () => {
    const { errorCodes } = Fastify;
    const seen: unknown[] = [];
    const apps = both((app) => {
      app.setErrorHandler((error, _, reply) => {
        const { name, code, message } = error as FastifyError;
        seen.push([name, code, message, error instanceof errorCodes.FST_ERR_CTP_BODY_TOO_LARGE]);
        reply.code(418).send();
      });
    });
    await answers(apps, { payload: "1".padEnd(101), headers: JSON_TYPE });
    expect(seen).toEqual([seen[1], seen[1]]);
  });

  test.each([undefined, 400, 503])(
    "answers as Fastify alone to a body that fails with the status %j",
    async (statusCode) => {
      const apps = both((app) => {
        app.addHook("preParsing", async () => {
          const failing = new Readable({ read() {} });
          setTimeout(() => failing.destroy(Object.assign(new Error("cut"), statusCode && { statusCode })), 5);
          return failing;
        });
      });
      const request = { payload: "1", headers: JSON_TYPE };
      const [alone, plugged] = await answers(apps, request);
      // So is that of a route with one.
      const [validated] = await answers(apps.slice(1), { ...request, url: "/json" });
      expect(alone?.statusCode).toBe(statusCode ?? 400);
      expect([plugged, validated]).toEqual([alone, alone]);
    },
  );

  test("takes what a hook has unpacked", async () => {
    const apps = both((app) => {
      app.addHook("preParsing", async () => Object.assign(Readable.from(["123"]), { receivedEncodedLength: 1 }));
    });
    const [alone, plugged] = await answers(apps, { payload: "1", headers: JSON_TYPE });
    expect([alone?.payload, plugged]).toEqual(['{"body":123}', alone]);
  });
});

describe("a JSON Schema", () => {
  const object = { type: "object", properties: { a: { type: "integer" } } };
  const isOdd = { isOdd: true };
  const ajv = {
    plugins: [(ajv: Ajv) => ajv.addKeyword({ keyword: "isOdd", validate: (_: unknown, a: number) => a % 2 === 1 })],
  };

  /** The same routes without the plugin and with it, and in it routes with validators. */
  function both(): FastifyInstance[] {
    return [false, true].map((isPlugged) => {
      const app = Fastify({ ajv: ajv as never });
      onTestFinished(() => app.close());
      app.addSchema({ $id: "shared", ...object });
      if (isPlugged) app.register(validlib);
      const routes = (own: FastifyInstance): void => {
        const echo = ({ body, query, headers }: FastifyRequest) => ({ body, query, a: headers["x-a"] });
        own.post("/body", { schema: { body: object } }, echo);
        own.post("/query", { schema: { querystring: object, headers: { type: "object", required: ["X-A"] } } }, echo);
        own.post("/ref", { schema: { body: { $ref: "shared#" } } }, echo);
        own.post("/odd", { schema: { body: { type: "object", properties: { a: isOdd } } } }, echo);
        own.post("/false", { schema: { body: false } }, echo);
        own.post("/own", { schema: { body: object }, validatorCompiler: () => () => true }, echo);
        own.get("/response", { schema: { response: { 200: { $ref: "shared#" } } } }, () => ({ a: "1", b: 2 }));
      };
      routes(app);
      app.register(
        (inner, _, done) => {
          inner.addSchema({ $id: "inner", ...object });
          inner.post("/own-ref", { schema: { body: { $ref: "inner#" } } }, ({ body }) => body);
          routes(inner);
          done();
        },
        { prefix: "/inner" },
      );
      if (isPlugged) {
        app.post("/mixed", { schema: { body: Dict({ a: Int() }), querystring: object } }, ({ body, query }) => ({
          body,
          query,
        }));
      }
      return app;
    });
  }
  const requests: InjectOptions[] = [
    { url: "/body", payload: { a: "1" } },
    { url: "/body", payload: { a: "x" } },
    { url: "/query?a=1", payload: {}, headers: { "X-A": "1" } },
    { url: "/query?a=x", payload: {}, headers: { "X-A": "1" } },
    { url: "/query?a=1", payload: {} },
    { url: "/ref", payload: { a: "1" } },
    { url: "/ref", payload: { a: "x" } },
    { url: "/odd", payload: { a: 1 } },
    { url: "/odd", payload: { a: 2 } },
    { url: "/false", payload: { a: 2 } },
    { url: "/own", payload: { a: "x" } },
    { url: "/response", method: "GET" },
  ];

  test("is left to Ajv, with the options and schemas of the application, as without the plugin", async () => {
    const apps = both();
    for (const request of requests) {
      for (const prefix of ["", "/inner"]) {
        const [alone, plugged] = await answers(apps, { ...request, url: `${prefix}${request.url}` });
        expect(plugged, JSON.stringify(request)).toEqual(alone);
      }
    }
    expect((await answers(apps, requests[1] as InjectOptions))[0]?.statusCode).toBe(400);
    const [alone, plugged] = await answers(apps, { url: "/inner/own-ref", payload: { a: "1" } });
    expect([alone?.payload, plugged]).toEqual(['{"a":1}', alone]);
  });

  test("stands beside validators in one route", async () => {
    const app = both()[1] as FastifyInstance;
    const ask = async (url: string, payload: object) => {
      const { statusCode, payload: text } = await app.inject({ method: "POST", url, payload });
      return [statusCode, JSON.parse(text).code ?? JSON.parse(text).detail ?? JSON.parse(text)];
    };
    expect(await ask("/mixed?a=1", { a: 1 })).toEqual([200, { body: { a: 1 }, query: { a: 1 } }]);
    expect(await ask("/mixed?a=x", { a: 1 })).toEqual([400, "FST_ERR_VALIDATION"]);
    expect(await ask("/mixed?a=1", { a: "x" })).toEqual([422, "body /a: Expected an integer, got a string."]);
  });

  test("is left to the compilers that the application has set", async () => {
    const app = Fastify();
    onTestFinished(() => app.close());
    app.setValidatorCompiler(() => (data) => ({ value: { validated: data } }));
    app.setSerializerCompiler(() => (data) => JSON.stringify({ serialized: data }));
    app.register(validlib);
    app.post("/", { schema: { body: { any: 1 }, response: { 200: { any: 1 } } } }, ({ body }) => body);
    app.post("/ours", { schema: { body: Dict({ a: Int() }) } }, ({ body }) => body);
    const [ours] = await answers([app], { url: "/ours", payload: { a: 1 } });
    expect(ours?.payload).toBe('{"a":1}');
    const [theirs] = await answers([app], { payload: { a: 1 } });
    expect(theirs?.payload).toBe('{"serialized":{"validated":{"a":1}}}');
  });

  test("is left to the compilers of the application's schemaController", async () => {
    const app = Fastify({
      schemaController: { compilersFactory: { buildValidator: (() => () => () => ({ value: "theirs" })) as never } },
    });
    onTestFinished(() => app.close());
    app.register(validlib);
    app.post("/", { schema: { body: { any: 1 } } }, ({ body }) => ({ body }));
    expect((await answers([app], { payload: { a: 1 } }))[0]?.payload).toBe('{"body":"theirs"}');
  });

  test("is refused if Fastify's compiler cannot be found", async () => {
    const app = Fastify();
    onTestFinished(() => app.close());
    const hidden = Object.getOwnPropertySymbols(app).find(
      ({ description }) => description === "fastify.schemaController",
    );
    app.register(async (instance) => {
      const { getOwnPropertySymbols } = Object;
      Object.getOwnPropertySymbols = (value: object) => getOwnPropertySymbols(value).filter((key) => key !== hidden);
      await validlib(instance, {}).finally(() => Object.assign(Object, { getOwnPropertySymbols }));
      instance.post("/ours", { schema: { body: Dict({}) } }, () => "ok");
      instance.post("/", { schema: { body: { type: "object" } } }, () => "ok");
    });
    await expect(app.ready()).rejects.toThrow("The schema is not a validator");
  });
});
