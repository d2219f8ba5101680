/** What every server has to do, whatever framework it is made with: the same requests, the same answers. */
import { once } from "node:events";
import { type RequestOptions, request as send } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { AllOf, Check, Date as DateOf, Dict, engine, type Infer, Int, List, Str } from "../../src/index.ts";
import type { Problem } from "../../src/servers/problem.ts";

export const order = Dict(
  { item: Str({ minlen: 1 }), count: Int({ min: 1 }), day: DateOf({ format: "%Y-%m-%d" }), notes: List(Str()) },
  { optional: ["day", "notes"] },
);
export const search = Dict(
  { q: Str({ minlen: 2 }), page: Int({ coerce: true, min: 1 }), tags: List(Str()) },
  { optional: ["tags"], defaults: { page: 1 }, multikeys: ["tags"] },
);
export const params = Dict({ id: Int({ coerce: true, min: 1 }) });
export const headers = Dict({ "x-client": Str({ pattern: /^[a-z]+$/ }) }, { unknown: "strip" });
export const form = Dict(
  { name: Str({ minlen: 1 }), age: Int({ coerce: true }), langs: List(Str()) },
  { optional: ["langs"], multikeys: ["langs"] },
);

/** A name that is not taken, as a database says. */
const free = AllOf(
  Str({ minlen: 1 }),
  Check(
    async (name: string) => {
      await sleep(1);
      if (name === "broken") throw new Error("the database is down");
      return name !== "Eve";
    },
    { async: true, message: "is taken" },
  ),
);
/** Validators that have to wait, of a body, a query and a form. */
export const signup = Dict({ name: free });

/** A validator of a body that may be missing. */
export const maybe = Dict({ a: Int() }, { nullable: true });

/** What the handlers answer: dates are Temporal's by then, numbers numbers. */
export const shown = ({ day, ...rest }: Infer<typeof order>): object => ({
  ...rest,
  ...(day && { day: `${day.year}/${day.month}/${day.day}` }),
});

/** The most bytes that the servers take. */
export const MAX_BYTES = 2000;

/**
 * A server with these routes. `POST /orders` answers with `shown`, the others with the values:
 * `GET /search`, `GET /items/:id`, `GET /me`, `POST /form`, `POST /items/:id` with all of params, query and body;
 * `POST /maybe` with `maybe`, and the body as the member `body`;
 * `POST /signup`, `GET /signup` and `POST /signup/form` with `signup` for the body, the query and a form.
 */
export interface Started {
  readonly url: string;
  close(): Promise<unknown>;
}

export interface Abilities {
  /** Multipart forms are read too. */
  readonly multipart: boolean;
  /** One answer says what is wrong with all parts. */
  readonly allParts: boolean;
  /** There are path parameters. */
  readonly params: boolean;
}

interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly body: unknown;
}

const JSON_TYPE = { "content-type": "application/json" };

