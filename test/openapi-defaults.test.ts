import { afterEach, describe, expect, test } from "vitest";
import { type FromOpenApiOptions, fromOpenApi, instances } from "../src/index.ts";

afterEach(() => instances.clear());

const five = { type: "integer", default: 5 };
const object = { type: "object", properties: { n: five } };
const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";

/** The only operation of a document in which everything has a default. */
function read(options: FromOpenApiOptions = {}, parameters: object[] = [], version = "3.1.0") {
  const content = { [JSON_TYPE]: { schema: { $ref: "#/components/schemas/N" } }, [FORM]: { schema: object } };
  const { operations, components } = fromOpenApi(
    {
      ...{ openapi: version, info: { title: "t", version: "1" } },
      components: { schemas: { N: object, Five: five } },
      paths: {
        "/a/{id}": {
          post: {
            parameters: [
              { name: "q", in: "query", schema: five },
              { name: "H", in: "header", schema: { $ref: "#/components/schemas/Five" } },
              { name: "c", in: "cookie", schema: { allOf: [five] } },
              ...parameters,
            ],
            requestBody: { content },
            responses: { 200: { description: "", content, headers: { X: { schema: five } } } },
          },
        },
      },
    },
    options,
  );
  const [operation] = operations;
  return { ...(operation as NonNullable<typeof operation>), components };
}

describe("the defaults of a document", () => {
  test.each(["3.0.3", "3.1.0"])("are those of parameters and header fields without the option, %s", (version) => {
    const { query, headers, cookies, responseHeaders, body, responses, components } = read({}, [], version);
    expect([query?.({}), query?.({ q: "6" })]).toEqual([{ q: 5 }, { q: 6 }]);
    expect([headers?.({}), cookies?.({}), responseHeaders["200"]?.({})]).toEqual([{ h: 5 }, { c: 5 }, { x: 5 }]);
    for (const one of [body[JSON_TYPE], responses["200"]?.[JSON_TYPE], components.N]) expect(one?.({})).toEqual({});
    expect(body[FORM]?.(new URLSearchParams())).toEqual({});
  });

  test("are also those of bodies and components with the option", () => {
    const { query, body, responses, components } = read({ defaults: true });
    expect(query?.({})).toEqual({ q: 5 });
    for (const one of [body[JSON_TYPE], responses["200"]?.[JSON_TYPE], components.N]) {
      expect(one?.({})).toEqual({ n: 5 });
      expect(one?.json("{}")).toEqual({ n: 5 });
    }
    expect(body[FORM]?.(new URLSearchParams())).toEqual({ n: 5 });
    expect(body[FORM]?.(new URLSearchParams("n=6"))).toEqual({ n: 6 });
  });

  test("are none if the option is false", () => {
    const { query, headers, body } = read({ defaults: false });
    expect([query?.({}), headers?.({}), body[JSON_TYPE]?.({})]).toEqual([{}, {}, {}]);
    expect(() => read({ defaults: 1 as never })).toThrow("defaults: it should be true or false");
  });

  test("never stand for what is required", () => {
    const { query, params } = read({}, [
      { name: "r", in: "query", required: true, schema: five },
      { name: "id", in: "path", required: true, schema: five },
    ]);
    expect(query?.safe({}).error?.issues).toMatchObject([{ pointer: "/r", code: "missing_key" }]);
    expect(params?.is({})).toBe(false);
  });

  test.each<[object, unknown]>([
    [{ schema: { type: "array", items: { type: "integer" }, default: [1, 2] } }, [1, 2]],
    [{ schema: { type: "array", items: { type: "string" }, default: ["1"] }, explode: false }, ["1"]],
    [{ schema: { ...object, default: {} } }, { n: 5 }],
    [{ schema: { ...object, default: { n: 6 } }, style: "deepObject" }, { n: 6 }],
    [{ schema: { type: "string", default: "5" } }, "5"],
    [{ schema: { default: "5" } }, "5"],
    [{ schema: { type: ["integer", "null"], default: null } }, null],
    [{ schema: { type: "boolean", default: false } }, false],
    [{ schema: { type: "integer", default: 1 }, allowEmptyValue: true }, 1],
    [{ content: { [JSON_TYPE]: { schema: { default: "5" } } } }, "5"],
    [{ content: { [JSON_TYPE]: { schema: { ...object, default: {} } } } }, { n: 5 }],
  ])("of a parameter are values, not text: %j", (parameter, value) => {
    const { query } = read({}, [{ name: "p", in: "query", ...parameter }]);
    expect(query?.({})).toEqual({ q: 5, p: value });
    expect(query?.(new URLSearchParams())).toEqual({ q: 5, p: value });
  });

  test("are filled in in objects that are parameters", () => {
    const { query } = read({}, [{ name: "o", in: "query", style: "deepObject", schema: object }]);
    expect(query?.({ "o[a]": "1" })).toEqual({ q: 5, o: { n: 5, a: "1" } });
    expect(query?.({})).toEqual({ q: 5 });
  });

  test("are copies", () => {
    const { query } = read({}, [{ name: "p", in: "query", schema: { type: "array", default: [{}] } }]);
    (query as (value: object) => { p: unknown[] })({}).p.push(1);
    expect(query?.({})).toEqual({ q: 5, p: [{}] });
  });

  test("that are not valid are an error with the place", () => {
    const wrong = { name: "p", in: "query", schema: { type: "integer", default: "5" } };
    const pointer = "/paths/~1a~1{id}/post/parameters/3/schema/default";
    expect(() => read({}, [wrong])).toThrow(expect.objectContaining({ keyword: "default", pointer }));
    expect(() => read({ defaults: false }, [wrong])).not.toThrow();
    expect(() => read({}, [{ ...wrong, required: true }])).not.toThrow();
  });

  test("of version 3.0 are found beside nullable", () => {
    const schema = { allOf: [{ type: "integer" }], nullable: true, default: 7 };
    const { query } = read({}, [{ name: "p", in: "query", schema }], "3.0.3");
    expect(query?.({})).toEqual({ q: 5, p: 7 });
  });
});
