import SwaggerParser from "@apidevtools/swagger-parser";
import { afterEach, describe, expect, test } from "vitest";
import * as v from "../src/index.ts";
import { fromOpenApi, instances, type OpenApiRoute, openapi, toJsonSchema } from "../src/index.ts";

const info = { title: "Shop", version: "1.0.0" };
const VERSIONS = ["3.0.3", "3.1.0"] as const;

afterEach(() => instances.clear());

/** The document of some routes, which a validator of documents accepts. */
async function documentOf(routes: readonly OpenApiRoute[], version: (typeof VERSIONS)[number] = "3.1.0", more = {}) {
  const document = openapi({ info, routes, version, ...more });
  // It dereferences the document in place.
  await SwaggerParser.validate(JSON.parse(JSON.stringify(document)));
  return document;
}

/** A field of the only operation of a document. */
const operationOf = async (route: Partial<OpenApiRoute>, version?: (typeof VERSIONS)[number]) => {
  const { paths } = await documentOf([{ method: "get", path: "/a", ...route }], version);
  return Object.values(Object.values(paths)[0] ?? {})[0] as Record<string, never>;
};

const address = () => v.Dict({ street: v.Str({ minlen: 1 }) }, { meta: { id: "Address", description: "Where." } });
const order = () => {
  const home = address();
  const item = v.Dict({ article: v.Str(), count: v.Default(v.Int({ min: 1 }), 1) }, { meta: { title: "order item" } });
  const payment = v.Union(
    [
      v.Dict({ by: v.Const("card"), number: v.Str() }, { meta: { id: "Card" } }),
      v.Dict({ by: v.Const("transfer"), iban: v.Str() }, { meta: { id: "Transfer" } }),
    ],
    { discriminator: "by" },
  );
  const more = v.Nullable(v.Set(v.Int({ bigint: true })));
  const body = v.Dict({
    home,
    away: home,
    items: v.List(item),
    first: item,
    payment,
    at: v.Date({ format: "iso" }),
    more,
  });
  return v.AllOf([body, v.Check(() => true, { message: "No." })], { meta: { id: "Order" } });
};