/** Tests of a server. */
export function behavesAsServer(start: () => Promise<Started>, abilities: Abilities): void {
  let server: Started;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  async function ask(path: string, init?: RequestInit): Promise<Answer> {
    const response = await fetch(server.url + path, init);
    const text = await response.text();
    return { status: response.status, type: response.headers.get("content-type"), body: JSON.parse(text || "null") };
  }
  const post = (body: string | Uint8Array, more: Record<string, string> = JSON_TYPE, path = "/orders") =>
    ask(path, { method: "POST", body: body as string, headers: more });

  /** The problem of an answer, which has to be one. */
  function problem(answer: Answer, status: number): Problem {
    expect(answer.status).toBe(status);
    expect(answer.type).toBe("application/problem+json");
    const problem = answer.body as Problem;
    expect(problem).toMatchObject({
      type: "about:blank",
      status,
      title: expect.any(String),
      detail: expect.any(String),
    });
    expect(Array.isArray(problem.issues)).toBe(true);
    return problem;
  }

  describe("a validator that waits for functions", () => {
    const calls: [string, (name: string) => Promise<Answer>][] = [
      ["body", (name) => post(JSON.stringify({ name }), JSON_TYPE, "/signup")],
      ["query", (name) => ask(`/signup?name=${name}`)],
      ["form", (name) => post(`name=${name}`, { "content-type": "application/x-www-form-urlencoded" }, "/signup/form")],
    ];
    test.each(calls)("of a %s gives the value, or what is wrong", async (part, call) => {
      expect(await call("Ann")).toMatchObject({ status: 200, body: { name: "Ann" } });
      const { issues } = problem(await call("Eve"), 422);
      expect(issues).toMatchObject([{ in: part === "query" ? "query" : "body", path: ["name"], message: "is taken" }]);
      expect(problem(await call(""), 422).issues).toHaveLength(1);
    });

    test("of a body takes nothing but JSON", async () => {
      problem(await post("x", { "content-type": "text/plain" }, "/signup"), 415);
      problem(await post("{", JSON_TYPE, "/signup"), 400);
    });

    test.each(calls)("of a %s ends with a 500 if a function fails", async (_, call) => {
      const response = await call("broken").catch(() => ({ status: 500 }));
      expect(response.status).toBe(500);
    });
  });

  describe("a JSON body", () => {
    test("that is valid comes as the validated value", async () => {
      const { status, body } = await post('{"item": "beer", "count": 2}');
      expect([status, body]).toEqual([200, { item: "beer", count: 2 }]);
    });

    test("is converted as the schema says", async () => {
      const { body } = await post('{"item": "beer", "count": 2, "day": "2026-02-28"}');
      expect(body).toEqual({ item: "beer", count: 2, day: "2026/2/28" });
    });

    test("may have any character", async () => {
      const { body } = await post('{"item": "Bier \u{1f37a} \u4e2d \u0000", "count": 2}'.replace("\u0000", "\\u0000"));
      expect(body).toEqual({ item: "Bier \u{1f37a} \u4e2d \u0000", count: 2 });
    });

    test("is never parsed by the server", async () => {
      const text = '{"item": "beer", "count": 2}';
      const parse = vi.spyOn(JSON, "parse");
      const response = await fetch(`${server.url}/orders`, { method: "POST", body: text, headers: JSON_TYPE });
      const parsed = parse.mock.calls.length;
      parse.mockRestore();
      expect([response.status, await response.json()]).toEqual([200, { item: "beer", count: 2 }]);
      // The TypeScript engine parses it.
      expect(parsed).toBe(engine().impl === "TypeScript" ? 1 : 0);
    });

    test("that is invalid is a 422 with every issue and its place", async () => {
      const { issues, detail, title } = problem(await post('{"item": "",\n "count": 0, "x": 1}'), 422);
      expect(title).toBe("Unprocessable Content");
      expect(detail).toBe("body /item: Expected at least 1 character. (and 2 more)");
      expect(issues.map(({ in: part, code, pointer, line, column }) => [part, code, pointer, line, column])).toEqual([
        ["body", "min_length", "/item", 1, 10],
        ["body", "min_value", "/count", 2, 11],
        ["body", "forbidden_key", "/x", 2, 14],
      ]);
    });

    test("that is invalid is not repeated to the client", async () => {
      const { issues } = problem(await post('{"item": 48151623, "count": -48151623, "day": "48151623"}'), 422);
      expect(JSON.stringify(issues)).not.toContain("48151623");
      for (const issue of issues) expect(issue).not.toHaveProperty("actual");
      expect(issues.map(({ message }) => message)).toEqual([
        "Expected a string, got an integer.",
        "Expected at least 1.",
        "Expected a date or time in the format \u201cYYYY-MM-DD\u201d.",
      ]);
    });

    test.each<[what: string, body: string | Uint8Array, line: number, column: number]>([
      ["that is cut short", '{"item": "beer",\n "count"', 2, 9],
      ["that is empty", "", 1, 1],
      ["that is not UTF-8", Uint8Array.of(0x22, 0xff, 0x22), 1, 2],
      ["that is nested too deep", "[".repeat(600), 1, 513],
    ])("%s is a 400 that says where", async (_, body, line, column) => {
      const { issues, title } = problem(await post(body), 400);
      expect(title).toBe("Bad Request");
      expect(issues).toMatchObject([{ in: "body", code: "json_decode", pointer: "", line, column }]);
    });

    test("of as many bytes as the limit is read, of one more it is a 413", async () => {
      const text = JSON.stringify({ item: "beer", count: 2 });
      expect((await post(text.padEnd(MAX_BYTES))).status).toBe(200);
      const { title, detail, issues } = problem(await post(text.padEnd(MAX_BYTES + 1)), 413);
      expect([title, detail, issues]).toEqual(["Content Too Large", "The body is larger than 2000 bytes.", []]);
    });

    test("without a length is a 413 before it has been sent", async () => {
      const options: RequestOptions = { method: "POST", headers: { ...JSON_TYPE, "transfer-encoding": "chunked" } };
      const request = send(`${server.url}/orders`, options);
      request.on("error", () => {});
      request.write(`{"item": "${"x".repeat(MAX_BYTES)}`);
      // It never ends.
      const [response] = await once(request, "response");
      expect([response.statusCode, response.headers["content-type"]]).toEqual([413, "application/problem+json"]);
      request.destroy();
    });

    test("without a length, that is small enough, is read", async () => {
      const options: RequestOptions = { method: "POST", headers: { ...JSON_TYPE, "transfer-encoding": "chunked" } };
      const request = send(`${server.url}/orders`, options);
      request.write('{"item": "b');
      await new Promise((sent) => setTimeout(sent, 20));
      request.end('eer", "count": 2}');
      const [response] = await once(request, "response");
      expect(response.statusCode).toBe(200);
      response.resume();
    });

    test.each([
      "application/json",
      "Application/JSON; Charset=UTF-8",
      'application/json;charset="utf-8"',
      'application/json; note="a; charset=latin1"',
      'application/json; note="\\"; charset=latin1"; charset=utf-8',
      'application/json; note=";charset=x" ; Charset = "u\\tf-8"',
      "application/vnd.api+json",
      "application/problem+json; profile=x",
      "application/json\t ; \tcharset=utf-8\t",
      "application/a.b_c-d!#$&^+json",
    ])("may be sent as %s", async (type) => {
      expect((await post('{"item": "beer", "count": 2}', { "content-type": type })).status).toBe(200);
    });

    test.each([
      "text/plain",
      "text/json",
      "application/jsonx",
      "application/x+json+xml",
      "application/x-www-form-urlencoded",
      "application/json; charset=latin1",
      "application/json; charset=utf-8; charset=utf-16",
      'application/json; note="a;b"; charset=latin1',
      'application/json; note="\\\\"; charset=latin1',
      'application/json; note=";charset=utf-8; charset=latin1',
      "application/octet-stream",
      "multipart/form-data; boundary=json",
      // White space to JavaScript, and not to HTTP.
      "application/json\u00a0",
      "\u00a0application/json",
      "application/json\u00a0; charset=utf-8",
      "application/json; charset=utf-8\u00a0",
      "application/x\u00a0+json",
      "application/\u00e9+json",
    ])("may not be sent as %s", async (type) => {
      const { issues, title } = problem(await post('{"item": "beer", "count": 2}', { "content-type": type }), 415);
      expect([title, issues]).toEqual(["Unsupported Media Type", []]);
    });

    test("may not be sent without a Content-Type, nor be missing", async () => {
      const bytes = new TextEncoder().encode('{"item": "beer", "count": 2}');
      problem(await post(bytes, {}), 415);
      problem(await ask("/orders", { method: "POST" }), 415);
    });

    test("may be missing if the validator takes null", async () => {
      expect(await ask("/maybe", { method: "POST" })).toMatchObject({ status: 200, body: { body: null } });
      expect((await post('{"a": 1}', JSON_TYPE, "/maybe")).body).toEqual({ body: { a: 1 } });
      expect((await post("null", JSON_TYPE, "/maybe")).body).toEqual({ body: null });
      problem(await post("", JSON_TYPE, "/maybe"), 400);
      problem(await post('{"a": ""}', JSON_TYPE, "/maybe"), 422);
      // A body without a type is not missing.
      problem(await post(new TextEncoder().encode('{"a": 1}'), {}, "/maybe"), 415);
    });

    test("may not be compressed", async () => {
      problem(await post("x", { ...JSON_TYPE, "content-encoding": "gzip" }), 415);
      const answer = await post('{"item": "beer", "count": 2}', { ...JSON_TYPE, "content-encoding": "identity" });
      expect(answer.status).toBe(200);
    });

    test("does not reach a prototype", async () => {
      const { issues } = problem(await post('{"item": "beer", "count": 2, "__proto__": {"x": 1}}'), 422);
      expect(issues).toMatchObject([{ code: "forbidden_key", pointer: "/__proto__" }]);
    });

    test("with a great many mistakes gets an answer that is small", async () => {
      const notes = Array.from({ length: 900 }, () => 1);
      const answer = await post(JSON.stringify({ item: "b", count: 1, notes }));
      const { issues, truncated } = problem(answer, 422);
      expect([issues.length, truncated]).toEqual([100, true]);
    });
  });

  describe("a query", () => {
    test("comes as the validated value", async () => {
      const { status, body } = await ask("/search?q=%C3%A4%20b+c&page=3&tags=x&tags=%F0%9F%8D%BA");
      expect([status, body]).toEqual([200, { q: "\u00e4 b c", page: 3, tags: ["x", "\u{1f37a}"] }]);
      expect((await ask("/search?q=ab&tags=x")).body).toEqual({ q: "ab", page: 1, tags: ["x"] });
    });

    test("has the last value of a key that is no list", async () => {
      expect((await ask("/search?q=ab&q=cd")).body).toEqual({ q: "cd", page: 1 });
    });

    test("that is invalid is a 422", async () => {
      const { issues } = problem(await ask("/search?q=a&page=x"), 422);
      expect(issues).toMatchObject([
        { in: "query", code: "min_length", pointer: "/q" },
        { in: "query", code: "invalid_type", pointer: "/page" },
      ]);
      expect(problem(await ask("/search"), 422).issues).toMatchObject([{ in: "query", code: "missing_key" }]);
    });
  });

  test("header fields are validated", async () => {
    const { status, body } = await ask("/me", { headers: { "X-Client": "web" } });
    expect([status, body]).toMatchObject([200, { "x-client": "web" }]);
    const { issues } = problem(await ask("/me", { headers: { "X-Client": "9" } }), 422);
    expect(issues).toMatchObject([{ in: "headers", code: "pattern_match", pointer: "/x-client" }]);
  });

  test.runIf(abilities.params)("path parameters are validated", async () => {
    expect((await ask("/items/7")).body).toEqual({ id: 7 });
    const { issues } = problem(await ask("/items/x"), 422);
    expect(issues).toMatchObject([{ in: "params", code: "invalid_type", pointer: "/id" }]);
  });

  test("HEAD is answered as GET", async () => {
    expect((await fetch(`${server.url}/search?q=ab`, { method: "HEAD" })).status).toBe(200);
    expect((await fetch(`${server.url}/search?q=a`, { method: "HEAD" })).status).toBe(422);
  });

  test("several parts are validated, and each issue says in which it is", async () => {
    const valid = await post('{"item": "beer", "count": 2}', JSON_TYPE, "/items/7?q=ab");
    expect(valid.status).toBe(200);
    const { issues, status } = problem(await post('{"item": "", "count": 2}', JSON_TYPE, "/items/7?q=a"), 422);
    expect(new Set(issues.map((issue) => issue.in))).toEqual(
      new Set(abilities.allParts ? ["query", "body"] : [issues[0]?.in]),
    );
    expect(status).toBe(422);
    if (!abilities.allParts) return;
    // What is not JSON is a bad request, whatever else is wrong.
    expect(problem(await post("{", JSON_TYPE, "/items/7?q=a"), 400).issues.length).toBe(2);
  });

  describe("a form", () => {
    const URL_ENCODED = { "content-type": "application/x-www-form-urlencoded" };

    test("comes as the validated value", async () => {
      const { status, body } = await post("name=J%C3%B6rg+%F0%9F%8D%BA&age=36&langs=de&langs=en", URL_ENCODED, "/form");
      expect([status, body]).toEqual([200, { name: "J\u00f6rg \u{1f37a}", age: 36, langs: ["de", "en"] }]);
    });

    test("that is invalid is a 422", async () => {
      const { issues } = problem(await post("name=&age=x&b=1", URL_ENCODED, "/form"), 422);
      expect(issues).toMatchObject([
        { in: "body", code: "min_length", pointer: "/name" },
        { in: "body", code: "invalid_type", pointer: "/age" },
        { in: "body", code: "forbidden_key", pointer: "/b" },
      ]);
    });

    test("that is not UTF-8 is a 400", async () => {
      problem(await post(Uint8Array.of(0x61, 0x3d, 0xff), URL_ENCODED, "/form"), 400);
    });

    test("that is too large is a 413", async () => {
      problem(await post(`name=${"x".repeat(MAX_BYTES)}`, URL_ENCODED, "/form"), 413);
    });

    test.runIf(abilities.multipart)("may be multipart", async () => {
      const data = new FormData();
      for (const [name, value] of Object.entries({ name: "J\u00f6rg", age: "36", langs: "de" }))
        data.append(name, value);
      data.append("langs", "en");
      const { status, body } = await ask("/form", { method: "POST", body: data });
      expect([status, body]).toEqual([200, { name: "J\u00f6rg", age: 36, langs: ["de", "en"] }]);
      problem(await post("--x\r\n", { "content-type": "multipart/form-data; boundary=x" }, "/form"), 400);
      problem(await post("x", { "content-type": "multipart/form-data" }, "/form"), 400);
    });
  });
}
