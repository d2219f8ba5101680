/** Parts of multipart forms that are JSON, as they come over the wire: in all servers, by both kinds of validators. */
import { once } from "node:events";
import multipart from "@fastify/multipart";
import express from "express";
import Fastify from "fastify";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import {
  AllOf,
  Any,
  Check,
  Const,
  Dict,
  Float,
  fromJsonSchema,
  fromOpenApi,
  Int,
  List,
  Str,
  Type,
  type Validator,
} from "../../src/index.ts";
import { validate } from "../../src/servers/express.ts";
import { form as asForm, validlib } from "../../src/servers/fastify.ts";
import { handler, readForm } from "../../src/servers/fetch.ts";
import { validator as honoValidator } from "../../src/servers/hono.ts";

const MAX_BYTES = 2000;
/** JSON parts of which one may be too deep. */
const LIMITS = { maxBytes: MAX_BYTES, maxDepth: 20 };

/** What handlers answer: files by their size. */
const shown = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, one) =>
      one instanceof Blob ? { size: one.size } : typeof one === "bigint" ? String(one) : one,
    ),
  );

interface Answer {
  readonly status: number;
  readonly body: unknown;
}
type Send = (bytes: Uint8Array<ArrayBuffer>, type: string) => Promise<Answer>;

const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: await response.json(),
});
const post = (body: Uint8Array<ArrayBuffer>, type: string) => ({
  method: "POST",
  body,
  headers: { "content-type": type },
});

/** Servers that answer with the value of a form, or the problem of the request. */
const SERVERS: Record<string, (schema: Validator) => Send> = {
  fetch(schema) {
    const serve = handler(async (request) => Response.json(shown(await readForm(request, schema, LIMITS))));
    return async (bytes, type) => answerOf(await serve(new Request("http://x.test/", post(bytes, type))));
  },
  hono(schema) {
    const app = new Hono().post("/", honoValidator("form", schema, LIMITS), (c) =>
      c.json(shown(c.req.valid("form")) as object),
    );
    return async (bytes, type) => answerOf(await app.request("/", post(bytes, type)));
  },
  express(schema) {
    const app = express();
    app.post(
      "/",
      validate({ form: schema, ...LIMITS }, (req, res) => void res.json(shown(req.valid.form))),
    );
    return async (bytes, type) => {
      const server = app.listen(0);
      await once(server, "listening");
      const { port } = server.address() as { port: number };
      const answer = await answerOf(await fetch(`http://localhost:${port}/`, post(bytes, type)));
      server.closeAllConnections();
      server.close();
      return answer;
    };
  },
  fastify(schema) {
    return async (bytes, type) => {
      const app = Fastify();
      app.register(multipart, { attachFieldsToBody: true });
      app.register(validlib, LIMITS);
      app.post("/", { schema: { body: asForm(schema) } }, ({ body }) => shown(body));
      const headers = { "content-type": type };
      const response = await app.inject({ method: "POST", url: "/", headers, payload: Buffer.from(bytes) });
      await app.close();
      return { status: response.statusCode, body: response.json() };
    };
  },
};

const data = { type: "object", required: ["a"], properties: { a: { type: "integer" } }, additionalProperties: false };
const file = { type: "string", format: "binary" };
const MULTIPART = "multipart/form-data";

function documented(properties: object, encoding?: object): Validator {
  const schema = { type: "object", required: ["data"], properties };
  const { operations } = fromOpenApi({
    ...{ openapi: "3.1.0", info: { title: "t", version: "1" } },
    paths: { "/f": { post: { requestBody: { content: { [MULTIPART]: { schema, encoding } } }, responses: {} } } },
  });
  return operations[0]?.body[MULTIPART] as Validator;
}

const own = Dict(
  { data: Dict({ a: Int() }), title: Str(), list: List(Dict({ a: Int() })), photo: Type(File), any: Any() },
  { optional: ["title", "list", "photo", "any"], multikeys: ["list"] },
);
const properties = { data, title: { type: "string" }, list: { type: "array", items: data }, photo: file, any: file };
const SCHEMAS: Record<string, Validator> = {
  "a Dict": own,
  "a document": documented(properties),
  "a document with encoding": documented(properties, {
    ...{
      data: { contentType: "application/json" },
      list: { contentType: "application/problem+json, application/json" },
    },
  }),
};

const json = (text: string, type = "application/json"): Blob => new Blob([text], { type });
type Parts = readonly (readonly [name: string, value: string | Blob])[];

function formOf(parts: Parts): FormData {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return form;
}

/** The form as it comes over the wire: its bytes, and their type. */
async function wire(parts: Parts): Promise<[bytes: Uint8Array<ArrayBuffer>, type: string]> {
  const response = new Response(formOf(parts));
  return [new Uint8Array(await response.arrayBuffer()), String(response.headers.get("content-type"))];
}