describe.each(VERSIONS)("a document of OpenAPI %s", (version) => {
  test("of all kinds of routes is valid, and has no reference that leads nowhere", async () => {
    const node: v.Validator = v.Dict({ v: v.Int(), kids: v.List(v.LazyRef(() => node)) });
    v.Dict({ name: v.Str(), boss: v.Optional(v.LazyRef("staff/Person")) }, { alias: "staff/Person" });
    const customer = order();
    const document = await documentOf(
      [
        {
          method: "POST",
          path: "/orders",
          operationId: "addOrder",
          tags: ["orders"],
          headers: v.Dict({ "idempotency-key": v.Str({ format: "uuid" }), accept: v.Str() }, { unknown: "strip" }),
          body: customer,
          responses: { 201: customer, 422: "Refused.", default: null },
        },
        {
          method: "get",
          path: "/orders/{id}",
          params: v.Dict({ id: v.Int({ coerce: true, min: 1 }) }),
          query: v.Dict({ page: v.Default(v.Fallback(v.Int({ coerce: "text", min: 1 }), 1), 1) }),
          cookies: v.Dict({ session: v.Str() }),
          responses: { 200: { description: "It.", body: v.List(customer), headers: v.Dict({ "x-total": v.Int() }) } },
        },
        { method: "put", path: "/tree", body: node, responses: { 200: node, "4xx": v.LazyRef("staff/Person") } },
        {
          method: "post",
          path: "/files",
          form: v.Dict({ file: v.Type(File), title: v.Str(), tuple: v.Tuple(v.Str(), v.Int()) }),
          responses: { 204: null },
        },
        {
          method: "patch",
          path: "/any",
          body: { content: { "application/json": v.Any(), "text/csv": { schema: v.Str() }, "a/b": v.Bytes() } },
          "x-internal": true,
        },
      ],
      version,
      { servers: [{ url: "https://example.org" }], tags: [{ name: "orders" }], "x-a": 1 },
    );
    expect(document).toMatchObject({ openapi: version, info, "x-a": 1, servers: [{ url: "https://example.org" }] });
    expect(Object.keys(document.components?.schemas ?? {}).sort()).toEqual([
      ...[
        "Address",
        "Card",
        expect.stringMatching(/^Dict_[0-9a-f]{8}$/),
        "Order",
        "OrderOutput",
        "Transfer",
        "staff_Person",
      ],
    ]);
    expect(document.paths["/orders"]?.post).toMatchObject({
      operationId: "addOrder",
      tags: ["orders"],
      parameters: [
        { name: "idempotency-key", in: "header", required: true, schema: { type: "string", format: "uuid" } },
      ],
      requestBody: {
        required: true,
        content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } },
      },
      responses: {
        201: {
          description: "Created",
          content: { "application/json": { schema: { $ref: "#/components/schemas/OrderOutput" } } },
        },
        422: { description: "Refused." },
        default: { description: "Any other response" },
      },
    });
    expect(document.components?.schemas?.Order).toMatchObject({
      properties: { payment: { discriminator: { mapping: { card: "#/components/schemas/Card" } } } },
    });
  });

  test("documents parameters as what they are converted to", async () => {
    const query = v.Dict(
      {
        page: v.Optional(v.Int({ coerce: true, min: 1 }), { meta: { description: "From 1.", deprecated: true } }),
        ids: v.List(v.Int({ coerce: "text", bigint: true })),
        all: v.Default(v.Bool({ coerce_str: true }), false),
        q: v.Str({ strip: true, maxlen: 10 }),
        day: v.Optional(v.Date({ format: "%Y-%m-%d" })),
      },
      { multikeys: ["ids"] },
    );
    const { parameters } = await operationOf({ query }, version);
    expect(parameters).toEqual([
      {
        ...{ name: "page", in: "query", description: "From 1.", deprecated: true },
        schema: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      },
      { name: "ids", in: "query", required: true, schema: { type: "array", items: { type: "integer" } } },
      { name: "all", in: "query", schema: { type: "boolean", default: false } },
      { name: "q", in: "query", required: true, schema: { type: "string", maxLength: 10 } },
      { name: "day", in: "query", schema: { type: "string", format: "date" } },
    ]);
  });

  test("refers to recursive schemas by their components", async () => {
    const alias = v.Dict({ v: v.Int(), kids: v.List(v.LazyRef("Node")) }, { alias: "Node" });
    const { paths, components } = await documentOf([{ method: "put", path: "/", body: alias }], version);
    const $ref = "#/components/schemas/Node";
    expect(paths["/"]?.put).toMatchObject({ requestBody: { content: { "application/json": { schema: { $ref } } } } });
    expect(components?.schemas?.Node).toMatchObject({ properties: { kids: { items: { $ref } } } });
  });
});

test.each(VERSIONS)(
  "Dicts with getters refer to themselves and each other by components, in OpenAPI %s",
  async (version) => {
    const node = v.Dict(
      {
        name: v.Str(),
        get kids() {
          return v.List(node);
        },
        get owner() {
          return v.Optional(owner);
        },
      },
      { meta: { id: "Node" } },
    );
    const owner = v.Dict(
      {
        get nodes() {
          return v.Default(v.List(node), []);
        },
      },
      { meta: { id: "Owner" } },
    );
    const nameless = v.Dict({
      get next() {
        return v.Optional(nameless);
      },
    });
    const routes = [
      { method: "put", path: "/nodes", body: node, responses: { 200: nameless } },
      { method: "get", path: "/owners", responses: { 200: v.List(owner) } },
    ] as const;
    const { paths, components } = await documentOf(routes, version);
    const $ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    expect(paths["/nodes"]?.put).toMatchObject({
      requestBody: { content: { "application/json": { schema: $ref("Node") } } },
    });
    const schemas = components?.schemas as Record<string, never>;
    // Whatever component stands between: what it says of the members of a node leads back to it.
    const followed = (schema: { $ref?: string }): unknown => {
      const name = schema.$ref?.split("/").at(-1) ?? "";
      return /^(?:List|Dict)_/.test(name) ? schemas[name] : schema;
    };
    const { kids, owner: ofOwner } = (schemas.Node as unknown as { properties: Record<string, object> }).properties;
    expect(followed(kids as object)).toEqual({ type: "array", items: $ref("Node") });
    expect(ofOwner).toEqual($ref("Owner"));
    expect(schemas.Node).toMatchObject({ required: ["name", "kids"] });
    // The document alone says the same.
    const read = fromOpenApi(openapi({ info, routes, version }) as never);
    const body = read.operations.find(({ path }) => path === "/nodes")?.body["application/json"] as v.Validator;
    const good = { name: "a", kids: [{ name: "b", kids: [], owner: { nodes: [] } }] };
    expect([body, node].map((one) => one.is(good))).toEqual([true, true]);
    const bad = { name: "a", kids: [{ name: "b", kids: [], owner: { nodes: [{ name: "c" }] } }] };
    expect([body, node].map((one) => one.is(bad))).toEqual([false, false]);
  },
);

