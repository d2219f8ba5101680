// Loads a second copy of the library.
import "./support/fresh.ts";
import Fastify from "fastify";
import { expect, test, vi } from "vitest";
import * as v from "../src/index.ts";
import { openapi } from "../src/openapi.ts";
import { validate } from "../src/servers/express.ts";
import { form, validlib } from "../src/servers/fastify.ts";
import { readForm, readHeaders, readJson, readQuery, readRequest, respond } from "../src/servers/fetch.ts";
import { validator } from "../src/servers/hono.ts";

vi.resetModules();
const other = (await import("../src/index.ts")) as unknown as typeof v;
const foreign = other.Int({ min: 3 });

test("another copy of the library works beside this one", () => {
  expect(other.Int).not.toBe(v.Int);
  expect(foreign.json("3")).toBe(3);
  expect(foreign.safe(1).error).toBeInstanceOf(other.ValidationError);
});

const post = () => new Request("http://x.test/", { method: "POST", body: "1" });
const HINT = /this validator is of another copy of validlib, such as a second version or its CommonJS build/;

test.each<[string, () => unknown]>([
  ["a member of a Dict", () => v.Dict({ a: foreign })],
  ["extra", () => v.Dict({}, { extra: [v.Str(), foreign] })],
  ["an item", () => v.List(foreign)],
  ["an item by name", () => v.List({ item: foreign })],
  ["an item with parameters", () => v.Set(foreign, { minlen: 1 })],
  ["a prefix", () => v.List(v.Int(), { prefix: [foreign] })],
  ["the first step", () => v.OneOf(foreign, v.Str())],
  ["the last step", () => v.AllOf(v.Str(), foreign as never)],
  ["the only step", () => v.AllOf(foreign)],
  ["a step in an array", () => v.Tuple([foreign])],
  ["Nullable", () => v.Nullable(foreign)],
  ["Optional", () => v.Optional(foreign)],
  ["Not", () => v.Not(foreign)],
  ["Default", () => v.Default(foreign, 3)],
  ["Fallback", () => v.Fallback(foreign, 3)],
  ["a condition", () => v.If(foreign, v.Int())],
  ["a consequence", () => v.If(v.Int(), foreign)],
  ["a reference", () => v.LazyRef(() => foreign)(1)],
  ["extend", () => v.extend(v.Dict({ a: v.Int() }), { b: foreign })],
  ["describe", () => v.describe(foreign, { title: "A" })],
  ["brand", () => v.brand(foreign, "A")],
  ["toJsonSchema", () => v.toJsonSchema(foreign)],
  ["toSource", () => v.toSource(foreign)],
  ["toSource of several", () => v.toSource({ foreign })],
  [
    "a document",
    () => openapi({ info: { title: "", version: "" }, routes: [{ method: "post", path: "/", body: foreign }] }),
  ],
  ["Express", () => validate({ body: foreign })],
  ["Hono", () => validator("json", foreign)],
  ["a form", () => form(foreign)],
])("a validator of another copy is refused when a validator is made of it: %s", (_, make) => {
  expect(make).toThrow(HINT);
});

test("and by servers that validate by it", async () => {
  await expect(readJson(post(), foreign)).rejects.toThrow(HINT);
  await expect(readForm(post(), foreign)).rejects.toThrow(HINT);
  await expect(readRequest(post(), { query: foreign })).rejects.toThrow(HINT);
  expect(() => readQuery(post(), foreign)).toThrow(HINT);
  expect(() => readHeaders(post(), foreign)).toThrow(HINT);
  expect(() => respond(foreign, 1)).toThrow(HINT);
  for (const schema of [{ body: foreign }, { querystring: foreign }, { response: { 200: foreign } }]) {
    const app = Fastify();
    app.register(validlib);
    app.post("/", { schema }, () => 1);
    await expect(app.ready()).rejects.toThrow(HINT);
  }
});
