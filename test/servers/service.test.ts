/** examples/service, asked over HTTP. */
import SwaggerParser from "@apidevtools/swagger-parser";
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, onTestFinished, test } from "vitest";
import type { paths } from "../../examples/service/api.d.ts";
import { service } from "../../examples/service/app.ts";
import { call, Refused } from "../../examples/service/client.ts";
import { type changes, contact, order, signUp } from "../../examples/service/schemas.ts";
import { Store } from "../../examples/service/store.ts";
import { checkExamples, fromOpenApi, type InferInput } from "../../src/index.ts";

const store = new Store();
const log: string[] = [];
const app = service(store, { logger: { level: "info", stream: { write: (line: string) => void log.push(line) } } });
let url: string;

beforeAll(async () => {
  url = await app.listen({ port: 0 });
});
afterAll(() => app.close());
beforeEach(() => {
  store.customers.length = log.length = 0;
});

const JSON_TYPE = { "content-type": "application/json" };

/** The status, and what the response says. */
async function ask(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const init = body === undefined ? {} : { body: body instanceof URLSearchParams ? body : JSON.stringify(body) };
  const type = body === undefined || body instanceof URLSearchParams ? {} : JSON_TYPE;
  const options = { method, headers: { ...type, ...headers }, redirect: "manual", ...init } as const;
  const response = await fetch(url + path, options);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: /^[[{]/.test(text) ? JSON.parse(text) : undefined,
  };
}

/** The issues of a problem, as `[in + pointer, message]`. */
async function refused(...args: Parameters<typeof ask>): Promise<[string, string][]> {
  const { status, headers, json } = await ask(...args);
  expect([status, headers.get("content-type")]).toEqual([422, "application/problem+json"]);
  return json.issues.map((issue: Record<string, string>) => [`${issue.in} ${issue.pointer}`, issue.message]);
}

const PASSWORD = "correct horse battery";
const ann = { name: "Ann", email: "ann@example.org", password: PASSWORD, again: PASSWORD, phone: null };
const GERMAN = { "accept-language": "de-AT,de;q=0.9,en;q=0.5" };

test("has a client whose types are those of its document", async () => {
  const { id, ...customer } = await call(url, "post", "/customers", { body: ann });
  expectTypeOf({ id, ...customer }).toEqualTypeOf<{ id: number; name: string; birthday?: string }>();
  expect([id, customer]).toEqual([1, { name: "Ann" }]);
  const found = await call(url, "get", "/customers", { query: { q: "A", id: [1, 2] } });
  expectTypeOf(found[0]?.phone).toEqualTypeOf<string | null | undefined>();
  expect(found).toMatchObject([{ id: 1, email: "ann@example.org" }]);
  const params = { id: 1 };
  expect(await call(url, "patch", "/customers/{id}", { params, body: { name: "Anna" } })).toEqual({
    changed: ["name"],
  });
  // @ts-expect-error -- a name is text
  await expect(call(url, "patch", "/customers/{id}", { params, body: { name: 5 } })).rejects.toThrow(Refused);
  // @ts-expect-error -- no such key, and no parameters
  await expect(call(url, "patch", "/customers/{id}", { body: { nam: "Anna" } })).rejects.toThrow(Refused);
  // @ts-expect-error -- no such operation
  await expect(call(url, "post", "/customers/{id}", {})).rejects.toThrow();

  // The types are written by scripts/client-types.mjs, and these are those of the schemas now.
  type BodyOf<O> = O extends { requestBody: { content: { "application/json": infer B } } } ? B : never;
  type Exact<T> = { [K in keyof T]: Exclude<T[K], undefined> };
  type Change = BodyOf<paths["/customers/{id}"]["patch"]>;
  expectTypeOf<Change>().toEqualTypeOf<Exact<InferInput<typeof changes>>>();
  expectTypeOf<BodyOf<paths["/orders"]["post"]>>().toExtend<InferInput<typeof order>>();
  expectTypeOf<keyof InferInput<typeof order>>().toEqualTypeOf<keyof BodyOf<paths["/orders"]["post"]>>();
});

test("has a document that gives validators of its requests", async () => {
  const { json } = await ask("GET", "/docs/json");
  const { operations, components } = fromOpenApi(json);
  expect(Object.keys(components)).toEqual(Object.keys(json.components.schemas));
  const at = (method: string, path: string) => operations.find((one) => one.method === method && one.path === path);
  const body = at("post", "/customers")?.body["application/json"];
  expect(body?.is(ann)).toBe(true);
  expect(body?.safe({ ...ann, password: "short", more: 1 }).error?.issues.map(({ pointer }) => pointer)).toEqual([
    "/password",
    "/more",
  ]);
  expect(at("get", "/customers")?.query?.({ id: "3", page: "2", phone: "true" })).toEqual({
    id: [3],
    page: 2,
    phone: true,
  });
  expect(at("patch", "/customers/{id}")?.params?.is({ id: "0" })).toBe(false);
});

test("documents its routes, as JSON and as a page", async () => {
  const { status, json } = await ask("GET", "/docs/json");
  expect(status).toBe(200);
  await SwaggerParser.validate(structuredClone(json));
  expect(Object.keys(json.paths)).toEqual(["/customers", "/customers/{id}", "/orders", "/contact"]);
  expect(Object.keys(json.components.schemas)).toEqual(["Order", "Item", "Card", "Transfer"]);
  expect(json.paths["/customers"].get.parameters).toContainEqual({
    ...{ name: "page", in: "query" },
    schema: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 },
  });
  expect((await ask("GET", "/docs/")).text).toContain("swagger-ui");
});

