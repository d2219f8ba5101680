import { afterEach, describe, expect, test } from "vitest";
import * as v from "../src/index.ts";
import { type FromOpenApiOptions, fromOpenApi, instances, openapi } from "../src/index.ts";

afterEach(() => instances.clear());

const info = { title: "Shop", version: "1" };
const JSON_TYPE = "application/json";
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const readOnly = { ...text, readOnly: true };
const writeOnly = { ...text, writeOnly: true };
const object = (required: readonly string[], properties: object, more: object = {}) => ({
  ...{ type: "object", required, properties },
  ...more,
});

/** What reads a schema in a request, in a response, and as a component. */
function read(schema: object, schemas: object = {}, version = "3.1.0", options: FromOpenApiOptions = {}) {
  const content = { [JSON_TYPE]: { schema } };
  const { operations, components } = fromOpenApi(
    {
      ...{ openapi: version, info, components: { schemas: { ...schemas, Whole: schema } } },
      paths: { "/a": { post: { requestBody: { content }, responses: { 200: { description: "", content } } } } },
    },
    options,
  );
  const [operation] = operations;
  return {
    request: operation?.body[JSON_TYPE] as v.Validator,
    response: operation?.responses["200"]?.[JSON_TYPE] as v.Validator,
    component: components.Whole as v.Validator,
  };
}

const User = object(["id", "name", "pin"], { id: readOnly, name: text, pin: writeOnly });
const schemas = {
  User,
  Id: readOnly,
  Pin: writeOnly,
  Tree: object(["id", "pin", "children"], {
    ...{ id: ref("Id"), pin: writeOnly, children: { type: "array", items: ref("Tree") } },
  }),
  Base: { properties: { id: readOnly, pin: writeOnly } },
  Required: { required: ["id", "name", "pin"] },
};

/** What a request, and what a response, has to have, for a value around it. */
const SENT = { name: "n", pin: "p" };
const GIVEN = { id: "1", name: "n" };
const same = (value: unknown) => value;

/** Tells that a schema requires `id` in responses, `pin` in requests, and `name` in both. */
const CASES: readonly [what: string, schema: object, around?: (value: object) => unknown][] = [
  ["of its own", User],
  ["behind a reference", ref("User")],
  ["in allOf", { allOf: [ref("User"), object([], { note: text })] }],
  ["that are flagged behind a reference", object(["id", "name", "pin"], { id: ref("Id"), pin: ref("Pin") })],
  [
    "that are flagged in the allOf of the property",
    object(["id", "name", "pin"], { id: { allOf: [ref("Id")] }, pin: { allOf: [text, ref("Pin")] } }),
  ],
  [
    "that are flagged beside null",
    object(["id", "name", "pin"], { id: { anyOf: [ref("Id"), { type: "null" }] }, pin: { oneOf: [ref("Pin")] } }),
  ],
  ["that another schema of allOf requires", { allOf: [ref("Base"), ref("Required")] }],
  ["that the schema around requires", { allOf: [ref("Base")], required: ["id", "name", "pin"] }],
  ["that a schema inside requires", { ...schemas.Base, allOf: [ref("Required")] }],
  [
    "that both of two schemas require which cannot be joined",
    { ...User, minProperties: 1, allOf: [{ anyOf: [User] }] },
  ],
  ["that an alternative requires", { ...schemas.Base, anyOf: [ref("Required"), { type: "string" }] }],
  ["of an alternative", { anyOf: [ref("User"), { type: "integer" }] }],
  ["of one alternative", { oneOf: [ref("User"), object(["never"], {})] }],
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  ["in then", { if: { required: ["name"] }, then: ref("User"), else: false }],
  ["in items", { type: "array", items: ref("User") }, (value) => [value, value]],
  ["in prefixItems", { type: "array", prefixItems: [text, ref("User")] }, (value) => ["", value]],
  [
    "in a property",
    object(["user"], { user: object(["inner"], { inner: ref("User") }) }),
    (value) => ({ user: { inner: value } }),
  ],
  ["in additionalProperties", { type: "object", additionalProperties: ref("User") }, (value) => ({ any: value })],
  ["in patternProperties", { type: "object", patternProperties: { "^a": ref("User") } }, (value) => ({ any: value })],
  ["with unevaluatedProperties", { ...User, unevaluatedProperties: false }],
];