describe("components", () => {
  const bodies = (...all: v.Validator[]): OpenApiRoute[] =>
    all.map((body, index) => ({ method: "put", path: `/${index}`, body }));
  const namesOf = async (...all: v.Validator[]) => {
    const { components } = await documentOf(bodies(...all));
    return Object.keys(components?.schemas ?? {});
  };

  test("are validators with an alias or an id, wherever they are; others are written where they occur", async () => {
    const shared = v.Dict({ a: v.Str() });
    const titled = v.Dict({ b: v.Str() }, { meta: { title: "A titled thing!" } });
    const alias = v.Dict({ c: v.Str() }, { alias: "shop.Thing" });
    const lazy = v.LazyRef(() => shared);
    const count = v.Int({ meta: { id: "Count" } });
    expect(await namesOf(shared, v.List(shared), titled, titled, alias, count, lazy)).toEqual(["shop.Thing", "Count"]);
    const { paths } = await documentOf(bodies(lazy));
    expect(paths["/0"]?.put).toMatchObject({
      requestBody: { content: { "application/json": { schema: { properties: { a: { type: "string" } } } } } },
    });
  });

  test("are validators that contain themselves, and those that are too long because their parts repeat", async () => {
    const node: v.Validator = v.Dict({ kids: v.List(v.LazyRef(() => node)) }, { meta: { title: "a node" } });
    const other: v.Validator = v.Dict({ next: v.Optional(v.LazyRef(() => other)) });
    const read = v.fromJsonSchema({
      $defs: { branch: { type: "array", items: { $ref: "#/$defs/branch" } } },
      $ref: "#/$defs/branch",
    });
    expect(await namesOf(node, v.List(other), read)).toEqual([
      ...[/^ANode_[0-9a-f]{8}$/, /^Dict_[0-9a-f]{8}$/, /^branch_[0-9a-f]{8}$/].map((name) =>
        expect.stringMatching(name),
      ),
    ]);
    let nested: v.Validator = v.Dict({ a: v.Str() });
    for (let level = 0; level < 50; level++) nested = v.Nullable(v.List(v.Dict({ a: nested, b: nested })));
    // The validator of documents would follow all paths through it.
    const document = openapi({ info, routes: bodies(nested) });
    expect(Object.keys(document.components?.schemas ?? {}).length).toBeGreaterThan(3);
    expect(JSON.stringify(document).length).toBeLessThan(400_000);
    const large = v.Dict(Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`k${index}`, v.Str()])));
    expect(await namesOf(large, large)).toEqual([]);
  });

  test("have names that no other route changes", () => {
    const tree: v.Validator = v.Dict({ kids: v.List(v.LazyRef(() => tree)) });
    const list: v.Validator = v.Dict({ next: v.Optional(v.LazyRef(() => list)) });
    const item = v.Dict({ n: v.Default(v.Int({ min: 0, max: 9 }), 1) }, { meta: { id: "Item" } });
    const part = v.Dict({ a: v.Str(), b: v.Str() });
    const all: OpenApiRoute[] = [
      { method: "put", path: "/tree", body: tree },
      { method: "put", path: "/list", body: list, responses: { 200: list } },
      { method: "get", path: "/item", responses: { 200: item } },
      { method: "put", path: "/item", body: item },
      { method: "post", path: "/item", form: item },
      { method: "put", path: "/part", body: part, responses: { 200: v.List(part) } },
    ];
    const whole = openapi({ info, routes: all });
    for (const subset of [...all.map((one) => [one]), all.toReversed()]) {
      const { paths, components } = openapi({ info, routes: subset });
      for (const { path, method } of subset) expect(paths[path]?.[method]).toEqual(whole.paths[path]?.[method]);
      for (const [name, schema] of Object.entries(components?.schemas ?? {}))
        expect(schema).toEqual(whole.components?.schemas?.[name]);
    }
    expect(Object.keys(whole.components?.schemas ?? {}).filter((name) => !name.includes("_"))).toEqual([
      ...["ItemOutput", "Item"],
    ]);
  });

  test("have names that OpenAPI allows; what differs in other characters alone is refused", async () => {
    const one = v.Dict({ a: v.Str() }, { alias: "a/b c" });
    const other = v.Dict({ b: v.Str() }, { alias: "a b/c" });
    expect(await namesOf(one)).toEqual(["a_b_c"]);
    expect(() => openapi({ info, routes: bodies(one, other) })).toThrow("alias: 'a_b_c' names two different schemas");
  });

  test("of an id that several validators have are one if their schemas are equal, else an error", async () => {
    expect(await namesOf(address(), v.List(address()))).toEqual(["Address"]);
    const other = v.Dict({ city: v.Str() }, { meta: { id: "Address" } });
    expect(() => openapi({ info, routes: bodies(address(), other) })).toThrow(
      "meta.id: 'Address' names two different schemas",
    );
    const inner = (text: v.Validator) => v.Dict({ list: v.List(v.Dict({ text }, { meta: { id: "Inner" } })) });
    expect(() => openapi({ info, routes: bodies(inner(v.Str()), inner(v.Int())) })).toThrow("'Inner'");
  });

  test("are one for requests and responses, unless their schemas differ, however deep", async () => {
    const leaf = (name: string, member: v.Validator) => v.Dict({ member }, { meta: { id: name } });
    const around = (name: string, inner: v.Validator) => v.Dict({ inner: v.List(inner) }, { meta: { id: name } });
    const same = around("Same", leaf("A", v.Str()));
    const differs = around("Differs", leaf("B", v.Default(v.Int(), 1)));
    const routes = [same, differs].map((body, index) => ({
      ...{ method: "put", path: `/${index}`, body, responses: { 200: body } },
    }));
    const { components } = await documentOf(routes);
    expect(Object.keys(components?.schemas ?? {}).sort()).toEqual([
      ...["A", "B", "BOutput", "Differs", "DiffersOutput", "Same"],
    ]);
  });

  test("may be given: validators, which all refer to by these names, and schemas, which are copied", async () => {
    const node: v.Validator = v.Dict({ kids: v.List(v.LazyRef(() => node)) });
    const unused = v.Str({ maxlen: 5 });
    const given = { Node: node, Unused: unused, Plain: { type: "object" } };
    const more = { schemas: given, securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } };
    const plain = v.Type(URL, { meta: { $ref: "#/components/schemas/Plain" } });
    const { components } = await documentOf(bodies(v.Dict({ node, plain })), "3.1.0", { components: more });
    expect(components).toMatchObject({
      schemas: {
        Node: { properties: { kids: { items: { $ref: "#/components/schemas/Node" } } } },
        Unused: { type: "string", maxLength: 5 },
        Plain: { type: "object" },
      },
      securitySchemes: more.securitySchemes,
    });
    const clash = v.Str({ meta: { id: "Plain" } });
    expect(() => openapi({ info, routes: bodies(clash), components: more })).toThrow("'Plain' names two");
  });
});