test("has valid examples in its schemas", async () => {
  for (const schema of [signUp(async () => true), order, contact]) await checkExamples(schema);
});

describe("signing up", () => {
  test("takes a customer, and stores what the schema makes of the body", async () => {
    const body = {
      ...ann,
      name: " Ann ",
      email: "Ann@Example.ORG",
      birthday: "1990-02-28",
      website: "https://ann.example",
    };
    const { status, json } = await ask("POST", "/customers", body);
    expect([status, json]).toEqual([201, { id: 1, name: "Ann", birthday: "1990-02-28" }]);
    const { birthday, ...customer } = store.customers[0] ?? {};
    expect(String(birthday)).toBe("1990-02-28");
    const { again, ...rest } = ann;
    expect(customer).toEqual({ ...rest, website: "https://ann.example", newsletter: false });
  });

  test("says everything that is wrong with the members", async () => {
    const body = {
      name: " ",
      email: "ann@localhost",
      password: PASSWORD,
      phone: "0123",
      website: "http://ann.example",
    };
    expect(await refused("POST", "/customers", { ...body, birthday: "1990-02-30", age: 5 })).toEqual([
      ["body /name", "Tell us your name."],
      ["body /email", "Expected a valid email address."],
      ["body /phone", "Expected a valid phone number."],
      ["body /website", "Expected a valid URL."],
      ["body /birthday", "Expected a date or time in the format of ISO 8601."],
      ["body /age", "Key is not allowed."],
      ["body /again", "Required key is not provided."],
    ]);
  });

  test("says everything that is wrong with the password, in the language of the request", async () => {
    const body = { ...ann, password: "ann ann ann ann", again: "an ann ann ann" };
    expect(await refused("POST", "/customers", body)).toEqual([
      ["body /again", "The passwords differ."],
      ["body /password", "Your name is in the password."],
    ]);
    expect(await refused("POST", "/customers", body, GERMAN)).toEqual([
      ["body /again", "Die Passwörter sind verschieden."],
      ["body /password", "Ihr Name steht im Passwort."],
    ]);
  });

  test("asks the database whether the address is taken, only if nothing else is wrong with the members", async () => {
    await ask("POST", "/customers", ann);
    expect(await refused("POST", "/customers", ann)).toEqual([["body /email", "This address is taken."]]);
    expect(await refused("POST", "/customers", ann, { "accept-language": "fr" })).toEqual([
      ["body /email", "Cette adresse est déjà prise."],
    ]);
    expect(await refused("POST", "/customers", { ...ann, phone: 5 })).toEqual([
      ["body /phone", "Expected a string, got an integer."],
    ]);
  });

  test("answers the second of two requests for one address in the same way", async () => {
    const answers = await Promise.all([ask("POST", "/customers", ann), ask("POST", "/customers", ann, GERMAN)]);
    const [taken] = answers.filter(({ status }) => status === 422);
    expect([answers.length, store.customers.length]).toEqual([2, 1]);
    expect(taken?.json.issues).toMatchObject([{ in: "body", pointer: "/email", code: "taken" }]);
  });

  test("says that an address has been taken since, in the language of the request", async () => {
    const { isFree } = store;
    const answers = [true, false];
    store.isFree = async () => answers.shift() ?? false;
    onTestFinished(() => void Object.assign(store, { isFree }));
    expect(await refused("POST", "/customers", ann, GERMAN)).toEqual([["body /email", "Diese Adresse ist vergeben."]]);
  });

  test("repeats no password, neither in the answer nor in the log", async () => {
    const { status, text } = await ask("POST", "/customers", { ...ann, password: "hunter-2", again: "hunter-3", x: 1 });
    expect(status).toBe(422);
    expect(log.length).toBeGreaterThan(0);
    expect(text + log.join()).not.toContain("hunter");
  });

  test("says where a body is not JSON", async () => {
    const response = await fetch(`${url}/customers`, { method: "POST", body: '{"name": }', headers: JSON_TYPE });
    expect(await response.json()).toMatchObject({ status: 400, issues: [{ in: "body", line: 1, column: 10 }] });
  });
});

