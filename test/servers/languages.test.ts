/** Each server answers in the language that the request asks for. */
import express from "express";
import Fastify from "fastify";
import { Hono } from "hono";
import { describe, expect, onTestFinished, test } from "vitest";
import { Dict, Formatter, Int, issueTemplates, negotiateLocale } from "../../src/index.ts";
import { validate } from "../../src/servers/express.ts";
import { problemHandler, validlib } from "../../src/servers/fastify.ts";
import { handler, readBody, readHeaders, readJson, readQuery, readRequest } from "../../src/servers/fetch.ts";
import { validator } from "../../src/servers/hono.ts";
import type { ProblemError } from "../../src/servers/problem.ts";
import { de } from "../../src/text/locales/de.ts";
import { en } from "../../src/text/locales/en.ts";
import { fr } from "../../src/text/locales/fr.ts";
import { he } from "../../src/text/locales/he.ts";
import type { Locale } from "../../src/text/locales/locale.ts";

const order = Dict({ item: Int(), count: Int({ min: 1 }) });
const query = Dict({ page: Int({ coerce: true }) });

/** The options that all servers have. Each hands a request of its own to the function. */
interface Options {
  readonly locales?: readonly Locale[];
  // biome-ignore lint/suspicious/noExplicitAny: each server has requests of its own
  readonly locale?: Locale | ((request: any) => Locale | undefined);
}
/** Posts an order, and asks for a page. */
type Ask = (body: string, headers?: Record<string, string>) => Promise<Response>;

async function listening(server: { address(): unknown; close(): unknown }): Promise<string> {
  onTestFinished(() => void server.close());
  return `http://localhost:${(server.address() as { port: number }).port}/`;
}

const SERVERS: Record<string, (options: Options) => Promise<Ask>> = {
  async fastify(options) {
    const app = Fastify();
    app.register(validlib, options);
    app.post("/", { schema: { body: order } }, () => ({}));
    app.get("/", { schema: { querystring: query } }, () => ({}));
    await app.listen({ port: 0 });
    onTestFinished(() => app.close());
    return asking(await listening({ address: () => app.server.address(), close: () => {} }));
  },
  async express(options) {
    const app = express();
    app.post(
      "/",
      validate({ body: order, ...options }, (_, res) => void res.json({})),
    );
    app.get(
      "/",
      validate({ query, ...options }, (_, res) => void res.json({})),
    );
    const server = app.listen(0);
    await new Promise((ready) => server.once("listening", ready));
    return asking(await listening(server));
  },
  async hono(options) {
    const app = new Hono();
    app.post("/", validator("json", order, options), (c) => c.json({}));
    app.get("/", validator("query", query, options), (c) => c.json({}));
    return (body, headers) => Promise.resolve(app.request(...requestOf("http://localhost/", body, headers)));
  },
  async fetch(options) {
    const serve = handler(async (request) => {
      if (request.method === "GET") return Response.json(readQuery(request, query, options));
      return Response.json(await readJson(request, order, options));
    });
    return (body, headers) => serve(new Request(...requestOf("http://localhost/", body, headers)));
  },
};

/** An empty body asks for a page. */
function requestOf(url: string, body: string, headers: Record<string, string> = {}): [string, RequestInit] {
  if (body === "") return [`${url}?page=x`, { headers }];
  return [url, { method: "POST", body, headers: { "content-type": "application/json", ...headers } }];
}
const asking =
  (url: string): Ask =>
  (body, headers) =>
    fetch(...requestOf(url, body, { "accept-language": "", ...headers }));

const WRONG = '{"item":"x","count":0}';
const accept = (language: string) => ({ "accept-language": language });