describe("parts of a route", () => {
  test("are read through whatever is around a Dict", async () => {
    const query = v.Dict({ a: v.Str(), b: v.Optional(v.Int({ coerce: true })) }, { alias: "search" });
    for (const part of [
      v.AllOf(
        query,
        v.Check(() => true),
      ),
      v.AllOf(query, v.Transform(String)),
      v.LazyRef("search"),
      v.Nullable(query),
      v.Default(query, { a: "" }),
      v.Dict({ extra: [v.Str(), v.Str()], schema: query.schema, optional: ["b"] }),
    ]) {
      const { parameters } = await operationOf({ query: part });
      expect(parameters).toMatchObject([
        { name: "a", in: "query", required: true },
        { name: "b", in: "query", schema: { type: "integer" } },
      ]);
      expect(parameters).toHaveLength(2);
    }
    const union = v.OneOf(v.Dict({ a: v.Str(), b: v.Str() }), v.Dict({ a: v.Str(), c: v.Str() }));
    expect((await operationOf({ query: union })).parameters).toMatchObject([
      { name: "a", required: true },
      { name: "b" },
      { name: "c" },
    ]);
    expect((await operationOf({ query: v.Any() })).parameters).toBeUndefined();
    const endless: v.Validator = v.AllOf(
      v.Dict({ a: v.Str() }, { unknown: "keep" }),
      v.LazyRef(() => endless),
    );
    expect((await operationOf({ query: endless })).parameters).toHaveLength(1);
  });

  test("of a path are those in it; one that no validator asks for is text", async () => {
    const params = v.Dict({ id: v.Int({ coerce: true, min: 1, max: 9 }) });
    const { parameters } = await operationOf({ path: "/a/:id/b/{other}", params });
    expect(parameters).toEqual([
      { name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1, maximum: 9 } },
      { name: "other", in: "path", required: true, schema: { type: "string" } },
    ]);
    await expect(operationOf({ path: "/a", params })).rejects.toThrow("The path /a has no parameter {id}");
  });

  test("as forms have their types of content", async () => {
    const plain = v.Dict({ n: v.Int({ coerce: true, min: 1, max: 2 }) });
    expect((await operationOf({ method: "post", form: plain })).requestBody).toEqual({
      required: true,
      content: {
        "application/x-www-form-urlencoded": {
          schema: {
            type: "object",
            properties: { n: { type: "integer", minimum: 1, maximum: 2 } },
            required: ["n"],
            additionalProperties: false,
          },
        },
      },
    });
    const file = v.Dict({ file: v.Type(File) });
    expect((await operationOf({ method: "post", form: file }, "3.0.3")).requestBody).toMatchObject({
      content: { "multipart/form-data": { schema: { properties: { file: { type: "string", format: "binary" } } } } },
    });
    const optional = await operationOf({ method: "post", body: v.Optional(v.Int()) });
    expect(optional.requestBody).toMatchObject({ required: false });
  });

  test("that JSON Schema cannot express are left out, unless that is to be an error", async () => {
    const routes = [{ method: "get", path: "/", responses: { 200: v.AllOf(v.Str(), v.Transform(String)) } }];
    expect(() => openapi({ info, routes, unrepresentable: "error" })).toThrow("Transform");
    const { paths } = await documentOf(routes);
    expect(paths["/"]?.get).toMatchObject({ responses: { 200: { content: { "application/json": { schema: {} } } } } });
  });
});