describe("looking for customers", () => {
  beforeEach(async () => {
    await ask("POST", "/customers", ann);
    await ask("POST", "/customers", { ...ann, name: "Bob", email: "bob@example.org", phone: "+491701234567" });
  });
  const names = async (query: string): Promise<string[]> =>
    (await ask("GET", `/customers?${query}`)).json.map(({ name }: { name: string }) => name);

  test("reads the query", async () => {
    expect(await names("")).toEqual(["Ann", "Bob"]);
    expect(await names("q=An")).toEqual(["Ann"]);
    expect(await names("phone=yes")).toEqual(["Bob"]);
    expect(await names("id=2&id=7")).toEqual(["Bob"]);
    expect(await names("page=2")).toEqual([]);
  });

  test("takes the first page in place of one that there is not", async () => {
    expect(await names("page=0")).toEqual(["Ann", "Bob"]);
    expect(await names("page=x")).toEqual(["Ann", "Bob"]);
  });

  test("shows what the schema of the response names, and no password", async () => {
    const { json, text } = await ask("GET", "/customers?id=2");
    const { password, again, ...bob } = ann;
    const shown = { id: 2, ...bob, name: "Bob", email: "bob@example.org", phone: "+491701234567", newsletter: false };
    expect(json).toEqual([shown]);
    expect(text).not.toContain("horse");
  });

  test("sends nothing that does not fit, and says in the log where that is, but not what", async () => {
    Object.assign(store.customers[1] ?? {}, { phone: "hunter-phone" });
    const { status, headers, json, text } = await ask("GET", "/customers");
    expect([status, headers.get("content-type"), json.issues]).toEqual([500, "application/problem+json", []]);
    const { msg } = log.map((line) => JSON.parse(line)).find(({ level }) => level === 50);
    expect(msg).toBe("response /1/phone: Expected a valid phone number.");
    expect(text + log.join()).not.toContain("hunter");
  });

  test("refuses what is no query of it, and numbers that people do not write", async () => {
    expect(await refused("GET", "/customers?phone=perhaps&limit=5")).toEqual([
      ["query /phone", "Expected “true” or “false”."],
      ["query /limit", "Key is not allowed."],
    ]);
    expect(await refused("GET", "/customers?id=1_0")).toEqual([["query /id/0", "Expected an integer."]]);
  });
});

