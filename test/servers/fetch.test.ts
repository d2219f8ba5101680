import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { describe, expect, onTestFinished, test } from "vitest";
import { Any, Dict, Int, Nullable } from "../../src/index.ts";
import {
  handler,
  ProblemError,
  readBody,
  readForm,
  readHeaders,
  readJson,
  readQuery,
  readRequest,
} from "../../src/servers/fetch.ts";
import {
  behavesAsServer,
  form,
  headers,
  MAX_BYTES,
  maybe,
  order,
  type Started,
  search,
  shown,
  signup,
} from "./support.ts";

const limits = { maxBytes: MAX_BYTES };

const route = handler(async (request: Request) => {
  const { pathname } = new URL(request.url);
  if (pathname === "/orders") return Response.json(shown(await readJson(request, order, limits)));
  if (pathname === "/maybe") return Response.json({ body: await readJson(request, maybe) });
  if (pathname === "/signup/form") return Response.json(await readForm(request, signup));
  if (pathname === "/signup") {
    if (request.method === "POST") return Response.json(await readJson(request, signup));
    return Response.json((await readRequest(request, { query: signup })).query);
  }
  if (pathname === "/search") return Response.json(readQuery(request, search));
  if (pathname === "/me") return Response.json(readHeaders(request, headers));
  if (pathname === "/form") return Response.json(await readForm(request, form, limits));
  const { json } = await readRequest(request, { query: search, json: order }, limits);
  return Response.json(shown(json));
});

async function start(handle = route): Promise<Started> {
  const server = serve({ fetch: (request) => handle(request), port: 0 });
  await new Promise((ready) => server.once("listening", ready));
  const close = (): Promise<unknown> => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

describe("A handler of the Fetch API", () =>
  behavesAsServer(() => start(), { multipart: true, allParts: true, params: false }));

const schema = Dict({ a: Int({ coerce: true }) });
const post = (body: BodyInit | null, type?: string, more: Record<string, string> = {}): Request =>
  new Request("http://localhost/?a=5#x?a=6", {
    method: "POST",
    body,
    headers: { ...(type && { "content-type": type }), ...more },
    duplex: "half",
  } as RequestInit);
type BodyInit = string | Uint8Array<ArrayBuffer> | ReadableStream | FormData | URLSearchParams;

const status = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 200,
    (error) => (error instanceof ProblemError ? error.status : error),
  );