describe.each(Object.keys(SERVERS))("%s", (name) => {
  const start = (options: Options) => (SERVERS[name] as (options: Options) => Promise<Ask>)(options);
  const shown = async (response: Response) => {
    const { detail, issues, status } = (await response.json()) as {
      detail: string;
      status: number;
      issues: { message: string }[];
    };
    const language = response.headers.get("content-language");
    return { status, language, detail, messages: issues.map(({ message }) => message) };
  };
  const ENGLISH = ["Expected an integer, got a string.", "Expected at least 1."];
  const GERMAN = ["Erwartet: ganze Zahl, erhalten: Zeichenkette.", "Mindestens 1 erwartet."];

  test("is asked by Accept-Language", async () => {
    const ask = await start({ locales: [fr, de] });
    expect(await shown(await ask(WRONG, accept("de-AT,fr;q=0.5")))).toEqual({
      status: 422,
      language: "de",
      detail: `body /item: ${GERMAN[0]} (und 1 weiterer Fehler)`,
      messages: GERMAN,
    });
    expect(await shown(await ask("", accept("ko, fr;q=0.2")))).toEqual({
      status: 422,
      language: "fr",
      detail: "query /page: Attendu\u00a0: un nombre entier.",
      messages: ["Attendu\u00a0: un nombre entier."],
    });
    expect(await shown(await ask("[1,", accept("de")))).toMatchObject({
      status: 400,
      language: "de",
      messages: ["Kein gültiges JSON in Zeile 1, Spalte 4."],
    });
    for (const header of [{}, accept("ko"), accept("*"), accept("en-GB,de;q=0.9"), accept(";".repeat(5000))]) {
      expect(await shown(await ask(WRONG, header as Record<string, string>))).toEqual({
        status: 422,
        language: "en",
        detail: `body /item: ${ENGLISH[0]} (and 1 more)`,
        messages: ENGLISH,
      });
    }
  });

  test("has one language for all requests", async () => {
    const ask = await start({ locale: de });
    expect(await shown(await ask(WRONG, accept("fr")))).toMatchObject({ language: "de", messages: GERMAN });
  });

  test("asks a function, and after it the header", async () => {
    const seen: unknown[] = [];
    const headerOf = (request: {
      headers?: Headers | Record<string, string>;
      req?: { header(name: string): string };
    }) =>
      request.req?.header("x-language") ??
      (request.headers instanceof Headers ? request.headers.get("x-language") : request.headers?.["x-language"]);
    // biome-ignore lint/suspicious/noExplicitAny: each server has requests of its own
    const locale = (request: any) => {
      seen.push(request);
      return headerOf(request) === "he" ? he : undefined;
    };
    const both = await start({ locales: [de], locale });
    expect(await shown(await both(WRONG, { ...accept("de"), "x-language": "he" }))).toMatchObject({ language: "he" });
    expect(await shown(await both(WRONG, accept("de")))).toMatchObject({ language: "de", messages: GERMAN });
    // A request that is valid has no messages.
    expect([(await both('{"item":1,"count":1}')).status, seen.length]).toEqual([200, 2]);
    const alone = await start({ locale });
    expect(await shown(await alone(WRONG, accept("de")))).toMatchObject({ language: null, messages: ENGLISH });
  });

  test("speaks English otherwise", async () => {
    const ask = await start({});
    expect(await shown(await ask(WRONG, accept("de")))).toMatchObject({ language: null, messages: ENGLISH });
  });

  test.each<[Record<string, unknown>, string]>([
    [{ locale: "de" }, "locale should be a locale, as validlib/locales has them"],
    [{ locales: [de, {}] }, "locale should be a locale, as validlib/locales has them"],
    [{ locales: [{ ...de, code: "not a tag" }] }, "locale should be a locale, as validlib/locales has them"],
    [{ locales: de }, "locales should be an array of locales"],
    [{ locales: [de], formatter: Formatter(issueTemplates) }, "Give a formatter or locales, not both"],
    [{ locale: () => de, formatter: Formatter(issueTemplates) }, "Give a formatter or locales, not both"],
    [{ langs: [de] }, "There is no option 'langs'"],
  ])("refuses options that are wrong: %#", async (options, message) => {
    const refused = (error: unknown): string => String((error as Error).message);
    const said =
      name === "fastify"
        ? await Fastify()
            .register(validlib, options as never)
            .ready()
            .then(String, refused)
        : name === "fetch"
          ? await readJson(new Request("http://localhost"), order, options as never).then(String, refused)
          : await start(options as Options).then(String, refused);
    expect(said).toContain(message);
  });
});

describe("Fastify", () => {
  test("gives handlers and hooks the problem in the language of the request", async () => {
    const app = Fastify();
    onTestFinished(() => app.close());
    app.register(validlib, { locales: [de], errorHandler: false });
    app.get("/attached", { attachValidation: true, schema: { querystring: query } }, ({ validationError }) => ({
      message: (validationError as unknown as ProblemError).detail,
    }));
    app.get("/", { schema: { querystring: query } }, () => ({}));
    const causes: unknown[] = [];
    app.setErrorHandler((error, request, reply) => {
      causes.push((error as ProblemError).cause);
      return problemHandler(error as Error, request, reply);
    });
    const ask = async (url: string) => (await app.inject({ url, headers: accept("de") })).json();
    app.get("/bug", () => {
      throw new Error("ganze Zahl");
    });
    expect(await ask("/attached?page=x")).toEqual({
      message: "query /page: Erwartet: ganze Zahl.",
    });
    expect(await ask("/?page=x")).toMatchObject({
      detail: "query /page: Erwartet: ganze Zahl.",
    });
    expect(await ask("/bug")).toMatchObject({ statusCode: 500 });
    expect(causes).toMatchObject([{ issues: [{ message: "Erwartet: ganze Zahl." }] }, undefined]);
  });
});

test("all functions for requests of the Fetch API have the option", async () => {
  const request = (): Request =>
    new Request(...requestOf("http://localhost/?page=x", WRONG, { ...accept("de"), "x-a": "b" }));
  const options = { locales: [de] };
  const said = async (promise: Promise<unknown>) =>
    promise.then(String, (error: ProblemError) => [error.headers["content-language"], error.issues.length]);
  expect(await said(readBody(request(), order, options))).toEqual(["de", 2]);
  expect(await said(readRequest(request(), { json: order, query }, options))).toEqual(["de", 3]);
  expect(await said((async () => readHeaders(request(), Dict({ "x-a": Int() }), options))())).toEqual(["de", 3]);
});

test("a detail of many errors, and of more than were collected", async () => {
  const many = Dict(Object.fromEntries(Array.from("abcdef", (key) => [key, Int()])));
  const detail = async (maxErrors: number, locale: Locale) =>
    readJson(new Request(...requestOf("http://localhost/", "{}")), many, { maxErrors, locale }).catch(
      (error: ProblemError) => error.detail,
    );
  expect(await detail(100, de)).toBe("body /a: Erforderlicher Schlüssel fehlt. (und 5 weitere Fehler)");
  expect(await detail(2, de)).toBe("body /a: Erforderlicher Schlüssel fehlt. (und mindestens 2 weitere Fehler)");
  expect(await detail(2, en)).toBe("body /a: Required key is not provided. (and at least 2 more)");
});

test("a framework of another kind negotiates by itself", () => {
  const { error } = order.safe({}, { locale: negotiateLocale("de", [de]) });
  expect(error?.flatten().fieldErrors.item).toEqual(["Erforderlicher Schlüssel fehlt."]);
});