describe("changing a customer", () => {
  beforeEach(() => ask("POST", "/customers", ann));

  test("takes each key alone, and null where the schema does", async () => {
    expect((await ask("PATCH", "/customers/1", { name: "Anna" })).json).toEqual({ changed: ["name"] });
    expect((await ask("PATCH", "/customers/1", { phone: "+491701234567" })).json).toEqual({ changed: ["phone"] });
    expect((await ask("PATCH", "/customers/1", { phone: null })).json).toEqual({ changed: ["phone"] });
    expect(store.customers).toMatchObject([{ name: "Anna", phone: null }]);
  });

  test("refuses null elsewhere, and the keys that stay", async () => {
    expect(await refused("PATCH", "/customers/1", { name: null, email: "eve@example.org" })).toEqual([
      ["body /name", "Value should not be null."],
      ["body /email", "Key is not allowed."],
    ]);
    expect(await refused("PATCH", "/customers/x", {})).toEqual([["params /id", "Expected an integer."]]);
    expect(await ask("PATCH", "/customers/7", {})).toMatchObject({
      status: 404,
      json: { title: "Not Found", detail: "There is no such customer.", issues: [] },
    });
  });
});

describe("ordering", () => {
  const KEY = { "idempotency-key": "0190163d-8694-739b-aea5-966c26f8ad91" };
  const items = [
    { article: "ABC-0001", count: 2 },
    { article: "ABC-0002", count: 1 },
  ];
  const card = { by: "card", number: "4111 1111 1111 1111" };

  test("takes an order", async () => {
    expect(await ask("POST", "/orders", { items, payment: card }, KEY)).toMatchObject({
      status: 201,
      json: { count: 3, paid: true },
    });
    const payment = { by: "transfer", iban: "DE89370400440532013000" };
    expect((await ask("POST", "/orders", { items, payment }, KEY)).json).toEqual({ count: 3, paid: false });
    expect([...store.orders.keys()]).toContain(KEY["idempotency-key"]);
  });

  test("reports each article that comes twice, at its place", async () => {
    const twice = [...items, items[0], items[1]];
    expect(await refused("POST", "/orders", { items: twice, payment: card }, { ...KEY, ...GERMAN })).toEqual([
      ["body /items/2/article", "Dieser Artikel kommt zweimal vor."],
      ["body /items/3/article", "Dieser Artikel kommt zweimal vor."],
    ]);
    expect(await refused("POST", "/orders", { items: twice, payment: { by: "cash" } }, KEY)).toEqual([
      ["body /payment/by", "Expected “card” or “transfer”."],
      ["body /items/2/article", "This article comes twice."],
      ["body /items/3/article", "This article comes twice."],
    ]);
  });

  test("reports what is wrong with the kind of payment that was chosen, without the number of a card", async () => {
    const body = { items: [{ article: "abc", count: 0 }], payment: { by: "card", number: "4111 1111 1111 1112" } };
    expect(await refused("POST", "/orders", body, KEY)).toEqual([
      ["body /items/0/article", "An article number is like ABC-1234."],
      ["body /items/0/count", "Expected at least 1."],
      ["body /payment/number", "Expected a valid card number."],
    ]);
    expect(await refused("POST", "/orders", { items, payment: { by: "cash" } }, KEY)).toEqual([
      ["body /payment/by", "Expected “card” or “transfer”."],
    ]);
    // A port may have the same digits.
    expect(log.join().replaceAll(/"remotePort":\d+|127\.0\.0\.1:\d+/g, "")).not.toContain("1112");
  });

  test("wants its header field", async () => {
    expect(await refused("POST", "/orders", { items, payment: card })).toEqual([
      ["headers /idempotency-key", "Required key is not provided."],
    ]);
  });
});

describe("writing to the shop", () => {
  test("takes a form, whose blank fields are missing", async () => {
    const form = new URLSearchParams({ email: "eve@example.org", message: "Where is my order?", name: "", csrf: "x" });
    const { status, headers } = await ask("POST", "/contact", form);
    expect([status, headers.get("location")]).toEqual([303, "/thanks"]);
    expect(store.messages.at(-1)).toEqual({ email: "eve@example.org", message: "Where is my order?" });
    expect(await refused("POST", "/contact", new URLSearchParams({ email: "", message: "Hm." }), GERMAN)).toEqual([
      ["body /message", "Mindestens 10 Zeichen erwartet."],
      ["body /email", "Erforderlicher Schlüssel fehlt."],
    ]);
  });

  test("takes no JSON in its place", async () => {
    expect((await ask("POST", "/contact", { email: "eve@example.org", message: "Where is my order?" })).status).toBe(
      415,
    );
  });
});