describe("the readers of the Fetch API", () => {
  test("readBody takes JSON and forms, by their types", async () => {
    expect(await readBody(post('{"a": 1}', "application/json"), schema)).toEqual({ a: 1 });
    expect(await readBody(post(new URLSearchParams({ a: "2" })), schema)).toEqual({ a: 2 });
    const data = new FormData();
    data.set("a", "3");
    expect(await readBody(post(data), schema)).toEqual({ a: 3 });
    expect(await status(readBody(post("a"), schema))).toBe(415);
    expect(await status(readBody(post(null), schema))).toBe(415);
    expect(await readBody(post(null), Nullable(schema))).toBe(null);
    expect(await readForm(post(null), Nullable(schema))).toBe(null);
    expect(await status(readJson(post(new Uint8Array([49])), Nullable(schema)))).toBe(415);
  });

  test("readJson takes no form, and readForm no JSON", async () => {
    expect(await status(readJson(post(new URLSearchParams({ a: "2" })), schema))).toBe(415);
    expect(await status(readForm(post('{"a": 1}', "application/json"), schema))).toBe(415);
  });

  test("a request without a body is not JSON", async () => {
    expect(await status(readJson(new Request("http://localhost/"), schema))).toBe(415);
    expect(await status(readJson(post(null, "application/json"), schema))).toBe(400);
  });

  test.each([{}, { "content-length": "5" }])(
    "reading stops at the limit, and cancels the stream, with %j",
    async (more) => {
      let sent = 0;
      let cancelled = false;
      const long = new ReadableStream({
        pull: (controller) => {
          sent += 1000;
          controller.enqueue(new Uint8Array(1000));
          if (sent > 1_000_000) controller.close();
        },
        cancel: () => {
          cancelled = true;
        },
      });
      expect(await status(readJson(post(long, "application/json", more), schema, limits))).toBe(413);
      expect([sent < 10_000, cancelled]).toEqual([true, true]);
    },
  );

  test("what a server has a faster way to read than its stream is read in that way", async () => {
    const server = await start(async (request) => {
      Object.defineProperty(request, "body", { value: null });
      return Response.json(await readJson(request, schema, limits));
    });
    onTestFinished(() => server.close() as Promise<void>);
    const headers = { "content-type": "application/json" };
    const response = await fetch(server.url, { method: "POST", headers, body: '{"a": 1}' });
    expect(await response.json()).toEqual({ a: 1 });
  });

  test("a body of anything but bytes is a mistake of the program, as its size is not known", async () => {
    for (const chunk of [new ArrayBuffer(1000), "text", 5]) {
      const body = new ReadableStream({
        start: (controller) => {
          controller.enqueue(chunk);
          controller.close();
        },
      });
      expect(await status(readJson(post(body, "application/json"), schema, limits))).toBeInstanceOf(TypeError);
    }
  });

  test("a multipart body beyond the limit is read no further, but not cancelled: of a FormData, that ends Node", async () => {
    const data = new FormData();
    data.set("a", new Blob([new Uint8Array(3_000_000)]));
    expect(await status(readForm(post(data), schema, limits))).toBe(413);
    await new Promise((later) => setTimeout(later, 50));
    let cancelled = false;
    let sent = 0;
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1000).fill(++sent)),
      cancel: () => {
        cancelled = true;
      },
    });
    const request = post(endless, "multipart/form-data; boundary=x");
    expect(await status(readForm(request, schema, limits))).toBe(413);
    const before = sent;
    await new Promise((later) => setTimeout(later, 20));
    expect([cancelled, sent - before < 2, before < 10]).toEqual([false, true, true]);
  });

  test("a length that is not true does not pass the limit", async () => {
    const request = post("1".padEnd(3000), "application/json", { "content-length": "5" });
    expect(await status(readJson(request, Any(), limits))).toBe(413);
    const form = post(`a=${"1".padEnd(3000)}`, "application/x-www-form-urlencoded", { "content-length": "5" });
    expect(await status(readForm(form, Any(), limits))).toBe(413);
  });

  test("a body that was read before is a mistake of the program", async () => {
    const request = post('{"a": 1}', "application/json");
    await request.text();
    expect(await status(readJson(request, schema))).toBeInstanceOf(TypeError);
  });

  test("the query ends where the fragment begins", () => {
    expect(readQuery(post(null), schema)).toEqual({ a: 5 });
    expect(readQuery(new Request("http://localhost/#?a=1"), Dict({}))).toEqual({});
  });

  test("readRequest takes one kind of body", async () => {
    const both = readRequest(post("{}"), { json: schema, form: schema });
    await expect(both).rejects.toThrow("readRequest takes json or a form, not both");
    const misspelt = "There is no option 'maxByte': did you mean 'maxBytes'?";
    await expect(readJson(new Request("http://localhost"), Int(), { maxByte: 1 } as never)).rejects.toThrow(misspelt);
    const noObject = "limits should be an object, not integer";
    await expect(readJson(new Request("http://localhost"), Int(), 5 as never)).rejects.toThrow(noObject);
    const { query, form } = await readRequest(post(new URLSearchParams({ a: "2" })), { query: schema, form: schema });
    expect([query, form]).toEqual([{ a: 5 }, { a: 2 }]);
  });

  test.each<[schemas: unknown, message: string]>([
    [{ body: schema }, "There is no option 'body': did you mean 'json'?"],
    [{ json: schema, querystring: schema }, "There is no option 'querystring': did you mean 'query'?"],
    [{ json: null }, "The schema of json should be a validator"],
    [{ query: Dict }, "The schema of query should be a validator: did you mean Dict()?"],
    [schema, "schemas should be an object, not function"],
    [undefined, "schemas should be an object, not undefined"],
  ])("readRequest takes the schemas of parts, not %o", async (schemas, message) => {
    const read = readRequest(post("{}", "application/json"), schemas as never);
    await expect(read).rejects.toThrow(new TypeError(message));
  });

  test("limits and formatter go through", async () => {
    const formatter = (): [string, string][] => [["", "Nein."]];
    const error = (await readJson(post("[[1]]", "application/json"), Any(), { maxDepth: 1, formatter }).catch(
      (one) => one,
    )) as ProblemError;
    expect([error.status, error.issues[0]?.message]).toEqual([400, "Nein."]);
    const strict = Dict({ b: Int(), c: Int() });
    const few = await readJson(post("{}", "application/json"), strict, { maxErrors: 1 }).catch((one) => one);
    expect([few.issues.length, few.truncated]).toEqual([1, true]);
  });

  test("handler passes on other errors and arguments", async () => {
    const failing = handler((_: Request, text: string) => {
      throw new Error(text);
    });
    await expect(failing(post(null), "mistake")).rejects.toThrow("mistake");
  });
});