const VALID: [what: string, parts: Parts, value: unknown][] = [
  ["a part of JSON", [["data", json('{"a":1}')]], { data: { a: 1 } }],
  [
    "a part of JSON, beside text",
    [
      ["title", "5"],
      ["data", json(' {"a" : 1}')],
    ],
    { title: "5", data: { a: 1 } },
  ],
  [
    "a part of another type of JSON",
    [["data", json('{"a":1}', "application/problem+json; charset=utf-8")]],
    { data: { a: 1 } },
  ],
  [
    "several parts of one name",
    [
      ["data", json('{"a":1}')],
      ["list", json('{"a":2}')],
      ["list", json('{"a":3}')],
    ],
    { data: { a: 1 }, list: [{ a: 2 }, { a: 3 }] },
  ],
  [
    "a file of JSON, where a file is asked for",
    [
      ["data", json('{"a":1}')],
      ["photo", json("{}")],
      ["any", json("[]")],
    ],
    { data: { a: 1 }, photo: { size: 2 }, any: { size: 2 } },
  ],
];

const INVALID: [what: string, parts: Parts, status: number, issues: object[]][] = [
  ["a value that is not valid", [["data", json('{"a":"x"}')]], 422, [{ pointer: "/data/a", code: "invalid_type" }]],
  [
    "a value in text, which JSON does not convert",
    [["data", json('{"a":"1"}')]],
    422,
    [{ pointer: "/data/a", code: "invalid_type" }],
  ],
  [
    "every error",
    [["data", json('{"b":1}')]],
    422,
    [{ pointer: "/data/b" }, { pointer: "/data/a", code: "missing_key" }],
  ],
  ["text that is no JSON", [["data", json('{"a":1')]], 400, [{ pointer: "/data", code: "json_decode" }]],
  ["an empty part", [["data", json("")]], 400, [{ pointer: "/data", code: "json_decode" }]],
  [
    "bytes that are no text",
    [["data", new Blob([new Uint8Array([0x22, 0xff, 0x22])], { type: "application/json" })]],
    400,
    [{ pointer: "/data" }],
  ],
  ["JSON that is nested too deep", [["data", json("[".repeat(30) + "]".repeat(30))]], 400, [{ pointer: "/data" }]],
];

describe.each(Object.keys(SCHEMAS))("a multipart form by %s", (kind) => {
  const schema = SCHEMAS[kind] as Validator;

  describe.each(Object.keys(SERVERS))("in %s", (name) => {
    const send = (SERVERS[name] as (schema: Validator) => Send)(schema);
    /** The document has no `+json` other than these. */
    const isOther = (what: string) => kind === "a document with encoding" && what.includes("another type");

    test.each(VALID.filter(([what]) => !isOther(what)))("takes %s", async (_, parts, value) => {
      expect(await send(...(await wire(parts)))).toEqual({ status: 200, body: value });
    });

    test.each(INVALID)("refuses %s", async (_, parts, status, issues) => {
      const answer = await send(...(await wire(parts)));
      expect(answer).toMatchObject({ status, body: { issues } });
    });

    test("refuses a body that is too large", async () => {
      const { status } = await send(...(await wire([["data", json(`{"a":1${" ".repeat(MAX_BYTES)}}`)]])));
      expect(status).toBe(413);
    });
  });
});

/** What is said of integers beyond the safe range, and texts of which the first half is valid. */
const EXACT: readonly (readonly [what: string, schema: Validator, texts: readonly string[]])[] = [
  ["a constant", Const(9007199254740993n), ["9007199254740993", "9007199254740992"]],
  ["options", fromJsonSchema({ enum: [2 ** 53, 7] }), ["9007199254740992", "9007199254740993"]],
  ["a limit", Float({ max: 2 ** 53 }), ["9007199254740992", "9007199254740993"]],
  ["a limit of any size", Int({ bigint: true, max: 9007199254740993n }), ["9007199254740993", "9007199254740994"]],
  ["a divisor", Int({ unsafe: true, multiple_of: 2 }), ["9007199254740994", "9007199254740993"]],
  ["an object", Dict({ id: Const(2 ** 53) }), ['{"id":9007199254740992}', '{"id":9007199254740993}']],
  [
    "different items",
    List(Float(), { unique_items: true }),
    ["[9007199254740992,9007199254740993]", "[9007199254740993,9007199254740993]"],
  ],
];

describe.each(Object.keys(SERVERS))("integers beyond the safe range in parts of JSON, in %s", (name) => {
  test.each(EXACT)("%s: their digits decide", async (_, schema, texts) => {
    const asAsync = Dict({
      data: AllOf(
        schema,
        Check(async () => true, { async: true }),
      ),
      photo: Type(File),
    });
    const photo = new File(["x"], "x.png", { type: "image/png" });
    for (const form of [Dict({ data: schema, photo: Type(File) }), asAsync]) {
      const send = (SERVERS[name] as (schema: Validator) => Send)(form);
      for (const [index, text] of texts.entries()) {
        const parts: Parts = [
          ["data", json("1")],
          ["data", json(text)],
          ["photo", photo],
        ];
        const { status } = await send(...(await wire(parts)));
        expect([text, status]).toEqual([text, index === 0 ? 200 : 422]);
      }
    }
  });

  test("of several parts of one name", async () => {
    const form = Dict({ ids: List(Float({ max: 2 ** 53 })) }, { multikeys: ["ids"] });
    const send = (SERVERS[name] as (schema: Validator) => Send)(form);
    const sent = async (...texts: string[]) => send(...(await wire(texts.map((text) => ["ids", json(text)]))));
    expect(await sent("1", "9007199254740992")).toEqual({ status: 200, body: { ids: [1, 9007199254740992] } });
    expect(await sent("9007199254740992", "9007199254740993", "1")).toMatchObject({
      status: 422,
      body: { issues: [{ pointer: "/ids/1" }] },
    });
  });
});