test.each<[object, string]>([
  [{ routes: [], version: "2.0" }, "version should be one of OpenAPI 3.0 to 3.2, got '2.0'"],
  [{ routes: [], version: "3.3.0" }, "version should be one of OpenAPI 3.0 to 3.2"],
  [{ routes: [], info: { title: "a" } }, "info should have a title and a version"],
  [{ routes: {} }, "routes should be of type array"],
  [{ route: [] }, "There is no option 'route': did you mean 'routes'?"],
  [{ routes: [], unrepresentable: "no" }, "'no' is none of error, any"],
  [{ routes: [{ method: "got", path: "/" }] }, "routes[0].method should be a method of HTTP, got 'got'"],
  [{ routes: [{ method: "get", path: "a" }] }, "routes[0].path should be a path like /orders/{id}, got 'a'"],
  [{ routes: [{ method: "get", path: "/", querry: 1 }] }, "There is no option 'querry': did you mean 'query'?"],
  [{ routes: [{ method: "get", path: "/", body: {} }] }, "routes[0].body should be of type Validator"],
  [{ routes: [{ method: "get", path: "/", query: v.Int }] }, "routes[0].query should be of type Validator"],
  [{ routes: [{ method: "get", path: "/", responses: { 700: null } }] }, "routes[0].responses['700'] has no status"],
  [{ routes: [{ method: "get", path: "/", responses: { 200: { bodi: 1 } } }] }, "did you mean 'body'?"],
  [
    {
      routes: [
        { method: "get", path: "/" },
        { method: "GET", path: "/" },
      ],
    },
    "There are two routes GET /",
  ],
])("what is no document is refused: %j", (options, message) => {
  expect(() => openapi({ info, ...options } as never)).toThrow(message);
});

