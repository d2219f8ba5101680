/** Integers beyond the safe range in the parts of requests that are JSON: their digits decide, as in bodies. */
import { describe, expect, test } from "vitest";
import { type FromOpenApiOptions, fromJsonSchema, fromOpenApi, type Validator } from "../src/index.ts";
import { INTEGER_ROWS } from "./json-schema/integer-rows.ts";

type Integers = NonNullable<FromOpenApiOptions["integers"]>;

const JSON_TYPE = "application/json";
const MULTIPART = "multipart/form-data";
const FORM = "application/x-www-form-urlencoded";

/** The operation of a document that has one. */
function operation(fields: object, integers: Integers) {
  const { operations } = fromOpenApi(
    {
      ...{ openapi: "3.2.0", info: { title: "t", version: "1" } },
      paths: { "/{p}": { post: { responses: {}, ...fields } } },
    },
    { integers },
  );
  return operations[0] as NonNullable<(typeof operations)[0]>;
}

function bodyOf(type: string, schema: object, integers: Integers, encoding?: object): Validator {
  const { body } = operation({ requestBody: { content: { [type]: { schema, encoding } } } }, integers);
  return body[type] as Validator;
}

const formOf = (...values: readonly (string | Blob)[]): FormData => {
  const form = new FormData();
  form.append("file", new Blob(["x"]));
  for (const value of values) form.append("f", value);
  return form;
};
const blob = (text: string): Blob => new Blob([text], { type: JSON_TYPE });
const file = { type: "string", format: "binary" };

type Judge = (
  schema: object,
  integers: Integers,
) => (text: string) => Promise<{ readonly ok: boolean; value?: unknown }>;

const parameter =
  (place: "query" | "header" | "cookie" | "path"): Judge =>
  (schema, integers) => {
    const content = { [JSON_TYPE]: { schema } };
    const found = operation({ parameters: [{ in: place, name: "p", required: true, content }] }, integers);
    const validator = found[({ query: "query", header: "headers", cookie: "cookies", path: "params" } as const)[place]];
    return async (text) => unwrapped((validator as Validator).safe({ p: text }), "p");
  };

interface Answer {
  readonly ok: boolean;
  readonly value?: unknown;
}

const unwrapped = (result: Answer, name: string): Answer =>
  result.ok ? { ok: true, value: (result.value as Record<string, unknown>)[name] } : result;

/** Where JSON stands in a request, beside bodies that are JSON. */
const PLACES: Readonly<Record<string, Judge>> = {
  "a parameter in the query": parameter("query"),
  "a parameter in the path": parameter("path"),
  "a header field": parameter("header"),
  "a cookie": parameter("cookie"),
  "the query as a whole": (schema, integers) => {
    const { querystring } = operation(
      { parameters: [{ in: "querystring", name: "q", content: { [JSON_TYPE]: { schema } } }] },
      integers,
    );
    return async (text) => (querystring as Validator).safe(encodeURIComponent(text));
  },
  "a part of a multipart form that is a Blob": (schema, integers) => {
    const validator = bodyOf(MULTIPART, { type: "object", properties: { f: schema, file } }, integers);
    return async (text) => unwrapped(await validator.safeAsync(formOf(blob(text))), "f");
  },
  "a part of a form that its encoding says is JSON": (schema, integers) => {
    const encoding = { f: { contentType: JSON_TYPE } };
    const validator = bodyOf(FORM, { type: "object", properties: { f: schema } }, integers, encoding);
    return async (text) => unwrapped(validator.safe(new URLSearchParams({ f: text })), "f");
  },
  "a part that only the whole form constrains": (schema, integers) => {
    const encoding = { f: { contentType: JSON_TYPE } };
    const all = { type: "object", properties: { f: true, file }, anyOf: [{ properties: { f: schema } }, false] };
    const validator = bodyOf(MULTIPART, all, integers, encoding);
    return async (text) => unwrapped(validator.safe(formOf(text)), "f");
  },
  "one of several parts": (schema, integers) => {
    const list = { type: "array", items: schema };
    const validator = bodyOf(MULTIPART, { type: "object", properties: { f: list, file } }, integers);
    return async (text) => {
      const result = unwrapped(await validator.safeAsync(formOf(blob(text), blob(text))), "f");
      return result.ok ? { ok: true, value: (result.value as unknown[])[1] } : result;
    };
  },
};

/** As a member, so that no part is taken for a list; with a base for references in it. */
const member = (schema: unknown): object => {
  const v = { ...(schema as object), $id: "https://example.org/v" };
  return { type: "object", properties: { v }, required: ["v"] };
};

describe.each(Object.entries(PLACES))("of JSON in %s", (_, judge) => {
  test.each(["number", "exact", "refuse"] as const)(
    "the digits decide what is valid, and the option %s what they become",
    async (integers) => {
      for (const [schema, valid, invalid] of INTEGER_ROWS) {
        const expected = fromJsonSchema(member(schema), { integers });
        const judged = judge(member(schema), integers);
        for (const text of [...valid, ...invalid].map((one) => `{"v":${one}}`)) {
          const { ok, value } = await judged(text);
          const by = expected.safeJson(text);
          expect([schema, text, ok, ok && value]).toEqual([schema, text, by.ok, by.ok && by.value]);
        }
      }
    },
  );

  test("a number by itself is judged by its digits too", async () => {
    const schema = { type: "integer", maximum: 2 ** 53 };
    for (const [integers, most] of [
      ["number", 2 ** 53],
      ["exact", 9007199254740992n],
    ] as const) {
      const judged = judge(schema, integers);
      expect(await judged("9007199254740992")).toEqual({ ok: true, value: most });
      expect((await judged("9007199254740993")).ok).toBe(false);
    }
    expect((await judge(schema, "refuse")("9007199254740992")).ok).toBe(false);
  });

  test("what no schema constrains becomes what the option says", async () => {
    const text = '{"v":[9007199254740993]}';
    expect(await judge({}, "number")(text)).toEqual({ ok: true, value: { v: [9007199254740992] } });
    expect(await judge({}, "exact")(text)).toEqual({ ok: true, value: { v: [9007199254740993n] } });
    expect((await judge({}, "refuse")(text)).ok).toBe(false);
  });
});