describe("a required property with readOnly or writeOnly", () => {
  test.each(CASES)("is required in responses or requests only: one %s", (...given) => {
    const [, schema, around = same] = given as (typeof CASES)[number];
    const { request, response, component } = read(schema, schemas);
    const verdicts = (validator: v.Validator) => [
      ...[SENT, GIVEN, { ...SENT, ...GIVEN }, { id: "1", pin: "p" }, {}].map((one) => validator.is(around(one))),
      ...[SENT, GIVEN].map((one) => validator.safeJson(JSON.stringify(around(one))).ok),
    ];
    expect(verdicts(request)).toEqual([true, false, true, false, false, true, false]);
    expect(verdicts(response)).toEqual([false, true, true, false, false, false, true]);
    // A component is neither: it is as the schema says without the flags.
    expect(verdicts(component)).toEqual([false, false, true, false, false, false, false]);
  });

  test.each(["3.0.3", "3.1.0"])("means the same in version %s", (version) => {
    const { request, response } = read(ref("User"), schemas, version);
    expect([request.is(SENT), request.is(GIVEN), response.is(SENT), response.is(GIVEN)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  test("is found beside nullable and allOf in version 3.0", () => {
    const Id = { type: "string" };
    const id = { allOf: [ref("Id")], nullable: true, readOnly: true };
    const { request, response } = read(object(["id"], { id }), { Id }, "3.0.3");
    expect([request.is({}), response.is({}), response.is({ id: null })]).toEqual([true, false, true]);
  });

  test("may be sent all the same, and is kept and validated", () => {
    const { request } = read(ref("User"), schemas);
    expect(request({ ...SENT, id: "1" })).toEqual({ ...SENT, id: "1" });
    expect(request.safe({ ...SENT, id: 1 }).error?.issues).toMatchObject([{ pointer: "/id", code: "invalid_type" }]);
  });

  test("is one in schemas that contain themselves", () => {
    const { request, response } = read(ref("Tree"), schemas);
    const sent = (...children: object[]) => ({ pin: "p", children });
    const given = (...children: object[]) => ({ id: "1", children });
    expect(request.is(sent(sent(sent())))).toBe(true);
    expect(request.is(sent(sent(given())))).toBe(false);
    expect(response.is(given(given(given())))).toBe(true);
    expect(response.safe(given(given(sent()))).error?.issues).toMatchObject([
      { pointer: "/children/0/children/0/id", code: "missing_key" },
    ]);
  });

  test("that is the tag of a union may be missing", () => {
    const kind = (name: string) => ({ type: "string", enum: [name], readOnly: true });
    const one = (name: string, more: string) => object(["kind", more], { kind: kind(name), [more]: text });
    const { request, response } = read({ anyOf: [one("cat", "lives"), one("dog", "bark")] });
    expect([request.is({ bark: "x" }), request.is({}), response.is({ bark: "x" })]).toEqual([true, false, false]);
    expect(response.is({ kind: "dog", bark: "x" })).toBe(true);
  });

  test("is required in what `not` and `if` ask, which require nothing", () => {
    const negated = read({ ...object([], { id: readOnly, name: text }), not: { required: ["id"] } });
    expect([negated.request.is({}), negated.request.is({ id: "1" })]).toEqual([true, false]);
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    const tested = read({ properties: { id: readOnly }, if: { required: ["id"] }, then: { required: ["x"] } });
    expect([tested.request.is({}), tested.request.is({ id: "1" })]).toEqual([true, false]);
  });

  test("is required everywhere with the option access", () => {
    const { request, response } = read(ref("User"), schemas, "3.1.0", { access: "ignore" });
    expect([request.is(SENT), response.is(GIVEN), request.is({ ...SENT, ...GIVEN })]).toEqual([false, false, true]);
    expect(() => read(User, {}, "3.1.0", { access: "no" as never })).toThrow("access");
  });

  test("with both flags is required nowhere, and there is a warning", () => {
    const warnings: unknown[] = [];
    const id = { ...readOnly, writeOnly: true };
    const { request, response } = read(object(["id"], { id }), {}, "3.1.0", { onWarning: (one) => warnings.push(one) });
    expect([request.is({}), response.is({})]).toEqual([true, true]);
    expect(warnings).toMatchObject([
      {
        keyword: "readOnly",
        pointer: "/paths/~1a/post/requestBody/content/application~1json/schema/properties/id/readOnly",
      },
      { keyword: "writeOnly" },
    ]);
  });

  test("makes a difference in parameters, forms and header fields too", () => {
    const schema = object(["id", "name", "pin"], { id: readOnly, name: text, pin: writeOnly });
    const { operations } = fromOpenApi({
      ...{ openapi: "3.1.0", info },
      paths: {
        "/a": {
          post: {
            parameters: [{ name: "q", in: "query", required: true, style: "deepObject", schema }],
            requestBody: { content: { "multipart/form-data": { schema } } },
            responses: { 200: { description: "", headers: { "x-user": { required: true, schema } } } },
          },
        },
      },
    });
    const [operation] = operations;
    expect(operation?.query?.is({ "q[name]": "n", "q[pin]": "p" })).toBe(true);
    expect(operation?.query?.is({ "q[name]": "n", "q[id]": "p" })).toBe(false);
    expect(operation?.body["multipart/form-data"]?.is(SENT)).toBe(true);
    expect(operation?.body["multipart/form-data"]?.is(GIVEN)).toBe(false);
    expect(operation?.responseHeaders["200"]?.is({ "x-user": "id,1,name,n" })).toBe(true);
    expect(operation?.responseHeaders["200"]?.is({ "x-user": "pin,1,name,n" })).toBe(false);
  });
});

describe("a schema of requests and responses", () => {
  test("has two validators only if it says something else in them", () => {
    const plain = read(ref("Plain"), { Plain: object(["id"], { id: text, note: readOnly }) });
    expect(plain.request).toBe(plain.response);
    expect(plain.request).toBe(plain.component);
    const half = read(ref("Half"), { Half: object(["id"], { id: readOnly }) });
    expect(half.request).not.toBe(half.response);
    expect(half.response).toBe(half.component);
  });

  test("is read in time, however many schemas around it have flags of their own", () => {
    const level = (n: number) => ({
      anyOf: [{ properties: { [`p${n}`]: readOnly }, allOf: [ref(`L${n + 1}`)] }, ref(`L${n + 1}`)],
    });
    const names = Array.from({ length: 40 }, (_, n) => n);
    const deep = {
      ...Object.fromEntries(names.map((n) => [`L${n}`, level(n)])),
      L40: { type: "object", required: names.map((n) => `p${n}`) },
    };
    expect(() => read(ref("L0"), deep)).toThrow("required at /components/schemas/");
  });
});

describe("openapi()", () => {
  const flagged = (flag: string) => v.Str({ meta: { [flag]: true } });
  const own = v.Str({ meta: { id: "Id", readOnly: true } });
  const user = v.Dict(
    {
      ...{ id: flagged("readOnly"), note: v.Optional(flagged("readOnly")), other: own },
      ...{ pin: v.Default(flagged("writeOnly"), "0"), key: v.Nullable(flagged("writeOnly")) },
    },
    { optional: ["other"], meta: { id: "User" } },
  );

  test.each(["3.0.3", "3.1.0"] as const)("writes the flags of metadata, %s", (version) => {
    const { components } = openapi({
      ...{ info, version },
      routes: [{ method: "post", path: "/a", body: user, responses: { 200: user } }],
    });
    const flagsOf = (name: string) =>
      Object.entries(
        (components as { schemas: Record<string, { properties: Record<string, v.Meta> }> }).schemas[name]?.properties ??
          {},
      )
        .filter(([, { readOnly, writeOnly }]) => readOnly ?? writeOnly)
        .map(([key]) => key);
    // What a request or a response has to have is required by the document too, so it has no flag that says otherwise.
    expect(flagsOf("User")).toEqual(["note", "pin", "key"]);
    expect(flagsOf("UserOutput")).toEqual(["id", "note"]);
    expect(components?.schemas?.Id).toMatchObject({ readOnly: true });
  });

  test.each(["3.0.3", "3.1.0"] as const)("writes what fromOpenApi reads as the same validators, %s", (version) => {
    const deep = v.Dict(
      { id: own, list: v.List(user), maybe: v.Nullable(own) },
      { meta: { readOnly: true, id: "Deep" } },
    );
    const whole = v.Dict({ id: own, deep, user });
    for (const validator of [user, deep, whole]) {
      const document = openapi({
        ...{ info, version },
        routes: [{ method: "post", path: "/a", body: validator, responses: { 200: validator } }],
      });
      const [operation] = fromOpenApi(JSON.parse(JSON.stringify(document))).operations;
      const full = { id: "1", note: "n", other: "o", pin: "p", key: null };
      const value = { id: "1", deep: { id: "1", list: [full], maybe: null }, user: full };
      const root = validator === user ? full : validator === deep ? value.deep : value;
      const isDefaulted = (path: readonly string[]) => path.at(-1) === "pin";
      for (const path of pathsIn(root)) {
        const cut = without(root, path);
        expect(operation?.body[JSON_TYPE]?.is(cut), `request without ${path}`).toBe(validator.is(cut));
        const isValid = validator.is(cut) && !isDefaulted(path);
        expect(operation?.responses["200"]?.[JSON_TYPE]?.is(cut), `response without ${path}`).toBe(isValid);
      }
      instances.clear();
    }
  });

  /** The paths of all properties. */
  function pathsIn(value: unknown): string[][] {
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([key, one]) => [
      ...(Array.isArray(value) ? [] : [[key]]),
      ...pathsIn(one).map((path) => [key, ...path]),
    ]);
  }

  function without(value: object, [key, ...rest]: readonly string[]): unknown {
    const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    if (rest.length === 0) delete copy[key as string];
    else copy[key as string] = without(copy[key as string] as object, rest);
    return copy;
  }
});