test("a recursive schema may stand where its alias says, without openapi()", async () => {
  const node = v.Dict({ v: v.Int(), kids: v.List(v.LazyRef("Node")) }, { alias: "Node" });
  for (const [version, target] of [
    ["3.0.3", "openapi-3.0"],
    ["3.1.0", "openapi-3.1"],
  ] as const) {
    const schemas = { Node: toJsonSchema(node, { target }) };
    const document = { openapi: version, info, paths: {}, components: { schemas } };
    await SwaggerParser.validate(JSON.parse(JSON.stringify(document)));
  }
});

describe("schemas in a document without openapi()", () => {
  const OPENAPI = [
    ["3.0.3", "openapi-3.0"],
    ["3.1.0", "openapi-3.1"],
  ] as const;
  const tree: v.Validator = v.Dict({ kids: v.List(v.LazyRef(() => tree)) }, { meta: { id: "Tree" } });
  const nameless: v.Validator = v.Dict({ kids: v.List(v.LazyRef(() => nameless)) });
  const isValid = async (version: string, schemas: Record<string, object>): Promise<void> => {
    const [schema] = Object.values(schemas);
    const content = { "application/json": { schema } };
    const paths = { "/": { post: { requestBody: { content }, responses: { 200: { description: "" } } } } };
    const document = { openapi: version, info, paths, components: { schemas } };
    await SwaggerParser.validate(JSON.parse(JSON.stringify(document)));
  };

  test.each(OPENAPI)(
    "those that contain themselves refer to components by their names, in %s",
    async (version, target) => {
      const write = (validator: v.Validator) => toJsonSchema(validator, { target });
      const Node = v.Dict({ kids: v.List(v.LazyRef("Node")), tree }, { alias: "Node" });
      const [Both, One] = [v.Dict({ root: Node, tree }), v.Nullable(v.LazyRef("Node"))];
      await isValid(version, { Both: write(Both), One: write(One), Node: write(Node), Tree: write(tree) });
    },
  );

  test.each(OPENAPI)("without a name, such a schema is refused, in %s", (_version, target) => {
    for (const validator of [nameless, v.Dict({ root: nameless })]) {
      expect(() => toJsonSchema(validator, { target })).toThrow(
        "OpenAPI has no place for parts that contain themselves, or are repeated: give them an id in meta, or use openapi()",
      );
    }
  });

  test("in 3.1, a component has those of its parts that have no name", async () => {
    const named = v.Dict({ root: nameless }, { meta: { id: "Whole" } });
    const self: v.Validator = v.Dict({ root: nameless, self: v.LazyRef(() => self) }, { meta: { id: "Self" } });
    for (const [name, validator] of [
      ["Whole", named],
      ["Self", self],
    ] as const)
      await isValid("3.1.0", { [name]: toJsonSchema(validator, { target: "openapi-3.1" }) });
  });
});