describe("a form of a document", () => {
  const schema = SCHEMAS["a document"] as Validator;

  test("with a part of JSON is read by calls that wait", async () => {
    const form = formOf([["data", json('{"a":1}')]]);
    expect(await schema.safeAsync(form)).toEqual({ ok: true, value: { data: { a: 1 } } });
    expect(await schema.validateAsync(form)).toEqual({ data: { a: 1 } });
    await expect(schema.validateAsync(formOf([["data", json('{"a":"x"}')]]))).rejects.toThrow("data.a");
    const { error } = await schema.safeAsync(formOf([["data", json('{"a":')]]));
    expect(error?.issues).toMatchObject([{ pointer: "/data", code: "json_decode", line: 1, column: 6 }]);
    expect(await schema.safeAsync(formOf([["data", '{"a":1}']]))).toEqual({ ok: true, value: { data: { a: 1 } } });
  });

  test("with a part of JSON is refused by calls that do not wait, which say so", () => {
    const { error } = schema.safe(
      formOf([
        ["data", json('{"a":1}')],
        ["list", json("{}")],
        ["list", json("{}")],
      ]),
    );
    const message = "A part that is JSON is read only by calls that wait, such as safeAsync.";
    expect(error?.issues).toMatchObject([
      { pointer: "/data", message },
      { pointer: "/list/0", message },
      { pointer: "/list/1", message },
    ]);
    expect(schema.is(formOf([["data", json('{"a":1}')]]))).toBe(false);
    expect(schema.safe(formOf([["data", '{"a":1}']]))).toEqual({ ok: true, value: { data: { a: 1 } } });
  });

  test("reads a part of JSON by the schema of the field, whatever that is", async () => {
    const properties = {
      ...{ data, n: { type: "integer" }, s: { type: "string" }, l: { type: "array", items: { type: "string" } } },
      none: { type: "null" },
    };
    const form = formOf([
      ["data", '{"a":1}'],
      ["n", json("5")],
      ["s", json('"5"')],
      ["l", json('["5"]')],
      ["none", json("null")],
    ]);
    expect(await documented(properties).validateAsync(form)).toEqual({
      data: { a: 1 },
      n: 5,
      s: "5",
      l: ["5"],
      none: null,
    });
    const wrong = formOf([
      ["data", '{"a":1}'],
      ["n", json('"5"')],
      ["s", json("5")],
    ]);
    const { error } = await documented(properties).safeAsync(wrong);
    expect(error?.issues.map(({ pointer }) => pointer)).toEqual(["/n", "/s"]);
  });

  test.each<[contentType: string, type: string, isValid: boolean]>([
    ["image/png", "image/png", true],
    ["image/png, image/jpeg", "image/jpeg; q=1", true],
    ["image/*", "IMAGE/PNG", true],
    ["*/*", "text/html", true],
    ["image/png", "", true],
    ["image/png", "text/html", false],
    ["image/*", "imagine/png", false],
    ["application/json", "application/json", true],
  ])("takes parts of the type that the encoding %s has: %j is %s", async (contentType, type, isValid) => {
    const form = documented({ data, photo: file }, { photo: { contentType } });
    const parts: Parts = [
      ["data", '{"a":1}'],
      ["photo", new Blob(["{}"], { type })],
    ];
    const { error } = await form.safeAsync(formOf(parts));
    expect(error?.issues.map(({ pointer }) => pointer)).toEqual(isValid ? undefined : ["/photo"]);
  });
});

describe.each(Object.entries(SERVERS))("names that are places in the value, in %s", (_, serve) => {
  const team = Dict(
    { users: List(Dict({ name: Str({ minlen: 2 }), data: Dict({ a: Int() }) })), tags: List(Str()) },
    { nested: true },
  );

  test("with parts that are JSON, and errors with the name of the field", async () => {
    const send = serve(team);
    const parts: Parts = [
      ["users[0].name", "Ada"],
      ["users[0].data", json('{"a":1}')],
      ["tags[]", "x"],
      ["tags[]", "y"],
    ];
    const value = { users: [{ name: "Ada", data: { a: 1 } }], tags: ["x", "y"] };
    expect(await send(...(await wire(parts)))).toEqual({ status: 200, body: value });
    const refused = await send(...(await wire([["users[3].name", "A"], ...parts])));
    expect(refused).toMatchObject({
      status: 422,
      body: {
        issues: [
          { pointer: "/users/1/name", field: "users[3].name", in: "body" },
          { pointer: "/users/1/data", field: "users[3].data", in: "body" },
        ],
      },
    });
  });
});
