/** Bodies in Fastify besides JSON for one validator: several content types, multipart forms, none, invalid ones. */
import multipart from "@fastify/multipart";
import Fastify, { type FastifyInstance, type FastifyPluginCallback } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { Any, Bytes, Check, Dict, Int, List, Nullable, Pipe, Str, Type } from "../../src/index.ts";
import {
  form,
  ProblemError,
  type ValidlibOptions,
  type ValidlibTypeProvider,
  validlib,
} from "../../src/servers/fastify.ts";

const FORM = "application/x-www-form-urlencoded";
const item = Dict({ a: Int({ coerce: "text" }) });

/** An application that ends with the test. */
function appWith(options: ValidlibOptions = {}, ...before: FastifyPluginCallback[]) {
  const app = Fastify().withTypeProvider<ValidlibTypeProvider>();
  onTestFinished(() => app.close());
  for (const plugin of before) app.register(plugin);
  app.register(validlib, options);
  return app;
}

/** The status, and the response: the detail of a problem. */
async function ask(app: FastifyInstance, payload?: string | Buffer, type?: string, url = "/"): Promise<unknown[]> {
  const headers = type === undefined ? {} : { "content-type": type };
  const { statusCode, payload: text } = await app.inject({
    method: "POST",
    url,
    headers,
    ...(payload !== undefined && { payload }),
  });
  const answer = /^[{["]/.test(text) ? JSON.parse(text) : text;
  return [statusCode, answer.detail ?? answer];
}

describe("a body with a validator for each content type", () => {
  const content = {
    "application/json": { schema: item },
    [FORM]: { schema: item },
    "text/plain": { schema: Str({ minlen: 2 }) },
    "application/vnd.order+json": { schema: List(Int()) },
    "application/xml": { schema: { type: "object", required: ["b"] } },
  };
  const start = (options?: ValidlibOptions) => {
    const app = appWith(options);
    app.addContentTypeParser("application/xml", async () => ({ xml: true }));
    app.addContentTypeParser("application/csv", async () => ({ csv: true }));
    app.post("/", { schema: { body: { content } } }, ({ body }) => ({ body }));
    return app;
  };

  test.each<[type: string, payload: string, body: unknown]>([
    ["application/json", '{"a": 1}', { a: 1 }],
    ["application/json; charset=utf-8", '{"a": 1}', { a: 1 }],
    [FORM, "a=1", { a: 1 }],
    ["text/plain", "ab", "ab"],
    ["TEXT/plain", "ab", "ab"],
    ["application/vnd.order+json", "[1]", [1]],
  ])("of %s is validated by its validator", async (type, payload, body) => {
    expect(await ask(start(), payload, type)).toEqual([200, { body }]);
  });

  test.each<[type: string, payload: string, status: number, detail: unknown]>([
    ["application/json", '{"a": "x"}', 422, "body /a: Expected an integer."],
    ["application/json", "a=1", 400, "body: Not valid JSON at line 1, column 1."],
    [FORM, "a=x", 422, "body /a: Expected an integer."],
    ["text/plain", "a", 422, "body: Expected at least 2 characters."],
    ["application/vnd.order+json", '{"a": 1}', 422, "body: Expected an array, got an object."],
    ["application/json; charset=latin1", "{}", 415, "The charset of the body should be utf-8."],
    ["application/xml", "<xml/>", 400, expect.objectContaining({ code: "FST_ERR_VALIDATION" })],
  ])("of %s that is invalid is refused", async (type, payload, status, detail) => {
    expect(await ask(start(), payload, type)).toEqual([status, detail]);
  });

  const refused = `The Content-Type should be ${Object.keys(content).join(", ")}.`;
  test.each<[what: string, type: string | undefined, payload: string | undefined]>([
    ["another type that Fastify parses", "application/csv", "a"],
    ["another type that the plugin parses", "application/other+json", "{}"],
    ["another type that nothing parses", "text/css", "a"],
    ["no body", undefined, undefined],
  ])("refuses %s", async (_, type, payload) => {
    expect(await ask(start(), payload, type)).toEqual([415, refused]);
  });

  test("bounds them by maxBytes", async () => {
    const app = start({ maxBytes: 5 });
    expect(await ask(app, "[1]".padEnd(6), "application/vnd.order+json")).toMatchObject([413, {}]);
    expect(await ask(app, "a=111111", FORM)).toMatchObject([413, {}]);
  });

  test("may wait for functions, and be attached though invalid", async () => {
    const free = Pipe(
      Str(),
      Check(async (name: string) => name !== "Eve", { async: true, message: "Taken." }),
    );
    const app = appWith();
    app.addContentTypeParser("application/csv", async () => ({ csv: true }));
    const schema = { body: { content: { "application/json": { schema: free }, "text/plain": { schema: free } } } };
    app.post("/", { schema }, ({ body }) => ({ body }));
    app.post("/attached", { schema, attachValidation: true }, ({ body, validationError }) => ({
      body,
      error: validationError instanceof ProblemError && validationError.status,
    }));
    for (const [type, text] of [
      ["application/json", JSON.stringify],
      ["text/plain", String],
    ] as const) {
      expect(await ask(app, text("Ann"), type)).toEqual([200, { body: "Ann" }]);
      expect(await ask(app, text("Eve"), type)).toEqual([422, "body: Taken."]);
      expect(await ask(app, text("Eve"), type, "/attached")).toEqual([200, { body: "Eve", error: 422 }]);
    }
    expect(await ask(app, "a", "application/csv", "/attached")).toEqual([200, { body: { csv: true }, error: 415 }]);
  });

  test("is left to Fastify if none of them is a validator", async () => {
    const app = appWith();
    const schema = { body: { content: { "application/json": { schema: { type: "object", required: ["a"] } } } } };
    app.post("/", { schema }, ({ body }) => ({ body }));
    expect(await ask(app, '{"a": "x"}', "application/json")).toEqual([200, { body: { a: "x" } }]);
    expect(await ask(app, "{}", "application/json")).toMatchObject([400, { code: "FST_ERR_VALIDATION" }]);
    expect(await ask(app, "text", "text/plain")).toEqual([200, { body: "text" }]);
  });
});

describe("no body", () => {
  const nullable = Dict({ a: Int() }, { nullable: true });
  const later = Pipe(
    nullable,
    Check(async () => true, { async: true }),
  );
  const answer = async (body: unknown) => {
    const app = appWith();
    app.delete("/", { schema: { body } }, (request) => ({ body: request.body }));
    const { statusCode, payload } = await app.inject({ method: "DELETE", url: "/" });
    return [statusCode, JSON.parse(payload).body];
  };

  test.each<[what: string, body: unknown]>([
    ["one that is nullable", nullable],
    ["one that waits", later],
    ["Nullable", Nullable(Int())],
    ["Any", Any()],
    ["that of a form", form(nullable)],
    ["one of several", { content: { "text/plain": { schema: Str() }, "application/json": { schema: nullable } } }],
    ["one of several that waits", { content: { "application/json": { schema: later } } }],
  ])("is null for a validator that takes it: %s", async (_, body) => {
    expect(await answer(body)).toEqual([200, null]);
  });

  test("is refused by others", async () => {
    for (const body of [
      item,
      Pipe(
        item,
        Check(async () => true, { async: true }),
      ),
      form(item),
    ]) {
      expect(await answer(body)).toEqual([415, undefined]);
    }
  });
});

describe("a multipart form", () => {
  const file = new File(["bytes \u00e4"], "a.txt", { type: "text/css" });
  const upload = Dict({ name: Str(), tags: List(Str()), file: Type(File) }, { multikeys: ["tags"] });

  async function send(app: FastifyInstance, entries: readonly (readonly [string, string | File])[]) {
    const data = new FormData();
    for (const [key, value] of entries) data.append(key, value);
    const encoded = new Response(data);
    return ask(app, Buffer.from(await encoded.arrayBuffer()), encoded.headers.get("content-type") as string);
  }
  /** An application with the plugin for multipart forms. */
  function withMultipart(attachFieldsToBody?: true | "keyValues") {
    const app = Fastify().withTypeProvider<ValidlibTypeProvider>();
    onTestFinished(() => app.close());
    app.register(multipart, { ...(attachFieldsToBody && { attachFieldsToBody }) });
    app.register(validlib);
    return app;
  }
  const entries = [
    ["name", "Ann"],
    ["tags", "x"],
    ["tags", "y"],
    ["file", file],
  ] as const;

  test.each([
    ["form()", form(upload)],
    ["a content type", { content: { "multipart/form-data": { schema: upload } } }],
  ])("has texts and Files if its fields are attached: %s", async (_, body) => {
    const app = withMultipart(true);
    app.post("/", { schema: { body } }, async (request) => {
      const { name, tags, file } = request.body;
      return [name, tags, file.name, file.type, await file.text()];
    });
    expect(await send(app, entries)).toEqual([200, ["Ann", ["x", "y"], "a.txt", "text/css", "bytes \u00e4"]]);
    expect(
      await send(app, [
        ["name", "Ann"],
        ["tags", "x"],
        ["file", "no file"],
      ]),
    ).toEqual([422, "body /file: Expected File, got a string."]);
  });

  test("has bytes in place of Files if only its values are attached", async () => {
    const app = withMultipart("keyValues");
    const body = form(Dict({ name: Str(), tags: List(Str()), file: Bytes() }, { multikeys: ["tags"] }));
    app.post("/", { schema: { body } }, async (request) => [
      request.body.name,
      request.body.tags,
      request.body.file.length,
    ]);
    expect(await send(app, entries)).toEqual([200, ["Ann", ["x", "y"], 8]]);
  });

  test("is refused in place of JSON, and if nothing is attached", async () => {
    for (const [attach, body] of [
      [true, item],
      [undefined, form(item)],
    ] as const) {
      const app = withMultipart(attach);
      app.post("/", { schema: { body } }, () => "ok");
      expect(await send(app, [["a", "1"]])).toMatchObject([415, {}]);
    }
  });

  test("may be URL-encoded too", async () => {
    const app = withMultipart(true);
    app.post("/", { schema: { body: form(item) } }, ({ body }) => body);
    expect(await ask(app, "a=1", FORM)).toEqual([200, { a: 1 }]);
    expect(await send(app, [["a", "1"]])).toEqual([200, { a: 1 }]);
  });

  test("cannot imitate a file", async () => {
    const app = withMultipart("keyValues");
    app.post("/", { schema: { body: form(Dict({ file: Type(File) })) } }, () => "ok");
    const part = JSON.stringify({ type: "file", fields: {}, _buf: [1], filename: "x", value: "y" });
    const json = `--x\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/json\r\n\r\n${part}\r\n--x--`;
    expect(await ask(app, json, "multipart/form-data; boundary=x")).toMatchObject([422, {}]);
  });
});

describe("an invalid request whose handler is called all the same", () => {
  const later = Pipe(
    item,
    Check(async () => true, { async: true }),
  );
  const start = (schema: object) => {
    const app = appWith();
    app.post("/", { attachValidation: true, schema }, ({ body, validationError }) => ({
      body,
      status: validationError instanceof ProblemError && validationError.status,
    }));
    return app;
  };

  test.each<[what: string, schema: object]>([
    ["its body is invalid", { body: item }],
    ["its body is invalid, and has to wait", { body: later }],
    ["another part is invalid, before the body is validated", { body: Any(), params: Dict({ id: Int() }) }],
    [
      "a part that has to wait is invalid",
      {
        body: later,
        querystring: Pipe(
          Dict({ q: Int() }),
          Check(async () => true, { async: true }),
        ),
      },
    ],
    ["its body, of one of several types, is invalid", { body: { content: { "application/json": { schema: item } } } }],
  ])("has the parsed body: %s", async (_, schema) => {
    expect(await ask(start(schema), '{"a": "x"}', "application/json")).toEqual([
      200,
      { body: { a: "x" }, status: 422 },
    ]);
  });

  test("has no body that Fastify would not have parsed", async () => {
    for (const [text, status] of [
      ["{", 400],
      ['{"__proto__": {"a": 1}}', 422],
      ["", 400],
    ] as const) {
      expect(await ask(start({ body: item }), text, "application/json")).toEqual([200, { status }]);
    }
  });

  test("has the validated body if another part is invalid after it", async () => {
    const schema = { body: item, querystring: Dict({ q: Int() }) };
    expect(await ask(start(schema), '{"a": "1"}', "application/json")).toEqual([200, { body: { a: 1 }, status: 422 }]);
  });
});
